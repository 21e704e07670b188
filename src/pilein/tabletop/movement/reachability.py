"""Quick proofs that a model can reach no place. They are tried before a search.

A search for paths is slowest when there are none. The proofs use a mover that is slimmer by LEEWAY all round: if an
obstacle stops the slim mover, the obstacle also stops the real mover, wherever that mover would end.
"""

from collections.abc import Iterable, Iterator

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import ContactLocus, Stretch, distance, middle
from pilein.geometry.enclosures import LEEWAY, Enclosure, is_clear
from pilein.geometry.free_intervals import free
from pilein.geometry.passages import how_far
from pilein.geometry.shapes import Base, Place, Point
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.memo import Memo
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.local_searches import looked_by, looked_for_named
from pilein.tabletop.movement.sides import ring_round
from pilein.tabletop.movement.terms import Bars, Terms, half_width
from pilein.tabletop.plane import Loose, Plane, Standing, shapes_of
from pilein.tabletop.setup import Setup

OPENINGS = Memo[tuple[object, ...], ContactLocus]("openings")
ALONE = Memo[tuple[object, ...], ConfigurationSpace]("alone")

Group = tuple[int, ...]
Disc = tuple[float, float, float]  # centre and radius


class Prospects:
    """Upper bounds on a model's moves. A negative answer is certain, while a positive answer promises nothing."""

    __slots__ = ("here", "known", "limit", "mates", "model", "open", "plane", "slim", "space", "terms", "walls")

    def __init__(self, plane: Plane, terms: Terms, model: int) -> None:
        """Prepare the bounds for a model at its present place."""
        base, start = plane.setup.base(model), plane.place(model)
        self.plane = plane
        self.terms = terms
        self.model = model
        self.slim = Base(base.kind, base.width - 2 * LEEWAY, base.depth - 2 * LEEWAY)
        self.space = ground_for(plane, terms.bars, model)
        self.here = (float(start.x), float(start.y))
        self.limit = terms.reach + CONTACT + LEEWAY
        self.mates = _coherent_with(plane, terms, model)
        self.known: dict[int, ContactLocus] = {}
        self.open: dict[int, ContactLocus] = {}
        self.walls: Enclosure | None = None

    def is_plain(self, goals: Iterable[int]) -> bool:
        """Whether the proofs hold: the model stands clear, and its base fits wherever the slim base does."""
        if not self.space.holds(*self.here) or self.space.holders(*self.here):
            return False
        shapes, kind = self.plane.shapes, self.slim.kind
        return kind == "round" or (kind == "rectangle" and not any(shapes[goal].radius for goal in goals))

    def hopes(self, goal: int) -> ContactLocus:
        """Free stretches around a goal that are near enough to the model and to the `mates` with which it must stay."""
        if goal not in self.known:
            self.known[goal] = self._free_about(goal)
        return self.known[goal]

    def ways(self, goal: int) -> ContactLocus:
        """Free stretches around a goal that are not walled off within the model's range."""
        if goal not in self.open:
            hopes = self.hopes(goal)
            self.open[goal] = Enclosure(self.space, self.here, hopes, self.limit).open_of(hopes) if hopes else ()
        return self.open[goal]

    def leads_to(self, goal: int, place: Place) -> bool:
        """Whether a path within range might lead to a free place at a goal."""
        x, y = place.x, place.y
        if self.space.hit(self.here, (x, y)) is None:
            return True
        return any(distance(stretch, x, y) <= LEEWAY for stretch in self.ways(goal))

    def has_way(self, goal: int, later: Iterable[int]) -> bool:
        """Whether a path within range might lead to a goal. `later` are the goals that the caller will check next."""
        hopes = self.hopes(goal)
        if self.walls is not None and not self.walls.open_of(hopes):
            return False
        if is_clear(self.space, self.here, hopes) or self.ways(goal):
            return True
        if self.walls is None:
            every = [stretch for other in later for stretch in self.hopes(other)]
            self.walls = Enclosure(self.space, self.here, every, self.limit)
        return False

    def groups(self, groups: tuple[Group, ...]) -> Iterator[Group]:
        """Yield groups of goals, reduced to goals that may have a free, coherent place with a path in range.

        Empty groups are skipped. If a caller asks for another group, the earlier groups have failed, and only then
        are walls around whole goals examined.
        """
        is_vain = False
        for number, group in enumerate(groups):
            kept = tuple(goal for goal in group if self.hopes(goal))
            if is_vain:
                later = tuple(goal for rest in groups[number:] for goal in rest)
                kept = tuple(goal for goal in kept if self.has_way(goal, later))
            if kept:
                yield kept
                is_vain = True

    def _free_about(self, goal: int) -> ContactLocus:
        plane = self.plane
        if not self._is_near(goal):
            return ()
        body = plane.shape(goal)
        far = body.reach + 2 * plane.shape(self.model).reach
        mates = _near(self.mates, (body.x, body.y), far)
        coherent = self.terms.coherency + 2 * LEEWAY + plane.shape(self.model).reach
        looked_for_named(plane, self.model).at(body.x, body.y, far + coherent)
        if self.mates and not mates:
            return ()
        faces = ring_round(plane, self.terms, plane.setup.base(self.model), goal)
        opened = free(self.slim, body, self.space, faces)
        return tuple(stretch for stretch in opened if self._is_within(stretch, mates))

    def _is_near(self, goal: int) -> bool:
        """Whether a place at a goal in ranks may be near enough. Loose goals always pass, since a search for places at
        them is quick.
        """
        setup = self.plane.setup
        standing = self.plane.standings[setup.unit_of[goal]]
        if isinstance(standing, Loose) or setup.base(self.model).width > setup.base(goal).width:
            return True
        return is_near_an_opening(self.plane, self.terms, self.model, goal)

    def _is_within(self, stretch: Stretch, mates: tuple[Disc, ...]) -> bool:
        """Whether a stretch has a point in range and, if there are `mates`, a point near enough to one of them."""
        here = middle(stretch)
        if not _near(((*self.here, self.limit),), here, 0.0) and distance(stretch, *self.here) > self.limit:
            return False
        return not mates or bool(_near(mates, here, 0.0)) or any(distance(stretch, x, y) <= far for x, y, far in mates)


