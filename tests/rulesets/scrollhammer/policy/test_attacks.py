"""The policy's value of one attack follows the rulebook's charts."""

from fractions import Fraction

import pytest

from pilein.rulesets.scrollhammer.policy.attacks import worth_of, wounds_left
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from pilein.rulesets.scrollhammer.profile import Weapon
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, OGRE, REAVER, U, battle, changed, fight_of

HATRED = Weapon("hand weapon", "hand weapon", rules=("Hatred",))
REND = Weapon("claw", "claw", rules=("Rending",))
SCYTHE = Weapon("scythe", "scythe", rules=("Killing Blow",))
MAUL = Weapon("maul", "maul", S=5)


def worth(striker, struck, weapon=0, **more):
    made = battle(U("strikers", 0, [(striker, 5)]), U("struck", 1, [(struck, 5)]), pairs=((0, 1),), **more)
    made = made.beginning(fight_of((0, 1), step=4, met=((0, 1),)))
    return worth_of(made, preview_table(made), 0, (weapon, 1))


def near(fraction):
    return pytest.approx(float(fraction), abs=1e-9)


def test_the_policy_values_an_attack_by_its_probability_of_an_unsaved_wound():
    # 3+ to hit, 3+ to wound, no save
    assert worth(GUARD, IMP) == near(Fraction(4, 9))
    # 4+ to hit, 4+ to wound, save 4+ missed by half
    assert worth(GUARD, GUARD) == near(Fraction(1, 8))


def test_the_policy_values_an_attack_against_the_better_of_two_saves():
    # 4+, 4+, ward 3+ rather than armour 4+
    assert worth(GUARD, changed(GUARD, Ward=3)) == near(Fraction(1, 4) * Fraction(1, 3))


def test_the_policy_values_an_attack_with_rerolls_above_the_same_attack_without_them():
    # one half, and half of the misses again
    assert worth(changed(GUARD, weapons=(HATRED,)), GUARD) == near(Fraction(3, 4) * Fraction(1, 2) * Fraction(1, 2))


def test_the_policy_values_a_rending_attack_by_the_wounds_of_its_6s():
    # S 3 on T 5 wounds on a 6 anyway; on T 9, where nothing else would, on a 6 alone; saves are reckoned at its own AP
    assert worth(changed(GUARD, weapons=(REND,)), changed(OGRE, T=9)) > 0
    assert worth(changed(GUARD, weapons=(HAND_WEAPON,)), changed(OGRE, T=9)) == 0


def test_the_policy_values_the_6s_of_a_rending_attack_by_their_own_ap():
    # 4+ to hit; to wound 4 and 5, of which half are saved, or 6, which are not
    assert worth(changed(GUARD, weapons=(REND,)), GUARD) == near(Fraction(1, 2) * (Fraction(2, 6) / 2 + Fraction(1, 6)))


def test_the_policy_counts_every_wound_removed_when_it_values_a_killing_blow():
    # 3+ to hit, a 5 costs one wound, a 6 all three
    struck = changed(OGRE, T=4, W=3)
    assert worth(changed(GUARD, weapons=(SCYTHE,)), struck) == near(Fraction(2, 3) * (Fraction(1, 6) + Fraction(3, 6)))


def test_the_policy_counts_every_wound_removed_when_it_values_an_attack_that_slays_outright():
    struck = changed(OGRE, T=4, W=3)
    # 3+ to hit, S 8 on T 4: 2+ to wound, and twice the Toughness
    assert worth(changed(GUARD, weapons=(MAUL,)), struck) == near(Fraction(2, 3) * Fraction(5, 6) * 3)
    assert worth(changed(GUARD, weapons=(MAUL,)), struck, rulings={"SH-R-80": "named-only"}) == near(Fraction(5, 9))


def test_the_wounds_left_in_a_unit_are_summed_over_all_models():
    made = battle(U("ogres", 0, [(OGRE, 3)]), U("reavers", 1, [(REAVER, 2)]), pairs=((0, 1),))
    made = made.on(made.field.after({0: 2}, frozenset()))
    assert (wounds_left(made, 0), wounds_left(made, 1)) == (7, 2)
