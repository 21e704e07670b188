"""A round of close combat: who strikes when, at what, and who wins."""

import pytest

from pilein.rulesets.wab.combat_phase import close_combat_phase, fight_combat
from pilein.rulesets.wab.profile import Mount
from pilein.rulesets.wab.state import Fight
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.striking import strike
from tests.rulesets.wab.builder import LEGIONARY, RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, line

BEARER = changed(LEGIONARY, standard=True)
CHIEFTAIN = changed(WARRIOR, standard=True)
ROUND = [3, 5, 1, 6, 2, 4, 4, 6, 2, 5, 6, 3, 2, 4, 2, 6, 1, 5, 3, 2, 2, 2]


def in_lines(charge="charged", **more):
    """24 legionaries charge the front of 30 warriors, six wide."""
    red = U("legionaries", 0, ((BEARER, 1), (LEGIONARY, 23)), block=(24, 16, 0, 6), formation="close")
    blue = U("warriors", 1, ((CHIEFTAIN, 1), (WARRIOR, 29)), block=(24, 16, 180, 6))
    return battle(red, blue, **more).having(0, charge=charge)


def in_the_press():
    red = U(
        "legionaries", 0, ((BEARER, 1), (LEGIONARY, 23)), formation="close", files=6, status=Status(charge="charged")
    )
    blue = U("warriors", 1, ((CHIEFTAIN, 1), (WARRIOR, 29)), files=6)
    return battle(red, blue, pairs=[(0, 1)])


@pytest.mark.example("WAB-EX-14")
@pytest.mark.clause("WAB-CC-15", "WAB-CC-01", "WAB-CC-02", "WAB-CC-04", "WAB-CC-07", "WAB-CC-08", "WAB-CC-09")
@pytest.mark.clause("WAB-CC-10", "WAB-CC-11", "WAB-CC-12", "WAB-CC-13", "WAB-CC-14", "WAB-CR-01", "WAB-CR-02")
@pytest.mark.clause("WAB-CR-03", "WAB-CR-04", "WAB-CR-07", "WAB-CR-10", "WAB-BR-01", "WAB-BR-02", "WAB-BR-03")
@pytest.mark.parametrize("made", [in_lines, in_the_press])
def test_chargers_strike_first_and_win_by_three(made) -> None:
    after = fought(made(), close_combat_phase, dice=ROUND)
    assert [after.living(unit) for unit in (0, 1)] == [23, 28]
    assert [after.status(unit).won for unit in (0, 1)] == [True, False]
    assert not after.status(1).fleeing
    assert after.status(0).fought == (1,)


@pytest.mark.clause("WAB-CC-04")
def test_slow_chargers_strike_before_the_quick() -> None:
    state = facing(line(WARRIOR, 1), line(changed(WARRIOR, I=5), 1)).having(0, charge="charged")
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1])
    assert [after.living(unit) for unit in (0, 1)] == [1, 0]


@pytest.mark.parametrize(("rules", "reading", "dice"), [((), "default", 3), (("Frenzy",), "default", 4)])
def test_mounts_strike_with_a_profile_of_their_own(rules, reading, dice) -> None:
    """WAB-R-82, WAB-R-65: two mounts each; frenzy is the rider's, unless `frenzy-mount-too`."""
    horses = Mount("horse", 3, 3, 2, 1, 2)
    rider = changed(RIDER, mount=horses, rules=rules)
    for chosen, extra in ((reading, 0), ("frenzy-mount-too", 2 if rules else 0)):
        state = facing(line(rider, 1), line(changed(WARRIOR, A=0), 1), {"WAB-R-65": chosen}).having(0, charge="charged")
        fought(state, fight_combat, 0, 1, dice=[1] * (dice + extra))


def test_bearers_strike_with_their_unit_and_characters_after_it() -> None:
    """WAB-R-95."""
    lord = changed(WARRIOR, WS=10, type="character", general=True)
    kinds = ((lord, 1), (changed(WARRIOR, general=True), 1), (changed(WARRIOR, standard=True), 1), (WARRIOR, 3))
    red = U("red", 0, kinds, block=(24, 20, 0, 6))
    blue = U("blue", 1, ((changed(WARRIOR, A=0), 10),), block=(24, 20, 180, 10))
    state = battle(red, blue).having(0, charge="charged")
    # five that need a 4, then the lord, who needs a 3
    after = fought(state, fight_combat, 0, 1, dice=[3, 3, 3, 3, 3, 3, 4, 1])
    assert after.living(1) == 9


