"""What a reader found who played declarations, reactions and ranges of charges by the text, reading by reading."""

from typing import Any

import pytest

from pilein.rulesets.scrollhammer.state import Battle, Status
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, play, reavers

EDGES = ("south", "north")


def questions(made: Battle, answers: list[Any], dice: tuple[int, ...] = ()) -> list[str]:
    """The clauses of the questions asked in a Charge sub-phase."""
    _, script = play(made, dice, answers)
    return [request.clause for request in script.asked if hasattr(request, "clause")]


@pytest.mark.clause("SH-CH-11")
def test_who_cannot_charge_what_it_shot_at_is_not_asked_to_charge() -> None:
    """SH-R-11 `include`. It shot at reavers far off, who must be among its targets; others stand within reach."""
    shooters = guards([(10, 10)], status=Status(fired_at=1))
    far, near = reavers([(10, 40)]), reavers([(10, 15)], name="others")
    assert questions(battle(shooters, far, near, rulings={"SH-R-11": "include"}), []) == []
