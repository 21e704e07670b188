"""Worked examples of the Charge sub-phase: SH-X-01, 02, 04, 05, 07, 26 and 28 (28 is in charge/test_targets)."""

from fractions import Fraction

import pytest

from pilein.dice import Hazards, Lowest, Test, Total, chance
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import attacks_of
from pilein.rulesets.scrollhammer.charge.distance import distance
from pilein.rulesets.scrollhammer.charge.terms import aiming
from pilein.rulesets.scrollhammer.contact import engaged_models, opening
from pilein.rulesets.scrollhammer.state import Began
from tests.rulesets.scrollhammer.builder import battle, fight_of
from tests.rulesets.scrollhammer.charging import facing_off, guards, kinds, play, reavers, told, where


def attacks(made, unit):
    """Return the attacks of each engaged model of a unit when the Fight sub-phase begins."""
    table = Table(made.setup.readings)
    made = made.beginning(fight_of((0, 1)))
    made = made.fighting(began=Began(opened=opening(made, table, (0, 1))))
    return [attacks_of(made, table, one) for one in engaged_models(made, table, unit)]


@pytest.mark.example("SH-X-01")
def test_in_example_x_01_a_charge_range_of_7_reaches_an_enemy_exactly_seven_inches_away():
    after, script = play(facing_off(7.0), [3, 4], [(0, 1), "hold"])
    assert told(script, "RangeRolled").inches == 7
    assert where(after, 0) == (10, 17)
    assert after.status(0).charged
    assert chance(Total(2).weights(), lambda inches: inches >= 7) == Fraction(7, 12)


@pytest.mark.example("SH-X-01")
def test_in_example_x_01_a_charge_range_of_6_does_not_reach_an_enemy_seven_inches_away():
    after, script = play(facing_off(7.0), [2, 4], [(0, 1), "hold"])
    assert kinds(script) == ["ChargeDeclared", "ReceivedCharge", "RangeRolled", "ChargeFailed"]
    assert where(after, 0) == (10, 10)
    assert after.status(0).declared
    assert not after.status(0).charged


def fleeing(rulings=None):
    """Return a battle in which the first unit is 6 inches from the reavers. Their flight takes them 5 inches away, to a
    place 9 inches from the second unit of Guards.
    """
    return battle(
        guards([(10, 10)]),
        reavers([(10, 17)]),
        guards([(20, 22)], name="second"),
        edges=("south", "north"),
        rulings=rulings,
    )


@pytest.mark.example("SH-X-02")
def test_in_example_x_02_a_second_charger_destroys_the_unit_that_fled_from_the_first():
    answers = [(0, 1), "flee", (2, 1)]
    after, script = play(fleeing(), [5, 6, 4, 5, 6, 4, 5], answers)
    assert told(script, "Fled").inches == 5
    assert [event.inches for event in script.events if type(event).__name__ == "RangeRolled"] == [10, 11]
    assert told(script, "ChargeFailed").unit == "guards"
    assert told(script, "Scattered").unit == "reavers"
    assert after.living(1) == 0
    assert where(after, 2) == (20, 22)
    assert not any(after.status(unit).charged for unit in (0, 2))


@pytest.mark.example("SH-X-02")
def test_under_the_fight_ruling_the_second_charger_of_example_x_02_moves_into_contact():
    after, script = play(fleeing({"SH-R-15": "fight"}), [5, 6, 4, 5, 6], [(0, 1), "flee", (2, 1)])
    assert "Scattered" not in kinds(script)
    assert where(after, 1) == (10, 22)
    assert where(after, 2) == (11, 22)
    assert after.status(2).charged


@pytest.mark.example("SH-X-04")
def test_in_example_x_04_the_charge_over_difficult_terrain_allows_a_counter_attack():
    wood = [("difficult", [(5, 12), (20, 12), (20, 14), (5, 14)])]
    made = facing_off(6.5, grounds=wood)
    after, script = play(made, [6, 2, 5, 3, 4], [(0, 1), "hold", True])
    assert told(script, "RangeRolled").inches == 7
    assert after.status(1).counter_attacked
    assert attacks(after, 0) == [2]
    assert attacks(after, 1) == [2]
    assert chance(Lowest(2, 3).weights(), lambda inches: inches >= 7) == Fraction(23, 72)
    assert chance(Test(7).weights(), bool) == Fraction(7, 12)


