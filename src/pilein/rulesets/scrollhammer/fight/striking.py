"""Striking: all attacks of a step are made in one roll to hit, to wound and to save (SH-FS-06, SH-IN-06, SH-HI-02)."""

from collections.abc import Callable, Hashable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Pool, Target, Volley
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer import hitting
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.fight.allocation import capacity
from pilein.rulesets.scrollhammer.fight.directing import arms, must_fight
from pilein.rulesets.scrollhammer.fight.effects import HITTING
from pilein.rulesets.scrollhammer.initiative import NEVER, attacks_at_this_step
from pilein.rulesets.scrollhammer.profile import NO_SAVE, Weapon
from pilein.rulesets.scrollhammer.saves import LATER, SIX, AttackProfile, one_save_for_all
from pilein.rulesets.scrollhammer.state import NOBODY, AttackRoll, Battle, DeclaredAttacks, Wounds
from pilein.rulesets.scrollhammer.steps import Step, clause


class Group(Struct, frozen=True):
    """Identical attacks by one unit on another, rolled together. If `saved_by` is LATER, the wounds are saved one by
    one.

    `hates` means that misses are re-rolled because of Hatred. `backfires_on` is the kind of model wounded by a
    Backfire, or NOBODY.
    """

    declared: DeclaredAttacks
    weapon: Weapon
    skill: int
    hit: int
    wound: int
    profile: AttackProfile
    saved_by: int
    hates: bool = False
    backfires_on: int = NOBODY


@clause(Step.STRIKE, "SH-IN-06", "SH-SV-08")
def strike(battle: Battle, table: Table, _step: int = NEVER) -> Battle:
    """SH-IN-06, SH-SV-08. Models of both sides strike simultaneously at their step, including models that are killed in
    that step.

    The step is an argument so that the calculation of odds keeps the steps apart, since each step reads different
    models.
    """
    groups = groups_of(battle, table)
    if not groups:
        return battle
    _tell(battle, table, groups)
    table.then(Step.ROLL_ATTACKS)
    units = _order_of_saves(battle, groups)
    return battle.exchanging(
        declared=(),
        rolls=tuple(attack_roll_of(group, volley_of(battle, table, group, units)) for group in groups),
        capacity=tuple((unit, capacity(battle, table, unit, _attacks_on(groups, unit))) for unit in units),
        struck=_strikers(battle, table),
    )


def _strikers(battle: Battle, table: Table) -> tuple[int, ...]:
    """Models that strike at this step. The result is empty in the press, where it does not matter which enemies strike
    (SH-R-54).
    """
    if not battle.is_on_table:
        return ()
    kinds = {declared.kind for declared in battle.combat.exchange.declared}
    units = sorted({battle.setup.kinds[kind].unit for kind in kinds})
    able = (one.model for unit in units for one in must_fight(battle, table, unit))
    striking = (model for model in able if battle.setup.kind_of[model] in kinds)
    return tuple(sorted(model for model in striking if attacks_at_this_step(battle, model) != 0))


def groups_of(battle: Battle, table: Table) -> tuple[Group, ...]:
    """Return the attack groups of this step, the active side's first, with units in scenario order."""
    groups = [_group_of(battle, table, declared) for declared in _in_order(battle, battle.combat.exchange.declared)]
    plain = _saved_with_the_attacks(battle, table, groups)
    return kept_apart(table, tuple(group if group.declared.foe in plain else _saved_later(group) for group in groups))


