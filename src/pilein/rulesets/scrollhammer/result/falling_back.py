"""Falling back: the moves of broken and fleeing units (SH-SA-08, SH-R-14, SH-R-74)."""

from msgspec.structs import replace

from pilein.dice import Total
from pilein.geometry.blocks import EMPTY, Block, cell_shape, outline, slot_of
from pilein.geometry.shapes import Place, Shape, disc, shape, shrunk
from pilein.geometry.straight_sweeps import run_to_edge
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import traits_present
from pilein.rulesets.scrollhammer.coherency import coherency_distance, tell_if_apart
from pilein.rulesets.scrollhammer.combat_events import LeftTable, Trapped
from pilein.rulesets.scrollhammer.contact import enemies_of_combat
from pilein.rulesets.scrollhammer.nearness import have_ground_tested
from pilein.rulesets.scrollhammer.result.flight import heading_of_flight
from pilein.rulesets.scrollhammer.result.morale import in_order
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.flight import round_about, straight_on, turned_along, ways_of_models
from pilein.tabletop.movement.flight_paths import FleeingBody, FlightEnd, FlightPath, Heading
from pilein.tabletop.plane import Loose

CAVALRY_DICE = 3  # SH-R-74 `cavalry-3d6`
MOUNTED = ("cavalry", "beast")
WHOLE = -1  # the mover that is the block as a whole


@clause(Step.FALL_BACK_FROM_COMBAT)
def fall_back_from_combat(battle: Battle, table: Table) -> Battle:
    """Broken units that were not destroyed fall back, in the order that the active side chooses (SH-R-03)."""
    units = tuple(unit for unit in battle.combat.aftermath.broken if battle.lives(unit))
    if battle.is_on_table:
        units = in_order(battle, table, units, "SH-SA-08", "the order in which broken units fall back")
    for unit in units:
        table.then(Step.FALL_BACK_MOVE, unit)
    return battle


