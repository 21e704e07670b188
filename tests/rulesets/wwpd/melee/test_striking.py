"""WW-RS-02, WW-RS-06 to WW-RS-08: the targets of attacks, the numbers of dice, and the order in which they are
rolled.
"""

import pytest

from pilein.kernel.requests import is_choice
from pilein.rulesets.wwpd.events import Hit, Struck
from pilein.rulesets.wwpd.involved import fighters, name_targets
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.profile import Weapon
from pilein.rulesets.wwpd.state import Melee
from pilein.tabletop.events import Slain
from tests.rulesets.fielding import told
from tests.rulesets.wwpd.builder import U, battle, man, nearest, played

HARMLESS = man(rate=0)
END = "after_the_melees"


def duel(red=None, blue=None, reds=1, blues=1, **more):
    return battle(
        U("reds", 0, kinds=[(red or man(), reds)]),
        U("blues", 1, kinds=[(blue or man(), blues)]),
        pairs=[(0, 1)],
        **more,
    )


def fought(made, dice, answers=(), policy=None):
    return played(made, divide, dice=dice, answers=answers, policy=policy, until=END)


@pytest.mark.clause("WW-RS-02")
def test_each_model_in_a_melee_rolls_one_die_for_each_of_its_attacks():
    # three dice hit on 4+, one of two hits wounds on 2+, the save of 5+ fails
    after, script = fought(duel(man(rate=3), HARMLESS), [4, 3, 5, 1, 2, 4])
    assert told(script, Struck)[0].attacks == 3
    assert after.living(1) == 0


@pytest.mark.clause("WW-RS-02")
def test_a_model_touching_no_enemy_rolls_no_dice():
    made = battle(U("reds", 0, [(10, 19), (14, 19)]), U("blues", 1, [(10, 20)], kinds=[(HARMLESS, 1)]))
    _, script = fought(made, [1])
    assert told(script, Struck)[0].attacks == 1


@pytest.mark.clause("WW-RS-06")
def test_the_active_side_rolls_first_at_every_stage_of_a_melee():
    quick = duel(man(skill=4), man(), active=0)
    # red hits on 3+, blue on 5+; red wounds, then blue; red saves, then blue
    after, _ = fought(quick, [3, 5, 2, 2, 5, 4])
    assert (after.living(0), after.living(1)) == (1, 0)
    after, _ = fought(duel(man(skill=4), man(), active=1), [5, 3, 2, 2, 5, 4])
    assert (after.living(0), after.living(1)) == (0, 1)


@pytest.mark.clause("WW-RS-07")
def test_targets_are_named_before_any_die_is_rolled():
    made = battle(
        U("reds", 0, kinds=[(man(), 1)]), U("x", 1, kinds=[(man(), 1)]), U("y", 1, kinds=[(man(), 1)]),
        pairs=[(0, 1), (0, 2)],
    )  # fmt: skip
    _, script = fought(made, [1, 1, 1], answers=[2])
    assert script.played.index("name_target") < script.played.index("strike")
    assert [(event.unit, event.foe) for event in told(script, Struck)] == [("reds", "y"), ("x", "reds"), ("y", "reds")]


@pytest.mark.clause("WW-RS-08")
def test_attacks_with_different_weapons_are_rolled_separately():
    maul = man(weapon=Weapon("maul", massive=2))
    made = battle(
        U("reds", 0, kinds=[(maul, 1), (man(), 1)]),
        U("ogre", 1, kinds=[(man(rate=0, toughness=2, save=7), 1)]),
        pairs=[(0, 1)], rulings={"WW-R-02": "automatic"},
    )  # fmt: skip
    # both hit; the maul wounds on 2+, the bare hand on 4+
    assert fought(made, [4, 4, 1, 3])[0].living(1) == 1
    after, script = fought(made, [4, 4, 2, 3])
    assert after.living(1) == 0
    assert [event.weapon for event in told(script, Struck)] == ["maul", "hand weapon"]


SECOND_RANK = (U("reds", 0, [(10, 19), (10, 18), (10, 16)]), U("blues", 1, [(10, 20)], kinds=[(HARMLESS, 1)]))


