"""Striking: all blows of an Initiative step in one roll, to hit, to wound, to save (SH-FS-06, SH-IN-06, SH-HI-02)."""

from collections.abc import Callable, Hashable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Pool, Target, Volley
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.allocation import room
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.directing import arms
from pilein.rulesets.scrollhammer.effects import HITTING
from pilein.rulesets.scrollhammer.hitting import (
    RENDING_AP,
    armour_piercing,
    has_rule,
    kills_outright,
    meets_cavalry,
    own_skill,
    rends,
    score_to_hit,
    score_to_wound,
    skill_of_unit,
    strength_of_attack,
    toughness_of_unit,
)
from pilein.rulesets.scrollhammer.initiative import NEVER
from pilein.rulesets.scrollhammer.profile import NO_SAVE, Weapon
from pilein.rulesets.scrollhammer.saves import LATER, Blow, one_save_for_all
from pilein.rulesets.scrollhammer.state import Battle, Blows, Strokes, Wounds
from pilein.rulesets.scrollhammer.steps import Step, clause


class Group(Struct, frozen=True):
    """An attack group: like attacks of one unit on another, rolled together; LATER: saved later."""

    blows: Blows
    weapon: Weapon
    skill: int
    hit: int
    wound: int
    blow: Blow
    saved_by: int


@clause(Step.STRIKE, "SH-IN-06", "SH-SV-08")
def strike(battle: Battle, table: Table, _step: int = NEVER) -> Battle:
    """SH-IN-06, SH-SV-08. Models on both sides strike simultaneously at their step, even those killed in it.

    The step stands in the agenda so that odds tell steps apart: at each of them other models are looked at.
    """
    groups = groups_of(battle, table)
    if not groups:
        return battle
    _tell(battle, table, groups)
    table.then(Step.ROLL_BLOWS)
    units = _order_of_saves(battle, groups)
    return battle.exchanging(
        blows=(),
        strokes=tuple(_strokes_of(group, volley_of(battle, table, group, units)) for group in groups),
        room=tuple((unit, room(battle, table, unit, _attacks_on(groups, unit))) for unit in units),
        struck=tuple(sorted({blows.kind for blows in battle.combat.exchange.blows})),
    )


def groups_of(battle: Battle, table: Table) -> tuple[Group, ...]:
    """The attack groups of this step: the active side's first, units in the order of the scenario."""
    groups = [_group_of(battle, table, blows) for blows in _in_order(battle, battle.combat.exchange.blows)]
    plain = _saved_with_the_blows(battle, table, groups)
    return kept_apart(table, tuple(group if group.blows.foe in plain else _saved_later(group) for group in groups))


