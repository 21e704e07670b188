"""Python call that computes the odds of a fight over the values of one or two keys."""

import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from itertools import islice
from math import prod
from pathlib import Path

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import shortened
from pilein.lab.altering import Value
from pilein.lab.arguments import spelled
from pilein.lab.assumptions import assumptions
from pilein.lab.experiment import Experiment
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.limits import DEFAULT, Limit, Phases
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.run_options import AUTO, GAMES, run_options
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.sweep_report import Point, Sweep
from pilein.lab.worker_pool import Progress
from pilein.workers.pool import Workers

AXES = 2
MOST_POINTS = 400
RANGE = re.compile(r"(?P<first>-?\d{1,12})\.\.(?P<last>-?\d{1,12})(?::(?P<step>\d{1,12}))?", re.ASCII)
HOW = "write a range like 2..6, or 2..12:2 in steps of 2"


def sweep(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    over: Mapping[str, Iterable[Value]],
    *,
    rulings: Mapping[str, str] | None = None,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    fixed: Fixed = None,
    way: str = AUTO,
    games: int = GAMES,
    seed: int = 0,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Sweep:
    """Compute a fight's odds for every value of one key, like {"SH-CR-04": range(4)}, or every pair for two keys.

    Keys are numbers of the rules text, rulings (with options as values) and values of the scenario file, as in
    `compare`. Other arguments are as in `compare` too; sampled points share their dice. `progress` is called with
    (points done, points wanted). Points for which no time is left, or that cannot be played, are left out.

    Raises:
        BadScenario: the scenario cannot be played.
        BadInput: there is no key or there are more than two, there are no values or too many, a key is unknown, or no
            value can be played.
        UnknownRule: there is no such ruling or option.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        TooMuch: there is too much to solve and `way` is "exact", or a limit is reached before the first game is over.
    """
    asked = {"way": way, "games": games, "seed": seed, "progress": None, "budget": budget}
    run = run_options(workers=workers, keep=keep, policy=policy, phases=phases, fixed=fixed, **asked)  # type: ignore[arg-type]
    found, axes = scenario_of(scenario, rulings), _axes(over)
    experiment = Experiment.over(found, axes)
    points = tuple(Point(one.variant.values, one.new, one.games) for one in experiment.findings(run, progress))
    rests_on = assumptions(found, policy, phases=run.phases, fixed=fixed_answers(fixed, found))
    return Sweep(found, axes, points, len(experiment.variants), rests_on, experiment.impossible)


def _axes(over: Mapping[str, Iterable[Value]]) -> dict[str, tuple[Value, ...]]:
    """Check the keys and their values.

    Raises:
        BadInput: there are no keys, too many keys or values, or a value is given twice.
    """
    example = 'give a mapping like {"SH-CR-04": range(4)}'
    if not isinstance(over, Mapping):
        raise BadInput(f"{spelled(over)} is not a mapping of keys to values", key="over", remedy=example)
    axes = {key: _values(key, values) for key, values in over.items()}
    if not 1 <= len(axes) <= AXES:
        raise BadInput(
            f"a sweep needs one or two keys, but {len(axes)} are given", key="over", remedy="give one or two keys"
        )
    for key, values in axes.items():
        if not values:
            raise BadInput("this key has no values", key=key, remedy=example)
        if len({str(value) for value in values}) < len(values):
            raise BadInput("this key has a value twice", key=key, remedy="give each value once")
    points = prod(map(len, axes.values()))
    if points > MOST_POINTS:
        raise BadInput(
            f"the sweep would have {points:,} points, more than {MOST_POINTS}", key="over", remedy="give fewer values"
        )
    return axes


def _values(key: str, values: Iterable[Value]) -> tuple[Value, ...]:
    """Read the values of a key. Raises BadInput if there are too many, even for an endless iterable."""
    found = tuple(islice(values, MOST_POINTS + 1))
    if len(found) > MOST_POINTS:
        count = f"{len(values):,}" if isinstance(values, Sized) else f"more than {MOST_POINTS}"
        raise BadInput(
            f"this key has {count} values, too many for a sweep", key=key, remedy=f"give at most {MOST_POINTS} values"
        )
    return found


def values_in(words: str) -> Sequence[str]:
    """Parse values from a string such as "2..6", "2..12:2" (in steps of 2) or "gap,route".

    Examples:
        >>> values_in("2..5"), values_in("1..7:3"), values_in("default,gap")
        (['2', '3', '4', '5'], ['1', '4', '7'], ['default', 'gap'])

    Raises:
        BadInput: a range is malformed, is empty or has too many values.
    """
    if ".." not in words:
        return [part.strip() for part in words.split(",") if part.strip()]
    found = RANGE.fullmatch(words.strip())
    if found is None or int(found["step"] or 1) == 0:
        raise BadInput(f"{shortened(words)!r} is not a range of whole numbers", key="over", remedy=HOW)
    first, last, step = int(found["first"]), int(found["last"]), int(found["step"] or 1)
    values = range(first, last + 1, step)
    if not values:
        raise BadInput(f"the range {words!r} contains no values", key="over", remedy=f"write {last}..{first}")
    if len(values) > MOST_POINTS:
        wider = -((first - last - 1) // MOST_POINTS)
        remedy = f"give at most {MOST_POINTS} values, such as {first}..{last}:{wider} in steps of {wider}"
        raise BadInput(f"the range has {len(values):,} values, more than {MOST_POINTS}", key="over", remedy=remedy)
    return [str(value) for value in values]
