"""SH-FA-03: failed charges, and the forward stumble that may follow (SH-R-36 `failed-move`)."""

import pytest

from pilein.rulesets.scrollhammer.charge.range import roll_charge_range
from pilein.rulesets.scrollhammer.charge_events import GroundBraved
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, kinds, play, reavers, under_way, where

STUMBLING = {"SH-R-36": "failed-move"}
BOG = ("dangerous", [(9, 12), (10.2, 12), (10.2, 13), (9, 13)])


@pytest.mark.clause("SH-FA-03")
def test_under_the_failed_move_ruling_a_unit_stumbles_forwards_if_its_initial_charger_dies() -> None:
    """SH-R-87: the range is 5. The first guard dies in the bog, and the second, which is 6.6 inches away, stumbles
    4 inches.
    """
    made = battle(guards([(10, 10), (12, 8.5)]), reavers([(10, 16)]), grounds=[BOG], rulings=STUMBLING)
    after, script = play(made, [4, 1, 1, 1], [(0, 1), "hold"])
    assert kinds(script)[-2:] == ["ChargeFailed", "Moved"]
    x, y = where(after, 1)
    assert (x - 12) ** 2 + (y - 8.5) ** 2 == pytest.approx(4**2, abs=0.01)


@pytest.mark.clause("SH-FA-03")
@pytest.mark.parametrize(("near", "ends"), [((10, 8.5), 13), ((11.5, 10), 13), ((11.5, 11), 10), ((10, 11.9), 10)])
def test_only_an_enemy_that_is_ahead_and_within_an_inch_stops_a_stumbling_unit(
    near: tuple[float, float], ends: float
) -> None:
    """SH-R-36: an enemy half an inch behind or beside the unit does not stop it, but an enemy half an inch in front of
    it does, whether straight ahead or to one side.
    """
    made = battle(guards([(10, 10)]), reavers([(10, 20)]), reavers([near], name="near"), rulings=STUMBLING)
    after, _ = play(made, [1, 3], [(0, 1), "hold"])
    assert where(after, 0) == (10, ends)


@pytest.mark.clause("SH-TE-05")
def test_a_unit_stumbling_forwards_over_dangerous_ground_is_tested() -> None:
    """SH-R-36 `failed-move`: the charge of nine inches fails on a 2 and a 3. The bog lies in front of the
    first guard.
    """
    bog = ("dangerous", [(9, 11), (11, 11), (11, 12), (9, 12)])
    foes = reavers([(10, 20), (13, 20)])
    made = battle(guards([(10, 10), (13, 10)]), foes, grounds=[bog], rulings={"SH-R-36": "failed-move"})
    _, script = play(under_way(made, 1), [2, 3, 4], None, roll_charge_range)
    braved = [event for event in script.events if isinstance(event, GroundBraved)]
    assert [(event.model, event.hurt) for event in braved] == [(0, False)]
