"""Measures for comparing two versions of a fight: the winner, the fate of each unit, losses and length."""

from collections.abc import Mapping

from msgspec import Struct

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

    `most` scales numbers of models, so that measures of different kinds can be ordered.
    """

    name: str
    kind: str = CHANCE
    most: int = 1


def measures_of(scenario: Scenario) -> tuple[Measure, ...]:
    """Return the measures of a fight: each side's win, each unit's fate and losses, and the length."""
    wins = tuple(Measure(WINS.format(side=side)) for side in sides_of(scenario))
    units = tuple(
        measure
        for unit in scenario.units
        for measure in (Measure(_beaten(unit.name)), Measure(_lost(unit.name), MODELS, unit.models))
    )
    return (*wins, Measure(NEITHER), *units, Measure(LENGTH, PHASES))


def in_figures(figures: Figures, ruleset: str) -> dict[str, Number]:
    """Return the values of the measures by name, from the figures of a fight."""
    beaten = ruleset_named(ruleset).beaten
    won = [dict(figures.outcome)[WINS.format(side=side)] for side in figures.sides]
    found: dict[str, Number] = {WINS.format(side=side): one for side, one in zip(figures.sides, won, strict=True)}
    found[NEITHER] = 1 - _plain(won[0]) - _plain(won[1])
    for unit in figures.units:
        found[_beaten(unit.unit)] = sum((_plain(chance) for fate, chance in unit.fates if fate in beaten), start=0.0)
        found[_lost(unit.unit)] = unit.losses.mean
    return found | {LENGTH: figures.phases.mean}


def in_game(rules: Ruleset, opening: BattleState, ended: Ended) -> dict[str, float]:
    """Return the values of the measures by name, from a game that has been played."""
    state, setup = ended.state, opening.setup
    ending = questions.ending(rules, state)
    wins = [WINS.format(side=side) for side in setup.sides]
    found = {name: float(name == ending) for name in wins} | {NEITHER: float(ending not in wins)}
    for unit in setup.units:
        found[_beaten(unit.name)] = float(rules.fate(state, unit.number) in rules.beaten)
        found[_lost(unit.name)] = float(rules.left(opening, unit.number) - rules.left(state, unit.number))
    return found | {LENGTH: float(ended.phases)}


def measures_of_both(one: Scenario, other: Scenario) -> tuple[Measure, ...]:
    """Return the measures that two fights have in common: measures of the sides, and of units with the same names."""
    known: Mapping[str, Measure] = {measure.name: measure for measure in measures_of(other)}
    return tuple(
        Measure(measure.name, measure.kind, max(measure.most, known[measure.name].most))
        for measure in measures_of(one)
        if measure.name in known
    )


def in_words(kind: str, number: Number) -> str:
    """Format the value of a measure, as per cent for a chance and as a number for a mean."""
    return percent(number) if kind == CHANCE else mean(number)


def _plain(number: Number) -> float:
    """Treat a number as a float for type checkers, without converting it."""
    return number  # type: ignore[return-value]


def _beaten(unit: str) -> str:
    return f"{unit}: out of the battle"


def _lost(unit: str) -> str:
    return f"{unit}: models lost"
