"""docs/battle.md is true: its battle goes as described, and its objectives can be read."""

import doctest
import re
from pathlib import Path

from pilein.engine.rulesets import vocabulary
from pilein.tabletop.loading import loads

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "battle.md"


def test_the_pages_python_gives_the_results_it_shows():
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_its_objectives_can_be_read():
    shown = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    turns, _, objectives = shown[1].partition("\n\n")
    text = (ROOT / "examples" / "scrollhammer" / "battle.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("turns = 6")
    scenario = loads(f"{head}{turns}\n{objectives}\n{rest[rest.index('[profiles') :]}", vocabulary).scenario
    assert (scenario.turns, len(scenario.objectives)) == (6, 3)
