"""WS-SH: close-combat shooting."""

import pytest

from pilein.rulesets.warstrike.events import Shot, Slain, Suffered
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.shooting import close_combat_shooting
from tests.rulesets.fielding import row, told
from tests.rulesets.warstrike.builder import BLADE, RIFLE, SHOOTER, TROOPER, U, armed, battle, changed, lines, play


def facing(own, foe, *more, rulings=None, own_traits=SHOOTER, foe_traits=TROOPER, **options):
    """Return a battle of shooters and enemies at the given positions, in the middle of a combat."""
    units = U("own", 0, [(own_traits, len(own))], own), U("foe", 1, [(foe_traits, len(foe))], foe)
    return battle(*units, *more, rulings=rulings, **({"fight": (0, 1)} | options))


def shots(script):
    return [(event.foe, event.shots) for event in told(script, Shot)]


@pytest.mark.clause("WS-SH-01", "WS-SH-02", "WS-SH-03")
def test_unengaged_models_snap_fire_at_unengaged_enemies_within_six_inches():
    """Model 0 touches model 2, so only model 1 shoots, and it shoots at model 3. Model 4 is too far away to fall."""
    made = facing([(10, 10), (12, 10)], [(10, 11), (12, 14), (12, 18)])
    after, script = play(made, close_combat_shooting, 0, dice=[4, 3], answers=[True])
    assert shots(script) == [("foe", 1)]
    assert after.models(1) == (2, 4)


@pytest.mark.clause("WS-SH-01")
def test_no_model_shoots_at_engaged_enemies_or_beyond_six_inches():
    assert shots(play(facing([(10, 10), (12, 10)], [(10, 11)]), close_combat_shooting, 0)[1]) == []
    assert shots(play(facing([(10, 10)], [(10, 17.2)]), close_combat_shooting, 0)[1]) == []


@pytest.mark.clause("WS-SH-03")
def test_a_weapon_of_shorter_range_still_reaches_six_inches():
    pistol = Weapon("pistol", ranged=True, AP=3, range=127000)
    made = facing([(10, 10)], [(10, 16)], own_traits=armed(pistol))
    after, _ = play(made, close_combat_shooting, 0, dice=[4, 3], answers=[True])
    assert after.living(1) == 0


def test_the_attacker_may_hold_fire_in_close_combat_shooting():
    assert shots(play(facing([(10, 10)], [(10, 13)]), close_combat_shooting, 0, answers=[False])[1]) == []


@pytest.mark.clause("WS-SH-02")
def test_a_shot_compares_the_ballistic_skill_of_the_shooter_with_the_evasion_of_the_target():
    made = facing([(10, 10)], [(10, 13)], own_traits=changed(SHOOTER, BS=4), foe_traits=changed(TROOPER, Ev=2))
    _, script = play(made, close_combat_shooting, 0, dice=[2, 6], answers=[True])
    assert [(event.need) for event in told(script, Shot)] == [2]


@pytest.mark.parametrize(
    ("reading", "evasions", "need"),
    [("default", (2, 2, 4), 4), ("majority", (2, 2, 4), 2), ("majority", (2, 4), 4), ("majority", (4, 4, 2), 4)],
)
def test_the_highest_evasion_in_reach_counts_unless_a_ruling_uses_that_of_the_majority(reading, evasions, need):
    """WS-R-62: BS 4 needs 2+ against Ev 2 and 4+ against Ev 4."""
    kinds = [(changed(TROOPER, Ev=value), 1) for value in evasions]
    places = [(10 + place, 13) for place in range(len(evasions))]
    units = U("own", 0, [(changed(SHOOTER, BS=4), 1)], [(10, 10)]), U("foe", 1, kinds, places)
    made = battle(*units, rulings={"WS-R-62": reading}, fight=(0, 1))
    _, script = play(made, close_combat_shooting, 0, dice=[1], answers=[True])
    assert [event.need for event in told(script, Shot)] == [need]


def test_surplus_casualties_from_shooting_are_lost():
    """WS-R-15: shots kill only unengaged models within 6" of a firing model."""
    made = facing([(10, 10), (11, 10)], [(10, 14), (10, 22)])
    after, script = play(made, close_combat_shooting, 0, dice=[4, 4, 1, 1], answers=[True])
    assert [event.count for event in told(script, Slain)] == [1]
    assert after.status(1).markers == 1
    assert told(script, Suffered)[0].casualties == 1


def with_second(rulings=None):
    second = U("second", 1, [(TROOPER, 1)], [(13, 14)])
    return facing([(10, 10), (11, 10), (12, 10)], [(10, 14)], second, fight=(0, 1, 2), rulings=rulings)


def test_models_divide_their_fire_between_the_units_in_reach():
    """WS-R-15, WS-R-60: each target unit has its own pool of shots."""
    _, script = play(with_second(), close_combat_shooting, 0, dice=[1, 1, 1], answers=[True, (0, 1, 1)])
    assert shots(script) == [("foe", 1), ("second", 2)]


