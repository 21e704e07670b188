import subprocess
import sys
from importlib.util import find_spec

import pytest

from pilein.kernel.errors import BadInput, TooManyPositions, UnknownRule
from pilein.kernel.requests import first
from pilein.lab import simulating
from pilein.lab.figures import Estimate
from pilein.lab.odds import odds
from pilein.lab.simulating import simulate
from tests.lab.press import FIVES, ON_A_TABLE

GAMES = 400
FIGHTS = 40_000


@pytest.fixture
def fives(tmp_path):
    path = tmp_path / "fives.toml"
    path.write_text(FIVES)
    return path


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(ON_A_TABLE)
    return path


def chances(found):
    records = (one for one in found.to_dict() if one["figure"] != "event")
    named = {(one["figure"], one["of"], one["value"]): float(one["chance"]) for one in records}
    return named | {(one.event, one.unit, one.facts, one.clause): float(one.chance) for one in found.events}


def close_to(chance, n):
    return pytest.approx(chance, abs=5 * (max(0.0, chance * (1 - chance)) / n) ** 0.5 + 5 / n)


@pytest.mark.parametrize(("way", "n"), [("walks", FIGHTS), ("games", GAMES)])
@pytest.mark.parametrize("phases", [0, 1])
def test_a_simulation_agrees_with_the_odds_within_five_standard_errors(fives, way, n, phases):
    exact = chances(odds(fives, phases=phases, exact=False))
    found = chances(simulate(fives, n=n, seed=2, phases=phases, way=way))
    assert set(found) <= set(exact)
    for name, chance in exact.items():
        assert found.get(name, 0.0) == close_to(chance, n), name


@pytest.mark.soak
@pytest.mark.parametrize(("way", "n"), [("walks", 4_000_000), ("games", 20_000)])
def test_a_long_simulation_agrees_with_the_odds_within_five_standard_errors(fives, way, n):
    test_a_simulation_agrees_with_the_odds_within_five_standard_errors(fives, way, n, 0)


def test_expected_numbers_of_events_in_a_simulation_agree_with_the_odds(fives):
    wanted = {(one.event, one.unit, one.facts, one.clause): float(one.expected) for one in odds(fives, phases=0).events}
    for one in simulate(fives, n=FIGHTS, phases=0).events:
        assert isinstance(one.expected, Estimate)
        name = (one.event, one.unit, one.facts, one.clause)
        assert float(one.expected) == pytest.approx(wanted[name], abs=6 * one.expected.error + 1e-3), name


def test_a_simulation_that_counts_no_events_agrees_with_the_odds(fives):
    exact = chances(odds(fives, phases=0))
    found = simulate(fives, n=FIGHTS, phases=0, events=False)
    assert found.events == ()
    for name, chance in chances(found).items():
        assert chance == close_to(exact[name], FIGHTS), name


@pytest.mark.parametrize("way", ["walks", "games"])
def test_simulations_with_the_same_seed_have_the_same_figures(fives, way):
    one, same, other = (simulate(fives, n=60, seed=seed, way=way, phases=1).document() for seed in (4, 4, 5))
    assert one == same
    assert one["outcome"] != other["outcome"]


def test_simulations_played_game_by_game_are_the_same_for_any_number_of_workers(table):
    alone, together = (simulate(table, n=24, seed=4, workers=workers, phases=1) for workers in (1, 2))
    assert alone.document() == together.document()
    assert alone.way == "games"


def test_a_fight_in_the_press_is_simulated_by_walks_and_a_fight_on_a_table_game_by_game(fives, table):
    assert simulate(fives, n=8, phases=1).way == "walks"
    assert simulate(table, n=8, phases=1).way == "games"


def test_a_simulation_with_a_random_policy_is_played_game_by_game(fives):
    assert simulate(fives, "random", n=8, phases=1).way == "games"
    with pytest.raises(BadInput, match="random or searching policies"):
        simulate(fives, "random", n=8, way="walks", phases=1)


def test_the_two_sides_of_a_simulation_may_have_different_policies(fives):
    assert simulate(fives, ("first", "random"), n=8, phases=1).games == 8


