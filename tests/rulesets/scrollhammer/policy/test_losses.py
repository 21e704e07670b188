"""SH-AL-01, SH-AL-02, SH-SV-09, SH-AE-04: the policy's choice of models that take wounds and marks."""

from pilein.engine.script import Script
from pilein.kernel.requests import OneOf, Several
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.effects import mark_missed, mark_saved
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.saves import save_against
from pilein.rulesets.scrollhammer.state import Wounds
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, OGRE, REAVER, U, battle, changed, fight_of

CHAMPION = changed(GUARD, champion=True, A=2)
BEARER = changed(GUARD, standard=True)


def fought(*units, step=4, pairs=((0, 1),), **more):
    return battle(*units, pairs=pairs, **more).beginning(fight_of(tuple(range(len(units))), step=step, met=pairs))


def on_table(*units, step=4):
    return battle(*units).beginning(fight_of(tuple(range(len(units))), step=step))


def who(made, *models):
    return sensible(made, OneOf(0, "SH-AL-02", "which model takes the wound?", models))


def several(made, count, *models):
    return sensible(made, Several(0, "SH-AL-02", "who falls?", models, count, count))


def test_the_policy_gives_the_next_wound_to_a_model_that_is_already_wounded():
    made = fought(U("ogres", 0, [(OGRE, 3)]), U("imps", 1, [(IMP, 3)]))
    made = made.on(made.field.after({0: 1}, frozenset()))
    assert who(made, 2, 1, 0) == 0


def test_the_policy_loses_plain_models_before_command_models_and_characters():
    made = fought(U("guards", 0, [(CHAMPION, 1), (BEARER, 1), (GUARD, 3)]), U("imps", 1, [(IMP, 3)]))
    assert who(made, 0, 1, 2, 3) == 2
    assert several(made, 2, 0, 1, 2, 3) == (2, 3)


def test_the_policy_first_loses_the_models_with_the_fewest_attacks_left():
    slow, idle = changed(REAVER, I=2, A=2), changed(REAVER, I=5, A=3)
    made = fought(U("reavers", 0, [(slow, 2), (idle, 2)]), U("imps", 1, [(IMP, 3)]), step=4)
    assert who(made, 0, 1, 2, 3) == 2, "those of Initiative 5 have struck"


def test_the_policy_prefers_losing_a_leader_that_has_struck_to_losing_models_yet_to_strike_if_its_side_is_winning():
    driver = changed(GUARD, champion=True)
    slaves = U("slaves", 0, [(driver, 1), (changed(GUARD, I=2), 30)])
    weak, strong = U("imps", 1, [(IMP, 3)]), U("ogres", 1, [(OGRE, 30)])
    assert who(fought(slaves, weak), 0, 1, 2) == 0
    assert who(fought(slaves, strong), 0, 1, 2) == 1, "where it goes ill the leader is needed to hold"


def test_the_policy_gives_wounds_to_a_model_that_can_spare_them_if_its_side_is_winning():
    hero = changed(GUARD, champion=True, W=3)
    made = fought(U("guards", 0, [(hero, 1), (GUARD, 5)]), U("imps", 1, [(IMP, 3)]))
    assert who(made, 0, 1, 2) == 0


def test_the_policy_first_loses_the_models_that_touch_the_fewest_enemies():
    guards = U("guards", 0, [(GUARD, 4)], [(10, 10), (11, 10), (10, 9), (11, 9)])
    made = on_table(guards, U("imps", 1, [(IMP, 2)], row(10, 11, 2)))
    assert several(made, 2, 0, 1, 2, 3) == (2, 3)


def test_the_casualties_that_the_policy_chooses_do_not_depend_on_the_numbering_of_models():
    places = [(10, 10), (13, 10), (12, 10), (11, 10)]
    made = on_table(U("guards", 0, [(GUARD, 4)], places), U("imps", 1, [(IMP, 1)], [(11.5, 20)]))
    renamed = on_table(U("guards", 0, [(GUARD, 4)], places[::-1]), U("imps", 1, [(IMP, 1)], [(11.5, 20)]))
    assert places[who(made, 0, 1, 2, 3)] == places[::-1][who(renamed, 0, 1, 2, 3)]


def test_the_policy_names_as_many_casualties_as_the_question_requires():
    made = fought(U("guards", 0, [(GUARD, 5)]), U("imps", 1, [(IMP, 3)]))
    assert len(sensible(made, Several(0, "SH-AL-02", "who falls?", (0, 1, 2, 3, 4), 1, 3))) == 3