@pytest.mark.clause("WAB-CC-05")
def test_the_others_strike_in_falling_order_of_initiative() -> None:
    quick = changed(WARRIOR, I=5)
    state = facing(line(WARRIOR, 1), line(quick, 1))
    # the quick one hits, wounds and kills before the other strikes
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1])
    assert [after.living(unit) for unit in (0, 1)] == [0, 1]
    assert after.status(1).won


@pytest.mark.clause("WAB-CC-06")
def test_at_equal_initiative_momentum_strikes_first() -> None:
    state = facing(line(WARRIOR, 1), line(WARRIOR, 1)).having(1, won=True)
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1])
    assert [after.living(unit) for unit in (0, 1)] == [0, 1]


@pytest.mark.parametrize(("dice", "left"), [([3, 3, 5, 2, 4, 4, 1], (1, 0)), ([1, 2, 4, 4, 1], (0, 1))])
def test_otherwise_dice_decide_who_strikes_first(dice, left) -> None:
    """WAB-R-78."""
    after = fought(facing(line(WARRIOR, 1), line(WARRIOR, 1)), fight_combat, 0, 1, dice=dice)
    assert (after.living(0), after.living(1)) == left


def test_they_may_strike_at_once() -> None:
    """WAB-R-78 `simultaneous`."""
    state = facing(line(WARRIOR, 1), line(WARRIOR, 1), rulings={"WAB-R-78": "simultaneous"})
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1, 4, 4, 1])
    assert (after.living(0), after.living(1)) == (0, 0)


@pytest.mark.parametrize(("reading", "strikers"), [("default", 1), ("step-up", 2)])
def test_a_unit_that_falls_before_it_strikes_does_not_strike(reading, strikers) -> None:
    """WAB-R-80."""
    state = facing(line(WARRIOR, 2), line(WARRIOR, 6, files=2), rulings={"WAB-R-80": reading}).having(
        0, charge="charged"
    )
    # two hits, one wound, not saved: one warrior less
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 4, 1, 1, *[1] * strikers])
    assert after.living(1) == 5


@pytest.mark.clause("WAB-CC-03")
@pytest.mark.parametrize(("answer", "dice"), [(True, [1, 1, 4, 4, 6]), (False, [1, 4, 4, 6])])
def test_a_weapon_in_each_hand_may_give_an_attack(answer, dice) -> None:
    """WAB-R-81: and costs the benefit of the shield: 6+ with it, none without."""
    paired = changed(WARRIOR, two_weapons=True)
    state = facing(line(paired, 1), line(WARRIOR, 1)).having(0, charge="charged")
    if answer:
        dice = dice[:-1]  # no save without a shield
    after = fought(state, fight_combat, 0, 1, dice=dice, answers=[answer])
    assert after.living(0) == (0 if answer else 1)


@pytest.mark.parametrize(("reading", "asked"), [("default", 0), ("two-weapons-mounted", 1)])
def test_riders_have_one_hand_for_the_reins(reading, asked) -> None:
    """WAB-R-81."""
    rider = changed(WARRIOR, two_weapons=True, mounted=True, shield="none")
    state = facing(line(rider, 1), line(changed(WARRIOR, A=0), 1), rulings={"WAB-R-81": reading})
    state = state.having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1] * (1 + asked), answers=[True] * asked)


@pytest.mark.clause("WAB-CC-02")
def test_models_that_touch_two_enemies_are_shared_out() -> None:
    """WAB-R-76."""
    still = changed(WARRIOR, A=0)
    red = U("red", 0, ((WARRIOR, 4),), files=4)
    state = battle(red, U("one", 1, ((still, 4),)), U("two", 1, ((still, 4),)), pairs=[(0, 1), (0, 2)])
    after = fought(state, fight_combat, 0, 1, 2, dice=[4, 4, 4, 4, 1, 1, 1, 4, 4, 1], answers=[(3, 1)])
    assert (after.living(1), after.living(2)) == (3, 3)


