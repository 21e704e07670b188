"""Armour saves, and the conditions under which each piece of armour counts."""

from typing import Any

import pytest

from pilein.geometry.ticks import INCH
from pilein.kernel.numbers import set_to
from pilein.kernel.rulings import Reading, readings
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import Threat, movement_penalty, save_needed, strength_modifier
from pilein.rulesets.wab.fight.striking import wound_score
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.profile import Armour, Barding, Shield
from pilein.rulesets.wab.shooting.phase import shooting_phase
from pilein.rulesets.wab.vocabulary import NUMBERS, RULINGS
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.playing import played

ATTACK, SHOT = Threat(by_missile=False), Threat(by_missile=True)


def table(*struck: str, **chosen: str) -> Table:
    rulings = readings(RULINGS, {f"WAB-R-{key[1:]}": Reading(option) for key, option in chosen.items()}) | set_to(
        NUMBERS, {}
    )
    return Table(rulings, struck=frozenset(struck))


def foot(threat: Threat = ATTACK, *, rulings: dict[str, str] | None = None, **carried: Any) -> int:
    return save_needed(changed(WARRIOR, **{"shield": "none"} | carried), threat, table(**rulings or {}))


def mounted(threat: Threat = ATTACK, *, rulings: dict[str, str] | None = None, **carried: Any) -> int:
    return save_needed(changed(RIDER, **carried), threat, table(**rulings or {}))


@pytest.mark.clause("WAB-AR-01")
def test_body_armour_gives_mounted_models_and_models_on_foot_the_saves_of_the_chart() -> None:
    kinds = ("none", "light", "heavy", "partial plate", "full plate")
    assert [foot(armour=armour) for armour in kinds] == [7, 6, 5, 4, 3]
    assert [mounted(armour=armour) for armour in kinds] == [6, 5, 4, 3, 3]
    assert mounted(armour="full plate", rulings={"R21": "full-plate-mounted-2"}) == 2


@pytest.mark.clause("WAB-AR-02", "WAB-AR-08")
def test_a_shield_or_a_buckler_improves_the_save_by_one() -> None:
    assert [foot(shield=shield) for shield in ("shield", "buckler")] == [6, 6]
    assert foot(armour="light", shield="shield") == 5
    assert mounted(shield="shield") == 5


def test_a_shield_without_armour_keeps_its_save_if_the_sentence_on_armour_worn_with_a_shield_is_struck() -> None:
    """WAB-AR-08 concerns armour worn with a shield. The save of a shield alone is in WAB-AR-02."""
    lacking = table("WAB-AR-08")
    assert save_needed(changed(WARRIOR, shield="shield"), ATTACK, lacking) == 6
    assert save_needed(changed(RIDER, shield="shield"), ATTACK, lacking) == 5
    assert save_needed(changed(WARRIOR, shield="shield", armour="light"), ATTACK, lacking) == 6
    assert save_needed(changed(WARRIOR, shield="large shield", armour="light"), ATTACK, lacking) == 6


@pytest.mark.clause("WAB-AR-03", "WAB-AR-08")
def test_a_large_shield_improves_the_save_by_two() -> None:
    assert foot(shield="large shield") == 5
    assert foot(armour="heavy", shield="large shield") == 3
    assert mounted(shield="large shield") == 4


@pytest.mark.clause("WAB-AR-04", "WAB-AR-06", "WAB-AR-07")
def test_a_pavise_protects_only_models_on_foot_and_only_against_shots_from_the_front() -> None:
    behind = changed_threat(SHOT, frontal=False)
    assert [foot(threat, shield="pavise") for threat in (SHOT, ATTACK, behind)] == [5, 7, 7]
    assert foot(SHOT, armour="light", shield="pavise") == 4
    assert mounted(SHOT, shield="pavise") == 6
    assert foot(ATTACK, shield="pavise", rules=("Pavise in combat",)) == 5
    assert foot(behind, shield="pavise", rules=("Pavise all round",)) == 5


@pytest.mark.clause("WAB-AR-05")
@pytest.mark.example("WAB-EX-13")
def test_a_buckler_protects_against_shots_only_in_skirmish_formation() -> None:
    assert foot(changed_threat(SHOT, skirmishing=True), shield="buckler") == 6
    assert foot(SHOT, shield="buckler") == 7
    assert foot(ATTACK, shield="buckler") == 6


