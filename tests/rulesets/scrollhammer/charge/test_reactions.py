"""SH-RE-01 to SH-RE-05, SH-RE-07: charge reactions."""

import pytest

from pilein.dice import Total
from pilein.rulesets.scrollhammer.reactions import react
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import REAVER, battle, changed
from tests.rulesets.scrollhammer.charging import (
    FALLING,
    facing_off,
    guards,
    kinds,
    play,
    reavers,
    told,
    under_way,
    where,
)

NORTH = ("south", "north")


def reacting(made, dice=(), answers=()):
    return play(under_way(made), dice, answers, react, 1)


@pytest.mark.clause("SH-RE-01", "SH-RE-02")
def test_a_charged_unit_chooses_to_flee_or_to_hold():
    _, script = reacting(facing_off(5, edges=NORTH), answers=["hold"])
    assert script.asked[0].options == ("hold", "flee")
    assert script.asked[0].side == 1


@pytest.mark.clause("SH-RE-05")
def test_a_unit_that_holds_stays_where_it_is():
    made = facing_off(5)
    after, script = reacting(made, answers=["hold"])
    assert kinds(script) == ["ReceivedCharge"]
    assert after.status(1).reaction == "hold"
    assert where(after, 1) == where(made, 1)


@pytest.mark.clause("SH-RE-02", "SH-RE-03")
def test_a_unit_that_flees_falls_back_d6_inches_at_once():
    after, script = reacting(facing_off(5, edges=NORTH), dice=[4], answers=["flee"])
    assert told(script, "Fled").inches == 4
    assert where(after, 1) == (10, 20)
    assert after.status(1).falling_back
    assert Total(1).weights() == tuple((face, 1) for face in range(1, 7))


@pytest.mark.clause("SH-RE-07")
def test_a_unit_that_is_locked_or_falling_back_makes_no_reaction():
    locked = battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(10, 16)], name="friends"))
    assert reacting(locked)[1].asked == []
    assert reacting(battle(guards([(10, 10)]), reavers([(10, 15)], status=FALLING)))[1].asked == []


def test_a_unit_reacts_to_every_charge_unless_it_may_only_once():
    again = Status(reacted=True, reaction="hold")
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=again))
    assert len(reacting(made, answers=["hold"])[1].asked) == 1
    once = battle(guards([(10, 10)]), reavers([(10, 15)], status=again), rulings={"SH-R-13": "react-once"})
    assert reacting(once)[1].asked == []


def test_a_unit_gone_to_ground_may_not_flee_unless_the_reading_lets_it():
    low = Status(gone_to_ground=True)
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=low))
    assert reacting(made)[0].status(1).reaction == "hold"
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=low), rulings={"SH-R-17": "ground-may-flee"})
    assert len(reacting(made, answers=["hold"])[1].asked) == 1


def test_a_unit_whose_rules_forbid_it_may_not_flee():
    steadfast = changed(REAVER, rules=("Never Flees",))
    assert reacting(battle(guards([(10, 10)]), reavers([(10, 15)], steadfast)))[1].asked == []
