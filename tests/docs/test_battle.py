"""The page docs/battle.md is accurate: its battle goes as described, and its objectives can be loaded."""

import doctest
import re
from pathlib import Path

from pilein.engine.rulesets import vocabulary
from pilein.tabletop.loading import loads

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "battle.md"


def test_the_python_code_on_the_battle_page_gives_the_results_shown():
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_the_objectives_on_the_battle_page_can_be_loaded():
    shown = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    turns, _, objectives = shown[1].partition("\n\n")
    text = (ROOT / "examples" / "scrollhammer" / "battle.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("turns = 6")
    scenario = loads(f"{head}{turns}\n{objectives}\n{rest[rest.index('[profiles') :]}", vocabulary).scenario
    assert (scenario.turns, len(scenario.objectives)) == (6, 3)
