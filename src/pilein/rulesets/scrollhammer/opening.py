"""Initial position of a Scrollhammer phase, set up from a scenario."""

from msgspec import convert
from msgspec.structs import replace

from pilein.kernel.nearest import folded
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.attacks import MELEE, STAFF, STOPPED
from pilein.rulesets.scrollhammer.bonuses import FILES
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.phase import still_falling_back
from pilein.rulesets.scrollhammer.profile import Effect, Traits, Weapon
from pilein.rulesets.scrollhammer.state import NOBODY, Battle, Status
from pilein.rulesets.scrollhammer.steps import Step
from pilein.rulesets.scrollhammer.vocabulary import RULES_OF_ATTACKS, VOCABULARY
from pilein.tabletop.fielding import fielded, in_force
from pilein.tabletop.keys import made
from pilein.tabletop.sanity_checks import assert_living
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.vocabulary import Values

LATER_ROUND = 2


def opened(scenario: Scenario) -> Position:
    """Return the position at the start of the active side's close combat phase.

    Raises:
        BadScenario: the ruleset cannot field a unit as the scenario describes it.
    """
    setup, field = fielded(scenario, in_force(scenario, VOCABULARY), traits_of, _usual_files)
    active = setup.sides.index(scenario.active)
    statuses = tuple(_status(scenario, unit) for unit in scenario.units)
    return Position(Battle(setup, active, field, statuses), ((Step.CLOSE_COMBAT_PHASE,),))


def _usual_files(unit: Unit) -> int:
    return FILES if unit.formation == "ranks" else 0


def next_phase(position: Position, played: int) -> Position | None:
    """Return the position at the start of the next side's phase, or None if the battle has reached its limit.

    In the Movement phase, units of that side that are falling back regroup or fall back again (SH-R-84). At the limit,
    unfinished combats stay as they are or, under `break-off`, both sides break off (SH-R-69).
    """
    battle: Battle = position.state
    if not has_lasted_too_long(battle, played):
        movement = ((Step.MOVE_FALLING_BACK,),) if still_falling_back(battle) else ()
        return Position(battle, (*movement, (Step.CLOSE_COMBAT_PHASE,)))
    if battle.setup.readings["SH-R-69"].option == "break-off":
        return Position(battle, ((Step.GIVE_UP,), (Step.END_OF_PHASE,)))
    return None


def most_phases(battle: Battle) -> int | None:
    """Number of Fight sub-phases after which unfinished combats are left or broken off (SH-R-69), or None."""
    return battle.setup.readings["SH-R-69"].number


def has_lasted_too_long(battle: Battle, played: int) -> bool:
    """Whether any unit is still locked after the maximum number of Fight sub-phases (SH-R-69)."""
    limit = most_phases(battle)
    return limit is not None and played >= limit and any(is_locked(battle, unit.number) for unit in battle.setup.units)


def traits_of(scenario: Scenario, unit: Unit, member: Member) -> Traits:
    """Return the traits of a member: its profile, weapons, special rules and duties.

    A weapon's special rules also apply to its bearer, unless they are limited to the weapon's own attacks
    (SH-AT-06).
    """
    values = scenario.profiles[member.profile].values
    shield = any(scenario.weapons[name].get("shield") for name in member.weapons)
    weapons = tuple(_weapon(name, scenario.weapons[name], member.rules) for name in member.weapons)
    given = (rule for weapon in weapons for rule in weapon.rules)
    assert_living(scenario, unit, member, "W")
    return made(
        Traits,
        values,
        weapons=tuple(weapon for weapon in weapons if not scenario.weapons[weapon.name].get("shield")),
        shield=shield,
        rules=tuple(dict.fromkeys((*member.rules, *(rule for rule in given if rule not in RULES_OF_ATTACKS)))),
        standard=bool(member.values["standard"]),
        musician=bool(member.values["musician"]),
        champion=bool(member.values["champion"]),
    )


def _weapon(name: str, values: Values, rules: tuple[str, ...]) -> Weapon:
    """Return a weapon as held by a model that has the given rules. With `melee`, the model's staff is a close combat
    weapon (SH-WP-06).
    """
    mark, trigger = str(values["effect"] or ""), values["effect_on"]
    mark = STOPPED if folded(mark) == STOPPED else mark
    effects = (convert({"trigger": trigger, "mark": mark}, Effect),) if mark and trigger else ()
    weapon = made(Weapon, values, name=name, base_type=folded(str(values["base_type"] or name)), effects=effects)
    if weapon.base_type == STAFF and MELEE in rules and MELEE not in weapon.rules:
        return replace(weapon, rules=(*weapon.rules, MELEE))
    return weapon


def _status(scenario: Scenario, unit: Unit) -> Status:
    given = unit.statuses
    target = next((place for place, one in enumerate(scenario.units) if one.name == given["fired_at"]), NOBODY)
    fought = bool(given["has_fought"]) or scenario.round >= LATER_ROUND
    flags = {key: given[key] for key in Status.__struct_fields__ if key in given}
    return convert(flags | {"fired_at": target, "has_fought": fought}, Status)
