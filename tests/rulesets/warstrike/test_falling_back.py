"""WS-LD-02: units that fail their check fall back out of the combat or rout."""

import pytest

from pilein.geometry.ticks import inches, ticks
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.warstrike.cycle import begin_cycle, close_combat_phase
from pilein.rulesets.warstrike.events import FellBack, LdTested, Recovered, Routed, Slain
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.leadership import take_check
from pilein.rulesets.warstrike.pursuit import caught_models
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import SHOOTER, TROOPER, U, battle, box, changed, lines, play, table_of
from tests.rulesets.warstrike.fights import meeting, reasons


@pytest.mark.clause("WS-LD-02", "WS-SU-03")
def test_the_log_reports_a_rout_before_the_winner_may_remove_a_marker():
    """WS-R-31 `at-nerve`: the rout is logged before the removal of a marker is offered."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(10, 13)])
    made = battle(own, foe, fight=(0, 1), rulings={"WS-R-31": "at-nerve"}).having(0, markers=1).having(1, markers=4)
    _, script = play(made, fall_back, 1, answers=[True])
    assert [type(event) for event in script.events] == [Routed, Recovered, Slain]


@pytest.mark.clause("WS-LD-02")
def test_models_standing_side_by_side_all_fall_back_the_same_distance() -> None:
    """WS-R-32: in a row of five touching models, none runs into its neighbour's base.

    The last model ends 6.005" away from B and is not caught, unlike the first, which is within reach of A
    (WS-LD-05).
    """
    units = [U("A", 0, [(TROOPER, 1)], [(10, 10)]), U("B", 0, [(TROOPER, 1)], [(14, 9.995)])]
    units += [U("D", 1, [(changed(TROOPER, Ld=0), 5)], [(10 + step, 11) for step in range(5)])]
    made = battle(*units, fight=(0, 1, 2))
    after, script = play(made, fall_back, 2, answers=[])
    assert {round(event.inches, 3) for event in told(script, Moved)} == {6}
    assert caught_models(after, table_of(after), 2) == (2,)


STAY = ()
FAIL = [6, 6]
HIT_AND_KILLED = [4, 1]  # 4+ to hit, 4+ to save


@pytest.mark.clause("WS-LD-04")
def test_a_unit_is_not_pursued_if_it_breaks_without_having_been_in_the_combat():
    """WS-R-12 `fall-back`: a unit outside the combat breaks, and the only enemy unit in the combat is slain, so no
    unit pursues.
    """
    made = meeting((SHOOTER, 18), own=TROOPER, at=(10, 11), fight=None, rulings={"WS-R-12": "fall-back"})
    made = made.having(2, markers=2)
    after, script = play(made, close_combat_phase, dice=[*FAIL, *HIT_AND_KILLED], answers=[2, STAY, True, STAY])
    assert after.status(2).broken_off
    assert [event.unit for event in told(script, LdTested)] == ["more 0"]
    assert reasons(script) == ["red won"]


LIGHT = changed(TROOPER, Mv=4, Ld=1, Nv=1)


@pytest.mark.parametrize(("movement", "reading", "stays"), [(4, "default", 0), (4, "stays-in", 1), (8, "stays-in", 0)])
def test_under_the_stays_in_ruling_a_unit_in_the_press_stays_in_the_combat_if_it_falls_back_at_most_six_inches(
    movement, reading, stays
) -> None:
    made = lines(LIGHT, changed(LIGHT, Mv=movement), own_count=2, foe_count=2, rulings={"WS-R-33": reading})
    after, script = play(made, fall_back, 1)
    assert [event.unit for event in told(script, FellBack)] == ["foe"]
    assert after.status(1).broken_off == (not stays)
    assert after.fighters(1) == ((1,) if stays else ())
    assert bool(after.field.touched_units(0)) == bool(stays)


def test_a_unit_that_falls_back_but_stays_in_the_combat_is_not_run_down_and_attacks_in_its_turn() -> None:
    """WS-R-33 `stays-in`: both attacking models miss, and the enemy unit fails its check. That unit stays in the combat
    and attacks once the roles are swapped.
    """
    made = lines(LIGHT, LIGHT, own_count=2, foe_count=2, rulings={"WS-R-33": "stays-in"})
    after, script = play(made, begin_cycle, dice=[1, 1, 6], answers=[True], until="swap_roles")
    assert [event.unit for event in told(script, FellBack)] == ["foe"]
    assert not told(script, Slain)
    assert after.living(1) == 2


IDLE = changed(TROOPER, weapons=())
BREAKING = changed(IDLE, Ld=1, Nv=1)


def breaking(*grounds, movement=6, spots=((20, 21), (21.5, 21)), rulings=None):
    units = U("A", 0, [(IDLE, 1)], [(20, 20)]), U("D", 1, [(changed(BREAKING, Mv=movement), len(spots))], spots)
    return battle(*units, fight=(0, 1), grounds=grounds, rulings=rulings)


def test_a_unit_stops_in_front_of_a_wall_if_its_fall_back_would_end_on_the_wall() -> None:
    after, script = play(breaking(ground("obstacle", box(10, 26.8, 30, 27.3))), take_check, 1, dice=[6])
    assert len(told(script, Moved)) == 2
    for model, x in ((1, 20), (2, 21.5)):
        place = after.plane.place(model)
        assert inches(place.x) == x
        assert abs(place.y - ticks(26.3)) <= CONTACT


@pytest.mark.parametrize("low", [22, 25.2, 25.9])
def test_a_unit_falling_back_passes_over_a_wall_in_its_path(low) -> None:
    made = breaking(ground("obstacle", box(10, low, 30, low + 0.4)))
    assert where(play(made, fall_back, 1)[0], 1) == (20, 27)


def test_under_the_impassable_ruling_walls_stop_a_unit_that_falls_back() -> None:
    """WS-R-40 `impassable`: no model may cross an obstacle."""
    made = breaking(ground("obstacle", box(10, 22, 30, 22.4)), rulings={"WS-R-40": "impassable"})
    assert where(play(made, fall_back, 1)[0], 1) == pytest.approx((20, 21.5), abs=0.01)


def test_a_unit_falls_back_along_or_over_a_wall_next_to_it() -> None:
    along = ground("obstacle", [(20.5, 20), (20.9, 20), (20.9, 40), (20.5, 40)])
    assert where(play(breaking(along, spots=((20, 21),)), fall_back, 1)[0], 1) == (20, 27)
    over = ground("obstacle", box(10, 21.5, 30, 21.9))
    assert where(play(breaking(over, spots=((20, 21),)), fall_back, 1)[0], 1) == (20, 27)
    stuck = play(breaking(over, spots=((20, 21),), movement=1), fall_back, 1)[0]
    assert where(stuck, 1) == pytest.approx((20, 21), abs=0.003)
