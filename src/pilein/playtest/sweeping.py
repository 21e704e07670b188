"""The odds of a fight over the values of one number or two: the Python call."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.engine.sampler import CHUNK, Workers
from pilein.kernel.errors import BadInput, Spent, TooMuch
from pilein.kernel.nearest import shortened
from pilein.lab.arguments import spelled, whole
from pilein.lab.assumptions import assumptions
from pilein.lab.crew import Crew, Progress, workers_of
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.kept_totals import kept_in
from pilein.lab.limits import DEFAULT, HALF, Limit, Phases, budget_of, phases_of
from pilein.lab.policies import SENSIBLE, Policies, pair_of, sides_of
from pilein.lab.scenarios import Given, Scenario, scenario_of
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.playtest.altering import Value, altered
from pilein.playtest.comparing import EXACT, GAMES, WAYS
from pilein.playtest.sweep_report import Point, Sweep
from pilein.playtest.worlds import Measured, Pair, Tally, can_be_solved, known

AXES = 2
MOST_POINTS = 400


def sweep(  # noqa: PLR0913 - what is asked, and how it may be worked out
    scenario: Given,
    over: Mapping[str, Iterable[Value]],
    *,
    rulings: Mapping[str, str] | None = None,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    fixed: Fixed = None,
    way: str = "auto",
    games: int = GAMES,
    seed: int = 0,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Sweep:
    """The odds of a fight for every value of one key, or every pair of values of two: {"SH-CR-04": range(4)}.

    Keys are as in `compare`: numbers of the rules text, rulings (values: options), values of the scenario file. `way`,
    `games`, `keep` and the rest are as in `compare`; sampled points have common dice. `progress` is called with (points
    done, wanted); points for which a limit leaves no time are left out.

    Raises:
        BadScenario: the scenario cannot be played.
        BadInput: no key or more than two, no values or too many, an unknown key, a value that cannot be used.
        BadRecord: the file to `keep` is of another question, or is something else.
        UnknownRule: no such ruling or option.
        TooMuch: too much to solve, and `way` is "exact"; or a limit is reached before the first game is over.

    """
    if way not in WAYS:
        raise BadInput(f"{way!r} is not a way to work out odds", key="way", remedy=f"use one of {', '.join(WAYS)}")
    found, axes = scenario_of(scenario, rulings), _axes(over)
    wanted = whole(games, "games", 1)
    worlds = [(values, _world(found, dict(zip(axes, values, strict=True)))) for values in product(*axes.values())]
    asked = [(values, _asked(world, policy, phases, seed, fixed)) for values, world in worlds]
    points, players = list[Point](), workers_of(workers)
    with kept_in(keep, ("sweep", way, seed, [digest(one) for _, one in asked])) as kept:
        search = _Search(Crew(players, kept), way, wanted, budget_of(budget).started())
        for values, one in asked:
            try:
                points.append(Point(values, *search.measured(f"point {len(points)}", one)))
            except Spent:
                if not points:
                    raise
                break
            if progress:
                progress(len(points), len(worlds))
    rests_on = assumptions(found, policy, phases=phases_of(phases), fixed=fixed_answers(fixed, found))
    return Sweep(found, axes, tuple(points), len(worlds), rests_on)


def _axes(over: Mapping[str, Iterable[Value]]) -> dict[str, tuple[Value, ...]]:
    """The keys with their values.

    Raises:
        BadInput: there are no keys, too many keys or values, or a value is given twice.

    """
    example = 'give a mapping like {"SH-CR-04": range(4)}'
    if not isinstance(over, Mapping):
        raise BadInput(f"{spelled(over)} is not a mapping of keys to values", key="over", remedy=example)
    axes = {key: tuple(values) for key, values in over.items()}
    if not 1 <= len(axes) <= AXES:
        raise BadInput(f"there are {len(axes)} keys to go over", key="over", remedy="give one or two")
    for key, values in axes.items():
        if not values:
            raise BadInput("there are no values", key=key, remedy=example)
        if len({str(value) for value in values}) < len(values):
            raise BadInput("a value is given twice", key=key, remedy="leave one of the two out")
    points = len(list(product(*axes.values())))
    if points > MOST_POINTS:
        raise BadInput(f"{points:,} points are too many", key="over", remedy=f"give {MOST_POINTS} at most")
    return axes


def _world(scenario: Scenario, values: Mapping[str, Value]) -> Scenario:
    """The fight at one point; raises BadInput for a value that cannot be used."""
    for key, value in values.items():
        if not isinstance(value, str | int | float | bool) and value is not None:
            raise BadInput(f"{shortened(repr(value))} cannot be gone over", key=key, remedy="give numbers or words")
    return altered(scenario, values)


def _asked(world: Scenario, policy: Policies, phases: Phases, seed: int, fixed: Fixed) -> Games:
    """The fight at one point, as it is played."""
    answers = fixed_answers(fixed, world).plain()
    return Games(world, pair_of(policy, sides_of(world)), phases_of(phases), whole(seed, "seed"), answers)


class _Search(Struct, frozen=True):
    """How points are worked out: by whom, in which way, with how many games, within which limits."""

    crew: Crew
    way: str
    games: int
    meter: Meter

    def measured(self, name: str, asked: Games) -> tuple[Measured, int]:
        """The measures at one point, and how many games were sampled for them (0: they are exact)."""
        is_exact = self.way == EXACT
        if is_exact or (self.way == "auto" and can_be_solved(asked) and not self.crew.has(name, Tally)):
            try:
                return self._solved(name, asked), 0
            except TooMuch as error:
                if is_exact:
                    raise
                error.__traceback__ = None  # it would keep what was compiled
        begin, meter = Pair(asked, None).begin, self.meter.rest()
        tally = self.crew.gathered(name, Tally, begin, self.games, chunk=CHUNK, meter=meter)
        return tally.means(tally.old), tally.games

    def _solved(self, name: str, asked: Games) -> Measured:
        is_exact = self.way == EXACT
        meter = self.meter.part(1 if is_exact else HALF)
        return known(f"{name}: solved", self.crew, asked, meter, anyway=is_exact)


def values_in(words: str) -> Sequence[str]:
    """The values that words stand for: "2..6", "2..12:2" (in steps of 2), "gap,route"; as words.

    Examples:
        >>> values_in("2..5"), values_in("1..7:3"), values_in("default,gap")
        (['2', '3', '4', '5'], ['1', '4', '7'], ['default', 'gap'])

    """
    first, dots, rest = words.partition("..")
    last, colon, step = rest.partition(":")
    parts = (first, last, step if colon else "1")
    if dots and all(part.removeprefix("-").isdigit() and part.isascii() for part in parts) and int(parts[2]) > 0:
        return [str(value) for value in range(int(first), int(last) + 1, int(parts[2]))][: MOST_POINTS + 1]
    return [part.strip() for part in words.split(",") if part.strip()]