@clause(Step.FALL_BACK_MOVE, "SH-SA-08")
def fall_back_move(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-SA-08. The survivors of a losing unit fall back 2D6 inches. In the press they simply leave the combat."""
    if not battle.is_on_table:
        return battle.on(battle.press.apart(frozenset((unit,))))
    distance = table.roll(Total(_dice(battle, table, unit), label="fall back", by=battle.unit(unit).name))
    table.then(Step.FALL_BACK, unit, distance, 1)
    return battle


def _dice(battle: Battle, table: Table, unit: int) -> int:
    is_mounted = all(traits.type in MOUNTED for traits in traits_present(battle, unit))
    return CAVALRY_DICE if is_mounted and table.rule("SH-R-74") == "cavalry-3d6" else table.number("SH-SA-08")


@clause(Step.FALL_BACK)
def fall_back(battle: Battle, table: Table, unit: int, distance: int, from_combat: int) -> Battle:
    """SH-R-14, SH-R-74. A unit falls back by the shortest path to its table edge, keeping together if possible.

    The unit stays 1 inch from enemies, except that a unit leaving combat moves straight through the enemies it
    fought. Models that touch the edge leave the table, and models without a route are destroyed. `distance` is in
    inches.
    """
    if not battle.is_on_table or not battle.lives(unit):
        return battle
    heading = heading_of_flight(battle, table, unit, from_combat=bool(from_combat))
    course = _course(battle, unit, heading, distance * INCH, from_combat=bool(from_combat))
    standing, walkers = battle.plane.standings[unit], _walkers(battle, unit)
    stops, told_by = straight_on(walkers, course), _sentence(battle, from_combat=bool(from_combat))
    if isinstance(standing, Block):
        return _block_stopped(battle, table, unit, stops or _block_round(standing, course), heading, told_by)
    if not stops:
        stops = round_about(walkers, course._replace(coherency=coherency_distance(battle, table, unit)))
    return _models_stopped(battle, table, unit, stops, told_by)


def _sentence(battle: Battle, *, from_combat: bool) -> str:
    """Rule sentence that causes a unit's move: a charge reaction, a lost combat, or a later Movement phase."""
    if not from_combat:
        return "SH-RE-03"
    return "SH-MO-05" if battle.fight is None else "SH-SA-08"


def _walkers(battle: Battle, unit: int) -> tuple[FleeingBody, ...]:
    """Models of a unit as fleeing bodies. The models of a block move at its full width."""
    standing, plane = battle.plane.standings[unit], battle.plane
    shapes = [(model, plane.shape(model)) for model in plane.models(unit)]
    if isinstance(standing, Block):
        return tuple(FleeingBody(model, body, shrunk(body, CONTACT / 2)) for model, body in shapes)
    return tuple(FleeingBody(model, body, _disc_of(battle, model, body)) for model, body in shapes)


def _disc_of(battle: Battle, model: int, body: Shape) -> Shape:
    base = battle.setup.base(model)
    return disc(body.x, body.y, (min(base.width, base.depth) - CONTACT) / 2)


def _course(battle: Battle, unit: int, heading: Heading, distance: int, *, from_combat: bool) -> FlightPath:
    side, plane = battle.side(unit), battle.plane
    fought = enemies_of_combat(battle, unit) if from_combat else ()
    friends: list[Shape] = []
    others: list[Shape] = []
    foes: list[Shape] = []
    for other in battle.setup.units:
        if other.number != unit:
            kept = friends if other.side == side else foes if other.number in fought else others
            kept.extend(plane.shape(model) for model in plane.models(other.number))
    walls = battle.setup.parts_of("impassable")
    return FlightPath(heading, distance, tuple(friends), tuple(others), tuple(foes), walls, battle.setup.size)


def _block_round(block: Block, course: FlightPath) -> tuple[FlightEnd, ...]:
    """Move a block round obstacles as one body when it cannot flee straight ahead.

    The block stays half its shorter side away from obstacles. Once it touches the table edge, it uses the rest of
    its move to leave the table, unless this brings it too near to other models.
    """
    body = outline(block)
    assert body.frame is not None
    slim = disc(body.x, body.y, min(body.frame[2], body.frame[3]) - CONTACT / 2)
    cells = [cell_shape(block, slot) for slot, model in enumerate(block.slots) if model != EMPTY]
    runs = [run_to_edge(cell, course.way, course.table) for cell in cells]
    return round_about((FleeingBody(WHOLE, body, slim, max(runs) - min(runs)),), course)


def _models_stopped(battle: Battle, table: Table, unit: int, stops: tuple[FlightEnd, ...], told_by: str) -> Battle:
    gone = [stop.model for stop in stops if stop.left]
    if gone and len(gone) < len(stops) and table.rule("SH-R-74") == "unit-lost":
        gone = [stop.model for stop in stops]
    trapped = [stop.model for stop in stops if stop.trapped and stop.model not in gone]
    for stop in stops:
        if not stop.trapped:
            table.tell(_moved(battle, unit, stop, told_by))
    standing = battle.plane.standings[unit]
    assert isinstance(standing, Loose)
    for stop in stops:
        if stop.model not in gone and stop.model not in trapped:
            facing = standing.places[standing.models.index(stop.model)].facing
            facing = turned_along(battle.setup.base(stop.model), facing, stop.points)
            end = Place(*stop.points[-1], facing)
            standing = standing.with_place(stop.model, end)
            have_ground_tested(battle, table, stop.model, stop.points, shape(battle.setup.base(stop.model), end))
    battle = battle.on(battle.plane.with_standing(unit, standing))
    battle = _removed(battle, table, unit, gone, trapped)
    tell_if_apart(battle, table, unit, "flight", told_by)
    return battle


def _block_stopped(
    battle: Battle, table: Table, unit: int, stops: tuple[FlightEnd, ...], heading: Heading, told_by: str
) -> Battle:
    models, block = battle.plane.models(unit), battle.plane.standings[unit]
    assert isinstance(block, Block)
    if all(stop.trapped for stop in stops):
        return _removed(battle, table, unit, [], list(models))
    staying = next((stop for stop in stops if not stop.left), None)
    moved = max(stops, key=lambda stop: stop.length) if staying is None else staying
    dx, dy = (moved.points[-1][axis] - moved.points[0][axis] for axis in (0, 1))
    block = replace(block, x=block.x + dx, y=block.y + dy)
    gone = _over_the_edge(battle, block, models, heading)
    if gone and len(gone) < len(models) and table.rule("SH-R-74") == "unit-lost":
        gone = list(models)
    table.tell(_moved(battle, unit, moved._replace(model=WHOLE), told_by))
    centres = [(model, (body.x, body.y)) for model in models for body in (battle.plane.shape(model),)]
    after = battle.on(battle.plane.with_standing(unit, block))
    for model, points in ways_of_models(moved, centres):
        if model not in gone:
            have_ground_tested(battle, table, model, points, after.plane.shape(model))
    return _removed(after, table, unit, gone, [])


def _over_the_edge(battle: Battle, block: Block, models: tuple[int, ...], heading: Heading) -> list[int]:
    """Models of a block that touch, or are beyond, the table edge for which they are heading."""
    shapes = {model: cell_shape(block, slot_of(block, model)) for model in models}
    size = battle.setup.size
    return [model for model, one in shapes.items() if run_to_edge(one, heading.way, size) <= CONTACT]


def _moved(battle: Battle, unit: int, stop: FlightEnd, told_by: str) -> Moved:
    name = battle.unit(unit).name
    length = stop.length / INCH
    return Moved(unit=name, model=stop.model, manner="fell back", inches=length, route=stop.points, clause=told_by)


def _removed(battle: Battle, table: Table, unit: int, gone: list[int], trapped: list[int]) -> Battle:
    name = battle.unit(unit).name
    if gone:
        table.tell(LeftTable(unit=name, count=len(gone), models=tuple(gone), clause="SH-MO-05"))
    if trapped:
        table.tell(Trapped(unit=name, count=len(trapped), models=tuple(trapped), clause="SH-MO-05"))
    return battle.on(battle.plane.without(frozenset((*gone, *trapped))))
