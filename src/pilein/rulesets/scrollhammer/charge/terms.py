"""Terms of a charge: obstacles, models that may be touched, and rulings in force (SH-MV-03 to 09)."""

from msgspec import Struct

from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.contacts import free_foes, models_left, moved_mates
from pilein.rulesets.scrollhammer.coherency import coherency_distance
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.terms import PASSED, Bars, Sides, Terms
from pilein.tabletop.setup import Setup

FURTHEST = 200 * INCH  # ticks: further than any path on a table
NO_SIDES = Sides()


class ChargeTerms(Struct, frozen=True, cache_hash=True):
    """Terms of the current charge, with the terms of its moves, its targets, and the rulings in force.

    `matched` stands for SH-R-22 `global`, `in_line` SH-R-28 `in-line`, and `large_first` SH-R-25 `large-first`. SH-R-04
    `edges-only` is part of `move`.
    """

    move: Terms
    targets: tuple[int, ...]
    matched: bool = False
    in_line: bool = False
    large_first: bool = False


def read(battle: Battle, table: Table) -> ChargeTerms:
    """Return the terms of the current charge. Rulings are requested only if they may matter."""
    charge = battle.charge
    assert charge is not None
    move = Terms(
        bars_of(battle, charge.unit, charge.targets),
        charge.range * INCH,
        mates_to_stay_with(battle, moved_mates(battle)),
        coherency_distance(battle, table, charge.unit),
        sides_charged(battle, table),
        by_edges=_has_corners(battle, charge.unit, charge.targets) and table.rule("SH-R-04") == "edges-only",
    )
    if not charge.moved:
        return ChargeTerms(move, charge.targets)
    left = models_left(battle)
    several = len(left) > 1 and len(free_foes(battle, charge.targets)) > 1
    unlike = len({battle.setup.base(model) for model in left}) > 1
    return ChargeTerms(
        move,
        charge.targets,
        matched=several and table.rule("SH-R-22") == "global",
        in_line=table.rule("SH-R-28") == "in-line",
        large_first=unlike and table.rule("SH-R-25") == "large-first",
    )


def aiming(battle: Battle, table: Table, unit: int, targets: tuple[int, ...], sides: Sides = NO_SIDES) -> Terms:
    """Return the terms for measuring a unit's path to first contact, whatever the unit's charge range.

    Under SH-R-04 `edges-only`, first contact is along an edge.
    """
    by_edges = _has_corners(battle, unit, targets) and table.rule("SH-R-04") == "edges-only"
    return Terms(bars_of(battle, unit, targets), 0, sides=sides, by_edges=by_edges)


def aiming_now(battle: Battle, table: Table) -> Terms:
    """Return the measuring terms (see `aiming`) of the current charge, restricted to the sides charged."""
    charge = battle.charge
    assert charge is not None
    return aiming(battle, table, charge.unit, charge.targets, sides_charged(battle, table))


def sides_charged(battle: Battle, table: Table) -> Sides:
    """Sides of blocks that the current charge may touch. Under `ranks-only` loose models may wrap around a block
    (SH-R-27).
    """
    charge = battle.charge
    assert charge is not None
    if not any(charge.arcs):
        return NO_SIDES
    return bound_to(tuple(zip(charge.targets, charge.arcs, strict=False)), table)


def bound_to(sides: tuple[tuple[int, str], ...], table: Table) -> Sides:
    """Restrict a charge to the given sides of units; "" means no restriction (SH-R-27).

    An incomplete last rank is not a hole left by casualties, so the models in front of it may be touched from the
    rear.
    """
    reading = table.rule("SH-R-27")
    if reading == "ranks-only":
        return NO_SIDES
    bound = tuple(pair for pair in sides if pair[1])
    return Sides(bound, holes_are_open=reading == "enter-holes", last_rank_is_open=True)


def mates_to_stay_with(battle: Battle, mates: tuple[int, ...]) -> tuple[int, ...]:
    """Models of the same unit that a model must stay with. A model must end in coherency with one that has already
    moved (SH-MV-23).
    """
    return mates if mates and battle.holds("SH-MV-23") else ()


def bars_of(battle: Battle, unit: int, targets: tuple[int, ...]) -> Bars:
    """Obstacles to the models of a unit that charges the given targets.

    A charging model does not pass through another model, friend or enemy (SH-MV-07), or through a gap narrower than
    its base (SH-MV-08). Unlike other moves, a charge may pass within 1" of enemies (SH-MV-06).
    """
    setup, side = battle.setup, battle.side(unit)
    least = 0 if setup.holds("SH-MV-06") else INCH
    clearances = tuple(
        0 if other.side == side else max(least, clearance(battle, other.number, targets)) for other in setup.units
    )
    if not setup.holds("SH-MV-07"):
        clearances = (PASSED,) * len(clearances)
    kinds, is_edged = _walls(setup)
    return Bars(clearances, kinds, is_edged, squeezes=not setup.holds("SH-MV-08"))


def clearance(battle: Battle, unit: int, targets: tuple[int, ...]) -> int:
    """Clearance of charging models from an enemy unit, in ticks. Chargers touch no enemies except their targets
    (SH-MV-09).
    """
    return CONTACT + 1 if unit not in targets and battle.holds("SH-MV-09") else 0


class Bounds(Struct, frozen=True):
    """Bounds of all movement: the table's size (None if it has no edges) and the convex parts of impassable ground."""

    size: tuple[int, int] | None
    walls: tuple[Shape, ...]


def bounds(setup: Setup) -> Bounds:
    """Return the bounds for charge moves, block moves and reforms."""
    kinds, is_edged = _walls(setup)
    return Bounds(setup.size if is_edged else None, setup.parts_of(*kinds))


def _walls(setup: Setup) -> tuple[tuple[str, ...], bool]:
    """Impassable kinds of ground, and whether the table edge is an obstacle.

    Charges obey the movement rules, so the table edge and impassable ground bar them (SH-MV-05, SH-R-07). Chargers
    go round impassable ground, but may not go out of their way to avoid other terrain (SH-MV-03).
    """
    if not setup.holds("SH-MV-05"):
        return (), False
    if not setup.parts_of("difficult", "dangerous") or setup.holds("SH-MV-03"):
        return ("impassable",), True
    return ("impassable", "difficult", "dangerous"), True


def _has_corners(battle: Battle, unit: int, targets: tuple[int, ...]) -> bool:
    """Whether contact may be at a corner only, because both sides have rectangular bases."""
    foes = [model for target in targets for model in battle.plane.models(target)]
    models = battle.plane.models(unit)
    return all(any(battle.setup.base(one).kind == "rectangle" for one in some) for some in (models, foes))
