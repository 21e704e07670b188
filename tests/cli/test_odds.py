import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import printed, refused

MIRROR = Path(__file__).parents[1] / "lab" / "figures" / "mirror.toml"
DUEL = Path(__file__).parents[2] / "examples" / "scrollhammer" / "duel.toml"


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(MIRROR, "mirror.toml")
    return "mirror.toml"


def test_odds_are_printed_as_tables(mirror, capsys):
    out = printed(capsys, "odds", mirror)
    assert out.startswith("ASSUMED\n  phases      fought to the end\n  charged     nobody\n")
    assert "OUTCOME\n" in out
    assert "red wins" in out
    assert "EVENTS" not in out


def test_events_are_listed_with_the_odds_on_request(mirror, capsys):
    assert "WipedOut" in printed(capsys, "odds", mirror, "--events")


def test_tables_of_odds_are_coloured_in_a_terminal(mirror, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in printed(capsys, "odds", mirror)


def test_the_json_document_of_odds_has_fractions(mirror, capsys):
    document = json.loads(printed(capsys, "odds", mirror, "--phases", "1", "--json"))
    assert document["exact"]
    assert document["losses"]["sentries"]["0"] == "16807/32768"
    assert {"event", "unit", "p", "decimal"} <= document["events"][0].keys()


def test_odds_are_printed_as_floats_or_as_fractions(mirror, capsys):
    assert not json.loads(printed(capsys, "odds", mirror, "--float", "--json"))["exact"]
    assert json.loads(printed(capsys, "odds", mirror, "--exact", "--phases", "2", "--json"))["exact"]
    assert "not allowed with" in refused(capsys, "odds", mirror, "--exact", "--float")


def test_odds_may_be_computed_to_the_end_of_the_fight_under_a_changed_ruling(mirror, capsys):
    out = printed(capsys, "odds", mirror, "--phases", "end", "--rule", "SH-R-69=break-off")
    assert "unresolved" not in out
    assert "drawn" in out


def test_odds_may_be_computed_without_a_phase_limit(mirror, capsys):
    out = printed(capsys, "odds", mirror, "--phases", "forever", "--plot", "odds.svg")
    assert "on average  3.8224" in out
    assert "mirror, without end: exact" in Path("odds.svg").read_text()


def test_the_odds_command_draws_a_picture_into_a_file(mirror, capsys):
    assert printed(capsys, "odds", mirror, "--plot", "odds.svg").endswith("written: odds.svg\n")
    assert Path("odds.svg").read_text().startswith("<svg ")


def test_drawing_odds_overwrites_no_scenario_and_needs_a_destination(mirror, capsys):
    assert "mirror.toml: --plot: this file is also the scenario" in refused(
        capsys, "odds", mirror, "--plot", "mirror.toml"
    )
    assert "there is no folder" in refused(capsys, "odds", mirror, "--plot", "nowhere/odds.svg")


def test_the_ask_policy_is_refused_for_odds(mirror, capsys):
    said = refused(capsys, "odds", mirror, "--play", "red=ask")
    assert "--play ask: a person cannot answer every question that may occur" in said


def test_the_random_policy_is_refused_for_exact_odds(mirror, capsys):
    assert "exact odds do not support random policies" in refused(capsys, "odds", mirror, "--play", "random")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--phases", "0"], "cannot be '0'"),
        (["--play", "green=first"], "there is no side 'green'"),
        (["--play", "frist"], "there is no player 'frist'"),
        (["--rule", "SH-R-69=never"], "there is no option"),
    ],
)
def test_bad_options_of_the_odds_command_are_refused_and_the_reason_is_given(mirror, capsys, options, words):
    assert words in refused(capsys, "odds", mirror, *options)


def test_the_odds_command_names_the_scenario_file_that_it_refuses(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text(MIRROR.read_text().replace("models = 5", "modles = 5", 1))
    assert "bad.toml:" in refused(capsys, "odds", "bad.toml")
    assert "missing.toml" in refused(capsys, "odds", "missing.toml")


def test_commands_that_need_no_arrays_do_not_import_numpy():
    program = "import sys; import pilein.cli.fight, pilein.lab.playing; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_odds_command_finds_best_answers_on_request(mirror, capsys):
    out = printed(capsys, "odds", mirror, "--play", "red=best", "--phases", "1")
    assert "best answers: red leads by +0.00; 0 of 0 questions of the first phase matter" in out
    document = json.loads(printed(capsys, "odds", mirror, "--play", "best", "--phases", "1", "--json"))
    assert document["best"]["value"] == {"p": "0/1", "decimal": 0.0}


def test_the_odds_command_refuses_to_find_best_answers_without_a_last_phase(mirror, capsys):
    err = refused(capsys, "odds", mirror, "--play", "red=best", "--phases", "forever")
    assert "best answers cannot be computed without a last phase" in err


def test_a_sentence_may_be_struck_for_one_run_of_the_odds_command(capsys):
    told = ("odds", str(DUEL), "--phases", "end", "--json")
    whole = json.loads(printed(capsys, *told))
    document = json.loads(printed(capsys, *told, "--without", "SH-CR-06"))
    wins = {who: round(chance["decimal"], 4) for who, chance in document["outcome"].items()}
    assert (wins["hills wins"], wins["houses wins"]) == (0.4801, 0.5199)
    assert document["without"] == ["SH-CR-06"]
    assert json.loads(printed(capsys, *told)) == whole
    assert "without" not in whole


def test_each_of_several_struck_sentences_is_named_with_the_odds(capsys, tmp_path):
    path = tmp_path / "odds.svg"
    out = printed(
        capsys, "odds", str(DUEL), "--without", "SH-CR-06", "--without", "SH-AT-02", "--plot", str(path), "--events"
    )
    assert "without SH-CR-06: The higher score wins." in out
    assert "\nwithout SH-AT-02: " in out
    assert "Struck" not in out
    assert "without SH-AT-02, without SH-CR-06" in path.read_text()


def test_striking_a_sentence_that_no_clause_implements_is_refused(capsys):
    err = refused(capsys, "odds", str(DUEL), "--without", "SH-CR-06", "--without", "SH-CR-006")
    assert "there is no sentence 'SH-CR-006'; did you mean 'SH-CR-06'?" in err


def test_best_answers_can_be_found_while_a_sentence_of_the_text_is_struck(mirror, capsys):
    assert "without SH-CR-06" in printed(capsys, "odds", mirror, "--play", "best", "--without", "SH-CR-06")
