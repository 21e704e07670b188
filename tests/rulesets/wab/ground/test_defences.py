"""Defended positions."""

import pytest

from pilein.rulesets.wab.pursuit import is_defended
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import WARRIOR, G, U, battle


@pytest.mark.parametrize(
    ("kind", "low", "high", "defended"),
    [
        ("obstacle", 20, 20.5, True),
        ("obstacle", 21, 21.5, False),
        ("obstacle", 19.9, 20.4, False),
        ("obstacle", 18.7126, 19.2126, False),
        ("structure", 16, 22, True),
        ("difficult", 20, 20.5, False),
    ],
    ids=["before it", "further off", "astride", "behind it", "in a house", "at a wood"],
)
def test_a_unit_is_defended_behind_an_obstacle_and_in_a_building(kind, low, high, defended) -> None:
    """WAB-R-66."""
    ground = G(kind, [(10, low), (30, low), (30, high), (10, high)])
    unit = U("red", 0, ((WARRIOR, 5),), block=(20, 20, 0, 5))
    assert is_defended(battle(unit, grounds=[ground]), 0) is defended


def test_loose_models_are_defended_at_any_side_and_others_where_the_scenario_says_so() -> None:
    """WAB-R-66."""
    wall = G("obstacle", [(10, 19), (30, 19), (30, 19.5), (10, 19.5)])
    loose = U("red", 0, ((WARRIOR, 1),), at=((20, 19.5 + 10 / 25.4),), formation="skirmish")
    assert is_defended(battle(loose, grounds=[wall]), 0)
    said = U("blue", 1, ((WARRIOR, 5),), status=Status(defended=True))
    pressed = battle(U("red", 0, ((WARRIOR, 5),)), said, pairs=[(0, 1)])
    assert [is_defended(pressed, unit) for unit in (0, 1)] == [False, True]
