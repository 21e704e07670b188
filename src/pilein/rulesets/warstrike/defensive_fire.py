"""Defensive fire before the attackers consolidate (WS-DF)."""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.barrages import Score
from pilein.rulesets.warstrike.combats import attacker_at_first
from pilein.rulesets.warstrike.ending import look_at_once
from pilein.rulesets.warstrike.engaged import are_close
from pilein.rulesets.warstrike.events import HeldFire, LdTested, Shot
from pilein.rulesets.warstrike.leadership import check_of
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.saves import killing_strength
from pilein.rulesets.warstrike.skill import NEVER, Stat, comparative
from pilein.rulesets.warstrike.state import DEFENSIVE, NOBODY, Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.suppression import after_passing
from pilein.rulesets.warstrike.volley import Attack, Volley, roll_volley


@clause(Step.DEFENSIVE_FIRE)
def defensive_fire(battle: Battle, table: Table, *merged: int) -> Battle:
    """Units of the defender, inside and outside the combat, may fire. Under WS-R-55 `v052` no unit may.

    WS-R-61. Units in a combat fire only once per phase, since they do not count as outside any other combat. If
    `merged` lists the units of a combat that has merged with this one, only those units fire, because the others
    have had their chance.
    """
    if battle.fight is None:
        return battle
    side = 1 - attacker_at_first(battle, table)
    before = set(battle.combat.units).difference(merged) if merged else ()
    units = [unit for unit in battle.setup.units_of(side) if unit not in before and may_fire(battle, table, unit)]
    if units and table.rule("WS-R-55") != "v052":
        table.then(Step.NEXT_TO_FIRE, *units)
    for unit in battle.fighters(side):
        battle = battle.having(unit, has_had_its_chance=True)
    return battle


@clause(Step.NEXT_TO_FIRE)
def next_to_fire(battle: Battle, table: Table, *units: int) -> Battle:
    """The defender names the next unit to fire, or holds fire."""
    if battle.fight is None or look_at_once(battle, table, opening=True):
        return battle
    ready = tuple(unit for unit in units if battle.can_fight(unit) and targets(battle, table, unit))
    if not ready:
        return battle
    labels = (*map(battle.name, ready), "hold fire")
    side = battle.side(ready[0])
    unit = table.choose(OneOf(side, "WS-DF-01", "which unit fires defensively?", (*ready, NOBODY), labels))
    if unit != NOBODY:
        table.then(Step.MAKE_READY, unit)
        table.then(Step.NEXT_TO_FIRE, *(other for other in ready if other != unit))
        return battle.having(unit, has_had_its_chance=True)
    return battle