def kept_apart(table: Table, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """SH-HI-02. Attacks of different weapons or profiles are rolled as separate groups; like ones together."""
    apart = _merged(groups, lambda group: (*_pair(group), *_profile(group)))
    together = _merged(apart, _pair)
    return apart if len(apart) == len(together) or table.holds("SH-HI-02") else together


def volley_of(battle: Battle, table: Table, group: Group, struck: tuple[int, ...]) -> Volley:
    """SH-FS-06, SH-FS-02. Each attack is rolled to hit, to wound and to save, from the fighters' characteristics."""
    if not (table.holds("SH-FS-06") and table.holds("SH-FS-02")):
        return Volley(0, NO_SAVE, NO_SAVE)
    traits = battle.traits(group.blows.kind)
    status = battle.status(group.blows.unit)
    later = group.saved_by == LATER
    six_wounds = group.blow.rends or (group.wound >= NO_SAVE and table.rule("SH-R-53") == "six-wounds")
    keep: tuple[str, ...] = ("wounds", "sixes") if later and six_wounds else ("wounds",) if later else ()
    keep += ("glances",) if any(effect.trigger == HITTING for effect in group.weapon.effects) else ()
    keep += ("ones",) if has_rule(traits, group.weapon, "Backfire") else ()
    hates = has_rule(traits, group.weapon, "Hatred") and not status.has_fought
    return Volley(
        group.blows.attacks,
        group.hit,
        group.wound,
        save=7 if later else group.saved_by,
        target=-1 if later else struck.index(group.blows.foe),
        re_roll_hits="failures" if hates else "",
        six_wounds=six_wounds,
        keep=keep,
        side=battle.side(group.blows.unit),
    )


def _group_of(battle: Battle, table: Table, blows: Blows) -> Group:
    traits, status = battle.traits(blows.kind), battle.status(blows.unit)
    weapon = arms(battle, table, blows.kind)[blows.weapon]
    strength = strength_of_attack(table, traits, status, weapon, mounted_foe=meets_cavalry(battle, blows.foe))
    blow = Blow(
        strength,
        armour_piercing(status, weapon),
        instant=has_rule(traits, weapon, "Instant Death"),
        no_armour=has_rule(traits, weapon, "No armour"),
        rends=rends(traits, weapon),
        kills=kills_outright(traits, weapon),
        has_effects=bool(weapon.effects),
    )
    skill = own_skill(battle, table, blows.kind)
    hit = score_to_hit(table, skill, skill_of_unit(battle, table, blows.foe))
    wound = score_to_wound(table, strength, toughness_of_unit(battle, table, blows.foe))
    saved_by = one_save_for_all(battle, table, blows.foe, blow)
    return Group(blows, weapon, skill, hit, wound, blow, saved_by)


def _in_order(battle: Battle, waiting: tuple[Blows, ...]) -> tuple[Blows, ...]:
    """SH-R-03. The active side first, then units and their groups in the order of the scenario."""
    units = battle.active_first({blows.unit for blows in waiting})
    place = {unit: number for number, unit in enumerate(units)}
    return tuple(sorted(waiting, key=lambda blows: (place[blows.unit], blows.foe, blows.kind, blows.weapon)))


def _saved_with_the_blows(battle: Battle, table: Table, groups: list[Group]) -> tuple[int, ...]:
    """The units whose wounds can be saved at once: every model saves alike and nothing has to be chosen.

    A unit whose saves come after those of one that cannot waits with it (SH-R-03), unless they go group by group.
    """
    order = _in_order_of_saves(battle, {group.blows.foe for group in groups})
    late = {group.blows.foe for group in groups if group.saved_by == LATER}
    first = next((place for place, unit in enumerate(order) if unit in late), len(order))
    if late.issuperset(order[first:]) or table.rule("SH-R-03") == "saves-per-group":
        return tuple(unit for unit in order if unit not in late)
    return order[:first]


def _saved_later(group: Group) -> Group:
    return replace(group, saved_by=LATER)


def _pair(group: Group) -> tuple[Hashable, ...]:
    return group.blows.unit, group.blows.foe


def _profile(group: Group) -> tuple[Hashable, ...]:
    return group.weapon, group.skill, group.hit, group.wound, group.blow, group.saved_by


def _merged(groups: Iterable[Group], nature: Callable[[Group], Hashable]) -> tuple[Group, ...]:
    """Groups of one nature as one, like the first of them."""
    merged: dict[Hashable, Group] = {}
    for group in groups:
        key = nature(group)
        merged[key] = _joined(merged[key], group) if key in merged else group
    return tuple(merged.values())


def _joined(one: Group, other: Group) -> Group:
    return replace(one, blows=replace(one.blows, attacks=one.blows.attacks + other.blows.attacks))


def _order_of_saves(battle: Battle, groups: tuple[Group, ...]) -> tuple[int, ...]:
    """The units whose wounds are saved with the blows, in order."""
    return _in_order_of_saves(battle, {group.blows.foe for group in groups if group.saved_by != LATER})


def _in_order_of_saves(battle: Battle, units: Iterable[int]) -> tuple[int, ...]:
    """SH-R-03. Saves of the non-active side's units first, then of the active side's."""
    return battle.active_last(units)


def _attacks_on(groups: tuple[Group, ...], unit: int) -> int:
    return sum(group.blows.attacks for group in groups if group.blows.foe == unit)


def _strokes_of(group: Group, volley: Volley) -> Strokes:
    """What is left of a group when its dice are picked up: natural sixes rend, if the blow does."""
    blows, blow = group.blows, group.blow
    source = group.weapon.name if blow.has_effects else ""
    plain = Wounds(
        blows.foe, blows.unit, 0, blow.S, blow.AP, instant=blow.instant, no_armour=blow.no_armour, source=source
    )
    rent = replace(plain, AP=max(blow.AP, RENDING_AP), instant=blow.instant or blow.kills) if blow.rends else plain
    return Strokes(blows.unit, blows.kind, blows.foe, group.weapon.name, volley, plain, rent)


def _tell(battle: Battle, table: Table, groups: tuple[Group, ...]) -> None:
    for group in groups:
        table.tell(
            Struck(
                unit=battle.unit(group.blows.unit).name,
                foe=battle.unit(group.blows.foe).name,
                weapon=group.weapon.name,
                attacks=group.blows.attacks,
                hit=group.hit,
                wound=group.wound,
                clause="SH-AT-02",
            )
        )


# --- The dice of an Initiative step: all blows in one roll, and what follows of it (SH-FS-06, SH-R-03) -----------


Kept = dict[str, int]  # of one volley: what is counted, and how many there were


@clause(Step.ROLL_BLOWS)
def roll_blows(battle: Battle, table: Table) -> Battle:
    """SH-R-03. The blows of a step are rolled together: to hit, to wound, to save; then wounds are resolved."""
    fight = battle.combat
    pool = Pool(
        tuple(strokes.volley for strokes in fight.exchange.strokes),
        tuple(Target(wounds) for _, wounds in fight.exchange.room),
        saves_per_group=table.rule("SH-R-03") == "saves-per-group",
        label="blows",
    )
    kept, lost = table.roll(pool)
    for (unit, _), wounds in zip(fight.exchange.room, lost, strict=True):
        battle = battle.with_unsaved(unit, wounds)
    counts = [
        dict(zip(strokes.volley.keep, numbers, strict=True))
        for strokes, numbers in zip(fight.exchange.strokes, kept, strict=True)
    ]
    each = tuple(zip(fight.exchange.strokes, counts, strict=True))
    waiting = _like_ones_together(wounds for one, count in each for wounds in _wounds_of(one, count))
    marking = tuple(
        (one.foe, one.unit, one.weapon, HITTING, count["glances"]) for one, count in each if count.get("glances")
    )
    table.then(Step.DEAL_WITH_WOUNDS, *(number for pair in _struck(fight.exchange.strokes, waiting) for number in pair))
    return battle.exchanging(strokes=(), room=(), marking=marking, wounds=waiting)


@clause(Step.DEAL_WITH_WOUNDS)
def deal_with_wounds(battle: Battle, table: Table, *struck: int) -> Battle:
    """SH-R-03. Wounds are allocated and saved, effects applied and casualties removed.

    `struck` are the units struck, each with the unit that struck it after it.
    """
    by = dict(zip(struck[::2], struck[1::2], strict=True))
    fight = battle.combat
    saving = battle.active_last({wounds.unit for wounds in fight.exchange.wounds})
    falling = battle.active_last(unit for unit in by if battle.unsaved(unit))
    for unit in saving:
        table.then(Step.ALLOCATE, unit)
    for unit in falling:
        table.then(Step.FELL, unit)
    if fight.exchange.marking or saving:
        table.then(Step.HAND_OUT)
    for unit in sorted({*saving, *falling}):
        table.then(Step.TAKE_OFF, unit, by[unit])
    return battle if saving or falling else battle.exchanging(struck=())


def _struck(strokes: tuple[Strokes, ...], waiting: tuple[Wounds, ...]) -> list[tuple[int, int]]:
    """Each unit that may have wounds to deal with, and who first struck it: itself, if they are its own doing."""
    units = sorted({*(one.foe for one in strokes), *(wounds.unit for wounds in waiting)})
    return [(unit, next((one.unit for one in strokes if one.foe == unit), unit)) for unit in units]


def _wounds_of(strokes: Strokes, count: Kept) -> list[Wounds]:
    """Backfires on the strikers, wounds by natural sixes, and the others."""
    if not count:
        return []
    own = Wounds(strokes.unit, strokes.unit, 0, kind=strokes.kind)
    each = (own, count.get("ones", 0)), (strokes.rent, count.get("sixes", 0)), (strokes.wounds, count.get("wounds", 0))
    return [wounds.of(number) for wounds, number in each if number]


def _like_ones_together(waiting: Iterable[Wounds]) -> tuple[Wounds, ...]:
    """SH-WO-06. Wounds that are alike in all but their number are one lot."""
    lots: dict[Wounds, int] = {}
    for wounds in waiting:
        lots[wounds.of(0)] = lots.get(wounds.of(0), 0) + wounds.count
    return tuple(like.of(count) for like, count in lots.items())
