"""Initial position of a WAB battle, and the change from one player's turn to the next."""

from msgspec import convert

from pilein.kernel.errors import BadScenario
from pilein.kernel.position import Position
from pilein.rulesets.wab.nearness import foes, is_engaged
from pilein.rulesets.wab.profile import Missile, Mount, Traits
from pilein.rulesets.wab.state import Absent, Arc, Assault, Battle
from pilein.rulesets.wab.status import Charged, Status
from pilein.rulesets.wab.steps import Step
from pilein.rulesets.wab.vocabulary import VOCABULARY
from pilein.tabletop.fielding import fielded, in_force
from pilein.tabletop.keys import made
from pilein.tabletop.plane import Loose
from pilein.tabletop.sanity_checks import assert_living
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.vocabulary import Values, whole

LATER_ROUND = 2
DUTIES = ("standard", "musician", "general", "battle_standard")
AS_GIVEN = (
    "fleeing",
    "won",
    "stubborn_used",
    "frenzy_lost",
    "move",
    "sixes_only",
    "began",
    "uphill",
    "defended",
)  # statuses with the same name in the file and in the battle


def opened(scenario: Scenario) -> Position:
    """Set up the position at the start of the active side's turn.

    Raises:
        BadScenario: the ruleset cannot field a unit as the scenario describes it.
    """
    setup, field = fielded(scenario, in_force(scenario, VOCABULARY), traits_of)
    active = setup.sides.index(scenario.active)
    statuses = tuple(_status(scenario, unit) for unit in scenario.units)
    battle = Battle(setup, active, field, statuses, assaults=_assaults(scenario))
    battle = _with_absent(battle, scenario)
    for number, unit in enumerate(scenario.units):
        if unit.statuses["fought"] or scenario.round >= LATER_ROUND:
            battle = battle.having(number, fought=foes(battle, number))
    return Position(battle, ((Step.PLAYER_TURN,),))


def next_phase(position: Position, played: int) -> Position | None:
    """Return the position at the start of the other side's turn, or None when a side has no units left.

    In the press the battle is also over when no units are in contact, or when WAB-R-83 ends it.
    """
    battle: Battle = position.state
    if not battle.is_on_table and not any(is_engaged(battle, unit.number) for unit in battle.setup.units):
        return None
    absent = {one.unit for one in battle.absent}
    for side in (0, 1):
        if not any(battle.lives(unit) or unit in absent for unit in battle.setup.units_of(side)):
            return None
    limit = most_phases(battle)
    if limit is not None and played >= limit:
        return None
    return Position(battle, ((Step.PLAYER_TURN,),))


def most_phases(battle: Battle) -> int | None:
    """Number of turns after which an unfinished press ends, or None for no limit (WAB-R-83).

    On a table there is no such limit, because each combat counts its own turns (`combat_phase.has_lasted_too_long`).
    """
    return None if battle.is_on_table else battle.setup.readings["WAB-R-83"].number


def traits_of(scenario: Scenario, unit: Unit, member: Member) -> Traits:
    """Traits of a member, from its profile, mount, equipment, rules and duties."""
    profile = scenario.profiles[member.profile]
    values = profile.values
    assert_living(scenario, unit, member, "W")
    held = tuple((name, scenario.weapons[name]) for name in member.weapons)
    return made(
        Traits,
        values,
        mounted=bool(values["mounted"]) or values["type"] == "cavalry",
        mount=_mount(scenario, unit, values),
        missiles=tuple(_missile(name, one) for name, one in held if not one["melee"]),
        two_weapons=sum(bool(one["melee"]) for _, one in held) > 1,
        rules=member.rules,
        **{name: bool(member.values[name]) for name in DUTIES},
    )


def _mount(scenario: Scenario, unit: Unit, values: Values) -> Mount | None:
    name = str(values["mount"])
    if not name:
        return None
    if name not in scenario.profiles:
        raise BadScenario(
            f"there is no profile for the mount {name!r}", key=unit.name, remedy=f"define it under [profiles.{name}]"
        )
    beast = scenario.profiles[name].values
    skill, strength, initiative, attacks = (whole(beast, key) for key in ("WS", "S", "I", "A"))
    return Mount(name, skill, strength, initiative, attacks, whole(values, "mounts"))


def _missile(name: str, values: Values) -> Missile:
    return made(Missile, values, name=name, short_S=values["short_S"] or values["S"])


def _status(scenario: Scenario, unit: Unit) -> Status:
    given = unit.statuses
    charge: Charged = ""
    words: tuple[tuple[str, Charged], ...] = (
        ("charged", "charged"),
        ("counter_charged", "counter"),
        ("pursued", "pursuit"),
    )
    for key, word in words:
        if given[key]:
            charge = word
    ignored = tuple(number for number, one in enumerate(scenario.units) if one.name == given["ignored"])
    same = {key: given[key] for key in AS_GIVEN}
    return convert(same | {"charge": charge, "ignored": ignored}, Status)


def _assaults(scenario: Scenario) -> tuple[Assault, ...]:
    number = {unit.name: place for place, unit in enumerate(scenario.units)}
    arcs: tuple[Arc, ...] = ("flank", "rear")
    return tuple(
        Assault(number[unit.name], number[str(unit.statuses[arc])], arc)
        for unit in scenario.units
        for arc in arcs
        if unit.statuses[arc]
    )


def _with_absent(battle: Battle, scenario: Scenario) -> Battle:
    """Return the battle without the units that are off the table at the start. Their places are remembered."""
    for number, unit in enumerate(scenario.units):
        if unit.statuses["off_table"]:
            if not battle.is_on_table:
                raise BadScenario(
                    "a unit in the press cannot be off the table", key=unit.name, remedy="remove off_table"
                )
            standing = battle.plane.standings[number]
            lost = tuple(pair for pair in battle.plane.lost if pair[0] in battle.plane.models(number))
            battle = battle.changed(absent=(*battle.absent, Absent(number, standing, lost)))
            battle = battle.on(battle.plane.without(frozenset(battle.plane.models(number))))
            battle = battle.on(battle.plane.with_standing(number, Loose((), ())))
    return battle