@clause(Step.MAKE_READY)
def make_ready(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-DF-04. A unit without suppression markers fires without a test. A unit with markers tests first."""
    is_steady = battle.status(unit).markers == 0 and table.holds("WS-DF-04")
    table.then(Step.TAKE_AIM if is_steady else Step.STEADY, unit)
    return battle


@clause(Step.STEADY, "WS-DF-05")
def steady(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-DF-05. A suppressed unit first takes a Ld check, as it does for an action (WS-R-03)."""
    passed = table.roll(check_of(battle, table, unit))
    table.tell(LdTested(unit=battle.name(unit), passed=passed, clause="WS-DF-05"))
    if not passed:
        table.then(Step.DO_NOTHING, unit)
        return battle
    table.then(Step.TAKE_AIM, unit)
    return after_passing(battle, table, unit)


@clause(Step.DO_NOTHING, "WS-DF-06")
def do_nothing(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-DF-06. If the check fails, the unit does nothing or, under WS-R-12 `fall-back`, falls back."""
    if table.rule("WS-R-12") == "fall-back":
        table.then(Step.FALL_BACK, unit)
        return battle
    table.tell(HeldFire(unit=battle.name(unit), clause="WS-DF-06"))
    return battle


@clause(Step.TAKE_AIM, "WS-DF-07")
def take_aim(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-DF-07. A unit that may fire picks one attacking unit (WS-DF-08 in the combat, WS-DF-09 outside it)."""
    foes = targets(battle, table, unit)
    if not foes:
        return battle
    words = f"{battle.name(unit)}: shoot at which unit?"
    asked_by = "WS-DF-08" if unit in battle.combat.units else "WS-DF-09"
    foe = table.choose(OneOf(battle.side(unit), asked_by, words, foes, tuple(map(battle.name, foes)), about=unit))
    table.then(Step.FIRE, unit, foe)
    return battle


def targets(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Attacking units at which a unit may fire defensively.

    A unit in the combat picks an attacker within 6 inches (WS-DF-08) or, under WS-R-13 `within-aw`, one within its
    leader's Aw. A unit outside the combat picks an attacker within its own leader's current Aw (WS-DF-09).
    """
    if unit not in battle.combat.units:
        aware = _within_awareness(battle, table, unit)
        return aware if aware and table.holds("WS-DF-09") else ()
    attackers = battle.fighters(1 - battle.side(unit))
    foes = tuple(foe for foe in attackers if are_close(battle, table, unit, foe))
    if len(foes) < len(attackers) and table.rule("WS-R-13") == "within-aw":
        aware = _within_awareness(battle, table, unit)
        foes = tuple(foe for foe in attackers if foe in foes or foe in aware)
    return foes if foes and table.holds("WS-DF-08") else ()


@clause(Step.FIRE, "WS-DF-10")
def fire(battle: Battle, table: Table, unit: int, foe: int) -> Battle:
    """WS-DF-10. All defensive fire is Snap-Fire, in which every model with a ranged weapon shoots at any distance."""
    models = battle.models(foe)
    rows = in_rows(shots_of(battle, table, battle.models(unit), foe, lambda _: models))
    tell_shots(battle, table, unit, rows, "WS-DF-10")
    return roll_volley(battle, table, Volley(unit, DEFENSIVE), tuple(row.attack for row in rows))


def may_fire(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may fire defensively.

    Each defending unit in the combat may fire at an attacking unit within 6 inches (WS-DF-01). A unit outside the
    combat may fire at a unit within its leader's current Aw (WS-DF-02). A unit whose last action was At the Double
    may not fire (WS-DF-03).
    """
    armed = any(battle.traits(model).ranged_weapons for model in battle.models(unit))
    if not armed or not battle.can_fight(unit) or (battle.status(unit).at_the_double and table.holds("WS-DF-03")):
        return False
    inside = unit in battle.combat.units
    if not inside and _is_in_another_combat(battle, unit) and table.rule("WS-R-61") != "per-combat":
        return False
    if _has_had_its_chance(battle, table, unit) or not targets(battle, table, unit):
        return False
    return table.holds("WS-DF-01") if inside else table.holds("WS-DF-02")


def _has_had_its_chance(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit has had its chance to fire this phase. Under WS-R-61 `per-combat` each combat gives it a new
    chance.
    """
    return battle.status(unit).has_had_its_chance and table.rule("WS-R-61") != "per-combat"


def _is_in_another_combat(battle: Battle, unit: int) -> bool:
    return any(unit in units for units in battle.combats)


def _within_awareness(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Attacking units within Aw of the unit's leader, or of any model if the unit has no leader (WS-R-11).

    Under `leaderless-holds` a unit without a leader sees no attacker.
    """
    leader = battle.status(unit).leader
    watchers = battle.models(unit) if leader == NOBODY else (leader,)
    if leader == NOBODY and table.rule("WS-R-11") == "leaderless-holds":
        return ()
    reach, shapes = battle.unit_traits(unit).Aw * INCH, battle.plane.shapes
    eyes = [shapes[watcher] for watcher in watchers]
    return tuple(
        foe
        for foe in battle.fighters(1 - battle.side(unit))
        if any(within(eye, shapes[model], reach) for eye in eyes for model in battle.models(foe))
    )


# --- Snap-Fire: unaimed shots, used for defensive fire and close-combat shooting (WS-R-14) ------------------------


Models = tuple[int, ...]


class Shots(Struct, frozen=True):
    """Shots of a volley, fired with one weapon at a unit by consecutive identical models."""

    foe: int
    weapon: str
    attack: Attack


def shots_of(
    battle: Battle, table: Table, models: tuple[int, ...], foe: int, reached: Callable[[Models], Models]
) -> Iterator[Shots]:
    """Yield the shots that several models make at a unit, weapon by weapon, in the order of the models.

    `reached` returns the target's models that the given firers may hit. All firers of a weapon form a pool, but
    firers that cannot hit do not extend the pool's reach (WS-R-15).
    """
    weapons = dict.fromkeys(weapon for model in models for weapon in battle.traits(model).ranged_weapons)
    for weapon in weapons:
        firers = tuple(model for model in models if weapon in battle.traits(model).ranged_weapons)
        takers = reached(firers)
        if not takers:
            continue
        evasion = evasion_of(battle, table, takers)
        hits = {model: score_to_shoot(table, battle.traits(model), evasion) for model in firers}
        able = tuple(model for model in firers if hits[model].weight)
        takers = takers if able == firers else reached(able)
        for model in firers:
            traits = battle.traits(model)
            strength = killing_strength(table, traits, weapon)
            attack = Attack(rate_of(table, weapon), hits[model], weapon.AP, strength, takers)
            for _ in range(traits.ranged_weapons.count(weapon)):
                yield Shots(foe, weapon.name, attack)


def evasion_of(battle: Battle, table: Table, takers: Models) -> int:
    """Highest Ev among the models that the shots reach or, under WS-R-62 `majority`, the Ev of most of them."""
    values = [battle.traits(taker).Ev for taker in takers]
    if len(set(values)) > 1 and table.rule("WS-R-62") == "majority":
        return max(values, key=lambda value: (values.count(value), value))
    return max(values)


def rate_of(table: Table, weapon: Weapon) -> int:
    """Number of dice for a weapon: one, half its rate under `half-rate`, or an assault weapon's rate under
    `assault-full` (WS-R-14).
    """
    snapped = table.number("WS-DF-10")
    if weapon.rate == 1:
        return snapped
    reading = table.rule("WS-R-14")
    if reading == "half-rate":
        return max(1, weapon.rate // 2)
    return weapon.rate if reading == "assault-full" and weapon.assault else snapped


def score_to_shoot(table: Table, traits: Traits, evasion: int) -> Score:
    """Score to hit by shooting, resolved as in the Action Phase with BS against Ev (WS-SH-02). BS is 1 under WS-R-14
    `bs1`.
    """
    even = table.number("WS-SH-02")
    if not table.holds("WS-SH-02"):
        return Score(even)
    skill = 1 if traits.BS != 1 and table.rule("WS-R-14") == "bs1" else traits.BS
    return comparative(table, Stat(skill), evasion, even)


def in_rows(shots: Iterator[Shots]) -> tuple[Shots, ...]:
    """Merge consecutive identical shots. This does not change the order of the dice."""
    rows: list[Shots] = []
    for one in shots:
        if rows and replace(rows[-1], attack=replace(rows[-1].attack, dice=one.attack.dice)) == one:
            dice = rows[-1].attack.dice + one.attack.dice
            rows[-1] = replace(one, attack=replace(one.attack, dice=dice))
        else:
            rows.append(one)
    return tuple(rows)


def tell_shots(battle: Battle, table: Table, unit: int, rows: tuple[Shots, ...], clause: str) -> None:
    """Log the shots of a unit, with their targets."""
    for row in rows:
        need = row.attack.hit.need if row.attack.hit.weight else NEVER
        table.tell(
            Shot(
                unit=battle.name(unit),
                foe=battle.name(row.foe),
                weapon=row.weapon,
                shots=row.attack.dice,
                need=need,
                opposed=row.attack.hit.opposed,
                clause=clause,
            )
        )
