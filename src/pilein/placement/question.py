"""Question in which a player chooses the next mover and its destination, with the places offered and the reasons for
refusals.

A ruleset states the purpose of each model's move. Places, refusals and paths follow from its rules.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import islice

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import TURN, inches
from pilein.kernel.requests import Answer
from pilein.placement.curves import Curve
from pilein.placement.moves import Move
from pilein.placement.region import openings
from pilein.placement.rules import Rule

NUMBERS = 4  # in an answer: model, x, y, facing
OFFERED = 6  # places offered to one model in addition to the best


class Purpose(Struct, frozen=True):
    """Aim of a model's move, and how well the move can achieve it.

    `moves` holds the rules, in the order in which they are tried for a path. `best` is the path to the best place, or
    None if the model cannot move, and `others` are paths to other places. `duty` is the rule that expresses the aim, or
    None if only `best` achieves it. `label` describes the move in an offer, and `words` is the message for a move that
    does not achieve the aim. `objection` explains why a place that keeps all rules is refused nevertheless; it covers
    conditions that no zone expresses. Without `moves` the model may not move now.
    """

    moves: tuple[Move, ...]
    words: str
    label: str = ""
    best: Advance | None = None
    others: Callable[[], Iterator[Advance]] = lambda: iter(())
    duty: Callable[[], Rule | None] = lambda: None
    may_stay: bool = True
    objection: Callable[[Place], str | None] = lambda _: None


class Question(Struct, frozen=True):
    """Choice of the next move by one of several models: (model, x, y, facing), in ticks and hundredths of a degree.

    A ruleset's question states the purpose of each move, from which all other answers follow.
    """

    side: int
    clause: str
    words: str

    @property
    def movers(self) -> tuple[int, ...]:
        """Models from which the player chooses the next mover."""
        raise NotImplementedError

    def purpose(self, model: int) -> Purpose:
        """Aim of a model's move."""
        raise NotImplementedError

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the best place of each model, then staying in place if permitted, then other places of each model."""
        for model in self.movers:
            purpose = self.purpose(model)
            if purpose.best is not None:
                yield _in_words(model, purpose, purpose.best)
        for model in self.movers:
            purpose = self.purpose(model)
            if purpose.may_stay:
                yield _staying(model, purpose)
        for model in self.movers:
            yield from _other_moves(model, self.purpose(model))

    def places_of(self, model: int) -> Iterator[tuple[str, Answer]]:
        """Yield the candidates of one model, in the order of `candidates`."""
        purpose = self.purpose(model)
        if purpose.best is not None:
            yield _in_words(model, purpose, purpose.best)
        if purpose.may_stay:
            yield _staying(model, purpose)
        yield from _other_moves(model, purpose)

    def why_not(self, answer: Answer) -> str | None:
        """Return the reason why a model may not end its move at a place, or None if it may. The place need not be a
        candidate.

        The first broken rule is reported first, then a failure to achieve the aim, then a missing path, then a further
        objection.
        """
        reason = why_no_move(answer, self.movers)
        if reason:
            return reason
        place, purpose = place_in(answer), self.purpose(answer[0])
        return (_why_not_at(purpose, place) if purpose.moves else purpose.words) or purpose.objection(place)

    def openings(self, model: int, facing: int) -> list[Curve]:
        """Return the curves at a facing on which a model may end its move, in addition to the places offered."""
        purpose = self.purpose(model)
        duty = purpose.duty()
        return [] if duty is None else [one for move in purpose.moves for one in openings(move, duty, facing)]

    def way(self, answer: Answer) -> Advance:
        """Path of a model to the place in an answer."""
        place, purpose = place_in(answer), self.purpose(answer[0])
        if purpose.best is not None and purpose.best.place == place:
            return purpose.best
        if place == purpose.moves[0].start:
            return Advance(place, Route(0.0, ((place.x, place.y),)))
        way = _path_to(purpose, place)
        assert way is not None, "the choice has judged the path"
        return way


def why_no_move(answer: Answer, movers: Collection[int]) -> str | None:
    """Explain why an answer is not a move (model, x, y, facing) of one of the movers, or return None if it is."""
    if not isinstance(answer, tuple) or len(answer) != NUMBERS or any(type(one) is not int for one in answer):
        return "the answer must be a model, x, y and facing, all as whole numbers"
    if answer[0] not in movers:
        return f"model {answer[0]} is not one of the models that may move now: {tuple(movers)}"
    if not 0 <= answer[3] < TURN:
        return f"a facing must be from 0 to {TURN - 1} hundredths of a degree"
    return None


def place_in(answer: tuple[int, ...]) -> Place:
    """Place in an answer, in ticks and hundredths of a degree."""
    return Place(*answer[1:])


def move_of(model: int, way: Advance) -> tuple[int, int, int, int]:
    """Return the answer that moves a model to the end of a path."""
    return (model, *_numbers(way.place))


def _numbers(place: Place) -> tuple[int, int, int]:
    return place.x, place.y, place.facing


def _why_not_at(purpose: Purpose, place: Place) -> str | None:
    """Explain why a place does not serve the purpose of a move, or return None if it does."""
    move = purpose.moves[0]
    if place == move.start:
        return None if purpose.may_stay else purpose.words
    if purpose.best is not None and place == purpose.best.place:
        return None
    broken, duty = move.why_broken(place), purpose.duty()
    if broken is not None:
        return broken
    if duty is None or not duty.holds(move.base, move.model, place):
        return purpose.words
    return None if _path_to(purpose, place) is not None else move.why_no_path(place)


def _path_to(purpose: Purpose, place: Place) -> Advance | None:
    """Return the shortest path to a place under the first move that permits one."""
    return next((way for move in purpose.moves if (way := move.certified(place)) is not None), None)


def _staying(model: int, purpose: Purpose) -> tuple[str, Answer]:
    return f"model {model} stays", (model, *_numbers(purpose.moves[0].start))


def _other_moves(model: int, purpose: Purpose) -> Iterator[tuple[str, Answer]]:
    best = None if purpose.best is None else purpose.best.place
    for way in islice((one for one in purpose.others() if one.place != best), OFFERED):
        yield _in_words(model, purpose, way)


def _in_words(model: int, purpose: Purpose, way: Advance) -> tuple[str, Answer]:
    return f'model {model} {purpose.label}, {inches(way.route.length):.2f}"', move_of(model, way)
