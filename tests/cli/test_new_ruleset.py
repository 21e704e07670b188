"""A ruleset outside the package, written by `new-ruleset` or kept in a single file, can do everything that the bundled
rulesets can.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pilein
from pilein.cli.marked_tests import checkout
from pilein.engine.rulesets import ruleset_named
from pilein.lab.simulating import simulate
from tests.cli.calling import printed, refused

Capture = pytest.CaptureFixture[str]
FILES = [
    "__init__.py",
    "clauses.toml",
    "conftest.py",
    "questions.toml",
    "rulings.toml",
    "sample.toml",
    "test_border.py",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, apart: None) -> Path:
    """Return the current folder, which holds a new, registered ruleset in `own` and a scenario for it."""
    monkeypatch.chdir(tmp_path)
    printed(capsys, "new-ruleset", "border", "-o", "own")
    printed(capsys, "--rulesets", "own", "new", "border", "fight.toml")
    return tmp_path


def test_the_files_of_a_new_ruleset_bear_its_own_name_and_prefix(folder: Path) -> None:
    assert sorted(path.name for path in (folder / "own" / "border").glob("*.*")) == FILES
    text = "".join(path.read_text() for path in (folder / "own" / "border").glob("*.*"))
    assert "hoplon" not in text.lower()
    assert "HO-" not in text
    assert "BO-R-01" in text


def test_the_commands_printed_for_a_new_ruleset_work_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, apart: None
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = printed(capsys, "new-ruleset", "border").splitlines()
    commands = [line.split("pilein ")[1].split() for line in lines if "pilein " in line]
    assert [command[2] for command in commands] == ["new", "fight", "odds"]
    for command in commands:
        printed(capsys, *command)


def test_creating_a_new_ruleset_lists_its_files_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    document = json.loads(printed(capsys, "new-ruleset", "border", "--json"))
    assert document["ruleset"] == "border"
    assert [Path(file).name for file in document["files"]] == FILES


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Border", "is not a valid name for a ruleset"),
        ("2nd", "is not a valid name for a ruleset"),
        ("test_mine", "is not a valid name for a ruleset"),
        ("class", "is not a valid name for a ruleset"),
        ("x" * 31, "is not a valid name for a ruleset"),
        ("wab", "a ruleset named 'wab' already exists"),
        ("json", "a ruleset cannot be named 'json', which is the name of a Python module"),
    ],
)
def test_an_impossible_name_for_a_new_ruleset_is_refused(name: str, words: str, capsys: Capture) -> None:
    assert words in refused(capsys, "new-ruleset", name)


def test_creating_a_new_ruleset_overwrites_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "border").mkdir()
    assert "border: this folder already exists" in refused(capsys, "new-ruleset", "border")
    assert list((tmp_path / "border").iterdir()) == []


def test_the_prefix_of_a_new_ruleset_is_unique(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    printed(capsys, "new-ruleset", "wsword")
    assert 'prefix="WSW"' in (tmp_path / "wsword" / "__init__.py").read_text()


def test_the_scenario_of_a_new_ruleset_can_be_checked_fought_and_replayed(folder: Path, capsys: Capture) -> None:
    assert "can be played (border" in printed(capsys, "check", "fight.toml")
    log = printed(capsys, "fight", "fight.toml", "--seed", "3", "--record", "r.json", "--picture", "fight.svg")
    assert "slain by guards" in log
    assert "BO-01" in log
    assert json.loads(Path("r.json").read_text())["ruleset"] == "border"
    assert "give the same" in printed(capsys, "replay", "r.json", "--check")
    printed(capsys, "battle", "fight.toml", "--seed", "3", "--turns", "2")


def test_odds_under_a_new_ruleset_are_exact_and_agree_with_a_simulation(folder: Path, capsys: Capture) -> None:
    exact = json.loads(printed(capsys, "odds", "fight.toml", "--phases", "end", "--json"))["outcome"]
    sampled = json.loads(printed(capsys, "simulate", "fight.toml", "--phases", "end", "--seed", "1", "--json"))[
        "outcome"
    ]
    for who, chance in exact.items():
        assert sampled[who]["decimal"] == pytest.approx(chance["decimal"], abs=5 * sampled[who]["error"] + 0.001)


def test_a_ruling_and_a_struck_sentence_change_the_odds_under_a_new_ruleset(folder: Path, capsys: Capture) -> None:
    def chance(*options: str) -> float:
        found = json.loads(printed(capsys, "odds", "fight.toml", "--phases", "end", "--json", *options))["outcome"]
        return float(found["red wins"]["decimal"])

    assert chance("--rule", "BO-R-01=all") < chance()
    assert chance("--without", "BO-02") > chance()


def test_worker_processes_can_play_games_under_a_new_ruleset(folder: Path) -> None:
    one, two = (simulate("fight.toml", n=60, seed=4, way="games", workers=workers, phases=1) for workers in (1, 2))
    assert one.to_dict() == two.to_dict()


def test_the_uses_of_the_sentences_of_a_new_ruleset_are_counted(folder: Path) -> None:
    game = pilein.play("fight.toml", seed=3).game
    assert set(game.uses) == {"BO-01", "BO-02"}


def test_the_sentences_and_the_order_of_play_of_a_new_ruleset_are_shown(folder: Path, capsys: Capture) -> None:
    page = json.loads(printed(capsys, "rules", "border", "--json"))
    assert [(one["id"], one["code"]["file"]) for one in page["clauses"]] == [
        ("BO-01", "own/border/__init__.py"),
        ("BO-02", "own/border/__init__.py"),
    ]
    assert [test["name"] for test in page["clauses"][0]["tests"]] != []
    assert "BO-R-01" in printed(capsys, "rules", "border", "r-1")
    assert "border" in printed(capsys, "rules")
    assert printed(capsys, "rules", "border", "--markdown").startswith("# Order of play: Border\n")


def test_the_tests_of_a_new_ruleset_pass(folder: Path) -> None:
    root = checkout()
    assert root is not None
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error", "-p", "no:cacheprovider", "own"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def test_a_replay_names_the_missing_option_if_the_folder_of_its_ruleset_is_not_given(
    folder: Path, capsys: Capture
) -> None:
    printed(capsys, "fight", "fight.toml", "--seed", "3", "--record", "r.json")
    program = [sys.executable, "-m", "pilein.cli.start"]
    alone = subprocess.run([*program, "replay", "r.json"], check=False, capture_output=True, text=True)
    assert alone.returncode == 2
    assert "r.json: ruleset: there is no ruleset 'border'; give its folder with --rulesets" in alone.stderr
    found = subprocess.run([*program, "replay", "r.json", "--check", "--rulesets", "own"], check=False)
    assert found.returncode == 0


@pytest.mark.parametrize("before", [True, False])
def test_the_folder_of_a_ruleset_may_be_named_before_or_after_the_command_or_in_an_environment_variable(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    own = ["--rulesets", str(folder / "own")]
    arguments = [*own, "check", "fight.toml"] if before else ["check", "fight.toml", *own]
    printed(capsys, *arguments)
    monkeypatch.setenv("PILEIN_RULESETS", str(folder / "own"))
    printed(capsys, "check", "fight.toml")
    monkeypatch.setenv("PILEIN_RULESETS", str(folder / "nowhere"))
    assert "nowhere: this folder does not exist" in refused(capsys, "check", "fight.toml")


def test_a_printed_command_includes_the_option_for_the_ruleset_folder(capsys: Capture) -> None:
    assert "--rulesets: the value is empty" in refused(capsys, "--rulesets")
    assert "--rulesets: the value is empty" in refused(capsys, "--rulesets=", "rules")


def test_a_game_can_be_played_under_a_ruleset_in_a_single_file(folder: Path, capsys: Capture) -> None:
    (folder / "one").mkdir()
    text = (Path(__file__).parents[1] / "duel.py").read_text().replace('"duel"', '"fence"').replace("DU-", "FE-")
    (folder / "one" / "fence.py").write_text(text.replace('prefix="DU"', 'prefix="FE"'))
    printed(capsys, "--rulesets", "one", "new", "fence", "fence.toml", "--force")
    Path("fence.toml").write_text(Path("fence.toml").read_text().replace('ruleset = "duel"', 'ruleset = "fence"'))
    assert "foils" in printed(capsys, "fight", "fence.toml", "--seed", "1")
    printed(capsys, "odds", "fence.toml")
    assert ruleset_named("fence").home == "fence"


# --- what its author gets wrong -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "clauses.toml",
            'id = "BO-02"',
            "id = BO-02",
            "clauses.toml: the file cannot be read: Invalid value (at line 12",
        ),
        (
            "clauses.toml",
            'section = "Blows"\n',
            "",
            "clauses.toml: entry 1 under [[clause]] is invalid: Object missing required field",
        ),
        (
            "rulings.toml",
            'name = "all"\n',
            "",
            "rulings.toml: entry 1 under [[ruling]] is invalid: Object missing required field `name`",
        ),
    ],
)
def test_an_error_in_the_files_of_a_ruleset_names_the_file_and_the_entry(
    folder: Path, capsys: Capture, file: str, old: str, new: str, words: str
) -> None:
    place = folder / "own" / "border" / file
    other = folder / "other" / "march"
    other.parent.mkdir()
    place.parent.rename(other)
    for path in other.glob("*.*"):
        text = path.read_text(encoding="utf-8").replace("BO-", "MA-").replace('"BO"', '"MA"').replace("border", "march")
        changed = text.replace(old.replace("BO-", "MA-"), new.replace("BO-", "MA-")) if path.name == file else text
        path.write_text(changed, encoding="utf-8")
    assert words in refused(capsys, "--rulesets", "other", "rules", "march")


def test_the_tests_of_a_ruleset_are_listed_as_tests_and_not_as_code(folder: Path, capsys: Capture) -> None:
    out = " ".join(printed(capsys, "--rulesets", "own", "rules", "border", "BO-01").split())
    assert "test: " in out
    assert "code: border.strike" in out
    assert "code: test_" not in out


def test_an_error_in_the_code_of_a_ruleset_is_reported_with_its_file_and_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv("PILEIN_TRACEBACK", raising=False)
    code = folder / "own" / "border" / "__init__.py"
    (folder / "bent").mkdir()
    text = code.read_text(encoding="utf-8").replace("table.roll(", "table.role(").replace('"border"', '"bent"')
    line = text[: text.index("table.role(")].count("\n") + 1
    text = text.replace('table.rule("BO-R-01")', '"default"')
    text = text.replace("read_rulings(__name__)", "{}").replace("package=__name__,", "").replace('"BO', '"BE')
    (folder / "bent" / "bent.py").write_text(text, encoding="utf-8")
    fight = (folder / "fight.toml").read_text(encoding="utf-8").replace('"border"', '"bent"')
    (folder / "bent.toml").write_text(fight, encoding="utf-8")
    told = refused(capsys, "--rulesets", "bent", "odds", "bent.toml")
    assert f"the ruleset has an error: {folder / 'bent' / 'bent.py'}:{line}: AttributeError: 'Table' object" in told
    assert "correct the ruleset (PILEIN_TRACEBACK=1 shows" in told


def test_a_ruleset_without_a_sample_scenario_is_reported(tmp_path: Path, apart: None, capsys: Capture) -> None:
    text = (Path(__file__).parents[1] / "duel.py").read_text(encoding="utf-8")
    text = text.replace("    example=SAMPLE,\n", "").replace('"duel"', '"bare"').replace('"DU', '"BA')
    (tmp_path / "bare.py").write_text(text, encoding="utf-8")
    told = refused(capsys, "--rulesets", str(tmp_path), "new", "bare")
    assert "bare has no sample scenario to start from; write a sample as `sample.toml` next to the code" in told


def with_a_third_sentence(folder: Path) -> None:
    """Copy the ruleset under a new name, and add a sentence that no code implements."""
    for path in sorted((folder / "own" / "border").glob("*.*")):
        text = path.read_text(encoding="utf-8").replace("BO-", "TH-").replace('"BO"', '"TH"').replace("border", "third")
        if path.name == "clauses.toml":
            text += '\n[[clause]]\nid = "TH-03"\nsection = "Blows"\nwords = "The slain are taken off."\n'
        place = folder / "apart" / "third" / path.name.replace("border", "third")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    fight = (folder / "fight.toml").read_text(encoding="utf-8").replace('"border"', '"third"')
    (folder / "third.toml").write_text(fight, encoding="utf-8")


def test_striking_a_sentence_that_has_no_code_is_refused_and_the_reason_is_given(folder: Path, capsys: Capture) -> None:
    with_a_third_sentence(folder)
    for command in (("odds",), ("fight",), ("lab", "compare")):
        words = refused(capsys, "--rulesets", "apart", *command, "third.toml", "--without", "TH-03")
        assert "TH-03: no code in third depends on this sentence, so excluding it would change nothing" in words
    out = printed(capsys, "--rulesets", "apart", "lab", "coverage", "third.toml", "-n", "4", "--workers", "1")
    assert "no code: TH-03" in out
    assert "never reached: TH-03" not in out
    out = printed(capsys, "check", "apart")
    assert "third: sound (3 sentences; " in out
    assert "hint: third: no code depends on TH-03" in out
