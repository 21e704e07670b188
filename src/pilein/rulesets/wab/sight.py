"""Front, flanks and rear of units in ranks, and the arc in front of such units (WAB-R-39, WAB-R-87).

Loose units face all round.
"""

from collections.abc import Sequence

from pilein.geometry.blocks import EMPTY, Block, cell_shape, outline, place_of, slot_of, with_slots
from pilein.geometry.shapes import Arc as Quarter
from pilein.geometry.shapes import Place, Point, Shape, arc, convex, hull
from pilein.geometry.sight import sees as is_seen
from pilein.geometry.ticks import heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of
from pilein.rulesets.wab.state import Arc, Battle
from pilein.tabletop.memo import Memo, Note
from pilein.tabletop.plane import Plane

BODIES_BY_UNIT = Note[tuple[tuple[int, tuple[Shape, ...]], ...]]("bodies_by_unit")
LINES_BETWEEN_UNITS = Memo[tuple[int, int], bool]("lines_between_units")
ARCS_OF_MODELS = Memo[tuple[int, int], str]("arcs_of_models")
IN_ARC, BEFORE = "in its arc", "before its front"
LINES_OF_SIGHT = Memo[tuple[int, int], bool]("lines_of_sight")


def sees(battle: Battle, table: Table, unit: int, target: int) -> bool:
    """Whether any part of the target lies in a unit's arc of vision, 90 degrees wide ahead of its front corners
    (WAB-R-39).

    Under `arc-180` the arc covers everything in front of the unit's front line. The function does not check lines of
    sight.
    """
    block = battle.plane.standings[unit]
    if not isinstance(block, Block):
        return True
    return _lies_in(table, _reached_from(block, _bodies(battle, target)))


def has_in_arc(battle: Battle, table: Table, model: int, target: int) -> bool:
    """Whether any part of a unit lies in a model's arc. In ranks the arc is 90 degrees wide, ahead of the model's own
    front (WAB-R-70).
    """
    block = battle.plane.standings[battle.setup.unit_of[model]]
    if not isinstance(block, Block):
        return True
    known = ARCS_OF_MODELS.on(battle.plane)
    if (model, target) not in known:
        place = place_of(block, slot_of(block, model))
        sine, cosine = heading(place.facing)
        front = place.x + sine * block.depth / 2, place.y + cosine * block.depth / 2
        alone = Block(round(front[0]), round(front[1]), place.facing, 1, block.width, block.depth, (model,))
        known[model, target] = _reached_from(alone, _bodies(battle, target))
    return _lies_in(table, known[model, target])


def _reached_from(block: Block, targets: Sequence[Sequence[Point]]) -> str:
    """Region that any of the bodies reaches: IN_ARC for a block's 90-degree arc, BEFORE for the space ahead of its
    front line, or "".
    """
    bodies = [_before(block, body) for body in targets]
    half = block.files * block.width / 2
    if any(_reaches_into(body, half, slope=1.0) for body in bodies):
        return IN_ARC
    return BEFORE if any(max(ahead for _, ahead in body) > CONTACT for body in bodies) else ""


def _lies_in(table: Table, reached: str) -> bool:
    return reached == IN_ARC or (reached == BEFORE and table.rule("WAB-R-39") == "arc-180")


def struck_arc(battle: Battle, table: Table, charger: int, target: int) -> Arc:
    """Side of the target that a charge strikes, decided by the charger's place when the charge is declared (WAB-R-87).

    A charger wholly in front of the line of the target's front rank strikes the front. Any other charger strikes the
    rear if the middle of its front rank is in the target's rear quarter, and the flank otherwise. Under `zone-90`
    the quarter that contains this middle decides.
    """
    block = battle.plane.standings[target]
    if not isinstance(block, Block):
        return "front"
    lowest = min(ahead for body in _bodies(battle, charger) for _, ahead in _before(block, body))
    near = _quarters(block, front_middle(battle, charger))
    by_line: Arc = "front" if lowest >= -CONTACT else "rear" if near == ("rear",) else "flank"
    by_zone: Arc = "front" if "front" in near else "rear" if near == ("rear",) else "flank"
    return by_zone if by_line != by_zone and table.rule("WAB-R-87") == "zone-90" else by_line


def is_frontal_shot(battle: Battle, table: Table, shooter: int, target: int) -> bool:
    """Whether a shot comes from the target's 90-degree front quarter (WAB-R-87).

    Under `front-180` it is enough that the shot comes from in front of the line of the target's front rank.
    """
    block = battle.plane.standings[target]
    if not isinstance(block, Block):
        return True
    point = front_middle(battle, shooter)
    if "front" in _quarters(block, point):
        return True
    return _before(block, (point,))[0][1] > 0 and table.rule("WAB-R-87") == "front-180"


def front_middle(battle: Battle, unit: int) -> Point:
    """Middle of a unit's front rank, or of its models if they are loose."""
    standing = battle.plane.standings[unit]
    if isinstance(standing, Block):
        return (standing.x, standing.y)
    places = standing.places
    return sum(one.x for one in places) / len(places), sum(one.y for one in places) / len(places)


