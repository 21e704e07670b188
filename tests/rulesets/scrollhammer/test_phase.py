"""SH-R-69 and SH-R-84: how endless combats and falling back end."""

import pytest

from pilein.dice import Test as Check
from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import Regrouped, StoodApart
from pilein.rulesets.scrollhammer.phase import give_up, regroup, regroup_test
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle

BREAK_OFF = {"SH-R-69": "break-off"}


def test_in_a_mutual_break_off_both_sides_fall_back_and_nobody_sweeps():
    units = U("guards", 0, [(GUARD, 1)], at=[(10, 20)]), U("reavers", 1, [(REAVER, 1)], at=[(10, 21)])
    made = battle(*units, rulings=BREAK_OFF, edges=("south", "north"))
    script = Script(RULESET, dice=[1, 2, 3, 3], answers=[(0, 1)])
    after = script.begin(made, give_up)
    script.assert_used_up()
    assert [after.plane.place(model).y / INCH for model in (0, 1)] == [17, 27]
    assert after.status(0).falling_back
    assert after.status(1).falling_back
    assert script.events[0] == StoodApart(unit="guards", clause="SH-CR-08")


def test_in_the_press_they_just_part():
    units = U("guards", 0, [(GUARD, 1)]), U("reavers", 1, [(REAVER, 1)])
    made = battle(*units, pairs=[(0, 1)], rulings=BREAK_OFF)
    assert Script(RULESET, answers=[(1, 0)]).begin(made, give_up).field.pairs == ()


def test_without_that_reading_nobody_gives_up():
    made = battle(U("guards", 0, [(GUARD, 1)]), U("reavers", 1, [(REAVER, 1)]), pairs=[(0, 1)])
    assert Script(RULESET).begin(made, give_up) == made


def fled(living, rulings=None, *, falling_back=True):
    units = U("guards", 0, [(GUARD, 9)], status=Status(falling_back=falling_back)), U("foe", 1, [(GUARD, 1)])
    made = battle(*units, pairs=[(0, 1)], rulings=rulings)
    return made.on(made.field.without(frozenset(range(living, 9))))


def test_a_unit_regroups_on_its_leadership_and_does_not_charge():
    script = Script(RULESET, dice=[4, 4])
    after = script.begin(fled(9), regroup, 0)
    script.assert_used_up()
    assert not after.status(0).falling_back
    assert after.status(0).charge_barred
    assert script.events == [Regrouped(unit="guards", clause="SH-MO-05")]
    assert Script(RULESET, dice=[4, 5]).begin(fled(9), regroup, 0).status(0).falling_back


@pytest.mark.parametrize(
    ("living", "reading", "need"),
    [(3, "default", 8), (2, "default", 2), (5, "half-strength", 8), (4, "half-strength", None)],
)
def test_few_regroup_on_a_double_one_alone_or_below_half_not_at_all(living, reading, need):
    made = fled(living, {"SH-R-84": reading})
    expected = None if need is None else Check(need, label="regroup")
    assert regroup_test(made, Table(made.setup.readings), 0) == expected


def test_who_is_not_falling_back_has_nothing_to_regroup_from():
    assert regroup_test(fled(9, falling_back=False), Table({}), 0) is None
    assert regroup_test(fled(0), Table({}), 0) is None
