"""SH-RE-06: shots by a block that holds (SH-R-16)."""

import pytest

from pilein.dice import Test
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.reactions import hold
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed
from tests.rulesets.scrollhammer.charging import guards, kinds, play, rank, reavers, told, under_way

BOW = Weapon("bow", "bow", melee=False, range=24 * INCH, shots=1, shot_S=3)
ARCHER = changed(REAVER, BS=4, weapons=(BOW,))
OGRE = changed(GUARD, W=3, T=3, Sv=7)


def archers(count=2, own=3, traits=ARCHER, rulings=None, charger=GUARD, **options):
    row = [(9 + 1.5 * number, 10) for number in range(own)]
    return battle(guards(row, charger), rank(count, 10, 15, 180, traits, **options), rulings=rulings)


def shooting(made, dice=(), answers=(True,)):
    return play(under_way(made), dice, list(answers), hold, 1)


@pytest.mark.clause("SH-RE-06")
def test_a_holding_block_may_test_leadership_and_shoot_at_the_charger():
    """With BS 4, the score to hit is 7 - 4 + 1, or 4+. S3 against T3 wounds on 4+, and the save is 4+."""
    after, script = shooting(archers(), dice=[3, 4, 4, 3, 4, 3])
    shot = told(script, "StoodAndShot")
    assert (shot.shots, shot.wounds) == (2, 1)
    assert after.living(0) == 2
    assert after.status(1).stood_and_shot
    assert dict(Test(7).weights()) == {False: 5, True: 7}


@pytest.mark.clause("SH-RE-06")
def test_a_unit_that_fails_its_leadership_test_does_not_stand_and_shoot():
    after, script = shooting(archers(), dice=[4, 4])
    assert kinds(script) == ["ReceivedCharge", "LeadershipTested"]
    assert not after.status(1).stood_and_shot


@pytest.mark.clause("SH-RE-06")
def test_the_player_may_decline_to_stand_and_shoot():
    assert kinds(shooting(archers(), answers=(False,))[1]) == ["ReceivedCharge"]


@pytest.mark.clause("SH-RE-06")
def test_skirmishers_do_not_stand_and_shoot():
    made = battle(guards([(10, 10)]), reavers([(10, 15)], ARCHER))
    assert shooting(made, answers=())[1].asked == []


def test_models_that_lack_ballistic_skill_or_are_out_of_range_do_not_stand_and_shoot():
    assert shooting(archers(traits=changed(ARCHER, BS=0)), answers=())[1].asked == []
    short = Weapon("javelin", "javelin", range=4 * INCH, shots=1)
    assert shooting(archers(traits=changed(ARCHER, weapons=(short,))), answers=())[1].asked == []


def test_under_the_no_penalty_ruling_a_model_with_ballistic_skill_4_hits_a_charger_on_a_3():
    after, _ = shooting(archers(1, rulings={"SH-R-16": "no-penalty"}), dice=[3, 4, 3, 4, 3])
    assert after.living(0) == 2
    assert shooting(archers(1), dice=[3, 4, 3])[0].living(0) == 3


def test_under_the_snap_shots_ruling_shots_at_a_charger_hit_only_on_a_6():
    made = archers(1, rulings={"SH-R-16": "snap-shots"})
    assert shooting(made, dice=[3, 4, 5])[0].living(0) == 3
    assert shooting(made, dice=[3, 4, 6, 4, 3])[0].living(0) == 2


def test_under_the_nearest_range_ruling_the_nearest_model_of_the_charger_must_be_in_range():
    """Two of the shooters have only the guard at their own end of the line in range, and the other guard is nearer to
    the unit.
    """
    thrown = changed(ARCHER, weapons=(Weapon("dart", "dart", range=round(4.55 * INCH), shots=1, shot_S=3),))
    made = battle(guards([(7, 10.5), (17, 10)]), rank(11, 12, 15, 180, thrown), rulings={"SH-R-16": "nearest-range"})
    loose = battle(guards([(7, 10.5), (17, 10)]), rank(11, 12, 15, 180, thrown))
    assert told(shooting(made, dice=[3, 4, *[1] * 4])[1], "StoodAndShot").shots == 4
    assert told(shooting(loose, dice=[3, 4, *[1] * 6])[1], "StoodAndShot").shots == 6


def test_the_nearest_models_are_removed_as_casualties_of_stand_and_shoot():
    made = battle(guards([(10, 6), (10, 10)]), rank(1, 10, 15, 180, ARCHER))
    after, _ = shooting(made, dice=[3, 4, 4, 4, 3])
    assert after.plane.models(0) == (0,)


def test_a_saved_shot_causes_no_wound_and_cover_improves_the_save():
    hidden = changed(GUARD, Sv=7, Cover=5)
    after, script = shooting(archers(1, charger=hidden), dice=[3, 4, 4, 4, 5])
    assert after.living(0) == 3
    assert told(script, "ShotSaved")


def test_the_owner_chooses_the_save_against_a_shot():
    warded = changed(GUARD, Sv=4, Ward=5)
    _, script = shooting(archers(1, charger=warded), dice=[3, 4, 4, 4, 5], answers=[True, "ward"])
    assert told(script, "ShotSaved")


