"""A computation continues from its saved totals. A file that belongs to a different question or has been altered is
refused.
"""

import json

import pytest
from msgspec import Struct

from pilein.engine.budget import UNLIMITED
from pilein.kernel.errors import BadInput, BadRecord
from pilein.lab.files import BadFile
from pilein.lab.kept_totals import kept_in
from pilein.lab.worker_pool import WorkerPool, workers_of

FOUND = {"x": 0.1, "y": "1/3"}
QUESTION = ["squares", 7]


class Squares(Struct):
    """Sums of squares divided by three. They are floats, so their sum depends on the order of addition."""

    games: int = 0
    sum: float = 0.0

    def __len__(self):
        return self.games

    def __iadd__(self, other):
        self.games += other.games
        self.sum += other.sum
        return self


def begin(_meter, played=None, stop=None):
    def squares(numbers):
        if stop in numbers:
            raise KeyboardInterrupt
        if played is not None:
            played.extend(numbers)
        return Squares(len(numbers), sum(number**2 / 3 for number in numbers))

    return squares


def gathered(path, wanted, *, workers=1, **options):
    with kept_in(path, QUESTION) as kept:
        pool = WorkerPool(workers, kept)
        start = (lambda meter: begin(meter, **options)) if options else begin
        return pool.gathered("squares", Squares, start, wanted, chunk=8, meter=UNLIMITED.started())


def test_an_interrupted_computation_continues_from_its_last_chunk(tmp_path):
    path, again = tmp_path / "kept.json", []
    assert gathered(path, 100, stop=50) == gathered(None, 48)
    assert json.loads(path.read_text())["totals"]["squares"]["games"] == 48
    assert gathered(path, 100, played=again) == gathered(None, 100)
    assert again == list(range(48, 100))


def test_a_computation_interrupted_before_its_first_chunk_raises_the_interruption():
    with pytest.raises(KeyboardInterrupt):
        gathered(None, 100, stop=5)


def test_the_games_of_an_incomplete_chunk_are_played_again_when_a_computation_continues(tmp_path):
    path = tmp_path / "kept.json"
    gathered(path, 50)
    assert json.loads(path.read_text())["totals"]["squares"]["games"] == 48
    assert gathered(path, 100) == gathered(None, 100)


def test_saved_totals_are_the_same_for_any_number_of_workers(tmp_path):
    assert gathered(tmp_path / "kept.json", 100, workers=2) == gathered(None, 100)


def test_no_game_is_played_if_all_are_already_saved(tmp_path):
    path, again = tmp_path / "kept.json", []
    whole = gathered(path, 96)
    assert gathered(path, 96, played=again) == whole
    assert not again


def test_asking_for_fewer_games_than_are_saved_is_refused(tmp_path):
    path = tmp_path / "kept.json"
    gathered(path, 96)
    with pytest.raises(
        BadRecord,
        match="games: 96 games are already saved, but only 8 are requested; ask for at least 96 games",
    ):
        gathered(path, 8)


def test_saved_results_are_read_back_and_not_computed_again(tmp_path):
    with kept_in(tmp_path / "kept.json", QUESTION) as kept:
        assert WorkerPool(1, kept).known("a", dict[str, float | str], lambda: {"x": 0.1, "y": "1/3"}) == {
            "x": 0.1,
            "y": "1/3",
        }
    with kept_in(tmp_path / "kept.json", QUESTION) as kept:
        assert WorkerPool(1, kept).known("a", dict[str, float | str], dict) == FOUND


def test_a_file_saved_for_a_different_question_is_refused_and_not_changed(tmp_path):
    path = tmp_path / "kept.json"
    gathered(path, 16)
    before = path.read_bytes()
    with (
        pytest.raises(
            BadRecord,
            match=r"kept\.json: the file belongs to a computation with a different .*; repeat the original command",
        ),
        kept_in(path, ["cubes"]),
    ):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("hello", "is not valid JSON"),
        ("[1]", "the file contains no saved results; name a new file"),
        ('{"games": 3}', "the file contains no saved results"),
        (
            '{"format": 9, "question": "", "totals": {}}',
            "the file has format 9, but this version reads format 1",
        ),
        (
            '{"format": 1, "question": "", "totals": {}}',
            "the checksum of the file is wrong, so the file has been changed since it was written",
        ),
    ],
)
def test_a_file_that_was_not_saved_by_pilein_is_refused_and_not_changed(tmp_path, content, reason):
    path = tmp_path / "kept.json"
    path.write_text(content)
    with pytest.raises(BadRecord, match=reason):
        gathered(path, 16)
    assert path.read_text() == content


def test_two_processes_cannot_write_to_the_same_save_file_at_once(tmp_path):
    path = tmp_path / "kept.json"
    with kept_in(path, QUESTION), pytest.raises(BadFile, match="another pilein process is writing this file"):
        gathered(path, 16)


@pytest.mark.parametrize(
    ("given", "reason"),
    [(0, "0 is less than 1"), (257, "257 workers exceed the limit of 256"), (1.5, r"1\.5 is not a whole number")],
)
def test_a_value_for_workers_is_refused_if_it_is_neither_a_number_nor_an_address(given, reason):
    with pytest.raises(BadInput, match=f"workers: {reason}"):
        workers_of(given)
