"""Bonuses of the combat result (WAB-CR-02 to WAB-CR-08, WAB-CR-11, WAB-R-89)."""

from collections.abc import Callable
from typing import NamedTuple

from pilein.geometry.blocks import Block, outline, ranks
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Shape
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import is_formed, living_traits, order, troop
from pilein.rulesets.wab.profile import CHARIOTS, Traits
from pilein.rulesets.wab.state import Arc, Battle
from pilein.tabletop.plane import Loose

WIDER = 5  # models in a rank that counts under `rank-5`


class Side(NamedTuple):
    """One side in a combat, with its own units and those of the enemy."""

    number: int
    units: tuple[int, ...]
    foes: tuple[int, ...]


def side_of(battle: Battle, side: int, units: tuple[int, ...]) -> Side:
    """Return one side of a combat between the given units. The side's own units are those still on the field. Its
    enemies include units that are already gone.
    """
    own = tuple(unit for unit in units if battle.side(unit) == side and battle.lives(unit))
    return Side(side, own, tuple(unit for unit in units if battle.side(unit) != side))


class Bonuses(NamedTuple):
    """Bonuses of a side, apart from its rank bonus."""

    close_order: int
    standard: int
    army_standard: int
    high_ground: int
    momentum: int
    flank: int
    rear: int


def bonuses(battle: Battle, table: Table, side: Side) -> Bonuses:
    """Bonuses of a side. Each bonus is counted once, from the side's best unit. Under `per-unit` every unit adds its
    own bonuses.
    """
    return Bonuses(
        close_order=_best_bonus(table, side, lambda unit: close_order_bonus(battle, table, unit)),
        standard=_best_bonus(table, side, lambda unit: standard_bonus(battle, table, unit)),
        army_standard=_best_bonus(table, side, lambda unit: army_standard_bonus(battle, table, unit)),
        high_ground=_best_bonus(table, side, lambda unit: high_ground_bonus(battle, table, unit, side.foes)),
        momentum=momentum_bonus(battle, table, side),
        flank=flank_bonus(battle, table, side),
        rear=rear_bonus(battle, table, side),
    )


def rank_lead(battle: Battle, table: Table, units: tuple[int, ...]) -> int:
    """Rank bonus of the active side minus the other side's, at the start of the round (WAB-R-89)."""
    ours, theirs = (_ranks_of(battle, table, side_of(battle, side, units)) for side in _sides(battle))
    return ours - theirs


def close_order_bonus(battle: Battle, table: Table, unit: int) -> int:
    """Close order bonus of a unit: +1 for infantry in close order (WAB-CR-02)."""
    is_close = order(battle, unit) == "close" and troop(battle, unit) == "infantry" and is_formed(battle, unit)
    return table.number("WAB-CR-02") if is_close and table.holds("WAB-CR-02") else 0


def rank_bonus(battle: Battle, table: Table, unit: int) -> int:
    """Rank bonus of a unit: +1 for each infantry rank behind the first, up to +2 (WAB-CR-03).

    A rank counts if it is complete and 4 or more models wide.
    """
    if troop(battle, unit) != "infantry" or not is_formed(battle, unit):
        return 0
    files = files_of(battle, unit)
    if files < table.number("WAB-CR-03.files") or (files < WIDER and table.rule("WAB-R-89") == "rank-5"):
        return 0
    bonus = min(table.number("WAB-CR-03.cap"), ranks_behind(battle, unit, files) * table.number("WAB-CR-03.bonus"))
    if bonus <= 0 or _has_no_ranks_here(battle, table, unit):
        return 0
    return bonus if table.holds("WAB-CR-03") else 0


def ranks_behind(battle: Battle, unit: int, files: int) -> int:
    """Number of complete ranks behind a unit's first rank, which may be incomplete after a turn about (WAB-R-89)."""
    standing = battle.plane.standings[unit] if battle.is_on_table else None
    if isinstance(standing, Block):
        return sum(len(rank) == files for rank in ranks(standing)[1:])
    return battle.field.ranks(unit, files, files) - 1