def test_a_shot_slays_outright_if_its_strength_is_twice_the_toughness_except_under_the_named_only_ruling():
    heavy = changed(ARCHER, weapons=(Weapon("bolt", "bolt", range=24 * INCH, shots=1, shot_S=6),))
    assert shooting(archers(1, 1, heavy, charger=OGRE), dice=[3, 4, 4, 2])[0].living(0) == 0
    after, _ = shooting(archers(1, 1, heavy, {"SH-R-80": "named-only"}, OGRE), dice=[3, 4, 4, 2])
    assert after.plane.wounds_lost(0) == 1


def test_a_unit_may_stand_and_shoot_at_every_charger_unless_a_ruling_allows_it_only_once():
    shot = Status(stood_and_shot=True)
    assert len(shooting(archers(status=shot), answers=[False])[1].asked) == 1
    once = archers(status=shot, rulings={"SH-R-13": "shoot-once"})
    assert shooting(once, answers=())[1].asked == []


def test_under_the_charge_fails_ruling_the_loss_of_the_initial_charger_makes_the_charge_fail():
    rulings = {"SH-R-87": "charge-fails"}
    after, script = play(archers(1, rulings=rulings), [3, 4, 4, 4, 3, 6, 6], [(0, 1), "hold", True])
    assert told(script, "ChargeFailed").reason == "its leading model is lost"
    assert not after.status(0).charged


@pytest.mark.clause("SH-MV-01")
def test_a_charging_block_has_no_leading_model_and_its_survivors_complete_the_charge():
    """SH-R-87 `charge-fails`, SH-MV-20: only skirmishers and hordes have an initial charger."""
    own = rank(3, 10, 10, 0, changed(GUARD, Sv=7), name="guards", side=0)
    made = battle(own, rank(1, 10, 15, 180, ARCHER), rulings={"SH-R-87": "charge-fails"})
    after, script = play(made, [3, 4, 4, 4, 6, 6], None)
    assert told(script, "ChargeMade")
    assert (after.living(0), after.status(0).charged) == (2, True)


def test_under_the_charge_fails_ruling_a_charge_fails_if_a_leader_with_several_wounds_is_slain_outright():
    """SH-R-87 `charge-fails`, SH-R-80: two ogres, nearly in line, are shot with a bolt whose Strength is twice their
    Toughness.
    """
    heavy = changed(ARCHER, weapons=(Weapon("bolt", "bolt", range=24 * INCH, shots=1, shot_S=6),))
    ogres = guards([(10, 10), (12, 9)], OGRE)
    made = battle(ogres, rank(1, 10, 15, 180, heavy), rulings={"SH-R-87": "charge-fails"})
    after, _ = shooting(made, dice=[3, 4, 4, 2])
    assert after.living(0) == 1
    assert after.charge.is_spent


@pytest.mark.clause("SH-RE-06")
def test_the_best_leadership_of_a_unit_is_tested_to_stand_and_shoot():
    """SH-R-67: the unit tests against the highest Leadership among its models."""
    led = U("reavers", 1, [(ARCHER, 1), (changed(ARCHER, Ld=9), 1)], block=(10, 15, 180, 2), formation="ranks")
    after, script = shooting(battle(guards([(10, 10)]), led), dice=[4, 5, 1, 1])
    assert told(script, "LeadershipTested").leadership == 9
    assert after.status(1).stood_and_shot


THROWING = Weapon("throwing weapon", "throwing weapon", melee=False, range=6 * INCH, shots=2)
SHORT_BOW = Weapon("bow", "bow", melee=False, hands=2, range=18 * INCH, shots=1, shot_S=3)


@pytest.mark.clause("SH-RE-06")
@pytest.mark.parametrize(("gap", "shots"), [(5, 6), (8, 3)])
def test_each_model_with_two_ranged_weapons_stands_and_shoots_with_one_that_is_in_range(gap: float, shots: int) -> None:
    """SH-R-16: each model with a ranged weapon in range shoots. The second weapon's range is six inches."""
    archers = changed(REAVER, BS=4, weapons=(THROWING, SHORT_BOW))
    made = battle(guards([(20, 10)]), rank(3, 20, 10.5 + gap, 180, archers))
    dice = [3, 3, *[1] * shots, 1, 1]
    _, script = play(made, dice, [(0, 1), "hold", True], charge_sub_phase)
    assert told(script, "StoodAndShot").shots == shots


CROSSBOW = Weapon("hand crossbow", melee=False, range=6 * INCH, shots=1, shot_S=4)
SHOOTER = changed(REAVER, BS=3, weapons=(CROSSBOW,))


@pytest.mark.clause("SH-RE-06")
@pytest.mark.parametrize(("reading", "shots"), [("default", 3), ("nearest-range", 3)])
def test_a_unit_may_stand_and_shoot_if_only_one_of_several_equally_near_chargers_is_in_range(
    reading: str, shots: int
) -> None:
    """SH-R-16 `nearest-range`: the two rows are six inches apart. Each shooter has the charger in front of it in range,
    but not every other charger.
    """
    made = battle(guards([(9, 10), (10, 10), (11, 10)]), rank(3, 10, 16.5, 180, SHOOTER), rulings={"SH-R-16": reading})
    _, script = play(made, [1, 1, *[1] * shots, 1, 1], [(0, 1), "hold", True])
    assert told(script, "StoodAndShot").shots == shots