def _bodies(battle: Battle, unit: int) -> tuple[Sequence[Point], ...]:
    """Outlines of a unit: one for a block, or one for each model if the models are loose or there are gaps in the
    block's ranks.
    """
    standing = battle.plane.standings[unit]
    if isinstance(standing, Block):
        last = (len(standing.slots) - 1) // standing.files * standing.files
        if len(standing.slots) == last + standing.files and EMPTY not in standing.slots:
            return (outline(standing).core,)
        whole = last if EMPTY not in standing.slots[:last] else 0  # turned about: its first rank is not full
        full = (outline(with_slots(standing, standing.slots[:whole])).core,) if whole else ()
        rest = (slot for slot in range(whole, len(standing.slots)) if standing.slots[slot] != EMPTY)
        return *full, *(cell_shape(standing, slot).core for slot in rest)
    return tuple(battle.plane.shape(model).core for model in standing.models)


def _before(block: Block, points: Sequence[Point]) -> list[Point]:
    """Positions of points relative to the middle of the block's front, as (to the right, ahead)."""
    sine, cosine = heading(block.facing)
    from_middle = [(x - block.x, y - block.y) for x, y in points]
    return [(dx * cosine - dy * sine, dx * sine + dy * cosine) for dx, dy in from_middle]


def _quarters(block: Block, point: Point) -> tuple[Quarter, ...]:
    """Quarters of a block that contain a point, divided by lines at 45 degrees from its corners."""
    body = outline(block)
    width, depth = block.files * block.width, -(-len(block.slots) // block.files) * block.depth
    return arc(Place(round(body.x), round(body.y), block.facing), width, depth, point)


def _reaches_into(body: Sequence[Point], half: float, slope: float) -> bool:
    """Whether a convex body reaches into the zone ahead of a front 2 * `half` wide. The zone widens by `slope` on each
    side.
    """
    for right, ahead, most in ((0.0, -1.0, -CONTACT), (1.0, -slope, half), (-1.0, -slope, half)):
        body = _clipped(body, right, ahead, most)
    return bool(body)


def _clipped(body: Sequence[Point], right: float, ahead: float, most: float) -> list[Point]:
    """Part of a polygon in which right * x + ahead * y does not exceed `most`."""
    kept: list[Point] = []
    over = [right * x + ahead * y - most for x, y in body]
    for here, (x, y) in enumerate(body):
        last_x, last_y = body[here - 1]
        before, now = over[here - 1], over[here]
        if (before > 0) != (now > 0):
            part = before / (before - now)
            kept.append((last_x + part * (x - last_x), last_y + part * (y - last_y)))
        if now <= 0:
            kept.append((x, y))
    return kept


# --- Lines of sight from a model to a unit: units and ground in between (WAB-R-70) --------------------------------


def has_line(battle: Battle, model: int, target: int) -> bool:
    """Whether a model has a clear line to a unit, not hidden by other units or by ground that blocks sight.

    The result is cached on the field.
    """
    known = LINES_OF_SIGHT.on(battle.plane)
    pair = (model, target)
    if pair not in known:
        unit = battle.setup.unit_of[model]
        may_see = _has_any_line(battle, unit, target)
        known[pair] = may_see and _sees(battle, unit, battle.plane.shape(model), target)
    return known[pair]


def _has_any_line(battle: Battle, unit: int, target: int) -> bool:
    """Whether a body that contains the whole unit has a line to the target. If it has none, no model of the unit has
    one.
    """
    known = LINES_BETWEEN_UNITS.on(battle.plane)
    pair = (unit, target)
    if pair not in known:
        bodies = bodies_of(battle, battle.plane.standings[unit])
        whole = hull(tuple(point for body in bodies for point in body.core))
        known[pair] = _sees(battle, unit, convex(whole, max(body.radius for body in bodies)), target)
    return known[pair]


def _sees(battle: Battle, unit: int, body: Shape, target: int) -> bool:
    grounds = tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)
    others = [body for other, bodies in bodies_by_unit(battle) if other not in (unit, target) for body in bodies]
    for one in bodies_of(battle, battle.plane.standings[target]):
        between = tuple(other for other in others if _may_hide(other, body, one))
        if is_seen(body, one, (*grounds, *between)):
            return True
    return False


def bodies_by_unit(battle: Battle) -> tuple[tuple[int, tuple[Shape, ...]], ...]:
    """Units on the table with their outlines, a single outline for each block. The result is cached on the field."""
    plane: Plane = battle.plane
    known = BODIES_BY_UNIT.on(plane)
    if known is None:
        units = (unit.number for unit in battle.setup.units if battle.lives(unit.number))
        known = tuple((unit, bodies_of(battle, plane.standings[unit])) for unit in units)
        BODIES_BY_UNIT.keep(plane, known)
    return known


def _may_hide(other: Shape, one: Shape, another: Shape) -> bool:
    """Whether a body comes near the line between the centres of two other bodies, with all three taken as discs."""
    dx, dy = another.x - one.x, another.y - one.y
    px, py = other.x - one.x, other.y - one.y
    whole = dx * dx + dy * dy
    part = max(0.0, min(1.0, (px * dx + py * dy) / whole)) if whole else 0.0
    far_x, far_y = px - part * dx, py - part * dy
    reach = other.reach + max(one.reach, another.reach)
    return far_x * far_x + far_y * far_y <= reach * reach
