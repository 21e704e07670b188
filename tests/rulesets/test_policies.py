"""The sensible policy of every ruleset answers legally, keeps no memory and always has an answer."""

from pathlib import Path
from typing import Any

import pytest

import pilein
from benchmarks.regret import regrets, solved
from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import Random, named
from pilein.engine.rulesets import names, ruleset_named, vocabulary
from pilein.kernel.requests import Answer, Choice, OneOf, Policy
from pilein.tabletop.loading import load, loads
from tests.duel import opened, scenario

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.toml"))
NAMES = [name for name in names() if ruleset_named(name).policy]


class Crossed:
    """A policy that asks a second policy twice, checks that both answers agree and are legal, and then answers at
    random.
    """

    def __init__(self, policy: Policy, seed: int) -> None:
        self.policy = policy
        self.other = Random(seed)

    def __call__(self, state: Any, choice: Choice) -> Answer:
        answer = self.policy(state, choice)
        assert choice.why_not(answer) is None, (choice.clause, choice.words, answer)
        assert self.policy(state, choice) == answer
        self.other.moment += 1
        return self.other(state, choice)


def sensible(ruleset: str, side: int = 0) -> Policy:
    return named("sensible", ruleset, seed=1, side=side)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_answers_of_the_sensible_policy_are_legal_and_repeatable_throughout_a_game(path: Path) -> None:
    found = load(path, vocabulary)
    one, other = (Player("crossed", Crossed(sensible(found.ruleset, side), seed=side)) for side in (0, 1))
    game = Game(ruleset_named(found.ruleset), found, seed=1, players=(one, other), phases=2)
    game.run()
    assert game.is_over


@pytest.mark.parametrize("name", NAMES)
def test_the_sensible_policy_is_found_by_the_name_of_its_ruleset(name: str) -> None:
    assert sensible(name).__module__.startswith(f"pilein.rulesets.{name}.policy")


@pytest.mark.parametrize("name", NAMES)
def test_the_sensible_policy_answers_an_unknown_question_with_the_first_offer(name: str) -> None:
    question = OneOf(0, f"{ruleset_named(name).prefix}-XX-01", "which?", (3, 4))
    state = ruleset_named(name).opened(loads(ruleset_named(name).sample, vocabulary).scenario).state
    assert sensible(name)(state, question) == 3


@pytest.mark.parametrize("name", NAMES)
def test_the_sensible_policy_takes_the_first_offer_in_a_battle_of_a_different_ruleset(name: str) -> None:
    state = opened(scenario()).state
    for sentence in vocabulary(name).sentences:
        assert sensible(name)(state, OneOf(0, sentence, "?", ("one", "two"))) == "one"


FEWER = {
    "scrollhammer/slaves": {"models = 39": "models = 4", "models = 10": "models = 2", "frontage = 10": "frontage = 2"},
    "scrollhammer/knights_and_spears": {"models = 5": "models = 2", "models = 20": "models = 5"},
    "scrollhammer/stubborn": {"models = 23": "models = 5", "models = 4": "models = 2"},
    "scorched/psyker": {},
    "wwpd/plain_men": {"models = 10": "models = 3"},
}


def shortened(name: str) -> pilein.Scenario:
    """Return an example scenario with fewer models, so that its best answers can be found quickly."""
    text = (EXAMPLES[0].parents[1] / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in FEWER[name].items():
        assert old in text
        text = text.replace(old, new)
    return pilein.Scenario.from_text(text)


@pytest.mark.parametrize("name", FEWER)
def test_the_sensible_policy_comes_at_least_as_close_to_the_best_answers_as_the_first_and_the_random_policy(
    name: str,
) -> None:
    found = regrets(shortened(name))
    for seat in (0, 1):
        assert found["sensible"][seat] <= min(found["first"][seat], found["random"][seat]) + 1e-9


@pytest.mark.soak
def test_in_press_examples_no_simple_policy_comes_closer_to_the_best_answers_than_the_sensible_policy() -> None:
    solvable = list(solved(EXAMPLES))
    assert len(solvable) >= 11
    for name, _, found in solvable:
        for seat in (0, 1):
            assert found["sensible"][seat] <= min(found["first"][seat], found["random"][seat]) + 1e-9, (name, seat)
