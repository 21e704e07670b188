"""One model moves, and the move is logged (for charges and pile-ins alike)."""

from collections.abc import Iterator
from itertools import islice, pairwise

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import within
from pilein.geometry.shapes import Place, capsule, disc
from pilein.geometry.ticks import CONTACT, inches
from pilein.kernel.requests import Answer
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.aims import Aim, Terms, aim_of
from pilein.rulesets.wwpd.events import StoodStill
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.ways import further_landings, is_touching, way_straight_on, way_to, why_no_room, why_no_way
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.choice import move_of, place_in, why_no_move
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.ways import body_at, gap_to, staying

CHARGED, PILED_IN = "charged", "piled in"


def with_next_moved(
    battle: Battle, table: Table, terms: Terms, movers: tuple[int, ...], manner: str, clause_id: str
) -> tuple[Battle, int]:
    """Battle after one of several models has moved as its player chose, and that model. If no model can move, the
    player is not asked.
    """
    if all(aim_of(battle, terms, model).way is None for model in movers):
        return moved_along(battle, table, movers[0], None, manner, clause_id), movers[0]
    side = battle.setup.side_of(movers[0])
    choice = Approach(side, clause_id, "which model moves next, and where to?", battle, terms, movers)
    answer = table.choose(choice)
    return moved_along(battle, table, answer[0], choice.way(answer), manner, clause_id), answer[0]


def moved_along(battle: Battle, table: Table, model: int, way: Advance | None, manner: str, clause_id: str) -> Battle:
    """The battle after a model has moved along a path, with the event; unchanged if it has none."""
    name = battle.unit(battle.unit_of(model)).name
    if way is None or way.place == battle.plane.place(model):
        if manner == CHARGED:
            table.tell(StoodStill(unit=name, count=1, models=(model,), clause=clause_id))
        return battle
    length, route = inches(way.route.length), way.route.points
    table.tell(Moved(unit=name, model=model, manner=manner, inches=length, route=route, clause=clause_id))
    return battle.on(moved_to(battle.plane, model, way.place))


# --- The question of which model moves next, and where (WW-CH-03, WW-PI-03, WW-EN-05) ------------------------------


OFFERED = 6  # places offered to one model in addition to the best
WORDS = {
    "enemy": "to touch an enemy",
    "friend": "to touch a friend in contact",
    "near": "towards friends in contact",
    "toward": "towards the enemy",
}
DUTIES = {
    "enemy": "it must touch the nearest unengaged enemy that it can",
    "friend": "it must touch a friend that touches an enemy",
    "near": "it must come as near to its friends in contact as it can",
    "toward": "it must go straight for the nearest unengaged enemy, or the way round that is offered",
    "nobody": "it has nowhere to go",
}


class Approach(Struct, frozen=True, tag=True):
    """Next move by one of several models: (model, x, y, facing), in ticks and hundredths of a degree."""

    side: int
    clause: str
    words: str
    battle: Battle
    terms: Terms
    movers: tuple[int, ...]

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """The best place of each model; staying, if permitted; then other places of each."""
        for model in self.movers:
            aim = self._aim(model)
            if aim.way is not None:
                yield self._in_words(model, aim, aim.way)
        for model in self.movers:
            if self._may_stay(self._aim(model)):
                yield f"model {model} stays", move_of(model, staying(self.battle.plane, model))
        for model in self.movers:
            yield from self._other_models(model)

    def why_not(self, answer: Answer) -> str | None:
        """None if that model may end its move there, whether among the candidates or not."""
        reason = why_no_move(answer, self.movers)
        if reason:
            return reason
        model, place = answer[0], place_in(answer)
        aim = self._aim(model)
        if place == self.battle.plane.place(model):
            return None if self._may_stay(aim) else DUTIES[aim.kind]
        if aim.way is not None and place == aim.way.place:
            return None
        return self._why_not_there(model, aim, place)

    def way(self, answer: Answer) -> Advance:
        """The path of a model to the place in the answer."""
        model, place = answer[0], place_in(answer)
        aim = self._aim(model)
        if aim.way is not None and aim.way.place == place:
            return aim.way
        if place == self.battle.plane.place(model):
            return staying(self.battle.plane, model)
        way = way_to(self.battle, self.terms.walk, model, place)
        assert way is not None, "the choice has judged the way"
        return way

    def _why_not_there(self, model: int, aim: Aim, place: Place) -> str | None:
        if aim.kind == "nobody":
            return DUTIES["nobody"]
        if aim.kind in {"enemy", "friend"} and not is_touching(self.battle, model, place, aim.goals):
            return why_no_room(self.battle, self.terms.walk, model, place) or DUTIES[aim.kind]
        way = way_to(self.battle, self.terms.walk, model, place)
        if way is None:
            return why_no_way(self.battle, self.terms.walk, model, place)
        if (
            aim.kind == "near"
            and self._left(model, aim, place) > self._left(model, aim, self._best_place(aim)) + CONTACT
        ):
            return DUTIES["near"]
        if aim.kind == "toward" and not self._is_on_its_way(model, aim, way):
            return DUTIES["toward"]
        return None

    def _is_on_its_way(self, model: int, aim: Aim, way: Advance) -> bool:
        """WW-R-12. Whether a path leads straight at the goal, or is part of an offered path: it may stop short."""
        start = self._left(model, aim, self.battle.plane.place(model))
        is_straight = self._left(model, aim, way.place) + way.route.length <= start + 2 * CONTACT
        if not self.terms.stops_anywhere:
            return is_straight and way.route.length + CONTACT >= self._length(aim)
        if is_straight or (aim.way is not None and leads_over(aim.way, way.place)):
            return True
        straight = self._straight_on(model, aim)
        return straight is not None and leads_over(straight, way.place)

    def _straight_on(self, model: int, aim: Aim) -> Advance | None:
        return way_straight_on(self.battle, self.terms.walk, model, aim.goals)

    def _left(self, model: int, aim: Aim, place: Place) -> float:
        return gap_to(self.battle.plane, body_at(self.battle.plane, model, place), aim.goals)

    def _other_models(self, model: int) -> Iterator[tuple[str, Answer]]:
        aim = self._aim(model)
        if aim.kind in {"enemy", "friend"}:
            ways = further_landings(self.battle, self.terms.walk, model, aim.goals)
            for way in islice((way for way in ways if way.place != self._best_place(aim)), OFFERED):
                yield self._in_words(model, aim, way)
        if aim.kind == "toward" and self.terms.stops_anywhere:
            straight = self._straight_on(model, aim)
            if straight is not None and straight.place != self._best_place(aim):
                yield self._in_words(model, aim, straight)

    def _may_stay(self, aim: Aim) -> bool:
        return self.terms.may_stay or aim.way is None or (aim.kind == "toward" and self.terms.stops_anywhere)

    def _aim(self, model: int) -> Aim:
        return aim_of(self.battle, self.terms, model)

    def _in_words(self, model: int, aim: Aim, way: Advance) -> tuple[str, Answer]:
        return f'model {model} {WORDS[aim.kind]}, {inches(way.route.length):.2f}"', move_of(model, way)

    def _best_place(self, aim: Aim) -> Place:
        assert aim.way is not None
        return aim.way.place

    def _length(self, aim: Aim) -> float:
        assert aim.way is not None
        return aim.way.route.length


def leads_over(way: Advance, place: Place) -> bool:
    """Whether a path leads over a place."""
    body = disc(place.x, place.y, 0)
    return any(within(body, capsule(*leg, 0), CONTACT) for leg in pairwise(way.route.points))
