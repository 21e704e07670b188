"""Every example loads, plays a phase from a fixed seed, and matches its golden playthrough."""

import pytest

from pilein.engine.replay import replayed
from pilein.engine.rulesets import ruleset_named
from tests.examples.playthrough import EXAMPLES, GOLDEN, golden, played, playthrough

each_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


@each_example
def test_the_first_line_of_an_example_states_its_purpose(path):
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    assert len(first) > 40


@each_example
def test_the_log_of_an_example_matches_its_golden_playthrough(path):
    game = played(path)
    assert game.is_over
    assert playthrough(game) == golden(path).read_text(encoding="utf-8"), "see tests/examples/playthrough.py"


@each_example
def test_replaying_the_record_of_an_example_gives_the_same_log(path):
    game = played(path)
    assert replayed(game.record, ruleset_named(game.scenario.ruleset)).log == game.log


def test_every_golden_playthrough_belongs_to_an_example():
    assert set(GOLDEN.rglob("*.txt")) == {golden(path) for path in EXAMPLES}


def test_every_example_is_in_the_list_of_examples():
    page = (EXAMPLES[0].parents[1] / "README.md").read_text(encoding="utf-8")
    assert [path.stem for path in EXAMPLES if f"]({path.parent.name}/{path.name})" not in page] == []
