"""The field as a press: lines in contact without positions. Like models are counted, not named."""

from msgspec import Struct

from pilein.tabletop.setup import Setup
from pilein.tabletop.stands import Body


class Press(Struct, frozen=True):
    """Units in contact, pair by pair. `bodies` holds, by unit number, its living models as (kind, lost, count).

    `frontage` is the most models of a unit that touch the enemy; None: no limit. Pile-ins always succeed, so the
    models in contact are the first of the unit's order that live.
    """

    setup: Setup
    pairs: tuple[tuple[int, int], ...]
    frontage: int | None
    bodies: tuple[tuple[tuple[int, int, int], ...], ...]

    def living(self, unit: int) -> int:
        """How many models of a unit live."""
        return sum(count for _, _, count in self.bodies[unit])

    def unit_bodies(self, unit: int) -> tuple[Body, ...]:
        """A unit's living models, like ones together, in the order of the unit."""
        return tuple(Body(kind, lost, count) for kind, lost, count in self.bodies[unit])

    def foes(self, unit: int) -> tuple[int, ...]:
        """The enemy units in contact with a unit that still have models."""
        found = [b if a == unit else a for a, b in self.pairs if unit in (a, b)]
        return tuple(sorted(foe for foe in found if self.bodies[foe]))

    def with_bodies(self, unit: int, bodies: tuple[tuple[int, int, int], ...]) -> "Press":
        """The same press, one unit's living models being these."""
        merged = merge(bodies)
        return Press(self.setup, self.pairs, self.frontage, (*self.bodies[:unit], merged, *self.bodies[unit + 1 :]))

    def apart(self, units: frozenset[int]) -> "Press":
        """The press after these units have left it."""
        pairs = tuple(pair for pair in self.pairs if not units.intersection(pair))
        return Press(self.setup, pairs, self.frontage, self.bodies)


def merge(bodies: tuple[tuple[int, int, int], ...]) -> tuple[tuple[int, int, int], ...]:
    """Like models together, empty groups left out, in the order of kinds, the most wounded first."""
    counts: dict[tuple[int, int], int] = {}
    for kind, lost, count in bodies:
        counts[kind, lost] = counts.get((kind, lost), 0) + count
    ordered = sorted(counts.items(), key=lambda item: (item[0][0], -item[0][1]))
    return tuple((kind, lost, count) for (kind, lost), count in ordered if count)
