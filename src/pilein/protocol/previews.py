"""Previews of answers, which show how an answer would move models up to the next roll or question."""

from pilein.engine.game import Game
from pilein.engine.players import PERSON
from pilein.engine.sources import TypedDice
from pilein.kernel.requests import Answer
from pilein.lab.finishing import UNIT, left_for
from pilein.protocol.drawing import drawn
from pilein.protocol.session import Session
from pilein.protocol.shared_messages import Model

MOST_MOVES = 400  # of one unit
NO_SEED = 0  # the dice of a preview wait to be typed


def after(session: Session, answer: Answer) -> tuple[Model, ...]:
    """Return the models that a legal answer moves without any further answer, at their new places."""
    twin = _twin(session.game)
    twin.answer(answer)
    _finish_clause(twin, len(session.game.history.turns))
    return _moved(session.game, twin)


def after_the_unit(session: Session) -> tuple[Model, ...]:
    """Return the models of the question's unit at the places to which the sensible policy would move them, or no models
    if the question is not about a unit.
    """
    game, choice, usual = session.game, session.asked, session.proposed
    left = left_for(UNIT, game, choice, usual)
    twin = _twin(game)
    for _ in range(MOST_MOVES):
        if twin.pending is None:
            break
        usual = session.proposal(twin)
        if not left.holds(twin, twin.pending, usual):
            break
        twin.answer(usual)
        twin.run()
    return _moved(game, twin)


def _twin(game: Game) -> Game:
    """Return a copy of the game that is played by persons and never rolls its dice."""
    twin = game.fork(NO_SEED)
    twin.dice = TypedDice(())
    twin.sit_down((PERSON, PERSON))
    return twin


def _finish_clause(twin: Game, played: int) -> None:
    """Play the clause that asks the question to its end, unless it waits for another request."""
    while len(twin.history.turns) <= played and twin.step():
        pass


def _moved(game: Game, twin: Game) -> tuple[Model, ...]:
    before, later = (drawn(game.rules, game.opening.state, one.state).models for one in (game, twin))
    return tuple(
        model for number, model in later.items() if number in before and _place(before[number]) != _place(model)
    )


def _place(model: Model) -> tuple[float | None, ...]:
    return model.x, model.y, model.facing
