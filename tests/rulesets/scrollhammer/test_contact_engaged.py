"""SH-EN: locked units and engaged models."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.contact import Engaged, engaged_models, is_locked, locked_with, opening
from pilein.rulesets.scrollhammer.end.consolidation import may_consolidate
from pilein.rulesets.scrollhammer.fight.directing import strikers
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase, next_step
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Began
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import play
from tests.rulesets.scrollhammer.press import BARE, IDLE

SPEAR = changed(GUARD, weapons=(Weapon("spear", "spear", ranks=3),))


def table_of(made):
    return Table(made.setup.readings)


def lines(own, foes=((0, 11),), traits=GUARD, rulings=None, more=()):
    """Return a battle of Guards and Reavers at the given positions, just before a fight begins."""
    units = (
        U("guards", 0, [(traits, len(own))], at=own),
        U("reavers", 1, [(REAVER, len(foes))], at=foes),
        *more,
    )
    made = battle(*units, rulings=rulings)
    return made.beginning(fight_of(tuple(range(len(units)))))


def opened(made):
    return made.fighting(began=Began(opened=opening(made, table_of(made), made.fight.units)))


def models(made, unit=0):
    return [one.model for one in engaged_models(made, table_of(made), unit)]


@pytest.mark.clause("SH-EN-01")
def test_a_unit_is_locked_as_soon_as_one_model_touches_an_enemy_base():
    made = lines([(10, 10), (14, 10)], [(10, 11)])
    assert locked_with(made, 0) == (1,)
    assert locked_with(made, 1) == (0,)
    apart = lines([(10, 10), (14, 10)], [(10, 11.01)])
    assert not is_locked(apart, 0)


@pytest.mark.clause("SH-EN-02")
def test_a_locked_unit_may_not_consolidate():
    locked, free = lines([(10, 10)], [(10, 11)]), lines([(10, 10)], [(10, 13)])
    assert not may_consolidate(locked, table_of(locked), 0)
    assert may_consolidate(free, table_of(free), 0)


@pytest.mark.clause("SH-EN-03", "SH-EN-06")
def test_a_model_touching_an_enemy_or_a_friend_in_contact_is_engaged():
    made = lines([(10, 10), (10, 9), (10, 8), (11.5, 10)], [(10, 11)])
    assert models(made) == [0, 1]


@pytest.mark.clause("SH-EN-03")
def test_engagement_is_recomputed_at_every_initiative_step():
    made = lines([(10, 10), (10, 9)], [(10, 11), (10, 13)])
    gone = made.on(made.plane.without(frozenset({2})))
    assert models(made) == [0, 1]
    assert models(gone) == []


@pytest.mark.clause("SH-EN-04", "SH-EN-05")
def test_a_model_engaged_at_the_start_of_the_sub_phase_stays_engaged():
    made = opened(lines([(10, 10), (10, 9), (10, 8)], [(10, 11), (10, 13)]))
    assert made.fight.began.opened == ((0, 0, (1,)), (1, 1, (1,)), (3, 0, (0,)))
    gone = made.on(made.plane.without(frozenset({3})))
    assert engaged_models(gone, table_of(gone), 0) == (Engaged(0, 0, (1,)), Engaged(1, 1, (1,)))


def test_under_the_live_ruling_engagement_is_judged_only_by_contact_at_the_step_of_the_model():
    made = opened(lines([(10, 10), (10, 9)], [(10, 11), (10, 13)], rulings={"SH-R-43": "live"}))
    gone = made.on(made.plane.without(frozenset({2})))
    assert models(gone) == []


def test_a_model_strikes_any_enemy_unit_locked_with_its_own_if_no_enemy_it_was_engaged_with_is_left():
    """SH-R-43: if no enemy with which the model was engaged is left, it strikes any enemy unit with which its unit is
    locked.
    """
    other = U("others", 1, [(REAVER, 1)], at=[(20, 11)])
    made = opened(lines([(10, 10), (20, 10)], [(10, 11)], more=(other,)))
    gone = made.on(made.plane.without(frozenset({2})))
    assert engaged_models(gone, table_of(gone), 0)[0] == Engaged(0, 0, (2,))


@pytest.mark.clause("SH-EN-04")
def test_a_model_strikes_no_other_enemy_if_its_surviving_enemies_are_out_of_reach():
    """SH-R-43: the model strikes no enemy even if its unit is locked with a second enemy."""
    other = U("others", 1, [(REAVER, 1)], at=[(20, 11)])
    made = opened(lines([(10, 10), (20, 10)], [(10, 11), (10, 13)], more=(other,)))
    gone = made.on(made.plane.without(frozenset({2})))
    assert engaged_models(gone, table_of(gone), 0)[0] == Engaged(0, 0, (1,))


@pytest.mark.clause("SH-EN-06")
def test_contact_with_a_friend_from_a_different_combat_does_not_make_a_model_engaged():
    helper = U("helpers", 0, [(GUARD, 2)], at=[(10, 9), (20, 10)])
    their_foe = U("their foe", 1, [(REAVER, 1)], at=[(20, 11)])
    made = lines([(10, 10)], [(10, 11)], more=(helper, their_foe))
    assert models(made.fighting(units=(0, 1)), 0) == [0]
    assert models(made.fighting(units=(2, 3)), 2) == [3]


@pytest.mark.clause("SH-SV-07")
def test_a_model_removed_before_its_step_does_not_strike():
    made = opened(lines([(10, 10), (11, 10)], [(10, 11)]))
    gone = made.on(made.plane.without(frozenset({0})))
    assert models(gone) == [1]


@pytest.mark.clause("SH-EN-08")
def test_a_model_that_is_not_engaged_does_not_strike():
    made = opened(lines([(10, 10)], [(10, 11)]))
    assert [group.models for group in strikers(made, table_of(made), 0)] == [1]
    alone = made.on(made.plane.without(frozenset({1})))
    assert engaged_models(alone, table_of(alone), 0) == (Engaged(0, 0, ()),)
    assert strikers(alone, table_of(alone), 0) == ()


def test_corners_count_as_contact_except_under_the_edges_only_ruling():
    """SH-R-04: `edges-only` requires contact along an edge."""
    assert models(lines([(10, 10), (11, 10)], [(9, 11)])) == [0, 1]
    assert models(lines([(10, 10), (11, 10)], [(9, 11)], rulings={"SH-R-04": "edges-only"})) == []


def test_a_model_may_support_a_friend_of_any_unit_unless_the_own_unit_ruling_applies():
    """SH-R-44: `own-unit` allows support only through friends of the model's own unit."""
    friends = U("friends", 0, [(GUARD, 1)], at=[(10, 9)])
    assert models(lines([(10, 10)], [(10, 11)], more=(friends,)), 2) == [2]
    reading = {"SH-R-44": "own-unit"}
    assert models(lines([(10, 10)], [(10, 11)], more=(friends,), rulings=reading), 2) == []


