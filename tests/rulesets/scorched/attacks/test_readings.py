"""The readings of Roll Attacks: declarations, dice, Parries, scores and hits."""

import pytest

from pilein.engine.script import Script
from pilein.lab.sentences import sentence
from pilein.rulesets.scorched.attack_dice import AttackDice
from pilein.rulesets.scorched.declaring import fight_combat
from pilein.rulesets.scorched.events import Focused, LandedHits
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.ruleset import RULESET
from tests.rulesets.scorched.builder import M, battle, played

NO_PARRY = (-1, 0)
A, B, C = (10, 10), (10, 11), (10, 9)


def test_outnumbered_by_the_difference():
    """CP-R-07."""
    units = M("a", 0, WS=5), M("b", 1, models=3)
    assert played(*units, dice=[1, 1, 1, 1]).scores()["a"] == 1 + 2
    assert played(*units, dice=[1, 1, 1, 1], rulings={"CP-R-07": "difference"}).scores()["a"] == 1 + 3


@pytest.mark.parametrize(("reading", "score"), [("default", 6), ("no-floor", 5), ("floor-1", 7)])
def test_how_low_a_skill_can_be(reading, score):
    """CP-R-08: WS 1 against two."""
    game = played(M("a", 0, WS=1), M("b", 1, models=2), dice=[6, 1, 1], rulings={"CP-R-08": reading})
    assert game.scores()["a"] == score


def row_of_four():
    """A and B against X, B and Y: B touches Y, who fights C."""
    return (
        M("x", 1, at=[(10, 10)]),
        M("a", 0, at=[(11, 10)], W=2),
        M("y", 1, at=[(12, 10)], W=2),
        M("b", 0, at=[(13, 10)]),
    )


@pytest.mark.parametrize(("reading", "count"), [("default", 1), ("all-touched", 2)])
def test_hits_on_enemies_of_other_combats(reading, count):
    """CP-R-10: A fights X, and touches Y whose combat is over and whose score is known."""
    rulings = {"CP-R-10": reading}
    game = played(*row_of_four(), dice=[1, 2, 2, 6, 1, 1], answers=[1], rulings=rulings)
    assert len([hit for hit in game.hits() if hit[0] == "a"]) == count
    assert game.after.scores == ()


def test_the_priority_players_hits_first():
    """CP-R-11: X, outnumbered, slays B before B's friend lands a hit; who is slain lands none."""
    units = M("x", 0, WS=6, W=2), M("a", 1, WS=1), M("b", 1, WS=6)
    dice, answers = [4, 1, 1, 5], [1]
    game = played(*units, dice=dice, answers=answers)
    assert game.hits() == [("x", "a", 6, 0), ("b", "x", 3, 0)]
    assert game.slain() == ["x", "a"]
    game = played(*units, dice=dice, answers=answers, rulings={"CP-R-11": "priority-order"})
    assert game.slain() == ["x", "a"]
    game = played(*units, dice=[1, 6, 2, 5], answers=[0], rulings={"CP-R-11": "priority-order"}, active=1)
    assert game.slain() == ["x"]


def test_hits_on_a_shielder_counted_from_the_plain_score():
    """CP-R-13."""
    units = M("a", 0, WS=1, W=9, weapons=["shield"]), M("b", 1, WS=9)
    dice = [*[2] * 9, 3]
    assert played(*units, dice=dice, answers=[True]).hits() == [("b", "a", 6, 0)]
    game = played(*units, dice=dice, answers=[True], rulings={"CP-R-13": "undoubled"})
    assert game.hits() == [("b", "a", 9, 0)]


def test_a_parry_on_each_enemy():
    """CP-R-14 `once-per-enemy`."""
    units = M("a", 0, WS=9, weapons=["sword"]), M("b", 1), M("c", 1)
    game = played(*units, dice=[1, 6, 6, 1, 2], answers=[1, (1, 6), (2, 6)], rulings={"CP-R-14": "once-per-enemy"})
    assert game.scores() == {"a": 8, "b": 5, "c": 6}
    assert played(*units, dice=[1, 6, 6, 1], answers=[1, (1, 6)]).scores()["c"] == 10


