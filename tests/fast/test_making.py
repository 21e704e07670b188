import pytest

from pilein.fast import making
from pilein.fast.making import Uncompiled, made
from pilein.fast.twin import SUFFIX, home


@pytest.fixture
def sources(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "geometry"
    folder.mkdir()
    (folder / "ticks.py").write_text("import msgspec\nclass Tick(msgspec.Struct):\n    size: int\nONE = Tick(1)\n")
    return folder


def test_compiled_modules_and_their_structs_are_kept_for_later_runs(sources, monkeypatch):
    program = f"import pathlib; pathlib.Path('pilein/geometry/ticks{SUFFIX}').touch()  # {{paths}} {{flags}}"
    monkeypatch.setattr(making, "PROGRAM", program)
    folder = made(sources)
    assert folder == home(sources)
    assert sorted(path.name for path in folder.iterdir()) == [f"ticks{SUFFIX}", "ticks_structs.py"]
    assert list(folder.parent.iterdir()) == [folder]


def test_modules_that_are_already_compiled_are_not_recompiled(sources, monkeypatch):
    monkeypatch.setattr(making, "PROGRAM", "raise SystemExit('compiled again')")
    home(sources).mkdir(parents=True)
    assert made(sources) == home(sources)


def test_a_missing_mypyc_is_reported_with_instructions_to_install_it(sources, monkeypatch):
    monkeypatch.setattr(making, "PROGRAM", "import nothing_of_this_name")
    with pytest.raises(Uncompiled, match=r"pip install 'pilein\[fast\]'"):
        made(sources)
    assert not home(sources).exists()


def test_a_missing_compiler_is_reported_with_the_error_message_of_the_failed_build(sources, monkeypatch):
    monkeypatch.setattr(making, "PROGRAM", "raise SystemExit('no such command: cc')")
    with pytest.raises(Uncompiled, match="no such command: cc"):
        made(sources)


def test_sources_that_change_during_the_build_are_not_compiled(sources, monkeypatch):
    lay_out = making._laid_out

    def changing(folder, work):
        (folder / "turns.py").write_text("ROUND = 4.0\n")
        return lay_out(folder, work)

    monkeypatch.setattr(making, "_laid_out", changing)
    with pytest.raises(Uncompiled, match="changed during the compilation"):
        made(sources)
