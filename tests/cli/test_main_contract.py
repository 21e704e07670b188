"""Every command keeps the promises about exit codes and strict options, and answers bad input with one sentence and a
remedy.
"""

import argparse
import ast
import json
import pickle
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pilein.cli.main import COMMANDS, main, parser_of
from pilein.kernel.errors import BadScenario, IllegalAnswer, TooManyPositions
from tests.cli.calling import printed, refused

SOURCES = Path(__file__).parents[2] / "src" / "pilein"
OPTIONS = [
    (name, option, action)
    for name in COMMANDS
    for action in parser_of(name)._actions
    for option in action.option_strings
    if action.dest != "help"
]
IDS = [f"{name} {option}" for name, option, _ in OPTIONS]
VALUES = {"--way": "walks", "-n": "5", "--seed": "5", "--workers": "1"}
REPEATED = (
    "--answer",
    "--chance",
    "--given",
    "--joint",
    "--origin",
    "--over",
    "--player",
    "--rule",
    "--rulesets",
    "--set",
    "--without",
)


def _given(option: str, action: argparse.Action) -> list[str]:
    return [option] if action.nargs == 0 else [option, VALUES.get(option, "1")]


def _positional(name: str) -> list[str]:
    if name == "lab sweep":
        return ["none.toml", "--over", "SH-CR-04=1..3"]
    return ["duel"] if name in ("rules", "new", "new-ruleset") else ["none.toml"]


@pytest.mark.parametrize(("name", "option", "action"), OPTIONS, ids=IDS)
def test_an_option_may_be_given_only_once(
    name: str, option: str, action: argparse.Action, capsys: pytest.CaptureFixture[str]
) -> None:
    if option == "--json":
        assert main([*name.split(), *_positional(name), option, option]) == 2
        assert json.loads(capsys.readouterr().out)["message"] == "this option is given twice"
        return
    others = [] if name == "serve" and option not in REPEATED else _positional(name)
    said = refused(capsys, *name.split(), *others, *_given(option, action), *_given(option, action))
    if option in REPEATED:
        assert f"{option}: this option is given twice" not in said  # the same reading or sentence twice, not the option
    else:
        assert said == f"pilein: {option}: this option is given twice; give it once\n"


@pytest.mark.parametrize(("name", "option", "action"), OPTIONS, ids=IDS)
def test_an_option_must_be_spelled_in_full(
    name: str, option: str, action: argparse.Action, capsys: pytest.CaptureFixture[str]
) -> None:
    if not option.startswith("--"):
        return
    short = option[: -2 if option in ("--answers", "--rulesets") else -1]  # --answer and --ruleset are other options
    others = [] if name == "serve" else _positional(name)
    said = refused(capsys, *name.split(), *others, short, "1")
    assert f"unrecognized arguments: {short}" in said
    assert "; did you mean --" in said


