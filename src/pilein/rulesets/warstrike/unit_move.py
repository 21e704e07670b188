"""Consolidation of a unit: the question, its answers, and the reasons to reject an answer (WS-CM, WS-R-38)."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from pilein.geometry.gaps import between_centres, gap, within
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Shape, disc
from pilein.geometry.ticks import INCH, TURN
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer
from pilein.rulesets.warstrike.consolidation_plans import plans
from pilein.rulesets.warstrike.consolidation_terms import Move, MoveTerms, with_moved
from pilein.rulesets.warstrike.consolidation_walks import judged
from pilein.rulesets.warstrike.engaged import close_distance
from pilein.rulesets.warstrike.state import NOBODY, Battle
from pilein.tabletop.movement.coherency import is_together
from pilein.tabletop.plane import Plane

NUMBERS = 4


class UnitMove(MoveTerms, frozen=True, dict=True):
    """Choice of a unit's consolidation, answered by (model, x, y, facing) for each mover, in order. Models left out
    stay put.
    """

    @property
    def words(self) -> str:
        """Question that asks how a unit consolidates."""
        return f'{self.battle.name(self.unit)}: how do they consolidate, up to {self.reach / INCH:g}"?'

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the legal plans: to close in, to stay, or to move as one body towards the enemy, away from it or around
        it.
        """
        for label, moves in plans(self):
            if self.why_not(moves) is None:
                yield label, moves

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None. The moves are judged one after another, and then the unit
        as a whole.
        """
        if not isinstance(answer, tuple) or not all(map(_is_move, answer)):
            return "the answer must list (model, x, y, facing) in ticks and hundredths of a degree"
        models = [move[0] for move in answer]
        if len(set(models)) < len(models) or not set(models) <= set(self.battle.models(self.unit)):
            return "each model of the unit may move only once"
        plane = self.battle.plane
        for move in answer:
            found = judged(self, move, plane)
            if isinstance(found, str):
                return f"model {move[0]}: {found}"
            plane = with_moved(plane, move)
        return self._why_not_as_a_whole(plane) if answer else None

    def routes_of(self, moves: tuple[Move, ...]) -> dict[int, Route]:
        """Paths of legal moves, keyed by model."""
        plane, found = self.battle.plane, {}
        for move in moves:
            route = judged(self, move, plane)
            assert isinstance(route, Route), "the move is legal"
            found[move[0]] = route
            plane = with_moved(plane, move)
        return found

    def plane_after(self, moves: tuple[Move, ...]) -> Plane:
        """Return the field after the moves, whether or not the moves are legal."""
        plane = self.battle.plane
        for move in moves:
            plane = with_moved(plane, move)
        return plane

    def _why_not_as_a_whole(self, plane: Plane) -> str | None:
        """Explain why the unit may not end its move on the given field, or return None.

        A unit may move in any direction (WS-CM-04). It may end the combat by moving more than 6 inches away from all
        enemies (WS-CM-05), and draw new enemies into the combat by coming within 6 inches of them (WS-CM-06).
        """
        if self.is_bound and not is_coherent(self.battle, self.unit, plane):
            return "the unit would be out of coherency"
        units, unit_of = self.battle.combat.units, self.battle.setup.unit_of
        outside = tuple(foe for foe in self.foes if unit_of[foe] not in units)
        if not self._is_close(plane, self.foes) and not self.battle.holds("WS-CM-05"):
            return "the unit would leave the combat"
        if self._is_close(plane, outside) and not self.battle.holds("WS-CM-06"):
            return "the unit would draw another enemy into the combat"
        if self._distance(plane) > self._distance_before + CONTACT and not self.battle.holds("WS-CM-04"):
            return "the unit would not move towards the enemy"
        return None

    def _is_close(self, plane: Plane, foes: Iterable[int]) -> bool:
        shapes, far = plane.shapes, close_distance(self.battle)
        own = [shapes[model] for model in self.battle.models(self.unit)]
        return any(within(body, shapes[foe], far) for foe in foes for body in own)

    @cached_property
    def _distance_before(self) -> float:
        return self._distance(self.battle.plane)

    def _distance(self, plane: Plane) -> float:
        """Shortest distance from a model of the unit to an enemy, in ticks, from centre to centre."""
        shapes = plane.shapes
        own = [shapes[model] for model in self.battle.models(self.unit)]
        return between_centres(own, [shapes[foe] for foe in self.foes])


def is_coherent(battle: Battle, unit: int, plane: Plane) -> bool:
    """Whether a unit's models are linked by gaps of 2 inches or less, and all of them are wholly within their leader's
    Aw (WS-R-38).
    """
    leader = battle.status(unit).leader
    if leader != NOBODY:
        head, aware = plane.shape(leader), battle.unit_traits(unit).Aw * INCH
        if not all(_is_inside(plane.shape(model), head, aware) for model in plane.models(unit) if model != leader):
            return False
    return is_together(plane, unit, battle.number("WS-AC-01") * INCH)


def _is_inside(body: Shape, head: Shape, distance: int) -> bool:
    """Whether every part of a base is within the given distance of another base."""
    return all(gap(disc(x, y, 0.0), head) + body.radius <= distance + CONTACT for x, y in body.core)


def _is_move(one: object) -> bool:
    if not isinstance(one, tuple) or len(one) != NUMBERS or any(type(part) is not int for part in one):
        return False
    return bool(0 <= one[3] < TURN)
