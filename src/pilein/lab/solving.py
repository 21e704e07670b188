"""Python function that solves a fight."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pilein.dice.weights import watched
from pilein.kernel.errors import TooManyPositions
from pilein.lab.arguments import whole
from pilein.lab.best import EXACT_POSITIONS, usual_limit
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.limits import DEFAULT, Phases, budget_of, phases_of
from pilein.lab.limits import Limit as Budget
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.solver import Solver, solved
from pilein.lab.tasks import Task, task_of


def solve(
    scenario: Given | Task,
    *,
    phases: Phases | None = None,
    exact: bool | None = None,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    limit: int | None = None,
    budget: Budget = DEFAULT,
) -> Solver:
    """Compute the exact value of every position and answer in a small fight over `phases` phases ("end" or 0: all).

    `scenario` may also be a task, given directly or by name ("pilein/parry-v0"). A task has its own number of
    phases. `exact` selects fractions (True) or floats (False); the default depends on the size. `limit` is the
    maximum number of states in a phase (50,000 in the press, 5,000 on a table). `fixed` answers take precedence, as
    in `odds`.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: a question has too many answers, or play never ends.
        TooManyPositions: there are more than `limit` states.
        Spent: the budget runs out.
        UnknownRule: there is no such task, ruling or option.
    """
    task = task_of(scenario)
    found = scenario_of(scenario if task is None else task.scenario, rulings)  # type: ignore[arg-type]
    span = phases_of((task.phases if task else "end") if phases is None else phases)
    most = (limit and whole(limit, "limit", 0)) or (task and task.limit) or usual_limit(found)
    meter = budget_of(budget).started()
    with watched(meter.check), _remedied(task):
        done = solved(
            found,
            phases=span,
            fixed=fixed_answers(fixed, found),
            limit=most,
            exact=lambda values: values <= EXACT_POSITIONS if exact is None else exact,
            meter=meter,
        )
    meter.pause()
    return done


@contextmanager
def _remedied(task: Task | None) -> Iterator[None]:
    """Suggest a tournament if a task is too large to be solved, because a task cannot be made smaller."""
    try:
        yield
    except TooManyPositions as error:
        if task is not None:
            error.remedy = f"compare policies in games instead, with `pilein tournament {task.id}`"
        raise
