"""Enemies with which a unit was locked and engaged are remembered."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import (
    enemies_of_combat,
    engaged_with,
    foes_of_the_round,
    opening,
    standing_foes,
)
from pilein.rulesets.scrollhammer.result.sweep import sweep
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, fight_of

FRONT, BESIDE, FLED, STANDING = range(4)


def side_by_side(*, broken=(FLED,), parted=False):
    """Return a battle of two Guards side by side. The first touches a unit that broke, the second touches a unit that
    stands, and each also touches the other's enemy with a corner.
    """
    units = (
        U("front", 0, [(GUARD, 1)], at=[(10, 10)]),
        U("beside", 0, [(GUARD, 1)], at=[(9, 9.5)]),
        U("fled", 1, [(REAVER, 1)], at=[(10, 11)]),
        U("standing", 1, [(REAVER, 1)], at=[(8, 9.5)]),
    )
    made = battle(*units)
    table = Table(made.setup.readings)
    opened = opening(made, table, (0, 1, 2, 3))
    fight = fight_of((0, 1, 2, 3), met=((FRONT, FLED), (BESIDE, STANDING)), opened=opened, broken=tuple(broken))
    if parted:
        made = made.on(made.plane.without(frozenset((BESIDE,))))
    return made.beginning(fight)


def test_a_unit_is_locked_with_enemies_it_touches_and_engaged_with_those_its_friends_touch():
    made = side_by_side()
    assert foes_of_the_round(made, FRONT) == (FLED,)
    assert engaged_with(made, FRONT) == (FLED, STANDING)
    assert engaged_with(made, FLED) == (FRONT, BESIDE)
    assert standing_foes(made, FRONT) == ()
    assert standing_foes(made, BESIDE) == (STANDING,)
    assert enemies_of_combat(made, FRONT) == (FLED, STANDING)


def test_a_unit_engaged_only_through_a_friend_sweeps_the_enemy_if_it_is_free_to_do_so():
    script = Script(RULESET, dice=[3, 3])
    after = script.begin(side_by_side(), sweep, 0)
    script.assert_used_up()
    assert after.living(FLED) == 0


def test_both_winners_sweep_if_both_enemies_broke():
    script = Script(RULESET, dice=[3, 3, 1, 6])
    after = script.begin(side_by_side(broken=(FLED, STANDING)), sweep, 0)
    script.assert_used_up()
    assert [after.living(unit) for unit in (FLED, STANDING)] == [0, 0]


@pytest.mark.clause("SH-MU-10")
def test_a_winner_is_not_free_to_sweep_if_casualties_have_parted_it_from_a_standing_enemy():
    """The winner was locked with that enemy in this combat, and units stay locked until the combat ends."""
    units = (
        U("winner", 0, [(GUARD, 2)], at=[(10, 10), (14, 10)]),
        U("fled", 1, [(REAVER, 1)], at=[(10, 11)]),
        U("standing", 1, [(REAVER, 2)], at=[(14, 11), (14, 13)]),
    )
    made = battle(*units).beginning(fight_of((0, 1, 2), met=((0, 1), (0, 2)), broken=(1,)))
    made = made.on(made.plane.without(frozenset((made.plane.models(2)[0],))))
    script = Script(RULESET)
    after = script.begin(made, sweep, 0)
    assert after.living(1) == 1


def test_a_unit_outside_a_fight_has_the_enemies_it_touches_as_its_opponents():
    made = side_by_side().beginning(None)
    assert enemies_of_combat(made, FRONT) == (FLED,)
