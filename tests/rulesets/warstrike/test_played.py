"""Edge cases of forty sentences that readers played, where the plain case is played elsewhere."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate, half_move
from pilein.rulesets.warstrike.cycle import half_cycle
from pilein.rulesets.warstrike.defensive_fire import defensive_fire
from pilein.rulesets.warstrike.events import HeldFire, LdTested, Struck, Suffered
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.pursuit import caught_models
from pilein.rulesets.warstrike.state import Status
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import TROOPER, U, armed, battle, changed, lines, play, table_of
from tests.rulesets.warstrike.test_defensive_fire import UNIT, facing, shots

CLAW = Weapon("claws", Atk=1, AP=3)


@pytest.mark.clause("WS-CM-01")
@pytest.mark.parametrize("movement", [0, 1])
def test_half_of_a_move_of_one_inch_or_none_is_none(movement: int) -> None:
    assert half_move(table_of(lines(TROOPER, TROOPER)), movement) == 0


@pytest.mark.clause("WS-ME-05")
def test_models_with_unlike_weapons_roll_the_dice_of_each() -> None:
    """One claw and two whips of three attacks each; nobody borrows the others' dice."""
    whip = Weapon("whip", Atk=3, AP=0)
    units = U("own", 0, [(armed(CLAW), 1), (armed(whip), 2)]), U("foe", 1, [(TROOPER, 3)])
    _, script = play(battle(*units, pairs=[(0, 1)], fight=(0, 1)), strike, 0, dice=[1] * 7)
    assert [event.attacks for event in told(script, Struck)] == [1, 6]


@pytest.mark.clause("WS-KL-03")
@pytest.mark.parametrize(
    ("toughness", "dice", "kills"), [(1, [4], 1), (1, [5], 0), (3, [4, 4, 4], 1), (3, [4, 4, 5], 0)]
)
def test_every_die_of_a_toughness_test_may_equal_the_strength(toughness: int, dice: list[int], kills: int) -> None:
    """Str 4: a single die, or three of which the last may spoil it."""
    made = lines(armed(CLAW, traits=changed(TROOPER, Str=4)), changed(TROOPER, To=toughness))
    _, script = play(made, strike, 0, dice=[4, 3, *dice], until="fall")
    assert sum(event.casualties for event in told(script, Suffered)) == kills


@pytest.mark.clause("WS-DF-06", "WS-SU-02")
@pytest.mark.parametrize(("dice", "fires"), [([5, 4, 1], True), ([5, 5], False)])
def test_a_check_passed_at_the_last_number_lets_fire_and_failed_does_nothing(dice: list[int], fires: bool) -> None:
    after, script = play(facing(status=Status(markers=1)), defensive_fire, dice=dice, answers=[UNIT])
    assert [event.passed for event in told(script, LdTested)] == [fires]
    assert bool(shots(script)) == fires
    assert bool(told(script, HeldFire)) != fires
    assert after.status(1).markers == 1


@pytest.mark.clause("WS-ME-07")
def test_counters_go_back_though_the_combat_ends_with_the_activation() -> None:
    """WS-R-17 `reset-per-attack` with WS-R-47 `continuously`: whoever struck walks away, and that is the end."""
    runner = changed(TROOPER, Mv=14, weapons=(Weapon("claws", Atk=3, AP=0),))
    units = U("own", 0, [(runner, 1)], [(10, 10)]), U("foe", 1, [(changed(TROOPER, Ar=5), 1)], [(10, 11)])
    rulings = {"WS-R-17": "reset-per-attack", "WS-R-47": "continuously"}
    away = ((0, ticks(10), ticks(3.5), 0),)
    after, _ = play(battle(*units, fight=(0, 1), rulings=rulings), half_cycle, 1, dice=[6] * 3, answers=[True, away])
    assert (after.fight, after.status(1).hits) == (None, 0)


