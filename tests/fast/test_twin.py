import warnings

import pytest

from pilein.fast import twin
from pilein.fast.twin import ASKING, folders, home


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Return a folder of sources with a core of one module."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(twin, "SOURCES", tmp_path)
    monkeypatch.setattr(twin, "CORE", {"geometry": "ticks"})
    twin.found.cache_clear()
    folder = tmp_path / "geometry"
    folder.mkdir()
    (folder / "ticks.py").write_text("INCH = 127000\n")
    yield folder
    twin.found.cache_clear()


@pytest.mark.parametrize("asked", ["", "0"])
def test_the_compiled_twin_is_searched_for_only_on_request(sources, monkeypatch, asked):
    home().mkdir(parents=True)
    monkeypatch.setenv(ASKING, asked)
    assert folders(str(sources)) == []


def test_a_compiled_twin_is_found_next_to_its_sources(sources, monkeypatch):
    home().mkdir(parents=True)
    monkeypatch.setenv(ASKING, "1")
    assert folders(str(sources)) == [str(home() / "geometry")]


def test_a_missing_compiled_twin_is_reported_once_and_ignored(sources, monkeypatch):
    monkeypatch.setenv(ASKING, "1")
    with pytest.warns(RuntimeWarning, match=r"python -m pilein\.fast"):
        assert folders(str(sources)) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert folders(str(sources)) == []


def test_a_twin_compiled_from_different_sources_is_not_used(sources, monkeypatch):
    home().mkdir(parents=True)
    (sources / "ticks.py").write_text("INCH = 127001\n")
    monkeypatch.setenv(ASKING, "1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert folders(str(sources)) == []
