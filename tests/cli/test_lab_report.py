import csv
import json
from pathlib import Path

import pytest

from pilein.cli.lab import data_folder
from pilein.cli.main import main
from pilein.lab import parquet
from pilein.lab.files import BadFile
from tests.cli.calling import printed, refused
from tests.lab.brawls import BRAWL, TEXTS

INTERRUPTED = 130  # exit code
TEXT = ("--rulesets", str(TEXTS), "--workers", "1")
REPORT = ("lab", "report", "press.toml", "-n", "20", *TEXT)


@pytest.fixture(autouse=True)
def brawls(apart, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("press.toml").write_text(BRAWL)


def test_a_playtest_report_is_written_with_its_data(capsys):
    out = printed(capsys, *REPORT, "-o", "r.html", "--data", "data", "--title", "The brawl")
    assert "The brawl\n\nSentences used\n" in out
    assert out.endswith("written: r.html\nwritten: data\n")
    assert "<h1>The brawl</h1>" in Path("r.html").read_text()
    assert {path.name for path in Path("data").iterdir()} == {"coverage.csv", "rulings.csv", "sentences.csv"}
    with Path("data/coverage.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 9
    assert {path.name for path in Path().iterdir()} == {"press.toml", "r.html", "data"}


def test_the_json_document_of_a_report_holds_every_result(capsys):
    document = json.loads(printed(capsys, *REPORT, "-o", "r.html", "--json"))
    assert list(document["results"]) == ["coverage", "rulings", "sentences"]
    assert document["parts"]["Rulings that matter"]["commands"] == [
        f"pilein lab rulings press.toml -n 20 --seed 0 --rulesets {TEXTS}"
    ]


def test_parquet_files_of_a_report_are_written_next_to_its_page(capsys):
    pytest.importorskip(parquet.NEEDED, reason="the extra `report` is not installed")
    printed(capsys, *REPORT, "-o", "r.html", "--data", "data", "--parquet")
    assert len(list(Path("data").glob("*.parquet"))) == 3


def test_a_report_page_and_its_data_are_replaced_only_with_the_force_option(capsys):
    Path("r.html").write_text("mine")
    Path("data").mkdir()
    Path("data/notes.txt").write_text("mine")
    assert "r.html: -o: this file already exists" in refused(capsys, *REPORT, "-o", "r.html")
    assert "data: --data: this folder is not empty" in refused(capsys, *REPORT, "-o", "new.html", "--data", "data")
    printed(capsys, *REPORT, "-o", "r.html", "--data", "data", "--force")
    assert Path("r.html").read_text().startswith("<!DOCTYPE html>")
    assert {path.name for path in Path("data").iterdir()} > {"notes.txt", "coverage.csv"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("press.toml",),
            "-o: no output file is named, so the page cannot be written; name a file, such as -o report.html",
        ),
        (
            ("-o", "r.html"),
            "no scenarios or units are named for the report; name scenarios, or a unit file with --units",
        ),
        (("missing.toml",), "missing.toml: this file does not exist"),
        (
            ("press.toml", "--play", "red=first,second"),
            "--play red=first,second: this option does not name a policy for each side",
        ),
        (("missing.toml", "-o", "r.html"), "missing.toml: this file does not exist"),
        (("--units", "missing.toml", "-o", "r.html"), "missing.toml"),
        (
            ("press.toml", "-o", "r.txt"),
            "r.txt: -o: the name of the file does not end in .html; use a name ending in .html",
        ),
        (("press.toml", "-o", "-"), "'-' cannot be used as the name of a file"),
        (("press.toml", "-o", "nowhere/r.html"), "there is no folder 'nowhere'"),
        (
            ("press.toml", "-o", "r.html", "--data", "press.toml"),
            "press.toml: --data: this path names a file, not a folder",
        ),
        (("press.toml", "-o", "r.html", "--data", "no/data"), "the folder cannot be created: there is no folder 'no'"),
        (
            ("press.toml", "-o", "r.html", "--keep", "press.toml"),
            "press.toml: --keep: this path names a file, not a folder",
        ),
        (("press.toml", "-o", "r.html", "--keep", "no/kept"), "the folder cannot be created: there is no folder 'no'"),
        (
            ("press.toml", "-o", "r.html", "--keep", "new", "--data", "new"),
            "new: --keep: this folder is already used for --data",
        ),
        (
            ("press.toml", "-o", "r.html", "--parquet"),
            "no folder is named for the Parquet files; name a folder with --data",
        ),
        (("press.toml", "-o", "r.html", "-n", "many"), "-n"),
        (("press.toml", "-o", "r.html", "--random", "2"), "brawl has no sample scenario"),
        (("press.toml", "-o", "r.html", "--limit", "soon"), "the limit 'soon' cannot be used"),
        (("empty", "-o", "r.html"), "contains no scenario file"),
    ],
)
def test_bad_input_to_a_report_is_refused_in_one_sentence_and_nothing_is_written(capsys, arguments, words):
    Path("empty").mkdir()
    before = sorted(Path().rglob("*"))
    assert words in refused(capsys, "lab", "report", *arguments, *TEXT)
    assert sorted(Path().rglob("*")) == before


