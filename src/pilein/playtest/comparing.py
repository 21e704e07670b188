"""Two worlds side by side: the Python call."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.engine.sampler import CHUNK, Workers
from pilein.kernel.errors import BadInput, Spent, TooMuch
from pilein.lab.arguments import rulings_of, whole
from pilein.lab.assumptions import Assumptions, assumptions
from pilein.lab.crew import Crew, Progress, workers_of
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.kept_totals import kept_in
from pilein.lab.limits import DEFAULT, HALF, Limit, Phases, budget_of, phases_of
from pilein.lab.policies import SENSIBLE, Policies, pair_of, sides_of
from pilein.lab.scenarios import Given, Scenario, found_good
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.playtest.altering import Value, altered
from pilein.playtest.comparison import Comparison, Difference, Fight
from pilein.playtest.fights import fights_of
from pilein.playtest.measures import PHASES, in_common
from pilein.playtest.worlds import Measured, Pair, Tally, can_be_solved, known
from pilein.tabletop.notation.rulings import STRUCK

EXACT = "exact"
WAYS = ("auto", EXACT, "sampled")
GAMES = 2_000
MOST = 10**9


def compare(  # noqa: PLR0913 - what is asked, and how it may be worked out
    scenario: Given | Sequence[Given],
    other: Given | None = None,
    *,
    values: Mapping[str, Value] | None = None,
    rulings: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
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
) -> Comparison:
    """What changes do to a fight, or to each of several (files, folders): both worlds, and their differences.

    The changes are `values` by key, as `altered` takes them: numbers of the rules text ({"SH-CR-04": 2}) and values of
    the scenario file ({"profiles.guard.S": 4}); `rulings` chosen otherwise, and sentences left out (`without`).
    Instead of changes `other` may be the second world.

    `way`: "exact"; "sampled", that many `games` in each world on common dice; or "auto", exact where that is less work.
    `policy`, `phases` and `fixed` are as in `odds`, `workers`, `progress` and `budget` as in `simulate`; fights that a
    limit leaves no time for are left out. `keep` names a file for the results so far, with which the same call goes on.

    Raises:
        BadScenario: a scenario cannot be played.
        BadInput: there is nothing to compare, an unknown key, a value that cannot be used, scenarios of several
            rulesets, an invalid way, policy or number; workers that cannot play.
        BadRecord: the file to `keep` is of another question, or is something else.
        UnknownRule: no such ruling, option or sentence.
        TooMuch: too much to solve, and `way` is "exact"; or a limit is reached before the first game is over.

    """
    if way not in WAYS:
        raise BadInput(f"{way!r} is not a way to compare", key="way", remedy=f"use one of {', '.join(WAYS)}")
    changes = {**(values or {}), **rulings_of(rulings), **dict.fromkeys(without, STRUCK)}
    pairs = _pairs(scenario, other, changes)
    span, most, players = phases_of(phases), _games(games), workers_of(workers)
    asked = [(name, _worlds(old, new, policy, span, seed, fixed)) for name, old, new in pairs]
    found: list[Fight] = []
    with kept_in(keep, ("compare", way, seed, [(name, *map(digest, worlds)) for name, worlds in asked])) as kept:
        search = _Search(Crew(players, kept), way, most, budget_of(budget).started(), progress)
        for name, worlds in asked:
            try:
                found.append(search.compared(name, *worlds))
            except Spent:
                if not found:
                    raise
                break
    left = tuple(name for name, _, _ in pairs[len(found) :])
    return Comparison(tuple(found), _in_words(changes, pairs), span, left)


def _pairs(
    scenario: Given | Sequence[Given], other: Given | None, changes: Mapping[str, Value]
) -> list[tuple[str, Scenario, Scenario]]:
    """The fights in both worlds, by name."""
    if other is not None and changes:
        remedy = "give the other scenario or changes, not both"
        raise BadInput("another scenario cannot be changed as well", key="other", remedy=remedy)
    if other is not None:
        one, two = fights_of(scenario), fights_of(other)
        if len(one) != 1 or len(two) != 1:
            raise BadInput("two worlds are one scenario each", key="other", remedy="give two scenarios")
        old, new = found_good(one[0].scenario), found_good(two[0].scenario)
        _assert_comparable(old, new)
        return [(f"{one[0].name} and {two[0].name}", old, new)]
    if not changes:
        remedy = "change something, or give exactly two scenarios"
        raise BadInput("there is nothing to compare", remedy=remedy)
    fights = ((fight.name, found_good(fight.scenario)) for fight in fights_of(scenario))
    return [(name, one, altered(one, changes)) for name, one in fights]


def _assert_comparable(old: Scenario, new: Scenario) -> None:
    if old.ruleset != new.ruleset:
        message = f"scenarios of several rulesets: {old.ruleset}, {new.ruleset}"
        raise BadInput(message, key="other", remedy="give those of one ruleset")
    if sides_of(old) != sides_of(new):
        names = " and ".join(f"{one} against {two}" for one, two in (sides_of(old), sides_of(new)))
        raise BadInput(f"the sides have other names: {names}", key="other", remedy="name them alike, in the same order")


def _games(wanted: int) -> int:
    games = whole(wanted, "games", 1)
    if games > MOST:
        raise BadInput(f"{games} is too many", key="games", remedy=f"give {MOST} at most")
    return games


def _worlds(
    old: Scenario, new: Scenario, policy: Policies, phases: int, seed: int, fixed: Fixed
) -> tuple[Games, Games]:
    one, other = (
        Games(found, pair_of(policy, sides_of(found)), phases, whole(seed, "seed"), fixed_answers(fixed, found).plain())
        for found in (old, new)
    )
    return one, other


class _Search(Struct, frozen=True):
    """How fights are compared: by whom, in which way, with how many games, within which limits."""

    crew: Crew
    way: str
    games: int
    meter: Meter
    progress: Progress | None

    def compared(self, name: str, old: Games, new: Games) -> Fight:
        """A fight in both worlds; raises TooMuch if it cannot be solved, and is not to be sampled."""
        if self._may_be_solved(name, old, new):
            try:
                return self._solved(name, old, new)
            except TooMuch as error:
                if self.way == EXACT:
                    raise
                error.__traceback__ = None  # it would keep what was compiled
        begin, meter = Pair(old, new).begin, self.meter.rest()
        tally = self.crew.gathered(name, Tally, begin, self.games, chunk=CHUNK, meter=meter, progress=self.progress)
        return _sampled(name, old, new, tally, self.games)

    def _may_be_solved(self, name: str, old: Games, new: Games) -> bool:
        """Whether to try: not again, if games are kept because it was too much."""
        if self.way != "auto":
            return self.way == EXACT
        return can_be_solved(old) and can_be_solved(new) and not self.crew.has(name, Tally)

    def _solved(self, name: str, old: Games, new: Games) -> Fight:
        is_exact = self.way == EXACT
        meter = self.meter.part(1 if is_exact else HALF)
        one = known(f"{name}: old", self.crew, old, meter, anyway=is_exact)
        other = known(f"{name}: new", self.crew, new, meter, anyway=is_exact)
        found = _differences(old, new, one, other, _subtracted(one, other))
        return Fight(name, old.scenario, new.scenario, found, assumptions=_rests_on(old))


def _sampled(name: str, old: Games, new: Games, tally: Tally, wanted: int) -> Fight:
    found = _differences(old, new, tally.means(tally.old), tally.means(tally.new), tally.means(tally.gain))
    return Fight(name, old.scenario, new.scenario, found, tally.games, wanted, _rests_on(old))


def _rests_on(games: Games) -> Assumptions:
    """What the old world rests on."""
    return assumptions(games.scenario, games.policies, phases=games.phases, fixed=games.answers())


def _subtracted(old: Measured, new: Measured) -> Measured:
    return {key: new[key] - old[key] for key in old if key in new}  # type: ignore[operator]


def _differences(old: Games, new: Games, before: Measured, after: Measured, gain: Measured) -> tuple[Difference, ...]:
    """The differences of all measures, the largest first; chances and shares of models lost, then lengths."""
    measures = in_common(old.scenario, new.scenario)
    found = [
        Difference(one.name, one.kind, one.most, before[one.name], after[one.name], gain[one.name]) for one in measures
    ]
    return tuple(sorted(found, key=lambda one: (one.kind == PHASES, -one.size)))


def _in_words(changes: Mapping[str, Value], pairs: Sequence[tuple[str, Scenario, Scenario]]) -> tuple[str, ...]:
    if not changes:
        return (pairs[0][0].replace(" and ", " -> "),) if pairs else ()
    return tuple(f"without {key}" if value == STRUCK else f"{key}={value}" for key, value in changes.items())
