"""Units march and fast march."""

from typing import Any

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.marching import hindering, ignored, why_no_fast_march, why_no_march
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import CHARIOT, FOOT, HORSE, RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.moves import MARCHER, PLAIN, ahead, alone, front, moved, refusal

LEADER = changed(WARRIOR, type="character")
HORN = changed(RIDER, musician=True)
SEVEN = 7.5  # inches, from base to base


def foe(
    traits: Traits = WARRIOR, inches: float = SEVEN, models: int = 5, base: Base = FOOT, *, fleeing: bool = False
) -> U:
    place = (24, 20 + inches, 180, models)
    return U("foes", 1, ((traits, models),), block=place, base=base, status=Status(fleeing=fleeing))


def horsemen(*others: U) -> Battle:
    return battle(U("riders", 0, ((HORN, 8),), block=(24, 20, 0, 4), base=HORSE), *others)


@pytest.mark.clause("WAB-MA-01")
def test_a_unit_needs_a_musician_to_march() -> None:
    assert refusal(alone(), "march", ahead(8)) == ""
    assert refusal(alone(traits=PLAIN), "march", ahead(8)).startswith("WAB-MA-01")


@pytest.mark.clause("WAB-MA-02")
def test_a_march_covers_at_most_twice_the_rate() -> None:
    after, _ = moved(alone(), "march", ahead(8))
    assert front(after).y == 28 * INCH
    assert after.status(0).move == "marched"
    assert refusal(alone(), "march", ahead(8.1)).startswith("WAB-MA-02")


@pytest.mark.clause("WAB-MA-03")
def test_a_character_marches_at_three_times_its_rate_and_needs_no_musician() -> None:
    """WAB-R-48: characters on their own march without a musician."""
    state = alone(traits=LEADER, models=1, files=1)
    assert refusal(state, "march", ahead(15)) == ""
    assert refusal(state, "march", ahead(15.1)).startswith("WAB-MA-02")
    together = battle(U("ours", 0, ((LEADER, 1), (changed(WARRIOR, musician=True), 4)), block=(24, 20, 0, 5)))
    assert refusal(together, "march", ahead(10)) == ""
    assert refusal(together, "march", ahead(10.1)).startswith("WAB-MA-02")


@pytest.mark.clause("WAB-MA-04")
def test_no_unit_marches_with_an_enemy_within_eight_inches_of_it() -> None:
    assert refusal(alone(foe()), "march", ahead(5)).startswith("WAB-MA-04")
    assert refusal(alone(foe(inches=8.5)), "march", ahead(5)) == ""
    assert refusal(alone(foe()), "normal", ahead(4)) == ""


@pytest.mark.clause("WAB-MA-05")
@pytest.mark.parametrize(
    "enemy",
    [foe(fleeing=True), foe(LEADER, models=1), foe(changed(WARRIOR, type="artillery"), models=2)],
    ids=["fleeing", "character", "artillery"],
)
def test_fleeing_enemies_lone_characters_and_artillery_do_not_prevent_a_march(enemy: U) -> None:
    after, _ = moved(alone(enemy), "march", ahead(5))
    assert after.status(0).ignored == (1,)


@pytest.mark.parametrize(
    ("enemy", "counting"),
    [
        (foe(fleeing=True), (1,)),
        (foe(LEADER, models=1), (1,)),
        (foe(LEADER, models=1, fleeing=True), ()),
        (foe(changed(WARRIOR, type="artillery"), models=2), ()),
    ],
    ids=["fleeing", "character", "fleeing character", "artillery"],
)
def test_under_the_only_fleeing_characters_ruling_other_fleeing_units_and_steady_characters_hinder_a_march(
    enemy: U, counting: tuple[int, ...]
) -> None:
    """WAB-R-47: "fleeing enemy characters" is then read as a single kind of enemy that may be ignored."""
    state = alone(enemy, rulings={"WAB-R-47": "only-fleeing-characters"})
    assert hindering(state, Table(state.setup.readings), 0) == counting


@pytest.mark.clause("WAB-MA-06")
@pytest.mark.example("WAB-EX-22")
def test_cavalry_may_march_past_infantry() -> None:
    beside = U("foes", 1, ((WARRIOR, 5),), block=(34.9, 20, 180, 5))
    far = U("far", 1, ((RIDER, 5),), block=(24, 40, 180, 5), base=HORSE)
    after, _ = moved(horsemen(beside, far), "march", ahead(16))
    assert after.status(0).ignored == (1,)
    assert front(after).y == 36 * INCH
    assert refusal(horsemen(foe(RIDER, base=HORSE)), "march", ahead(5)).startswith("WAB-MA-04")
    assert refusal(horsemen(foe(RIDER, base=HORSE, fleeing=True)), "march", ahead(5)) == ""


