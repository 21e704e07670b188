import pytest

from pilein.fast import making, twin
from pilein.fast.making import Uncompiled, made
from pilein.fast.twin import SUFFIX, home

TICKS = "import msgspec\nclass Tick(msgspec.Struct):\n    size: int\nONE = Tick(1)\n"


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """Return a folder of sources with a core of one module, which has a struct."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "sources"
    (folder / "geometry").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "geometry" / "ticks.py").write_text(TICKS)
    for module in (twin, making):
        monkeypatch.setattr(module, "SOURCES", folder)
        monkeypatch.setattr(module, "CORE", {"geometry": "ticks"})
    return folder


def test_compiled_modules_and_their_structs_are_kept_for_later_runs(sources, monkeypatch):
    program = f"import pathlib; pathlib.Path('pilein/geometry/ticks{SUFFIX}').touch()  # {{paths}} {{flags}} {{group}}"
    monkeypatch.setattr(making, "PROGRAM", program)
    folder = made()
    assert folder == home()
    assert sorted(path.name for path in (folder / "geometry").iterdir()) == [f"ticks{SUFFIX}", "ticks_structs.py"]
    assert list(folder.parent.iterdir()) == [folder]


def test_a_core_module_is_reported_if_its_structs_cannot_be_separated(sources):
    (sources / "geometry" / "ticks.py").write_text(
        "import msgspec\ndef area() -> int:\n    return 1\nclass A(msgspec.Struct):\n    size: int = area()\n"
    )
    with pytest.raises(Uncompiled, match=r"ticks\.py"):
        made()
    assert not home().exists()


def test_modules_that_are_already_compiled_are_not_recompiled(sources, monkeypatch):
    monkeypatch.setattr(making, "PROGRAM", "raise SystemExit('compiled again')")
    home().mkdir(parents=True)
    assert made() == home()


def test_a_missing_mypyc_is_reported_with_instructions_to_install_it(sources, monkeypatch):
    monkeypatch.setattr(making, "PROGRAM", "import nothing_of_this_name")
    with pytest.raises(Uncompiled, match=r"pip install 'pilein\[fast\]'"):
        made()
    assert not home().exists()


def test_a_missing_compiler_is_reported_with_the_error_message_of_the_failed_build(sources, monkeypatch):
    monkeypatch.setattr(making, "PROGRAM", "raise SystemExit('no such command: cc')")
    with pytest.raises(Uncompiled, match="no such command: cc"):
        made()


def test_sources_that_change_during_the_build_are_not_compiled(sources, monkeypatch):
    lay_out = making._laid_out

    def changing(work):
        (sources / "geometry" / "turns.py").write_text("ROUND = 4.0\n")
        return lay_out(work)

    monkeypatch.setattr(making, "_laid_out", changing)
    with pytest.raises(Uncompiled, match="changed during the compilation"):
        made()
