"""`pilein examples` lists and copies the bundled examples."""

import json
from pathlib import Path

import pytest

from pilein.lab.examples import examples
from tests.cli.calling import printed, refused

ROOT = Path(__file__).parents[2]
Capture = pytest.CaptureFixture[str]


def test_every_example_is_listed_with_its_purpose(capsys: Capture):
    said = printed(capsys, "examples")
    for path in sorted((ROOT / "examples").glob("*/*.toml")):
        assert f"  {path.name} " in said
    assert "scrollhammer/\n" in said
    lines = said.splitlines()
    duel = next(line for line in lines if "A duel in the press: a hill king and a noble" in line)
    longest = next(line for line in lines if "riders_against_pikes.toml" in line)
    assert duel.index("A duel") == longest.index("Guards") == longest.index(".toml") + len(".toml  ")
    assert [example.name for example in examples() if len(example.shows) > 120] == []


def test_examples_are_copied_and_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    monkeypatch.chdir(tmp_path)
    assert printed(capsys, "examples", "mine").startswith(f"{len(examples())} examples in mine; play one with ")
    duel = Path("mine/scrollhammer/duel.toml")
    assert duel.read_bytes() == (ROOT / "examples" / "scrollhammer" / "duel.toml").read_bytes()
    assert "can be played" in printed(capsys, "check", str(duel))


def test_programs_that_play_are_listed_and_copied_with_the_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    monkeypatch.chdir(tmp_path)
    listing = printed(capsys, "examples")
    assert "agents/\n" in listing
    assert "The smallest player for Pile In: it always gives the first answer\n" in listing
    assert printed(capsys, "examples", "mine").endswith("2 programs that play, in mine/agents\n")
    for name in ("first.sh", "flat.mjs"):
        assert Path("mine/agents", name).read_bytes() == (ROOT / "examples/agents" / name).read_bytes()
    document = json.loads(printed(capsys, "examples", "--json"))
    assert [one["name"] for one in document["programs"]] == ["agents/first.sh", "agents/flat.mjs"]
    printed(capsys, "fight", "mine/scorched/duel.toml", "--play", "crusade=program:sh mine/agents/first.sh", "--seed=1")


def test_a_changed_copy_of_an_example_is_replaced_only_with_the_force_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    monkeypatch.chdir(tmp_path)
    printed(capsys, "examples", ".")
    duel = Path("scrollhammer/duel.toml")
    duel.write_text("mine", encoding="utf-8")
    remedy = "choose another folder, or replace the file with --force"
    assert (
        refused(capsys, "examples", ".")
        == f"pilein: {duel}: this file already exists with different content; {remedy}\n"
    )
    assert duel.read_text(encoding="utf-8") == "mine"
    document = json.loads(printed(capsys, "examples", ".", "--force", "--json"))
    assert document["folder"] == "."
    assert {"name": "scrollhammer/duel.toml", "shows": "A duel in the press: a hill king and a noble"} in document[
        "examples"
    ]
    assert duel.read_text(encoding="utf-8") != "mine"


def test_copying_examples_is_refused_if_no_folder_is_named_or_if_the_folder_cannot_be_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    assert "the folder cannot be created: " in refused(capsys, "examples", "file")
    assert "no folder is given for the examples" in refused(capsys, "examples", "--force")


def test_the_page_of_examples_describes_each_example():
    page = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    rows = {example.name: f"]({example.name}) | " for example in examples()}
    missing = [example.name for example in examples() if f" | {example.shows} |" not in page]
    assert missing == []
    assert [name for name, row in rows.items() if row not in page] == []