@pytest.mark.clause("WAB-FM-10")
def test_of_a_fast_marching_unit_only_the_front_rank_fights() -> None:
    """WAB-R-50."""
    still = changed(WARRIOR, A=0)
    column = U("column", 0, ((WARRIOR, 4),), block=(20, 20, 0, 1))
    flank = U("flank", 1, ((still, 4),), block=(20 + 10 / 25.4, 20 - 40 / 25.4, 270, 4))
    state = battle(column, flank)
    state = state.having(0, charge="charged")
    fought(state, fight_combat, 0, 1, dice=[1, 1, 1, 1])
    fought(state.having(0, move="fast marched"), fight_combat, 0, 1, dice=[1])


@pytest.mark.clause("WAB-FZ-03")
@pytest.mark.example("WAB-EX-19")
def test_the_frenzied_have_an_attack_more() -> None:
    fanatic = changed(WARRIOR, M=4, rules=("Frenzy",))
    state = facing(line(fanatic, 4), line(changed(WARRIOR, A=0), 10)).having(0, charge="charged")
    hits = [4, 4, 1, 6, 2, 3, 5, 2]
    after = fought(state, fight_combat, 0, 1, dice=[*hits, 1, 1, 1, 1])
    assert after.living(1) == 10


@pytest.mark.parametrize(
    ("attacks", "reading", "dice"), [(2, "default", 3), (2, "frenzy-double", 4), (1, "default", 2)]
)
def test_frenzy_may_double_attacks(attacks, reading, dice) -> None:
    """WAB-R-65."""
    fanatic = changed(WARRIOR, A=attacks, rules=("Frenzy",))
    state = facing(line(fanatic, 1), line(changed(WARRIOR, A=0), 1), rulings={"WAB-R-65": reading})
    fought(state.having(0, charge="charged"), fight_combat, 0, 1, dice=[1] * dice)


@pytest.mark.clause("WAB-HA-02")
@pytest.mark.parametrize(("fought_before", "dice"), [((), [1, 4, 4, 1]), ((1,), [1])])
def test_the_hated_are_struck_at_again_in_the_first_round(fought_before, dice) -> None:
    hater = changed(WARRIOR, hates=("blue",))
    state = facing(line(hater, 1), line(changed(WARRIOR, A=0), 2)).having(0, charge="charged", fought=fought_before)
    after = fought(state, fight_combat, 0, 1, dice=dice, answers=[True] if not fought_before else [])
    assert after.living(1) == (2 if fought_before else 1)


@pytest.mark.clause("WAB-FE-04")
def test_a_unit_that_stood_in_fear_hits_on_sixes() -> None:
    state = facing(line(WARRIOR, 2), line(changed(WARRIOR, A=0), 2)).having(0, charge="charged", sixes_only=True)
    after = fought(state, fight_combat, 0, 1, dice=[5, 6, 4, 1])
    assert after.living(1) == 1


def test_the_parents_chart_stops_at_five() -> None:
    """WAB-R-18."""
    master = changed(WARRIOR, WS=10, A=0)
    for reading, needed in (("default", 6), ("to-hit-parent", 5)):
        state = facing(line(WARRIOR, 1), line(master, 1), rulings={"WAB-R-18": reading}).having(0, charge="charged")
        fought(state, fight_combat, 0, 1, dice=[needed, 1])
        fought(state, fight_combat, 0, 1, dice=[needed - 1])


@pytest.mark.parametrize(("reading", "lead"), [("default", 1), ("overkill", 3)])
def test_surplus_wounds_may_count(reading, lead) -> None:
    """WAB-R-88."""
    state = facing(line(changed(WARRIOR, A=3), 1), line(WARRIOR, 1), rulings={"WAB-R-88": reading})
    after = fought(state.changed(fight=Fight((0, 1))), strike, 0, 0, 1, 0, 1, dice=[4, 4, 4, 4, 4, 4, 1, 1, 1])
    assert after.fight is not None
    assert after.fight.lead == lead
