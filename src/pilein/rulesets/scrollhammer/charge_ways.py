"""The ground that a charging model moves over: what bars its way, and its quickest way (SH-MV-03 to SH-MV-10)."""

from typing import Any

from msgspec import Struct

from pilein.geometry.blocks import Block
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import ContactLocus, Line, contact_locus, distance, nearest
from pilein.geometry.free_intervals import free
from pilein.geometry.landing import settled
from pilein.geometry.passages import how_far, spelt_out
from pilein.geometry.routes import Route, to_nearest
from pilein.geometry.shapes import Base, Place, Point, Shape, grown
from pilein.geometry.ticks import CONTACT, INCH, QUARTER, TURN
from pilein.rulesets.scrollhammer.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Memo, Note, knowing, remembered
from pilein.tabletop.plane import Plane, Standing, shapes_of
from pilein.tabletop.setup import Setup

MANY = 400  # models: what is about one of them is that about all, less its own

TURNED = {"front": 2 * QUARTER, "left": QUARTER, "rear": 0, "right": 3 * QUARTER}  # of who faces that side of a block
ANY_FACE = ""
Spaces = dict[tuple[object, ...], ConfigurationSpace]
SPACES = Memo[tuple[object, ...], ConfigurationSpace]("spaces")
NEWEST_SPACES = Note[tuple[Plane, Spaces]]("newest_spaces")  # of a set-up
ALONE = Memo[Base, ConfigurationSpace]("alone")


class Bounds(Struct, frozen=True):
    """What shuts in all movement: the size of the table (None: no edge) and impassable ground in convex parts."""

    size: tuple[int, int] | None
    walls: tuple[Shape, ...]


class Faces(Struct, frozen=True):
    """Which side of each target is charged, ("" for all of it), and what that binds (SH-R-27)."""

    targets: tuple[int, ...]
    arcs: tuple[str, ...] = ()
    may_wrap: bool = False
    may_enter_holes: bool = False

    def arc_of(self, target: int) -> str:
        """The side of a target that is charged."""
        return dict(zip(self.targets, self.arcs, strict=False)).get(target, ANY_FACE)


OPENINGS = Memo[tuple[Base, int, Faces], ContactLocus]("openings")


def bounds(setup: Setup) -> Bounds:
    """SH-MV-05. Charge moves obey the rules of movement: table edge and impassable ground bar them (SH-R-07).

    SH-MV-03: no charger chooses its way so as to avoid terrain: only impassable ground is gone around.
    """
    if not setup.holds("SH-MV-05"):
        return Bounds(None, ())
    avoidable = setup.parts_of("difficult", "dangerous")
    avoided = () if not avoidable or setup.holds("SH-MV-03") else avoidable
    return Bounds(setup.size, (*setup.parts_of("impassable"), *avoided))


def clearance(battle: Battle, unit: int, targets: tuple[int, ...]) -> int:
    """SH-MV-09. A charging model touches no enemy of a unit that is no target: what it keeps off a unit, in ticks."""
    return CONTACT + 1 if unit not in targets and battle.holds("SH-MV-09") else 0


def space_for(battle: Battle, model: int, targets: tuple[int, ...], *, mates: bool = True) -> ConfigurationSpace:
    """The ground for a charging model as all others stand; without `mates` those of its unit give way.

    Where many stand and none may be passed (SH-MV-07) it is what is about them all, less its own.
    """
    plane = battle.plane
    key = ("space", model, targets, mates)
    remembered = _spaces_on(plane)
    if key not in remembered:
        radius = _radius(battle.setup, battle.setup.base(model))
        unit = battle.setup.unit_of[model]
        own = (model,) if mates else plane.models(unit)
        if len(plane.shapes) < MANY or not battle.holds("SH-MV-07"):
            remembered[key] = _space(battle, unit, targets, radius, gone=own)
        else:
            whole = ("whole", battle.side(unit), targets, radius)
            if whole not in remembered:
                remembered[whole] = _space(battle, unit, targets, radius)
            remembered[key] = remembered[whole].lacking([plane.shape(one) for one in own])
    return remembered[key]


