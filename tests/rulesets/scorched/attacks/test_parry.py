"""CP-SW: Parries with and without announcement, in secret and in order."""

import pytest

from pilein.rulesets.scorched.state import NOBODY
from tests.rulesets.scorched.builder import M, played


def test_under_the_once_per_enemy_ruling_each_enemy_may_be_parried_once():
    units = M("a", 0, WS=9, weapons=["sword"]), M("b", 1), M("c", 1)
    game = played(*units, dice=[1, 6, 6, 1, 2], answers=[1, (1, 6), (2, 6)], rulings={"CP-R-14": "once-per-enemy"})
    assert game.scores() == {"a": 8, "b": 5, "c": 6}
    assert played(*units, dice=[1, 6, 6, 1], answers=[1, (1, 6)]).scores()["c"] == 10


def test_a_ruling_may_require_a_parry_to_be_announced_before_the_roll():
    """CP-R-14 `before-dice`: the enemy is named before the roll, and the die is named after the roll. A Parry that has
    been announced must be made.
    """
    units, ruling = (M("a", 0, weapons=["sword"]), M("b", 1)), {"CP-R-14": "before-dice"}
    assert played(*units, dice=[3, 3, 1], answers=[1], rulings=ruling).scores()["b"] == 5
    assert played(*units, dice=[3, 3], answers=[-1], rulings=ruling).scores()["b"] == 7


def test_the_priority_player_parries_first():
    """CP-R-15: each Parry is announced and rolled before the next one is announced."""
    units = M("a", 0, weapons=["sword"]), M("b", 1, weapons=["sword"])
    assert played(*units, dice=[3, 6, 1, 5], answers=[(1, 6), (0, 3)]).scores() == {"a": 9, "b": 5}
    assert played(*units, dice=[6, 3, 5, 1], answers=[(1, 3), (0, 6)], active=1).scores() == {"a": 9, "b": 5}


def test_secret_parries_are_all_named_before_the_first_reroll():
    """CP-R-15 `secret`: two sword bearers name the same die, but only one of them rerolls it."""
    units = M("a", 0, weapons=["sword"], models=2), M("b", 1, WS=9)
    ruling = {"CP-R-15": "secret"}
    game = played(*units, dice=[2, 1, 6, 5], answers=[(2, 6), (2, 6)], rulings=ruling)
    assert game.scores()["b"] == 9 - 2 + 5


def test_under_the_again_ruling_a_rerolled_die_may_be_parried_by_a_second_model():
    """CP-R-16: by default, the second result stands. Under `again`, the die may be parried once more."""
    units = M("a", 0, weapons=["sword"], models=2), M("b", 1, WS=9)
    game = played(*units, dice=[2, 1, 6, 5], answers=[(2, 6)])
    assert game.scores()["b"] == 9 - 2 + 5
    game = played(*units, dice=[2, 1, 6, 5, 3], answers=[(2, 6), (2, 5)], rulings={"CP-R-16": "again"})
    assert game.scores()["b"] == 9 - 2 + 3


def test_under_the_stack_ruling_two_swords_parry_twice():
    units = M("a", 0, weapons=["sword", "sword"]), M("b", 1, W=2)
    assert played(*units, dice=[1, 1, 6, 5, 1], answers=[(1, 6)]).scores()["b"] == 9
    game = played(*units, dice=[1, 1, 6, 5, 1, 2], answers=[(1, 6), (1, 5)], rulings={"CP-R-20": "stack"})
    assert game.scores()["b"] == 6


def test_a_low_die_named_in_secret_is_rerolled_after_a_die_of_a_second_enemy():
    """CP-R-15 `secret`, CP-R-20 `stack`: A names the die of C and the lowest die of B. The reroll of B's die shows a
    higher face.
    """
    units = M("a", 0, WS=9, weapons=["sword", "sword"]), M("b", 1, W=3), M("c", 1)
    rulings = {"CP-R-15": "secret", "CP-R-20": "stack"}
    game = played(*units, dice=[1, 1, 5, 3, 2, 4, 1, 6], answers=[1, (2, 4), (1, 2)], rulings=rulings)
    assert game.scores() == {"a": 8, "b": 10, "c": 5}


@pytest.mark.clause("CP-SW-01")
def test_two_secret_parries_are_aimed_at_the_enemies_announced():
    """CP-R-14 `before-dice`, CP-R-15 `secret`, CP-R-20 `stack`: A has two swords and parries each of its two enemies
    with one sword.
    """
    units = M("a", 0, WS=9, weapons=["sword", "sword"]), M("b", 1), M("c", 1)
    rulings = {"CP-R-14": "before-dice", "CP-R-15": "secret", "CP-R-20": "stack"}
    answers = [1, 1, 2]
    game = played(*units, dice=[1, 1, 6, 6, 2, 3], answers=answers, rulings=rulings)
    assert game.scores() == {"a": 8, "b": 6, "c": 7}


AFTER_ROLL = {"CP-R-42": "after-roll"}


