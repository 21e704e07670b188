"""A battle compiled by the thousand is the battle compiled one position at a time."""

from functools import cache
from pathlib import Path

import pytest

from pilein.engine.chain import chain as chains
from pilein.engine.chain.chain import compiled
from pilein.engine.chain.crowd import crowded, packing
from pilein.engine.chain.crowd.tables import Mixed
from pilein.engine.chain.flow.exact import ExactStepping
from pilein.engine.chain.limits import Limits
from pilein.engine.chain.veiled.text import Text
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import TooManyPositions
from pilein.lab.questions import label
from pilein.lab.scenarios import load
from tests.engine.chain import gambler

ROOT = Path(__file__).parents[4]
BATTLES = (
    ("tests/lab/figures/mirror.toml", 0),
    ("tests/lab/figures/lost_combat.toml", 1),
    ("examples/scorched/duel.toml", 1),
)


class Much:
    """Remembers a number for all that has been told, in order."""

    start = 0

    def heard(self, state, said):
        return (7 * state + len(repr(said))) % 11


@cache
def opened(path):
    scenario = load(ROOT / path)
    found = ruleset_named(scenario.ruleset)
    return found, found.opened(scenario)


def chain_of(path, phases, **limits):
    found, position = opened(path)
    policy = named("sensible", found.name, seed=0, side=0)
    return compiled(found, position, (policy, policy), phases=phases, label=label(found), **limits)


def law(chain, phases, automaton=None):
    """How likely each end is, and what is remembered of all that is told on the way."""
    stepped = ExactStepping(chain, automaton).to(phases)
    states = [chain.state(node) for node in chain.ends.tolist()]
    found = {}
    for (end, heard), chance in stepped.at_the_end.items():
        key = states[end], stepped.states[heard]
        found[key] = found.get(key, 0) + chance
    return found


@pytest.fixture
def by_the_thousand(monkeypatch):
    monkeypatch.setattr(chains, "SMALL", 0)


@pytest.mark.parametrize(("path", "phases"), BATTLES)
def test_it_is_the_same_battle(path, phases, monkeypatch):
    one_by_one = chain_of(path, phases)
    monkeypatch.setattr(chains, "SMALL", 0)
    together = chain_of(path, phases)
    assert len(together.positions) == len(one_by_one.positions)
    assert len(together.source) == len(one_by_one.source)
    automaton = Much()
    assert law(together, phases, automaton) == law(one_by_one, phases, automaton)


def test_what_is_read_at_the_ends_is_the_same(by_the_thousand):
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    states = [chain.state(node) for node in chain.ends.tolist()]
    assert chain.read(lambda battle: battle.living(0)) == [battle.living(0) for battle in states]


def test_chances_and_weights_say_the_same(by_the_thousand):
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    wholes = [chain.wholes[node] for node in chain.source.tolist()]
    assert chain.chance.tolist() == [weight / whole for weight, whole in zip(chain.weights, wholes, strict=True)]
    assert all(not chain.wholes[end] for end in chain.ends.tolist())


def test_what_goes_in_circles_is_compiled(by_the_thousand):
    position = gambler.opened(1, 1, gambler.wait_for_a_six)
    chain = compiled(gambler.rules(), position, (gambler.plays, gambler.plays), phases=1)
    assert chain.chance.tolist() == [pytest.approx(5 / 6), pytest.approx(1 / 6)]


def test_positions_that_take_more_words_than_were_thought_of_get_them(by_the_thousand, monkeypatch):
    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    monkeypatch.setattr(packing, "WORD", 24)
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected


def test_where_they_take_too_many_it_is_compiled_one_by_one(by_the_thousand, monkeypatch):
    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    monkeypatch.setattr(crowded, "WORDS", range(1, 1))
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected


def test_so_it_is_where_there_are_too_many_agendas(by_the_thousand, monkeypatch):
    tried = []
    begin = crowded.Crowding.begin
    monkeypatch.setattr(crowded.Crowding, "begin", lambda self, position: (tried.append(1), begin(self, position)))
    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    monkeypatch.setattr(packing, "HEAD", 15)
    monkeypatch.setattr(crowded, "HEAD", 15)
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected
    assert len(tried) == 2


def test_so_it_is_where_unlike_positions_are_mixed_into_the_same_number(by_the_thousand, monkeypatch):
    def mix(_crowding, _position):
        raise Mixed

    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    monkeypatch.setattr(crowded.Crowding, "begin", mix)
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected


def test_nothing_is_compiled_far_beyond_the_limits():
    found, position = opened("tests/lab/figures/mirror.toml")
    policy = named("sensible", "scrollhammer", seed=0, side=0)
    text = Text(found, (policy, policy))
    begin = text.number(position)
    with pytest.raises(TooManyPositions):
        crowded.crowded(text, begin, Limits(runs=200), phases=0)
    assert text.runs < 260


def test_outcomes_of_dice_put_down_unseen_count_one_by_one():
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    assert chain.text.outcomes > chain.text.runs
    with pytest.raises(TooManyPositions, match="outcomes to be tried"):
        chain_of("tests/lab/figures/mirror.toml", 0, most_runs=chain.text.runs)


def test_what_goes_on_to_one_position_alone_counts_as_well(by_the_thousand):
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    with pytest.raises(TooManyPositions, match="positions"):
        chain_of("tests/lab/figures/mirror.toml", 0, limit=len(chain.positions))


def test_limits_hold(by_the_thousand):
    with pytest.raises(TooManyPositions, match="more than 20 positions"):
        chain_of("tests/lab/figures/mirror.toml", 0, limit=20)
    with pytest.raises(TooManyPositions, match="more than 5 outcomes to be tried"):
        chain_of("tests/lab/figures/mirror.toml", 0, most_runs=5)


def test_who_gives_up_says_how_much_work_it_was(by_the_thousand):
    with pytest.raises(TooManyPositions, match="more than 50 clauses to be run") as refused:
        chain_of("tests/lab/figures/mirror.toml", 0, most_clauses=50)
    assert 50 < refused.value.work < 200
