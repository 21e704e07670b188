"""What a charging model would touch, who is free to be touched and who is still to move (SH-MV-23)."""

from msgspec import Struct

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import corners_only, touches, within
from pilein.geometry.shapes import Base, Shape
from pilein.geometry.ticks import CONTACT, turned
from pilein.rulesets.scrollhammer.charge_ways import ANY_FACE, Faces
from pilein.rulesets.scrollhammer.coherency import ground_held
from pilein.rulesets.scrollhammer.state import Battle

OUTWARD = {"front": (0.0, 1.0), "rear": (0.0, -1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}


class Reader(Struct, frozen=True):
    """How the charge under way is read: faces of its targets, coherency in ticks, and the readings in force.

    SH-R-04 `edges-only`, SH-R-22 `global` (matched), SH-R-28 `in-line`, SH-R-25 `large-first`.
    """

    faces: Faces
    reach: int
    coherency: int
    edges_only: bool = False
    matched: bool = False
    in_line: bool = False
    large_first: bool = False


class Touch(Struct, frozen=True):
    """The enemies that an outline is in contact with, and those of them along an edge."""

    contact: tuple[int, ...]
    edges: tuple[int, ...]


def touch(battle: Battle, reader: Reader, body: Shape) -> Touch:
    """What an outline would touch of the targets."""
    shapes = battle.plane.shapes
    targets = reader.faces.targets
    met = [foe for target in targets for foe in battle.plane.models(target) if touches(body, shapes[foe])]
    edges = tuple(foe for foe in met if not corners_only(body, shapes[foe]))
    return Touch(edges if reader.edges_only else tuple(met), edges)


def free_foes(battle: Battle, reader: Reader) -> tuple[int, ...]:
    """The enemies that no charging model touches yet."""
    assert battle.charge is not None
    living = set(battle.plane.models(battle.charge.unit))
    taken = {foe for model, foes in battle.charge.met if model in living for foe in foes}
    foes = (foe for target in reader.faces.targets for foe in battle.plane.models(target))
    return tuple(foe for foe in foes if foe not in taken)


def models_left(battle: Battle) -> tuple[int, ...]:
    """The models of the charging unit that have yet to make their charge move."""
    charge = battle.charge
    assert charge is not None
    return tuple(model for model in battle.plane.models(charge.unit) if model not in charge.moved)


def movers(battle: Battle, reader: Reader) -> tuple[int, ...]:
    """The models that may move next: any that are left; under `large-first` those with the largest bases (SH-R-25)."""
    left = models_left(battle)
    if not reader.large_first:
        return left
    sizes = {model: _size(battle.setup.base(model)) for model in left}
    return tuple(model for model in left if sizes[model] == max(sizes.values()))


def _size(base: Base) -> int:
    return base.width * base.depth


def targets_of(battle: Battle, reader: Reader, model: int) -> tuple[int, ...]:
    """The living targets that a model may go for: any of them, or the one that it was assigned to (SH-R-31)."""
    assert battle.charge is not None
    assigned = dict(battle.charge.assigned).get(model)
    if assigned is not None and battle.living(assigned):
        return (assigned,)
    return tuple(target for target in reader.faces.targets if battle.living(target))


def furthest_gap(battle: Battle, reader: Reader, model: int) -> float:
    """The widest gap that the range can close: turning square may bring a long base nearer."""
    base = battle.setup.base(model)
    return reader.reach + CONTACT + battle.plane.shape(model).reach - min(base.width, base.depth) / 2


def moved_mates(battle: Battle) -> tuple[int, ...]:
    """The living models of the charger that have moved."""
    assert battle.charge is not None
    living = set(battle.plane.models(battle.charge.unit))
    return tuple(model for model in battle.charge.moved if model in living)


def friends_in_contact(battle: Battle) -> tuple[int, ...]:
    """The models of the charger, and of units it comes to help, that touch an enemy of a target."""
    charge = battle.charge
    assert charge is not None
    living = set(battle.plane.models(charge.unit))
    return tuple(model for model in charge.touching if model in living) + _helped(battle, charge.targets)


def _helped(battle: Battle, targets: tuple[int, ...]) -> tuple[int, ...]:
    """The models of other units of the side that touch models of the targets."""
    assert battle.charge is not None
    others = [unit for unit in battle.setup.units_of(battle.active) if unit != battle.charge.unit]
    models = [model for unit in others for model in battle.plane.models(unit)]
    if not models:
        return ()
    enemies, unit_of = battle.plane.contacts.enemies, battle.setup.unit_of
    return tuple(model for model in models if any(unit_of[foe] in targets for foe in enemies[model]))


def is_coherent_with_the_moved(battle: Battle, reader: Reader, body: Shape) -> bool:
    """SH-MV-23. Each model must end in coherency with a unit mate that has already moved."""
    shapes = battle.plane.shapes
    mates = moved_mates(battle)
    if not mates or any(within(body, shapes[mate], reader.coherency) for mate in mates):
        return True
    return not battle.holds("SH-MV-23")


def wraps(battle: Battle, reader: Reader, body: Shape, contact: tuple[int, ...]) -> bool:
    """SH-R-27. Whether an outline touches a charged block elsewhere than at the side charged and its two corners."""
    unit_of = battle.setup.unit_of
    units = dict.fromkeys(unit_of[foe] for foe in contact)
    return any(_is_round_the_side(battle, reader.faces, unit, body) for unit in units)


def _is_round_the_side(battle: Battle, faces: Faces, unit: int, body: Shape) -> bool:
    block, arc = battle.plane.standings[unit], faces.arc_of(unit)
    if arc == ANY_FACE or faces.may_wrap or not isinstance(block, Block):
        return False
    is_in_a_hole = faces.may_enter_holes and _is_inside(ground_held(block), body)
    return not is_before(block, arc, body) and not is_in_a_hole


def is_before(block: Block, side: str, body: Shape) -> bool:
    """Whether an outline stands wholly before the line along a side of a block, or at it; holes count for the block."""
    held = ground_held(block)
    assert held.frame is not None
    out = turned(*OUTWARD[side], block.facing)
    half = held.frame[2] if side in {"left", "right"} else held.frame[3]
    innermost = min((x - held.x) * out[0] + (y - held.y) * out[1] for x, y in body.core) - body.radius
    return innermost >= half - CONTACT


def _is_inside(held: Shape, body: Shape) -> bool:
    """Whether the centre of a body lies within a rectangle."""
    assert held.frame is not None
    sine, cosine, right, ahead = held.frame
    dx, dy = body.x - held.x, body.y - held.y
    return abs(dx * cosine - dy * sine) < right and abs(dx * sine + dy * cosine) < ahead