def test_a_missing_optional_package_for_reports_is_named_before_anything_is_played(capsys, monkeypatch):
    monkeypatch.setattr(parquet, "NEEDED", "a_package_that_nobody_has")
    options = ("--data", "data", "--parquet")
    said = refused(capsys, *REPORT, "-o", "r.html", *options)
    assert "a_package_that_nobody_has" in said
    assert "pip install 'pilein[report]'" in said
    assert not Path("data").exists()
    assert "missing.toml: this file does not exist" in refused(
        capsys, "lab", "report", "missing.toml", "-o", "r.html", *options
    )


def test_a_report_folder_that_cannot_be_completed_is_not_created(monkeypatch):
    def fail(*_):
        raise BadFile("cannot be written", file="x", remedy="name another")

    monkeypatch.setattr(data_folder, "write", fail)
    with pytest.raises(BadFile):
        data_folder.write_folder("data", {"a": [{"b": 1}]}, with_parquet=False)
    assert sorted(path.name for path in Path().iterdir()) == ["press.toml"]


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("there", "the folder cannot be written to: it is write-protected"),
        ("there/new", "the folder cannot be created: its parent folder is write-protected"),
    ],
)
def test_the_refusal_of_a_folder_says_which_folder_is_write_protected(tmp_path, monkeypatch, folder, words):
    (tmp_path / "there").mkdir()
    monkeypatch.setattr(data_folder.os, "access", lambda path, mode: False)
    with pytest.raises(BadFile, match=words):
        data_folder.assert_usable(str(tmp_path / folder), "--data")


def test_an_interrupted_report_says_how_to_continue(capsys, monkeypatch):
    def interrupt(*_given, **_asked):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pilein.lab.playtest_report.rulings", interrupt)
        assert main([*REPORT, "-o", "r.html", "--keep", "kept"]) == INTERRUPTED
    out = capsys.readouterr().out
    assert out.endswith("written: r.html\nthe same command with --force continues from the results in kept\n")
    assert "Interrupted in the stage rulings; left out: sentences." in Path("r.html").read_text()
    printed(capsys, *REPORT, "-o", "r.html", "--keep", "kept", "--force")
    assert "Interrupted" not in Path("r.html").read_text()


def test_the_message_about_an_interruption_promises_no_continuation_if_no_result_has_been_saved(capsys, monkeypatch):
    def interrupt(*_given, **_asked):
        raise KeyboardInterrupt

    monkeypatch.setattr("pilein.lab.rulings.rulings", interrupt)
    assert main(["lab", "rulings", "press.toml", *TEXT, "--keep", "kept.json"]) == INTERRUPTED
    assert "continues" not in capsys.readouterr().err


def test_an_invalid_cluster_address_is_reported(capsys):
    said = refused(capsys, "lab", "rulings", "press.toml", *TEXT[:2], "--cluster", "nowhere")
    assert "--cluster: 'nowhere' is not the address of a cluster; write an address like tcp://127.0.0.1:8786" in said


def test_the_help_for_reports_names_every_option(capsys):
    assert main(["lab", "report", "--help"]) == 0
    out = capsys.readouterr().out
    assert all(
        option in out for option in ("-o", "--units", "--data", "--parquet", "--force", "--random", "--title", "--keep")
    )
