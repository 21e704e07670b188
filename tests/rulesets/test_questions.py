"""Every question a ruleset asks is listed together with the wording of its answers."""

import ast
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import Random
from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.requests import Answer, Choice
from pilein.lab.scenarios import load
from pilein.tabletop.battle import BattleState

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pilein" / "rulesets"
EXAMPLES = ROOT / "examples"
ID = re.compile(r"[A-Z]+-[A-Z0-9]+-\d+")
ASKING = ("OneOf", "Several", "Split", "yes_or_no")
MOST_CLAUSES = 150


def _literal_ids(name: str) -> Iterator[str]:
    """Yield the sentence IDs that are written literally where questions are created."""
    for path in (SOURCE / name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ASKING:
                words = (one.value for one in node.args if isinstance(one, ast.Constant))
                yield from (one for one in words if isinstance(one, str) and ID.fullmatch(one))


@pytest.mark.parametrize("name", names())
def test_every_question_in_the_code_of_a_ruleset_is_listed_in_the_vocabulary_of_the_ruleset(name: str) -> None:
    rules = ruleset_named(name)
    listed = {one.id for one in rules.vocabulary.questions}
    assert set(_literal_ids(name)) <= listed
    assert listed <= {*rules.sentences, *rules.rulings}
    assert all(one.answers or one.also for one in rules.vocabulary.questions)


@pytest.mark.parametrize("name", names())
def test_every_question_asked_in_play_is_listed_in_the_vocabulary_with_its_answers(name: str) -> None:
    rules = ruleset_named(name)
    words: dict[str, set[str]] = {}
    open_ones = {one.id for one in rules.vocabulary.questions if one.also}
    for text in rules.vocabulary.questions:
        words.setdefault(text.id, set()).update(text.answers)

    def seen(policy: Random, state: BattleState, choice: Choice) -> Answer:
        assert choice.clause in words, f"{choice.clause} asks {choice.words!r}, and is not listed"
        if choice.clause not in open_ones:
            assert {label for label, _ in islice(choice.candidates(), 10)} <= words[choice.clause]
        return policy(state, choice)

    for path in sorted((EXAMPLES / name).glob("*.toml")):
        policies = (Random(1, 0), Random(1, 1))
        one, other = (Player("seen", lambda state, choice, by=by: seen(by, state, choice)) for by in policies)
        game = Game(rules, load(path), seed=1, players=(one, other))
        for _ in range(MOST_CLAUSES):
            if not game.step():
                break
