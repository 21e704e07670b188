"""From a scenario to the first position of a melee phase."""

from typing import cast

from pilein.geometry.ticks import ticks
from pilein.kernel.position import Position
from pilein.kernel.rulings import readings
from pilein.rulesets.wwpd.profile import Traits, Weapon
from pilein.rulesets.wwpd.rulings import RULINGS
from pilein.rulesets.wwpd.state import Battle, Status
from pilein.rulesets.wwpd.steps import Step
from pilein.tabletop.fielding import fielded
from pilein.tabletop.plausible import assert_living
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.setup import Setup
from pilein.tabletop.vocabulary import Values, whole

BARE_HANDS = "hand weapon"


def opened(scenario: Scenario) -> Position:
    """The position in which a melee phase of the active side is about to be played.

    Raises:
        BadScenario: where the ruleset cannot field a unit as the scenario has it.

    """
    setup, field = fielded(scenario, readings(RULINGS, scenario.rulings), traits_of)
    active = setup.sides.index(scenario.active)
    statuses = tuple(_status(unit) for unit in scenario.units)
    fired = _fired(scenario, setup) if field.is_on_table else ()
    return Position(Battle(setup, active, field, statuses, fired), ((Step.MELEE_PHASE,),))


def next_phase(position: Position, _played: int) -> Position | None:
    """The same battle at the start of the next phase, that of the side whose turn it now is."""
    return Position(position.state, ((Step.MELEE_PHASE,),))


def traits_of(scenario: Scenario, unit: Unit, member: Member) -> Traits:
    """The traits of a member: its profile and what it carries; it fights with the first weapon named."""
    values = scenario.profiles[member.profile].values
    assert_living(scenario, unit, member, "wounds")
    carried = [scenario.weapons[name] for name in member.weapons]
    held = carried[0] if carried else {}
    rate = held.get("rate")
    return Traits(
        rate=whole(values, "rate") if rate is None else whole(held, "rate"),
        **{name: whole(values, name) for name in ("skill", "toughness", "armor", "save", "wounds", "Ld")},
        melee_defense=whole(values, "melee_defense") + sum(whole(one, "melee_defense") for one in carried),
        normal_move=ticks(float(cast("float", values["normal_move"]))),
        weapon=_weapon(member.weapons[0] if carried else BARE_HANDS, held, whole(values, "melee_offense")),
        leader=bool(member.values["leader"]),
    )


def _weapon(name: str, held: Values, offense: int) -> Weapon:
    if not held:
        return Weapon(name, melee_offense=offense)
    return Weapon(name, whole(held, "massive"), whole(held, "ap"), offense + whole(held, "melee_offense"))


def _status(unit: Unit) -> Status:
    given = unit.statuses
    flags = {key: bool(given[key]) for key in ("suppressed", "took_part_in_firefight", "hit_in_firefight")}
    return Status(**flags, starting_strength=whole(given, "starting_strength") or unit.models)


def _fired(scenario: Scenario, setup: Setup) -> tuple[int, ...]:
    """The models that fired: the member key counts for every model of the member."""
    members = [member for unit in scenario.units for member in unit.members]
    return tuple(model for model, kind in enumerate(setup.kind_of) if members[kind].values["fired"])
