"""Questions that a person leaves to the sensible policy: the rest of a step, of a unit's moves, of a phase."""

from msgspec import Struct

from pilein.engine.game import Game
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import shortened
from pilein.kernel.requests import Answer, Choice

STEP, UNIT, PHASE, END = "step", "unit", "phase", "end"
PLACE = 4  # numbers of a placement: model, x, y, facing
REMEDY = "type a (the rest of this step), a unit, a phase or a end"


class Left(Struct, frozen=True):
    """What a side leaves to the policy: questions of this clause, about this unit or in this phase (-1: any)."""

    side: int
    clause: str = ""
    unit: int = -1
    phase: int = -1

    def holds(self, game: Game, choice: Choice, usual: Answer) -> bool:
        """Whether a question is still left to the policy; `usual` is the policy's answer."""
        is_in_phase = self.phase in (-1, game.phase)
        is_of_unit = self.unit in (-1, unit_asked(game, choice, usual))
        return is_in_phase and is_of_unit and self.clause in ("", choice.clause)


def left_by(line: str, game: Game, choice: Choice, usual: Answer) -> Left:
    """What a line like `a`, `a unit`, `a phase` or `a end` leaves to the policy.

    Raises:
        BadInput: it is something else, or the question is not about one unit.

    """
    what = line.removeprefix("a").strip() or STEP
    if what == STEP:
        return Left(choice.side, clause=choice.clause)
    if what == PHASE:
        return Left(choice.side, phase=game.phase)
    if what == END:
        return Left(choice.side)
    if what != UNIT:
        raise BadInput(f"{shortened(what)!r} cannot be left to the policy", key="a", remedy=REMEDY)
    unit = unit_asked(game, choice, usual)
    if unit < 0:
        raise BadInput("this question is not about one unit", key="a unit", remedy=REMEDY)
    return Left(choice.side, clause=choice.clause, unit=unit)


def unit_asked(game: Game, choice: Choice, usual: Answer) -> int:
    """The unit that a question is about: its own, or that of the model that the policy would place; -1 if none."""
    unit = getattr(choice, "unit", -1)
    if isinstance(unit, int) and unit >= 0:
        return unit
    if isinstance(usual, tuple) and len(usual) == PLACE and all(type(one) is int for one in usual):
        owner: int = game.state.setup.unit_of[usual[0]]
        return owner
    return -1