@pytest.mark.clause("WS-RM-01", "WS-MX-02")
@pytest.mark.parametrize(("save", "fled"), [(1, 0), (6, 1)])
def test_casualties_of_one_volley_all_fall_before_the_end_is_looked_for(save: int, fled: int) -> None:
    """WS-R-47 `continuously` with WS-R-33 `still-a-target`: the last enemy near falls, and another who has fled is hit.

    Whether he falls or not, the combat is over.
    """
    units = [U("own", 0, [(armed(Weapon("claws", Atk=2, AP=3)), 1)], [(10, 10)])]
    units += [U("foe", 1, [(TROOPER, 1)], [(9, 10)])]
    units += [U("fled", 1, [(TROOPER, 1)], [(11, 10)], status=Status(broken_off=True))]
    units += [U("far", 1, [(TROOPER, 1)], [(10, 30)])]
    rulings = {"WS-R-47": "continuously", "WS-R-33": "still-a-target"}
    made = battle(*units, fight=(0, 1, 2, 3), rulings=rulings).fighting(fled=((2, 0),))
    after, _ = play(made, half_cycle, 1, dice=[4, 4, 1, save], answers=[True])
    assert after.fight is None
    assert [after.living(unit) for unit in (1, 2, 3)] == [0, fled, 1]


@pytest.mark.clause("WS-LD-02")
def test_models_that_stand_side_by_side_all_fall_back_equally_far() -> None:
    """WS-R-32: none of a row of five that touch each other meets the base of another.

    The last of them gets 6.005" away from B and is not caught, as the first is by A (WS-LD-05).
    """
    units = [U("A", 0, [(TROOPER, 1)], [(10, 10)]), U("B", 0, [(TROOPER, 1)], [(14, 9.995)])]
    units += [U("D", 1, [(changed(TROOPER, Ld=0), 5)], [(10 + step, 11) for step in range(5)])]
    made = battle(*units, fight=(0, 1, 2))
    after, script = play(made, fall_back, 2, answers=[])
    assert {round(event.inches, 3) for event in told(script, Moved)} == {6}
    assert caught_models(after, table_of(after), 2) == (2,)


def over_a_corner(
    start: tuple[float, float], end: tuple[float, float], enemy: tuple[float, float]
) -> tuple[float, float]:
    """End of a model that consolidates over the northern arm of an obstacle, whose other arm leads south."""
    bent = ground("obstacle", [(5, 11), (14.6, 11), (14.6, 5), (15, 5), (15, 11.4), (5, 11.4)])
    units = U("own", 0, [(changed(TROOPER, Mv=8), 1)], [start]), U("foe", 1, [(TROOPER, 1)], [enemy])
    moves = ((0, ticks(end[0]), ticks(end[1]), 0),)
    made = battle(*units, fight=(0, 1), grounds=[bent])
    return where(play(made, consolidate, 0, IN_CYCLE, answers=[moves])[0], 0)


@pytest.mark.clause("WS-DO-01")
def test_an_enemy_inside_the_corner_of_an_obstacle_defends_both_its_arms() -> None:
    """He touches the far side, inside, at the other arm; further off, or outside at that arm, he does not defend."""
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        over_a_corner((13.5, 11.9), (13, 10.4), (14.1, 9.5))
    assert over_a_corner((13.5, 11.9), (13, 10.4), (14.1, 8.2)) == (13, 10.4)
    assert over_a_corner((14, 11.9), (14, 10.4), (15.5, 10.8)) == (14, 10.4)


@pytest.mark.clause("WS-CY-02")
def test_players_take_turns_after_a_unit_that_was_the_only_one() -> None:
    """WS-R-43 `alternate`: the owner has named the first, which draws in the combat of two others of its side."""
    bold = changed(TROOPER, Nv=6, weapons=())
    units = [U("first", 0, [(bold, 1)], [(10, 10)]), U("near", 1, [(bold, 1)], [(10, 15)])]
    units += [U(f"later {y}", 0, [(bold, 1)], [(25, y)]) for y in (10, 12)]
    made = battle(*units, U("far", 1, [(bold, 1)], [(19, 10)]), fight=(0, 1), rulings={"WS-R-43": "alternate"})
    answers = [((0, ticks(12.5), ticks(10), 0),), (2, 3), (), (), 3, (), ()]
    made = made.having_combats(((2, 3, 4),))
    _, script = play(made, half_cycle, 1, answers=answers, until="check_leaderships")
    assert [one.side for one in script.asked if one.clause == "WS-CY-02"] == [1]