def kept_apart(table: Table, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Merge identical attacks. Attacks with different weapons or profiles are rolled as separate groups (SH-HI-02)."""
    apart = _merged(groups, lambda group: (*_pair(group), *_profile(group)))
    together = _merged(apart, _pair)
    return apart if len(apart) == len(together) or table.holds("SH-HI-02") else together


def volley_of(battle: Battle, table: Table, group: Group, struck: tuple[int, ...]) -> Volley:
    """Dice for a group's attacks, each rolled to hit, to wound and, if it can be saved at once, to save (SH-FS-06,
    SH-FS-02).
    """
    if not (table.holds("SH-FS-06") and table.holds("SH-FS-02")):
        return Volley(0, NO_SAVE, NO_SAVE)
    later = group.saved_by == LATER
    six_wounds = does_six_wound(table, group)
    keep: tuple[str, ...] = ("wounds", "sixes") if later and six_wounds else ("wounds",) if later else ()
    keep += ("glances",) if any(effect.trigger == HITTING for effect in group.weapon.effects) else ()
    keep += ("ones",) if group.backfires_on != NOBODY else ()
    return Volley(
        group.declared.attacks,
        group.hit,
        group.wound,
        save=7 if later else group.saved_by,
        target=-1 if later else struck.index(group.declared.foe),
        re_roll_hits="failures" if group.hates else "",
        six_wounds=six_wounds,
        keep=keep,
        side=battle.side(group.declared.unit),
    )


def does_six_wound(table: Table, group: Group) -> bool:
    """Whether a natural 6 wounds regardless of the chart, because the attack is Rending or the ruling is `six-wounds`
    (SH-R-53).
    """
    return group.profile.rends or (group.wound >= NO_SAVE and table.rule("SH-R-53") == "six-wounds")


def _group_of(battle: Battle, table: Table, declared: DeclaredAttacks) -> Group:
    traits, status = battle.traits(declared.kind), battle.status(declared.unit)
    weapon = arms(battle, table, declared.kind)[declared.weapon]
    strength = hitting.strength_of_attack(
        table, traits, status, weapon, mounted_foe=hitting.meets_cavalry(battle, declared.foe)
    )
    profile = AttackProfile(
        strength,
        hitting.armour_piercing(status, weapon),
        instant=hitting.has_rule(traits, weapon, "Instant Death"),
        no_armour=hitting.has_rule(traits, weapon, "No armour"),
        rends=hitting.rends(traits, weapon),
        kills=hitting.kills_outright(traits, weapon),
        has_effects=bool(weapon.effects),
    )
    skill = hitting.own_skill(battle, table, declared.kind)
    hit = hitting.score_to_hit(table, skill, hitting.skill_of_unit(battle, table, declared.foe))
    wound = hitting.score_to_wound(table, strength, hitting.toughness_of_unit(battle, table, declared.foe))
    saved_by = one_save_for_all(battle, table, declared.foe, profile)
    hates = hitting.has_rule(traits, weapon, "Hatred") and not status.has_fought
    backfires_on = declared.kind if hitting.has_rule(traits, weapon, "Backfire") else NOBODY
    return Group(declared, weapon, skill, hit, wound, profile, saved_by, hates, backfires_on)


def _in_order(battle: Battle, waiting: tuple[DeclaredAttacks, ...]) -> tuple[DeclaredAttacks, ...]:
    """Sort attacks by side, the active side first, and then by unit and group in scenario order (SH-R-03)."""
    units = battle.active_first({declared.unit for declared in waiting})
    place = {unit: number for number, unit in enumerate(units)}
    return tuple(
        sorted(waiting, key=lambda declared: (place[declared.unit], declared.foe, declared.kind, declared.weapon))
    )


def _saved_with_the_attacks(battle: Battle, table: Table, groups: list[Group]) -> tuple[int, ...]:
    """Units whose saves are part of the attack roll because all their models have the same save and there is no choice
    of saves.

    Saves are taken in order, so a unit waits if a unit before it has to wait or saves wounds from its own Backfire
    (SH-R-03). Under `saves-per-group` no unit waits for another.
    """
    late = {group.declared.foe for group in groups if group.saved_by == LATER}
    at_once = {group.declared.foe for group in groups if group.saved_by != LATER} - late
    backfiring = {group.declared.unit for group in groups if group.backfires_on != NOBODY}
    order = _in_order_of_saves(battle, at_once | late | backfiring)
    first = next((place for place, unit in enumerate(order) if unit in late or unit in backfiring), len(order))
    if at_once.isdisjoint(order[first + 1 :]) or table.rule("SH-R-03") == "saves-per-group":
        return tuple(unit for unit in order if unit in at_once)
    return tuple(unit for unit in order[: first + 1] if unit in at_once)


def _saved_later(group: Group) -> Group:
    return replace(group, saved_by=LATER)


def _pair(group: Group) -> tuple[Hashable, ...]:
    return group.declared.unit, group.declared.foe


def _profile(group: Group) -> tuple[Hashable, ...]:
    rolled = (group.hit, group.wound, group.saved_by, group.hates, group.backfires_on)
    return group.weapon, group.skill, group.profile, *rolled


def _merged(groups: Iterable[Group], nature: Callable[[Group], Hashable]) -> tuple[Group, ...]:
    """Merge groups with equal keys. The merged group keeps the traits of the first."""
    merged: dict[Hashable, Group] = {}
    for group in groups:
        key = nature(group)
        merged[key] = _joined(merged[key], group) if key in merged else group
    return tuple(merged.values())


def _joined(one: Group, other: Group) -> Group:
    return replace(one, declared=replace(one.declared, attacks=one.declared.attacks + other.declared.attacks))


def _order_of_saves(battle: Battle, groups: tuple[Group, ...]) -> tuple[int, ...]:
    """Units whose saves are part of the attack roll, in order."""
    return _in_order_of_saves(battle, {group.declared.foe for group in groups if group.saved_by != LATER})


def _in_order_of_saves(battle: Battle, units: Iterable[int]) -> tuple[int, ...]:
    """Sort units in order of saves, the non-active side's units first (SH-R-03)."""
    return battle.active_last(units)


