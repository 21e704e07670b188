"""The precomputed replies equal those of the engine to the first requests of the page."""

import json
import re
from pathlib import Path

from pilein.protocol.first_replies import FIRST, first_replies

PAGE = Path("page/src/odds/desk.svelte.ts").read_text(encoding="utf-8")


def test_the_precomputed_first_replies_include_the_first_example_with_its_exact_odds():
    found = {one["request"]["type"]: one for one in first_replies()}
    assert [*found] == ["AskGames", "AskExample", "AskWords", "AskOdds"]
    assert [one["reply"]["type"] for one in found.values()] == ["Games", "ScenarioChecked", "Words", "Odds"]
    assert found["AskOdds"]["request"]["toml"] == found["AskExample"]["reply"]["toml"]
    assert found["AskOdds"]["reply"]["is_exact"]
    assert json.loads(json.dumps([*found.values()])) == [*found.values()]


def test_the_odds_page_opens_with_the_example_whose_replies_are_precomputed():
    first = re.search(r'const FIRST = \["([^"]+)"', PAGE)
    assert first is not None
    assert FIRST.startswith(first[1])


def test_the_precomputed_replies_state_that_neither_numpy_nor_a_server_is_available():
    games = first_replies()[0]["reply"]
    assert (games["has_numpy"], games["is_served"]) == (False, False)
