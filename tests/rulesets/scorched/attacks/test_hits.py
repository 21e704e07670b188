"""CP-AT-02, CP-HT, CP-SH: scores, and the hits that follow from their difference."""

import pytest

from pilein.engine.script import Script
from pilein.lab.sentences import sentence
from pilein.rulesets.scorched.declaring import fight_combat
from pilein.rulesets.scorched.events import LandedHits
from pilein.rulesets.scorched.ruleset import RULESET
from tests.rulesets.scorched.builder import M, battle, played

A, B, C = (10, 10), (10, 11), (10, 9)


def row_of_four():
    """Return units that stand in one row in the order X, A, Y, B. A and B face X and Y, and A also touches Y, which
    fights B.
    """
    return (
        M("x", 1, at=[(10, 10)]),
        M("a", 0, at=[(11, 10)], W=2),
        M("y", 1, at=[(12, 10)], W=2),
        M("b", 0, at=[(13, 10)]),
    )


@pytest.mark.parametrize(("reading", "count"), [("default", 1), ("all-touched", 2)])
def test_hits_may_land_on_a_touched_enemy_in_a_second_combat(reading, count):
    """CP-R-10: A fights X and also touches Y, whose score is known because its combat is over."""
    rulings = {"CP-R-10": reading}
    game = played(*row_of_four(), dice=[1, 2, 2, 6, 1, 1], answers=[1], rulings=rulings)
    assert len([hit for hit in game.hits() if hit[0] == "a"]) == count
    assert game.after.scores == ()


def test_under_the_priority_order_ruling_a_model_lands_no_hits_if_hits_of_the_priority_player_slay_it():
    """CP-R-11: the outnumbered X slays B before B can land a hit."""
    units = M("x", 0, WS=6, W=2), M("a", 1, WS=1), M("b", 1, WS=6)
    dice, answers = [4, 1, 1, 5], [1]
    game = played(*units, dice=dice, answers=answers)
    assert game.hits() == [("x", "a", 6, 0), ("b", "x", 3, 0)]
    assert game.slain() == ["x", "a"]
    game = played(*units, dice=dice, answers=answers, rulings={"CP-R-11": "priority-order"})
    assert game.slain() == ["x", "a"]
    game = played(*units, dice=[1, 6, 2, 5], answers=[0], rulings={"CP-R-11": "priority-order"}, active=1)
    assert game.slain() == ["x"]


def test_under_the_undoubled_ruling_hits_on_a_shielding_model_are_counted_against_its_undoubled_score():
    units = M("a", 0, WS=1, W=9, weapons=["shield"]), M("b", 1, WS=9)
    dice = [*[2] * 9, 3]
    assert played(*units, dice=dice, answers=[True]).hits() == [("b", "a", 6, 0)]
    game = played(*units, dice=dice, answers=[True], rulings={"CP-R-13": "undoubled"})
    assert game.hits() == [("b", "a", 9, 0)]


@pytest.mark.parametrize(("dice", "slain"), [([5, 2], ["b"]), ([2, 5], ["a"]), ([3, 3], [])])
def test_under_the_roll_off_ruling_equal_scores_are_rolled_off(dice, slain):
    """CP-R-57 `roll-off`: each side rolls a die, and the side with the higher die lands one hit."""
    game = played(M("a", 0), M("b", 1), dice=[4, 4, *dice], rulings={"CP-R-57": "roll-off"})
    assert game.slain() == slain


@pytest.mark.parametrize(("reading", "told"), [("default", "CombatBegan"), ("dissolve", "CombatDissolved")])
def test_a_combat_that_has_lost_contact_is_still_fought_except_under_the_dissolve_ruling(reading, told):
    made = battle(M("a", 0, at=[A]), M("b", 1, at=[(10, 15)]), rulings={"CP-R-35": reading})
    script = Script(RULESET, dice=[1, 1] if reading == "default" else [])
    after = script.begin(made.changed(combats=(((0, 1),),)), fight_combat, 0)
    script.assert_used_up()
    assert type(script.events[0]).__name__ == told
    assert after.combats == ()


def test_the_log_shows_an_ap_of_zero_as_a_dash():
    event = LandedHits(model="a", unit="a", enemy="b", hits=1, AP=0, clause="CP-HT-02")
    assert sentence(event) == "a landed 1 hit on b, AP -"
    assert (
        sentence(LandedHits(model="a", unit="a", enemy="b", hits=2, AP=1, clause="CP-HT-02"))
        == "a landed 2 hits on b, AP 1"
    )


@pytest.mark.clause("CP-HT-02", "CP-SH-02")
@pytest.mark.parametrize(("reading", "count"), [("default", 1), ("undoubled", 6)])
def test_under_the_undoubled_ruling_hits_on_a_shielding_model_use_its_undoubled_score_even_after_its_combat(
    reading, count
):
    """CP-R-10 `all-touched`, CP-R-13: A used its shield against X, and it also touches Y, which fights B next."""
    units = (
        M("x", 1, at=[(10, 10)]),
        M("a", 0, weapons=["shield"], at=[(11, 10)]),
        M("y", 1, WS=5, at=[(12, 10)]),
        M("b", 0, at=[(13, 10)]),
    )
    rulings = {"CP-R-10": "all-touched", "CP-R-13": reading}
    game = played(*units, dice=[1, 1, 1, 6], answers=[0, True], rulings=rulings)
    assert [hit[2] for hit in game.hits() if hit[:2] == ("y", "a")] == [count]
