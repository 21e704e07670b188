"""Fast marches."""

from typing import Any

import pytest

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.fast_marching import why_no_fast_march
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import CHARIOT, HORSE, RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.movement.moves import MARCHER, PLAIN, ahead, alone, front, moved, refusal


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
def test_it_has_to_be_in_march_column(files: int, option: str, may: bool) -> None:
    """WAB-R-50."""
    state = column(files=files, models=30, rulings={"WAB-R-50": option})
    reason = refusal(state, "fast march", ahead(5))
    assert reason == "" if may else reason.startswith("WAB-FM-02")


def test_chariots_are_in_column_one_behind_the_other() -> None:
    """WAB-R-50."""
    chariot = changed(MARCHER, type="light chariot")
    assert refusal(column(traits=chariot, models=3, files=1, base=CHARIOT), "fast march", ahead(5)) == ""
    assert refusal(column(traits=chariot, models=6, files=2, base=CHARIOT), "fast march", ahead(5)).startswith(
        "WAB-FM-02"
    )


@pytest.mark.clause("WAB-FM-03")
def test_a_fast_march_is_made_at_three_times_the_rate() -> None:
    after, _ = moved(column(), "fast march", ahead(12))
    assert front(after).y == 32 * INCH
    assert after.status(0).move == "fast marched"
    assert refusal(column(), "fast march", ahead(12.1)).startswith("WAB-FM-03")


@pytest.mark.clause("WAB-FM-04")
@pytest.mark.example("WAB-EX-22")
def test_no_fast_march_with_any_enemy_within_eight_inches() -> None:
    riders = U("riders", 0, ((changed(RIDER, musician=True), 8),), block=(24, 20, 0, 2), base=HORSE)
    state = battle(riders, U("foes", 1, ((WARRIOR, 1),), block=(24, 27, 180, 1)))
    assert refusal(state, "march", ahead(5)) == ""
    assert refusal(state, "fast march", ahead(5)).startswith("WAB-FM-04")
    fleeing = U("foes", 1, ((RIDER, 1),), block=(24, 27, 180, 1), base=HORSE, status=Status(fleeing=True))
    assert refusal(battle(riders, fleeing), "march", ahead(5)) == ""
    assert refusal(battle(riders, fleeing), "fast march", ahead(5)).startswith("WAB-FM-04")


def test_the_eight_inches_may_hold_all_along_the_way_for_any_enemy() -> None:
    """WAB-R-47 check-all-way."""
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
def test_the_wheel_is_the_only_manoeuvre() -> None:
    assert refusal(column(), "fast march", ("wheel", -3000), ahead(5)) == ""
    for step in (("about",), ("files", 4), ("shift", 0, INCH)):
        assert refusal(column(), "fast march", step).startswith("WAB-FM-06")


@pytest.mark.clause("WAB-FM-07", "WAB-FM-08")
@pytest.mark.parametrize(
    ("kind", "clause"), [("difficult", "WAB-FM-07"), ("very difficult", "WAB-FM-07"), ("obstacle", "WAB-FM-08")]
)
def test_no_fast_march_through_difficult_ground_or_across_obstacles(kind: str, clause: str) -> None:
    state = column(grounds=[G(kind, ((20, 22), (28, 22), (28, 23), (20, 23)))])
    assert refusal(state, "fast march", ahead(3)).startswith(clause)
    assert refusal(state, "fast march", ahead(1.5)) == ""