def test_a_parry_announced_before_the_dice():
    """CP-R-14 `before-dice`: whom is said first, the die when it lies; then it must be."""
    units, ruling = (M("a", 0, weapons=["sword"]), M("b", 1)), {"CP-R-14": "before-dice"}
    assert played(*units, dice=[3, 3, 1], answers=[1], rulings=ruling).scores()["b"] == 5
    assert played(*units, dice=[3, 3], answers=[-1], rulings=ruling).scores()["b"] == 7


def test_the_priority_players_parry_comes_first():
    """CP-R-15."""
    units = M("a", 0, weapons=["sword"]), M("b", 1, weapons=["sword"])
    assert played(*units, dice=[3, 6, 1, 5], answers=[(1, 6), (0, 3)]).scores() == {"a": 9, "b": 5}
    assert played(*units, dice=[6, 3, 5, 1], answers=[(1, 3), (0, 6)], active=1).scores() == {"a": 9, "b": 5}


def test_secret_parries_are_all_named_before_any_is_rolled():
    """CP-R-15 `secret`: two bearers name the same die; only one of them rolls it again."""
    units = M("a", 0, weapons=["sword"], models=2), M("b", 1, WS=9)
    ruling = {"CP-R-15": "secret"}
    game = played(*units, dice=[2, 1, 6, 5], answers=[(2, 6), (2, 6)], rulings=ruling)
    assert game.scores()["b"] == 9 - 2 + 5


def test_a_die_may_be_forced_again_by_another():
    """CP-R-16 `again`."""
    units = M("a", 0, weapons=["sword"], models=2), M("b", 1, WS=9)
    game = played(*units, dice=[2, 1, 6, 5], answers=[(2, 6)])
    assert game.scores()["b"] == 9 - 2 + 5
    game = played(*units, dice=[2, 1, 6, 5, 3], answers=[(2, 6), (2, 5)], rulings={"CP-R-16": "again"})
    assert game.scores()["b"] == 9 - 2 + 3


def test_the_weapon_that_strikes_is_named():
    """CP-R-18: only its rows count for hits; the sword still parries."""
    units = M("a", 0, weapons=["sword", "power weapon"]), M("b", 1)
    ruling = {"CP-R-18": "named-weapon"}
    for place, pierces in ((0, 0), (1, 1)):
        game = played(*units, dice=[6, 1], answers=[place, NO_PARRY], rulings=ruling)
        assert game.hits() == [("a", "b", 5, pierces)]


@pytest.mark.parametrize(("reading", "dice"), [("default", [1, 1]), ("same-shape", [1, 6, 1])])
def test_how_same_two_weapons_must_be(reading, dice):
    """CP-R-19: two swords, one of them powered."""
    units = M("a", 0, weapons=["sword", "power sword"]), M("b", 1)
    game = played(*units, dice=dice, answers=[NO_PARRY], rulings={"CP-R-19": reading})
    assert game.scores()["a"] == (5 if reading == "default" else 10)


def test_two_swords_may_parry_twice():
    """CP-R-20 `stack`."""
    units = M("a", 0, weapons=["sword", "sword"]), M("b", 1, W=2)
    assert played(*units, dice=[1, 1, 6, 5, 1], answers=[(1, 6)]).scores()["b"] == 9
    game = played(*units, dice=[1, 1, 6, 5, 1, 2], answers=[(1, 6), (1, 5)], rulings={"CP-R-20": "stack"})
    assert game.scores()["b"] == 6


def test_a_shield_after_the_dice():
    """CP-R-22 `after-dice`: chosen when they lie, before any Parry."""
    units = M("a", 0, weapons=["shield"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 1, 1], answers=[True, (0, 6)], rulings={"CP-R-22": "after-dice"})
    assert game.told().index("Shielded") < game.told().index("Parried")
    assert game.scores()["a"] == 10


