"""Boards of the past: what happened, put on a board one thing after another."""

from collections.abc import Iterable

from msgspec.structs import replace

from pilein.web.at_table import Happened, TakenBack
from pilein.web.shared_messages import Board


def board_after(board: Board, happened: Iterable[Happened | TakenBack]) -> Board:
    """A board after what happened on it."""
    units, models = dict(enumerate(board.units)), {model.number: model for model in board.models}
    for one in happened:
        if isinstance(one, TakenBack):
            units, models = dict(enumerate(one.board.units)), {model.number: model for model in one.board.models}
            continue
        units |= {unit.number: unit for unit in one.units}
        models |= {model.number: model for model in one.models}
        for number in one.gone:
            models.pop(number, None)
    return replace(board, units=tuple(units.values()), models=tuple(models[number] for number in sorted(models)))
