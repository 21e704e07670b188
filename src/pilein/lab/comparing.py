"""Python call that compares fights before and after a change."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from pilein.kernel.errors import BadInput
from pilein.lab.altering import Value, altered, assert_in_the_text, value_now
from pilein.lab.arguments import rulings_of
from pilein.lab.assumptions import Assumptions, assumptions
from pilein.lab.comparison import Comparison, Difference, Fight
from pilein.lab.exercised_rules import reasons
from pilein.lab.experiment import Experiment, Finding, Variant
from pilein.lab.fights import assert_of_one_ruleset, fights_of
from pilein.lab.fixed import Fixed
from pilein.lab.limits import DEFAULT, Limit, Phases
from pilein.lab.measures import PHASES, measures_of_both
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.run_options import AUTO, GAMES, RunOptions, run_options
from pilein.lab.scenarios import Given, Scenario, found_good
from pilein.lab.simulating_games import Games
from pilein.lab.treatments import Measured
from pilein.lab.worker_pool import Progress
from pilein.tabletop.notation.rulings import STRUCK
from pilein.workers.pool import Workers

SHARE = 0.2  # share of the remaining time for games that show why nothing changes
Worlds = tuple[str, Scenario, Scenario]  # a fight: its name, its old version, its new version


def compare(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given | Sequence[Given],
    other: Given | None = None,
    *,
    values: Mapping[str, Value] | None = None,
    rulings: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
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
) -> Comparison:
    """Compare one or several fights (files, folders) before and after changes.

    The changes are `values` by key (numbers of the text, {"SH-CR-04": 2}, and values of the scenario file,
    {"profiles.guard.S": 4}), `rulings`, and sentences left out (`without`). Alternatively `other` is the fight after
    the change. `way` is "exact", "sampled" or "auto". "sampled" plays `games` games before and as many after the
    change, with shared dice, and "auto" solves exactly if that is less work. Other arguments are as in `odds` and
    `simulate`. Fights are omitted if no time is left for them. `keep` names a file for partial results, from which
    the same call continues.

    Raises:
        BadScenario: a scenario cannot be played.
        BadInput: there is nothing to compare, a key or ruling is unknown, a value cannot be used, the scenarios use
            several rulesets, or a number is invalid.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        TooMuch: there is too much to solve and `way` is "exact", or a limit is reached before the first game is over.
    """
    asked = {"way": way, "games": games, "seed": seed, "progress": progress, "budget": budget}
    run = run_options(workers=workers, keep=keep, policy=policy, phases=phases, fixed=fixed, **asked)  # type: ignore[arg-type]
    of_text = {**rulings_of(rulings), **dict.fromkeys(without, STRUCK)}
    changes = {**(values or {}), **of_text}
    return _compared(_pairs(scenario, other, changes, of_text), changes, run)


def _compared(pairs: Sequence[Worlds], changes: Mapping[str, Value], run: RunOptions) -> Comparison:
    experiment = Experiment("compare", tuple(Variant(name, new, old) for name, old, new in pairs))
    found = tuple(fight_of(one, run) for one in experiment.findings(run))
    left = tuple(name for name, _, _ in pairs[len(found) :])
    compared = Comparison(found, _in_words(changes, pairs), run.phases, left)
    if not compared.is_same:
        return compared
    return replace(compared, reasons=reasons([run.games_of(one.old) for one in found], changes, run.meter.part(SHARE)))


def _pairs(
    scenario: Given | Sequence[Given], other: Given | None, changes: Mapping[str, Value], of_text: Mapping[str, str]
) -> list[Worlds]:
    """List the fights by name, each before and after the change. `of_text` are the changes to rulings and sentences."""
    if other is not None:
        return [_two(scenario, other, changes)]
    if not changes:
        remedy = "give a change, or exactly two scenarios"
        raise BadInput("there is neither a change nor a second scenario to compare", remedy=remedy)
    fights = [(fight.name, found_good(fight.scenario)) for fight in fights_of(scenario)]
    assert_in_the_text(fights[0][1], of_text)
    return [(name, one, altered(one, changes)) for name, one in fights]


def _two(scenario: Given | Sequence[Given], other: Given, changes: Mapping[str, Value]) -> Worlds:
    """Pair two scenarios as one fight before and after the change."""
    if changes:
        remedy = "give either a second scenario or changes, but not both"
        raise BadInput("changes cannot be combined with a second scenario", key="other", remedy=remedy)
    one, two = fights_of(scenario), fights_of(other)
    if len(one) != 1 or len(two) != 1:
        raise BadInput(
            "a comparison without changes needs exactly one scenario on each side",
            key="other",
            remedy="give one scenario on each side",
        )
    old, new = found_good(one[0].scenario), found_good(two[0].scenario)
    assert_of_one_ruleset((*one, *two), "other")
    if sides_of(old) != sides_of(new):
        names = " and ".join(f"{own} against {foe}" for own, foe in (sides_of(old), sides_of(new)))
        raise BadInput(
            f"the sides of the scenarios have different names: {names}",
            key="other",
            remedy="give the sides the same names, in the same order",
        )
    return f"{one[0].name} and {two[0].name}", old, new


def fight_of(found: Finding, run: RunOptions) -> Fight:
    """Convert a finding to a fight before and after the change."""
    old, new = map(run.games_of, found.variant.scenarios)
    differences = _differences(old, new, found.old, found.new, found.gain)
    wanted = 0 if found.is_exact else run.games
    return Fight(found.variant.name, old.scenario, new.scenario, differences, found.games, wanted, _rests_on(old))


def _rests_on(games: Games) -> Assumptions:
    return assumptions(games.scenario, games.policies, phases=games.phases, fixed=games.answers())


def _differences(old: Games, new: Games, before: Measured, after: Measured, gain: Measured) -> tuple[Difference, ...]:
    """Return the difference that the change makes to each measure.

    Chances and shares of models lost come first, in decreasing order, then lengths.
    """
    measures = measures_of_both(old.scenario, new.scenario)
    found = [
        Difference(one.name, one.kind, one.most, before[one.name], after[one.name], gain[one.name]) for one in measures
    ]
    return tuple(sorted(found, key=lambda one: (one.kind == PHASES, -one.size)))


def _in_words(changes: Mapping[str, Value], pairs: Sequence[Worlds]) -> tuple[str, ...]:
    if not changes:
        return (pairs[0][0].replace(" and ", " -> "),)
    return tuple(_in_short(key, value, pairs) for key, value in changes.items())


def _in_short(key: str, value: Value, pairs: Sequence[Worlds]) -> str:
    """Format a change briefly, with the former value if all fights share it."""
    if value == STRUCK:
        return f"without {key}"
    before = {str(now) for _, old, _ in pairs if (now := value_now(old, key)) is not None}
    return f"{key}={'none' if value is None else value}{f' (was {before.pop()})' if len(before) == 1 else ''}"
