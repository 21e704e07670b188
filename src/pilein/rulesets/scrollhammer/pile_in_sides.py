"""Which side of a block its enemies fight on, and keep to as they pile in (SH-PI-09, SH-R-27)."""

from functools import lru_cache

from pilein.geometry.blocks import Block
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.passages import how_far
from pilein.geometry.shapes import Arc, Base, Shape, rectangle
from pilein.geometry.ticks import CONTACT, turned
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.block_charge import arcs_of, charged_arc
from pilein.rulesets.scrollhammer.block_stands import ARCS
from pilein.rulesets.scrollhammer.charge_contacts import OUTWARD, is_before
from pilein.rulesets.scrollhammer.charge_ways import ANY_FACE, Faces, is_on_face, ring_round, space_for
from pilein.rulesets.scrollhammer.coherency import ground_held, missing
from pilein.rulesets.scrollhammer.contact import contacts
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Memo

APART = CONTACT + 1  # ticks: the least gap that is no contact
FAR = 1e30
ROOMS = Memo[tuple[int, Faces], ConfigurationSpace]("rooms")


def sides_fought(battle: Battle, table: Table, unit: int, targets: tuple[int, ...]) -> tuple[str, ...]:
    """For each target that stands as a block the side of it that a unit fights on; "" for the others.

    It is the side that its models touch most; if they touch none, the one that it would strike by a charge (SH-R-23).
    Of sides that tie it is the first of front, left, right, rear: a pile in asks nobody and rolls no die for it.
    """
    return tuple(_side_fought(battle, table, unit, target) for target in targets)


def faces_fought(battle: Battle, table: Table, unit: int, targets: tuple[int, ...]) -> Faces:
    """SH-R-27. What a unit that piles in may touch of its targets: of a block the side that it fights on."""
    if not any(isinstance(battle.plane.standings[target], Block) for target in targets):
        return Faces(targets)
    reading = table.rule("SH-R-27")
    arcs = sides_fought(battle, table, unit, targets)
    return Faces(targets, arcs, reading == "ranks-only", reading == "enter-holes")


def may_be_touched(battle: Battle, faces: Faces, model: int) -> bool:
    """Whether a model, friend or enemy, does not stand in a block away from the side that is fought on."""
    block = battle.plane.standings[battle.setup.unit_of[model]]
    side = _bound_side(battle, faces, battle.setup.unit_of[model])
    return side == ANY_FACE or faces.may_enter_holes or (isinstance(block, Block) and model in _models_on(block, side))


def gap_to_touch(battle: Battle, faces: Faces, body: Shape, models: tuple[int, ...]) -> float:
    """How far a disc is from touching any of some models where it may, in ticks, whatever stands between; 0 of none."""
    unit_of, shapes = battle.setup.unit_of, battle.plane.shapes
    width = round(2 * body.radius)
    best = FAR if models else 0.0
    for model in models:
        if any(faces.arcs) and not faces.may_enter_holes and _bound_side(battle, faces, unit_of[model]) != ANY_FACE:
            line = ring_round(battle, Base("round", width, width), model, faces)
            best = min(best, how_far(line, body.x, body.y))
        else:
            best = min(best, gap(body, shapes[model]))
    return best


def room_to_end(battle: Battle, faces: Faces, model: int) -> ConfigurationSpace:
    """The ground on which a model may end: as `space_for`, and off the other sides of the blocks.

    Ways over it keep the whole of half a base from everything, so that it may end anywhere along a side it passes.
    """
    space = space_for(battle, model, faces.targets)
    shut = _shut_ground(battle, faces, battle.plane.shape(model))
    if not shut:
        return space
    remembered = ROOMS.on(battle.plane)
    key = (model, faces)
    if key not in remembered:
        width, depth = space.table or (None, None)
        remembered[key] = ConfigurationSpace((*space.shapes, *shut), width, depth, (), space.radius + CONTACT / 2)
    return remembered[key]


def _shut_ground(battle: Battle, faces: Faces, body: Shape) -> list[Shape]:
    """The ground about blocks where an outline would touch other sides; none about those that it stands at already."""
    found = []
    for target in faces.targets:
        block, side = battle.plane.standings[target], _bound_side(battle, faces, target)
        if side != ANY_FACE and isinstance(block, Block) and not (faces.may_enter_holes and missing(block)):
            ground = _other_sides(block, side)
            if not overlaps(body, ground):
                found.append(ground)
    return found


def _bound_side(battle: Battle, faces: Faces, unit: int) -> str:
    """The side of a unit beyond which it may not be touched, "" where all of it may be."""
    is_bound = isinstance(battle.plane.standings[unit], Block) and not faces.may_wrap
    return faces.arc_of(unit) if is_bound else ANY_FACE


@lru_cache(maxsize=256)
def _other_sides(block: Block, side: str) -> Shape:
    """The rectangle of a block, wider by the reach of contact but for the side fought on, where it is as much less."""
    held = ground_held(block)
    assert held.frame is not None
    out = turned(*OUTWARD[side], block.facing)
    inward = (APART + CONTACT) / 2
    is_across = side in {"left", "right"}
    width, depth = (1, 2 * APART) if is_across else (2 * APART, 1)
    x, y = held.x - out[0] * inward, held.y - out[1] * inward
    return rectangle(x, y, 2 * held.frame[2] + width, 2 * held.frame[3] + depth, block.facing)


@lru_cache(maxsize=256)
def _models_on(block: Block, side: str) -> tuple[int, ...]:
    """The models in the outermost row of a side."""
    return tuple(model for model in block.slots if model >= 0 and is_on_face(block, model, side))


def _side_fought(battle: Battle, table: Table, unit: int, target: int) -> str:
    block = battle.plane.standings[target]
    if not isinstance(block, Block):
        return ANY_FACE
    enemies, foes = contacts(battle, table).enemies, battle.plane.models(target)
    votes = dict.fromkeys(ARCS, 0)
    for model in battle.plane.models(unit):
        if any(foe in foes for foe in enemies[model]):
            for side in _sides_stood_at(battle, model, target, block):
                votes[side] += 1
    most = max(ARCS, key=lambda side: votes[side])
    return most if votes[most] else charged_arc(battle, unit, target, "default")[0]


def _sides_stood_at(battle: Battle, model: int, target: int, block: Block) -> tuple[Arc, ...]:
    """The side before whose line a model stands; at a corner the quarter in which its centre lies."""
    body = battle.plane.shape(model)
    before = tuple(side for side in ARCS if is_before(block, side, body))
    return before if len(before) == 1 else arcs_of(battle, model, target)