@pytest.mark.clause("WAB-AR-09")
def test_a_shield_adds_nothing_to_full_plate_or_to_the_partial_plate_of_a_mounted_model() -> None:
    assert foot(armour="full plate", shield="large shield") == 3
    assert foot(armour="partial plate", shield="large shield") == 2
    assert mounted(armour="partial plate", shield="shield") == 3
    assert mounted(armour="partial plate", shield="shield", rulings={"R20": "partial-mounted-shield"}) == 2


@pytest.mark.clause("WAB-AR-10", "WAB-AR-11", "WAB-AR-12", "WAB-AR-16")
def test_each_kind_of_barding_gives_a_save_of_its_own() -> None:
    threats = (ATTACK, SHOT, changed_threat(ATTACK, frontal=False), changed_threat(SHOT, frontal=False))
    saves = {kind: [mounted(threat, barding=kind) for threat in threats] for kind in ("half cloth", "full cloth")}
    assert saves == {"half cloth": [5, 6, 6, 6], "full cloth": [5, 6, 5, 6]}
    saves = {kind: [mounted(threat, barding=kind) for threat in threats] for kind in ("half plate", "full plate")}
    assert saves == {"half plate": [5, 5, 6, 6], "full plate": [5, 5, 5, 5]}


def test_models_with_a_weapon_in_each_hand_get_no_save_from_a_shield() -> None:
    """WAB-R-81: in a round in which a model takes the extra attack, its shield does not count."""
    assert foot(changed_threat(ATTACK, has_shield_hand=False), shield="large shield") == 7


@pytest.mark.clause("WAB-SV-01", "WAB-SV-02")
def test_the_high_strength_of_an_attack_worsens_the_armour_save_of_the_target() -> None:
    modifiers = [strength_modifier(strength, table()) for strength in range(1, 11)]
    assert modifiers == [0, 0, 0, -1, -2, -3, -4, -5, -6, -7]
    struck = [foot(changed_threat(ATTACK, modifier=modifiers[s - 1]), armour="heavy") for s in (3, 4, 5, 10)]
    assert struck == [5, 6, 7, 7]


def test_even_the_best_armour_does_not_save_on_a_roll_of_1() -> None:
    """WAB-R-84: a natural 1 always fails."""
    best: dict[str, Any] = {"armour": "heavy", "shield": "large shield", "barding": "full plate"}
    assert mounted(**best) == 2
    assert mounted(changed_threat(ATTACK, modifier=-1, strength=4), **best) == 2
    assert mounted(rulings={"R84": "one-plus-auto"}, **best) == 1
    assert mounted(changed_threat(ATTACK, modifier=-1, strength=4), rulings={"R84": "one-plus-auto"}, **best) == 2


@pytest.mark.clause("WAB-CC-10")
def test_the_wound_chart_compares_strength_with_toughness() -> None:
    assert [wound_score(3, toughness, table()) for toughness in range(1, 11)] == [2, 3, 4, 5, 6, 6, 7, 7, 7, 7]
    assert [wound_score(strength, 10, table()) for strength in range(5, 11)] == [7, 7, 6, 6, 5, 4]
    assert wound_score(1, 10, table(R83="six-wounds")) == 6


@pytest.mark.example("WAB-EX-25")
def test_the_best_possible_armour_saves_are_those_stated_in_the_text() -> None:
    assert foot(armour="full plate", shield="large shield") == 3
    assert mounted(armour="partial plate", shield="shield") == 3
    assert mounted(armour="full plate", barding="full plate") == 2
    assert [mounted(threat, armour="heavy", barding="full cloth") for threat in (ATTACK, SHOT)] == [3, 4]


def changed_threat(threat: Threat, **changes: Any) -> Threat:
    return Threat(**{name: getattr(threat, name) for name in Threat.__struct_fields__} | changes)


