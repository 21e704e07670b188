from collections import Counter

from pilein.agents.random import MOST, Random
from pilein.engine.players import Chancy
from pilein.kernel.requests import OneOf, Several

CHOICE = OneOf(0, "X-1", "?", ("a", "b", "c"))


def answers(seed, side=0, count=60, choice=CHOICE):
    policy = Random(seed, side)
    found = []
    for moment in range(count):
        policy.moment = moment
        found.append(policy(None, choice))
    return found


def test_every_candidate_is_taken_now_and_then():
    counts = Counter(answers(1, count=300))
    assert set(counts) == {"a", "b", "c"}
    assert min(counts.values()) > 60


def test_the_same_seed_and_moment_give_the_same_answer():
    assert answers(5) == answers(5)
    assert answers(5) != answers(6)


def test_two_sides_of_one_game_do_not_answer_alike():
    assert answers(5, side=0) != answers(5, side=1)


def test_it_is_told_the_moment_by_the_game():
    assert isinstance(Random(1), Chancy)


def test_of_very_many_candidates_the_first_are_looked_at():
    many = Several(0, "X-1", "?", tuple(range(40)), 20, 20)
    firsts = {answer for answer, _ in zip((one for _, one in many.candidates()), range(MOST), strict=False)}
    assert set(answers(3, choice=many)) <= firsts
