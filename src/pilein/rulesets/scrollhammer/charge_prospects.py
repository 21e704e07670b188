"""At which enemies it is worth while for a charging model to look for a place: a quick no where there is none.

Who looks for places tries and measures the way to each of them, and that there is none costs most. Here it is proved
from afar, for a mover slimmer by LEEWAY all round: what bars the slim one bars the true one wherever it may settle.
"""

from collections.abc import Iterable, Iterator

from pilein.geometry.contact_locus import ContactLocus, Stretch, distance, middle
from pilein.geometry.enclosures import LEEWAY, Enclosure, is_clear
from pilein.geometry.free_intervals import free
from pilein.geometry.shapes import Base, Place, Point
from pilein.geometry.ticks import CONTACT
from pilein.rulesets.scrollhammer.charge_contacts import Reader, moved_mates
from pilein.rulesets.scrollhammer.charge_ways import is_near_an_opening, ring_round, space_for
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.plane import Loose

Foes = tuple[int, ...]
Disc = tuple[float, float, float]  # centre and radius


class Outlook:
    """What a model may hope for about enemies. Where it says no there is nothing; a yes promises nothing."""

    __slots__ = (
        "base",
        "battle",
        "here",
        "known",
        "limit",
        "mates",
        "model",
        "open",
        "reader",
        "slim",
        "space",
        "walls",
    )

    def __init__(self, battle: Battle, reader: Reader, model: int) -> None:
        """Look about from where a model stands."""
        self.battle = battle
        self.reader = reader
        self.model = model
        self.base = base = battle.setup.base(model)
        self.slim = Base(base.kind, base.width - 2 * LEEWAY, base.depth - 2 * LEEWAY)
        self.space = space_for(battle, model, reader.faces.targets)
        start = battle.plane.place(model)
        self.here = (float(start.x), float(start.y))
        self.limit = reader.reach + CONTACT + LEEWAY
        self.mates = _coherent_with(battle, reader, model)
        self.known: dict[int, ContactLocus] = {}
        self.open: dict[int, ContactLocus] = {}
        self.walls: Enclosure | None = None

    def is_plain(self, foes: Iterable[int]) -> bool:
        """Whether the model stands free of everything, and what is free for its base is so for the slim base too.

        Where it is not, nothing that is said here holds.
        """
        if not self.space.holds(*self.here) or self.space.holders(*self.here):
            return False
        shapes, kind = self.battle.plane.shapes, self.base.kind
        return kind == "round" or (kind == "rectangle" and not any(shapes[foe].radius for foe in foes))

    def hopes(self, foe: int) -> ContactLocus:
        """The free stretches about an enemy that are near enough to the model, and to mates that have moved."""
        if foe not in self.known:
            self.known[foe] = self._reckoned(foe)
        return self.known[foe]

    def ways(self, foe: int) -> ContactLocus:
        """Those of them that are not walled off as far as the model's range goes."""
        if foe not in self.open:
            hopes = self.hopes(foe)
            self.open[foe] = Enclosure(self.space, self.here, hopes, self.limit).open_of(hopes) if hopes else ()
        return self.open[foe]

    def leads_to(self, foe: int, place: Place) -> bool:
        """Whether there may be a way in range to a free place at an enemy."""
        x, y = place.x, place.y
        if self.space.hit(self.here, (x, y)) is None:
            return True
        return any(distance(stretch, x, y) <= LEEWAY for stretch in self.ways(foe))

    def has_way(self, foe: int, later: Iterable[int]) -> bool:
        """Whether a way in range may lead to an enemy; `later` are all that may still be asked about."""
        hopes = self.hopes(foe)
        if self.walls is not None and not self.walls.open_of(hopes):
            return False
        if is_clear(self.space, self.here, hopes) or self.ways(foe):
            return True
        if self.walls is None:
            every = [stretch for other in later for stretch in self.hopes(other)]
            self.walls = Enclosure(self.space, self.here, every, self.limit)
        return False

    def groups(self, groups: tuple[Foes, ...]) -> Iterator[Foes]:
        """Groups of enemies, without those about whom there surely is no place: free, coherent, with a way in range.

        A group that is left without enemies is left out. Who asks for a further group has tried those before in vain;
        only then is it worth while to look for walls about whole enemies.
        """
        is_vain = False
        for number, group in enumerate(groups):
            kept = tuple(foe for foe in group if self.hopes(foe))
            if is_vain:
                later = tuple(foe for rest in groups[number:] for foe in rest)
                kept = tuple(foe for foe in kept if self.has_way(foe, later))
            if kept:
                yield kept
                is_vain = True

    def _reckoned(self, foe: int) -> ContactLocus:
        battle, faces = self.battle, self.reader.faces
        if not self._is_near(foe):
            return ()
        body = battle.plane.shape(foe)
        far = body.reach + 2 * battle.plane.shape(self.model).reach
        mates = _near(self.mates, (body.x, body.y), far)
        if self.mates and not mates:
            return ()
        opened = free(self.slim, body, self.space, ring_round(battle, self.base, foe, faces))
        return tuple(stretch for stretch in opened if self._is_within(stretch, mates))

    def _is_near(self, foe: int) -> bool:
        """Whether a place about an enemy in a block may be near enough; of loose ones that is seen soon enough."""
        battle = self.battle
        standing = battle.plane.standings[battle.setup.unit_of[foe]]
        if isinstance(standing, Loose) or spans_several(battle, self.model, foe):
            return True
        return is_near_an_opening(battle, self.model, foe, self.reader.faces, self.reader.reach + CONTACT)

    def _is_within(self, stretch: Stretch, mates: tuple[Disc, ...]) -> bool:
        """Whether some point of a stretch is in range, and some point near enough to one of some mates, if any."""
        here = middle(stretch)
        if not _near(((*self.here, self.limit),), here, 0.0) and distance(stretch, *self.here) > self.limit:
            return False
        return not mates or bool(_near(mates, here, 0.0)) or any(distance(stretch, x, y) <= far for x, y, far in mates)


def _coherent_with(battle: Battle, reader: Reader, model: int) -> tuple[Disc, ...]:
    """The discs in which the centre of a model lies where it is in coherency with one that has moved."""
    shapes = battle.plane.shapes
    far = reader.coherency + CONTACT + LEEWAY + shapes[model].reach
    return tuple((shapes[mate].x, shapes[mate].y, far + shapes[mate].reach) for mate in moved_mates(battle))


def _near(discs: tuple[Disc, ...], point: Point, far: float) -> tuple[Disc, ...]:
    """The discs to which a point has no more than so far to go."""
    px, py = point
    return tuple([disc for disc in discs if (disc[0] - px) ** 2 + (disc[1] - py) ** 2 <= (disc[2] + far) ** 2])


def spans_several(battle: Battle, model: int, foe: int) -> bool:
    """SH-MV-13. A model with a larger base than the enemy's tries to touch as many enemies as its base spans."""
    return battle.setup.base(model).width > battle.setup.base(foe).width and battle.holds("SH-MV-13")
