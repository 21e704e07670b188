"""WS-ME, WS-WM, WS-EN: melee attacks, Weapon Skill and engaged models."""

import pytest

from pilein.rulesets.warstrike.events import Struck, Suffered
from pilein.rulesets.warstrike.melee import melee_attacks, strike
from pilein.rulesets.warstrike.policy.fighting import weapons
from pilein.rulesets.warstrike.profile import Weapon
from tests.rulesets.fielding import ground, row, told
from tests.rulesets.warstrike.builder import BLADE, TROOPER, U, armed, battle, box, changed, lines, play
from tests.rulesets.warstrike.fights import lines_at as facing
from tests.rulesets.warstrike.fights import score_needed

WALL = ground("obstacle", box(0, 10.5, 20, 11))


def test_under_the_wall_penalty_ruling_striking_across_a_wall_is_harder():
    """WS-R-42 `wall-penalty`: models strike across the wall with -1 WS."""
    for reading, score in (("default", 4), ("wall-penalty", 5)):
        made = facing([(10, 10)], [(10, 11.5)], grounds=[WALL], rulings={"WS-R-42": reading})
        assert score_needed(made) == score


@pytest.mark.clause("WS-ME-02", "WS-ME-03")
def test_each_model_with_several_weapons_chooses_one_whenever_it_strikes():
    heavy = Weapon("heavy", Atk=2, AP=3)
    made = lines(armed(BLADE, heavy), TROOPER, own_count=3)
    _, script = play(made, melee_attacks, 0, dice=[1] * 4, answers=[True, (2, 1)])
    assert [(event.weapon, event.attacks) for event in told(script, Struck)] == [("blade", 2), ("heavy", 2)]


@pytest.mark.clause("WS-ME-04", "WS-ME-05")
def test_a_model_rolls_one_die_for_each_attack_of_its_weapon():
    pair = Weapon("pair", Atk=3, AP=3, pair=True)
    _, script = play(lines(armed(pair), TROOPER, own_count=2), strike, 0, dice=[1] * 6)
    assert [event.attacks for event in told(script, Struck)] == [6]


@pytest.mark.clause("WS-ME-06")
def test_the_highest_skill_among_the_engaged_enemies_sets_the_score_to_hit():
    units = (
        U("own", 0, [(TROOPER, 1)], [(10, 10)]),
        U("foe", 1, [(changed(TROOPER, WS=2), 1), (TROOPER, 1)], [(10, 11), (11, 10)]),
    )
    assert score_needed(battle(*units, fight=(0, 1))) == 4
    far = U("foe", 1, [(changed(TROOPER, WS=2), 1), (TROOPER, 1)], [(10, 11), (12, 10)])
    assert score_needed(battle(units[0], far, fight=(0, 1))) == 3


def test_models_strike_in_the_order_of_the_scenario_file():
    """WS-R-60: the second model needs a different score, so its die is rolled as a separate volley."""
    own = U("own", 0, [(TROOPER, 1), (changed(TROOPER, WS=4), 1), (TROOPER, 1)])
    made = battle(own, U("foe", 1, [(TROOPER, 3)]), pairs=[(0, 1)], fight=(0, 1))
    after, script = play(made, strike, 0, dice=[3, 3, 3, 6])
    assert [event.need for event in told(script, Struck)] == [4, 3, 4]
    assert [event.hits for event in told(script, Suffered)] == [1]
    assert after.living(1) == 3


def test_under_the_declare_target_ruling_an_enemy_is_named_before_striking():
    """WS-R-20 `declare-target`: the WS and the unit of the named enemy count."""
    units = (
        U("own", 0, [(TROOPER, 1)], [(10, 10)]),
        U("foe", 1, [(TROOPER, 1)], [(10, 11)]),
        U("weak", 1, [(changed(TROOPER, WS=1), 1)], row(11, 10, 1)),
    )
    made = battle(*units, fight=(0, 1, 2), rulings={"WS-R-20": "declare-target"})
    after, script = play(made, melee_attacks, 0, dice=[2, 3], answers=[True, 2])
    assert [event.need for event in told(script, Struck)] == [2]
    assert (after.living(1), after.living(2)) == (1, 0)


HEAVY = Weapon("heavy", Atk=2, AP=3)


def struck(script):
    return [(event.weapon, event.attacks) for event in told(script, Struck)]


@pytest.mark.clause("WS-ME-01")
def test_one_engaged_model_may_strike_while_another_model_of_its_unit_holds_back():
    """On a table, each model is asked whether it strikes. Only the second model does."""
    own = U("own", 0, [(TROOPER, 2)], [(10, 10), (11.5, 10)])
    made = battle(own, U("foe", 1, [(TROOPER, 2)], [(10, 11), (11.5, 11)]), fight=(0, 1))
    _, script = play(made, melee_attacks, 0, dice=[1], answers=["some", (1, 0)])
    assert struck(script) == [("blade", 1)]
    assert [label for label, _ in script.asked[0].candidates()] == ["yes", "some", "no"]
    assert [label for label, _ in script.asked[1].candidates()][:2] == ["all blade", "all hold back"]


