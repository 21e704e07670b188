"""The files of the static edition are complete and reproducible byte for byte, and errors during the build are
reported.
"""

import json
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

import pytest

from pilein.cli.main import main
from pilein.engine.rulesets import rulesets_from
from pilein.kernel.errors import BadInput
from pilein.protocol.site import RUNTIME, SERVED, write_site

PAGE = f"<head>{SERVED}</head>"


@pytest.fixture
def parts(tmp_path, monkeypatch):
    """Return tiny substitutes for the built page, the runtime and the wheel."""
    page, runtime, wheels = (tmp_path / name for name in ("page", "runtime", "wheels"))
    for folder in (page, runtime, wheels):
        folder.mkdir()
    (page / "index.html").write_text(PAGE)
    (page / "offline.js").write_text("offline")
    for name in RUNTIME:
        (runtime / name).write_text(name)
    (wheels / "msgspec-1-py3.whl").write_text("wheel")
    monkeypatch.setattr("pilein.protocol.site.built_page", lambda: page)
    return runtime, wheels


def test_the_index_page_of_the_static_site_runs_the_engine_in_the_page(tmp_path, parts):
    written = write_site(tmp_path / "site", *parts)
    assert '<meta name="pilein-engine" content="worker" />' in (tmp_path / "site" / "index.html").read_text()
    assert {"index.html", "offline.js", "files.json", "first.json", "engine/manifest.json", "engine/pilein.zip"} <= {
        *written
    }


def test_the_static_site_contains_the_engine_except_for_parts_that_no_browser_needs(tmp_path, parts):
    write_site(tmp_path / "site", *parts)
    with ZipFile(tmp_path / "site" / "engine" / "pilein.zip") as archive:
        names = {*archive.namelist()}
    assert "defusedxml/ElementTree.py" in names
    assert {"pilein/protocol/alone.py", "pilein/rulesets/wab/__init__.py", "pilein/examples/wab/press.toml"} <= names
    assert not [name for name in names if name.startswith(("pilein/cli/", "pilein/server/", "pilein/protocol/page/"))]
    manifest = json.loads((tmp_path / "site" / "engine" / "manifest.json").read_text())
    assert manifest["packages"] == ["msgspec-1-py3.whl", "pilein.zip"]


def test_the_list_of_offline_files_is_complete_and_its_version_depends_on_their_content(tmp_path, parts):
    first = write_site(tmp_path / "one", *parts)
    again = json.loads((tmp_path / "one" / "files.json").read_text())
    assert {*again["files"]} == {"", *first} - {"files.json"}
    write_site(tmp_path / "two", *parts)
    assert json.loads((tmp_path / "two" / "files.json").read_text()) == again
    (parts[0] / RUNTIME[0]).write_text("another version")
    write_site(tmp_path / "three", *parts)
    assert json.loads((tmp_path / "three" / "files.json").read_text())["version"] != again["version"]


def test_building_the_static_site_in_a_folder_that_already_contains_files_is_refused(tmp_path, parts):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match="is not empty"):
        write_site(tmp_path / "site", *parts)
    assert [file.name for file in (tmp_path / "site").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("runtime/pyodide.mjs", "lacks pyodide.mjs"),
        ("wheels/msgspec-1-py3.whl", "contains no browser wheel of msgspec"),
        ("page/index.html", "the page has not been built"),
    ],
)
def test_building_the_static_site_from_incomplete_parts_is_refused_and_nothing_is_written(
    tmp_path, parts, capsys, missing, words
):
    (tmp_path / missing).unlink()
    runtime, wheels = map(str, parts)
    assert main(["site", str(tmp_path / "site"), "--runtime", runtime, "--wheels", wheels]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


DUEL = (Path(__file__).parents[1] / "duel.py").read_text(encoding="utf-8")


def test_the_static_site_includes_rulesets_from_folders_and_finds_them_by_entry_points(tmp_path, parts, apart):
    """One ruleset is a single file, and the other is a package with its ruleset in a separate module. Their tests are
    left out of the site.
    """
    own = tmp_path / "own"
    (own / "fenced").mkdir(parents=True)
    (own / "fence.py").write_text(DUEL, encoding="utf-8")
    (own / "fenced" / "__init__.py").write_text("", encoding="utf-8")
    other = DUEL.replace('"duel"', '"fenced"').replace('"DU', '"FE')
    (own / "fenced" / "ruleset.py").write_text(other, encoding="utf-8")
    (own / "fenced" / "test_it.py").write_text("", encoding="utf-8")
    rulesets_from(own)
    write_site(tmp_path / "site", *parts)
    with ZipFile(tmp_path / "site" / "engine" / "pilein.zip") as archive:
        archive.extractall(tmp_path / "engine")
    names = {path.relative_to(tmp_path / "engine").as_posix() for path in (tmp_path / "engine").rglob("*.*")}
    assert {"fence.py", "fenced/__init__.py", "fenced/ruleset.py"} <= names
    assert "fenced/test_it.py" not in names
    (points,) = (one.entry_points for one in distributions(path=[str(tmp_path / "engine")]))
    assert {(one.name, one.value) for one in points} == {
        ("duel", "fence:RULESET"),
        ("fenced", "fenced.ruleset:RULESET"),
    }
