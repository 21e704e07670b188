"""The dice of an Initiative step: all blows in one roll, and what follows of it (SH-FS-06, SH-R-03)."""

from collections.abc import Iterable

from pilein.dice import Pool, Target
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.effects import HITTING
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle, Strokes, Wounds
from pilein.rulesets.scrollhammer.steps import Step

Kept = dict[str, int]  # of one volley: what is counted, and how many there were


@clause(Step.ROLL_BLOWS)
def roll_blows(battle: Battle, table: Table) -> Battle:
    """SH-R-03. The blows of a step are rolled together, to hit, to wound, to save; then the wounds are dealt with."""
    fight = battle.fight
    assert fight is not None
    pool = Pool(
        tuple(strokes.volley for strokes in fight.strokes),
        tuple(Target(wounds) for _, wounds in fight.room),
        saves_per_group=table.rule("SH-R-03") == "saves-per-group",
        label="blows",
    )
    kept, lost = table.roll(pool)
    for (unit, _), wounds in zip(fight.room, lost, strict=True):
        battle = battle.with_unsaved(unit, wounds)
    counts = [
        dict(zip(strokes.volley.keep, numbers, strict=True))
        for strokes, numbers in zip(fight.strokes, kept, strict=True)
    ]
    each = tuple(zip(fight.strokes, counts, strict=True))
    waiting = _like_ones_together(wounds for one, count in each for wounds in _wounds_of(one, count))
    marking = tuple(
        (one.foe, one.unit, one.weapon, HITTING, count["glances"]) for one, count in each if count.get("glances")
    )
    table.then(Step.DEAL_WITH_WOUNDS, *(number for pair in _struck(fight.strokes, waiting) for number in pair))
    return battle.fighting(strokes=(), room=(), marking=marking, wounds=waiting)


@clause(Step.DEAL_WITH_WOUNDS)
def deal_with_wounds(battle: Battle, table: Table, *struck: int) -> Battle:
    """SH-R-03. Wounds are allocated and saved, unsaved ones fall, effects are handed out, casualties removed.

    `struck` are the units struck, each with the unit that struck it after it.
    """
    by = dict(zip(struck[::2], struck[1::2], strict=True))
    fight = battle.fight
    assert fight is not None
    saving = battle.active_last({wounds.unit for wounds in fight.wounds})
    falling = battle.active_last(unit for unit in by if battle.unsaved(unit))
    for unit in saving:
        table.then(Step.ALLOCATE, unit)
    for unit in falling:
        table.then(Step.FELL, unit)
    if fight.marking or saving:
        table.then(Step.HAND_OUT)
    for unit in sorted({*saving, *falling}):
        table.then(Step.TAKE_OFF, unit, by[unit])
    return battle if saving or falling else battle.fighting(struck=())


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