def test_under_the_own_move_ruling_contact_counts_only_if_the_model_made_it_itself():
    made = lines([(10, 10)], [(10, 11)], rulings={"SH-R-45": "own-move"}).fighting(
        began=Began(opened=((1, 0, (0,)),)), step=4
    )
    assert models(made) == []
    assert models(made.fighting(came=(0,))) == [0]
    assert models(lines([(10, 10)], [(10, 11)]).fighting(began=Began(opened=((1, 0, (0,)),)), step=4)) == [0]


def test_a_model_is_engaged_with_every_enemy_that_an_adjacent_friend_touches():
    other = U("others", 1, [(REAVER, 1)], at=[(11, 12)])
    own = [(10, 10), (11, 11)]
    made = lines(own, [(10, 11)], more=(other,))
    assert engaged_models(made, table_of(made), 0)[0].foes == (1, 2)
    made = lines(own, [(10, 11)], more=(other,), rulings={"SH-R-81": "own-contact"})
    assert engaged_models(made, table_of(made), 0)[0].foes == (1,)


def test_models_with_spears_fight_in_three_ranks_if_all_have_spears():
    """The companion rule on the phalanx lets three ranks fight if all their models have spears."""
    column = [(10, 10), (10, 9), (10, 8), (10, 7)]
    assert models(lines(column, [(10, 11)], traits=SPEAR)) == [0, 1, 2]
    assert models(lines(column, [(10, 11)])) == [0, 1]