@pytest.mark.clause("WS-SH-01")
def test_individual_models_may_hold_their_fire():
    """Both models have one unit in reach. Model 1 fires, but model 0 does not."""
    made = facing([(10, 10), (11, 10)], [(10, 13)])
    _, script = play(made, close_combat_shooting, 0, dice=[1], answers=["some", (1, 0)])
    assert shots(script) == [("foe", 1)]
    assert [label for label, _ in script.asked[0].candidates()] == ["yes", "some", "no"]
    assert [label for label, _ in script.asked[1].candidates()][:2] == ["all foe", "all hold fire"]


@pytest.mark.clause("WS-SH-01")
def test_even_a_model_with_several_units_in_reach_may_hold_its_fire():
    """WS-R-15: one model fires at each unit, and a third holds its fire."""
    _, script = play(with_second(), close_combat_shooting, 0, dice=[1, 1], answers=[True, (0, 1, 2)])
    assert shots(script) == [("foe", 1), ("second", 1)]


@pytest.mark.clause("WS-SH-01")
def test_in_the_press_the_owner_states_how_many_identical_models_hold_their_fire():
    units = U("own", 0, [(SHOOTER, 4)]), U("foe", 1, [(TROOPER, 2)])
    made = battle(*units, pairs=[(0, 1)], frontage=1, fight=(0, 1))
    _, script = play(made, close_combat_shooting, 0, dice=[1], answers=["some", (1, 2)])
    assert shots(script) == [("foe", 1)]
    assert script.asked[1].words == "own: which unit does each own-0 (3 models) shoot at?"


def test_a_unit_with_one_shooter_is_asked_only_whether_it_fires():
    _, script = play(facing([(10, 10)], [(10, 13)]), close_combat_shooting, 0, dice=[1], answers=[True])
    assert [label for label, _ in script.asked[0].candidates()] == ["yes", "no"]


def test_individual_models_may_hold_their_fire_even_if_their_unit_picks_a_single_target():
    """WS-R-15 `one-target`: all models that fire do so at the target of their unit."""
    made = with_second({"WS-R-15": "one-target"})
    _, script = play(made, close_combat_shooting, 0, dice=[1], answers=["some", 2, (0, 1, 1)])
    assert shots(script) == [("second", 1)]


def test_under_the_one_target_ruling_a_unit_picks_a_single_target():
    made = with_second({"WS-R-15": "one-target"})
    _, script = play(made, close_combat_shooting, 0, dice=[1, 1, 1], answers=[True, 2])
    assert shots(script) == [("second", 3)]


@pytest.mark.parametrize(
    ("reading", "assault", "dice"), [("default", True, 1), ("half-rate", False, 2), ("assault-full", True, 5)]
)
def test_a_ruling_sets_the_number_of_snap_shots(reading, assault, dice):
    """WS-R-14: depending on the reading, a model fires one shot, half its rate of fire, or the full rate of an assault
    weapon.
    """
    gun = Weapon("gun", ranged=True, rate=5, assault=assault, AP=3)
    made = facing([(10, 10)], [(10, 13)], own_traits=armed(gun), rulings={"WS-R-14": reading})
    _, script = play(made, close_combat_shooting, 0, dice=[1] * dice, answers=[True])
    assert shots(script) == [("foe", dice)]


def test_under_the_bs1_ruling_models_snap_fire_with_bs_1():
    """WS-R-14: by default, models fire with their own BS."""
    made = facing([(10, 10)], [(10, 13)], rulings={"WS-R-14": "bs1"})
    _, script = play(made, close_combat_shooting, 0, dice=[5], answers=[True])
    assert told(script, Shot)[0].need == 6


def test_a_unit_fires_its_different_ranged_weapons_one_after_another():
    pistol = Weapon("pistol", ranged=True, AP=1)
    made = facing(row(10, 10, 2), [(10, 13)], own_traits=armed(RIFLE, pistol, BLADE))
    _, script = play(made, close_combat_shooting, 0, dice=[1, 1, 1, 1], answers=[True])
    assert [(event.weapon, event.shots) for event in told(script, Shot)] == [("rifle", 2), ("pistol", 2)]


def test_in_the_press_models_behind_the_front_shoot_at_enemies_behind_their_own_front():
    units = U("own", 0, [(SHOOTER, 3)]), U("foe", 1, [(TROOPER, 2)])
    made = battle(*units, pairs=[(0, 1)], frontage=1, fight=(0, 1))
    after, script = play(made, close_combat_shooting, 0, dice=[4, 5, 3, 3], answers=[True])
    assert shots(script) == [("foe", 2)]
    assert after.living(1) == 1


IDLE = changed(TROOPER, weapons=())
GUN = Weapon("gun", ranged=True, AP=3, firepower=3)


@pytest.mark.clause("WS-SH-01", "WS-LD-02")
@pytest.mark.parametrize(("movement", "shots"), [(6, 2), (7, 0)])
def test_in_the_press_a_unit_that_has_fallen_back_more_than_six_inches_is_not_a_target(movement, shots):
    """WS-R-33 `still-a-target`: units that have fallen back less far may be shot at."""
    foe = changed(IDLE, Mv=movement)
    made = lines(armed(GUN), foe, own_count=2, foe_count=2, rulings={"WS-R-33": "still-a-target"})
    fled, _ = play(made, fall_back, 1)
    _, script = play(fled, close_combat_shooting, 0, dice=[1] * shots, answers=[True] * bool(shots))
    assert len(script.asked) == 2 * bool(shots)
