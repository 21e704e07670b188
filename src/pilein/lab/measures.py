"""Measures of a fight: the winner, the chance of each fate of each unit, losses and length."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import Ended
from pilein.lab import questions
from pilein.lab.figures import WINS, Figures, Number
from pilein.lab.figures_as_words import mean, percent
from pilein.lab.policies import sides_of
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

CHANCE, MODELS, PHASES = "chance", "models", "phases"
NEITHER = "neither wins"
LENGTH = "phases played"


class Measure(Struct, frozen=True):
    """Measure of a fight, with its name, its kind (a chance, or a mean number of models or phases), and its greatest
    value.

    `most` scales numbers of models, so that measures of different kinds can be ordered. `fate_of` is the unit whose
    fate the measure is, or "" if it is not the chance of a single fate.
    """

    name: str
    kind: str = CHANCE
    most: int = 1
    fate_of: str = ""


def measures_of(scenario: Scenario) -> tuple[Measure, ...]:
    """Return the measures of a fight: each side's win, each unit's fates and losses, and the length.

    The fates have the names that the odds give them, such as "guards: destroyed", and come last. "guards: out of the
    battle" is the chance of all fates that count as beaten.
    """
    wins = tuple(Measure(WINS.format(side=side)) for side in sides_of(scenario))
    units = tuple(
        measure
        for unit in scenario.units
        for measure in (Measure(out_of_battle(unit.name)), Measure(_lost(unit.name), MODELS, unit.models))
    )
    words = ruleset_named(scenario.ruleset).fates
    fates = tuple(Measure(_fate(unit.name, fate), fate_of=unit.name) for unit in scenario.units for fate in words)
    return (*wins, Measure(NEITHER), *units, Measure(LENGTH, PHASES), *fates)


def in_figures(figures: Figures, ruleset: str) -> dict[str, Number]:
    """Return the values of the measures by name, from the figures of a fight."""
    rules = ruleset_named(ruleset)
    won = [dict(figures.outcome)[WINS.format(side=side)] for side in figures.sides]
    found: dict[str, Number] = {WINS.format(side=side): one for side, one in zip(figures.sides, won, strict=True)}
    found[NEITHER] = 1 - _plain(won[0]) - _plain(won[1])
    of_fates: dict[str, Number] = {}
    for unit in figures.units:
        fates = {fate: _plain(chance) for fate, chance in unit.fates}
        out = sum((chance for fate, chance in fates.items() if fate in rules.beaten), start=0.0)
        found |= {out_of_battle(unit.unit): out, _lost(unit.unit): unit.losses.mean}
        of_fates |= {_fate(unit.unit, fate): fates.get(fate, 0.0) for fate in rules.fates}
    return found | {LENGTH: figures.phases.mean} | of_fates


def in_game(rules: Ruleset, opening: BattleState, ended: Ended) -> dict[str, float]:
    """Return the values of the measures by name, from a game that has been played."""
    state, setup = ended.state, opening.setup
    ending = questions.ending(rules, state)
    wins = [WINS.format(side=side) for side in setup.sides]
    found = {name: float(name == ending) for name in wins} | {NEITHER: float(ending not in wins)}
    of_fates: dict[str, float] = {}
    for unit in setup.units:
        fate = rules.fate(state, unit.number)
        found[out_of_battle(unit.name)] = float(fate in rules.beaten)
        found[_lost(unit.name)] = float(rules.left(opening, unit.number) - rules.left(state, unit.number))
        of_fates |= {_fate(unit.name, one): float(one == fate) for one in rules.fates}
    return found | {LENGTH: float(ended.phases)} | of_fates


def measures_of_both(one: Scenario, other: Scenario) -> tuple[Measure, ...]:
    """Return the measures that two fights have in common: measures of the sides, and of units with the same names."""
    known: Mapping[str, Measure] = {measure.name: measure for measure in measures_of(other)}
    return tuple(
        replace(measure, most=max(measure.most, known[measure.name].most))
        for measure in measures_of(one)
        if measure.name in known
    )


def in_words(kind: str, number: Number) -> str:
    """Format the value of a measure, as per cent for a chance and as a number for a mean."""
    return percent(number) if kind == CHANCE else mean(number)


def _plain(number: Number) -> float:
    """Treat a number as a float for type checkers, without converting it."""
    return number  # type: ignore[return-value]


def out_of_battle(unit: str) -> str:
    """Return the name of the chance that a unit has a fate that counts as beaten."""
    return f"{unit}: out of the battle"


def _fate(unit: str, fate: str) -> str:
    return f"{unit}: {fate}"


def _lost(unit: str) -> str:
    return f"{unit}: models lost"
