"""SH-MV-22, SH-MV-23: the player chooses the order of the charging models, but each ends in coherency if it can."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.requests import Choice, first
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, kinds, play, reavers, where
from tests.rulesets.scrollhammer.logs import spot

CHARGE = [(0, 1), "hold", 0]
WAITS = "the model would end out of coherency, and models that can end in coherency move first"


def spread(middle: float = 14.6, rulings: dict[str, str] | None = None):
    """Return a battle in which model 0 leads, model 1 is too far away to end within 2" of model 0, and model 2 may end
    between the two.
    """
    return battle(guards([(10, 10), (17, 10), (middle, 10)]), reavers([(10, 14), (17, 14)]), rulings=rulings)


def offered(choice: Choice) -> set[int]:
    return {answer[0] for _, answer in choice.candidates() if isinstance(answer, tuple)}


@pytest.mark.clause("SH-MV-23")
def test_a_charging_model_that_cannot_keep_coherency_waits_for_one_that_can():
    def second(choice):
        assert offered(choice) == {2}
        assert choice.why_not(spot(1, 14, 11.2)) == WAITS
        return spot(2, 13, 12.6)

    after, _ = play(spread(), [2, 2], [*CHARGE, second, first])
    assert (where(after, 0), where(after, 1)) == ((10, 13), (16, 13))


@pytest.mark.clause("SH-MV-23")
def test_a_charge_does_not_fail_for_lack_of_coherency_if_another_model_can_move_first():
    after, script = play(spread(rulings={"SH-R-29": "charge-fails"}), [2, 2], [*CHARGE, first, first])
    assert "ChargeFailed" not in kinds(script)
    assert where(after, 0) == (10, 13)


@pytest.mark.clause("SH-MV-23")
def test_any_charging_model_may_move_next_if_none_can_keep_coherency():
    after, _ = play(spread(20), [1, 2], [*CHARGE, lambda choice: next(iter(choice.candidates()))[1], first])
    assert where(after, 0) == (10, 13)
    with pytest.raises(IllegalAnswer, match="as close to coherency as it can"):
        play(spread(20), [1, 2], [*CHARGE, spot(1, 17, 12)])
