"""Saved tallies are accepted only if games of their scenario could have produced them."""

from collections import Counter
from pathlib import Path

import pytest

from pilein.lab.kept_tallies import why_not
from pilein.lab.scenarios import load
from pilein.lab.simulating import simulate
from pilein.lab.simulating_files import read
from pilein.lab.simulating_games import Games

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.toml"))
SMALL = [path for path in EXAMPLES if path.stem not in ("battle", "demo", "two_armies", "siege", "block_charges_block")]
DUEL = next(path for path in EXAMPLES if path.match("scrollhammer/duel.toml"))


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_saved_results_of_games_pass_the_check_when_read_back(path):
    games = Games(load(path), ("random", "sensible"), 2, 1)
    tally = games.begin()(range(2))
    assert why_not(tally.lines(), tally.games, games) == ""


def test_the_saved_results_of_walks_can_be_read_back(tmp_path):
    for phases in (1, 0):
        for events in (True, False):
            path = tmp_path / f"{phases}{events}.json"
            done = simulate(DUEL, n=300, phases=phases, way="walks", events=events, save=path)
            games = Games(done.scenario, ("sensible", "sensible"), phases, 0)
            assert read(path, games, "walks").games == 300


@pytest.fixture(scope="module")
def games():
    return Games(load(DUEL), ("sensible", "sensible"), 1, 1)


@pytest.fixture(scope="module")
def lines(games):
    return dict(games.begin()(range(40)).lines())


EVENT = ("event", "Broke", "noble", (("by_choice", False),), "SH-MO-04", None)


@pytest.mark.parametrize(
    ("question", "answers", "words"),
    [
        (("outcome",), (("hills wins", 41),), "not answered for every game"),
        (("outcome",), (("hills wins", 20), ("hills wins", 20)), "counted more than once"),
        (("outcome",), (("nobody wins", 40),), "'outcome' has an unknown answer"),
        (("outcome",), (("unresolved", 40),), "'outcome' has an unknown answer"),
        (("outcome",), ((1, 40),), "'outcome' has an unknown answer"),
        (("outcome",), (("hills wins", 40),), "do not agree with the fates"),
        (("outcome", "hills"), (("hills wins", 40),), "'outcome' has an unknown answer"),
        (("phases",), ((2, 40),), "'phases' has an answer that is out of bounds"),
        (("phases",), (("1", 40),), "'phases' has an answer that is out of bounds"),
        (("phases",), (), "counted more than once"),
        (("margin",), ((10**9, 1),), "'margin' has an answer that is out of bounds"),
        (("margin",), ((1, 41),), "not answered for every game"),
        (("decided",), (("SH-XX-99", 1),), "'decided' has an unknown answer"),
        (("decided",), (("SH-CR-09", 40),), "more games are decided than"),
        (("fate", "noble"), (("asleep", 40),), "'fate' has an unknown answer"),
        (("fate", "nobody"), (("standing", 40),), "'fate' has an unknown answer"),
        (("fate", ("noble",)), (("standing", 40),), "'fate' has an unknown answer"),
        (("losses", "noble"), ((2, 40),), "'losses' has an answer that is out of bounds"),
        (("losses", "noble"), ((-1, 40),), "'losses' has an answer that is out of bounds"),
        (("losses", {}), ((0, 40),), "'losses' has an answer that is out of bounds"),
        (EVENT, ((0, 1),), "a number of times that is out of bounds"),
        (EVENT, ((10**30, 1),), "a number of times that is out of bounds"),
        (EVENT, (("once", 1),), "a number of times that is out of bounds"),
        (EVENT[:5], ((1, 1),), "is malformed"),
        ((*EVENT[:5], 1), ((1, 1),), "an event that these rules do not have"),
        (("event", "Exploded", *EVENT[2:]), ((1, 1),), "an event that these rules do not have"),
        ((*EVENT[:2], "nobody", *EVENT[3:]), ((1, 1),), "an event that these rules do not have"),
        ((*EVENT[:3], (("by_choice", 0),), *EVENT[4:]), ((1, 1),), "has fields that these rules do not"),
        ((*EVENT[:3], ({},), *EVENT[4:]), ((1, 1),), "has fields that these rules do not"),
        ((*EVENT[:3], (), *EVENT[4:]), ((1, 1),), "has fields that these rules do not"),
        ((), ((1, 1),), "unknown question"),
        ((("outcome",),), ((1, 1),), "unknown question"),
        (("weather",), (("fine", 40),), "unknown question"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_impossible_saved_results_are_refused_and_the_fault_is_named(games, lines, question, answers, words):
    others = tuple((one, given) for one, given in lines.items() if one != question)
    assert words in why_not((*others, (question, answers)), 40, games)


def test_saved_results_must_contain_every_figure_of_the_games_exactly_once(games, lines):
    every = tuple(lines.items())
    assert why_not(every, 40, games) == ""
    assert Counter(question[0] for question in lines)["fate"] == 2
    for missing in (("outcome",), ("phases",), ("fate", "noble"), ("losses", "hill king")):
        rest = tuple(line for line in every if line[0] != missing)
        assert why_not(rest, 40, games) == f"the question {missing[0]!r} is not answered"
    assert why_not((*every, every[0]), 40, games) == "a question is counted twice"
    assert why_not((), 0, games) == ""
    assert why_not(every, 0, games) != ""