def _attacks_on(groups: tuple[Group, ...], unit: int) -> int:
    return sum(group.declared.attacks for group in groups if group.declared.foe == unit)


def attack_roll_of(group: Group, volley: Volley) -> AttackRoll:
    """Return the attack roll of a group, with its dice and wounds. Natural sixes are separate if the attack
    is Rending.
    """
    declared, profile = group.declared, group.profile
    source = group.weapon.name if profile.has_effects else ""
    plain = Wounds(
        declared.foe,
        declared.unit,
        0,
        profile.S,
        profile.AP,
        instant=profile.instant,
        no_armour=profile.no_armour,
        source=source,
    )
    rending = replace(plain, AP=max(profile.AP, hitting.RENDING_AP), kills=profile.kills) if profile.rends else plain
    return AttackRoll(declared.unit, declared.kind, declared.foe, group.weapon.name, volley, plain, rending)


def _tell(battle: Battle, table: Table, groups: tuple[Group, ...]) -> None:
    for group in groups:
        table.tell(
            Struck(
                unit=battle.unit(group.declared.unit).name,
                foe=battle.unit(group.declared.foe).name,
                weapon=group.weapon.name,
                attacks=group.declared.attacks,
                hit=group.hit,
                wound=min(group.wound, SIX) if does_six_wound(table, group) else group.wound,
                clause="SH-AT-02",
            )
        )


# --- The dice of an Initiative step: all attacks in one roll, and what follows (SH-FS-06, SH-R-03) ---------------


SAVED_AFTER = frozenset(("wounds", "ones"))  # the parts of a volley's wounds that are saved one by one
Kept = dict[str, int]  # within one volley: the item counted, and the number


@clause(Step.ROLL_ATTACKS)
def roll_attacks(battle: Battle, table: Table, *struck: int) -> Battle:
    """SH-R-03. The attacks of a step are rolled together, first to hit, then to wound and then to save, before wounds
    are resolved.

    Under `saves-per-group`, saves taken one by one precede the next group of attacks. `struck` lists the units
    struck so far, each followed by the first unit that struck it.
    """
    exchange = battle.combat.exchange
    rolls, left = _rolled_now(table, exchange.rolls)
    pool = Pool(
        tuple(roll.volley for roll in rolls),
        tuple(Target(wounds) for _, wounds in exchange.capacity),
        saves_per_group=table.rule("SH-R-03") == "saves-per-group",
        label="blows",
        strikers=tuple(battle.unit(roll.unit).name for roll in rolls),
        struck=tuple(battle.unit(unit).name for unit, _ in exchange.capacity),
    )
    kept, lost = table.roll(pool)
    for (unit, _), wounds in zip(exchange.capacity, lost, strict=True):
        battle = battle.with_unsaved(unit, wounds + battle.unsaved(unit) if struck else wounds)
    counts = [dict(zip(roll.volley.keep, numbers, strict=True)) for roll, numbers in zip(rolls, kept, strict=True)]
    each = tuple(zip(rolls, counts, strict=True))
    waiting = _merged_wounds(wounds for one, count in each for wounds in _wounds_of(one, count))
    marking = tuple(
        (one.foe, one.unit, one.weapon, HITTING, count["glances"]) for one, count in each if count.get("glances")
    )
    by = _struck(rolls, waiting, _by(struck))
    for unit in battle.active_last({wounds.unit for wounds in waiting}) if left else ():
        table.then(Step.ALLOCATE, unit)
    table.then(
        Step.ROLL_ATTACKS if left else Step.DEAL_WITH_WOUNDS, *(number for pair in by.items() for number in pair)
    )
    return battle.exchanging(
        rolls=left,
        capacity=_left_to_lose(exchange.capacity, lost) if left else (),
        marking=(*exchange.marking, *marking),
        wounds=waiting,
    )


