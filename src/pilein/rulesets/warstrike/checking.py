"""What WarStrike has against a scenario: who has moved into contact, or as no Action Phase lets him (WS-WH-07)."""

from pilein.geometry.gaps import gap, touches, within
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import CONTACT, INCH, inches
from pilein.kernel.errors import BadScenario
from pilein.kernel.rulings import DEFAULT
from pilein.rulesets.warstrike.rulebook import says
from pilein.tabletop.checking import stands
from pilein.tabletop.loaded import Loaded


def check(loaded: Loaded) -> None:
    """Pass a scenario that a game under these rules could have come to.

    Raises:
        BadScenario: the first unit that could not, with file, line, key and remedy.

    """
    for number, unit in enumerate(loaded.scenario.units):
        leaders = [place for place, member in enumerate(unit.members) if member.values["leader"]]
        if len(leaders) > 1:
            message = f"{unit.name!r} has two leaders"
            raise loaded.fault(message, "unit", number, "members", leaders[1], "leader", remedy="take one out")
        if leaders and unit.statuses["leaderless"]:
            message = f"{unit.name!r} is leaderless and has a leader"
            raise loaded.fault(message, "unit", number, "leaderless", remedy="take one of the two out")
        if unit.statuses["moved"] and unit.side != loaded.scenario.active:
            message = f"{unit.name!r} cannot have moved in the turn of {loaded.scenario.active!r}"
            raise loaded.fault(message, "unit", number, "moved", remedy="take moved out")
    if loaded.scenario.table is not None:
        _check_movers(loaded)


def _check_movers(loaded: Loaded) -> None:
    """WS-WH-07, WS-WH-08. Whoever moved this turn has kept away from the enemy."""
    scenario = loaded.scenario
    stood = tuple(stands(scenario))
    reading = scenario.rulings.get("WS-R-09")
    distance = distance_to_enemies(reading.option if reading else DEFAULT)
    for one in stood:
        if not scenario.units[one.unit].statuses["moved"]:
            continue
        foes = (other for other in stood if scenario.units[other.unit].side != scenario.units[one.unit].side)
        for foe in foes:
            reason = _why_not_there(one.outline, foe.outline, distance)
            if reason:
                raise _fault(loaded, one.unit, one.model, reason)


@says("WS-WH-07", without=0)
def distance_to_enemies(reading: str) -> int:
    """WS-WH-07. There is no charge move: Moving Around The Enemy binds all movement (WS-R-09), in ticks."""
    return 0 if reading == "contact-only" else INCH


@says("WS-WH-08", without=False)
def is_in_contact(body: Shape, enemy: Shape) -> bool:
    """WS-WH-08. It keeps models out of base contact with enemies during the Action Phase."""
    return touches(body, enemy)


def _why_not_there(body: Shape, enemy: Shape, distance: int) -> str:
    if is_in_contact(body, enemy):
        return "touches an enemy"
    if distance and not touches(body, enemy) and within(body, enemy, distance - 2 * CONTACT):
        return f'is {inches(gap(body, enemy)):.2f}" from an enemy'
    return ""


def _fault(loaded: Loaded, unit: int, model: int, words: str) -> BadScenario:
    message = f"{loaded.scenario.units[unit].name!r} moved this turn, yet its model {model + 1} {words}"
    return loaded.fault(message, "unit", unit, "positions", model, remedy="take moved out, or stand it further off")
