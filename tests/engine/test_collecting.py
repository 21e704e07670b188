"""Garbage is collected more rarely while games are played or a command runs, and in the usual rhythm afterwards."""

import gc

import pytest

from pilein.cli import main as command
from pilein.engine.collecting import YOUNG, rarer_collections


@pytest.fixture(autouse=True)
def usual():
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_collections_wait_for_more_new_objects_while_games_are_played() -> None:
    with rarer_collections():
        assert gc.get_threshold()[:2] == (YOUNG, 10)
    assert gc.get_threshold()[:2] == (700, 10)


def test_the_usual_rhythm_returns_after_an_error() -> None:
    with pytest.raises(ValueError, match="bad game"), rarer_collections():
        raise ValueError("bad game")
    assert gc.get_threshold()[0] == 700


@pytest.mark.parametrize("threshold", [0, 2 * YOUNG])
def test_a_program_that_collects_rarely_or_never_keeps_its_own_rhythm(threshold: int) -> None:
    gc.set_threshold(threshold, 10, 10)
    with rarer_collections():
        assert gc.get_threshold()[0] == threshold
    assert gc.get_threshold()[0] == threshold


def test_a_command_collects_garbage_rarely_from_its_start_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def run(_arguments: list[str]) -> int:
        seen.append(gc.get_threshold()[0])
        return 0

    monkeypatch.setattr(command, "_run", run)
    assert command.main(["fight"]) == 0
    assert seen == [YOUNG]
    assert gc.get_threshold()[0] == 700
