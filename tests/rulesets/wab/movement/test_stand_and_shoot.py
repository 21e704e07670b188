"""Stand and shoot, and what it does to chargers."""

import pytest

from tests.rulesets.wab.movement.charging import GO, charged, declared, foot_at_archers

MISSES = [1] * 10


@pytest.mark.clause("WAB-RX-05")
def test_the_volley_is_resolved_and_losses_come_off_at_once() -> None:
    """Two hits that wound; one is saved on 5 or more."""
    after, _ = declared(foot_at_archers(6), [5, 6, *MISSES[2:], 4, 4, 5, 1], [GO, "shoot"])
    assert after.living(0) == 19
    assert after.status(0).shot_down == 1


@pytest.mark.parametrize(("option", "dice"), [("default", [6, 6]), ("sns-no-panic", [])])
def test_a_charger_that_panics_stops(option: str, dice: list[int]) -> None:
    """WAB-R-59: 5 of 20 fall, which is a quarter."""
    state = foot_at_archers(6, rulings={"WAB-R-59": option})
    volley = [6] * 5 + [1] * 5 + [6] * 5 + [1] * 5
    after = charged(state, [*volley, *dice], [GO, "shoot"])
    assert after.living(0) == 15
    assert after.status(0).fleeing is bool(dice)
    assert bool(after.plane.touched_units(0)) is not bool(dice)
    if dice:
        assert after.status(0).move == "fled"
        assert after.plane.place(0) == state.plane.place(0)
