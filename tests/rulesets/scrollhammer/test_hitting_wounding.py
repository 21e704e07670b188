"""SH-WO: rolling to wound."""

import pytest

from pilein.kernel.numbers import set_to
from pilein.kernel.table import Table
from pilein.lab.sentences import sentence
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.hitting import score_to_wound, strength_of_attack, toughness_of_unit
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Status
from pilein.rulesets.scrollhammer.vocabulary import NUMBERS
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, OGRE, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.press import step_of

CHART = [
    "4566777777",
    "3456677777",
    "2345667777",
    "2234566777",
    "2223456677",
    "2222345667",
    "2222234566",
    "2222223456",
    "2222222345",
    "2222222234",
]
LANCE = Weapon("lance", "lance", charging_S=2, charging_AP=2)
SPEAR = Weapon("spear", "spear", cavalry_S=1)
AXE = Weapon("great axe", "axe", S=2)


def strength(traits, status, weapon, *, mounted_foe):
    return strength_of_attack(Table(set_to(NUMBERS, {})), traits, status, weapon, mounted_foe=mounted_foe)


@pytest.mark.clause("SH-WO-01", "SH-WO-02", "SH-WO-03")
def test_the_wound_chart_compares_strength_with_toughness_and_a_dash_means_no_wound_is_possible():
    table = Table(set_to(NUMBERS, {}))
    assert [[score_to_wound(table, own, tough) for tough in range(1, 11)] for own in range(1, 11)] == [
        [int(score) for score in row] for row in CHART
    ]


@pytest.mark.clause("SH-WO-04")
def test_an_ordinary_weapon_uses_the_strength_of_the_profile():
    assert strength(GUARD, Status(), HAND_WEAPON, mounted_foe=False) == 3


@pytest.mark.clause("SH-WO-05")
def test_a_weapon_may_raise_strength_up_to_ten():
    assert strength(GUARD, Status(), AXE, mounted_foe=False) == 5
    assert strength(changed(GUARD, S=9), Status(), AXE, mounted_foe=False) == 10


@pytest.mark.clause("SH-WO-05")
def test_a_lance_adds_strength_in_a_charge_and_a_spear_adds_strength_against_cavalry():
    assert strength(GUARD, Status(), LANCE, mounted_foe=False) == 3
    assert strength(GUARD, Status(charged=True), LANCE, mounted_foe=False) == 5
    assert strength(GUARD, Status(), SPEAR, mounted_foe=True) == 4
    assert strength(GUARD, Status(has_fought=True), SPEAR, mounted_foe=True) == 3


def toughness(*groups):
    foes = U("foe", 1, [(changed(GUARD, T=tough), count) for tough, count in groups])
    made = battle(U("own", 0, [(GUARD, 3)]), foes, pairs=[(0, 1)]).beginning(fight_of((0, 1), step=4))
    return toughness_of_unit(made, Table(made.setup.readings), 1)


@pytest.mark.clause("SH-WO-07")
@pytest.mark.example("SH-X-13")
def test_attacks_are_rolled_to_wound_against_the_toughness_of_most_engaged_models():
    assert toughness((2, 1), (5, 3)) == 5
    assert score_to_wound(Table(set_to(NUMBERS, {})), 1, toughness((2, 1), (5, 3))) == 7


@pytest.mark.clause("SH-WO-08")
def test_the_highest_toughness_counts_if_no_toughness_has_a_majority():
    assert toughness((3, 2), (5, 2)) == 5


MONSTER = changed(OGRE, T=4, W=4, I=1, type="monster")


def having(rule):
    return Weapon("blade", "blade", rules=(rule,))


@pytest.mark.parametrize(
    ("rule", "strength", "dice", "lost"),
    [
        ("Instant Death", 4, [3, 4], 4),
        ("Killing Blow", 10, [3, 5], 4),
        ("Killing Blow", 10, [3, 6], 4),
        ("Killing Blow", 4, [3, 6], 1),
        ("Killing Blow", 4, [3, 5], 1),
    ],
)
@pytest.mark.clause("SH-CR-12")
def test_a_monster_can_be_slain_outright_but_not_by_a_killing_blow(rule, strength, dice, lost):
    """SH-R-80: Instant Death and Strength of twice the Toughness slay even monsters."""
    hero = changed(GUARD, WS=10, S=strength)
    after, _ = step_of(having(rule), (1, hero), (1, MONSTER), dice)
    assert (after.living(1), after.fight.lead) == (int(lost < 4), lost)


@pytest.mark.clause("SH-WO-03")
def test_a_dash_on_the_wound_chart_is_logged_as_impossible_to_wound():
    _, script = step_of(Weapon("claw", "claw"), (1, IMP), (1, changed(GUARD, T=5)), [6])
    assert [sentence(event) for event in script.events if isinstance(event, Struck)] == [
        "own struck foe: 1 attack with claw, 4+ to hit, impossible to wound"
    ]


def test_a_hit_that_needs_no_roll_is_logged_as_certain():
    """SH-R-51: every attack on a target of WS 0 hits."""
    _, script = step_of(Weapon("claw", "claw"), (1, GUARD), (1, changed(GUARD, WS=0)), [3])
    assert [sentence(event) for event in script.events if isinstance(event, Struck)] == [
        "own struck foe: 1 attack with claw, certain to hit, 4+ to wound"
    ]


def test_a_natural_6_that_wounds_despite_a_dash_is_logged_as_6_plus():
    _, script = step_of(having("Rending"), (1, IMP), (1, changed(GUARD, T=5)), [6, 5])
    assert [event.wound for event in script.events if isinstance(event, Struck)] == [6]
