"""Answers to the question of which model moves next, and where."""

from collections.abc import Collection

from pilein.geometry.advances import Advance
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import TURN
from pilein.kernel.requests import Answer

NUMBERS = 4


def why_no_move(answer: Answer, movers: Collection[int]) -> str | None:
    """Explain why an answer is not a move (model, x, y, facing) of one of the movers, or return None if it is."""
    if not isinstance(answer, tuple) or len(answer) != NUMBERS or any(type(one) is not int for one in answer):
        return "the answer is a model, x, y and facing as whole numbers"
    if answer[0] not in movers:
        return f"model {answer[0]} is not one of those that may move now: {tuple(movers)}"
    if not 0 <= answer[3] < TURN:
        return f"a facing is from 0 to {TURN - 1} hundredths of a degree"
    return None


def place_in(answer: tuple[int, ...]) -> Place:
    """Place that an answer names, in ticks and hundredths of a degree."""
    return Place(*answer[1:])


def move_of(model: int, way: Advance) -> tuple[int, int, int, int]:
    """Answer that sends a model to the end of a path."""
    place = way.place
    return model, place.x, place.y, place.facing
