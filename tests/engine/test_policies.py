from collections import Counter

import pytest

from pilein.engine import rulesets
from pilein.engine.players import Chancy
from pilein.engine.policies import MOST, Random, first, named
from pilein.kernel.errors import UnknownRule
from pilein.kernel.requests import OneOf, Several
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from tests.duel import RULESET

CHOICE = OneOf(0, "X-1", "?", ("a", "b", "c"))


def test_the_first_policy_gives_the_first_candidate_as_its_answer():
    assert first(None, OneOf(0, "X-1", "?", ("b", "a"))) == "b"


def test_the_first_policy_immediately_answers_a_question_with_very_many_candidates():
    assert first(None, Several(0, "X-1", "?", tuple(range(60)), 30, 30)) == tuple(range(30))


def test_a_policy_can_be_found_by_its_name():
    assert named("first", "scrollhammer", seed=1, side=0) is first
    assert named("sensible", "scrollhammer", seed=1, side=0) is sensible
    assert isinstance(named("random", "scrollhammer", seed=1, side=0), Random)


def test_the_first_policy_takes_the_place_of_the_sensible_policy_if_the_ruleset_has_none(monkeypatch):
    monkeypatch.setitem(rulesets._known, "duel", RULESET)
    assert named("sensible", "duel", seed=1, side=0) is first


def test_the_error_for_an_unknown_policy_suggests_a_similar_name():
    with pytest.raises(UnknownRule, match="sensible"):
        named("sensble", "scrollhammer", seed=1, side=0)


def answers(seed, side=0, count=60, choice=CHOICE):
    policy = Random(seed, side)
    found = []
    for moment in range(count):
        policy.moment = moment
        found.append(policy(None, choice))
    return found


def test_the_random_policy_eventually_chooses_every_candidate():
    counts = Counter(answers(1, count=300))
    assert set(counts) == {"a", "b", "c"}
    assert min(counts.values()) > 60


def test_a_random_policy_with_the_same_seed_and_moment_gives_the_same_answer():
    assert answers(5) == answers(5)
    assert answers(5) != answers(6)


def test_random_policies_of_the_two_sides_of_a_game_answer_differently():
    assert answers(5, side=0) != answers(5, side=1)


def test_the_random_policy_implements_the_protocol_of_policies_that_receive_the_moment():
    assert isinstance(Random(1), Chancy)


def test_the_random_policy_examines_only_a_limited_number_of_candidates_from_the_beginning_of_a_long_list():
    many = Several(0, "X-1", "?", tuple(range(40)), 20, 20)
    firsts = {answer for answer, _ in zip((one for _, one in many.candidates()), range(MOST), strict=False)}
    assert set(answers(3, choice=many)) <= firsts
