"""Checks of a WarStrike scenario. No model may have moved into contact in the Action Phase (WS-WH-07)."""

from collections.abc import Iterator
from math import floor

from pilein.geometry.gaps import gap, touches, within
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH, inches
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.errors import BadScenario
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.vocabulary import VOCABULARY
from pilein.tabletop import hinting
from pilein.tabletop.checking import stands
from pilein.tabletop.fielding import in_force
from pilein.tabletop.scenario import Loaded, Scenario

NEAR = 6  # inches within which close combat arises (WS-WH-01)


def check(loaded: Loaded) -> None:
    """Check that the scenario could occur in a game under these rules.

    Raises:
        BadScenario: a unit could not occur in a game. The error gives the file, line, key and remedy for the first such
            unit.
    """
    for number, unit in enumerate(loaded.scenario.units):
        leaders = [place for place, member in enumerate(unit.members) if member.values["leader"]]
        if len(leaders) > 1:
            message = f"{unit.name!r} have two leaders"
            raise loaded.fault(
                message,
                "unit",
                number,
                "members",
                leaders[1],
                "leader",
                remedy="remove `leader` from one of the two models",
            )
        if leaders and unit.statuses["leaderless"]:
            message = f"{unit.name!r} have a leader but are marked leaderless"
            raise loaded.fault(message, "unit", number, "leaderless", remedy="remove leader or leaderless")
        if unit.statuses["moved"] and unit.side != loaded.scenario.active:
            message = f"{unit.name!r} cannot have moved in the turn of {loaded.scenario.active!r}"
            raise loaded.fault(message, "unit", number, "moved", remedy="remove moved")
    if loaded.scenario.table is not None:
        _check_movers(loaded)


def _check_movers(loaded: Loaded) -> None:
    """Check that models that moved this turn have stayed away from the enemy."""
    scenario = loaded.scenario
    stood = tuple(stands(scenario))
    table = Table(in_force(scenario, VOCABULARY), struck=frozenset(scenario.struck))
    for one in stood:
        if not _has_moved(scenario, one.unit):
            continue
        foes = (other for other in stood if scenario.units[other.unit].side != scenario.units[one.unit].side)
        for foe in foes:
            reason = _why_not_there(table, one.outline, foe.outline)
            if reason:
                raise _fault(loaded, one.unit, one.model, reason)


def _why_not_there(table: Table, body: Shape, enemy: Shape) -> str:
    """Explain why a model that moved this turn cannot stand near an enemy, or return "".

    There is no charge move, so Moving Around The Enemy restricts all movement (WS-WH-07, WS-R-09). It keeps models
    out of base contact with enemies during the Action Phase (WS-WH-08).
    """
    if touches(body, enemy):
        return "touches an enemy" if table.holds("WS-WH-08") else ""
    is_near = within(body, enemy, INCH - 2 * CONTACT) and table.rule("WS-R-09") != "contact-only"
    hundredths = floor(100 * inches(gap(body, enemy)))
    return f'is {hundredths / 100:.2f}" from an enemy' if is_near and table.holds("WS-WH-07") else ""


def _has_moved(scenario: Scenario, number: int) -> bool:
    """Whether a unit has moved this turn. A move At the Double counts only if it is the turn of the unit's side."""
    unit = scenario.units[number]
    return bool(unit.statuses["moved"] or (unit.statuses["at_the_double"] and unit.side == scenario.active))


def _fault(loaded: Loaded, unit: int, model: int, words: str) -> BadScenario:
    statuses = loaded.scenario.units[unit].statuses
    keys = " and ".join(key for key in ("moved", "at_the_double") if statuses[key])
    message = f"{loaded.scenario.units[unit].name!r} moved this turn, yet its model {model + 1} {words}"
    return loaded.fault(
        message, "unit", unit, "positions", model, remedy=f"remove {keys}, or move the model further from the enemy"
    )


def hints(scenario: Scenario) -> Iterator[str]:
    """Yield a line for each choice that is legal but probably unintended."""
    yield from hinting.out_of_reach(scenario, NEAR)
