"""WS-DF, WS-SU-02: defensive fire."""

import pytest

from pilein.rulesets.warstrike.defensive_fire import defensive_fire, make_ready
from pilein.rulesets.warstrike.events import FellBack, HeldFire, LdTested, Shot, Slain
from pilein.rulesets.warstrike.shares import Shares
from pilein.rulesets.warstrike.state import NOBODY, Fight, Status
from tests.rulesets.fielding import row, told
from tests.rulesets.warstrike.builder import SHOOTER, TROOPER, U, armed, battle, changed, play, table_of
from tests.rulesets.warstrike.fights import meeting

UNIT, TARGET = 1, 0
CALM = Status()
HIT_AND_KILLED = [4, 1]  # 4+ to hit, 4+ to save


def facing(inches=5, *more, status=CALM, own=TROOPER, count=1, **options):
    """Return a battle of an attacking unit and a unit of shooters, the given number of inches apart."""
    units = (
        U("own", 0, [(own, count)], row(10, 10, count)),
        U("foe", 1, [(SHOOTER, 1)], [(10, 11 + inches)], status=status),
    )
    return battle(*units, *more, **({"fight": (0, 1)} | options))


def shots(script):
    return [(event.unit, event.foe) for event in told(script, Shot)]


@pytest.mark.clause("WS-DF-01", "WS-DF-04", "WS-DF-07", "WS-DF-10")
def test_a_unit_in_the_combat_may_fire_before_the_attackers_move():
    after, script = play(facing(), defensive_fire, dice=HIT_AND_KILLED, answers=[UNIT])
    assert shots(script) == [("foe", "own")]
    assert after.living(0) == 0
    assert not told(script, LdTested)


def test_the_defender_may_hold_its_fire():
    after, script = play(facing(), defensive_fire, answers=[NOBODY])
    assert (shots(script), after.living(0)) == ([], 1)


@pytest.mark.clause("WS-DF-08")
def test_a_unit_fires_defensively_at_one_attacking_unit_within_six_inches():
    near = U("near", 0, [(TROOPER, 1)], [(13, 16)])
    far = U("far", 0, [(TROOPER, 1)], [(10, 25)])
    made = facing(5, near, far, fight=(0, 1, 2, 3))
    _, script = play(made, defensive_fire, dice=HIT_AND_KILLED, answers=[UNIT, 2])
    assert shots(script) == [("foe", "near")]
    assert script.asked[1].options == (0, 2)
    _, script = play(facing(7), defensive_fire)
    assert shots(script) == []


def test_under_the_within_aw_ruling_a_unit_may_fire_at_any_enemy_within_its_awareness():
    """WS-R-13 `within-aw`: units in the combat may then also fire beyond 6"."""
    far = U("far", 0, [(TROOPER, 1)], [(10, 25)])
    made = facing(5, far, fight=(0, 1, 2), rulings={"WS-R-13": "within-aw"})
    _, script = play(made, defensive_fire, dice=[1], answers=[UNIT, 2])
    assert script.asked[1].options == (0, 2)


@pytest.mark.clause("WS-DF-02", "WS-DF-09")
@pytest.mark.parametrize(("inches", "answers", "dice"), [(8, [2], [1, 1]), (12, [2], [1, 1]), (12.2, [], [])])
def test_a_unit_outside_the_combat_fires_if_the_attackers_are_within_the_awareness_of_its_leader(inches, answers, dice):
    made = battle_with_leader_at(10 + 1 + inches)
    _, script = play(made, defensive_fire, dice=dice, answers=answers)
    assert shots(script) == ([("watch", "own")] if answers else [])


def battle_with_leader_at(x, *, near=40.0, leaderless=False, rulings=None):
    watch = U("watch", 1, [(SHOOTER, 2)], [(x, 10), (near, 10)], leaderless=leaderless)
    return facing(5, watch, rulings=rulings or {}).having(1, at_the_double=True)


