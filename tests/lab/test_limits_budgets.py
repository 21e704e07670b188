"""Every long computation keeps to its limit: it either samples, or it stops and reports its results so far."""

import re
from pathlib import Path

import pytest

import pilein
from pilein.engine.budget import GB, MB, Budget
from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, OutOfTime, Spent
from pilein.lab import odds as lab
from pilein.lab.best import best
from pilein.lab.charges import charge
from pilein.lab.limits import budget_of
from pilein.lab.matrix import matrix
from pilein.lab.odds import odds
from pilein.lab.sensitivity import worth
from pilein.lab.simulating import simulate
from pilein.lab.tallies import Tally
from pilein.tabletop.loading import loads
from tests.clocks import Clock, Gauge, gauged, looks
from tests.lab.press import FIVES

EXAMPLES = Path(__file__).parents[2] / "examples"
DUEL = EXAMPLES / "scorched" / "duel.toml"
ON_A_TABLE = EXAMPLES / "scrollhammer" / "stand_and_shoot.toml"
REACHED = "the limit of 60 s was reached; raise the limit to 5min with --limit (in Python, `budget`)"


@pytest.fixture(scope="module")
def fives():
    return loads(FIVES, vocabulary).scenario


@pytest.mark.parametrize(
    ("words", "seconds", "memory"),
    [
        ("60s,1GB", 60, GB),
        ("5min", 300, GB),
        ("500MB", 60, 500 * MB),
        (" 2 GB , 1.5h ", 5400, 2 * GB),
        ("750kB,1s", 1, 750_000),
        ("none", None, None),
        (None, None, None),
    ],
)
def test_a_limit_may_be_given_in_seconds_and_bytes(words, seconds, memory):
    found = budget_of(words)
    assert (found.seconds, found.memory) == (seconds, memory)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "60",
        "60s,",
        "60s,5min",
        "0s",
        "-1s",
        "1e3s",
        ".s",
        "1gb",
        "\uff11s",
        "9" * 400 + "s",
        "none,1s",
        "GB",
        "1..5s",
    ],
)
def test_a_limit_that_is_neither_a_time_nor_a_size_is_refused(words):
    with pytest.raises(BadInput, match=r"budget: .*write a limit like 60s, 5min, 500MB, 2GB") as caught:
        budget_of(words)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("at", [5, 50, 300])
def test_odds_that_can_be_solved_are_never_sampled_even_if_the_clock_jumps(at, fives):
    """On a busy machine, the clock may jump. The odds must then be either the same as usual or missing."""
    assert odds(fives, budget=Budget(60, None, Jumping(at, by=59)), phases=1).figures == odds(fives, phases=1).figures
    with pytest.raises(OutOfTime, match=re.escape(REACHED) + ", or play games with `pilein simulate`"):
        odds(fives, budget=Budget(60, None, Jumping(at, by=60)), phases=1)


def test_odds_with_too_much_work_to_solve_are_sampled_regardless_of_the_clock(fives, monkeypatch):
    monkeypatch.setattr(lab, "GAMES", 10)
    monkeypatch.setattr(lab, "MOST_WORK", 50)
    found = [odds(fives, budget=Budget(60, None, clock), phases=1) for clock in (Clock(0), Jumping(20, by=59))]
    assert {one.note.partition(";")[0] for one in found} == {
        "sampled (10 games): more than 50 steps to compute are too many to solve exactly"
    }
    assert found[0].figures == found[1].figures


def test_a_shorter_time_limit_lowers_the_maximum_amount_of_work_for_exact_odds(fives, monkeypatch):
    monkeypatch.setattr(lab, "GAMES", 10)
    solved = odds(fives, budget=Budget(60, None, Clock(0)), phases=1)
    sampled = odds(fives, budget=Budget(0.1, None, Clock(0)), phases=1)
    assert (solved.figures.games, sampled.figures.games) == (0, 10)
    assert "more than 83 steps to compute are too many to solve exactly" in sampled.note


class Jumping:
    """A clock that stands still and jumps by several seconds after a given number of readings."""

    def __init__(self, at, by):
        self._left = at
        self._by = by

    def __call__(self):
        self._left -= 1
        return 0.0 if self._left > 0 else float(self._by)


def test_odds_that_run_out_of_time_report_the_games_finished_so_far(fives, monkeypatch):
    monkeypatch.setattr(lab, "MOST_RUNS", 50)
    found = odds(fives, phases="end", budget=looks(2000))
    games = found.figures.games
    assert 0 < games < 1000
    assert found.note == f"sampled ({games} of 1,000 games): {REACHED}"
    assert found.document()["stopped"] == "the limit of 60 s was reached"