CASES = [
    pytest.param("none", "shield", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("none", "pavise", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("light", "large shield", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("heavy", "none", "none", 5, marks=pytest.mark.clause("WAB-AR-14")),
    pytest.param("heavy", "large shield", "none", 4, marks=pytest.mark.clause("WAB-AR-14")),
    pytest.param("heavy", "buckler", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("partial plate", "shield", "none", 4, marks=pytest.mark.clause("WAB-AR-13")),
    pytest.param("full plate", "none", "none", 4, marks=pytest.mark.clause("WAB-AR-13")),
]


def rate_of(traits, rulings=None) -> float:
    state = battle(U("ours", 0, ((traits, 3),)), U("foe", 1, ((WARRIOR, 1),)), rulings=rulings, pairs=((0, 1),))
    return rate(state, Table(state.setup.readings), 0) / INCH


@pytest.mark.parametrize(("armour", "shield", "barding", "inches"), CASES)
def test_models_on_foot_are_slowed_by_plate_armour_and_by_heavy_armour_worn_with_a_shield(
    armour: Armour, shield: Shield, barding: Barding, inches: int
) -> None:
    assert rate_of(changed(WARRIOR, armour=armour, shield=shield, barding=barding)) == inches


@pytest.mark.parametrize(
    ("barding", "inches"), [("half cloth", 8), ("full cloth", 8), ("half plate", 7), ("full plate", 7)]
)
@pytest.mark.clause("WAB-AR-13", "WAB-AR-15")
def test_plate_barding_slows_a_horse_and_cloth_barding_does_not(barding: Barding, inches: int) -> None:
    assert rate_of(changed(RIDER, barding=barding)) == inches


@pytest.mark.parametrize(("option", "inches"), [("default", 6), ("cumulative-saves-only", 7), ("rider-free", 7)])
@pytest.mark.clause("WAB-AR-13")
def test_a_rider_in_full_plate_is_slowed_twice_if_the_mount_wears_full_plate_barding(option: str, inches: int) -> None:
    """WAB-R-22: the movement penalties of rider and mount add up to -2"."""
    knight = changed(RIDER, armour="full plate", barding="full plate")
    assert rate_of(knight, {"WAB-R-22": option}) == inches


@pytest.mark.clause("WAB-AR-14")
def test_a_ruling_decides_whether_a_buckler_slows_models_in_heavy_armour() -> None:
    fencer = changed(WARRIOR, armour="heavy", shield="buckler")
    assert rate_of(fencer, {"WAB-R-86": "buckler_counts_as_shield_for_penalty"}) == 4


def test_models_without_armour_are_not_slowed_even_without_the_sentence_on_weightless_armour() -> None:
    lacking = Table({}, struck=frozenset({"WAB-AR-15"}))
    assert movement_penalty(changed(WARRIOR, shield="none"), lacking) == 0
    assert movement_penalty(changed(WARRIOR, shield="none", armour="heavy"), lacking) == 0
    assert movement_penalty(changed(WARRIOR, shield="shield"), lacking) == 1


def test_a_unit_is_as_fast_as_its_slowest_model() -> None:
    slow = changed(WARRIOR, M=4)
    state = battle(U("ours", 0, ((slow, 1), (WARRIOR, 3))), U("foe", 1, ((WARRIOR, 1),)), pairs=((0, 1),))
    assert rate(state, Table(state.setup.readings), 0) == 4 * INCH
    gone = state.on(state.field.without(frozenset(state.field.models(0))))
    assert rate(gone, Table(state.setup.readings), 0) == 0


ARCHER = armed(changed(WARRIOR, BS=3, shield="none"), "bow")


@pytest.mark.clause("WAB-AR-05")
@pytest.mark.parametrize(("kind", "dice"), [("character", [6, 5, 4]), ("infantry", [5, 4, 6])])
def test_a_buckler_does_not_save_a_lone_hero_from_missiles(kind: str, dice: list[int]) -> None:
    """Each model is shot at with a -1 modifier. The skirmisher saves on 6+, but the hero, who is in no formation
    (WAB-R-75), gets no save.
    """
    man = changed(WARRIOR, type=kind, shield="buckler", W=2)
    target = U("man", 1, ((man, 1),), at=((30, 20),), formation="skirmish")
    state = battle(U("archers", 0, ((ARCHER, 1),), block=(30, 10, 0, 1)), target)
    after, _ = played(state, shooting_phase, dice[: 2 if kind == "character" else 3], [1])
    assert after.field.wounds_lost(1) == (kind == "character")