def standard_bonus(battle: Battle, table: Table, unit: int) -> int:
    """Standard bonus of a unit: +1 if it has a standard. The bonus is counted once for the unit's side (WAB-CR-04,
    WAB-R-24).
    """
    bears = _has(battle, unit, lambda traits: traits.standard)
    if not bears and _has(battle, unit, lambda traits: traits.battle_standard):
        bears = table.rule("WAB-R-24") == "army-standard-also-plain"
    return table.number("WAB-CR-04") if bears and table.holds("WAB-CR-04") else 0


def army_standard_bonus(battle: Battle, table: Table, unit: int) -> int:
    """Army standard bonus of a unit: +1 if the army standard fights in it (WAB-CR-05)."""
    bears = _has(battle, unit, lambda traits: traits.battle_standard)
    return table.number("WAB-CR-05") if bears and table.holds("WAB-CR-05") else 0


def high_ground_bonus(battle: Battle, table: Table, unit: int, foes: tuple[int, ...]) -> int:
    """High ground bonus of a unit: +1 for standing uphill of the enemy (WAB-CR-06)."""
    is_uphill = battle.status(unit).uphill or stands_higher(battle, table, unit, foes)
    return table.number("WAB-CR-06") if is_uphill and table.holds("WAB-CR-06") else 0


def momentum_bonus(battle: Battle, table: Table, side: Side) -> int:
    """Momentum bonus of a side: +1, counted once (WAB-CR-07, WAB-R-79)."""
    has_it = bool(side.units) and has_momentum(battle, table, side.number, (*side.units, *side.foes))
    return table.number("WAB-CR-07") if has_it and table.holds("WAB-CR-07") else 0


def flank_bonus(battle: Battle, table: Table, side: Side) -> int:
    """Flank bonus of a side: +1 for attacking an enemy in the flank (WAB-CR-08).

    If one and the same unit makes all flank and rear attacks of the side, only the rear bonus counts.
    """
    flanks, rears = _attackers(battle, side, "flank"), _attackers(battle, side, "rear")
    if not flanks or (rears and len({*flanks, *rears}) == 1):
        return 0
    return table.number("WAB-CR-08") * _counted(table, len(flanks)) if table.holds("WAB-CR-08") else 0


def rear_bonus(battle: Battle, table: Table, side: Side) -> int:
    """Rear bonus of a side: +2 for attacking an enemy in the rear (WAB-CR-11)."""
    rears = _attackers(battle, side, "rear")
    each = table.number("WAB-CR-11")
    return each * _counted(table, len(rears)) if rears and table.holds("WAB-CR-11") else 0


def files_of(battle: Battle, unit: int) -> int:
    """Number of models standing side by side in a unit, or 0 if the unit has no ranks."""
    if not battle.is_on_table:
        return battle.unit(unit).files
    standing = battle.plane.standings[unit]
    return standing.files if isinstance(standing, Block) else 0


def stands_higher(battle: Battle, table: Table, unit: int, foes: tuple[int, ...]) -> bool:
    """Whether a unit on a table stands on higher ground than all enemies."""
    if not battle.is_on_table or not any(ground.height for ground in battle.setup.grounds):
        return False
    here = height_of(battle, table, unit)
    return any(here > height_of(battle, table, foe) for foe in foes if battle.lives(foe))


