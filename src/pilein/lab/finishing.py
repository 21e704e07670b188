"""Delegate questions to the sensible policy for a step, a unit's moves, a phase or the whole game."""

from msgspec import Struct

from pilein.engine.game import Game
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import shortened
from pilein.kernel.requests import Answer, Choice, OneOf, Several
from pilein.tabletop.setup import Setup

STEP, UNIT, PHASE, END = "step", "unit", "phase", "end"
MOST_NUMBERED = 2000  # models in a scenario: up to this, four numbers are units, as in a charge at three targets
PLACE = 4  # numbers in a placement: model, x, y, facing
REMEDY = "type `a` for the rest of this step, or `a unit`, `a phase` or `a end`"
NOT_A_UNIT = "type `a` for the rest of this step, or `a phase` or `a end`"


class Left(Struct, frozen=True):
    """Questions that a side delegates to the policy: those of a clause, about a unit, or in a phase (-1 means any).

    A `clause` may be the beginning of a sentence ID, because a unit that piles in does so under several sentences.
    """

    side: int
    clause: str = ""
    unit: int = -1
    phase: int = -1

    def holds(self, game: Game, choice: Choice, usual: Answer) -> bool:
        """Whether a question is delegated to the policy. `usual` is the policy's answer to the question."""
        is_in_phase = self.phase in (-1, game.phase)
        is_of_unit = self.unit in (-1, unit_asked(game, choice, usual))
        return is_in_phase and is_of_unit and choice.clause.startswith(self.clause)


def left_by(line: str, game: Game, choice: Choice, usual: Answer) -> Left:
    """Return the questions delegated by a line such as `a`, `a unit`, `a phase` or `a end`.

    Raises BadInput as `left_for` does.
    """
    return left_for(line.removeprefix("a").strip() or STEP, game, choice, usual)


def left_for(what: str, game: Game, choice: Choice, usual: Answer) -> Left:
    """Return the questions delegated to the policy: those of a "step", a "unit" or a "phase", or all to the "end".

    Raises:
        BadInput: `what` is a different word, or the question is not about one unit.
    """
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
        raise BadInput("this question is not about a single unit", key="a unit", remedy=NOT_A_UNIT)
    return Left(choice.side, clause=choice.clause.rpartition("-")[0], unit=unit)


def unit_asked(game: Game, choice: Choice, usual: Answer) -> int:
    """Return the unit that a question names or else the unit of the model that the policy would place, or -1."""
    unit = getattr(choice, "unit", -1)
    if isinstance(unit, int) and unit >= 0:
        return unit
    return game.state.setup.unit_of[usual[0]] if is_placement(game.state.setup, usual) else -1


def is_detail(game: Game, choice: Choice, usual: Answer) -> bool:
    """Whether a question is a detail that no player needs to decide.

    Such a question has one answer, asks which of several equal models to choose, or concerns a move that the rules
    compel, as in a pile-in.
    """
    if getattr(choice, "is_compelled", False):
        return True
    if is_placement(game.state.setup, usual):
        return False
    if isinstance(choice, OneOf):
        return len(choice.options) == 1 or _are_equal(game, choice.options, choice.labels)
    return isinstance(choice, Several) and choice.least == choice.most and _are_equal(game, choice.of, choice.labels)


def _are_equal(game: Game, models: tuple[Answer, ...], labels: tuple[str, ...]) -> bool:
    """Whether all answers are models of one unit with the same profile and the same wounds."""
    setup = game.state.setup
    is_model = all(type(one) is int and 0 <= one < len(setup.unit_of) for one in models)
    if (
        not is_model
        or not all(label.endswith(f" {one}") for one, label in zip(models, labels, strict=False))
        or not labels
    ):
        return False
    kinds = {(setup.unit_of[one], setup.kind_of[one], game.state.field.wounds_lost(one)) for one in models}
    return len(kinds) == 1


def is_placement(setup: Setup, answer: Answer) -> bool:
    """Whether an answer places a model: (model, x, y, facing)."""
    is_four = isinstance(answer, tuple) and len(answer) == PLACE and all(type(one) is int for one in answer)
    if not is_four or not 0 <= answer[0] < len(setup.unit_of):
        return False
    return bool(max(abs(answer[1]), abs(answer[2])) > MOST_NUMBERED)