def test_a_fight_in_the_press_with_too_many_positions_to_compile_is_played_game_by_game(fives, monkeypatch):
    monkeypatch.setattr(simulating, "LIMIT", 20)
    assert simulate(fives, n=8, phases=1).way == "games"
    with pytest.raises(TooManyPositions):
        simulate(fives, n=8, way="walks", phases=1)


@pytest.mark.parametrize("wrong", [{"way": "guesses"}, {"n": 0}, {"workers": 0}])
def test_unknown_names_in_a_simulation_are_refused(fives, wrong):
    with pytest.raises(BadInput, match=next(iter(wrong))):
        simulate(fives, **wrong)


def test_an_unknown_policy_in_a_simulation_is_reported(fives):
    with pytest.raises(UnknownRule, match="sensible"):
        simulate(fives, "sensibel", phases=1)


def test_progress_of_a_simulation_is_reported(fives):
    heard = []
    simulate(fives, n=20, way="games", progress=lambda done, wanted: heard.append((done, wanted)), phases=1)
    assert heard == [(8, 20), (16, 20), (20, 20)]


def interrupting(after):
    def progress(done, _wanted):
        if done >= after:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_simulation_reports_its_results_and_can_be_continued(fives, tmp_path):
    path, whole = tmp_path / "kept.json", simulate(fives, n=40, seed=3, way="games", phases=1)
    found = simulate(fives, n=40, seed=3, way="games", progress=interrupting(16), save=path, phases=1)
    assert (found.games, found.is_complete) == (16, False)
    assert "interrupted" in found.note
    later = simulate(fives, n=40, seed=3, way="games", resume=path, phases=1)
    assert later.document() == whole.document()


def test_a_saved_simulation_by_walks_continues_as_if_it_had_not_stopped(fives, tmp_path):
    path = tmp_path / "kept.json"
    simulate(fives, n=1000, seed=3, save=path, phases=1)
    assert (
        simulate(fives, n=3000, seed=3, resume=path, phases=1).document()
        == simulate(fives, n=3000, seed=3, phases=1).document()
    )


def test_an_interruption_before_the_first_game_of_a_simulation_is_raised(fives, monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("pilein.lab.simulating_games._Tallying.games", interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulate(fives, n=20, way="games", phases=1)


def test_a_simulation_can_be_printed_and_converted_to_html_to_a_document_and_to_arrays(fives):
    found = simulate(fives, n=500, phases=1)
    assert "red wins" in str(found)
    assert "28 % (24 to 32)" in str(found)
    assert str(found).endswith("sampled: 500 fights walked over the compiled battle, seed 0")
    assert "<table>" in found._repr_html_()
    assert found.document()["games"] == 500
    assert found.to_numpy()["losses reavers"].sum() == pytest.approx(1)


@pytest.mark.skipif(any(map(find_spec, ("pandas", "polars"))), reason="a library for data frames is installed")
def test_the_error_for_a_missing_data_frame_library_names_that_library(fives):
    with pytest.raises(BadInput, match="pandas or polars"):
        simulate(fives, n=8, phases=1).to_frame()


def test_a_simulated_fight_counts_as_unresolved_if_a_ruling_stops_it_early(fives):
    found = simulate(fives, n=200, phases=0, rulings={"SH-R-69": "default:1"})
    assert float(found.figures.unresolved) > 0.3
    assert dict(found.figures.outcome).get("still fighting") is None


def test_a_policy_function_that_cannot_be_pickled_is_refused_with_several_workers(table):
    with pytest.raises(
        BadInput,
        match="this policy cannot be sent to worker processes, because it cannot be pickled; define the policy",
    ):
        simulate(table, lambda _state, choice: first(choice), n=20, way="games", workers=2, phases=1)


def test_a_script_without_a_main_guard_is_reported_with_a_remedy(table, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"import pilein\npilein.simulate({str(table)!r}, n=40, way='games', workers=2)\n")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=60)
    told = [line for line in ran.stderr.splitlines() if "resource_tracker" not in line]  # Python's own
    assert told[-1].endswith("in a script, call the function below `if __name__ == '__main__':`, or use one worker")
