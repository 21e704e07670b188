"""Python function that computes the odds of a scenario, and the class of the odds that it returns."""

import gc
import pickle
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import compiled
from pilein.chain.limits import LIMIT
from pilein.chain.model.transition_model import TO_THE_END
from pilein.engine.budget import Meter
from pilein.engine.fixed import FixedAnswers
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, Halted, OutOfTime, Spent, TooMuch
from pilein.lab.arguments import whole
from pilein.lab.assumptions import Assumptions, basis
from pilein.lab.ends import Ends, SolvedEnds
from pilein.lab.fight_answer import FightAnswer
from pilein.lab.figures import EventFigures, Figures, Number, Span
from pilein.lab.figures_as_data import as_document, unfinished
from pilein.lab.fixed import Fixed, both_with_fixed, fixed_answers
from pilein.lab.joint import Joint, chance_of, joint_of
from pilein.lab.limits import (
    DEFAULT,
    INTERRUPTED,
    MOST_RUNS,
    MOST_WORK,
    TABLE_CLAUSES,
    TABLE_LIMIT,
    TABLE_RUNS,
    Asked,
    Limit,
    assert_not_too_large,
    budget_of,
    span_of,
    within,
)
from pilein.lab.odds_figures import Solution
from pilein.lab.odds_solving import is_small
from pilein.lab.policies import SENSIBLE, Policies, policies_of, sides_of
from pilein.lab.questions import label
from pilein.lab.scenarios import Given, scenario_of
from pilein.tabletop.press import Press
from pilein.tabletop.scenario import Scenario

if TYPE_CHECKING:
    from pilein.lab.simulated import Simulated


Progress = Callable[[int, int], None]  # (games done, games wanted)

GAMES = 1_000  # games sampled if there are too many positions