def height_of(battle: Battle, table: Table, unit: int) -> int:
    """Height of a unit in ticks: the highest level that the centres of half or more of its models reach (WAB-R-107).
    Under `highest-model` it is the level of the unit's highest model.
    """
    hills = tuple(ground for ground in battle.setup.grounds if ground.height)
    if not hills:
        return 0
    bodies = [battle.plane.shapes[model] for model in battle.plane.models(unit)]
    under = (max((hill.height for hill in hills if hill.outline.contains(one.x, one.y)), default=0) for one in bodies)
    heights = sorted(under, reverse=True)
    highest, half = heights[0], heights[(len(bodies) - 1) // 2]
    return highest if highest != half and table.rule("WAB-R-107") == "highest-model" else half


def _ranks_of(battle: Battle, table: Table, side: Side) -> int:
    bonus = _best_bonus(table, side, lambda unit: rank_bonus(battle, table, unit))
    if not bonus or not any(one.unit in side.foes and one.foe in side.units for one in battle.assaults):
        return bonus
    return 0 if table.rule("WAB-R-89") == "flank-negates-ranks" else bonus


def _has_no_ranks_here(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit has no rank bonus at present because of WAB-R-50 `column-no-ranks` or WAB-R-89
    `ranks-open-ground`.
    """
    if battle.status(unit).move == "fast marched" and table.rule("WAB-R-50") == "column-no-ranks":
        return True
    return is_in_rough_ground(battle, unit) and table.rule("WAB-R-89") == "ranks-open-ground"


def _best_bonus(table: Table, side: Side, bonus: Callable[[int], int]) -> int:
    each = [bonus(unit) for unit in side.units]
    whole, best = sum(each), max(each, default=0)
    return whole if whole == best or table.rule("WAB-R-89") == "per-unit" else best


def _counted(table: Table, attackers: int) -> int:
    return attackers if attackers > 1 and table.rule("WAB-R-89") == "per-unit" else 1


def _attackers(battle: Battle, side: Side, arc: Arc) -> tuple[int, ...]:
    struck = [one for one in battle.assaults if one.arc == arc and one.foe in side.foes]
    return tuple(sorted({one.unit for one in struck if one.unit in side.units}))


def _has(battle: Battle, unit: int, trait: Callable[[Traits], bool]) -> bool:
    return any(trait(traits) for traits in living_traits(battle, unit))


def _sides(battle: Battle) -> tuple[int, int]:
    return battle.active, 1 - battle.active


# --- The side that has Momentum (WAB-R-79, WAB-CR-09) ------------------------------------------------------------


CHARGERS = ("charged", "counter", "pursuit")
ROUGH = ("difficult", "very difficult", "dangerous")


def has_charged(battle: Battle, unit: int) -> bool:
    """Whether a unit charged this turn, including by counter-charge or pursuit (WAB-R-77)."""
    return battle.status(unit).charge in CHARGERS


def has_momentum(battle: Battle, table: Table, side: int, units: tuple[int, ...]) -> bool:
    """Whether a side has Momentum because it charged this turn or won the previous round (WAB-R-79).

    Under `mom-charge-only` only the charge counts, and under `mom-winner-only` only the victory. Under
    `mom-exclusive`, when both sides have a claim, Momentum goes to the side that charged; if both or neither
    charged, it goes to the active side.
    """
    if not _claims(battle, table, side, units):
        return False
    if not _claims(battle, table, 1 - side, units) or table.rule("WAB-R-79") != "mom-exclusive":
        return True
    charged = [any(has_charged(battle, unit) for unit in _own_units(battle, one, units)) for one in (side, 1 - side)]
    return side == battle.active if charged[0] == charged[1] else charged[0]


def _claims(battle: Battle, table: Table, side: int, units: tuple[int, ...]) -> bool:
    own = [unit for unit in _own_units(battle, side, units) if not loses_momentum(battle, table, unit)]
    charged = any(has_charged(battle, unit) for unit in own)
    won = any(battle.status(unit).won for unit in own)
    if charged == won:
        return charged
    reading = table.rule("WAB-R-79")
    return reading != ("mom-winner-only" if charged else "mom-charge-only")


def loses_momentum(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit gets no Momentum bonus. Cavalry and chariots in difficult ground get none (WAB-CR-09)."""
    is_held_up = troop(battle, unit) in ("cavalry", *CHARIOTS) and is_in_rough_ground(battle, unit)
    return is_held_up and table.holds("WAB-CR-09")


def is_in_rough_ground(battle: Battle, unit: int) -> bool:
    """Whether any part of a unit is on difficult or very difficult ground."""
    if not battle.is_on_table:
        return False
    bodies = _bodies(battle, unit)
    parts = battle.setup.parts_of(*ROUGH)
    return any(overlaps(body, part) for body in bodies for part in parts)


def _own_units(battle: Battle, side: int, units: tuple[int, ...]) -> list[int]:
    return [unit for unit in units if battle.side(unit) == side and battle.lives(unit)]


def _bodies(battle: Battle, unit: int) -> list[Shape]:
    standing = battle.plane.standings[unit]
    if isinstance(standing, Loose):
        return [battle.plane.shape(model) for model in standing.models]
    return [outline(standing)]
