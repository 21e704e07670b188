"""A player at the terminal can see a map, leave questions to the policy, roll physical dice, undo answers after the
end, and see the odds of charges.
"""

import io
import json
import re
from pathlib import Path

import pytest

from pilein.cli.main import main

ROOT = Path(__file__).parents[2]
DEMO = str(ROOT / "examples" / "scrollhammer" / "demo.toml")
DUEL = str(ROOT / "examples" / "scrollhammer" / "duel.toml")
SHOOTERS = str(ROOT / "examples" / "wab" / "stand_and_shoot.toml")
MANY = 6  # questions
Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: Patch) -> None:
    """Run each test in an empty folder, because abandoned games are saved in the current folder."""
    monkeypatch.chdir(tmp_path)


def told(monkeypatch: Patch, capsys: Capture, lines: list[str], *arguments: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["fight", *arguments]) == 0
    return capsys.readouterr().out


def summary(out: str) -> str:
    return out.partition("wounds lost")[2].partition("Unclear rules")[0]


def test_typing_a_question_mark_shows_the_rule_behind_the_question(monkeypatch: Patch, capsys: Capture) -> None:
    out = told(monkeypatch, capsys, ["?", "q"], DEMO, "--seed", "7", "--play", "ask")
    assert "  SH-CH-01: " in out
    assert "as JSON: [" in out


def test_typing_map_shows_the_table_with_the_numbers_of_the_models(monkeypatch: Patch, capsys: Capture) -> None:
    out = told(monkeypatch, capsys, ["m", "q"], DEMO, "--seed", "7", "--play", "ask")
    assert "A 12 legionaries (legion): stands, models 0 to 11" in " ".join(out.split()) or "models 0 to" in out
    rows = [line for line in out.splitlines() if line.startswith("|")]
    assert any("0" in row for row in rows)


def test_typing_the_letter_a_leaves_the_remaining_questions_of_the_step_to_the_policy(
    monkeypatch: Patch, capsys: Capture
) -> None:
    by_policy = told(monkeypatch, capsys, [], DEMO, "--seed", "7", "--play", "sensible")
    out = told(monkeypatch, capsys, ["a"] * 30, DEMO, "--seed", "7", "--play", "legion=ask,hills=sensible")
    assert summary(out) == summary(by_policy)
    assert out.partition("It is over")[0].count("\n> ") < 15, "of 25 questions"


def test_typing_the_letter_a_and_the_word_phase_leaves_only_the_current_phase_to_the_policy(
    monkeypatch: Patch, capsys: Capture
) -> None:
    lines, players = ["a phase", "q"], "legion=ask,hills=first"
    out = told(monkeypatch, capsys, lines, DEMO, "--seed", "7", "--phases", "2", "--play", players)
    assert out.count("\n> ") == 2
    assert "Phase 2" in out.split("\n> ")[1]


def test_typing_the_letter_a_and_the_word_end_leaves_the_rest_of_the_game_to_the_policy(
    monkeypatch: Patch, capsys: Capture
) -> None:
    out = told(monkeypatch, capsys, ["a end", "a end"], DEMO, "--seed", "7", "--play", "ask")
    assert out.count("\n> ") == 3, "one question to each side, and the prompt after the end"


@pytest.mark.parametrize(
    ("line", "words"), [("a lot", "'lot' cannot be left to the policy"), ("a unit", "not about a single unit")]
)
def test_an_unknown_request_to_leave_questions_to_the_policy_is_refused_and_the_reason_is_given(
    line: str, words: str, monkeypatch: Patch, capsys: Capture
) -> None:
    out = told(monkeypatch, capsys, [line, "q"], DEMO, "--seed", "7", "--play", "ask")
    assert words in " ".join(out.split())


def test_the_last_answer_of_a_game_may_be_undone_after_the_game_has_ended(
    press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    dice, players = "1,1,1,1,1,6,1,1,1,1", "red=ask,blue=first"
    out = told(monkeypatch, capsys, ["2", "[0]", "u", "[1]", ""], "press.toml", "--dice", dice, "--play", players)
    assert "It is over: u undoes the last answer" in out
    assert out.count("It is over") == 2
    assert "undone: Who falls? model 0" in out


def test_typing_in_the_dice_of_a_seed_gives_the_same_game_as_using_the_seed(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    record = tmp_path / "record.json"
    fallen = told(monkeypatch, capsys, [], DUEL, "--seed", "3", "--record", str(record))
    rolls = [one["answer"] for one in json.loads(record.read_text())["answers"] if one["kind"] == "roll"]
    faces, wanted = iter([face for roll in rolls for face in roll]), re.compile(r": (\d+) (?:die|dice)\n> $")
    shown = []

    def line() -> str | None:
        shown.append(capsys.readouterr().out)
        found = wanted.search(shown[-1])
        return " ".join(str(next(faces)) for _ in range(int(found[1]))) if found else None

    monkeypatch.setattr("pilein.cli.prompt.typed_line", line)
    assert main(["fight", DUEL, "--dice", "ask", "--play", "sensible"]) == 0
    out = "".join((*shown, capsys.readouterr().out))
    assert summary(out) == summary(fallen)
    assert list(faces) == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("9 1 1 1", "'9' is not a die face"),
        ("1 2", "2 faces were typed, but the roll needs 4"),
        ("?", "type one face for each die"),
    ],
)
def test_impossible_dice_typed_at_the_terminal_are_refused_and_the_roll_is_requested_again(
    line: str, words: str, monkeypatch: Patch, capsys: Capture
) -> None:
    out = told(monkeypatch, capsys, [line, "q"], DUEL, "--dice", "ask", "--play", "sensible")
    assert words in out
    assert out.count("blows: 4 dice") == 2


def test_each_charge_on_offer_is_shown_with_its_distance_and_probability(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr("pilein.lab.charges_on_offer.SECONDS", 600.0)  # however busy the machine
    out = told(monkeypatch, capsys, ["q"], SHOOTERS, "--seed", "7", "--play", "ask")
    assert '(bowmen 6.0" away, arrives 96 %)' in out
    assert '(light foot 9.6" away' in out


def test_the_picture_of_a_fight_is_redrawn_before_each_question(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    picture = tmp_path / "table.svg"
    seen: list[str] = []

    def line() -> str:
        seen.append(picture.read_text())
        return "q" if len(seen) > MANY else ""

    monkeypatch.setattr("pilein.cli.prompt.typed_line", line)
    assert main(["fight", DEMO, "--seed", "7", "--play", "ask", "--picture", str(picture)]) == 0
    assert len({*seen}) > 1
