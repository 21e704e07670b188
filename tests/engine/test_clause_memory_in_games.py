"""The digests of whole games are the same with and without a clause cache, even if the cache is full or has disabled
itself.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.tables import TABLES
from pilein.engine import clause_memory
from pilein.engine.budget import UNMETERED
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.kernel.errors import BadScenario
from pilein.lab.scenarios import Scenario, load
from pilein.lab.simulating import simulate
from pilein.tabletop.loading import loads
from pilein.tabletop.movement.local_searches import LocalSearches
from tests.checker.random_tables import table
from tests.conftest import SOAK
from tests.rulesets.texts import NAMES

EXAMPLES = sorted(Path("examples").glob("*/*.toml"))
DAILY = ("scorched/duel", "scrollhammer/second_round", "wab/pursuit", "warstrike/press", "wwpd/plain_men")
SMALL = 60_000  # bytes, soon used up
Digest = tuple[str, ...]


class _Games:
    """Games of one phase of a scenario. The digest of a game covers all effects of its clauses."""

    def __init__(self, scenario: Any) -> None:
        self._rules = ruleset_named(scenario.ruleset)
        self._scenario = scenario
        self._policy = named("sensible", scenario.ruleset, seed=0, side=0)

    def digests(self, games: int, room: int | None) -> Digest:
        """Return the digests of games on a newly opened set-up, for which nothing has been cached."""
        opening = self._rules.opened(self._scenario)
        memory = None if room is None else ClauseMemory(self._rules, room)
        return tuple(self._digest(opening, number, memory) for number in range(games))

    def _digest(self, opening: Any, number: int, memory: ClauseMemory | None) -> str:
        playing = Playing((self._policy, self._policy), Dice(stream(3, number)), memory=memory, check=UNMETERED.check)
        digest = hashlib.sha256()
        for ran in playing.phase(self._rules, opening):
            state = ran.position.state
            facts = (
                state.field,
                ran.position.agenda,
                ran.events,
                ran.met,
                ran.used,
                ran.pauses,
                replace(state, field=None),
            )
            digest.update(repr(facts).encode())
        return digest.hexdigest()


def _assert_same(scenario: Any, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare games without a cache with games that use each kind of cache: large, often full, and soon disabled."""
    one = _Games(scenario)
    with monkeypatch.context() as patched:
        patched.setattr(LocalSearches, "found", lambda _self, _plane, _asked, search: search())
        plain = one.digests(games, None)
    assert one.digests(games, None) == plain
    assert one.digests(games, 10**9) == plain
    with monkeypatch.context() as patched:
        patched.setattr(clause_memory, "WEIGHED", 1)
        assert one.digests(games, SMALL) == plain
        patched.setattr(clause_memory, "JUDGED", 5)
        patched.setattr(clause_memory, "OVERHEAD", 1e9)
        assert one.digests(games, 10**9) == plain


@pytest.mark.parametrize("name", DAILY)
def test_games_of_the_examples_are_the_same_with_a_clause_cache_of_any_size(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _assert_same(load(f"examples/{name}.toml"), 5, monkeypatch)


@pytest.mark.parametrize("name", [name for name in TABLES if "four units" not in name])
def test_games_on_the_benchmark_tables_are_the_same_with_a_clause_cache_of_any_size(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _assert_same(_table(name), 2, monkeypatch)


def test_simulated_games_have_the_same_figures_for_any_number_of_workers() -> None:
    scenario = load("examples/wab/pursuit.toml")
    one, two = (
        simulate(scenario, n=16, seed=2, workers=workers, way="games", budget=None).document() for workers in (1, 2)
    )
    assert one == two


@pytest.mark.soak
@pytest.mark.parametrize("name", TABLES)
def test_a_thousand_games_on_each_benchmark_table_are_the_same_with_a_clause_cache_of_any_size(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each table takes one to three minutes of processor time, except the one with four units, which takes ten."""
    _assert_same(_table(name), 1000, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_thousand_games_of_each_example_are_the_same_with_a_clause_cache_of_any_size(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _assert_same(load(path), 1000, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("batch", range(max(SOAK, 1)))
def test_games_of_random_battles_are_the_same_with_a_clause_cache_of_any_size(
    ruleset: str, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(2000 + 200 * batch, 2200 + 200 * batch):
        try:
            scenario = Scenario.from_text(table(ruleset, seed))
        except BadScenario:
            continue
        _assert_same(scenario, 5, monkeypatch)


def _table(name: str) -> Any:
    text: Callable[[], str] = TABLES[name]
    return loads(text(), vocabulary).scenario
