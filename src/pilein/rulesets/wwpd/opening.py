"""Initial position of a melee phase, set up from a scenario."""

from pilein.kernel.position import Position
from pilein.rulesets.wwpd.profile import Traits, Weapon
from pilein.rulesets.wwpd.state import Battle, Status
from pilein.rulesets.wwpd.steps import Step
from pilein.rulesets.wwpd.vocabulary import VOCABULARY
from pilein.tabletop.fielding import fielded, in_force
from pilein.tabletop.keys import made
from pilein.tabletop.sanity_checks import assert_living
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.setup import Setup
from pilein.tabletop.vocabulary import whole

BARE_HANDS = "hand weapon"


def opened(scenario: Scenario) -> Position:
    """Set up the position at the start of a melee phase of the active side.

    Raises:
        BadScenario: the ruleset cannot field a unit as the scenario describes it.
    """
    setup, field = fielded(scenario, in_force(scenario, VOCABULARY), traits_of)
    active = setup.sides.index(scenario.active)
    statuses = tuple(_status(unit) for unit in scenario.units)
    fired = _fired(scenario, setup) if field.is_on_table else ()
    return Position(Battle(setup, active, field, statuses, fired), ((Step.MELEE_PHASE,),))


def next_phase(position: Position, _played: int) -> Position | None:
    """Return the position at the start of the other side's phase, which comes next."""
    return Position(position.state, ((Step.MELEE_PHASE,),))


def traits_of(scenario: Scenario, unit: Unit, member: Member) -> Traits:
    """Traits of a member, from its profile and its equipment. The member fights with the first weapon named."""
    values = scenario.profiles[member.profile].values
    assert_living(scenario, unit, member, "wounds")
    carried = [scenario.weapons[name] for name in member.weapons]
    held = carried[0] if carried else {}
    offense = whole(values, "melee_offense") + (whole(held, "melee_offense") if held else 0)
    weapon = made(Weapon, held, name=member.weapons[0] if carried else BARE_HANDS, melee_offense=offense)
    defense = whole(values, "melee_defense") + sum(whole(one, "melee_defense") for one in carried)
    rate = values["rate"] if held.get("rate") is None else held["rate"]
    leader = bool(member.values["leader"])
    return made(Traits, values, rate=rate, melee_defense=defense, weapon=weapon, leader=leader)


def _status(unit: Unit) -> Status:
    given = unit.statuses
    flags = {key: bool(given[key]) for key in ("suppressed", "took_part_in_firefight", "hit_in_firefight")}
    flags["took_part_in_firefight"] |= any(member.values["fired"] for member in unit.members)
    return Status(**flags, starting_strength=whole(given, "starting_strength") or unit.models)


def _fired(scenario: Scenario, setup: Setup) -> tuple[int, ...]:
    """Models that fired in the Firefight phase. The key of a member applies to all its models."""
    members = [member for unit in scenario.units for member in unit.members]
    return tuple(model for model, kind in enumerate(setup.kind_of) if members[kind].values["fired"])