@pytest.mark.parametrize(("reading", "attacks"), [("default", 2), ("engaged_only", 1), ("whole_unit", 3)])
def test_a_ruling_decides_which_models_strike(reading, attacks):
    _, script = fought(battle(*SECOND_RANK, rulings={"WW-R-13": reading}), [1] * attacks)
    assert told(script, Struck)[0].attacks == attacks


@pytest.mark.parametrize(("reading", "attacks"), [("default", 4), ("engaged_only", 2), ("whole_unit", 5)])
def test_in_the_press_as_many_models_strike_from_the_second_rank_as_from_the_first(reading, attacks):
    made = duel(man(), HARMLESS, reds=5, blues=1, frontage=2, rulings={"WW-R-13": reading})
    _, script = fought(made, [1] * attacks)
    assert told(script, Struck)[0].attacks == attacks


def test_a_model_of_the_second_rank_strikes_the_enemy_that_its_friend_touches():
    made = battle(*SECOND_RANK)

    class Told:
        def rule(self, _ruling):
            return "default"

    battling = played(made, divide, until="name_targets")[0]
    assert battling.melee == Melee((0, 1))
    assert fighters(battling, Told(), 0) == ((0, (1,)), (1, (1,)))


def test_the_owner_names_the_unit_to_strike_for_a_model_that_touches_two_enemy_units():
    made = battle(U("reds", 0, [(10, 19)]), U("x", 1, [(10, 20)]), U("y", 1, [(11, 19)]))
    battling, _ = played(made, divide, until="name_targets")
    after, script = played(battling, name_targets, answers=[2])
    assert dict(after.melee.aims)[0] == 2
    assert script.asked[0].side == 0


def test_an_exchange_uses_the_same_order_of_dice_whether_it_is_rolled_at_once_or_stage_by_stage():
    """In the press, all dice are rolled together. If a leader is among the models struck, hits are allocated between
    the rolls.
    """
    plain = duel(man(), HARMLESS, reds=2, blues=2)
    assert "exchange_blows" in fought(plain, [4, 4, 2, 2, 4, 4])[1].played
    led = battle(
        U("reds", 0, kinds=[(man(), 2)]), U("blues", 1, kinds=[(man(rate=0, leader=True), 1), (HARMLESS, 1)]),
        pairs=[(0, 1)],
    )  # fmt: skip
    after, script = fought(led, [4, 4, 2, 2, 4, 4])
    assert told(script, Hit) == [Hit(unit="blues", count=2, clause="WW-RS-02")]
    assert after.living(1) == 0
    assert told(script, Slain)[0].count == 2


def test_no_dice_are_rolled_for_a_unit_without_attacks():
    after, script = fought(duel(HARMLESS, HARMLESS), [])
    assert told(script, Struck) == []
    assert after.melee is None


def test_under_the_random_ruling_dice_decide_which_models_are_hit():
    made = duel(man(), HARMLESS, reds=1, blues=3, rulings={"WW-R-20": "random"})
    after, script = fought(made, [4, 2, 2, 4], policy=nearest)
    assert "fall_on_anybody" in script.played
    assert after.living(1) == 2


@pytest.mark.clause("WW-RS-08")
def test_all_attacks_finish_a_stage_before_any_attack_moves_on_to_the_next():
    """Both attacks hit. The first one then wounds and the second does not, and only then is a save rolled."""
    after, script = fought(duel(man(), HARMLESS, reds=2), [4, 4, 2, 1, 4])
    assert after.living(1) == 0
    assert not any(is_choice(asked) for asked in script.asked)


@pytest.mark.clause("WW-RS-08")
@pytest.mark.parametrize(("dice", "left"), [([4, 3, 2, 5], (1, 1)), ([4, 4, 2, 2, 4, 5], (0, 1))])
def test_identical_models_with_identical_weapons_roll_separate_dice_at_every_stage(dice, left):
    """In one case, only red hits and wounds, and blue passes its save. In the other, both men hit and wound, and only
    red fails its save.
    """
    after, script = fought(duel(), dice)
    assert (after.living(0), after.living(1)) == left
    assert not any(is_choice(asked) for asked in script.asked)
    assert [event.unit for event in told(script, Struck)] == ["reds", "blues"]
