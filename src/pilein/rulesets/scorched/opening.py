"""Initial position of a Scorched combat phase, set up from a scenario."""

from pilein.kernel.errors import BadScenario
from pilein.kernel.position import Position
from pilein.kernel.rulings import Readings
from pilein.rulesets.scorched.profile import QUALITIES, Traits, Weapon
from pilein.rulesets.scorched.state import Battle, Status
from pilein.rulesets.scorched.steps import Step
from pilein.rulesets.scorched.vocabulary import VOCABULARY
from pilein.tabletop.fielding import fielded, in_force
from pilein.tabletop.keys import made
from pilein.tabletop.sanity_checks import assert_living
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.vocabulary import Values

HANDS = 2


def opened(scenario: Scenario) -> Position:
    """Return the position at the start of a combat phase in which the active side has priority.

    Raises:
        BadScenario: the ruleset cannot field a model as the scenario describes it.
    """
    force = in_force(scenario, VOCABULARY)
    setup, field = fielded(scenario, force, lambda *of: traits_of(force, *of))
    statuses = tuple(_status(unit) for unit in scenario.units)
    battle = Battle(setup, setup.sides.index(scenario.active), field, statuses, has_had=scenario.round > 1)
    return Position(battle, ((Step.COMBAT_PHASE,),))


def next_phase(position: Position, _played: int) -> Position | None:
    """Return the start of the next round's combat phase, with priority passed to the other side.

    If priority is rolled for (CP-R-53), it is not passed yet, because a tie goes to the side that did not have
    priority last time.
    """
    battle: Battle = position.state
    if battle.setup.readings["CP-R-53"].option != "d6":
        battle = battle.changed(active=1 - battle.active)
    return Position(battle, ((Step.COMBAT_PHASE,),))


def traits_of(force: Readings, scenario: Scenario, unit: Unit, member: Member) -> Traits:
    """Return the traits of a member: its profile, equipment and rules.

    Raises:
        BadScenario: the member has lost all its wounds, or holds more than its two hands or the table's rows allow.
    """
    values = scenario.profiles[member.profile].values
    weapons = tuple(_weapon(name, scenario.weapons[name]) for name in member.weapons)
    assert_living(scenario, unit, member, "W")
    reason = why_not_held(force, weapons)
    if reason:
        message = f"{member.profile} cannot hold {', '.join(member.weapons)}: {reason}"
        raise BadScenario(message, key=unit.name, remedy="give the unit fewer or different weapons")
    return made(Traits, values, weapons=weapons, rules=member.rules, charger=bool(member.values["charger"]))


def _status(unit: Unit) -> Status:
    chargers = any(member.values["charger"] for member in unit.members)
    return Status(charged=bool(unit.statuses["charged"]), chargers=chargers)


def why_not_held(force: Readings, weapons: tuple[Weapon, ...]) -> str:
    """Explain why a model cannot hold the weapons, or return "" if it can.

    The weapons may need too many hands (CP-R-21), or one of them may stand for too many rows of the table
    (CP-R-17).
    """
    if force["CP-R-21"].option != "no-limit" and sum(weapon.hands for weapon in weapons) > HANDS:
        return "these weapons need more than two hands"
    if force["CP-R-17"].option == "one-row":
        several = [weapon.name for weapon in weapons if len(weapon.rows) > 1]
        if several:
            return f"under one-row a weapon is one row of the table, but {several[0]} has several rows"
    return ""


def _weapon(name: str, values: Values) -> Weapon:
    qualities = tuple(quality for quality in QUALITIES if values[quality])
    return made(Weapon, values, name=name, qualities=qualities)
