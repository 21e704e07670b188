"""WS-SU: the hit counter, and markers."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.rulesets.warstrike.cycle import close_combat_phase, half_cycle
from pilein.rulesets.warstrike.events import Suppressed
from pilein.rulesets.warstrike.melee import melee_attacks, strike
from pilein.rulesets.warstrike.profile import Weapon
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import TROOPER, U, armed, battle, changed, lines, play
from tests.rulesets.warstrike.fights import goes


@pytest.mark.clause("WS-ME-07", "WS-ME-08")
def test_a_marker_is_added_each_time_the_hit_counter_passes_six():
    """Seven hits are all saved. The seventh adds a marker, and the counter continues at one."""
    made = lines(armed(Weapon("claws", Atk=7, AP=0)), TROOPER)
    after, script = play(made, strike, 0, dice=[4] * 7)
    assert (after.status(1).hits, after.status(1).markers) == (1, 1)
    assert [event.reason for event in told(script, Suppressed)] == ["hits"]


@pytest.mark.parametrize(
    ("reading", "before", "hits", "expected"),
    [
        ("default", 0, 6, (6, 0)),
        ("default", 6, 1, (1, 1)),
        ("default", 5, 14, (1, 3)),
        ("every6", 0, 6, (0, 1)),
        ("every6", 5, 1, (0, 1)),
    ],
)
def test_a_ruling_decides_at_what_point_the_hit_counter_passes_six(reading, before, hits, expected):
    made = lines(armed(Weapon("claws", Atk=hits, AP=0)), TROOPER, rulings={"WS-R-17": reading}).having(1, hits=before)
    after, _ = play(made, strike, 0, dice=[4] * hits)
    assert (after.status(1).hits, after.status(1).markers) == expected


IDLE = changed(TROOPER, weapons=())
GUN = Weapon("gun", ranged=True, AP=3, firepower=3)
STAY = ()


@pytest.mark.clause("WS-SV-03")
@pytest.mark.parametrize(("reading", "markers"), [("per-phase", 1), ("per-half-cycle", 2), ("default", 2)])
def test_under_the_per_phase_ruling_failed_saves_in_all_combats_of_a_phase_add_at_most_one_marker(reading, markers):
    """WS-R-18 `per-phase`: A1 shoots at D and moves away. D is then drawn into a combat with A2, which shoots
    at D too.
    """
    gunner = changed(armed(GUN), Mv=20, BS=8)
    units = (
        U("A1", 0, [(gunner, 1)], [(20, 20)]),
        U("A2", 0, [(gunner, 1)], [(34, 20)]),
        U("D", 1, [(changed(IDLE, To=1, Mv=1), 1)], [(26, 20)]),
        U("D2", 1, [(changed(IDLE, Mv=1), 1)], [(40, 20)]),
    )
    made = battle(*units, rulings={"WS-R-18": reading})
    answers = [0, STAY, True, goes(0, 14, 20), False, goes(1, 31, 20), True, goes(1, 31, 29), False]
    after, _ = play(made, close_combat_phase, dice=[1, 6, 1, 6], answers=answers)
    assert after.status(2).markers == markers


@pytest.mark.clause("WS-ME-07")
def test_hit_counters_are_reset_even_if_the_combat_ends_during_the_activation() -> None:
    """WS-R-17 `reset-per-attack`, WS-R-47 `continuously`: the striker moves away, which ends the combat."""
    runner = changed(TROOPER, Mv=14, weapons=(Weapon("claws", Atk=3, AP=0),))
    units = U("own", 0, [(runner, 1)], [(10, 10)]), U("foe", 1, [(changed(TROOPER, Ar=5), 1)], [(10, 11)])
    rulings = {"WS-R-17": "reset-per-attack", "WS-R-47": "continuously"}
    away = ((0, ticks(10), ticks(3.5), 0),)
    after, _ = play(battle(*units, fight=(0, 1), rulings=rulings), half_cycle, 1, dice=[6] * 3, answers=[True, away])
    assert (after.fight, after.status(1).hits) == (None, 0)


@pytest.mark.clause("WS-ME-08")
def test_a_hit_counter_at_exactly_six_adds_no_marker():
    for hits, dice in ((0, [1]), (1, [4, 6])):
        made = lines(TROOPER, TROOPER, rulings={"WS-R-17": "every6"}).having(1, hits=6)
        after, script = play(made, melee_attacks, 0, dice=dice, answers=[True])
        assert told(script, Suppressed) == []
        assert after.status(1).hits == hits
