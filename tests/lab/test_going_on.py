"""Comparisons, sweeps, rulings and coverage give the same results when interrupted, killed or spread over a cluster."""

from typing import Any

import pytest

import pilein
from pilein.kernel.errors import BadRecord
from pilein.lab import coverage_games, paired, press, treatments
from pilein.lab.document import printed

FIGHT = "examples/scrollhammer/duel.toml"
ASKED = {"values": {"profiles.noble.S": 4}, "way": "sampled", "games": 100, "seed": 3}


def compared(**options):
    return pilein.compare(FIGHT, **{**ASKED, **options}).to_dict()


def swept(**options):
    return pilein.sweep(FIGHT, {"profiles.noble.S": [3, 4]}, way="sampled", games=40, **options).to_dict()


def stopping(monkeypatch, number):
    """Interrupt the program, as Ctrl-C does, in the game with the given number."""
    played = treatments._played

    def stopped(*asked):
        measured = played(*asked)

        def game(one):
            if one == number:
                raise KeyboardInterrupt
            return measured(one)

        return game

    monkeypatch.setattr(treatments, "_played", stopped)


def test_an_interrupted_comparison_continues_from_its_last_game(tmp_path, monkeypatch):
    keep = tmp_path / "kept.json"
    whole = compared()
    stopping(monkeypatch, 60)
    assert compared(keep=keep) != whole
    monkeypatch.undo()
    stopping(monkeypatch, 20)  # games that are kept are not played again
    assert compared(keep=keep) == whole


def test_an_interrupted_sweep_continues_from_its_last_point(tmp_path, monkeypatch):
    keep = tmp_path / "kept.json"
    whole = swept()
    stopping(monkeypatch, 33)
    assert swept(keep=keep) != whole
    monkeypatch.undo()
    assert swept(keep=keep) == whole
    stopping(monkeypatch, 0)
    assert swept(keep=keep) == whole


def test_exact_results_of_sweeps_and_comparisons_are_saved_and_not_computed_again(tmp_path, monkeypatch):
    keep = tmp_path / "kept.json"
    values = {"profiles.noble.S": [3, 4]}
    first = pilein.sweep(FIGHT, values, keep=keep)
    compared = pilein.compare(FIGHT, values={"profiles.noble.S": 4}, keep=tmp_path / "other.json")
    monkeypatch.setattr(treatments, "solved", None)  # nothing is solved again
    assert pilein.sweep(FIGHT, values, keep=keep).to_dict() == first.to_dict()
    again = pilein.compare(FIGHT, values={"profiles.noble.S": 4}, keep=tmp_path / "other.json")
    assert again.to_dict() == compared.to_dict()


def test_a_comparison_continued_with_a_different_number_of_workers_has_the_same_result():
    assert compared(workers=2) == compared()


def test_a_file_saved_by_a_different_comparison_is_refused(tmp_path):
    compared(keep=tmp_path / "kept.json", games=8)
    for other in ({"seed": 4}, {"values": {"profiles.noble.S": 5}}, {"phases": 1}):
        with pytest.raises(BadRecord, match="belongs to a computation with a different command"):
            compared(keep=tmp_path / "kept.json", **other)


def test_a_comparison_with_more_games_continues_a_saved_one_with_fewer(tmp_path):
    compared(keep=tmp_path / "kept.json", games=40)
    assert compared(keep=tmp_path / "kept.json") == compared()


# --- rulings and coverage -------------------------------------------------------------------------------------------


def interrupted_after(monkeypatch, kind, name, times):
    """Interrupt the program, as Ctrl-C does, after a method has been called the given number of times."""
    method, called = getattr(kind, name), []

    def stopping(self, *asked):
        called.append(asked)
        if len(called) > times:
            raise KeyboardInterrupt
        return method(self, *asked)

    monkeypatch.setattr(kind, name, stopping)


GOING_ON: dict[str, tuple[Any, ...]] = {
    "rulings of games": (pilein.rulings, "table.toml", {"games": 40}, paired._Playing, "_play", 20, 24),
    "rulings solved": (pilein.rulings, "press.toml", {}, press.PressFight, "under", 1, 2),
    "rulings in fractions": (pilein.rulings, "press.toml", {"exact": True}, press.PressFight, "under", 2, 1),
    "coverage, in the games": (pilein.coverage, "table.toml", {"games": 40}, coverage_games._Playing, "_noted", 20, 24),
    "coverage, in the tries": (
        pilein.coverage,
        "table.toml",
        {"games": 40, "tries": 40},
        coverage_games._Playing,
        "_tried",
        20,
        24,
    ),
}


@pytest.mark.parametrize("case", GOING_ON)
def test_interrupted_reports_on_rulings_and_on_coverage_continue_from_their_last_saved_results(
    case, brawls, tmp_path, monkeypatch
):
    """Of the 40 games of the coverage, 16 are saved in whole chunks, and 24 remain. Of the three options of the
    rulings, those already solved are saved.
    """
    call, file, asked, kind, name, done, left = GOING_ON[case]
    whole, keep = printed(call(file, **asked).document()), tmp_path / "kept.json"
    with monkeypatch.context() as patched:
        interrupted_after(patched, kind, name, done)
        assert call(file, **asked, keep=keep).is_interrupted
    with monkeypatch.context() as patched:
        interrupted_after(patched, kind, name, left)  # what is kept is not worked out again
        assert printed(call(file, **asked, keep=keep).document()) == whole
    with monkeypatch.context() as patched:
        interrupted_after(patched, kind, name, 0)
        assert printed(call(file, **asked, keep=keep).document()) == whole


@pytest.mark.parametrize(("call", "others"), [(pilein.rulings, ({"exact": True},)), (pilein.coverage, ({"tries": 3},))])
def test_a_file_saved_for_a_different_scenario_or_option_is_refused(call, others, brawls, tmp_path):
    keep = tmp_path / "kept.json"
    call("table.toml", games=8, keep=keep)
    for other in (*others, {"seed": 4}, {"phases": 1}, {"policy": "random"}):
        with pytest.raises(BadRecord, match="belongs to a computation with a different command"):
            call("table.toml", **{"games": 8, "keep": keep, **other})
    with pytest.raises(BadRecord, match="belongs to a computation with a different command"):
        call("press.toml", games=8, keep=keep)
