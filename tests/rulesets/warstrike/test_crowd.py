"""Crowds: what is known of the ways of a unit that consolidates; all fields that are alike share it."""

from pilein.rulesets.warstrike.crossing import KEPT, crowd_on
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.unit_move import UnitMove
from tests.rulesets.warstrike.builder import TROOPER, U, battle

INCH = 127000
BATTLE = battle(
    U("red", 0, [(TROOPER, 3)], [(20, 20), (21.5, 20), (23, 20)]),
    U("blue", 1, [(TROOPER, 2)], [(20, 23), (21.5, 23)]),
    fight=(0, 1),
)


def asked(made: Battle, reach: int = 3 * INCH) -> UnitMove:
    return UnitMove(0, "WS-AC-01", made, 0, reach, is_bound=True)


def test_fields_that_are_alike_share_a_crowd() -> None:
    alike = BATTLE.on(BATTLE.plane.with_place(0, BATTLE.plane.place(0)))
    assert asked(alike).crowd is asked(BATTLE).crowd
    assert asked(BATTLE, reach=2 * INCH).crowd is not asked(BATTLE).crowd


def test_a_crowd_that_moves_is_another_and_is_known_again() -> None:
    choice = asked(BATTLE)
    _, moves = next(choice.candidates())
    moved = choice.with_moved(choice.crowd, moves[0])
    assert moved is choice.with_moved(choice.crowd, moves[0])
    assert moved.shapes[moves[0][0]] is not choice.crowd.shapes[moves[0][0]]
    assert BATTLE.plane.shapes == choice.crowd.shapes


def test_what_is_remembered_is_what_is_found_afresh() -> None:
    answers = [answer for _, answer in asked(BATTLE).candidates()]
    setup = BATTLE.setup
    setup.__dict__.pop("crowds")
    assert [answer for _, answer in asked(BATTLE).candidates()] == answers


def test_the_longest_unused_is_forgotten() -> None:
    kept = crowd_on(BATTLE.plane, "kept")
    for number in range(KEPT - 1):
        crowd_on(BATTLE.plane, number)
    assert crowd_on(BATTLE.plane, "kept") is kept
    for number in range(KEPT):
        crowd_on(BATTLE.plane, -number)
    assert crowd_on(BATTLE.plane, "kept") is not kept


def test_a_model_that_is_sent_far_away_onto_another_has_no_room() -> None:
    choice = asked(BATTLE, reach=INCH)
    place = BATTLE.plane.place(3)
    assert choice.why_not(((2, place.x, place.y, 0),)) == "model 2: there is no room for it"
    assert choice.why_not(((2, place.x, place.y + 9 * INCH, 0),)) == 'model 2: it is further than 1"'
