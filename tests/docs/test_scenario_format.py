"""The page docs/scenario-format.md is accurate: its examples load, and errors read as shown."""

import re
from pathlib import Path

import pytest

from pilein.kernel.errors import BadScenario
from pilein.rulesets.scrollhammer.vocabulary import VOCABULARY
from pilein.tabletop.checking import check
from pilein.tabletop.loading import loads

PAGE = (Path(__file__).parents[2] / "docs" / "scenario-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(ruleset.*?)```", PAGE, re.DOTALL)
ERRORS = re.findall(r"^fight\.toml:.*$", PAGE, re.MULTILINE)
SLIPS = [
    ("S = 3", "s = 3"),
    ("WS = 4", "WS = 40"),
    ('["hand weapon"]', '["hand wepon"]'),
    ("models = 5", "models = 5000"),
    ('"reavers"]]', '"reaver"]]'),
    ('name = "reavers"\n', ""),
    ('active = "red"', 'active = "rde"'),
]


@pytest.mark.parametrize("text", EXAMPLES, ids=["press", "table"])
def test_the_example_on_the_scenario_format_page_can_be_played(text: str) -> None:
    check(loads(text, lambda _: VOCABULARY))


@pytest.mark.parametrize(("slip", "words"), list(zip(SLIPS, ERRORS, strict=True)), ids=range(len(SLIPS)))
def test_each_error_on_the_scenario_format_page_has_the_wording_shown(slip: tuple[str, str], words: str) -> None:
    with pytest.raises(BadScenario) as caught:
        loads(EXAMPLES[0].replace(*slip, 1), lambda _: VOCABULARY, file="fight.toml")
    assert str(caught.value) == words