def _spaces_on(plane: Plane) -> Spaces:
    """What is remembered of the grounds on a field; among many models, which make them large, on the newest alone."""
    if len(plane.shapes) < MANY:
        return SPACES.on(plane)
    newest = NEWEST_SPACES.on(plane.setup)
    if newest is None or newest[0] is not plane:
        newest = NEWEST_SPACES.keep(plane.setup, (plane, {}))
    return newest[1]


def _space(
    battle: Battle, unit: int, targets: tuple[int, ...], radius: float, gone: tuple[int, ...] = ()
) -> ConfigurationSpace:
    """The ground for a model of a unit as all stand but for those who are gone."""
    shut = bounds(battle.setup)
    width, depth = shut.size or (None, None)
    return ConfigurationSpace(_bodies(battle, unit, targets, gone), width, depth, shut.walls, radius)


def _bodies(battle: Battle, unit: int, targets: tuple[int, ...], gone: tuple[int, ...]) -> list[Shape]:
    """SH-MV-07. No charging model passes through another, friend or enemy: the outlines that it keeps off."""
    plane, unit_of = battle.plane, battle.setup.unit_of
    clearances = _clearances(battle, unit, targets)
    found = []
    for other in plane.shapes:
        if other not in gone:
            wide = clearances[unit_of[other]]
            body = plane.shape(other)
            found.append(grown(body, wide) if wide else body)
    return found if found and battle.holds("SH-MV-07") else []


def _clearances(battle: Battle, unit: int, targets: tuple[int, ...]) -> list[int]:
    """SH-MV-06. Unlike other moves a charge move may come within 1" of enemies: what it keeps off units, in ticks."""
    side = battle.side(unit)
    least = 0 if battle.holds("SH-MV-06") else INCH
    units = battle.setup.units
    return [0 if one.side == side else max(least, clearance(battle, one.number, targets)) for one in units]


def _radius(setup: Setup, base: Base) -> float:
    """SH-MV-08. No charging model passes a gap narrower than its base: half its shorter side, in ticks (SH-R-07)."""
    return min(base.width, base.depth) / 2 if setup.holds("SH-MV-08") else 0.0


def quickest_contact(
    battle: Battle, model: int, faces: Faces, limit: float, *, foes: tuple[int, ...] = (), mates: bool = True
) -> Route | None:
    """SH-MV-10. The quickest route of a model into base contact with a target, None if none is within `limit` ticks.

    `foes` narrows the targets; without `mates` the models of its own unit give way.
    """
    place, base = battle.plane.place(model), battle.setup.base(model)
    space = space_for(battle, model, faces.targets, mates=mates)
    slack = battle.plane.shape(model).reach - min(base.width, base.depth) / 2
    here = (float(place.x), float(place.y))
    best: Route | None = None
    for away, foe in foes_by_gap(battle, model, foes or faces.targets):
        bound = limit if best is None else best.length
        if away - slack > bound:
            break
        route = _to_foe(space, base, here, battle.plane.shape(foe), ring_round(battle, base, foe, faces), bound)
        if route is not None and (best is None or route.length < best.length):
            best = route
    return best if best is not None and battle.holds("SH-MV-10") else None


def _to_foe(
    space: ConfigurationSpace, base: Base, here: Point, foe: Shape, stretches: ContactLocus, limit: float
) -> Route | None:
    """The shortest way to a place that touches a foe: straight to the nearest if it can, else by a search."""
    if not stretches or how_far(stretches, *here) >= limit:
        return None
    face = min(stretches, key=lambda stretch: distance(stretch, *here))
    point = nearest(face, *here)
    if space.hit(here, point) is None and settled(base, foe, space, face, point) is not None:
        ends = ((round(here[0]), round(here[1])), (round(point[0]), round(point[1])))
        return Route(distance(face, *here), ends)
    return to_nearest(space, here, spelt_out(free(base, foe, space, stretches)), limit)