@pytest.mark.parametrize(("name", "option", "action"), OPTIONS, ids=IDS)
@pytest.mark.parametrize("empty", ["", " "])
def test_the_value_of_an_option_must_not_be_empty(
    name: str, option: str, action: argparse.Action, empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if action.nargs == 0 or option in REPEATED:
        return
    said = refused(capsys, *name.split(), *_positional(name), option, empty)
    assert said.startswith(f"pilein: {option}: ")
    assert "; give " in said


@pytest.mark.parametrize(
    ("name", "option"),
    [(name, option) for name, option, _ in OPTIONS if option in ("-n", "--workers", "--seed", "--random", "--models")],
)
def test_every_command_refuses_a_number_out_of_range_and_states_the_limits(
    name: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in ("9" * 30, "-" + "9" * 30):
        said = refused(capsys, *name.split(), *_positional(name), option, number)
        assert said.startswith(f"pilein: {option}: {number} is out of range; give a whole number from ")


@pytest.mark.parametrize("number", ["1_000", "٣", " 3", "+3", "0x3", "3.0", "1e3", "9" * 5000, "--", "three"])
@pytest.mark.parametrize("option", ["-n", "--seed", "--workers"])
def test_a_number_not_written_in_plain_digits_is_refused(
    press: str, option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "simulate", press, f"{option}{'' if option == '-n' else '='}{number}")
    assert said.startswith(f"pilein: {option}: ")
    assert "; " in said
    assert len(said) < 200


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("fight press.toml --seed 3 --dice 1,2", "--seed: this option cannot be combined with --dice, because --dice"),
        ("fight press.toml --play answers", "--play answers: no file of answers is given; name a"),
        ("fight press.toml --answers a.json --play first", "--answers: no side takes its answers from the file"),
        ("fight press.toml --play ,", "--play: a side has no policy; name the sides: red=sensible,blue=first"),
        ("fight press.toml --play first,", "--play: a side has no policy; name the sides"),
        ("fight press.toml --play red=", "--play: a side has no policy; name the sides"),
        ("fight press.toml --play red=first,red=random", "--play: the side 'red' is named twice; give red=..."),
        ("fight press.toml --play first,blue=random", "does not assign a policy to each side; name the sides"),
        ("fight press.toml --play first,first,first", "does not assign a policy to each side; name the sides"),
        ("fight press.toml --play green=first", "there is no side 'green'; name one of the sides: red and blue"),
        ("fight press.toml --rule DU-R-01=strike --rule DU-R-01=default", "--rule: DU-R-01 is given twice; give"),
        ("fight press.toml --dice 1,,2", "--dice: a face is missing next to a comma; give `ask`, or faces like 4,5,1"),
        ("fight press.toml --dice 1,2,", "--dice: a face is missing next to a comma; give `ask`, or faces like 4,5,1"),
        ("fight press.toml --dice ٣", "is not a die face; give `ask`, or faces like 4,5,1"),
        ("fight press.toml --phases 00000000001", "cannot be '00000000001'; give a whole number from 1 to 1,000, or"),
        ("battle press.toml --turns " + "9" * 5000, "is out of range; give a whole number from 1 to 100"),
        ("battle press.toml --turns 0", "--turns: 0 is out of range; give a whole number from 1 to 100"),
        ("simulate press.toml --workers 0", "--workers: 0 is out of range; give a whole number from 1 to 256"),
        ("lab rulings press.toml --workers 0", "--workers: 0 is out of range; give a whole number from 1 to 256"),
        ("lab sweep press.toml --over DU-1=1 -n 0", "-n: 0 is out of range; give a whole number from 1 to 1,000"),
        ("lab matchup press.toml --models 501", "--models: 501 is out of range; give a whole number from 1 to 500"),
        ("odds press.toml --limit -5s", "--limit: the limit '-5s' cannot be used: '-5s' is neither a time nor"),
        ("worth press.toml --limit", "--limit: the value of this option is missing; give a value, as in --limit"),
        ("simulate press.toml -n -5", "-n: -5 is out of range; give a whole number from 1 to"),
        ("odds press.toml --rulesets press.toml", "press.toml: this path names a file, not a folder; name an existing"),
        ("lab compare press.toml", "lab compare: one scenario without a change cannot be compared; give --set, --rule"),
        ("lab compare a.toml b.toml c.toml", "lab compare: 3 scenarios without a change cannot be compared; give"),
        ("odds press.toml --exact --float", "--float: not allowed with argument --exact; give only one of the two"),
        ("odds press.toml --without DU-01 --without DU-01", "--without: DU-01 is excluded twice; exclude"),
        ("simulate press.toml --ends --events", "not allowed with argument --ends; give only one of the two"),
        ("simulate press.toml --way walk", "--way: the value cannot be 'walk'; did you mean 'walks'?"),
        ("charge press.toml --distances 1_0", "is not a list or range of distances; give at most 100 distances"),
        ("charge press.toml --distances nan", "is not a list or range of distances; give at most 100 distances"),
        ("new duel --force", "--force: no file was named to replace; name a file, or omit --force"),
        ("replay r.json --check --picture p.svg", "because --check draws nothing; omit --check or --picture"),
        ("fight", "the following arguments are required: SCENARIO; see the options with `pilein fight --help`"),
        ("fight ''", "SCENARIO: the value is empty; give SCENARIO"),
        ("rules nothing", "there is no ruleset 'nothing'; use one of "),
        ("rules wab WAB-R-99999", "there is no clause or ruling 'WAB-R-99999'"),
        ("matrix press.toml --vary hats", "hats: 'hats' cannot be varied; vary weapons, shields, armour and mixtures"),
        ("charge press.toml", "press.toml: "),
        ("fight press.toml --dice 1", "only 1 die is given, but the rolls so far need at least 2; give more dice"),
        ("fight press.toml --dice 1,2,3,4,5,6,6,6,6,6,6,6,6,6,6,6", "some of the given dice are unused: "),
        ("fight press.toml --seed 1 --answers a.json", "a.json: answer 1 is missing: "),
        ("fight press.toml --seed 1 --answers b.json", "b.json: answer 1 cannot be given:"),
        ("replay nothere.json", "nothere.json: the file cannot be read: No such file or directory; name an"),
        ("fight nothere.json", "nothere.json: the file cannot be read: No such file or directory; name an"),
        ("simulate press.toml -n 40 --seed 3 --resume kept.json --way walks", "continue with --way games, or omit"),
        ("simulate press.toml -n 40 --seed 4 --resume kept.json --way games", "continue with --seed 3, or"),
        ("simulate press.toml -n 0", "-n: 0 is out of range; give a whole number from 1 to 1,000,000,000,000"),
        ("simulate press.toml --play best", "only `pilein odds` can search for the best answers; name a policy"),
        ("odds press.toml --play best --phases forever", "give --phases a number, or end"),
        ("odds press.toml --play ask", "a person cannot answer every question that may occur; name a policy"),
        ("fight press.toml --rule DU-R-01=strik", "DU-R-01=strik"),
        ("fight press.toml --rule DU-R-01=strike:3", "DU-R-01"),
    ],
)  # fmt: skip
def test_contradictory_or_repeated_options_are_refused(
    command: str, words: str, press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.json").write_text("[]")
    Path("b.json").write_text('[{"answer": 77}]')
    if "kept.json" in command:
        printed(capsys, "simulate", press, *shlex.split("-n 20 --seed 3 --way games --workers 1 --save kept.json"))
    said = refused(capsys, *shlex.split(command))
    assert words in said
    assert "; " in said
    assert main([*shlex.split(command), "--json"]) == 2
    fault = json.loads(capsys.readouterr().out)
    assert fault["message"]
    assert said.endswith(f"; {fault['remedy']}\n")


def test_two_policies_named_without_sides_play_the_first_and_the_second_side(
    press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def players(play: str) -> list[str]:
        document = json.loads(printed(capsys, "fight", press, "--seed", "1", "--play", play, "--json"))
        return list(document["record"]["players"])

    assert players("first,random") == ["first", "random"]
    assert players("first") == ["first", "first"]
    assert players("blue=random") == ["sensible", "random"]


def test_an_error_about_a_scenario_names_its_file(press: str, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "matrix", table).startswith("pilein: table.toml: a matrix needs units in the press")
    assert refused(capsys, "charge", press).startswith("pilein: press.toml: ")


def test_an_absurd_terminal_width_is_ignored(
    press: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def texts() -> tuple[str, str]:
        return printed(capsys, "fight", press, "--seed", "1"), printed(capsys, "odds", press, "--phases", "1")

    monkeypatch.delenv("COLUMNS")
    usual = texts()
    for columns in ("0", "-1", "x", "", "99999999999999"):
        monkeypatch.setenv("COLUMNS", columns)
        assert texts() == usual, columns


PROGRAM = shlex.join([sys.executable, "-c", "import sys; from pilein.cli.main import main; sys.exit(main())"])


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("check nothere 2>&-", 2, ""),
        ("check nothere 2>/dev/full", 2, ""),
        ("check nothere >&- 2>&-", 2, ""),
        ("fight --help >/dev/full", 2, "pilein: standard output cannot be written: No space left on device; free"),
        ("--help >/dev/full", 2, "pilein: standard output cannot be written: No space left on device; free"),
        ("--version >/dev/full", 2, "pilein: standard output cannot be written: No space left on device; free"),
    ],
)  # fmt: skip
def test_closed_or_full_output_streams_change_no_exit_code(line: str, code: int, said: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        ["/bin/bash", "-c", f"{PROGRAM} {line}"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ran.returncode == code
    assert ran.stderr.startswith(said)
    assert ran.stderr.count("\n") == (1 if said else 0)


def test_running_out_of_memory_is_reported_in_one_sentence(
    press: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def greedy(_arguments: object) -> int:
        raise MemoryError

    monkeypatch.setattr("pilein.cli.fight.run", greedy)
    assert (
        refused(capsys, "fight", press)
        == "pilein: there is not enough memory for this command; use fewer models or phases\n"
    )


def test_an_error_message_shows_no_control_characters(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "fight", press, "--play", "\x1b[31mred\x07=first")
    assert "x1b[31mred" in said
    assert said.strip().isprintable()


def test_an_error_sent_from_a_worker_process_keeps_all_its_fields() -> None:
    for fault in (
        BadScenario("is too many", file="a.toml", line=3, key="models", remedy="take fewer"),
        TooManyPositions(50, "transitions", work=3),
        IllegalAnswer(None, 3, "too far", "X-1"),
    ):
        came = pickle.loads(pickle.dumps(fault))
        assert type(came) is type(fault)
        assert str(came) == str(fault)
        assert came.__dict__ == fault.__dict__


def _raised(tree: ast.AST) -> list[ast.Call]:
    """Return the calls in a source file that pass an empty remedy."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls for word in call.keywords if word.arg == "remedy" and not _says(word.value)]


def _says(value: ast.expr) -> bool:
    """Return whether an expression may yield text, as far as static analysis can tell."""
    return not (isinstance(value, ast.Constant) and not value.value)


def test_every_fault_has_a_remedy() -> None:
    """The type checker makes sure that every fault is given a remedy. This test makes sure that no remedy is empty."""
    found = {path.name: len(_raised(ast.parse(path.read_text()))) for path in SOURCES.rglob("*.py")}
    assert {name: count for name, count in found.items() if count} == {}


def test_the_documentation_lists_all_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    text = (SOURCES.parents[1] / "docs" / "command-line.md").read_text()
    for code in (0, 1, 2, 70, 129, 130, 143):
        assert f"\n| {code} | " in text
