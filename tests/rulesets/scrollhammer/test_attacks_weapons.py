"""SH-WP, SH-AT-04, SH-AT-05: weapons in hand, and their effects."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import attacks_of, pair_bonus, weapons_to_fight_with
from pilein.rulesets.scrollhammer.contact import Engaged
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, U, battle, changed
from tests.rulesets.scrollhammer.charging import guards, reavers

SWORD = Weapon("sword", "hand weapon")
FLAME_SWORD = Weapon("flame sword", "hand weapon", AP=1)
SPEAR = Weapon("spear", "spear")
BOW = Weapon("bow", "bow", hands=2, melee=False, shots=1, range=100)
STAFF = Weapon("staff", "staff", melee=False)


def fight(*weapons, rulings=None, **status):
    traits = changed(GUARD, weapons=weapons)
    units = U("own", 0, [(traits, 1)], status=Status(**status)), U("foe", 1, [(GUARD, 1)])
    return battle(*units, pairs=[(0, 1)], rulings=rulings)


def fighting_names(*weapons, rulings=None, **status):
    made = fight(*weapons, rulings=rulings, **status)
    table = Table(made.setup.readings)
    return [weapon.name for weapon in weapons_to_fight_with(made.traits(0), made.status(0), table)]


def attacks(*weapons, rulings=None, **status):
    made = fight(*weapons, rulings=rulings, **status)
    return attacks_of(made, Table(made.setup.readings), Engaged(0, 0, (1,)))


@pytest.mark.clause("SH-WP-01")
def test_a_model_may_fight_with_any_weapon_in_its_hands():
    assert fighting_names(FLAME_SWORD, SPEAR) == ["flame sword", "spear"]


@pytest.mark.clause("SH-WP-01")
def test_identical_weapons_of_a_model_are_offered_only_once():
    assert fighting_names(SWORD, SWORD) == ["sword"]


@pytest.mark.clause("SH-WP-02")
def test_a_bow_beside_a_sword_gives_no_extra_attack():
    assert fighting_names(SWORD, BOW) == ["sword"]
    assert attacks(SWORD, BOW) == 1


@pytest.mark.clause("SH-WP-03")
def test_a_model_with_only_a_bow_strikes_with_a_generic_weapon_without_a_bonus():
    assert fighting_names(BOW) == ["bare weapon"]
    made = fight(BOW)
    (generic,) = weapons_to_fight_with(made.traits(0), made.status(0), Table(made.setup.readings))
    assert (generic.S, generic.AP, generic.I) == (0, 0, 0)
    assert attacks(BOW, BOW) == 1


def test_a_bow_used_to_stand_and_shoot_stays_in_hand_until_the_end_of_the_turn():
    """SH-R-16: a model that has shot with its bow cannot draw its sword until the end of the turn."""
    assert fighting_names(SWORD, BOW, stood_and_shot=True) == ["bare weapon"]


@pytest.mark.clause("SH-WP-06")
def test_a_staff_counts_as_a_weapon_only_if_its_own_rules_make_it_one():
    assert fighting_names(STAFF) == ["bare weapon"]
    assert fighting_names(changed(STAFF, melee=True)) == ["bare weapon"]
    assert fighting_names(changed(STAFF, melee=True, rules=("melee",))) == ["staff"]


def test_under_the_unarmed_weak_ruling_unarmed_models_strike_at_lower_strength():
    """SH-R-50 `unarmed-weak`: models without any weapon strike with -1 Strength."""
    assert fighting_names() == ["bare weapon"]
    assert fighting_names(rulings={"SH-R-50": "unarmed-weak"}) == ["bare hands"]
    assert fighting_names(BOW, rulings={"SH-R-50": "unarmed-weak"}) == ["bare weapon"]


@pytest.mark.clause("SH-AT-04")
def test_two_weapons_of_one_base_type_give_an_extra_attack():
    assert attacks(HAND_WEAPON, HAND_WEAPON) == 2
    assert attacks(SWORD, FLAME_SWORD) == 2
    assert attacks(SWORD, SPEAR) == 1


@pytest.mark.clause("SH-AT-05")
def test_more_than_two_weapons_give_no_further_bonus():
    assert attacks(SWORD, SWORD, SWORD, SWORD) == 2


def test_under_the_any_two_ruling_any_two_weapons_count_as_a_pair():
    """SH-R-49 `any-two`: any two close combat weapons give the bonus for two weapons."""
    assert attacks(SWORD, SPEAR, rulings={"SH-R-49": "any-two"}) == 2
    assert attacks(SWORD, BOW, rulings={"SH-R-49": "any-two"}) == 1


def test_a_two_handed_weapon_is_not_part_of_a_pair():
    great = Weapon("great weapon", "great weapon", hands=2)
    made = fight(great, great)
    assert pair_bonus(made.traits(0), made.status(0), Table(made.setup.readings)) == 0


@pytest.mark.example("SH-X-23")
@pytest.mark.parametrize(
    ("weapons", "charging", "later"),
    [
        ((HAND_WEAPON, HAND_WEAPON), 3, 2),
        ((SWORD, SWORD, SWORD, SWORD), 3, 2),
        ((SWORD, SPEAR), 2, 1),
        ((FLAME_SWORD, SWORD), 3, 2),
        ((BOW,), 2, 1),
        ((STAFF,), 2, 1),
    ],
)
def test_the_number_of_attacks_depends_on_the_weapons_and_on_a_charge(weapons, charging, later):
    assert attacks(*weapons, charged=True) == charging
    assert attacks(*weapons) == later


@pytest.mark.parametrize(("rules", "name"), [(("melee",), "staff"), ((), "bare weapon")])
def test_a_special_rule_can_make_a_staff_a_close_combat_weapon(rules: tuple[str, ...], name: str) -> None:
    """SH-WP-06: special rules of a weapon can make it a close combat weapon."""
    staff = Weapon("staff", "staff", melee=False, rules=rules)
    made = battle(guards([(10, 10)]), reavers([(10, 12)]))
    (weapon,) = weapons_to_fight_with(changed(GUARD, weapons=(staff,)), Status(), made.preview_table())
    assert weapon.name == name
