"""Validation of a scenario that was not read from a file."""

from msgspec.structs import replace

from pilein.kernel.nearest import hint, listed, shortened
from pilein.tabletop.loading import MOST_ROUNDS
from pilein.tabletop.notation.objectives import MOST_TURNS
from pilein.tabletop.notation.units import SIDES
from pilein.tabletop.scenario import Scenario, Unit
from pilein.tabletop.validation.ground import check_ground, check_objectives, check_press
from pilein.tabletop.validation.units import check_profiles, check_units
from pilein.tabletop.validation.words import (
    check_name,
    check_numbers,
    check_rulings,
    check_struck,
    check_values,
    check_weapons,
    fault,
)
from pilein.tabletop.vocabulary import Vocabulary, defaults


def assert_valid(scenario: Scenario, vocabulary: Vocabulary) -> None:
    """Check that a scenario could have been read from a file of this ruleset. Overlapping models are not checked.

    Raises:
        BadScenario: a value could not occur in a file. The error names the first such value.
    """
    if scenario.ruleset != vocabulary.ruleset:
        message = f"the scenario is for {shortened(scenario.ruleset)}, not for {vocabulary.ruleset}"
        raise fault(("ruleset",), message, "use a scenario and a vocabulary of the same ruleset")
    _check_sides(scenario, vocabulary)
    _check_numbers(scenario)
    check_rulings(scenario.rulings, vocabulary)
    check_struck(scenario.struck, vocabulary)
    check_numbers(scenario.numbers, vocabulary)
    check_weapons(scenario.weapons, vocabulary)
    check_profiles(scenario, vocabulary)
    check_ground(scenario)
    check_units(scenario, vocabulary)
    check_press(scenario)
    check_objectives(scenario)


def completed(scenario: Scenario, vocabulary: Vocabulary) -> Scenario:
    """Upgrade a scenario of an earlier ruleset version by adding the defaults of missing keys."""
    return replace(
        scenario,
        units=tuple(_completed_unit(unit, vocabulary) for unit in scenario.units),
        weapons={name: defaults(vocabulary.weapon_keys) | held for name, held in scenario.weapons.items()},
        sides=tuple(replace(side, values=defaults(vocabulary.side_keys) | side.values) for side in scenario.sides),
    )


def _completed_unit(unit: Unit, vocabulary: Vocabulary) -> Unit:
    member_keys = defaults(vocabulary.member_keys)
    members = tuple(replace(member, values=member_keys | member.values) for member in unit.members)
    return replace(unit, members=members, statuses=defaults(vocabulary.statuses) | unit.statuses)


def _check_sides(scenario: Scenario, vocabulary: Vocabulary) -> None:
    names = [side.name for side in scenario.sides]
    if len(set(names)) != SIDES or len(names) != SIDES:
        raise fault(
            ("sides",),
            f"the sides of the scenario are {listed(names)}",
            "give the scenario exactly two sides with different names",
        )
    for side in scenario.sides:
        check_name(side.name, "sides", side.name)
        check_values(side.values, vocabulary.side_keys, "sides", side.name)
        if all(unit.side != side.name for unit in scenario.units):
            raise fault(
                ("sides", side.name),
                f"the side {side.name!r} has no units",
                "give the side at least one unit, or remove it",
            )
    if scenario.active not in names:
        message = f"there is no side {shortened(scenario.active)!r}"
        raise fault(("active",), message, hint(scenario.active, names, f"name one of the sides: {listed(names)}"))


def _check_numbers(scenario: Scenario) -> None:
    if not 1 <= scenario.round <= MOST_ROUNDS:
        raise fault(
            ("round",), f"the round cannot be {shortened(str(scenario.round))}", f"give a round from 1 to {MOST_ROUNDS}"
        )
    if scenario.turns is not None and not 1 <= scenario.turns <= MOST_TURNS:
        raise fault(
            ("turns",),
            f"the number of turns cannot be {shortened(str(scenario.turns))}",
            f"give 1 to {MOST_TURNS} turns",
        )
