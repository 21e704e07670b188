"""The log describes the moves of the last step of the movement phase."""

import pytest

from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.movement.mover import move_in_words


@pytest.mark.parametrize(
    ("pace", "steps", "words"),
    [
        ("stay", (), "stay"),
        ("normal", (("wheel", -1250), ("ahead", 2 * INCH)), 'wheel 12.50 degrees left, move 2.00"'),
        ("normal", (("about",), ("files", 6)), "turn about, form up 6 wide"),
        ("march", (("wheel", 900),), "march: wheel 9.00 degrees right"),
        ("march", (("ahead", 3 * INCH // 2),), 'march 1.50"'),
        ("fast march", (("bend", 4500, INCH),), 'bend 45.00 degrees right, fast march 1.00"'),
        ("march", (("bend", 0, INCH),), 'march 1.00" in a bending column'),
        ("normal", (("shift", 9050, INCH),), 'move 1.00" to 90.5 degrees'),
        ("reform", (("ahead", INCH), ("reform", 18000, 5)), 'move 1.00", reform 5 wide, facing 180.00 degrees'),
    ],
)
def test_the_log_describes_each_step_of_a_move(pace: str, steps: tuple[tuple[str | int, ...], ...], words: str) -> None:
    assert move_in_words(pace, steps) == words
