"""Checks that look for units out of coherency and for impossible statuses in a Scrollhammer scenario."""

from collections.abc import Iterator

from pilein.geometry.chains import linked
from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import inches
from pilein.kernel.remedies import line
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import STOPPED
from pilein.rulesets.scrollhammer.coherency import widest_gap
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.opening import opened
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.vocabulary import VOCABULARY
from pilein.tabletop import hinting
from pilein.tabletop.checking import stands
from pilein.tabletop.fielding import in_force
from pilein.tabletop.sanity_checks import check_enemies, check_files, check_lost, impossible
from pilein.tabletop.scenario import Loaded, Member, Scenario, Unit

LONGEST_CHARGE = 12  # inches: 2D6 (SH-RA-01)
BOTH = 2  # hands
IDLE = (  # bars on a unit that fought before and is still locked: status, sentence, words
    ("fired_at", "SH-LK-01", "are locked in a combat from an earlier turn, so they cannot have fired"),
    ("marched", "SH-LK-02", "are locked in a combat from an earlier turn, so they cannot have marched"),
    ("gone_to_ground", "SH-LK-04", "are locked in a combat from an earlier turn, so they cannot have gone to ground"),
)
AGAIN = (  # further bars on a unit whose own status says that it fought before
    ("charged", "SH-CH-06", "cannot have charged in this turn"),
    ("counter_attacked", "SH-TE-03", "cannot have counter-attacked in this turn"),
)
SUCCESSES = ("charged", "counter_attacked")  # statuses of a unit after a successful charge, its own or the enemy's


def check(loaded: Loaded) -> None:
    """Check that the scenario could occur in a game under these rules.

    Raises:
        BadScenario: a unit could not occur in a game. The error gives file, line, key and remedy for the first
            such unit.
    """
    check_lost(loaded, "W")
    check_files(loaded, VOCABULARY.formations)
    check_enemies(loaded, "fired_at")
    _check_effects(loaded)
    for number, unit in enumerate(loaded.scenario.units):
        _check_turn(loaded, number, unit)
    if loaded.scenario.table is not None:
        _check_coherency(loaded)
    _check_contact(loaded, opened(loaded.scenario).state)


def _check_effects(loaded: Loaded) -> None:
    """Check that every weapon effect has one of the three triggers, and that every trigger has an effect (SH-AE-01)."""
    for name, weapon in loaded.scenario.weapons.items():
        effect, trigger = weapon.get("effect"), weapon.get("effect_on")
        if effect and not trigger:
            message, remedy = (
                f"the weapon {name!r} has an effect, but no effect_on to say when it happens",
                line("effect_on", '"unsaved"') + ', "wounding" or "hitting"',
            )
            raise loaded.fault(message, "weapons", name, "effect", remedy=remedy)
        if trigger and not effect:
            message, remedy = (
                f"the weapon {name!r} has effect_on, but no effect",
                line("effect", f'"{STOPPED}"') + ", or the name of a mark",
            )
            raise loaded.fault(message, "weapons", name, "effect_on", remedy=remedy)


def _check_turn(loaded: Loaded, number: int, unit: Unit) -> None:
    """Check that only units of the active side have charged and only units of the other side have counter-attacked
    (SH-CP-01, SH-TE-03).
    """
    active = loaded.scenario.active
    if unit.statuses["charged"] and unit.side != active:
        message = f"{unit.name!r} cannot have charged, because it is the turn of {active!r}"
        raise loaded.fault(
            message,
            "unit",
            number,
            "charged",
            remedy="remove charged, or " + line("active", f'"{unit.side}"') + " at the top of the file",
        )
    if unit.statuses["counter_attacked"] and unit.side == active:
        message = f"{unit.name!r} cannot have counter-attacked in the turn of their own side"
        remedy = line("charged") + " instead, or make the other side active at the top of the file"
        raise loaded.fault(message, "unit", number, "counter_attacked", remedy=remedy)


def _check_coherency(loaded: Loaded) -> None:
    """Check that the loose models of every unit are in coherency (SH-R-06)."""
    scenario = loaded.scenario
    table = Table(in_force(scenario, VOCABULARY))
    shapes: list[list[Shape]] = [[] for _ in scenario.units]
    for one in stands(scenario):
        shapes[one.unit].append(one.outline)
    for number, unit in enumerate(scenario.units):
        if unit.positions is not None:
            distance = widest_gap(unit.formation, table.rule("SH-R-06"), table.number("SH-MV-23"))
            _check_chain(loaded, number, shapes[number], distance)


