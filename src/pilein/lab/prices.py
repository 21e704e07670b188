"""Prices in points: the cost of a unit, and the additional cost of a change."""

from collections.abc import Mapping

from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint, shortened
from pilein.lab.changes import Change
from pilein.lab.loadouts import PRICE, protections, said, weapons_in
from pilein.tabletop.scenario import Member, Scenario
from pilein.tabletop.vocabulary import names

Prices = Mapping[str, float]  # a profile, a weapon, armour or a key of members -> points per model


def prices_of(given: Prices | None, scenario: Scenario) -> Prices:
    """Check and return the given prices.

    Raises BadInput if a price is for an item that no model has, or is not a number.
    """
    found = {} if given is None else dict(given)
    words = vocabulary(scenario.ruleset)
    known = (*scenario.profiles, *weapons_in(scenario, words), *protections(words), *names(words.member_keys))
    for name, price in found.items():
        if name not in known:
            remedy = hint(name, known, "name a profile, a weapon, armour, or a bearer such as standard")
            raise BadInput(
                "the scenario has no profile, weapon, armour or bearer with this name",
                key=shortened(name),
                remedy=remedy,
            )
        if type(price) not in (int, float) or not 0 <= price <= MOST:
            raise BadInput(
                f"the price cannot be {price!r}", key=shortened(name), remedy=f"give a price from 0 to {MOST} points"
            )
    return found


MOST = 10_000


def points(scenario: Scenario, change: Change, prices: Prices) -> float:
    """Return the cost of a change in points.

    The cost is negative for a saving, and 0 if no changed item has a price.
    """
    if change.scenario is None:
        return 0
    return _cost(change.scenario, change.unit, prices) - _cost(scenario, change.unit, prices)


def _cost(scenario: Scenario, unit: int, prices: Prices) -> float:
    return sum(member.models * _price_of_model(scenario, member, prices) for member in scenario.units[unit].members)


def _price_of_model(scenario: Scenario, member: Member, prices: Prices) -> float:
    """Return the price of one model with its equipment. A copied profile costs as much as the original."""
    values = scenario.profiles[member.profile].values
    own = values.get(PRICE) or 0
    assert isinstance(own, int | float)
    plain = prices.get(member.profile.partition(" of ")[0], own)
    held = sum(prices.get(weapon, 0) for weapon in member.weapons)
    words = vocabulary(scenario.ruleset)
    worn = sum(
        prices.get(said(key, values.get(key.name)), 0) for key in words.characteristics if key.name in words.armour
    )
    return plain + held + worn + sum(prices.get(key, 0) for key, value in member.values.items() if value is True)