@pytest.mark.clause("CP-HH-01", "CP-AX-01", "CP-SW-01", "CP-IX-01")
def test_an_axe_prevents_no_parry_if_it_is_put_out_of_use_after_the_roll():
    """CP-R-42 `after-roll`: the axe is out of use as soon as its bearer declares that it uses both hands for its other
    weapon.
    """
    units = M("a", 0, W=2, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 5, 1, 2], answers=[True, (0, 6)], rulings=AFTER_ROLL)
    assert game.scores() == {"a": 7, "b": 5}
    assert played(*units, dice=[6, 5, 1], answers=[False], rulings=AFTER_ROLL).scores() == {"a": 10, "b": 5}


@pytest.mark.clause("CP-SW-01", "CP-HH-01")
@pytest.mark.parametrize(("reading", "answers"), [("secret", [True, (0, 6)]), ("default", [True, (0, 6)])])
def test_secret_parries_are_named_after_a_weapon_is_taken_in_both_hands(reading, answers):
    """CP-R-15 `secret`, CP-R-42 `after-roll`: both the use of both hands and the Parries are declared after
    the roll.
    """
    units = M("a", 0, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 1, 2], answers=answers, rulings={**AFTER_ROLL, "CP-R-15": reading})
    assert game.scores()["a"] == 4


@pytest.mark.clause("CP-SW-01", "CP-HH-01")
def test_a_parry_that_was_not_announced_before_the_roll_cannot_be_made_after_it():
    """CP-R-14 `before-dice`, CP-R-42 `after-roll`: before the roll, the axe prevented B from announcing a Parry."""
    units = M("a", 0, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 1], answers=[True], rulings={**AFTER_ROLL, "CP-R-14": "before-dice"})
    assert game.scores()["a"] == 9


@pytest.mark.clause("CP-SW-01", "CP-HH-01", "CP-AX-01", "CP-IX-15")
def test_an_axe_no_longer_prevents_announcing_a_parry_once_its_bearer_takes_a_second_weapon_in_both_hands():
    """CP-R-14 `before-dice`: A takes its other weapon in both hands before B announces a Parry, so A's axe no longer
    prevents the announcement.
    """
    units = M("a", 0, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    before = {"CP-R-14": "before-dice"}
    assert played(*units, dice=[6, 1, 2], answers=[True, 0], rulings=before).scores() == {"a": 4, "b": 5}
    assert played(*units, dice=[6, 1], answers=[True, NOBODY], rulings=before).scores() == {"a": 9, "b": 5}
    assert played(*units, dice=[6, 1], answers=[False], rulings=before).scores() == {"a": 10, "b": 5}


@pytest.mark.clause("CP-SW-01")
@pytest.mark.parametrize(("shown", "again", "score"), [((6, 2), (3, 4), 7), ((6, 6), (1, 4), 7), ((6, 2), (3, 2), 5)])
def test_a_die_is_rerolled_twice_if_two_models_name_it_in_secret(shown, again, score):
    """CP-R-15 `secret`, CP-R-16 `again`: if two dice show the named face, each of the two models has one of them
    rerolled.
    """
    units = M("a", 0, WS=5, W=2), M("b", 1, weapons=["sword"]), M("c", 1, weapons=["sword"])
    rulings = {"CP-R-15": "secret", "CP-R-16": "again"}
    game = played(*units, dice=[*shown, 1, 1, *again], answers=[1, (0, 6), (0, 6)], rulings=rulings)
    assert game.scores()["a"] == score


@pytest.mark.clause("CP-SW-01", "CP-DW-01", "CP-IX-08")
@pytest.mark.parametrize(
    ("reading", "answers", "again", "slain"),
    [("default", [2, (2, 6)], [1], ["x"]), ("again", [2, (2, 6), (2, 1)], [1, 6], ["a", "f"])],
)
def test_a_die_of_a_daemon_weapon_is_not_parried_again_if_it_shows_a_1_after_a_parry(reading, answers, again, slain):
    """CP-R-16: the only die has already been rerolled, so F may parry it again only under the reading `again`."""
    units = M("a", 0, weapons=["sword"]), M("f", 0, weapons=["sword"]), M("x", 1, WS=6, weapons=["daemon weapon"])
    game = played(*units, dice=[1, 1, 6, *again], answers=answers, rulings={"CP-R-16": reading})
    assert game.slain() == slain


@pytest.mark.parametrize("readings", [{}, {"CP-R-14": "before-dice"}, {"CP-R-15": "secret"}])
def test_no_model_parries_under_any_ruling_if_the_sentence_on_parrying_is_struck(readings):
    """The sentence struck from the text in this test is CP-SW-01."""
    units = M("a", 0, weapons=["sword"]), M("b", 0, weapons=["sword"]), M("x", 1)
    game = played(*units, dice=[2, 3, 6], answers=[2], rulings=readings, struck=["CP-SW-01"])
    assert game.scores() == {"a": 6, "b": 7, "x": 8}