def test_in_the_press_the_models_of_the_front_and_an_equal_number_behind_them_are_engaged():
    units = U("guards", 0, [(GUARD, 9)]), U("reavers", 1, [(REAVER, 2)])
    made = battle(*units, pairs=[(0, 1)], frontage=3).beginning(fight_of((0, 1)))
    assert models(made) == [0, 1, 2, 3, 4, 5]
    assert [one.depth for one in engaged_models(made, table_of(made), 0)] == [0, 0, 0, 1, 1, 1]
    assert models(made, 1) == [9, 10]


@pytest.mark.example("SH-X-08")
def test_the_first_two_ranks_of_a_block_are_engaged():
    guards = U("guards", 0, [(GUARD, 15)], block=(20, 19.5, 0, 5), formation="ranks")
    reavers = U("reavers", 1, [(REAVER, 6)], block=(20, 19.5, 180, 3), formation="ranks")
    made = battle(guards, reavers).beginning(fight_of((0, 1)))
    assert (len(models(made)), len(models(made, 1))) == (10, 6)
    made = battle(guards, reavers, rulings={"SH-R-04": "edges-only"}).beginning(fight_of((0, 1)))
    assert (len(models(made)), len(models(made, 1))) == (8, 6)


def test_engagement_in_a_row_of_twenty_is_computed_quickly():
    made = lines(row(1, 10, 20), row(1, 11, 20))
    assert len(models(made)) == 20


AXE = Weapon("axe", "axe", I=-1)


@pytest.mark.clause("SH-EN-06")
@pytest.mark.parametrize(
    ("reading", "struck"), [("default", ["first", "late", "foe", "other"]), ("own-move", ["first", "foe", "other"])]
)
def test_contact_made_later_by_the_enemy_does_not_count_as_made_by_a_unit_that_fell_short_in_its_pile_in(
    reading, struck
) -> None:
    """SH-R-45: the late model moves 3 of the 5 inches to the enemy, and the enemy then moves the remaining 2."""
    units = (
        U("first", 0, [(BARE, 1)], at=[(10, 10)]),
        U("late", 0, [(BARE, 1)], at=[(20, 10)]),
        U("foe", 1, [(BARE, 1)], at=[(10, 11)]),
        U("other", 1, [(BARE, 1)], at=[(20, 16)]),
    )
    made = battle(*units, rulings={"SH-R-45": reading})
    opened = ((0, 0, (2,)), (2, 0, (0,)))
    made = made.beginning(fight_of((0, 1, 2, 3), met=((0, 2),), opened=opened))
    script = Script(RULESET, dice=[1] * len(struck), answers=None, policy=first)
    script.begin(made, next_step, until="roll_attacks")
    assert [event.unit for event in script.events if isinstance(event, Struck)] == struck


@pytest.mark.clause("SH-EN-06")
@pytest.mark.parametrize("reading", ["default", "own-move"])
def test_a_unit_that_made_contact_by_its_own_move_stays_engaged_in_later_steps(reading: str) -> None:
    """SH-R-45: the unit piles in and strikes with the sword in step 5, and strikes with the axe in step 4."""
    quick = changed(BARE, I=5, A=2, weapons=(HAND_WEAPON, AXE))
    own = U("own", 0, [(changed(IDLE, I=1), 1), (quick, 1)], at=[(10, 10), (12.5, 10)])
    made = battle(own, U("foe", 1, [(changed(IDLE, I=1), 2)], at=[(10, 11), (9, 11)]), rulings={"SH-R-45": reading})
    _, script = play(made, [1, 1], [first, (1, 1)], fight_sub_phase)
    assert [event.attacks for event in script.events if isinstance(event, Struck)] == [1, 1]
