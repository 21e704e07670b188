"""Checks that look for dead models, overfull hands and charges without contact in a Scorched scenario."""

from collections.abc import Iterator

from pilein.kernel.errors import BadScenario
from pilein.rulesets.scorched.engaged import touching_enemies
from pilein.rulesets.scorched.opening import opened, traits_of
from pilein.rulesets.scorched.state import Battle
from pilein.rulesets.scorched.vocabulary import VOCABULARY
from pilein.tabletop import hinting
from pilein.tabletop.fielding import in_force
from pilein.tabletop.scenario import Loaded, Scenario

LANCE = "lance"  # the words that matter most in a charge


def check(loaded: Loaded) -> None:
    """Check that the scenario could occur in a game under these rules.

    Raises:
        BadScenario: a unit could not occur in a game. The error gives file, line, key and
            remedy for the first such unit.
    """
    scenario = loaded.scenario
    force = in_force(scenario, VOCABULARY)
    for number, unit in enumerate(scenario.units):
        for place, member in enumerate(unit.members):
            try:
                traits_of(force, scenario, unit, member)
            except BadScenario as error:
                where = ("members", place) if len(unit.members) > 1 else ()
                raise loaded.fault(error.message, "unit", number, *where, remedy=error.remedy) from None
    _check_contact(loaded, opened(scenario).state)


def _check_contact(loaded: Loaded, battle: Battle) -> None:
    """Check that units and models that moved into engagement touch an enemy."""
    for number, unit in enumerate(loaded.scenario.units):
        models = battle.setup.units[number].models
        if unit.statuses["charged"] and not any(touching_enemies(battle, model) for model in models):
            message = f"{unit.name!r} are marked as having charged, yet touch no enemy"
            raise loaded.fault(
                message, "unit", number, "charged", remedy="remove charged, or place the unit in contact with an enemy"
            )
        chargers = [model for model in models if battle.traits(model).charger]
        if chargers and not any(touching_enemies(battle, model) for model in chargers):
            message = f"models of {unit.name!r} are marked as chargers, yet touch no enemy"
            raise loaded.fault(
                message, "unit", number, "members", remedy="remove charger, or place them in contact with an enemy"
            )


def hints(scenario: Scenario) -> Iterator[str]:
    """Yield a line for each choice that is legal but probably unintended."""
    carried = {weapon for unit in scenario.units for member in unit.members for weapon in member.weapons}
    if any(scenario.weapons[weapon].get("shape") == LANCE for weapon in carried):
        yield from hinting.nobody_charged(scenario)