@pytest.mark.clause("WAB-MA-07")
def test_skirmishers_elephants_and_artillery_cannot_march() -> None:
    for type_ in ("elephant", "artillery"):
        state = alone(traits=changed(MARCHER, type=type_))
        assert refusal(state, "march", ahead(5)).startswith("WAB-MA-07")
    loosely = battle(U("ours", 0, ((MARCHER, 2),), at=((20, 20), (22, 20)), formation="skirmish"))
    assert refusal(loosely, "march", ("shift", 0, INCH)).startswith("WAB-MA-07")


@pytest.mark.clause("WAB-MA-08")
def test_a_marching_unit_may_wheel_but_make_no_other_manoeuvre() -> None:
    assert refusal(alone(), "march", ("wheel", 3000), ahead(5)) == ""
    for step in (("about",), ("files", 4), ("shift", 0, INCH)):
        assert refusal(alone(), "march", step).startswith("WAB-MA-08")


@pytest.mark.clause("WAB-MA-09", "WAB-MA-10")
@pytest.mark.parametrize(
    ("kind", "clause"), [("difficult", "WAB-MA-09"), ("very difficult", "WAB-MA-09"), ("obstacle", "WAB-MA-10")]
)
@pytest.mark.parametrize("formation", ["close", "open"])
def test_a_march_may_not_cross_difficult_ground_or_obstacles(kind: str, clause: str, formation: str) -> None:
    state = alone(grounds=[G(kind, ((20, 22), (28, 22), (28, 23), (20, 23)))], formation=formation)
    assert refusal(state, "march", ahead(3)).startswith(clause)
    assert refusal(state, "march", ahead(1.5)) == ""
    assert refusal(state, "normal", ahead(2.5)) == ""


def test_under_the_check_all_way_ruling_the_limit_of_eight_inches_applies_along_the_whole_path_of_a_march() -> None:
    for option, reason in (("default", ""), ("check-all-way", "WAB-MA-02")):
        state = alone(foe(inches=12), rulings={"WAB-R-47": option})
        assert refusal(state, "march", ahead(5)).startswith(reason)
        assert refusal(state, "march", ahead(3)) == ""
        leaving = alone(foe(LEADER, 12, 1), rulings={"WAB-R-47": option})
        assert refusal(leaving, "march", ahead(5)) == ""


def test_ignored_enemies_are_not_recorded_for_a_unit_that_moves_without_marching() -> None:
    state = alone(foe(fleeing=True))
    assert ignored(state, Table(state.setup.readings), 0) == (1,)
    assert moved(state, "normal", ahead(3))[0].status(0).ignored == ()


def column(*others: U, **more: Any) -> Battle:
    return alone(*others, **({"files": 3, "models": 12} | more))


@pytest.mark.clause("WAB-FM-01")
def test_a_unit_needs_a_musician_to_fast_march() -> None:
    assert refusal(column(), "fast march", ahead(12)) == ""
    assert refusal(column(traits=PLAIN), "fast march", ahead(12)).startswith("WAB-FM-01")


@pytest.mark.clause("WAB-FM-02")
@pytest.mark.parametrize(
    ("files", "option", "may"),
    [(3, "default", True), (1, "default", True), (4, "default", False), (4, "column-4", True), (5, "column-4", False)],
)
def test_a_fast_marching_unit_must_be_in_march_column(files: int, option: str, may: bool) -> None:
    state = column(files=files, models=30, rulings={"WAB-R-50": option})
    reason = refusal(state, "fast march", ahead(5))
    assert reason == "" if may else reason.startswith("WAB-FM-02")


def test_chariots_in_a_column_stand_one_behind_another() -> None:
    """WAB-R-50: a column of chariots is one model wide."""
    chariot = changed(MARCHER, type="light chariot")
    assert refusal(column(traits=chariot, models=3, files=1, base=CHARIOT), "fast march", ahead(5)) == ""
    assert refusal(column(traits=chariot, models=6, files=2, base=CHARIOT), "fast march", ahead(5)).startswith(
        "WAB-FM-02"
    )


@pytest.mark.clause("WAB-FM-03")
def test_a_fast_march_covers_at_most_three_times_the_rate() -> None:
    after, _ = moved(column(), "fast march", ahead(12))
    assert front(after).y == 32 * INCH
    assert after.status(0).move == "fast marched"
    assert refusal(column(), "fast march", ahead(12.1)).startswith("WAB-FM-03")


