"""SH-RE-01 to SH-RE-05, SH-RE-07: charge reactions."""

import pytest

from pilein.dice import Total
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.reactions import react
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import REAVER, battle, changed
from tests.rulesets.scrollhammer.charging import (
    FALLING,
    facing_off,
    guards,
    kinds,
    play,
    questions,
    rank,
    reavers,
    told,
    under_way,
    where,
)
from tests.rulesets.scrollhammer.logs import Case, log_of

NORTH = ("south", "north")


def reacting(made, dice=(), answers=()):
    return play(under_way(made), dice, answers, react, 1)


@pytest.mark.clause("SH-RE-01", "SH-RE-02")
def test_a_charged_unit_chooses_whether_to_hold_or_flee():
    _, script = reacting(facing_off(5, edges=NORTH), answers=["hold"])
    assert script.asked[0].options == ("hold", "flee")
    assert script.asked[0].side == 1


@pytest.mark.clause("SH-RE-05")
def test_a_holding_unit_stays_in_place():
    made = facing_off(5)
    after, script = reacting(made, answers=["hold"])
    assert kinds(script) == ["ReceivedCharge"]
    assert after.status(1).reaction == "hold"
    assert where(after, 1) == where(made, 1)


@pytest.mark.clause("SH-RE-02", "SH-RE-03")
def test_a_fleeing_unit_falls_back_d6_inches_at_once():
    after, script = reacting(facing_off(5, edges=NORTH), dice=[4], answers=["flee"])
    assert told(script, "Fled").inches == 4
    assert where(after, 1) == (10, 20)
    assert after.status(1).falling_back
    assert Total(1).weights() == tuple((face, 1) for face in range(1, 7))


@pytest.mark.clause("SH-RE-07")
def test_a_unit_that_is_locked_or_falling_back_does_not_react_to_a_charge():
    locked = battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(10, 16)], name="friends"))
    assert reacting(locked)[1].asked == []
    assert reacting(battle(guards([(10, 10)]), reavers([(10, 15)], status=FALLING)))[1].asked == []


def test_a_unit_reacts_to_every_charge_unless_a_ruling_allows_only_one_reaction():
    again = Status(reacted=True, reaction="hold")
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=again))
    assert len(reacting(made, answers=["hold"])[1].asked) == 1
    once = battle(guards([(10, 10)]), reavers([(10, 15)], status=again), rulings={"SH-R-13": "react-once"})
    assert reacting(once)[1].asked == []


def test_a_unit_gone_to_ground_may_flee_only_if_a_ruling_allows_it():
    low = Status(gone_to_ground=True)
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=low))
    assert reacting(made)[0].status(1).reaction == "hold"
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=low), rulings={"SH-R-17": "ground-may-flee"})
    assert len(reacting(made, answers=["hold"])[1].asked) == 1


def test_a_unit_with_a_rule_against_fleeing_may_not_flee():
    steadfast = changed(REAVER, rules=("Never Flees",))
    assert reacting(battle(guards([(10, 10)]), reavers([(10, 15)], steadfast)))[1].asked == []


@pytest.mark.clause("SH-RE-03")
def test_a_unit_without_its_own_table_edge_flees_from_the_charger_with_the_nearest_base() -> None:
    """SH-R-14: the unit does not flee from the charger nearest to the centre of its line."""
    line = [(10 + 1.5 * number, 20) for number in range(6)]
    made = battle(guards([(10, 16), (12, 15.9), (13.75, 15.5)]), reavers(line))
    after, _ = play(made, [3, 1, 1], [(0, 1), "flee"], charge_sub_phase)
    (x, y), (was_x, was_y) = where(after, 3), line[0]
    away = (13.75 - 10, 20 - 16)
    assert (x - was_x) / (y - was_y) == pytest.approx(away[0] / away[1], abs=0.01)


CROSSBOW = Weapon("hand crossbow", melee=False, range=6 * INCH, shots=1, shot_S=4)
SHOOTER = changed(REAVER, BS=3, weapons=(CROSSBOW,))


@pytest.mark.clause("SH-RE-01")
def test_no_unit_reacts_to_a_charger_destroyed_by_stand_and_shoot() -> None:
    """SH-R-87: no charger is left, so the charge ends. The second target neither flees nor stands and shoots."""
    targets = rank(1, 10, 15.5, 180, SHOOTER), reavers([(13, 15)], name="others")
    dice = (1, 1, 6, 6, 1)
    asked = questions(battle(guards([(10, 10)]), *targets), [(0, 1, 2), "hold", True], dice)
    assert asked == ["SH-CH-01", "SH-RE-02", "SH-RE-06"]


LOGS: dict[str, Case] = {
    "SH-RE-03 SH-RE-04 who flees may be caught by the same charge": Case(
        battle(guards([(10, 10)]), reavers([(10, 16)]), edges=NORTH),
        (
            "reavers flees 1",
            "reavers 1 fell back 1.0",
            "guards rolls 11",
            "reavers fails to regroup",
            "reavers is scattered",
            "guards ends: no target is left",
        ),
        [1, 6, 5, 4, 4],
        [(0, 1), "flee"],
    ),
    "SH-RE-03 over the edge": Case(
        battle(guards([(10, 40)]), reavers([(10, 46)]), edges=NORTH),
        (
            "reavers flees 3",
            "reavers 1 fell back 1.5",
            "reavers leaves the table",
            "guards ends: nobody is left to charge",
        ),
        [3],
        [(0, 1), "flee"],
    ),
    "SH-RE-04 a later unit charges who got away from the first, without a reaction": Case(
        battle(guards([(10, 10)]), reavers([(10, 16)]), guards([(20, 17)], name="second"), edges=NORTH),
        (
            "reavers flees 3",
            "reavers 1 fell back 3.0",
            "guards rolls 3",
            "guards fails",
            "second rolls 10",
            "reavers passes to regroup",
            "second 2 charged 9.2",
        ),
        [3, 1, 2, 6, 4, 3, 4],
        [(0, 1), "flee", (2, 1)],
    ),
}


@pytest.mark.clause("SH-RE-03", "SH-RE-04")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_charge_reaction(name: str) -> None:
    assert log_of(LOGS[name], charge_sub_phase) == LOGS[name].told
