"""Models off the table, overlapping, or on impassable ground are reported."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.kernel.errors import BadScenario
from pilein.tabletop.checking import block_of, check, stands
from tests.tabletop.words import PRESS, TABLE, Bad, changed, loaded

PLACE = "{ x = 24, y = 18, facing = 0, files = 5 }"
BAD = [
    Bad(PLACE, "{ x = 2.49, y = 18, files = 5 }", 43, "unit[1].place", "model 1 of 'guards' is off the", '36" deep'),
    Bad(PLACE, "{ x = 24, y = 36.1, files = 5 }", 43, "unit[1].place", "model 1 of 'guards' is off", '48" wide'),
    Bad(PLACE, "{ x = 24, y = 1.9, files = 5 }", 43, "unit[1].place", "model 6 of 'guards' is off", ""),
    Bad("[22, 25, 90.25]", "[47.6, 25]", 64, "unit[2].positions[2]", "model 2 of 'reavers' is off", ""),
    Bad(
        "[22, 25, 90.25]",
        "[20.95, 25]",
        64,
        "unit[2].positions[2]",
        "model 2 of 'reavers' overlaps model 1 of 'reavers' by 0.0500\"",
        "move one",
    ),
    Bad("[24.5, 25]", "[24, 18]", 65, "unit[2].positions[3]", "model 3 of 'reavers' overlaps model", "move one"),
    Bad(
        "[22, 25, 90.25]",
        "[33, 31]",
        64,
        "unit[2].positions[2]",
        "model 2 of 'reavers' stands in impassable terrain 'the rock'",
        "move the model",
    ),
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_the_error_for_a_model_in_an_illegal_place_names_the_model(bad: Bad) -> None:
    with pytest.raises(BadScenario) as caught:
        check(loaded(changed(TABLE, bad.old, bad.new)))
    fault = caught.value
    assert (fault.file, fault.line, fault.key) == ("toy.toml", bad.line, bad.key)
    assert bad.message in fault.message
    assert bad.remedy in fault.remedy


def test_models_may_touch_each_other_and_the_table_edge_and_impassable_ground() -> None:
    text = changed(TABLE, "[20, 25]", "[0.5, 35.5]")
    check(loaded(changed(text, "[22, 25, 90.25]", "[1.5, 35.5]")))
    check(loaded(changed(text, "[22, 25, 90.25]", "[32, 29.5]")))


def test_models_in_the_press_have_no_places_that_could_be_illegal() -> None:
    check(loaded(PRESS))


def test_models_may_stand_in_terrain_that_is_not_impassable() -> None:
    check(loaded(changed(changed(TABLE, "[22, 25, 90.25]", "[33, 31]"), "impassable", "difficult")))


def test_every_model_of_a_scenario_on_a_table_is_given_its_place() -> None:
    scenario = loaded(TABLE).scenario
    stood = list(stands(scenario))
    assert [(one.unit, one.model) for one in stood] == [(0, model) for model in range(10)] + [
        (1, model) for model in range(3)
    ]
    assert (stood[0].outline.x, stood[0].outline.y) == (ticks(22), ticks(17.5))
    assert (stood[9].outline.x, stood[9].outline.y) == (ticks(26), ticks(16.5))


def test_a_block_has_cells_as_large_as_its_largest_base() -> None:
    scenario = loaded(changed(TABLE, 'profile = "guard"\n  standard', 'profile = "old centurion"\n  standard')).scenario
    block = block_of(scenario, scenario.units[0], first=3)
    assert (block.width, block.depth) == (200_000, 200_000)
    assert block.slots == tuple(range(3, 13))


def test_a_model_overlapping_several_others_is_reported_as_overlapping_the_leftmost_of_them() -> None:
    crowded = loaded(changed(changed(TABLE, "[22, 25, 90.25]", "[20.9, 25]"), "[24.5, 25]", "[20.4, 25.4]"))
    with pytest.raises(BadScenario, match="model 3 of 'reavers' overlaps model 1"):
        check(crowded)