@pytest.mark.clause("WAB-FM-04")
@pytest.mark.example("WAB-EX-22")
def test_no_unit_fast_marches_with_any_enemy_within_eight_inches() -> None:
    riders = U("riders", 0, ((changed(RIDER, musician=True), 8),), block=(24, 20, 0, 2), base=HORSE)
    state = battle(riders, U("foes", 1, ((WARRIOR, 1),), block=(24, 27, 180, 1)))
    assert refusal(state, "march", ahead(5)) == ""
    assert refusal(state, "fast march", ahead(5)).startswith("WAB-FM-04")
    fleeing = U("foes", 1, ((RIDER, 1),), block=(24, 27, 180, 1), base=HORSE, status=Status(fleeing=True))
    assert refusal(battle(riders, fleeing), "march", ahead(5)) == ""
    assert refusal(battle(riders, fleeing), "fast march", ahead(5)).startswith("WAB-FM-04")


def test_under_the_check_all_way_ruling_the_limit_of_eight_inches_applies_along_the_whole_path_of_a_fast_march() -> (
    None
):
    character = U("foes", 1, ((changed(WARRIOR, type="character"), 1),), block=(24, 32, 180, 1))
    for option, reason in (("default", ""), ("check-all-way", "WAB-FM-03")):
        state = column(character, rulings={"WAB-R-47": option})
        assert refusal(state, "fast march", ahead(6)).startswith(reason)


@pytest.mark.clause("WAB-FM-05")
def test_skirmishers_elephants_and_artillery_cannot_fast_march() -> None:
    for type_ in ("elephant", "artillery"):
        assert refusal(column(traits=changed(MARCHER, type=type_)), "fast march", ahead(5)).startswith("WAB-FM-05")
    loosely = battle(U("ours", 0, ((MARCHER, 2),), at=((20, 20), (22, 20)), formation="skirmish"))
    assert why_no_fast_march(loosely, Table(loosely.setup.readings), 0).startswith("WAB-FM-05")


@pytest.mark.clause("WAB-FM-06")
def test_a_fast_marching_unit_may_wheel_but_make_no_other_manoeuvre() -> None:
    assert refusal(column(), "fast march", ("wheel", -3000), ahead(5)) == ""
    for step in (("about",), ("files", 4), ("shift", 0, INCH)):
        assert refusal(column(), "fast march", step).startswith("WAB-FM-06")


@pytest.mark.clause("WAB-FM-07", "WAB-FM-08")
@pytest.mark.parametrize(
    ("kind", "clause"), [("difficult", "WAB-FM-07"), ("very difficult", "WAB-FM-07"), ("obstacle", "WAB-FM-08")]
)
def test_a_fast_march_may_not_cross_difficult_ground_or_obstacles(kind: str, clause: str) -> None:
    state = column(grounds=[G(kind, ((20, 22), (28, 22), (28, 23), (20, 23)))])
    assert refusal(state, "fast march", ahead(3)).startswith(clause)
    assert refusal(state, "fast march", ahead(1.5)) == ""


@pytest.mark.parametrize(("reading", "ignored"), [("default", (1,)), ("ignored-flag", ())])
def test_under_the_ignored_flag_ruling_a_march_does_not_record_the_enemies_it_ignores(reading, ignored) -> None:
    """WAB-R-60: only the scenario lists the enemies that a unit ignores, and that list stays in force."""
    horse = changed(MARCHER, type="cavalry", mounted=True, M=8)
    units = (
        U("ours", 0, ((horse, 5),), block=(24, 20, 0, 5), base=HORSE),
        U("foot", 1, ((WARRIOR, 5),), block=(24, 16, 180, 5)),
    )
    state = battle(*units, rulings={"WAB-R-60": reading})
    assert moved(state, "march", ahead(10))[0].status(0).ignored == ignored
    named = state.having(0, ignored=(1,))
    assert moved(named, "normal", ahead(2))[0].status(0).ignored == (1,)


HERO = changed(PLAIN, type="character", M=4)


@pytest.mark.parametrize("formation", ["skirmish", "open"])
def test_a_lone_character_marches_in_any_formation(formation) -> None:
    """WAB-MA-03, WAB-R-75: a lone character marches at three times its rate."""
    hero = U("hero", 0, ((HERO, 1),), at=[(24, 20)], formation="skirmish")
    if formation == "open":
        hero = U("hero", 0, ((HERO, 1),), block=(24, 20, 0, 1))
    state = battle(hero)
    step = ("shift", 0, 12 * INCH) if formation == "skirmish" else ahead(12)
    after, _ = moved(state, "march", step)
    assert after.status(0).move == "marched"
    pair = battle(U("heroes", 0, ((HERO, 2),), at=[(24, 20), (26, 20)], formation="skirmish"))
    assert why_no_march(pair, Table(pair.setup.readings), 0) != ""