def is_near_an_opening(plane: Plane, terms: Terms, model: int, goal: int) -> bool:
    """Whether a model may be able to reach a contact place at a goal, other than the places that the goal's own unit
    blocks. This is a quick first check.
    """
    place, base = plane.place(model), plane.setup.base(model)
    standing = plane.standings[plane.setup.unit_of[goal]]
    remembered = OPENINGS.on(standing)
    key = (base, goal, terms.sides, terms.by_edges)
    body = plane.shape(goal)
    looked_by(plane, model).at(body.x, body.y, body.reach + 4 * plane.shape(model).reach)
    if key not in remembered:
        stretches = ring_round(plane, terms, base, goal)
        space = _space_alone(standing, plane.setup, terms.bars, base) if stretches else ConfigurationSpace(())
        remembered[key] = free(base, plane.shape(goal), space, stretches)
    return how_far(remembered[key], place.x, place.y) <= terms.reach + CONTACT


def _space_alone(standing: Standing, setup: Setup, bars: Bars, base: Base) -> ConfigurationSpace:
    """Ground around a unit, as it would be if the unit stood alone on the table. The result is cached on its
    standing.
    """
    remembered = ALONE.on(standing)
    key = (base, bars.squeezes)
    if key not in remembered:
        remembered[key] = ConfigurationSpace(
            shapes_of(standing, setup).values(), radius=0.0 if bars.squeezes else half_width(base)
        )
    return remembered[key]


def _coherent_with(plane: Plane, terms: Terms, model: int) -> tuple[Disc, ...]:
    """Return discs around the `mates` in the terms. A model is in coherency only if its centre lies in one of the
    discs.
    """
    shapes = plane.shapes
    far = terms.coherency + CONTACT + LEEWAY + shapes[model].reach
    return tuple((shapes[mate].x, shapes[mate].y, far + shapes[mate].reach) for mate in terms.mates)


def _near(discs: tuple[Disc, ...], point: Point, far: float) -> tuple[Disc, ...]:
    px, py = point
    near: list[Disc] = []
    for disc in discs:
        dx, dy, reach = disc[0] - px, disc[1] - py, disc[2] + far
        if dx * dx + dy * dy <= reach * reach:
            near.append(disc)
    return tuple(near)