def test_a_shield_as_the_phase_begins():
    """CP-R-22 `phase-start`: before anybody is paired off."""
    units = M("a", 0, weapons=["shield"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-22": "phase-start"})
    assert game.told().index("Shielded") < game.told().index("Paired")
    assert game.scores()["a"] == 20
    assert game.after.shielding == ()


def test_a_shield_chosen_as_the_phase_began_meets_an_axe():
    units = M("a", 0, weapons=["shield"]), M("b", 1, weapons=["axe"])
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-22": "phase-start"})
    assert game.scores()["a"] == 10


def test_shielding_doubles_the_dice():
    """CP-R-23 `double-dice`."""
    units = M("a", 0, weapons=["shield"]), M("b", 1)
    game = played(*units, dice=[2, 5, 1], answers=[True], rulings={"CP-R-23": "double-dice"})
    assert game.scores()["a"] == 9
    assert game.hits() == []


def test_an_axe_reaches_those_it_touches_alone():
    """CP-R-26 `touching-only`: the second shield stands behind a friend of the axe."""
    shields = M("x", 0, at=[(10, 10)], weapons=["shield"])
    axe, other = M("axe", 1, at=[(10.9, 10.9)], weapons=["axe"]), M("sword", 1, at=[(11, 10)])
    dice, ruling = [1, 1, 1], {"CP-R-26": "touching-only", "CP-R-09": "within-1"}
    assert played(shields, other, axe, dice=dice, answers=[1], rulings={"CP-R-09": "within-1"}).scores()["x"] == 3
    assert played(shields, other, axe, dice=dice, answers=[1, True], rulings=ruling).scores()["x"] == 6


def test_only_a_six_of_its_own_finds_the_gap():
    """CP-R-27 `own-dice`: the die of the second dagger does not count."""
    units = M("a", 0, weapons=["dagger", "dagger"]), M("b", 1)
    ruling = {"CP-R-27": "own-dice"}
    assert played(*units, dice=[2, 6, 1]).hits() == [("a", "b", 5, 2)]
    assert played(*units, dice=[2, 6, 1], rulings=ruling).hits() == [("a", "b", 5, 0)]
    assert played(*units, dice=[6, 2, 1], rulings=ruling).hits() == [("a", "b", 5, 2)]


@pytest.mark.parametrize(
    ("held", "ap", "reading", "pierces"),
    [
        ("power+two-handed", "modifier", "default", 2),
        ("power+two-handed", "modifier", "set-last", 1),
        ("power+two-handed", "threshold", "default", 1),
        ("dagger+two-handed", "threshold", "default", 1),
        ("dagger+two-handed", "threshold", "set-last", 2),
        ("two-handed weapon", "threshold", "default", 6),
        ("dagger+power", "threshold", "default", 1),
    ],
)
def test_the_order_of_ap_changes(held, ap, reading, pierces):
    """CP-R-01, CP-R-28."""
    rulings = {"CP-R-01": ap, "CP-R-28": reading}
    game = played(M("a", 0, weapons=[held]), M("b", 1), dice=[6, 1], rulings=rulings)
    assert game.hits()[0][3] == pierces


def test_both_hands_after_the_roll():
    """CP-R-42 `after-roll`."""
    units = M("a", 0, weapons=["hand-and-a-half weapon"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-42": "after-roll"})
    assert game.hits() == [("a", "b", 4, 1)]


def test_both_hands_after_the_roll_leave_no_parry():
    units = M("a", 0, weapons=["hand-and-a-half weapon", "sword"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-42": "after-roll"})
    assert game.hits() == [("a", "b", 4, 1)]


@pytest.mark.parametrize(("face", "score"), [(1, 5), (2, 4), (6, 10)])
def test_cleave_lowers_the_skill_on_some_faces_only(face, score):
    """CP-R-52 `both-conditional`."""
    ruling = {"CP-R-52": "both-conditional"}
    game = played(M("a", 0, weapons=["two-handed weapon"]), M("b", 1, W=5), dice=[face, *[1] * 5], rulings=ruling)
    assert game.scores()["a"] == score


@pytest.mark.parametrize(("dice", "slain"), [([5, 2], ["b"]), ([2, 5], ["a"]), ([3, 3], [])])
def test_equal_scores_are_rolled_off(dice, slain):
    """CP-R-57."""
    game = played(M("a", 0), M("b", 1), dice=[4, 4, *dice], rulings={"CP-R-57": "roll-off"})
    assert game.slain() == slain


PSYKER = M("a", 0, weapons=["force weapon"], more={"charges": 3, "rules": ("Psyker",)})


@pytest.mark.clause("CP-FW-01")
def test_a_model_that_is_no_psyker_or_has_no_force_weapon_is_not_asked():
    units = M("a", 0, weapons=["force weapon"], more={"charges": 3}), M("b", 1)
    assert played(*units, dice=[1, 1]).events(Focused) == []
    units = M("a", 0, weapons=["sword"], more={"charges": 3, "rules": ("Psyker",)}), M("b", 1, weapons=["axe"])
    assert played(*units, dice=[1, 1]).events(Focused) == []


def test_one_charge_and_no_more():
    """CP-R-47 `flat`."""
    game = played(PSYKER, M("b", 1), dice=[1, 1], answers=[1], rulings={"CP-R-47": "flat"})
    assert [(event.S, event.charges) for event in game.events(Focused)] == [(5, 1)]
    with pytest.raises(Exception, match="not legal"):
        played(PSYKER, M("b", 1), dice=[1, 1], answers=[2], rulings={"CP-R-47": "flat"})


def test_each_charge_is_tested():
    """CP-R-47 `psychic-test`: on 4+."""
    game = played(PSYKER, M("b", 1), dice=[4, 3, 6, 1, 1], answers=[3], rulings={"CP-R-47": "psychic-test"})
    assert [(event.S, event.charges) for event in game.events(Focused)] == [(6, 3)]
    assert game.after.spent == ((0, 3),)


def test_a_charge_slays():
    """CP-R-47 `instant-death`."""
    game = played(PSYKER, M("b", 1, W=3), dice=[6, 5, 5, 5], answers=[1], rulings={"CP-R-47": "instant-death"})
    assert game.slain() == ["b"]


def test_charges_are_spent_for_good():
    game = played(PSYKER, M("b", 1), dice=[1, 1], answers=[2])
    again = Script(RULESET, dice=[1, 1], answers=[2])
    with pytest.raises(Exception, match="the options are 0, 1"):
        again.begin(game.after, combat_phase)


def test_charges_may_come_back_each_round():
    """CP-R-61 `each-round`."""
    game = played(PSYKER, M("b", 1), dice=[1, 1], answers=[3], rulings={"CP-R-61": "each-round"})
    again = Script(RULESET, dice=[1, 1], answers=[3])
    again.begin(game.after, combat_phase)
    again.assert_used_up()


@pytest.mark.clause("CP-SP-01")
def test_a_spear_supports_one_friend_once_and_a_friend_has_one_die():
    """CP-R-38."""
    spears = M("s", 0, weapons=["spear"], at=[(9.4, 9.2), (10.6, 9.2)])
    units = (M("a", 0, at=[A]), spears, M("b", 1, at=[B]))
    assert played(*units, dice=[1, 2, 6]).scores()["a"] == 6
    assert played(*units, dice=[1, 2, 5, 6], rulings={"CP-R-38": "uncapped"}).scores()["a"] == 9


def two_friends():
    """A and B side by side, a spear behind both."""
    front = M("a", 0, at=[(10, 10), (11, 10)])
    spear = M("s", 0, weapons=["spear"], at=[(10.5, 9.1339)])
    return front, spear, M("x", 1, at=[(10, 11)]), M("y", 1, at=[(11, 11)])


def test_a_spear_between_two_friends_chooses():
    game = played(*two_friends(), dice=[1, 1, 1, 4, 1], answers=[0, -1])
    assert game.scores() == {"a 1": 5, "x": 5, "a 2": 8, "y": 5}
    game = played(*two_friends(), dice=[1, 4, 1, 1, 1], answers=[0, 0])
    assert game.scores() == {"a 1": 8, "x": 5, "a 2": 5, "y": 5}


def test_a_spear_may_support_all_it_touches():
    """CP-R-38 `all-touched`."""
    game = played(*two_friends(), dice=[1, 4, 1, 1, 4, 1], answers=[0], rulings={"CP-R-38": "all-touched"})
    assert game.scores() == {"a 1": 8, "x": 5, "a 2": 8, "y": 5}


def test_a_model_that_fights_supports_nobody():
    """CP-R-39."""
    front = M("a", 0, weapons=["spear"], at=[(10, 10), (11, 10)])
    game = played(front, M("x", 1, at=[(10, 11)]), M("y", 1, at=[(11, 11)]), dice=[1, 1, 1, 1], answers=[0])
    assert "Supported" not in game.told()


@pytest.mark.parametrize(("reading", "told"), [("default", "CombatBegan"), ("dissolve", "CombatDissolved")])
def test_a_combat_whose_enemies_no_longer_touch(reading, told):
    """CP-R-35."""
    made = battle(M("a", 0, at=[A]), M("b", 1, at=[(10, 15)]), rulings={"CP-R-35": reading})
    script = Script(RULESET, dice=[1, 1] if reading == "default" else [])
    after = script.begin(made.changed(combats=(((0, 1),),)), fight_combat, 0)
    script.assert_used_up()
    assert type(script.events[0]).__name__ == told
    assert after.combats == ()


def test_an_ap_of_none_is_told_as_the_rules_write_it():
    event = LandedHits(model="a", unit="a", enemy="b", hits=1, AP=0, clause="CP-HT-02")
    assert sentence(event) == "a landed 1 hit on b, AP -"
    assert (
        sentence(LandedHits(model="a", unit="a", enemy="b", hits=2, AP=1, clause="CP-HT-02"))
        == "a landed 2 hits on b, AP 1"
    )


def test_dice_of_like_models_in_the_press_are_not_told_as_those_of_any_one():
    """The log names the model with each score, where the highest is the first model's."""
    game = played(M("a", 0, WS=9), M("b", 1, models=2), dice=[1, 2, 5])
    assert game.scores() == {"a": 8, "b 1": 9, "b 2": 6}
    assert [roll.label for roll in game.script.asked if isinstance(roll, AttackDice)] == ["a attacks", "b attack"]


@pytest.mark.parametrize(("both", "score"), [(True, 4 - 1 + 5 - 1), (False, 4 + 6)])
def test_the_die_of_a_spear_is_rolled_after_that_of_a_second_weapon_that_may_be_put_out_of_use(both, score):
    """CP-R-60 with CP-R-42 `after-roll`: wounds, Flurry, support. With both hands the Flurry die does not count."""
    adaptive = ["hand-and-a-half weapon", "hand-and-a-half weapon"]
    units = M("a", 0, weapons=adaptive, at=[A]), M("s", 0, weapons=["spear"], at=[C]), M("b", 1, at=[B])
    game = played(*units, dice=[1, 6, 5, 1], answers=[both], rulings={"CP-R-42": "after-roll"})
    assert game.scores()["a"] == score


def test_a_low_die_named_in_secret_is_rolled_again_after_one_of_another_enemy():
    """CP-R-15 `secret`, CP-R-20 `stack`: A names the die of C and the lowest of B, which comes up higher."""
    units = M("a", 0, WS=9, weapons=["sword", "sword"]), M("b", 1, W=3), M("c", 1)
    rulings = {"CP-R-15": "secret", "CP-R-20": "stack"}
    game = played(*units, dice=[1, 1, 5, 3, 2, 4, 1, 6], answers=[1, (2, 4), (1, 2)], rulings=rulings)
    assert game.scores() == {"a": 8, "b": 10, "c": 5}
