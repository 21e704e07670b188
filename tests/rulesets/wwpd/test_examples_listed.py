"""Every worked example of the register is played by a test that is marked with it, and no other is named."""

import re
from pathlib import Path

WORKED = (1, 2, 4, 5, 7, 8, 10, 11, 12, 14, 16, 17, 19, 20)
MARK = re.compile(r'mark\.example\("(WW-X-\d\d)"\)')


def test_every_worked_example_is_played():
    texts = (path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert {one for text in texts for one in MARK.findall(text)} == {f"WW-X-{number:02}" for number in WORKED}
