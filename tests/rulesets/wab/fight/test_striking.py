"""Attacks: rolls to hit and to wound, and models removed by wounds."""

import pytest

from pilein.dice import Count, thrown_with_faces
from pilein.engine.log import Thrown
from pilein.kernel.table import Table
from pilein.lab.log_lines import dice_lines
from pilein.rulesets.wab.fight.combat_phase import fight_combat
from pilein.rulesets.wab.fight.striking import body_of, capacity, losing, strike, take_losses
from pilein.rulesets.wab.profile import Mount
from pilein.rulesets.wab.result.aftermath import shaken_friends
from pilein.rulesets.wab.state import Battle, Fight
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, line

OGRE = changed(WARRIOR, W=3)
CHIEF = changed(WARRIOR, type="character", W=2)
STANDARD = changed(WARRIOR, standard=True)
FOE = U("foe", 1, ((WARRIOR, 1),), block=(60, 40, 180, 1))


def placed(*kinds, rulings=None) -> Battle:
    return battle(U("ours", 0, kinds, block=(20, 20, 0, 5)), FOE, rulings=rulings)


def pressed(*kinds, rulings=None) -> Battle:
    return battle(U("ours", 0, kinds), FOE, rulings=rulings, pairs=((0, 1),))


@pytest.mark.clause("WAB-CC-13")
@pytest.mark.parametrize("made", [placed, pressed])
def test_models_of_the_rear_rank_are_removed_first_and_the_standard_bearer_last(made) -> None:
    state = made((CHIEF, 1), (STANDARD, 1), (WARRIOR, 10))
    losses = losing(state, Table(state.setup.readings), body_of(state, 0), 3)
    assert (losses.wounds, losses.models) == (3, 3)
    assert losses.battle.field.models(0) == tuple(range(9))
    rest = losing(state, Table(state.setup.readings), body_of(state, 0), 10).battle
    assert rest.field.models(0) == (0, 1)


@pytest.mark.parametrize("made", [placed, pressed])
def test_unsaved_wounds_accumulate_until_a_model_falls(made) -> None:
    """WAB-R-85: unsaved wounds add up, and a model is removed each time they reach its Wounds."""
    state = made((OGRE, 4))
    table = Table(state.setup.readings)
    once = losing(state, table, body_of(state, 0), 4)
    assert (once.models, once.battle.living(0)) == (1, 3)
    assert capacity(once.battle, body_of(once.battle, 0)) == 8
    again = losing(once.battle, table, body_of(once.battle, 0), 2)
    assert (again.models, again.battle.living(0)) == (1, 2)
    assert capacity(again.battle, body_of(again.battle, 0)) == 6


@pytest.mark.parametrize("made", [placed, pressed])
def test_under_the_spread_wounds_ruling_every_model_takes_one_wound_before_any_takes_a_second(made) -> None:
    state = made((OGRE, 4), rulings={"WAB-R-85": "spread-wounds"})
    losses = losing(state, Table(state.setup.readings), body_of(state, 0), 9)
    assert losses.models == 1
    assert losses.battle.living(0) == 3
    assert capacity(losses.battle, body_of(losses.battle, 0)) == 3


def test_a_unit_cannot_lose_more_wounds_than_it_has() -> None:
    state = pressed((WARRIOR, 3))
    losses = losing(state, Table(state.setup.readings), body_of(state, 0), 5)
    assert (losses.wounds, losses.models, losses.battle.living(0)) == (3, 3, 0)


@pytest.mark.parametrize(("rules", "reading", "dice"), [((), "default", 3), (("Frenzy",), "default", 4)])
def test_mounts_strike_with_their_own_profile(rules, reading, dice) -> None:
    """WAB-R-82, WAB-R-65: the riders have two mounts each. Frenzy applies only to the riders, except under
    `frenzy-mount-too`.
    """
    horses = Mount("horse", 3, 3, 2, 1, 2)
    rider = changed(RIDER, mount=horses, rules=rules)
    for chosen, extra in ((reading, 0), ("frenzy-mount-too", 2 if rules else 0)):
        state = facing(line(rider, 1), line(changed(WARRIOR, A=0), 1), {"WAB-R-65": chosen}).having(0, charge="charged")
        fought(state, fight_combat, 0, 1, dice=[1] * (dice + extra))


@pytest.mark.parametrize(("reading", "strikers"), [("default", 1), ("step-up", 2)])
def test_a_model_that_falls_before_its_turn_to_strike_does_not_strike(reading, strikers) -> None:
    """WAB-R-80: a model lost before its Initiative step makes no attacks."""
    state = facing(line(WARRIOR, 2), line(WARRIOR, 6, files=2), rulings={"WAB-R-80": reading}).having(
        0, charge="charged"
    )
    # two hits, one wound, not saved: one warrior less
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 4, 1, 1, *[1] * strikers])
    assert after.living(1) == 5


@pytest.mark.clause("WAB-HA-02")
@pytest.mark.parametrize(("fought_before", "dice"), [((), [1, 4, 4, 1]), ((1,), [1])])
def test_misses_against_a_hated_enemy_may_be_rerolled_in_the_first_round(fought_before, dice) -> None:
    hater = changed(WARRIOR, hates=("blue",))
    state = facing(line(hater, 1), line(changed(WARRIOR, A=0), 2)).having(0, charge="charged", fought=fought_before)
    after = fought(state, fight_combat, 0, 1, dice=dice, answers=[True] if not fought_before else [])
    assert after.living(1) == (2 if fought_before else 1)