def test_sampling_has_the_full_memory_limit_after_an_exact_computation_has_run_out_of_memory(fives, monkeypatch):
    monkeypatch.setattr(lab, "GAMES", 100)
    found = odds(fives, budget=Budget(None, GB, Clock(1), Upto(GB)), phases=1)
    assert "sampled (100 games): exact odds take more than 1 GB of memory" in found.note


class Upto(Gauge):
    """A memory gauge that rises to a limit and then stays there."""

    def __init__(self, limit):
        super().__init__(limit // 20)
        self._limit = limit

    def __call__(self, with_workers):
        return min(super().__call__(with_workers), self._limit + 2 * self._step)


def test_odds_without_a_finished_game_raise_an_error_that_names_the_limit(fives):
    with pytest.raises(Spent, match=re.escape(REACHED)):
        odds(fives, budget=looks(6), phases=1)


def test_exact_odds_that_exceed_the_limit_raise_an_error_that_names_the_limit(fives):
    with pytest.raises(Spent, match=re.escape(REACHED)):
        odds(fives, exact=True, budget=looks(100), phases=1)


def test_odds_that_stay_within_their_limit_match_odds_without_a_limit(fives):
    assert odds(fives, budget=looks(10**9), phases=1).figures == odds(fives, budget=None, phases=1).figures


def test_time_between_computing_odds_and_asking_for_events_does_not_count_towards_the_limit(fives):
    clock = Clock(0)
    found = odds(fives, budget=Budget(60, None, clock), phases=1)
    clock.now = 10**6
    assert found.events
    assert "left out" not in found.note


def test_events_that_take_too_long_to_compute_are_omitted_from_odds(fives):
    clock = Clock(0)
    found = odds(fives, budget=Budget(60, None, clock), phases=1)
    clock._step = 1
    assert found.events == ()
    assert found.note.endswith(
        "events left out: the limit of 60 s was reached; raise the limit to 5min with --limit (in Python, `budget`)"
    )


def test_a_simulation_that_reaches_its_limit_returns_its_finished_games(fives):
    found = simulate(fives, n=1000, way="games", phases="end", seed=3, budget=looks(2000))
    assert 0 < found.games < 1000
    assert not found.is_complete
    assert found.note == f"sampled: {found.games} of 1,000 games played, seed 3: {REACHED}"
    assert found.document()["stopped"] == "the limit of 60 s was reached"
    assert found.figures == simulate(fives, n=found.games, way="games", phases="end", seed=3).figures


def test_a_simulation_stopped_by_its_limit_continues_from_its_last_game(fives, tmp_path):
    file = tmp_path / "kept.json"
    simulate(fives, n=200, way="games", seed=3, save=file, budget=looks(300), phases=1)
    found = simulate(fives, n=200, seed=3, resume=file, phases=1)
    assert found.way == "games"
    assert found.figures == simulate(fives, n=200, way="games", seed=3, phases=1).figures


def test_a_simulation_by_walks_stops_at_its_limit(fives):
    clock = Clock(0)

    def late(_done, _wanted):
        clock.now = 60

    found = simulate(fives, n=10**9, way="walks", budget=Budget(60, None, clock), progress=late, phases=1)
    assert found.games == 1 << 16
    assert found.stopped


def test_a_single_game_that_exceeds_the_limit_is_stopped(fives):
    with pytest.raises(Spent, match=re.escape(REACHED)):
        simulate(fives, way="games", budget=looks(8), phases=1)


def test_several_workers_together_stop_at_the_limit_of_a_simulation(fives):
    clock = Clock(0)

    def late(done, _wanted):
        clock.now = 3600 if done >= 5 else 0

    budget = Budget(3600, None, clock)
    found = simulate(fives, n=1000, way="games", workers=2, budget=budget, progress=late, phases=1)
    assert found.games == 5
    assert found.stopped
    assert found.figures == simulate(fives, n=5, way="games", phases=1).figures


@pytest.mark.parametrize(("games", "way"), [(3, "games"), (2000, "walks")])
def test_a_fight_is_compiled_only_if_that_is_less_work_than_playing_its_games(fives, games, way):
    found = [simulate(fives, n=games, workers=workers, budget=None, phases=1) for workers in (1, 2)]
    assert {one.way for one in found} == {way}
    assert found[0].figures == found[1].figures


@pytest.mark.parametrize("name", ["walk_of_millions", "walk_to_the_end"])
def test_a_large_fight_is_not_compiled_for_a_simulation_of_three_games(name):
    """Before the limit was introduced, the first file took 540 s and 4.7 GB in the robustness audit, and the second
    took 69 s and 1.7 GB.
    """
    clock = Clock(0)
    found = simulate(Path(__file__).parent / "large" / f"{name}.toml", n=3, budget=Budget(60, None, clock), phases=1)
    assert found.way == "games"
    assert found.games == 3
    assert clock.looks < 10_000


def test_odds_with_a_long_list_of_hits_are_sampled_within_their_limit(monkeypatch):
    """Before the program estimated the amount of work, it took 451 s and 1.3 GB to solve this fight."""
    monkeypatch.setattr(lab, "GAMES", 10)
    found = odds(Path(__file__).parent / "large" / "odds_of_hits.toml", budget=Budget(3, None, Clock(0)), phases=1)
    assert "to compute are too many to solve exactly" in found.note


def test_a_matrix_that_reaches_its_limit_keeps_the_finished_cells():
    found = matrix(DUEL, budget=looks(4000))
    cells = [won for row in found.wins for won in row]
    done = cells.index(None)
    assert 0 < done < len(cells)
    assert set(cells[done:]) == {None}
    assert cells[:done][0] == matrix(DUEL, budget=looks(10**9) if done > 200 else looks(4000)).wins[0][0]
    assert found.words(16, 16) == "-"
    assert found.document()["wins"][16][16] is None
    assert found.favour(16, 16) == 0
    assert str(found).endswith(f"left out (-): {len(cells) - done} of {len(cells)} cells: {REACHED}")


def test_a_matrix_without_a_finished_cell_raises_an_error_that_names_the_limit():
    with pytest.raises(Spent, match=re.escape(REACHED)):
        matrix(DUEL, budget=looks(5))


def test_a_sensitivity_analysis_that_reaches_its_limit_keeps_the_finished_changes(fives):
    found = worth(fives, of="guards", vary="characteristics", phases=1, explain=0, budget=looks(2000))
    assert found.effects
    reasons = {one.reason for one in found.left_out}
    assert REACHED in reasons
    whole = worth(fives, of="guards", vary="characteristics", phases=1, explain=0, budget=None)
    assert set(found.effects) < set(whole.effects)


def test_a_sensitivity_analysis_is_refused_if_its_fight_is_too_slow_to_solve_even_once(fives):
    with pytest.raises(Spent, match=re.escape(REACHED)):
        worth(fives, budget=looks(100))


def test_charge_odds_that_reach_their_limit_keep_the_finished_distances():
    clock = Clock(0)

    def late(done, _wanted):
        clock.now = 60 if done >= 2 else 0

    found = charge(ON_A_TABLE, distances=(3, 4, 5, 6), budget=Budget(60, None, clock), progress=late)
    assert len(found.rows) == 2
    assert found.left_out[-1] == (6, "the limit of 60 s was reached")
    assert found.note.endswith(REACHED)
    assert found.document()["stopped"] == REACHED


def test_charge_odds_are_refused_if_no_distance_can_be_finished_in_time():
    with pytest.raises(Spent, match=re.escape(REACHED)):
        charge(ON_A_TABLE, budget=looks(5))


def test_best_answers_that_exceed_the_limit_are_refused():
    with pytest.raises(Spent, match=re.escape(REACHED)):
        best(EXAMPLES / "scrollhammer" / "slaves.toml", budget=looks(50), phases=1)


def test_every_function_with_a_budget_refuses_an_invalid_limit():
    for call in (pilein.odds, pilein.simulate, pilein.worth, pilein.matrix, pilein.best, pilein.charge):
        with pytest.raises(BadInput, match="the limit 'much' cannot be used"):
            call(ON_A_TABLE if call is pilein.charge else DUEL, budget="much")


def test_the_memory_limit_stops_a_simulation_by_games(fives):
    found = simulate(fives, n=1000, way="games", budget=gauged(40), phases=1)
    assert found.stopped
    assert "1 GB of memory" in found.note


def test_exact_odds_and_best_answers_of_hundreds_of_models_stop_at_their_limit():
    """A single roll has millions of outcomes, so the limit is also checked while they are being enumerated."""
    many = FIVES.replace("models = 5", "models = 300").replace("models = 4", "models = 300")
    hundreds = loads(re.sub(r"^(W|A) = 1", r"\1 = 3", many, flags=re.MULTILINE), vocabulary).scenario
    with pytest.raises(Spent, match="the limit of 1 MB of memory was reached"):
        odds(hundreds, exact=True, budget="60s,1MB", phases=1)
    with pytest.raises(Spent, match="the limit of 1 MB of memory was reached"):
        best(hundreds, ("best", "first"), budget="60s,1MB", phases=1)


def test_memory_exhausted_by_a_worker_is_reported(fives, monkeypatch):
    """The worker is stopped by its own meter before it has played all of its games."""
    monkeypatch.setattr("pilein.lab.simulating.sampled", lambda *_, **__: iter([(range(8), Tally())]))
    with pytest.raises(Spent, match="the limit of 1 GB of memory was reached"):
        simulate(fives, n=20, way="games", budget="60s,1GB", phases=1)
