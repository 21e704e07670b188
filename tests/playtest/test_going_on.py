"""Comparisons and sweeps that are interrupted, killed or spread over a cluster come to the same."""

import pytest

import pilein
from pilein.kernel.errors import BadRecord
from pilein.playtest import worlds

FIGHT = "examples/scrollhammer/duel.toml"
ASKED = {"values": {"profiles.noble.S": 4}, "way": "sampled", "games": 100, "seed": 3}


def compared(**options):
    return pilein.compare(FIGHT, **{**ASKED, **options}).to_dict()


def swept(**options):
    return pilein.sweep(FIGHT, {"profiles.noble.S": [3, 4]}, way="sampled", games=40, **options).to_dict()


def stopping(monkeypatch, number):
    """Interrupt game `number`, as Ctrl-C does."""
    measured = worlds.World.measured

    def stopped(self, game):
        if game == number:
            raise KeyboardInterrupt
        return measured(self, game)

    monkeypatch.setattr(worlds.World, "measured", stopped)


def test_a_comparison_goes_on_where_it_was_interrupted(tmp_path, monkeypatch):
    keep = tmp_path / "kept.json"
    whole = compared()
    stopping(monkeypatch, 60)
    with pytest.raises(KeyboardInterrupt):
        compared(keep=keep)
    monkeypatch.undo()
    stopping(monkeypatch, 20)  # games that are kept are not played again
    assert compared(keep=keep) == whole


def test_a_sweep_goes_on_where_it_was_interrupted(tmp_path, monkeypatch):
    keep = tmp_path / "kept.json"
    whole = swept()
    stopping(monkeypatch, 33)
    with pytest.raises(KeyboardInterrupt):
        swept(keep=keep)
    monkeypatch.undo()
    assert swept(keep=keep) == whole
    stopping(monkeypatch, 0)
    assert swept(keep=keep) == whole


def test_exact_points_are_kept_too(tmp_path, monkeypatch):
    keep = tmp_path / "kept.json"
    values = {"profiles.noble.S": [3, 4]}
    first = pilein.sweep(FIGHT, values, keep=keep)
    compared = pilein.compare(FIGHT, values={"profiles.noble.S": 4}, keep=tmp_path / "other.json")
    monkeypatch.setattr(worlds, "solved", None)  # nothing is solved again
    assert pilein.sweep(FIGHT, values, keep=keep).to_dict() == first.to_dict()
    again = pilein.compare(FIGHT, values={"profiles.noble.S": 4}, keep=tmp_path / "other.json")
    assert again.to_dict() == compared.to_dict()


def test_workers_change_nothing():
    assert compared(workers=2) == compared()


def test_a_file_of_another_comparison_is_refused(tmp_path):
    compared(keep=tmp_path / "kept.json", games=8)
    for other in ({"seed": 4}, {"values": {"profiles.noble.S": 5}}, {"phases": 1}):
        with pytest.raises(BadRecord, match="is of another question"):
            compared(keep=tmp_path / "kept.json", **other)


def test_more_games_go_on_with_fewer(tmp_path):
    compared(keep=tmp_path / "kept.json", games=40)
    assert compared(keep=tmp_path / "kept.json") == compared()
