"""A preview of an answer shows the new places of the models without rolling dice or changing the game."""

from pathlib import Path

from pilein.protocol.from_page import AskRest, OpenTable, TryAnswer
from pilein.protocol.queries import looked
from pilein.protocol.session import Session

EXAMPLES = Path(__file__).parents[2] / "examples"
SECRET = bytes(range(32))
DEMO = "scrollhammer/demo.toml"
MOVES = "which model moves next, and where to?"


def session_of(example, *, battle=False, **opening):
    toml = (EXAMPLES / example).read_text(encoding="utf-8")
    session = Session(OpenTable(id=1, toml=toml, players=("", "sensible"), battle=battle, **opening), SECRET)
    session.play_on()
    return session


def until(session, words):
    while session.asked.words != words:
        session.answer(session.usual)
        session.play_on()
    return session


def look(session, query):
    return looked(session, "first", query)


def test_the_preview_of_a_block_move_shows_every_model_and_the_movement_left():
    session = until(session_of("wab/two_armies.toml", battle=True), "first legion: how do they move?")
    before, place = session.game.state, session.game.dice.place
    tried = look(session, TryAnswer(id=1, question=session.question, answer=["normal", [["ahead", 254_000]]]))
    assert (tried.reason, tried.left) == ("", 1.0)  # 3" less 2"
    assert {model.unit for model in tried.places} == {0}
    assert len(tried.places) == before.field.living(0)
    moved = [round(model.y - before.field.place(model.number).y / 127_000, 3) for model in tried.places]
    assert set(moved) == {2.0}
    assert session.game.state is before
    assert session.game.dice.place == place


def test_the_preview_of_a_charge_that_is_waiting_for_dice_moves_no_model():
    session = session_of(DEMO)
    tried = look(session, TryAnswer(id=1, question=session.question, answer=[0, 3]))
    assert (tried.reason, tried.places, tried.left) == ("", (), None)


def test_the_preview_of_the_remaining_moves_of_a_unit_matches_the_moves_of_the_policy():
    session = until(session_of(DEMO), MOVES)
    shown = look(session, AskRest(id=1, question=session.question)).places
    unit = shown[0].unit
    session.leave(0, "unit")
    session.play_on()
    field = session.game.state.field
    assert len(shown) > 1
    assert {model.unit for model in shown} == {unit}
    assert [(round(field.place(one.number).x / 127_000, 4), one.number) for one in shown] == [
        (one.x, one.number) for one in shown
    ]