class Odds(FightAnswer):
    """Odds of a scenario: `figures`, `events`, and the `chance(...)` of an event. Printing the odds shows tables.

    `note` describes the method, `assumptions` are the basis of the odds, and `hints` point out likely mistakes. If
    the odds were sampled, `chain` is None, `too_many` names the limit that ruled out solving, and `stopped` is the
    limit or the interruption by the user that ended the sampling early, or None.

    Examples:
        >>> import pilein
        >>> odds = pilein.odds("examples/scrollhammer/duel.toml", phases="end")
        >>> [round(float(chance), 3) for _, chance in odds.figures.outcome]
        [0.516, 0.484, 0.0]
    """

    def __init__(
        self,
        scenario: Scenario,
        figures: Figures,
        *,
        phases: Span,
        solution: Solution | None = None,
        too_much: TooMuch | None = None,
        sampled: "Simulated | None" = None,
    ) -> None:
        self.scenario = scenario
        self.assumptions: Assumptions = {}
        self.hints: tuple[str, ...] = ()
        self.wanted = GAMES  # games, if sampled
        self.phases = phases
        self.figures = figures
        self.too_many = too_much.too_many if too_much else ""
        self.stopped = sampled.stopped if sampled else None
        self._sampled = sampled
        self._too_much = too_much
        self._solution = solution
        self._again: Callable[..., Solution] | None = None  # solves the odds again, for a copy without the chain
        self._note = ""  # for a copy without the chain

    @property
    def chain(self) -> Chain | None:
        """Compiled battle. Copied or unpickled odds have none until the chance of a condition is requested."""
        return self._solution.chain if self._solution else None

    @cached_property
    def events(self) -> tuple[EventFigures, ...]:
        """Events that can happen, with their chances and expected numbers, or no events if a limit was reached."""
        if self._solution is None:
            return self.figures.events
        try:
            with self._solution.chain.model.meter.going_on():
                return self._solution.events()
        except Spent as spent:
            self.stopped = spent
            return ()

    @property
    def note(self) -> str:
        """Method by which the figures were computed."""
        if self._note:
            return self._note
        if self.chain is None:
            return self._sampled_note()
        how = "exact" if self.figures.is_exact else "solved in floating point"
        size = f"{len(self.chain.positions):,} states, {self.chain.transitions:,} transitions"
        return f"{how}: {size}" + (f"; events left out: {self.stopped}" if self.stopped else "")

    def _sampled_note(self) -> str:
        games = self.figures.games
        if self.stopped:
            return f"sampled ({games:,} of {self.wanted:,} games): {self.stopped}"
        more = f", or {self._too_much.remedy}" if isinstance(self._too_much, Spent) else ""
        why = self._too_much.why if self._too_much else ""
        return f"sampled ({games:,} games): {why}; use `simulate -n` for more{more}"

    def chance(self, event: str, unit: str = "", *, clause: str = "", given: str = "", **facts: bool) -> Number:
        """Return the chance of an event, or of a condition like "hills.lost >= 5 and legion.lost <= 2".

        An event is identified by its kind. `unit` (a unit or side), `clause` and `facts` narrow the choice down, and
        the first event that matches is used. If the condition `given` is used, `event` must be a condition too, and the
        chance is conditional.

        Raises:
            BadInput: no such event can happen, a condition is invalid, or this is a copy whose policy has no name.
        """
        if given or not event.isidentifier():
            return chance_of(self._ends("chance"), event, given)
        named_so = (one for one in self.events if one.event == event)
        for one in named_so:
            is_meant = unit in ("", one.unit) and clause in ("", one.clause)
            if is_meant and facts.items() <= dict(one.facts).items():
                return one.chance
        key = " ".join(filter(None, (event, unit, clause)))
        raise BadInput(
            "this event cannot happen in this fight",
            key=key,
            remedy="choose one of the possible events, which `events` lists",
        )

    def joint(self, *terms: str, given: str = "") -> Joint:
        """Return the joint distribution of units' losses, or of terms like "legion.fate", "hills.wins", "outcome".

        `given` is a condition, as in `chance`.

        Raises:
            BadInput: there is no such unit, side or term, a condition is invalid, or these odds are a copy whose
                policy has no name.
        """
        return joint_of(self._ends("joint"), terms, given)

    def _ends(self, key: str) -> Ends:
        if self._solution is None and self._again is not None:
            self._solution = self._again(meter=budget_of(DEFAULT).started())
        if self._solution is not None:
            return SolvedEnds(self._solution)
        if self._sampled is not None:
            return self._sampled.ends(key)
        remedy = "ask for chances before the odds are copied or pickled, or use a policy with a name"
        raise BadInput("this copy of the odds cannot play its policy again", key=key, remedy=remedy)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein odds --json`."""
        asked = {"ruleset": self.scenario.ruleset, "phases": self.phases}
        found = as_document(self._complete(), **asked, assumptions=self.assumptions, hints=self.hints)
        if self.is_interrupted:
            return {**found, **unfinished(str(self.stopped))}
        return {**found, "stopped": self.stopped.message} if self.stopped else found

    def _complete(self) -> Figures:
        return self.figures.with_events(self.events)

    def __getstate__(self) -> dict[str, Any]:
        complete = {"events": self.events}  # first, since a limit may stop it, which the note mentions
        again = self._again if _is_picklable(self._again) else None
        return {**vars(self), **complete, "_note": self.note, "_solution": None, "_again": again}


def _is_picklable(value: object) -> bool:
    """Whether a value can be sent to another process."""
    try:
        pickle.dumps(value)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def odds(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies = SENSIBLE,
    *,
    phases: Asked = "end",
    exact: bool | None = None,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    limit: int | None = None,
    progress: Progress | None = None,
    workers: int = 1,
    budget: Limit = DEFAULT,
    games: int | None = None,
) -> Odds:
    """Compute the odds of a scenario over a number of phases, to the "end" (or 0), or "forever".

    With "forever", no ruling ends the fight. `policy`, `rulings` and `fixed` are as in `play`, but policies must be
    deterministic and without memory; for best answers see `best`. `exact` selects fractions (True) or floats (False);
    by default the size of the battle decides. Unless `exact` is given, the odds are sampled if there are more than
    `limit` states (1,000,000 in the press, 5,000 on a table) or more than 300 models, or if sampling is less work. In
    that case `workers` processes play `games` games (1,000), and `progress` is called with (games done, games wanted).
    A given `limit` replaces all other limits except the one on transitions. `budget` limits time and memory, like
    "5min,2GB" (None means no limit). Limits on work are reduced if the time limit is under 60 s.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        TooManyPositions: there are too many states, and `exact` is given.
        Spent: the time runs out before there is any result, or the budget runs out and `exact` is given.
        BadInput: a policy is invalid or random, or the number of phases or the limit is invalid.
        UnknownRule: there is no such policy, ruling or option.
    """
    found, span, workers = scenario_of(scenario, rulings), span_of(phases), whole(workers, "workers", 1)
    meter, answers = budget_of(budget).started(), fixed_answers(fixed, found)
    worked = _worked_out(found, policy, span, answers, exact=exact, limit=_limit(limit), meter=meter)
    if not isinstance(worked, Odds):
        sample = partial(_sampled, found, policy, _span(span), answers, games=games or GAMES, too_much=worked)
        worked = sample(workers=workers, progress=progress, budget=meter.rest())
    worked.assumptions, worked.hints = basis(found, policy, answers, phases=span)
    return worked


def _limit(limit: int | None) -> int | None:
    return limit if limit is None else whole(limit, "limit", 0)


def _worked_out(
    scenario: Scenario,
    policy: Policies,
    phases: Span,
    fixed: FixedAnswers,
    *,
    exact: bool | None,
    limit: int | None,
    meter: Meter,
) -> Odds | TooMuch:
    """Return the odds, or the limit that rules out solving the scenario.

    Raises:
        OutOfTime: time has run out; sampling now would make the kind of odds depend on the clock.
    """
    part = meter.part(1)
    try:
        solution = _compiled(scenario, policy, phases, fixed, exact=exact, limit=limit, meter=part)
        found = Odds(scenario, solution.figures(), phases=phases, solution=solution)
        again = partial(_compiled, scenario, policy, phases, fixed, exact=found.figures.is_exact, limit=limit)
        found._again = again  # noqa: SLF001 - data that only these odds have
    except OutOfTime as error:
        error.remedy += ", or play games with `pilein simulate`"
        raise
    except TooMuch as error:
        if exact is not None:
            raise
        error.__context__ = None  # it would keep the compiled battle, and so would the traceback
        return error.with_traceback(None)
    part.pause()
    return found


def _compiled(
    scenario: Scenario,
    policy: Policies,
    phases: Span,
    fixed: FixedAnswers,
    *,
    exact: bool | None,
    limit: int | None,
    meter: Meter,
) -> Solution:
    ruleset = ruleset_named(scenario.ruleset)
    policies = both_with_fixed(fixed, policies_of(policy, scenario.ruleset, sides_of(scenario)))
    begun = ruleset.opened(scenario)
    is_press = isinstance(begun.state.field, Press)
    most = limit or (LIMIT if is_press else TABLE_LIMIT)
    counts: dict[str, Any] = {}
    if exact is None and limit is None:
        assert_not_too_large(scenario)
        on_a_table = {"most_runs": TABLE_RUNS, "most_clauses": TABLE_CLAUSES}
        usual = {"most_runs": MOST_RUNS, "most_work": MOST_WORK} if is_press else on_a_table
        counts = {name: within(meter, count) for name, count in usual.items()}
    up_to = partial(compiled, ruleset, begun, policies, phases=_span(phases), label=label(ruleset), meter=meter)
    chain = up_to(limit=most, **counts)
    in_fractions = is_small(chain, phases) if exact is None else exact
    return Solution(chain, ruleset, begun.state, phases=phases, exact=in_fractions)


def _span(phases: Span) -> int:
    """Return the number of phases for which the scenario is compiled or sampled."""
    return TO_THE_END if isinstance(phases, str) else phases


def _sampled(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Scenario,
    policy: Policies,
    phases: int,
    fixed: FixedAnswers,
    *,
    games: int,
    too_much: TooMuch,
    workers: int,
    progress: Progress | None,
    budget: Meter,
) -> Odds:
    from pilein.lab.simulating import Manner, simulated  # noqa: PLC0415 - needed only for sampling

    gc.collect()  # release the compiled battle before sampling
    manner = Manner(way="games", joint=True, workers=workers, progress=progress, budget=budget)
    found = simulated(scenario, policy, games, phases=phases, fixed=fixed, manner=manner)
    worked = Odds(scenario, found.figures, phases=phases, too_much=too_much, sampled=found)
    worked.wanted = games
    if found.is_interrupted:
        worked.stopped = Halted(INTERRUPTED)
    return worked