@pytest.mark.clause("WAB-FE-04")
def test_a_unit_hits_only_on_a_6_if_it_failed_its_fear_test() -> None:
    state = facing(line(WARRIOR, 2), line(changed(WARRIOR, A=0), 2)).having(0, charge="charged", sixes_only=True)
    after = fought(state, fight_combat, 0, 1, dice=[5, 6, 4, 1])
    assert after.living(1) == 1


def test_under_the_to_hit_parent_ruling_no_score_to_hit_exceeds_5() -> None:
    master = changed(WARRIOR, WS=10, A=0)
    for reading, needed in (("default", 6), ("to-hit-parent", 5)):
        state = facing(line(WARRIOR, 1), line(master, 1), rulings={"WAB-R-18": reading}).having(0, charge="charged")
        fought(state, fight_combat, 0, 1, dice=[needed, 1])
        fought(state, fight_combat, 0, 1, dice=[needed - 1])


@pytest.mark.parametrize(("reading", "lead"), [("default", 1), ("overkill", 3)])
def test_under_the_overkill_ruling_surplus_wounds_count_in_the_combat_result(reading, lead) -> None:
    state = facing(line(changed(WARRIOR, A=3), 1), line(WARRIOR, 1), rulings={"WAB-R-88": reading})
    after = fought(state.changed(fight=Fight((0, 1))), strike, 0, 0, 1, 0, 1, dice=[4, 4, 4, 4, 4, 4, 1, 1, 1])
    assert after.fight is not None
    assert after.fight.lead == lead


@pytest.mark.clause("WAB-HA-02")
def test_even_misses_by_mounts_against_a_hated_enemy_may_be_rerolled() -> None:
    """The unit may reroll every miss, whether by a rider or by a horse."""
    hater = changed(RIDER, hates=("blue",), mount=Mount("horse", 3, 3, 3, 1, 1))
    state = facing(line(hater, 1), line(changed(WARRIOR, A=0), 2)).having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1, 1, 1, 1], answers=[True, True])


def test_under_the_simultaneous_ruling_even_fallen_models_strike() -> None:
    """WAB-CC-06, WAB-R-78 `simultaneous`: losses are removed after both sides have struck.

    Frenzied casualties keep their extra attack and their rerolls, and may hit models that have been slain.
    """
    rulings = {"WAB-R-78": "simultaneous", "WAB-R-65": "frenzy-keeps-hatred"}
    red = changed(WARRIOR, shield="none", A=2)
    blue = changed(WARRIOR, shield="none", rules=("Frenzy", "Hatred"))
    state = facing(line(red, 1), line(blue, 1), rulings=rulings)
    dice = [6, 6, 6, 6, 4, 1, 6, 6, 6]  # two hits and wounds; one hit, one re-roll that hits, two wounds
    after = fought(state, fight_combat, 0, 1, dice=dice, answers=[True])
    assert (after.living(0), after.living(1)) == (0, 0)


def test_rerolled_dice_are_shown_separately_from_the_first_dice() -> None:
    """WAB-HA-02: hatred lets a unit reroll its misses in the first round of a combat."""
    faces = iter([2, 4, 1, 6, 3])
    _, groups = thrown_with_faces(Count(3, 4, re_roll="failures", label="hit"), lambda _: next(faces))
    assert dice_lines(Thrown("strike", "blows", "Pool", groups)) == ["to hit 4+  2 4 1, again 6 3  -> 2"]


STILL = changed(WARRIOR, A=0)
LORD = changed(WARRIOR, A=1, I=1, W=1, Ld=9, type="character", general=True)


def test_a_general_slain_before_its_turn_to_strike_makes_no_attack_but_causes_panic_tests() -> None:
    """WAB-PA-07, WAB-R-80: the General falls before the step in which the General would strike."""
    friends = U("friends", 1, ((WARRIOR, 5),), block=(60, 10, 0, 5))
    red = U("red", 0, ((changed(WARRIOR, I=5), 1),), block=(24, 24, 0, 1))
    blue = U("blue", 1, ((STILL, 9), (LORD, 1)), block=(24, 24, 180, 1))
    state = battle(red, blue, friends)
    assert fought(state.changed(fight=Fight((0, 1))), take_losses, 0, 1, 1, 2).living(1) == 9
    mourned = fought(state.on(state.field.after({}, frozenset({10}))), shaken_friends, dice=[1, 1, 1, 1])
    assert mourned.mourned == (1,)


@pytest.mark.parametrize("pressed", [False, True])
def test_under_the_spread_wounds_ruling_wounds_are_spread_over_the_models_in_contact(pressed) -> None:
    ogre = changed(WARRIOR, W=2)
    units = [
        U("ours", 0, ((WARRIOR, 2),), files=2, block=None if pressed else (24, 24, 0, 2)),
        U("ogres", 1, ((ogre, 8),), files=2, block=None if pressed else (24, 24, 180, 2)),
    ]
    pairs = [(0, 1)] if pressed else None
    for unsaved, living in ((2, 8), (4, 6)):
        state = battle(*units, pairs=pairs, rulings={"WAB-R-85": "spread-wounds"}).changed(fight=Fight((0, 1)))
        assert fought(state, take_losses, 0, 1, unsaved).living(1) == living