def test_a_unit_outside_the_combat_picks_one_of_the_attackers_it_is_aware_of():
    """The question is asked by WS-DF-09, because WS-DF-08 covers only units in the combat."""
    watch = U("watch", 1, [(SHOOTER, 1)], [(22, 10)])
    near = U("near", 0, [(TROOPER, 1)], [(13, 16)])
    made = facing(5, watch, near, fight=(0, 1, 3)).having(1, at_the_double=True)
    _, script = play(made, defensive_fire, dice=[1], answers=[2, 3])
    assert (script.asked[1].clause, script.asked[1].options) == ("WS-DF-09", (0, 3))
    assert shots(script) == [("watch", "near")]


def test_a_model_does_not_extend_the_awareness_of_its_unit_by_being_nearer_to_the_enemy_than_its_leader():
    _, script = play(battle_with_leader_at(40, near=15), defensive_fire)
    assert shots(script) == []


def test_without_a_leader_awareness_is_measured_from_any_model():
    """WS-R-11: if the leader is dead, the unit's owner names the model from which awareness is measured."""
    _, script = play(battle_with_leader_at(40, near=15, leaderless=True), defensive_fire, dice=[1, 1], answers=[2])
    assert shots(script) == [("watch", "own")]
    made = battle_with_leader_at(40, near=15, leaderless=True, rulings={"WS-R-11": "leaderless-holds"})
    assert shots(play(made, defensive_fire)[1]) == []


@pytest.mark.clause("WS-DF-03")
def test_a_unit_that_went_at_the_double_may_not_fire_defensively():
    _, script = play(facing(status=Status(at_the_double=True)), defensive_fire)
    assert shots(script) == []


@pytest.mark.clause("WS-DF-05", "WS-SU-02")
def test_a_suppressed_unit_fires_and_keeps_its_markers_if_it_passes_its_check():
    """With Nv 4 and two markers, the unit must roll 3 or less on one die."""
    made = facing(status=Status(markers=2))
    after, script = play(made, defensive_fire, dice=[3, 5, *HIT_AND_KILLED], answers=[UNIT])
    assert shots(script) == [("foe", "own")]
    assert after.status(1).markers == 2


@pytest.mark.clause("WS-DF-06")
def test_a_suppressed_unit_that_fails_its_check_does_not_fire():
    after, script = play(facing(status=Status(markers=2)), defensive_fire, dice=[4, 5], answers=[UNIT])
    assert [event.unit for event in told(script, HeldFire)] == ["foe"]
    assert not after.status(1).broken_off


def test_under_the_fall_back_ruling_a_unit_falls_back_if_it_fails_its_check_to_fire():
    """WS-R-12: by default, such a unit does nothing."""
    made = facing(status=Status(markers=2), rulings={"WS-R-12": "fall-back"})
    after, script = play(made, defensive_fire, dice=[4, 5], answers=[UNIT])
    assert told(script, FellBack)
    assert after.status(1).broken_off


@pytest.mark.clause("WS-DF-04")
def test_a_unit_without_markers_fires_without_a_check():
    for markers, step in ((0, "take_aim"), (1, "steady")):
        table = table_of(made := facing(status=Status(markers=markers)))
        make_ready(made, table, 1)
        assert table.following == [(step, 1)]


def test_defensive_fire_may_hit_every_model_of_the_target_at_any_distance():
    """WS-R-14: defensive fire is not limited to models within a certain distance."""
    made = facing(5, count=3)
    after, script = play(made, defensive_fire, dice=[*HIT_AND_KILLED, 1, 6], answers=[UNIT, True, (), (2,)])
    assert after.models(0) == (0, 1)
    assert told(script, Slain)[0].cause == "by defensive fire"


def test_units_fire_defensively_in_the_order_named_and_each_fires_only_once_a_phase():
    """WS-R-60, WS-R-61: a unit fires once per phase."""
    made = facing(5, U("second", 1, [(SHOOTER, 1)], [(13, 14)]), fight=(0, 1, 2))
    after, script = play(made, defensive_fire, dice=[1, 1], answers=[2, 1])
    assert shots(script) == [("second", "own"), ("foe", "own")]
    assert shots(play(after, defensive_fire)[1]) == []


