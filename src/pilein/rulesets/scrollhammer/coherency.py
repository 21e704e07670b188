"""Coherency: how near to one another the models of a unit stay (SH-R-06)."""

from functools import lru_cache
from typing import NamedTuple

from pilein.geometry.blocks import EMPTY, Block, cell_shape, outline, place_of, with_slots
from pilein.geometry.chains import linked
from pilein.geometry.gaps import overlaps
from pilein.geometry.routes import shortest
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge_events import LeftApart
from pilein.rulesets.scrollhammer.charge_ways import bounds, space_for
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Memo
from pilein.tabletop.plane import shapes_of

LOOSE = 2 * INCH
Groups = tuple[tuple[int, ...], ...]
GROUPS = Memo[int, Groups]("groups")


def coherency_distance(battle: Battle, table: Table, unit: int) -> int:
    """SH-R-06. The widest gap between models that still hang together, in ticks: 2"; of a block's models none."""
    formation = battle.unit(unit).formation
    return 0 if formation == "ranks" else widest_gap(formation, table.rule("SH-R-06"))


def widest_gap(formation: str, option: str) -> int:
    """The widest gap between loose models that still hang together under a reading of SH-R-06, in ticks."""
    return INCH if option == ("horde-1" if formation == "horde" else "skirmish-1") else LOOSE


def is_coherent(battle: Battle, unit: int, distance: int) -> bool:
    """Whether a unit is in coherency: a block in order but for its last rank, all others linked by such gaps."""
    standing = battle.plane.standings[unit]
    if isinstance(standing, Block):
        return not battle.living(unit) or is_in_order(standing)
    return len(groups_of(battle, unit, distance)) <= 1


def groups_of(battle: Battle, unit: int, distance: int) -> Groups:
    """The models of a unit in groups linked by gaps of no more than `distance` ticks; remembered on its standing."""
    standing = battle.plane.standings[unit]
    remembered = GROUPS.on(standing)
    if distance not in remembered:
        shapes = shapes_of(standing, battle.setup)
        models = tuple(shapes)
        groups = linked(tuple(shapes.values()), distance)
        remembered[distance] = tuple(tuple(models[place] for place in group) for group in groups)
    return remembered[distance]


def body_of(battle: Battle, unit: int, distance: int) -> tuple[int, ...]:
    """The models that the others of a unit stray from: the largest group, of equals the one with most in contact."""
    groups = groups_of(battle, unit, distance)
    if len(groups) <= 1:
        return battle.plane.models(unit)
    enemies = battle.plane.contacts.enemies
    return max(groups, key=lambda group: (len(group), sum(bool(enemies[model]) for model in group)))


def strays(battle: Battle, unit: int, distance: int) -> tuple[int, ...]:
    """The models of a unit that are out of coherency with its body."""
    body = body_of(battle, unit, distance)
    return tuple(model for model in battle.plane.models(unit) if model not in body)


def tell_if_apart(battle: Battle, table: Table, unit: int, move: str, clause: str) -> None:
    """SH-R-29. A unit whose models could not all keep up with the others has ended its move out of coherency."""
    if not is_coherent(battle, unit, coherency_distance(battle, table, unit)):
        table.tell(LeftApart(unit=battle.unit(unit).name, move=move, clause=clause))


# --- Places missing inside a block, and who can walk into them (SH-PI-07, SH-R-06) -------------------------------


FILLED = EMPTY + 1  # any model


class Filling(NamedTuple):
    """A model that can walk into a missing place: the place, and the length of its way in ticks."""

    model: int
    slot: int
    length: float


def last_rank(block: Block) -> int:
    """The row of the rearmost model, counted from nought."""
    return max(slot for slot, model in enumerate(block.slots) if model != EMPTY) // block.files


def missing(block: Block) -> tuple[int, ...]:
    """The empty slots before the last rank, the foremost first."""
    return tuple(slot for slot in range(last_rank(block) * block.files) if block.slots[slot] == EMPTY)


@lru_cache(maxsize=256)
def ground_held(block: Block) -> Shape:
    """The outline of a block, the places missing inside it held as well: it closes them."""
    gaps = missing(block)
    filled = (FILLED if slot in gaps else model for slot, model in enumerate(block.slots))
    return outline(with_slots(block, tuple(filled)))


def taken_by_others(battle: Battle, unit: int) -> tuple[int, ...]:
    """The empty slots of a block that nobody can step into: others have come to stand there, or a wall does."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    unit_of = battle.setup.unit_of
    others = [one for model, one in battle.plane.shapes.items() if unit_of[model] != unit]
    barred = (*others, *bounds(battle.setup).walls)
    empty = [slot for slot in range(len(block.slots)) if block.slots[slot] == EMPTY]
    return tuple(slot for slot in empty if any(overlaps(cell_shape(block, slot), one) for one in barred))


def is_in_order(block: Block) -> bool:
    """SH-R-06. Whether only the last rank is incomplete."""
    return not missing(block)


def ways_into_gap(battle: Battle, unit: int, movers: tuple[int, ...], limit: int) -> tuple[Filling, ...]:
    """The shortest way of a model of the last rank into the foremost gap that any can reach; all that tie for it."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    rear = [model for model in block.slots[last_rank(block) * block.files :] if model in movers]
    for slot in missing(block):
        found = [way for model in rear if (way := _way(battle, block, model, slot, limit)) is not None]
        least = min((way.length for way in found), default=0.0)
        if found:
            return tuple(way for way in found if way.length <= least + CONTACT)
    return ()


def _way(battle: Battle, block: Block, model: int, slot: int, limit: int) -> Filling | None:
    """SH-PI-09, SH-PI-12. It moves as charging models do, and touches nobody outside its combat."""
    assert battle.fight is not None
    start, goal = battle.plane.place(model), place_of(block, slot)
    space = space_for(battle, model, battle.fight.units)
    route = shortest(space, (start.x, start.y), (goal.x, goal.y), limit + CONTACT)
    return None if route is None else Filling(model, slot, route.length)
