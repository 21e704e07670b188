"""Choices and edge cases of Scorched that a judge of its sentences missed: each with its models and dice."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.scorched.events import TookBothHands
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.policy.sensible import sensible
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.state import NOBODY
from tests.rulesets.scorched.builder import M, battle, played, sorted_out

NO_PARRY = (-1, 0)


@pytest.mark.clause("CP-PA-02")
def test_in_the_press_all_of_some_like_models_may_be_left_over():
    """Two A and a B against X: any of the three is paired off; one A stands for the other."""
    units = M("a", 0, models=2), M("b", 0), M("x", 1)
    assert sorted_out(*units, answers=[NOBODY]) == (((0, 3), (1, 3), (2, 3)),)
    game = played(*units, answers=[NOBODY], dice=[1, 1, 1, 1])
    assert [(event.model, event.enemy) for event in game.script.events if type(event).__name__ == "Paired"] == [
        ("b", "x")
    ]


@pytest.mark.clause("CP-PA-03")
def test_in_a_free_pairing_a_leftover_may_wait_for_the_one_it_touches():
    """CP-R-05 `free`: B and Y are left over; B joins the combat that Y has joined, and so fights Y alone."""
    a, x = M("a", 0, at=[(10, 10)]), M("x", 1, at=[(11, 10)])
    b, y = M("b", 0, at=[(11, 11)]), M("y", 1, at=[(10, 11)])
    free = {"CP-R-05": "free"}
    assert sorted_out(a, x, b, y, rulings=free, answers=[1, NOBODY, 1, 0]) == (((0, 1), (0, 3), (2, 1)),)
    assert sorted_out(a, x, b, y, rulings=free, answers=[1, NOBODY, NOBODY, 3]) == (((0, 1), (0, 3), (2, 3)),)


@pytest.mark.clause("CP-PA-03")
def test_of_two_enemies_touched_neither_is_nearer():
    """CP-R-06 `nearest`: Y is a thousandth of an inch off, which counts as touching."""
    a, x, c = M("a", 0, at=[(9, 10)]), M("x", 1, at=[(10, 10)]), M("c", 0, at=[(11, 10)])
    y, b = M("y", 1, at=[(12.0008, 10)]), M("b", 0, at=[(13.0008, 10)])
    combats = sorted_out(a, x, c, y, b, rulings={"CP-R-06": "nearest"}, answers=[1, NOBODY, 3])
    assert combats == (((0, 1),), ((2, 3), (4, 3)))


@pytest.mark.clause("CP-SP-01")
def test_in_the_press_a_spear_tells_a_friend_who_shields_from_one_who_does_not():
    units = M("a", 0, models=3, weapons=["shield", "spear"]), M("x", 1)
    game = played(*units, dice=[1, 1, 6, 3], answers=[True, False, 1], frontage=2)
    assert game.scores() == {"a 1": 10, "a 2": 10, "x": 5}


@pytest.mark.clause("CP-SP-01")
def test_in_the_press_a_spear_may_wait_for_a_friend_who_faces_more():
    """A 1 is alone against two, A 2 faces one; or the other way round: the spear waits for the combat it prefers."""
    units = M("a", 0, models=3, weapons=["spear"]), M("x", 1, models=3)
    foes = M("y", 1)
    answers = []

    def answer(choice):
        answers.append(choice)
        return choice.options[-1]

    script = Script(RULESET, dice=[1] * 9, answers=[answer] * 9)
    made = battle(*units, foes, frontage=2)
    script.begin(made, combat_phase)
    asked = [choice for choice in answers if choice.clause == "CP-SP-01"]
    assert [choice.options for choice in asked] == [(1, NOBODY)]


TWO = (
    M("one", 0, weapons=["mace"], at=[(10, 10)]),
    M("foe", 1, W=9, at=[(10, 11)], more={"Sv": 2}),
    M("two", 0, weapons=["mace"], at=[(9, 11)]),
)


@pytest.mark.clause("CP-MA-01")
@pytest.mark.parametrize("reading", ["before-saves", "per-hit"])
def test_the_order_of_pushes_before_the_saves_is_chosen_too(reading):
    """CP-R-30, CP-R-37."""
    dice = [1, 1, *[1] * 9, *[6] * 4]
    first = played(*TWO, dice=dice, answers=[NOBODY, 0], rulings={"CP-R-30": reading}).place("foe")
    second = played(*TWO, dice=dice, answers=[NOBODY, 1], rulings={"CP-R-30": reading}).place("foe")
    assert first[1] > second[1]
    assert second[0] > first[0]


def test_pushes_before_the_saves_are_added_where_that_is_read_so():
    """CP-MA-01, CP-R-30 `before-saves`, CP-R-37 `vector-sum`."""
    rulings = {"CP-R-30": "before-saves", "CP-R-37": "vector-sum"}
    game = played(*TWO, dice=[1, 1, *[1] * 9, *[6] * 4], answers=[NOBODY], rulings=rulings)
    assert game.place("foe") == pytest.approx((12, 13), abs=0.002)


@pytest.mark.clause("CP-HH-01")
@pytest.mark.parametrize(("held", "parries"), [(0, True), (1, False), (-1, False)])
def test_of_two_hand_and_a_half_weapons_the_owner_says_which(held, parries):
    """With both hands on the sword the axe is out of use, and the enemy parries."""
    units = M("a", 0, weapons=["bastard sword", "hand-and-a-half+axe"]), M("b", 1, weapons=["sword"])
    answers = [held, *([NO_PARRY, NO_PARRY] if parries else [NO_PARRY] if held == -1 else [])]
    game = played(*units, dice=[6, 1], answers=answers)
    assert game.hits() == [("a", "b", 5 if held == -1 else 4, 0 if held == -1 else 1)]


def test_the_sensible_owner_of_two_keeps_one_in_each_hand_against_no_armour():
    units = M("a", 0, weapons=["hand-and-a-half+mace", "hand-and-a-half+axe"]), M("b", 1)
    script = Script(RULESET, dice=[6, 1], answers=None, policy=lambda choice: sensible(battle(*units), choice))
    script.begin(battle(*units), combat_phase)
    assert "TookBothHands" not in [type(event).__name__ for event in script.events]


@pytest.mark.clause("CP-HH-01", "CP-IX-15")
def test_both_hands_after_the_roll_are_on_the_weapon_that_strikes():
    """CP-R-18 `named-weapon`, CP-R-42 `after-roll`: the dagger was named, but is now out of use."""
    units = M("a", 0, weapons=["hand-and-a-half weapon", "dagger"]), M("b", 1)
    rulings = {"CP-R-18": "named-weapon", "CP-R-42": "after-roll"}
    assert played(*units, dice=[6, 1], answers=[1, True], rulings=rulings).hits() == [("a", "b", 4, 1)]
    assert played(*units, dice=[6, 1], answers=[1, False], rulings=rulings).hits() == [("a", "b", 5, 2)]


@pytest.mark.clause("CP-DW-01", "CP-IX-15")
def test_a_daemon_weapon_that_is_out_of_use_wounds_nobody():
    """CP-R-42 `after-roll`."""
    units = M("a", 0, W=2, weapons=["daemon weapon", "hand-and-a-half weapon"]), M("b", 1)
    after = {"CP-R-42": "after-roll"}
    assert played(*units, dice=[6, 1, 1], answers=[True], rulings=after).left("a") == 2
    assert played(*units, dice=[6, 1, 1], answers=[False], rulings=after).left("a") == 1


def test_a_relic_negates_nothing_of_who_is_not_in_its_combat():
    """CP-RW-01, CP-R-48 `all-enemies`, CP-R-34 `both-hurt`: a bystander that is run into rolls its Feel No Pain."""
    mace = M("mace", 0, weapons=["mace+relic"], at=[(10, 10)])
    units = mace, M("foe", 1, W=9, at=[(10, 11)]), M("by", 1, at=[(10, 12)], more={"FNP": 2})
    rulings = {"CP-R-48": "all-enemies", "CP-R-34": "both-hurt"}
    assert played(*units, dice=[6, *[4] * 9, 2], rulings=rulings).left("by") == 1


def test_the_directions_of_pushes_that_are_added_are_chosen_too():
    """CP-MA-01, CP-R-31 `within-45`, CP-R-37 `vector-sum`: each a half of a right angle towards the other."""
    rulings = {"CP-R-31": "within-45", "CP-R-37": "vector-sum"}
    game = played(*TWO, dice=[1, 1, *[1] * 9, *[6] * 4], answers=[NOBODY, 4500, -4500], rulings=rulings)
    assert game.place("foe") == pytest.approx((10 + 8**0.5, 11 + 8**0.5), abs=0.002)


@pytest.mark.clause("CP-HT-01")
def test_an_enemy_of_the_same_combat_that_others_fight_can_be_touched_too():
    """CP-R-05 `free`, CP-R-10 `all-touched`: A fights X, B fights X and Y; A touches Y, too."""
    a, x = M("a", 0, WS=6, at=[(10, 10)]), M("x", 1, WS=1, at=[(11, 10)])
    b, y = M("b", 0, at=[(11, 11)]), M("y", 1, WS=1, at=[(10, 11)])
    answers, dice = [1, NOBODY, 1, 2], [3, 3, 3, 3]
    free = {"CP-R-05": "free"}
    game = played(a, x, b, y, answers=answers, dice=dice, rulings=free)
    assert [foe for own, foe, *_ in game.hits() if own == "a"] == ["x"]
    game = played(a, x, b, y, answers=answers, dice=dice, rulings={**free, "CP-R-10": "all-touched"})
    assert [foe for own, foe, *_ in game.hits() if own == "a"] == ["x", "y"]


@pytest.mark.clause("CP-SW-01")
def test_two_parries_announced_in_secret_are_aimed_at_the_enemies_announced():
    """CP-R-14 `before-dice`, CP-R-15 `secret`, CP-R-20 `stack`: the two swords of A, one against each."""
    units = M("a", 0, WS=9, weapons=["sword", "sword"]), M("b", 1), M("c", 1)
    rulings = {"CP-R-14": "before-dice", "CP-R-15": "secret", "CP-R-20": "stack"}
    answers = [1, 1, 2]
    game = played(*units, dice=[1, 1, 6, 6, 2, 3], answers=answers, rulings=rulings)
    assert game.scores() == {"a": 8, "b": 6, "c": 7}


AFTER_ROLL = {"CP-R-42": "after-roll"}


@pytest.mark.clause("CP-HH-01", "CP-AX-01", "CP-SW-01", "CP-IX-01")
def test_an_axe_put_out_of_use_after_the_roll_forbids_no_parry():
    """CP-R-42 `after-roll`: with both hands declared the axe is out of use; the second die of A then counts."""
    units = M("a", 0, W=2, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 5, 1, 2], answers=[True, (0, 6)], rulings=AFTER_ROLL)
    assert game.scores() == {"a": 7, "b": 5}
    assert played(*units, dice=[6, 5, 1], answers=[False], rulings=AFTER_ROLL).scores() == {"a": 10, "b": 5}


@pytest.mark.clause("CP-SW-01", "CP-HH-01")
@pytest.mark.parametrize(("reading", "answers"), [("secret", [True, (0, 6)]), ("default", [True, (0, 6)])])
def test_parries_in_secret_are_planned_after_both_hands_too(reading, answers):
    """CP-R-15 with CP-R-42 `after-roll`."""
    units = M("a", 0, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 1, 2], answers=answers, rulings={**AFTER_ROLL, "CP-R-15": reading})
    assert game.scores()["a"] == 4


@pytest.mark.clause("CP-SW-01", "CP-HH-01")
def test_a_parry_that_no_dice_were_announced_for_is_not_made_after_them():
    """CP-R-14 `before-dice`, CP-R-42 `after-roll`: the axe forbade B to announce one."""
    units = M("a", 0, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 1], answers=[True], rulings={**AFTER_ROLL, "CP-R-14": "before-dice"})
    assert game.scores()["a"] == 9


@pytest.mark.clause("CP-SW-01", "CP-HH-01", "CP-AX-01", "CP-IX-15")
def test_a_parry_is_announced_once_both_hands_have_let_go_of_the_axe():
    """CP-R-14 `before-dice`: A declares both hands before B announces, and its axe forbids nothing any more."""
    units = M("a", 0, weapons=["hand-and-a-half weapon", "axe"]), M("b", 1, weapons=["sword"])
    before = {"CP-R-14": "before-dice"}
    assert played(*units, dice=[6, 1, 2], answers=[True, 0], rulings=before).scores() == {"a": 4, "b": 5}
    assert played(*units, dice=[6, 1], answers=[True, NOBODY], rulings=before).scores() == {"a": 9, "b": 5}
    assert played(*units, dice=[6, 1], answers=[False], rulings=before).scores() == {"a": 10, "b": 5}


@pytest.mark.clause("CP-HH-01", "CP-IX-15", "CP-DS-01")
def test_the_die_of_a_second_weapon_put_out_of_use_after_the_roll_does_not_count():
    """CP-R-42 `after-roll`, two bastard swords: the die of the second is rolled last."""
    units = M("a", 0, weapons=["bastard sword", "bastard sword"]), M("b", 1)
    game = played(*units, dice=[2, 6, 1], answers=[True, NO_PARRY], rulings=AFTER_ROLL)
    assert game.scores() == {"a": 4, "b": 5}
    game = played(*units, dice=[2, 6, 1], answers=[False, NO_PARRY], rulings=AFTER_ROLL)
    assert game.scores() == {"a": 10, "b": 5}


@pytest.mark.clause("CP-HH-01", "CP-DW-01", "CP-DG-01")
def test_neither_do_its_1s_and_6s():
    """CP-R-42 `after-roll`: daemon daggers, one of them in both hands."""
    daggers = ["dagger+daemon+hand-and-a-half", "dagger+daemon+hand-and-a-half"]
    units = M("a", 0, WS=6, W=2, weapons=daggers), M("b", 1)
    assert played(*units, dice=[5, 4, 1, 1], answers=[True], rulings=AFTER_ROLL).left("a") == 2
    assert played(*units, dice=[5, 4, 1, 1], answers=[False], rulings=AFTER_ROLL).left("a") == 1
    assert played(*units, dice=[5, 4, 6, 1], answers=[True], rulings=AFTER_ROLL).hits() == [("a", "b", 4, 1)]
    assert played(*units, dice=[5, 4, 6, 1], answers=[False], rulings=AFTER_ROLL).hits() == [("a", "b", 7, 2)]


@pytest.mark.clause("CP-SH-01")
def test_dice_doubled_once_they_lie_are_rolled_then():
    """CP-SH-02, CP-R-22 `after-dice`, CP-R-23 `double-dice`: as many again as A has rolled; B may parry any of them."""
    rulings = {"CP-R-22": "after-dice", "CP-R-23": "double-dice"}
    units = M("a", 0, W=2, weapons=["shield"]), M("b", 1)
    game = played(*units, dice=[2, 1, 3, 6, 1], answers=[True], rulings=rulings)
    assert (game.scores(), game.hits()) == ({"a": 10, "b": 7}, [])
    game = played(*units, dice=[2, 1, 3], answers=[False], rulings=rulings)
    assert game.scores() == {"a": 6, "b": 7}
    units = M("a", 0, weapons=["shield"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[2, 3, 6, 1], answers=[True, (0, 6)], rulings=rulings)
    assert game.scores() == {"a": 6, "b": 7}


ONES = [1] * 9


def lance_beside_mace(*, X=False, Y=False):  # noqa: N803
    """M pushes Y into L, who fights X; who of the enemies has moved into engagement."""
    return (
        M("mace", 0, weapons=["mace"], at=[(10, 10)]),
        M("y", 1, W=9, at=[(11, 10)], charged=Y),
        M("lance", 0, weapons=["lance"], at=[(13, 10)]),
        M("x", 1, W=9, at=[(14, 10)], charged=X),
    )


@pytest.mark.clause("CP-LA-01")
@pytest.mark.parametrize(("charged", "AP"), [({"X": True}, 1), ({"Y": True}, 0)])
def test_a_charger_pushed_against_a_lance_has_not_moved_into_it(charged, AP):  # noqa: N803
    """CP-R-40 `both-models`: contact as the charge made it."""
    both = {"CP-R-40": "both-models"}
    game = played(*lance_beside_mace(**charged), dice=[2, *ONES, 2, *ONES], answers=[0], rulings=both)
    assert game.place("y") == pytest.approx((12, 10), abs=0.002)
    assert game.hits()[1] == ("lance", "x", 1, AP)


@pytest.mark.clause("CP-LA-01")
def test_a_charger_pushed_away_from_a_lance_has_moved_into_it():
    """CP-R-40 `both-models`: Y touched L, and has been pushed away before L fights."""
    units = (
        M("mace", 0, weapons=["mace"], at=[(10, 10)]),
        M("y", 1, W=9, at=[(11, 10)], charged=True),
        M("lance", 0, weapons=["lance"], at=[(11, 11)]),
        M("x", 1, W=9, at=[(11, 12)]),
    )
    game = played(*units, dice=[2, *ONES, 2, *ONES], answers=[0], rulings={"CP-R-40": "both-models"})
    assert game.hits()[1] == ("lance", "x", 1, 1)


@pytest.mark.clause("CP-RW-01")
@pytest.mark.parametrize(("first", "left"), [(0, 8), (1, 9)])
def test_a_relic_can_negate_for_the_whole_phase(first, left):
    """CP-R-48 `all-enemies`, CP-R-34 `both-hurt`: F has fought the relic, or fights it later, when G runs into it."""
    units = (
        M("relic", 0, weapons=["relic weapon"], at=[(10, 12)]),
        M("f", 1, W=9, at=[(10, 13)], more={"FNP": 2}),
        M("mace", 0, weapons=["mace"], at=[(13, 13)]),
        M("g", 1, W=9, at=[(12, 13)]),
    )
    rulings = {"CP-R-48": "all-enemies", "CP-R-34": "both-hurt"}
    dice = [1, *ONES, 4, *ONES] if first == 0 else [4, *ONES, 2, 1, *ONES]
    assert played(*units, dice=dice, answers=[first], rulings=rulings).left("f") == left


@pytest.mark.clause("CP-HH-01")
def test_the_log_says_which_of_two_weapons_is_used_with_both_hands():
    units = M("a", 0, weapons=["bastard sword", "hand-and-a-half+axe"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[1])
    assert [event.held for event in game.events(TookBothHands)] == [" for the hand-and-a-half+axe"]
    game = played(M("a", 0, weapons=["bastard sword"]), M("b", 1), dice=[6, 1], answers=[True, NO_PARRY])
    assert [event.held for event in game.events(TookBothHands)] == [""]


@pytest.mark.clause("CP-DW-01")
@pytest.mark.parametrize(("reading", "left"), [("default", None), ("eternal-warrior", 2)])
def test_eternal_warriors_lose_one_wound_to_their_own_daemons_too(reading, left):
    """CP-R-50 `instant-death`, CP-R-51."""
    units = M("a", 0, W=3, weapons=["daemon weapon"], more={"rules": ("Eternal Warrior",)}), M("b", 1)
    rulings = {"CP-R-50": "instant-death", "CP-R-51": reading}
    assert played(*units, dice=[1, 2, 3, 1], rulings=rulings).left("a") == left


@pytest.mark.clause("CP-PU-01")
def test_a_fist_that_is_named_to_strike_is_simple_whatever_the_other_hand_holds():
    """CP-R-18 `named-weapon`, CP-R-29."""
    units = M("a", 0, weapons=["power fist", "sword"]), M("b", 1)
    game = played(*units, dice=[5, 2], answers=[0, NO_PARRY], rulings={"CP-R-18": "named-weapon"})
    assert game.hits() == [("a", "b", 3, 0)]
    assert played(*units, dice=[5, 2], answers=[NO_PARRY]).hits() == [("a", "b", 3, 1)]


@pytest.mark.clause("CP-LA-01")
def test_within_an_inch_a_charger_has_moved_into_a_lance():
    """CP-R-09 `within-1`, CP-R-40 `both-models`."""
    units = M("l", 0, weapons=["lance"], at=[(10, 10)]), M("x", 1, at=[(11.5, 10)], charged=True)
    rulings = {"CP-R-40": "both-models", "CP-R-09": "within-1"}
    assert played(*units, dice=[2, 1], rulings=rulings).hits() == [("l", "x", 1, 1)]


@pytest.mark.clause("CP-SW-01")
@pytest.mark.parametrize(("shown", "again", "score"), [((6, 2), (3, 4), 7), ((6, 6), (1, 4), 7), ((6, 2), (3, 2), 5)])
def test_two_who_name_one_die_in_secret_have_it_rolled_twice(shown, again, score):
    """CP-R-15 `secret`, CP-R-16 `again`; where two dice show the face that both name, each has one of them rolled."""
    units = M("a", 0, WS=5, W=2), M("b", 1, weapons=["sword"]), M("c", 1, weapons=["sword"])
    rulings = {"CP-R-15": "secret", "CP-R-16": "again"}
    game = played(*units, dice=[*shown, 1, 1, *again], answers=[1, (0, 6), (0, 6)], rulings=rulings)
    assert game.scores()["a"] == score


@pytest.mark.clause("CP-FW-01", "CP-IX-15")
@pytest.mark.parametrize(("both", "left"), [(True, 2), (False, None)])
def test_charges_do_nothing_for_a_weapon_that_both_hands_have_let_go(both, left):
    """CP-R-42 `after-roll`, CP-R-47 `instant-death`: the force weapon is out of use once both hands are declared."""
    psyker = {"charges": 1, "rules": ("Psyker",)}
    units = M("a", 0, weapons=["hand-and-a-half weapon", "force weapon"], more=psyker), M("b", 1, W=3)
    rulings = {**AFTER_ROLL, "CP-R-47": "instant-death"}
    assert played(*units, dice=[4, 1, 1, 1], answers=[1, both], rulings=rulings).left("b") == left


@pytest.mark.clause("CP-HT-02", "CP-SH-02")
@pytest.mark.parametrize(("reading", "count"), [("default", 1), ("undoubled", 6)])
def test_hits_on_a_shielder_whose_combat_is_over_are_counted_like_any(reading, count):
    """CP-R-10 `all-touched`, CP-R-13: A shielded against X and touches Y, who fights B after that."""
    units = (
        M("x", 1, at=[(10, 10)]),
        M("a", 0, weapons=["shield"], at=[(11, 10)]),
        M("y", 1, WS=5, at=[(12, 10)]),
        M("b", 0, at=[(13, 10)]),
    )
    rulings = {"CP-R-10": "all-touched", "CP-R-13": reading}
    game = played(*units, dice=[1, 1, 1, 6], answers=[0, True], rulings=rulings)
    assert [hit[2] for hit in game.hits() if hit[:2] == ("y", "a")] == [count]


@pytest.mark.clause("CP-SW-01", "CP-DW-01", "CP-IX-08")
@pytest.mark.parametrize(
    ("reading", "answers", "again", "slain"),
    [("default", [2, (2, 6)], [1], ["x"]), ("again", [2, (2, 6), (2, 1)], [1, 6], ["a", "f"])],
)
def test_a_die_of_a_daemon_weapon_that_a_parry_turned_into_a_1_is_parried_no_more(reading, answers, again, slain):
    """CP-R-16: its only die has been rolled again; only the reading `again` lets F force it once more."""
    units = M("a", 0, weapons=["sword"]), M("f", 0, weapons=["sword"]), M("x", 1, WS=6, weapons=["daemon weapon"])
    game = played(*units, dice=[1, 1, 6, *again], answers=answers, rulings={"CP-R-16": reading})
    assert game.slain() == slain


@pytest.mark.parametrize("readings", [{}, {"CP-R-14": "before-dice"}, {"CP-R-15": "secret"}])
def test_without_the_sentence_nobody_parries_under_any_reading(readings):
    """CP-SW-01 is struck out of the text."""
    units = M("a", 0, weapons=["sword"]), M("b", 0, weapons=["sword"]), M("x", 1)
    game = played(*units, dice=[2, 3, 6], answers=[2], rulings=readings, struck=["CP-SW-01"])
    assert game.scores() == {"a": 6, "b": 7, "x": 8}


@pytest.mark.clause("CP-DW-01", "CP-HH-01", "CP-IX-15")
@pytest.mark.parametrize(("both", "left", "slain"), [(True, 1, ["b"]), (False, 2, [])])
def test_a_daemon_weapon_that_both_hands_take_after_the_roll_hurts_its_bearer(both, left, slain):
    """CP-R-18 `named-weapon`, CP-R-42 `after-roll`: the axe was named, but the daemon weapon strikes."""
    units = M("a", 0, W=2, weapons=["daemon+hand-and-a-half", "axe"]), M("b", 1, W=9)
    rulings = {**AFTER_ROLL, "CP-R-18": "named-weapon"}
    game = played(*units, dice=[5, 1, *ONES], answers=[1, both], rulings=rulings)
    assert (game.left("a"), game.slain()) == (left, slain)


@pytest.mark.clause("CP-SV-01", "CP-CH-01")
def test_armour_that_never_fails_is_not_followed_by_an_invulnerable_save_against_a_chain_weapon():
    """CP-R-03 `one-plus`, CP-R-49 `both-saves`: nothing is rolled."""
    units = M("a", 0, weapons=["chain weapon"]), M("b", 1, more={"Sv": 1, "Inv": 6})
    game = played(*units, dice=[6, 1], rulings={"CP-R-03": "one-plus", "CP-R-49": "both-saves"})
    assert game.left("b") == 1
