"""The question about a consolidation. Fields with identical positions share the results that are cached for it."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import consolidate_in_cycle, first_consolidation
from pilein.rulesets.warstrike.consolidation_plans import CLOSEST
from pilein.rulesets.warstrike.consolidation_terms import with_moved
from pilein.rulesets.warstrike.consolidation_walks import JUDGED
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.unit_move import UnitMove
from pilein.tabletop.memo import remembered
from tests.rulesets.fielding import where
from tests.rulesets.warstrike.builder import TROOPER, U, battle, changed, play
from tests.rulesets.warstrike.fights import goes

INCH = 127000
BATTLE = battle(
    U("red", 0, [(TROOPER, 3)], [(20, 20), (21.5, 20), (23, 20)]),
    U("blue", 1, [(TROOPER, 2)], [(20, 23), (21.5, 23)]),
    fight=(0, 1),
)


def asked(made: Battle, reach: int = 3 * INCH) -> UnitMove:
    return UnitMove(0, "WS-AC-01", made, 0, reach, is_bound=True)


def test_two_fields_with_equal_positions_share_cached_results() -> None:
    alike = BATTLE.on(BATTLE.plane.with_place(0, BATTLE.plane.place(0)))
    answers = [answer for _, answer in asked(BATTLE).candidates()]
    assert [answer for _, answer in asked(alike).candidates()] == answers
    assert JUDGED.on(alike.plane) is JUDGED.on(BATTLE.plane)
    assert CLOSEST.on(alike.plane) is CLOSEST.on(BATTLE.plane)


def test_moves_of_different_reach_have_separate_cached_results() -> None:
    (_, far), (_, near) = (next(asked(BATTLE, reach).candidates()) for reach in (3 * INCH, INCH))
    assert far != near


def test_repeating_a_move_returns_the_cached_field() -> None:
    _, moves = next(asked(BATTLE).candidates())
    moved = with_moved(BATTLE.plane, moves[0])
    assert moved is with_moved(BATTLE.plane, moves[0])
    assert moved.shape(moves[0][0]) != BATTLE.plane.shape(moves[0][0])
    assert asked(BATTLE).plane_after(moves[:1]) is moved


def test_cached_offers_equal_newly_computed_ones() -> None:
    answers = [answer for _, answer in asked(BATTLE).candidates()]
    remembered(BATTLE.setup).clear()
    remembered(BATTLE.plane).clear()
    assert [answer for _, answer in asked(BATTLE).candidates()] == answers


def test_a_place_that_is_too_far_away_and_overlaps_a_model_is_refused_because_of_the_overlap() -> None:
    choice = asked(BATTLE, reach=INCH)
    place = BATTLE.plane.place(3)
    assert choice.why_not(((2, place.x, place.y, 0),)) == "model 2: there the model would overlap model 3 of blue"
    assert choice.why_not(((2, place.x, place.y + 9 * INCH, 0),)) == 'model 2: the place is further away than 1"'


IDLE = changed(TROOPER, weapons=())


@pytest.mark.clause("WS-AC-01", "WS-C3-01")
def test_no_part_of_a_base_may_end_beyond_the_awareness_measured_from_the_base_of_the_leader():
    """WS-R-38: the far side of the second model is 4 inches from the base of its leader at (14, 10)."""
    own = U("own", 0, [(changed(IDLE, Aw=4), 3)], [(10, 10), (12, 10), (13.5, 10)])
    made = battle(own, U("foe", 1, [(IDLE, 1)], [(12, 14)]), fight=(0, 1))
    for first, *given in ((first_consolidation,), (consolidate_in_cycle, 0)):
        after, _ = play(made, first, *given, answers=[goes(2, 14, 10)], until="draw_in")
        assert where(after, 2) == (14, 10)
        with pytest.raises(IllegalAnswer, match="out of coherency"):
            play(made, first, *given, answers=[goes(2, 14.1, 10)])
