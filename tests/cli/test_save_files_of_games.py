import os
from pathlib import Path

import pytest

from pilein.cli.save_files import is_saved_game


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("g.sav", b'{"format": 1}', True),
        ("g", b'\n\t  {"format": 1}', True),
        ("g.toml", b'\xef\xbb\xbf{"format": 1}', True),
        ("G.JSON", b"", True),
        ("s.toml", b'ruleset = "duel"', False),
        ("s", b"# {", False),
        ("empty", b"", False),
        ("zeros", bytes(100), False),
    ],
)
def test_saved_games_are_recognised_by_the_content_of_their_files(name, content, expected, tmp_path):
    (tmp_path / name).write_bytes(content)
    assert is_saved_game(str(tmp_path / name)) is expected


def test_pipes_folders_and_missing_files_are_not_read_as_saved_games(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("pipe", ".", "none", "x" * 5000):
        assert not is_saved_game(str(tmp_path / path))
    assert not is_saved_game("a\0b")
    assert Path(tmp_path / "pipe").exists()