@pytest.mark.example("SH-X-05")
def test_in_example_x_05_wounds_from_dangerous_terrain_do_not_count_in_the_combat_result():
    """Guards 1 and 2 cross the bog, and the initial charger does not. One guard dies, and the other passes its test."""
    bog = [("dangerous", [(10.8, 12), (13.6, 12), (13.6, 13), (10.8, 13)])]
    made = battle(
        guards([(10, 10.2), (11.5, 10), (13, 10), (8.5, 10), (7, 10)]),
        reavers([(10 + 1.5 * number, 16) for number in (-2, -1, 0, 1, 2)]),
        grounds=bog,
    )

    def next_of(model):
        return lambda choice: next(answer for _, answer in choice.candidates() if answer[0] == model)

    answers = [(0, 1), "hold", *map(next_of, (1, 2, 3, 4))]
    after, script = play(made, [6, 6, 1, 3, 4], answers)
    assert after.plane.models(0) == (0, 2, 3, 4)
    assert told(script, "Slain").cause == "dangerous ground"
    assert after.fight is None
    assert chance(Hazards((4,)).weights(), lambda hurt: hurt[0]) == Fraction(1, 12)


def skirmish(rulings=None):
    return battle(
        guards([(10, 10), (11.5, 10), (13, 10), (14.5, 10)]),
        reavers([(10, 16), (11.5, 16), (13, 16)]),
        rulings=rulings,
    )


def to(model, x, y):
    return model, round(x * 127000), round(y * 127000), 0


@pytest.mark.example("SH-X-07")
def test_in_example_x_07_the_skirmishers_charge_to_the_positions_stated_in_the_text():
    """C1, at (0, 0) in the register, stands at (10, 10) here."""
    moves = [to(1, 11.5, 15), to(2, 13, 15), to(3, 14, 15)]
    after, script = play(skirmish(), [3, 3], [(0, 1), "hold", 0, *moves])
    assert script.asked[3].options == (0, 1, 2)
    assert [where(after, model) for model in range(4)] == [(10, 15), (11.5, 15), (13, 15), (14, 15)]
    last = [event for event in script.events if type(event).__name__ == "Moved"][-1]
    assert round(last.inches, 3) == 5.025
    assert attacks(after, 0) == [2, 2, 2, 2]
    assert attacks(after, 1) == [1, 1, 1]


@pytest.mark.example("SH-X-07")
def test_in_example_x_07_the_last_model_ends_behind_its_friends_if_the_range_is_5():
    moves = [to(1, 11.5, 15), to(2, 13, 15), to(3, 13, 14)]
    after, script = play(skirmish(), [2, 3], [(0, 1), "hold", 0, *moves])
    last = [event for event in script.events if type(event).__name__ == "Moved"][-1]
    assert round(last.inches, 3) == 4.272
    assert attacks(after, 0) == [2, 2, 2, 2]


def narrow(rulings=None):
    """Return a battle in which the gap between the friends is 0.8 inches wide and the detour is 8.2 inches long."""
    friends = [*((4.1 + number, 13) for number in range(6)), (10.9, 13), (12.3926, 13)]
    return battle(guards([(10, 10)]), reavers([(10, 16)]), guards(friends, name="friends"), rulings=rulings)


@pytest.mark.example("SH-X-26")
def test_in_example_x_26_the_charge_fails_because_its_shortest_route_is_longer_than_the_range():
    made = narrow()
    way = distance(made, aiming(made, made.preview_table(), 0, (1,)), 0, 1, 12 * INCH)
    assert way is not None
    assert way / INCH == pytest.approx(8.2, abs=0.001)
    after, script = play(narrow(), [3, 4], [(0, 1), "hold", ()])
    assert told(script, "ChargeFailed").reason == "out of range"
    assert where(after, 0) == (10, 10)


@pytest.mark.example("SH-X-26")
def test_under_the_gap_ruling_the_charger_of_example_x_26_is_in_range_but_has_no_route_to_the_enemy():
    after, script = play(narrow({"SH-R-19": "gap"}), [3, 4], [(0, 1), "hold", ()])
    assert told(script, "ChargeFailed").reason == "there is no way to touch the enemy"
    assert where(after, 0) == (10, 10)
