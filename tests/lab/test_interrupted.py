"""The results found so far remain available after the user interrupts a long computation."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from itertools import count

import pytest

import pilein
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.main import main
from pilein.kernel.errors import TooManyPositions
from pilein.lab import experiment, side_by_side, treatments
from pilein.lab import matrix as matrices
from pilein.lab.answer import Answer
from pilein.lab.experiment import chances_over
from pilein.lab.figures import Estimate
from pilein.lab.run_options import run_options

DUEL = "examples/scrollhammer/duel.toml"
CHARGE = "examples/wwpd/charge.toml"
REPORTS: dict[str, Callable[..., pilein.Matrix | pilein.Charges | pilein.Worth]] = {
    "matrix": partial(pilein.matrix, DUEL, phases=1),
    "charge": partial(pilein.charge, CHARGE, distances=(4, 5, 6)),
    "worth": partial(pilein.worth, DUEL, of="noble", phases=1),
}
UNITS = "examples/scrollhammer/units/units.toml"
SO_FAR: dict[str, tuple[Callable[..., Answer], int, str]] = {
    "coverage": (partial(pilein.coverage, DUEL, phases=1, games=40), 16, "interrupted after 16 of 40 games"),
    "rulings, sampled": (
        partial(pilein.rulings, DUEL, phases=1, games=40, policy="random"),
        16,
        "interrupted after 16 of 40 games",
    ),
    "rulings, solved": (partial(pilein.rulings, DUEL, phases=1), 2, "interrupted after 2 of 19 options"),
    "points": (
        partial(pilein.fair_points, UNITS, "guards", "levy", phases=1, upgrades=False),
        1,
        "not everything was computed: interrupted",
    ),
    "compare": (
        partial(pilein.compare, DUEL, values={"SH-HI-03.even": 3}, way="sampled", phases=1, games=40),
        16,
        "interrupted after 16 of 40 games",
    ),
}
COMMANDS = {
    "matrix": ["matrix", DUEL, "--phases", "1"],
    "charge": ["charge", CHARGE, "--distances", "4,5,6"],
    "worth": ["worth", DUEL, "--of", "noble", "--phases", "1"],
    "coverage": ["lab", "coverage", DUEL, "--phases", "1", "-n", "4", "--workers", "1"],
    "rulings": ["lab", "rulings", DUEL, "--phases", "1", "--workers", "1"],
    "points": ["lab", "points", UNITS, "guards", "levy", "--phases", "1", "--no-options", "--workers", "1"],
    "odds, sampled": ["odds", DUEL, "--phases", "1"],
    "odds, side by side": ["odds", DUEL, CHARGE, "--phases", "1"],
    "compare": ["lab", "compare", DUEL, "--set", "SH-HI-03.even=3", "--way", "sampled", "--phases", "1", "-n", "8"],
}


def stopping(after: int) -> Callable[[int, int], None]:
    """Return a progress callback that interrupts the program, as Ctrl-C does, after some calls."""

    def progress(done: int, _wanted: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    return progress


def stopping_at_once(done: int, _wanted: int) -> None:
    """Interrupt the program as soon as there is a first result."""
    if done:
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", REPORTS)
def test_an_interrupted_computation_returns_the_finished_part_marked_as_incomplete(name):
    found = REPORTS[name](progress=stopping(2))
    document = found.document()
    assert found.is_interrupted
    assert document["complete"] is False
    assert "interrupted" in found.note
    done = {"matrix": [one for row in document.get("wins", []) for one in row if one is not None]}
    rows = done.get(name) or document.get("distances") or document.get("effects")
    assert len(rows) == 2


@pytest.mark.parametrize("name", REPORTS)
def test_a_computation_interrupted_before_any_result_raises_the_interruption(name, monkeypatch):
    def interrupted(*_arguments: object, **_keywords: object) -> None:
        raise KeyboardInterrupt

    for module in ("matrix", "charge_solving", "sensitivity"):
        monkeypatch.setattr(f"pilein.lab.{module}.compiled", interrupted)
    with pytest.raises(KeyboardInterrupt):
        REPORTS[name]()


@pytest.mark.parametrize("name", SO_FAR)
def test_an_interrupted_computation_states_how_far_it_got(name):
    ask, after, words = SO_FAR[name]
    found = ask(progress=stopping(after))
    assert found.is_interrupted
    assert words in found.note.splitlines()
    assert found.document()["complete"] is False


@pytest.mark.parametrize("name", COMMANDS)
def test_an_interrupted_command_prints_its_document_and_exits_with_the_interrupt_code(name, monkeypatch, capsys):
    monkeypatch.setattr("pilein.lab.odds.MOST_RUNS", 10)  # odds are sampled
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr("pilein.cli.progress.progress", lambda _of="": nullcontext(stopping_at_once))
    monkeypatch.setattr("pilein.cli.odds_side_by_side.progress", lambda _of="": nullcontext(stopping_at_once))
    assert main([*COMMANDS[name], "--json"]) == INTERRUPTIONS.code
    assert json.loads(capsys.readouterr().out)["complete"] is False


def test_an_interrupted_report_is_written_with_the_stages_that_are_done(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("pilein.cli.progress.progress", lambda _of="": nullcontext(stopping_at_once))
    page = tmp_path / "report.html"
    asked = ["lab", "report", DUEL, "--phases", "1", "-n", "8", "--workers", "1", "-o", str(page)]
    assert main(asked) == INTERRUPTIONS.code
    words = "nterrupted in the stage coverage; left out: rulings, sentences"
    assert f"\n\ni{words}\n\nwritten: {page}\n" in capsys.readouterr().out
    assert f"I{words}." in page.read_text()


def test_an_interrupted_sweep_keeps_its_finished_points():
    found = pilein.sweep(DUEL, {"SH-HI-03.even": (3, 4, 5)}, phases=1, progress=stopping(2))
    assert found.is_interrupted
    assert [point.values for point in found.points] == [(3,), (4,)]
    assert "left out, interrupted: 1 of 3 points" in found.note
    assert found.document()["complete"] is False


def test_an_interrupted_sampled_sweep_keeps_the_games_of_the_point_under_way(monkeypatch):
    note, calls = treatments.Tally.note, count(1)

    def interrupted(*arguments):
        if next(calls) == 45:
            raise KeyboardInterrupt
        note(*arguments)

    monkeypatch.setattr(treatments.Tally, "note", interrupted)
    found = pilein.sweep(DUEL, {"SH-HI-03.even": (3, 4, 5)}, phases=1, way="sampled", games=24)
    assert [point.games for point in found.points] == [24, 16]
    assert found.note.splitlines() == [
        "sampled: 16 to 24 games at a point, on shared dice",
        "left out, interrupted after 16 of 24 games: 1 of 3 points",
    ]


def test_an_interrupted_comparison_of_rulings_keeps_the_fights_under_way_and_names_those_left_out():
    files = [DUEL, "examples/scrollhammer/stubborn.toml", "examples/scrollhammer/slaves.toml"]
    calls = count(1)

    def interrupting(done, wanted):
        if done == 1 and next(calls) == 2:
            raise KeyboardInterrupt

    found = pilein.rulings(files, phases=1, progress=interrupting)
    assert [fight.name for fight in found.fights] == ["duel", "stubborn"]
    assert found.stopped.startswith("interrupted after 1 of ")
    assert found.stopped.endswith(" options; left out: slaves")


def test_a_coverage_report_keeps_its_games_and_finished_replays_if_the_replays_are_interrupted():
    calls = count(1)

    def interrupting(done, wanted):
        if next(calls) == 2:
            raise KeyboardInterrupt

    found = pilein.coverage(DUEL, phases=1, games=8, tries=3, progress=interrupting)
    assert found.games == 8
    assert found.stopped.startswith("interrupted after ")
    assert found.stopped.endswith(" replays")


@pytest.mark.parametrize("done", [1, 2])
def test_an_interrupted_comparison_side_by_side_keeps_the_scenarios_solved_before_the_interruption(done, monkeypatch):
    calls, solve = count(1), side_by_side.odds

    def interrupted(*given, **asked):
        if next(calls) > done:
            raise KeyboardInterrupt
        return solve(*given, **asked)

    monkeypatch.setattr(side_by_side, "odds", interrupted)
    found = pilein.side_by_side([DUEL, "examples/scrollhammer/stubborn.toml", CHARGE], phases=1)
    assert found.is_interrupted
    assert found.names + found.left_out == ("duel", "stubborn", "charge")
    assert len(found.names) == len(found.odds) == len(found.rows[0].numbers) == done
    assert found.note.splitlines()[-1] == f"left out, interrupted: {', '.join(found.left_out)}"
    assert str(found)


def test_an_interrupted_grid_shows_its_finished_cells():
    keys = {"SH-HI-03.even": (3, 4), "profiles.noble.S": (3, 4)}
    found = chances_over(pilein.load(DUEL), keys, "hills wins", run_options(phases=1), stopping(3))
    assert found.is_interrupted
    assert [cell is None for row in found.chances for cell in row] == [False, False, False, True]
    assert found.note == "exact; left out (-): 1 of 4 cells: interrupted"


def test_an_interrupted_comparison_keeps_its_finished_fights(monkeypatch):
    solve = experiment._measured
    calls = count(1)

    def interrupted(*arguments):
        if next(calls) == 2:
            raise KeyboardInterrupt
        return solve(*arguments)

    monkeypatch.setattr(experiment, "_measured", interrupted)
    found = pilein.compare([DUEL, "examples/scrollhammer/stubborn.toml"], values={"SH-HI-03.even": 3}, phases=1)
    assert found.is_interrupted
    assert [fight.name for fight in found.fights] == ["duel"]
    assert "left out, interrupted: stubborn" in found.note


def test_a_matrix_cell_with_too_many_positions_is_sampled_while_the_other_cells_stay_exact(monkeypatch):
    calls = iter(range(10_000))
    compiled = matrices.compiled

    def limited(*arguments: object, **keywords: object) -> object:
        if next(calls) == 1:
            raise TooManyPositions(5)
        return compiled(*arguments, **keywords)

    monkeypatch.setattr(matrices, "compiled", limited)
    found = pilein.matrix(DUEL, phases=1, budget=None)
    sampled = [
        (row, column) for row in range(3) for column in range(3) if isinstance(found.wins[row][column], Estimate)
    ]
    assert sampled == [(0, 2)], "the second one is the same fight as the first, and needs no solving"
    assert sum(isinstance(won, Estimate) for row in found.wins for won in row) == 1
    assert " ± " in found.words(0, 2)
    assert found.document()["sampled"] == [[0, 2]]
    assert "sampled (± half of the 95 % interval): 1 of" in found.note
    assert found.document()["complete"] is True