def test_under_the_per_combat_ruling_a_unit_may_fire_once_in_each_combat():
    """WS-R-61 `per-combat`: a unit of a different combat counts as a unit outside the combat."""
    made = facing(rulings={"WS-R-61": "per-combat"}).having(1, has_had_its_chance=True)
    assert shots(play(made, defensive_fire, dice=[1], answers=[UNIT])[1]) == [("foe", "own")]
    other = battle_with_leader_at(15, rulings={"WS-R-61": "per-combat"}).having_combats(((2, 3),))
    assert shots(play(other, defensive_fire, dice=[1, 1], answers=[2])[1]) == [("watch", "own")]
    other = battle_with_leader_at(15).having_combats(((2, 3),))
    assert shots(play(other, defensive_fire)[1]) == []


def test_a_unit_that_held_its_fire_in_its_own_combat_does_not_fire_into_a_second_one():
    """WS-R-61: this holds whichever of the two combats is fought first."""
    other = U("other", 0, [(TROOPER, 1)], [(16, 10)])
    second = U("second", 1, [(SHOOTER, 1)], [(16, 16)])
    made = facing(5, other, second, fight=(0, 1))
    after, _ = play(made, defensive_fire, answers=[NOBODY])
    _, script = play(after.beginning(Fight((2, 3), 0)), defensive_fire, dice=[1], answers=[3])
    assert shots(script) == [("second", "other")]


def test_the_owner_of_the_target_chooses_which_models_take_the_hits():
    """WS-R-24: in defensive fire, the owner of the target counts as the attacker."""
    mixed = U("own", 0, [(TROOPER, 1), (changed(TROOPER, Ar=5), 1)], row(10, 10, 2))
    made = battle(mixed, U("foe", 1, [(SHOOTER, 1)], [(10, 14)]), fight=(0, 1))
    _, script = play(made, defensive_fire, dice=[4, 6], answers=[UNIT, (1, 0)])
    assert [choice.side for choice in script.asked if isinstance(choice, Shares)] == [0]


def test_under_the_v052_ruling_there_is_no_defensive_fire():
    assert shots(play(facing(rulings={"WS-R-55": "v052"}), defensive_fire)[1]) == []


def test_under_the_ends_at_once_ruling_a_combat_ends_as_soon_as_fire_separates_the_sides():
    """WS-R-10: by default, the attackers may still consolidate."""
    for reading, over in (("default", False), ("ends-at-once", True)):
        after, _ = play(facing(rulings={"WS-R-10": reading}), defensive_fire, dice=HIT_AND_KILLED, answers=[UNIT])
        assert (after.fight is None) == over


def test_a_unit_without_ranged_weapons_is_not_asked_to_fire():
    units = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(armed(), 1)], [(10, 12)])
    assert shots(play(battle(*units, fight=(0, 1)), defensive_fire)[1]) == []


@pytest.mark.clause("WS-DF-06", "WS-SU-02")
@pytest.mark.parametrize(("dice", "fires"), [([5, 4, 1], True), ([5, 5], False)])
def test_a_unit_fires_if_it_just_passes_its_check_and_does_not_fire_if_it_fails_by_one(
    dice: list[int], fires: bool
) -> None:
    after, script = play(facing(status=Status(markers=1)), defensive_fire, dice=dice, answers=[UNIT])
    assert [event.passed for event in told(script, LdTested)] == [fires]
    assert bool(shots(script)) == fires
    assert bool(told(script, HeldFire)) != fires
    assert after.status(1).markers == 1


@pytest.mark.clause("WS-DF-02", "WS-DF-09")
def test_awareness_is_measured_from_base_to_base():
    """WS-R-11: this holds even under WS-R-06 `centres`, which concerns only the 6 inches. The distance is 11.5 inches,
    or 12.5 inches from centre to centre.
    """
    made = meeting((SHOOTER, 22.5), rulings={"WS-R-06": "centres"})
    _, script = play(made, defensive_fire, answers=[NOBODY])
    assert script.asked[0].options == (2, NOBODY)