def _check_chain(loaded: Loaded, number: int, shapes: list[Shape], distance: int) -> None:
    groups = linked(shapes, distance)
    if len(groups) <= 1:
        return
    body = max(groups, key=len)
    stray = next(model for group in groups if group != body for model in group)
    nearest = min(gap(shapes[stray], shapes[other]) for group in groups if stray not in group for other in group)
    name = loaded.scenario.units[number].name
    message = f'model {stray + 1} of {name!r} is out of coherency, {inches(nearest):.2f}" from the other models'
    remedy = f'leave no gap wider than {inches(distance):g}" (SH-R-06)'
    raise loaded.fault(message, "unit", number, "positions", stray, remedy=remedy)


def _check_contact(loaded: Loaded, battle: Battle) -> None:
    """Check that units that charged touch an enemy, and that units falling back touch none (unless SH-R-15 is
    `fight`).
    """
    may_fight = battle.setup.readings["SH-R-15"].option == "fight"
    for number, unit in enumerate(loaded.scenario.units):
        if is_locked(battle, number):
            if unit.statuses["falling_back"] and not may_fight:
                raise impossible(loaded, number, "falling_back", "are falling back, yet touch an enemy")
            if unit.statuses["has_fought"]:
                _check_fought_before(loaded, battle, number, unit)
            if battle.status(number).has_fought and not any(unit.statuses[status] for status in SUCCESSES):
                _check_locked(loaded, battle, number, unit)
            continue
        for status in SUCCESSES:
            if unit.statuses[status]:
                words = "charged" if status == "charged" else "counter-attacked"
                raise impossible(loaded, number, status, f"have {words}, yet touch no enemy")


def _check_fought_before(loaded: Loaded, battle: Battle, number: int, unit: Unit) -> None:
    """Check that a unit locked since an earlier turn has neither charged nor counter-attacked (SH-CH-06, SH-TE-03,
    SH-R-33).
    """
    for status, sentence, words in AGAIN:
        if unit.statuses[status] and battle.holds(sentence):
            message = f"{unit.name!r} fought in their combat in an earlier turn, so they {words}"
            raise loaded.fault(message, "unit", number, status, remedy=f"remove {status} or has_fought")


def _check_locked(loaded: Loaded, battle: Battle, number: int, unit: Unit) -> None:
    """Check that a locked unit has not fired, marched or gone to ground (SH-LK-01, SH-LK-02, SH-LK-04)."""
    for status, sentence, words in IDLE:
        if unit.statuses[status] and battle.holds(sentence):
            raise impossible(loaded, number, status, words)


def hints(scenario: Scenario) -> Iterator[str]:
    """Yield a line for each choice that is legal but probably unintended."""
    yield from hinting.nobody_charged(scenario, "has_fought")
    yield from hinting.on_foot(scenario, "lance", "type", ("cavalry", "beast", "monster"))
    yield from hinting.long_bases_on_foot(scenario, "type", "infantry", "cavalry")
    yield from hinting.heroes_alone(scenario, "W")
    yield from hinting.out_of_reach(scenario, LONGEST_CHARGE)
    yield from _idle_shields(scenario)
    yield from _shot_and_struck_with(scenario)


def _shot_and_struck_with(scenario: Scenario) -> Iterator[str]:
    """Yield hints about ranged weapons that also count as close combat weapons, as they do unless the scenario says
    otherwise (SH-WP-02).
    """
    for name, weapon in scenario.weapons.items():
        if weapon.get("shots") and weapon.get("melee", True):
            yield f"the weapon {name!r} both shoots and strikes in combat: if it only shoots, write melee = false"


def _idle_shields(scenario: Scenario) -> Iterator[str]:
    """Yield hints about shields that improve no save or accompany a two-handed weapon, except for shields used to
    Parry.
    """
    told = set[str]()
    for unit in scenario.units:
        for member in unit.members:
            words = _why_idle(scenario, member)
            if words and member.profile not in told:
                told.add(member.profile)
                yield f"{member.profile!r} carries a shield {words}"


def _why_idle(scenario: Scenario, member: Member) -> str:
    held = [(name, scenario.weapons[name]) for name in member.weapons]
    given = [weapon.get("rules") for _, weapon in held]
    may_parry = any(isinstance(rules, tuple) and "Parry" in rules for rules in (member.rules, *given))
    if may_parry or not any(weapon.get("shield") for _, weapon in held):
        return ""
    if scenario.profiles[member.profile].values.get("Sv") is None:
        return "that saves nothing by itself: give their profile an Sv that includes the shield"
    melee = [(name, weapon) for name, weapon in held if weapon.get("melee", True) and not weapon.get("shield")]
    if melee and all(weapon.get("hands") == BOTH for _, weapon in melee):
        return (
            f"that is useless with a {melee[0][0]}, which needs both hands: for combat, write the Sv without the shield"
        )
    return ""
