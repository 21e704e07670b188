"""SH-FA-01, SH-MV-20: several equally near models, one of which a wall keeps out of range (SH-R-19, SH-R-26)."""

from typing import Any

import pytest

from pilein.kernel.requests import OneOf
from pilein.rulesets.scrollhammer.policy import sensible
from pilein.rulesets.scrollhammer.state import Battle
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import FALLING, guards, kinds, play, reavers, told, under_way, where

WALL = ("impassable", [(7, 12), (10.2, 12), (10.2, 13), (7, 13)])


def walled_off(rulings: dict[str, str] | None = None, **reaver: Any) -> Battle:
    """Return a battle of two guards, each four inches from an enemy of its own. The first guard's path around the wall
    is five inches long.
    """
    foes = reavers([(10, 15), (11.5, 15)], **reaver)
    return battle(guards([(10, 10), (11.5, 10)]), foes, grounds=[WALL], rulings=rulings)


@pytest.mark.clause("SH-FA-01", "SH-MV-20")
@pytest.mark.parametrize("named", [0, 1])
def test_the_nearest_model_that_the_player_names_must_be_in_charge_range(named: int) -> None:
    """The range is 4 inches."""
    answers: list[Any] = [(0, 1), "hold", named]
    after, script = play(walled_off(), [1, 3], answers if named == 0 else [*answers, place])
    assert ("ChargeMade" in kinds(script), "ChargeFailed" in kinds(script)) == (named == 1, named == 0)
    assert after.status(0).charged == (named == 1)
    if named == 0:
        assert told(script, "ChargeFailed").reason == "out of range"
        assert where(after, 0) == (10, 10)


def place(choice: Any) -> Any:
    return next(choice.candidates())[1]


@pytest.mark.clause("SH-FA-01")
def test_a_unit_falling_back_takes_no_leadership_test_if_the_named_charger_is_out_of_range() -> None:
    """SH-R-26 `defender-ties`, SH-R-15: the defender names the guard behind the wall, so Leadership is not tested."""
    _, script = play(walled_off({"SH-R-26": "defender-ties"}, status=FALLING), [1, 3], [(0, 1), 0])
    assert kinds(script)[-2:] == ["RangeRolled", "ChargeFailed"]


@pytest.mark.clause("SH-FA-01")
@pytest.mark.parametrize(("dice", "fails"), [([1, 2], True), ([2, 3], False)])
def test_the_initial_charger_is_named_after_the_range_roll_if_the_choice_cannot_affect_it(
    dice: list[int], fails: bool
) -> None:
    """With a range of 3, neither guard arrives and no question is asked. With a range of 5, both arrive, and the
    question follows the roll for the range.
    """
    _, script = play(walled_off(), dice, [(0, 1), "hold"] if fails else [(0, 1), "hold", 0, place])
    assert ("ChargeFailed" in kinds(script)) == fails


@pytest.mark.parametrize(("reading", "side", "named"), [("default", 0, 1), ("defender-ties", 1, 0)])
def test_the_sensible_policy_names_the_initial_charger_that_suits_the_side_it_plays(
    reading: str, side: int, named: int
) -> None:
    """The charging side names the model that arrives, and the defender names the model that does not."""
    made = under_way(walled_off({"SH-R-26": reading}), 1, range=4)
    choice = OneOf(side, "SH-MV-20", "which of the nearest models charges first?", (0, 1))
    assert sensible(made, choice) == named
