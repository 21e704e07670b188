"""SH-R-69 and SH-R-84: the end of endless combats and of falling back."""

import pytest

import pilein
from pilein.dice import Test as Check
from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.position import Position
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import Regrouped, StoodApart, SubPhaseBegan
from pilein.rulesets.scrollhammer.opening import next_phase
from pilein.rulesets.scrollhammer.phase import give_up, regroup, regroup_test, still_falling_back
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from pilein.rulesets.scrollhammer.steps import Step
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle

BREAK_OFF = {"SH-R-69": "break-off"}
FALLING = Status(falling_back=True)


def test_after_a_mutual_break_off_both_sides_fall_back_and_neither_sweeps():
    units = U("guards", 0, [(GUARD, 1)], at=[(10, 20)]), U("reavers", 1, [(REAVER, 1)], at=[(10, 21)])
    made = battle(*units, rulings=BREAK_OFF, edges=("south", "north"))
    script = Script(RULESET, dice=[1, 2, 3, 3], answers=[(0, 1)])
    after = script.begin(made, give_up)
    script.assert_used_up()
    assert [after.plane.place(model).y / INCH for model in (0, 1)] == [17, 27]
    assert after.status(0).falling_back
    assert after.status(1).falling_back
    assert script.events[0] == StoodApart(unit="guards", clause="SH-CR-08")


def test_a_mutual_break_off_in_the_press_merely_ends_the_combat():
    units = U("guards", 0, [(GUARD, 1)]), U("reavers", 1, [(REAVER, 1)])
    made = battle(*units, pairs=[(0, 1)], rulings=BREAK_OFF)
    assert Script(RULESET, answers=[(1, 0)]).begin(made, give_up).field.pairs == ()


def test_neither_side_may_break_off_without_the_ruling_that_allows_it():
    made = battle(U("guards", 0, [(GUARD, 1)]), U("reavers", 1, [(REAVER, 1)]), pairs=[(0, 1)])
    assert Script(RULESET).begin(made, give_up) == made


def fled(living, rulings=None, *, falling_back=True):
    units = U("guards", 0, [(GUARD, 9)], status=Status(falling_back=falling_back)), U("foe", 1, [(GUARD, 1)])
    made = battle(*units, pairs=[(0, 1)], rulings=rulings)
    return made.on(made.field.without(frozenset(range(living, 9))))


def test_a_unit_that_regroups_by_passing_a_leadership_test_may_not_charge_in_that_turn():
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
def test_a_unit_below_a_quarter_strength_needs_a_double_1_to_regroup_unless_a_ruling_forbids_it(living, reading, need):
    made = fled(living, {"SH-R-84": reading})
    why = "fewer than a quarter are left" if need == 2 else ""
    expected = None if need is None else Check(need, label="regroup", by="guards", why=why)
    assert regroup_test(made, Table(made.setup.readings), 0) == expected


def broken(side=0, *, living=1, at=(10, 10), status=FALLING, rulings=None):
    own = U("guards", side, [(GUARD, 4)], at=[(at[0] + one, at[1]) for one in range(4)], status=status)
    made = battle(own, U("foe", 1 - side, [(GUARD, 1)], at=[(10, 30)]), rulings=rulings, edges=("south", "north"))
    return made.on(made.plane.without(frozenset(range(living, 4))))


def test_a_unit_that_is_not_falling_back_does_not_regroup():
    assert still_falling_back(broken()) == (0,)
    assert still_falling_back(broken(status=Status())) == ()
    assert still_falling_back(broken(living=0)) == ()
    assert still_falling_back(broken(side=1)) == ()
    assert still_falling_back(broken(at=(10, 29))) == (), "locked (SH-R-15 `fight`), so it stays where it is"
    assert still_falling_back(fled(9)) == (), "in the press it has left the fight"


def next_turn(made, dice):
    """Play from the end of a phase to the next phase, which in these tests belongs to the same side."""
    script = Script(RULESET, dice=dice, answers=None, policy=first)
    position = next_phase(Position(made, ()), 1)
    after = script.play(Position(position.state, position.agenda[:-1])).state
    script.assert_used_up()
    assert position.agenda[-1] == (Step.CLOSE_COMBAT_PHASE,)
    return after, script


def test_a_unit_falling_back_may_regroup_at_the_start_of_its_next_turn():
    after, script = next_turn(broken(living=4), [4, 4])
    assert not after.status(0).falling_back
    assert [type(event) for event in script.events] == [SubPhaseBegan, Regrouped]
    assert len(next_phase(Position(broken(status=Status()), ()), 1).agenda) == 1


def test_a_unit_that_fails_to_regroup_falls_back_again():
    after, _ = next_turn(broken(living=4, at=(10, 20)), [4, 5, 3, 4])
    assert after.status(0).falling_back
    assert [after.plane.place(model).y / INCH for model in range(4)] == [13] * 4


@pytest.mark.parametrize(("reading", "dice", "y"), [("default", [4, 4], 20), ("half-strength", [3, 4], 13)])
def test_under_the_half_strength_ruling_a_unit_below_half_strength_may_not_regroup(reading, dice, y):
    after, _ = next_turn(broken(living=1, at=(10, 20), rulings={"SH-R-84": reading}), dice)
    assert after.plane.place(0).y / INCH == y
    assert after.status(0).falling_back == (reading == "half-strength")


def test_a_unit_falling_back_again_without_table_edges_goes_away_from_the_nearest_enemy():
    after, _ = next_turn(broken(living=1, at=(10, 20), rulings={"SH-R-74": "from-victor"}), [6, 6, 1, 2])
    assert after.plane.place(0).y / INCH == 17


def test_units_fall_back_and_regroup_in_a_game_that_lasts_several_phases():
    """The Guards broke in the previous turn, and the opposing side has the first turn."""
    scenario = """
        ruleset = "scrollhammer"
        active = "blue"
        [profiles.guard]
        WS = 4
        S = 3
        T = 3
        W = 1
        I = 4
        A = 1
        Ld = 8
        Sv = 4
        [[unit]]
        name = "guards"
        side = "red"
        formation = "skirmish"
        profile = "guard"
        models = 1
        positions = [[10, 20]]
        falling_back = true
        [[unit]]
        name = "foes"
        side = "blue"
        formation = "skirmish"
        profile = "guard"
        models = 1
        positions = [[40, 40]]
        [table]
        width = 48
        depth = 48
        [sides.red]
        edge = "south"
        [sides.blue]
        edge = "north"
    """
    played = pilein.play(pilein.Scenario.from_text(scenario), phases=4, dice=[6, 6, 1, 2, 1, 1])
    assert [event.clause for event in played.events if isinstance(event, Regrouped)] == ["SH-MO-05"]