def _left_to_lose(capacity: tuple[tuple[int, int], ...], lost: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((unit, most - taken) for (unit, most), taken in zip(capacity, lost, strict=True))


def _rolled_now(table: Table, rolls: tuple[AttackRoll, ...]) -> tuple[tuple[AttackRoll, ...], tuple[AttackRoll, ...]]:
    """Split groups into groups rolled now and groups rolled later. Under `saves-per-group` the first part ends with a
    group that is saved one by one (SH-R-03).
    """
    if table.rule("SH-R-03") == "saves-per-group":
        for number, roll in enumerate(rolls, start=1):
            if not SAVED_AFTER.isdisjoint(roll.volley.keep):
                return rolls[:number], rolls[number:]
    return rolls, ()


@clause(Step.DEAL_WITH_WOUNDS)
def deal_with_wounds(battle: Battle, table: Table, *struck: int) -> Battle:
    """SH-R-03. Wounds are allocated and saved, effects are applied and casualties are removed.

    `struck` lists the units struck, each followed by the unit that struck it.
    """
    by = _by(struck)
    fight = battle.combat
    saving = battle.active_last({wounds.unit for wounds in fight.exchange.wounds})
    falling = battle.active_last(unit for unit in by if battle.unsaved(unit))
    hurt = tuple(unit for unit in by if battle.hurt(unit))
    for unit in saving:
        table.then(Step.ALLOCATE, unit)
    for unit in falling:
        table.then(Step.ALLOCATE_CASUALTIES, unit)
    if fight.exchange.marking or saving:
        table.then(Step.HAND_OUT)
    for unit in sorted({*saving, *falling, *hurt}):
        table.then(Step.REMOVE_CASUALTIES, unit, by[unit])
    return battle if saving or falling or hurt else battle.exchanging(struck=())


def _by(struck: tuple[int, ...]) -> dict[int, int]:
    return dict(zip(struck[::2], struck[1::2], strict=True))


def _struck(rolls: tuple[AttackRoll, ...], waiting: tuple[Wounds, ...], known: dict[int, int]) -> dict[int, int]:
    """Map each unit with possible wounds to the first unit that struck it, or to itself if the unit wounded itself."""
    units = sorted({*known, *(one.foe for one in rolls), *(wounds.unit for wounds in waiting)})
    first = {unit: next((one.unit for one in rolls if one.foe == unit), unit) for unit in units}
    return first | {unit: by for unit, by in known.items() if by != unit}


def _wounds_of(roll: AttackRoll, count: Kept) -> list[Wounds]:
    """Return the wounds caused by a roll: Backfires on the attackers, wounds by natural sixes, and ordinary wounds."""
    if not count:
        return []
    own = Wounds(roll.unit, roll.unit, 0, kind=roll.kind)
    each = (own, count.get("ones", 0)), (roll.rending, count.get("sixes", 0)), (roll.wounds, count.get("wounds", 0))
    return [wounds.of(number) for wounds, number in each if number]


def _merged_wounds(waiting: Iterable[Wounds]) -> tuple[Wounds, ...]:
    """Merge wounds that differ only in number into one group (SH-WO-06)."""
    groups: dict[Wounds, int] = {}
    for wounds in waiting:
        groups[wounds.of(0)] = groups.get(wounds.of(0), 0) + wounds.count
    return tuple(like.of(count) for like, count in groups.items())