def is_near_an_opening(battle: Battle, model: int, foe: int, faces: Faces, limit: float) -> bool:
    """Whether the places about an enemy that its own unit leaves open are near enough to a model; a first look."""
    place, base = battle.plane.place(model), battle.setup.base(model)
    unit = battle.setup.unit_of[foe]
    standing = battle.plane.standings[unit]
    remembered = OPENINGS.on(standing)
    key = (base, foe, faces)
    if key not in remembered:
        stretches = ring_round(battle, base, foe, faces)
        space = _space_in(standing, battle.setup, base) if stretches else ConfigurationSpace(())
        remembered[key] = free(base, battle.plane.shape(foe), space, stretches)
    return how_far(remembered[key], place.x, place.y) <= limit


def _space_in(standing: Standing, setup: Setup, base: Base) -> ConfigurationSpace:
    """The ground about a unit as if it stood alone; remembered on its standing."""
    remembered = ALONE.on(standing)
    if base not in remembered:
        remembered[base] = ConfigurationSpace(shapes_of(standing, setup).values(), radius=_radius(setup, base))
    return remembered[base]


def ring_round(battle: Battle, base: Base, foe: int, faces: Faces) -> ContactLocus:
    """The places from which a base may touch an enemy: of a block only those at the side charged (SH-R-27)."""
    round_it = contact_locus(base, battle.plane.shape(foe))
    unit = battle.setup.unit_of[foe]
    block = battle.plane.standings[unit]
    arc = faces.arc_of(unit)
    if arc == ANY_FACE or faces.may_wrap or not isinstance(block, Block):
        return round_it
    if not faces.may_enter_holes and not is_on_face(block, foe, arc):
        return ()
    facing = (block.facing + TURNED[arc]) % TURN
    return tuple(one for one in round_it if isinstance(one, Line) and _is_facing(one, facing))


def is_on_face(block: Block, model: int, arc: str) -> bool:
    """Whether a model stands at the outermost row of a side of its block, holes not counted."""
    row, file = divmod(block.slots.index(model), block.files)
    cells = [divmod(slot, block.files) for slot, one in enumerate(block.slots) if one >= 0]
    rows, files = [cell[0] for cell in cells], [cell[1] for cell in cells]
    outermost = {
        "front": (row, min(rows)),
        "rear": (row, max(rows)),
        "left": (file, min(files)),
        "right": (file, max(files)),
    }
    here, edge = outermost[arc]
    return here == edge


def _is_facing(line: Line, facing: int) -> bool:
    return min((line.facing - facing) % TURN, (facing - line.facing) % TURN) <= 1


# -----------------------------------------------------------------------------------------------------------------
# What is known of a field in the middle of charges and pile ins, shared by all on which everybody stands alike.
# Simulation plays the same charge over and over, and until the dice part the ways its models stand in the same
# places.


KEPT = 512  # fields remembered for one setup; the one longest unused is forgotten first
KNOWN = ("spaces", "routes", "duties", "pile_ins")  # each holds in its keys all it depends on, but for the places

Standings = tuple[Standing, ...]
Field = tuple[Standings, tuple[tuple[int, int], ...]]  # where all stand, and the wounds that they have lost
FIELDS = Memo[Field, tuple[Standings, dict[str, Any]]]("fields")


def moved_to(plane: Plane, model: int, place: Place) -> Plane:
    """The field after a model has gone to a place, with all that is known of a field like that."""
    field = plane.with_place(model, place)
    memory = FIELDS.on(plane.setup)
    key = field.standings, field.lost
    known = memory.pop(key, None)
    if known is not None:
        field = knowing(Plane(field.setup, known[0], field.lost), **known[1])
    elif len(memory) >= KEPT:
        del memory[next(iter(memory))]
    for name in KNOWN:
        remembered(field).setdefault(name, {})
    memory[key] = field.standings, remembered(field)
    return field
