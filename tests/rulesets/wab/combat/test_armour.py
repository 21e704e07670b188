"""Basic saves, and when each piece of armour counts."""

from typing import Any

import pytest

from pilein.kernel.numbers import set_to
from pilein.kernel.rulings import Reading, readings
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import Threat, save_needed, strength_modifier
from pilein.rulesets.wab.striking import wound_score
from pilein.rulesets.wab.vocabulary import NUMBERS, RULINGS
from tests.rulesets.wab.builder import RIDER, WARRIOR, changed

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
def test_body_armour_saves_on_foot_and_mounted_as_the_chart_has_it() -> None:
    kinds = ("none", "light", "heavy", "partial plate", "full plate")
    assert [foot(armour=armour) for armour in kinds] == [7, 6, 5, 4, 3]
    assert [mounted(armour=armour) for armour in kinds] == [6, 5, 4, 3, 3]
    assert mounted(armour="full plate", rulings={"R21": "full-plate-mounted-2"}) == 2


@pytest.mark.clause("WAB-AR-02", "WAB-AR-08")
def test_a_shield_or_buckler_improves_the_save_by_one() -> None:
    assert [foot(shield=shield) for shield in ("shield", "buckler")] == [6, 6]
    assert foot(armour="light", shield="shield") == 5
    assert mounted(shield="shield") == 5


def test_without_the_mark_that_adds_it_to_armour_a_shield_saves_by_itself() -> None:
    """WAB-AR-08 is about armour: what a shield is worth alone stands in WAB-AR-02."""
    lacking = table("WAB-AR-08")
    assert save_needed(changed(WARRIOR, shield="shield"), ATTACK, lacking) == 6
    assert save_needed(changed(RIDER, shield="shield"), ATTACK, lacking) == 5
    assert save_needed(changed(WARRIOR, shield="shield", armour="light"), ATTACK, lacking) == 6
    assert save_needed(changed(WARRIOR, shield="large shield", armour="light"), ATTACK, lacking) == 6


@pytest.mark.clause("WAB-AR-03", "WAB-AR-08")
def test_a_large_shield_improves_it_by_two() -> None:
    assert foot(shield="large shield") == 5
    assert foot(armour="heavy", shield="large shield") == 3
    assert mounted(shield="large shield") == 4


@pytest.mark.clause("WAB-AR-04", "WAB-AR-06", "WAB-AR-07")
def test_a_pavise_works_on_foot_against_shots_from_the_front() -> None:
    behind = changed_threat(SHOT, frontal=False)
    assert [foot(threat, shield="pavise") for threat in (SHOT, ATTACK, behind)] == [5, 7, 7]
    assert foot(SHOT, armour="light", shield="pavise") == 4
    assert mounted(SHOT, shield="pavise") == 6
    assert foot(ATTACK, shield="pavise", rules=("Pavise in combat",)) == 5
    assert foot(behind, shield="pavise", rules=("Pavise all round",)) == 5


@pytest.mark.clause("WAB-AR-05")
@pytest.mark.example("WAB-EX-13")
def test_a_buckler_stops_shots_in_skirmish_formation_only() -> None:
    assert foot(changed_threat(SHOT, skirmishing=True), shield="buckler") == 6
    assert foot(SHOT, shield="buckler") == 7
    assert foot(ATTACK, shield="buckler") == 6


@pytest.mark.clause("WAB-AR-09")
def test_full_plate_and_partial_plate_on_a_mount_make_no_use_of_a_shield() -> None:
    assert foot(armour="full plate", shield="large shield") == 3
    assert foot(armour="partial plate", shield="large shield") == 2
    assert mounted(armour="partial plate", shield="shield") == 3
    assert mounted(armour="partial plate", shield="shield", rulings={"R20": "partial-mounted-shield"}) == 2


@pytest.mark.clause("WAB-AR-10", "WAB-AR-11", "WAB-AR-12", "WAB-AR-16")
def test_barding_counts_by_its_kind() -> None:
    threats = (ATTACK, SHOT, changed_threat(ATTACK, frontal=False), changed_threat(SHOT, frontal=False))
    saves = {kind: [mounted(threat, barding=kind) for threat in threats] for kind in ("half cloth", "full cloth")}
    assert saves == {"half cloth": [5, 6, 6, 6], "full cloth": [5, 6, 5, 6]}
    saves = {kind: [mounted(threat, barding=kind) for threat in threats] for kind in ("half plate", "full plate")}
    assert saves == {"half plate": [5, 5, 6, 6], "full plate": [5, 5, 5, 5]}


def test_a_unit_that_has_a_weapon_in_each_hand_has_no_shield() -> None:
    """WAB-R-81."""
    assert foot(changed_threat(ATTACK, has_shield_hand=False), shield="large shield") == 7


@pytest.mark.clause("WAB-SV-01", "WAB-SV-02")
def test_strength_takes_its_modifier_off_the_save() -> None:
    modifiers = [strength_modifier(strength, table()) for strength in range(1, 11)]
    assert modifiers == [0, 0, 0, -1, -2, -3, -4, -5, -6, -7]
    struck = [foot(changed_threat(ATTACK, modifier=modifiers[s - 1]), armour="heavy") for s in (3, 4, 5, 10)]
    assert struck == [5, 6, 7, 7]


def test_a_one_fails_even_the_best_save() -> None:
    """WAB-R-84."""
    best: dict[str, Any] = {"armour": "heavy", "shield": "large shield", "barding": "full plate"}
    assert mounted(**best) == 2
    assert mounted(changed_threat(ATTACK, modifier=-1, strength=4), **best) == 2
    assert mounted(rulings={"R84": "one-plus-auto"}, **best) == 1
    assert mounted(changed_threat(ATTACK, modifier=-1, strength=4), rulings={"R84": "one-plus-auto"}, **best) == 2


@pytest.mark.clause("WAB-CC-10")
def test_the_wound_chart_sets_strength_against_toughness() -> None:
    assert [wound_score(3, toughness, table()) for toughness in range(1, 11)] == [2, 3, 4, 5, 6, 6, 7, 7, 7, 7]
    assert [wound_score(strength, 10, table()) for strength in range(5, 11)] == [7, 7, 6, 6, 5, 4]
    assert wound_score(1, 10, table(R83="six-wounds")) == 6


@pytest.mark.example("WAB-EX-25")
def test_armour_corners() -> None:
    assert foot(armour="full plate", shield="large shield") == 3
    assert mounted(armour="partial plate", shield="shield") == 3
    assert mounted(armour="full plate", barding="full plate") == 2
    assert [mounted(threat, armour="heavy", barding="full cloth") for threat in (ATTACK, SHOT)] == [3, 4]


def changed_threat(threat: Threat, **changes: Any) -> Threat:
    return Threat(**{name: getattr(threat, name) for name in Threat.__struct_fields__} | changes)