@pytest.mark.clause("WS-ME-01", "WS-ME-02")
def test_in_the_press_the_owner_states_how_many_identical_models_hold_back():
    made = lines(armed(BLADE, HEAVY), TROOPER, own_count=4, foe_count=2)
    _, script = play(made, melee_attacks, 0, dice=[1] * 4, answers=["some", (2, 1, 1)])
    assert struck(script) == [("blade", 2), ("heavy", 2)]


def test_a_model_holding_back_names_no_target():
    own = U("own", 0, [(TROOPER, 2)], [(10, 10), (13, 10)])
    foes = U("foe", 1, [(TROOPER, 4)], [(10, 11), (9, 10), (13, 11), (14, 10)])
    made = battle(own, foes, fight=(0, 1), rulings={"WS-R-20": "declare-target"})
    _, script = play(made, melee_attacks, 0, dice=[1], answers=["some", (1, 0), 5])
    assert [choice.clause for choice in script.asked[:3]] == ["WS-ME-01", "WS-ME-02", "WS-ME-01"]
    assert struck(script) == [("blade", 1)]


def test_a_policy_strikes_with_the_better_weapon_of_every_model_if_it_is_asked_model_by_model():
    made = lines(armed(BLADE, HEAVY), TROOPER, own_count=4, foe_count=2)
    _, asking = play(made, melee_attacks, 0, dice=[1] * 4, answers=["some", (4, 0, 0)])
    assert weapons(made, asking.asked[1]) == (0, 4, 0)


def test_a_unit_with_one_striker_is_asked_only_whether_it_strikes():
    _, script = play(lines(TROOPER, TROOPER), melee_attacks, 0, answers=[False])
    assert [label for label, _ in script.asked[0].candidates()] == ["yes", "no"]


def suffered(script):
    return [(event.unit, event.hits) for event in told(script, Suffered)]


DECLARED = {"WS-R-20": "declare-target"}


def two_enemies(rulings, *, heights=(), foes=((10, 11), (13, 11)), other=(14, 10), own=TROOPER):
    """Return a battle in which the first model touches only P, and the second model touches P and Q. Bases are 1 inch
    wide.
    """
    units = (
        U("A", 0, [(own, 2)], [(10, 10), (13, 10)]),
        U("P", 1, [(TROOPER, 2)], foes),
        U("Q", 1, [(changed(TROOPER, Ar=5), 1)], [other]),
    )
    return battle(*units, fight=(0, 1, 2), rulings=rulings, grounds=heights)


@pytest.mark.clause("WS-ME-01")
def test_an_engaged_model_with_one_enemy_strikes_it_while_other_models_name_their_targets():
    """WS-MX-01: both models hit, and the hits on P require no choice."""
    _, script = play(two_enemies(DECLARED), melee_attacks, 0, dice=[4, 4, 6, 6], answers=[True, 3])
    assert suffered(script) == [("P", 2)]
    _, script = play(two_enemies(DECLARED), melee_attacks, 0, dice=[4, 4, 6, 6], answers=[True, 4])
    assert suffered(script) == [("P", 1), ("Q", 1)]


@pytest.mark.clause("WS-WM-02", "WS-WM-04")
def test_a_model_earns_the_height_bonus_only_if_it_is_higher_than_every_engaged_enemy():
    """The second model stands 2 inches above P's model, and is either level with Q's model or above it too."""
    for end, needs in ((15, [4]), (13.4, [4, 3])):
        heights = [ground("structure", box(12.6, 9.5, end, 10.45), 2)]
        _, script = play(two_enemies(DECLARED, heights=heights), melee_attacks, 0, dice=[1, 1], answers=[True, 3])
        assert [event.need for event in told(script, Struck)] == needs


@pytest.mark.clause("WS-EN-03")
def test_under_the_wall_penalty_ruling_an_enemy_across_a_wall_is_harder_to_hit_than_one_in_contact():
    units = (
        U("A", 0, [(TROOPER, 1)], [(10, 10)]),
        U("P", 1, [(TROOPER, 1)], [(10, 11.4)]),
        U("Q", 1, [(TROOPER, 1)], [(11, 10)]),
    )
    wall = ground("obstacle", box(8, 10.5, 10.9, 10.9))
    made = battle(*units, fight=(0, 1, 2), rulings=DECLARED | {"WS-R-42": "wall-penalty"}, grounds=[wall])
    for named, need in ((1, 5), (2, 4)):
        _, script = play(made, melee_attacks, 0, dice=[1], answers=[True, named])
        assert [event.need for event in told(script, Struck)] == [need]


CLAW = Weapon("claws", Atk=1, AP=3)


@pytest.mark.clause("WS-ME-05")
def test_models_with_different_weapons_each_roll_their_own_dice() -> None:
    """One model has a claw and two have whips, with three attacks each. No model uses the dice of another."""
    whip = Weapon("whip", Atk=3, AP=0)
    units = U("own", 0, [(armed(CLAW), 1), (armed(whip), 2)]), U("foe", 1, [(TROOPER, 3)])
    _, script = play(battle(*units, pairs=[(0, 1)], fight=(0, 1)), strike, 0, dice=[1] * 7)
    assert [event.attacks for event in told(script, Struck)] == [1, 6]
