import json
from pathlib import Path

import pytest

from pilein.cli.main import main
from tests.cli.calling import printed, refused
from tests.lab.test_matrix import WARRIORS


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "warriors.toml").write_text(WARRIORS)


def test_a_matrix_is_printed_as_a_table(capsys):
    assert main(["matrix", "warriors.toml", "--phases", "1"]) == 0
    rests_on, _, table = capsys.readouterr().out.partition("\n\n")
    assert rests_on.startswith("ASSUMED\n  phases      1 phase\n")
    lines = table.splitlines()
    assert lines[0] == "CHANCE IN % THAT ONES (ROW) BEATS OTHERS (COLUMN) IN ONE PHASE"
    assert lines[2].startswith("  1  hand weapon ")
    assert lines[4] == "WINS OF ONES, IN % (AVERAGE OVER THE WEAPONS OF OTHERS)"


def test_cells_of_a_matrix_are_coloured_in_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["matrix", "warriors.toml"]) == 0
    assert "\x1b[" in capsys.readouterr().out


def test_no_cell_of_a_matrix_is_cut_off_in_a_narrow_terminal(capsys, monkeypatch):
    for name, words in (("FORCE_COLOR", "1"), ("TERM", "xterm-256color"), ("COLUMNS", "10")):
        monkeypatch.setenv(name, words)
    assert "…" not in printed(capsys, "matrix", "warriors.toml")


def test_the_json_document_of_a_matrix_names_rows_and_columns(capsys):
    assert main(["matrix", "warriors.toml", "--phases", "1", "--exact", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["rows"] == document["columns"] == ["hand weapon"]
    assert document["exact"]
    assert "/" in document["wins"][0][0]


def test_an_unknown_ruling_for_a_matrix_is_named_in_the_error(capsys):
    assert main(["matrix", "warriors.toml", "--rule", "WW-R-999=x"]) == 2
    assert "WW-R-999" in capsys.readouterr().err


def test_the_drawing_of_a_matrix_shows_every_cell(capsys):
    assert main(["matrix", "warriors.toml", "--plot", "out.svg"]) == 0
    assert "written: out.svg" in capsys.readouterr().out
    assert "hand weapon" in Path("out.svg").read_text()


def test_bad_input_to_the_matrix_command_is_refused_in_one_sentence(capsys):
    assert "cannot be varied; vary weapons, shields, armour and mixtures" in refused(
        capsys, "matrix", "warriors.toml", "--vary", "hats"
    )
    assert "this file is also the scenario" in refused(capsys, "matrix", "warriors.toml", "--plot", "warriors.toml")
    assert "cannot be 'some'" in refused(capsys, "matrix", "warriors.toml", "--phases", "some")
    assert "cannot answer" in refused(capsys, "matrix", "warriors.toml", "--play", "ask")
    assert "nowhere.toml" in refused(capsys, "matrix", "nowhere.toml")
