"""Questions may be left to the policy for the rest of the game."""

import pytest

from pilein.kernel.errors import PileInError
from pilein.protocol.from_page import Delegate
from pilein.protocol.seats import carry_out_deed
from tests.protocol.test_previews import DEMO, MOVES, session_of, until

CHARGE_MOVES = "SH-MV-22"


def rest_of(session):
    """Give the usual answer to all remaining questions, and return the clauses that asked them."""
    found = []
    while not session.game.is_over:
        if session.game.pending is not None:
            found.append(session.asked.clause)
            session.answer(session.usual)
        session.play_on()
    return found


def test_a_kind_of_question_left_to_the_policy_is_not_put_to_players_for_the_rest_of_the_game():
    session = until(session_of(DEMO), MOVES)
    carry_out_deed(session, "first", Delegate(id=1, clause=CHARGE_MOVES, is_on=True))
    session.play_on()
    assert session.delegated == ((CHARGE_MOVES,), ())
    asked = rest_of(session)
    assert asked
    assert CHARGE_MOVES not in asked


def test_a_question_left_to_the_policy_is_put_to_the_player_again_after_an_undo_back_to_it():
    session = until(session_of(DEMO), MOVES)
    session.delegate(0, CHARGE_MOVES, is_on=True)
    session.play_on()
    session.take_back(session.last_decision(0))
    assert session.asked.words == MOVES
    assert session.delegated == ((), ())


def test_only_the_kind_of_the_pending_question_can_be_left_to_the_policy():
    session = session_of(DEMO)
    with pytest.raises(PileInError, match="only the current question"):
        carry_out_deed(session, "first", Delegate(id=1, clause=CHARGE_MOVES, is_on=True))


def test_players_are_asked_to_choose_among_equal_models_only_in_a_detailed_game():
    everything = rest_of(until(session_of(DEMO), "which of the nearest models charges first?"))
    session = session_of(DEMO, is_detailed=False)
    assert session.delegated == (("",), ("",))
    asked = rest_of(session)
    assert "SH-MV-20" in everything
    assert "SH-MV-20" not in asked
    assert CHARGE_MOVES in asked
    assert any(clause.startswith("SH-PI") for clause in everything)
    assert not any(clause.startswith("SH-PI") for clause in asked)  # the rules compel a pile-in