def test_the_policy_allocates_instant_death_first_and_then_the_highest_ap():
    lots = (Wounds(1, 0, 2, S=4), Wounds(1, 0, 1, S=4, AP=2), Wounds(1, 0, 1, S=4, instant=True))
    made = fought(U("guards", 0, [(GUARD, 3)]), U("ogres", 1, [(OGRE, 3)])).exchanging(wounds=lots)
    assert sensible(made, OneOf(0, "SH-AL-01", "which wounds are allocated next?", (0, 1, 2))) == 2
    left = made.exchanging(wounds=lots[:2])
    assert sensible(left, OneOf(0, "SH-AL-01", "which wounds are allocated next?", (0, 1))) == 1


def test_the_policy_orders_wounds_on_the_enemy_before_wounds_on_the_active_side():
    lots = (Wounds(0, 1, 1, S=3), Wounds(0, 1, 1, S=4), Wounds(1, 0, 1, S=3, AP=1), Wounds(1, 0, 1, S=3, AP=3))
    made = fought(U("guards", 0, [(GUARD, 3)]), U("ogres", 1, [(OGRE, 3)])).exchanging(wounds=lots)
    assert sensible(made, OneOf(0, "SH-AL-01", "which wounds are allocated next?", (0, 1))) == 1


def test_the_policy_takes_the_better_save_or_the_armour_save_if_both_saves_are_equal():
    made = fought(U("guards", 0, [(GUARD, 3)]), U("ogres", 1, [(OGRE, 3)]))
    taken = []

    def ask(choice):
        taken.append(sensible(made, choice))
        return taken[-1]

    table = Table(made.setup.readings, (), ask)
    assert save_against(0, table, changed(GUARD, Sv=4, Ward=5), 0) == 4
    assert save_against(0, table, changed(GUARD, Sv=4, Ward=5), 2) == 5
    assert save_against(0, table, changed(GUARD, Sv=4, Ward=4), 0) == 4
    assert taken == ["armour", "ward", "armour"]


def marks(made, side=1, count=2, clause=mark_saved):
    found = []

    def answer(choice):
        found.append(sensible(made, choice))
        return found[-1]

    Script(RULESET, answers=[answer]).begin(made, clause, side, 1 - side, "net", "stopped", count)
    return found[0]


def test_the_policy_first_lets_the_enemy_mark_models_that_have_already_struck_and_then_the_cheapest_models():
    quick, slow = changed(IMP, I=5, points=9), changed(IMP, I=1, points=1)
    dear = changed(slow, points=5)
    made = fought(U("guards", 0, [(GUARD, 3)]), U("imps", 1, [(dear, 1), (slow, 2), (quick, 1)]))
    assert set(marks(made)) == {6, 4}
    assert set(marks(made, count=3)) == {6, 4, 5}


def test_the_policy_chooses_the_same_models_to_be_marked_by_hits_without_wounds_as_by_saved_wounds():
    """SH-AE-07: hits that did not wound mark the same models as saved wounds do."""
    quick, slow = changed(IMP, I=5, points=9), changed(IMP, I=1, points=1)
    made = fought(U("guards", 0, [(GUARD, 3)]), U("imps", 1, [(slow, 3), (quick, 1)]))
    assert marks(made, count=1, clause=mark_missed) == (6,)


def test_the_policy_lets_a_model_that_has_already_struck_be_marked_before_a_model_with_a_different_mark():
    quick, slow = changed(IMP, I=5), changed(IMP, I=1)
    made = fought(U("guards", 0, [(GUARD, 3)]), U("imps", 1, [(slow, 3), (quick, 1)]))
    assert marks(made.marked(((3, "wet"),)), count=1) == (6,)


def test_the_policy_lets_models_that_already_bear_the_mark_be_marked_again():
    """A mark has no further effect on a model that already bears it, but would affect an unmarked model."""
    made = fought(U("guards", 0, [(GUARD, 3)]), U("imps", 1, [(IMP, 4)]))
    assert set(marks(made.marked(((4, "stopped"), (6, "stopped"))))) == {4, 6}


def test_as_the_attacker_the_policy_marks_the_most_expensive_models_yet_to_strike():
    quick, slow = changed(IMP, I=5, points=9), changed(IMP, I=1, points=1)
    dear = changed(slow, points=5)
    imps = U("imps", 1, [(dear, 1), (slow, 2), (quick, 1)])
    made = fought(U("guards", 0, [(GUARD, 3)]), imps, rulings={"SH-R-59": "attacker-picks"})
    assert marks(made, count=1) == (3,)
