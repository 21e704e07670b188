"""CP-AT-01: each model's number of attack dice."""

import pytest

from pilein.rulesets.scorched.attack_dice import AttackDice
from tests.rulesets.scorched.builder import M, played

NO_PARRY = (-1, 0)
A, B, C = (10, 10), (10, 11), (10, 9)


@pytest.mark.parametrize(("reading", "dice"), [("default", [1, 1]), ("same-shape", [1, 6, 1])])
def test_a_ruling_decides_whether_a_power_sword_counts_as_a_second_sword(reading, dice):
    """CP-R-19: a sword and a power sword together give an extra die only under `same-shape`."""
    units = M("a", 0, weapons=["sword", "power sword"]), M("b", 1)
    game = played(*units, dice=dice, answers=[NO_PARRY], rulings={"CP-R-19": reading})
    assert game.scores()["a"] == (5 if reading == "default" else 10)


def test_under_the_double_dice_ruling_a_shield_doubles_the_dice_instead_of_the_score():
    """CP-R-23: by default, a shield doubles the score. Under `double-dice`, it doubles the number of dice."""
    units = M("a", 0, weapons=["shield"]), M("b", 1)
    game = played(*units, dice=[2, 5, 1], answers=[True], rulings={"CP-R-23": "double-dice"})
    assert game.scores()["a"] == 9
    assert game.hits() == []


def test_dice_of_identical_models_in_the_press_are_reported_for_the_unit():
    """The log names the model with each score. The highest score is that of the first model."""
    game = played(M("a", 0, WS=9), M("b", 1, models=2), dice=[1, 2, 5])
    assert game.scores() == {"a": 8, "b 1": 9, "b 2": 6}
    assert [roll.label for roll in game.script.asked if isinstance(roll, AttackDice)] == ["a attacks", "b attack"]


@pytest.mark.parametrize(("both", "score"), [(True, 4 - 1 + 5 - 1), (False, 4 + 6)])
def test_the_die_of_a_supporting_spear_is_rolled_after_that_of_a_second_weapon(both, score):
    """CP-R-60: dice are rolled for wounds, then for Flurry, then for support. Under CP-R-42 `after-roll`, the Flurry
    die does not count if the model declares afterwards that it uses both hands.
    """
    adaptive = ["hand-and-a-half weapon", "hand-and-a-half weapon"]
    units = M("a", 0, weapons=adaptive, at=[A]), M("s", 0, weapons=["spear"], at=[C]), M("b", 1, at=[B])
    game = played(*units, dice=[1, 6, 5, 1], answers=[both], rulings={"CP-R-42": "after-roll"})
    assert game.scores()["a"] == score


AFTER_ROLL = {"CP-R-42": "after-roll"}


@pytest.mark.clause("CP-HH-01", "CP-IX-15", "CP-DS-01")
def test_the_die_of_a_second_weapon_does_not_count_if_the_weapon_is_disabled_after_the_roll():
    """CP-R-42 `after-roll`: the model has two bastard swords, and the die of the second sword is rolled last."""
    units = M("a", 0, weapons=["bastard sword", "bastard sword"]), M("b", 1)
    game = played(*units, dice=[2, 6, 1], answers=[True, NO_PARRY], rulings=AFTER_ROLL)
    assert game.scores() == {"a": 4, "b": 5}
    game = played(*units, dice=[2, 6, 1], answers=[False, NO_PARRY], rulings=AFTER_ROLL)
    assert game.scores() == {"a": 10, "b": 5}


@pytest.mark.clause("CP-HH-01", "CP-DW-01", "CP-DG-01")
def test_1s_and_6s_rolled_for_a_second_weapon_do_not_count_if_it_is_disabled_after_the_roll():
    """CP-R-42 `after-roll`: the model has two daemon daggers, one of which is taken in both hands."""
    daggers = ["dagger+daemon+hand-and-a-half", "dagger+daemon+hand-and-a-half"]
    units = M("a", 0, WS=6, W=2, weapons=daggers), M("b", 1)
    assert played(*units, dice=[5, 4, 1, 1], answers=[True], rulings=AFTER_ROLL).left("a") == 2
    assert played(*units, dice=[5, 4, 1, 1], answers=[False], rulings=AFTER_ROLL).left("a") == 1
    assert played(*units, dice=[5, 4, 6, 1], answers=[True], rulings=AFTER_ROLL).hits() == [("a", "b", 4, 1)]
    assert played(*units, dice=[5, 4, 6, 1], answers=[False], rulings=AFTER_ROLL).hits() == [("a", "b", 7, 2)]


@pytest.mark.clause("CP-SH-01")
def test_under_the_double_dice_ruling_declaring_a_shield_after_the_roll_doubles_the_dice_at_once():
    """CP-SH-02, CP-R-22 `after-dice`, CP-R-23 `double-dice`: A rolls the same number of dice again, and B may parry any
    of A's dice.
    """
    rulings = {"CP-R-22": "after-dice", "CP-R-23": "double-dice"}
    units = M("a", 0, W=2, weapons=["shield"]), M("b", 1)
    game = played(*units, dice=[2, 1, 3, 6, 1], answers=[True], rulings=rulings)
    assert (game.scores(), game.hits()) == ({"a": 10, "b": 7}, [])
    game = played(*units, dice=[2, 1, 3], answers=[False], rulings=rulings)
    assert game.scores() == {"a": 6, "b": 7}
    units = M("a", 0, weapons=["shield"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[2, 3, 6, 1], answers=[True, (0, 6)], rulings=rulings)
    assert game.scores() == {"a": 6, "b": 7}
