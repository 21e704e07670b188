"""SH-WP-04, SH-MU-04, SH-MU-05, SH-R-46: the policy's division of attacks."""

from pilein.engine.script import Script
from pilein.kernel.requests import OneOf, Split
from pilein.rulesets.scrollhammer.fight.directing import direct
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import DeclaredAttacks
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, OGRE, REAVER, U, battle, changed, fight_of

AXE = Weapon("axe", "axe", AP=2)
MAUL = Weapon("maul", "maul", S=2, strikes="last")


def fought(*units, pairs, step, **more):
    made = battle(*units, pairs=pairs, **more)
    return made.beginning(fight_of(tuple(range(len(units))), step=step, met=tuple(pairs)))


def split(made, kind):
    answers = []

    def answer(choice):
        answers.append(sensible(made, choice))
        return answers[-1]

    Script(RULESET, answers=[answer]).begin(made, direct, kind, 0)
    return answers[0]


def test_the_policy_strikes_with_the_weapon_that_leaves_fewer_saves():
    armed = changed(GUARD, weapons=(HAND_WEAPON, AXE))
    made = fought(U("guards", 0, [(armed, 3)]), U("reavers", 1, [(GUARD, 5)]), pairs=[(0, 1)], step=4)
    assert split(made, 0) == (0, 3)


def test_the_policy_strikes_with_the_first_of_two_equally_good_weapons():
    armed = changed(GUARD, weapons=(HAND_WEAPON, AXE))
    made = fought(U("guards", 0, [(armed, 3)]), U("imps", 1, [(IMP, 5)]), pairs=[(0, 1)], step=4)
    assert split(made, 0) == (3, 0)


def test_the_policy_directs_all_attacks_at_the_unit_that_loses_most_from_them():
    units = U("guards", 0, [(GUARD, 4)]), U("ogres", 1, [(OGRE, 2)]), U("imps", 1, [(IMP, 9)])
    assert split(fought(*units, pairs=[(0, 1), (0, 2)], step=4), 0) == (0, 4)


def test_the_policy_turns_to_a_second_target_once_the_first_is_expected_to_be_dead():
    imp = changed(IMP, WS=2)
    units = U("guards", 0, [(changed(GUARD, A=2), 5)]), U("imp", 1, [(imp, 1)]), U("reavers", 1, [(REAVER, 9)])
    # two thirds to hit, two thirds to wound, no save: three attacks kill one imp by their mean
    assert split(fought(*units, pairs=[(0, 1), (0, 2)], step=4), 0) == (3, 7)


def test_the_policy_includes_attacks_already_declared_when_it_counts_the_models_expected_to_be_dead():
    units = U("guards", 0, [(changed(GUARD, A=2), 5)]), U("imp", 1, [(IMP, 1)]), U("reavers", 1, [(REAVER, 9)])
    made = fought(*units, pairs=[(0, 1), (0, 2)], step=4)
    made = made.exchanging(declared=(DeclaredAttacks(0, 0, 0, 1, 3),))
    assert split(made, 0) == (0, 10)


def test_the_policy_directs_surplus_attacks_at_the_best_target():
    units = U("guards", 0, [(changed(GUARD, A=9), 5)]), U("imp", 1, [(IMP, 1)]), U("imps", 1, [(IMP, 2)])
    shares = split(fought(*units, pairs=[(0, 1), (0, 2)], step=4), 0)
    assert sum(shares) == 45
    assert min(shares) >= 3


def test_the_policy_directs_the_attacks_of_each_unit_at_the_enemies_that_the_unit_hurts_most():
    weak, strong = changed(GUARD, S=1), changed(GUARD, S=10)
    units = (
        U("weak", 0, [(weak, 2)]),
        U("strong", 0, [(strong, 2)]),
        U("imps", 1, [(IMP, 9)]),
        U("ogres", 1, [(OGRE, 9)]),
    )
    made = fought(*units, pairs=[(0, 2), (0, 3), (1, 2), (1, 3)], step=4)
    assert split(made, 0) == (2, 0)
    assert split(made, 1) == (0, 2)


def test_the_policy_strikes_the_enemy_straight_ahead_if_two_targets_are_equally_good():
    units = (
        U("guard", 0, [(GUARD, 1)], [(10, 10)]),
        U("left", 1, [(IMP, 2)], [(9.3, 11), (8.3, 11.4)]),
        U("right", 1, [(IMP, 2)], [(10.5, 11), (10.6, 12)]),
    )
    made = battle(*units)
    made = made.beginning(fight_of((0, 1, 2), step=4))
    assert split(made, 0) == (0, 1)


def test_the_policy_makes_all_attacks_with_the_more_effective_of_a_quick_and_a_slow_weapon():
    armed = changed(GUARD, A=3, weapons=(HAND_WEAPON, MAUL))
    made = fought(U("guards", 0, [(armed, 3)]), U("ogres", 1, [(OGRE, 5)]), pairs=[(0, 1)], step=4)
    heads = ("at step 4: hand weapon", "at step 1: maul")
    assert sensible(made, Split(0, "SH-R-46", "how many attacks per model at each step?", 3, heads)) == (0, 3)
    assert sensible(made, OneOf(0, "SH-R-46", "when are the bonus attacks made?", (0, 1), heads)) == 1


def test_the_policy_strikes_in_the_first_step_with_two_equally_effective_weapons():
    armed = changed(GUARD, A=3, weapons=(HAND_WEAPON, Weapon("club", "club", strikes="last")))
    made = fought(U("guards", 0, [(armed, 3)]), U("ogres", 1, [(OGRE, 5)]), pairs=[(0, 1)], step=4)
    heads = ("at step 4: hand weapon", "at step 1: club")
    assert sensible(made, Split(0, "SH-R-46", "how many attacks per model at each step?", 3, heads)) == (3, 0)


def test_the_policy_puts_all_attacks_on_the_first_option_if_it_does_not_recognise_the_options():
    made = fought(U("guards", 0, [(GUARD, 3)]), U("imps", 1, [(IMP, 5)]), pairs=[(0, 1)], step=4)
    assert sensible(made, Split(0, "SH-WP-04", "?", 4, ("sling on nobody", "stone on somebody"))) == (4, 0)


def test_the_policy_puts_all_attacks_on_the_only_option_of_a_split():
    units = U("guards", 0, [(GUARD, 3)], row(10, 10, 3)), U("imps", 1, [(IMP, 3)], row(10, 11, 3))
    made = battle(*units).beginning(fight_of((0, 1), step=4))
    assert sensible(made, Split(0, "SH-WP-04", "?", 3, ("hand weapon on imps",))) == (3,)
