"""A person answers the questions of a game at a prompt in the terminal."""

import io
import json
from pathlib import Path

import pytest

from pilein.cli.main import main
from pilein.kernel.requests import OneOf


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


def asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], *options: str
) -> tuple[int, str, str]:
    typed(monkeypatch, *lines)
    seed = [] if "--dice" in options else ["--seed", "7"]
    code = main(["fight", "press.toml", *seed, "--play", "red=ask,blue=first", *options])
    out, err = capsys.readouterr()
    return code, out, err


Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


def test_a_question_is_printed_with_numbered_answers(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    _, out, _ = asked(monkeypatch, capsys, ["q"])
    assert "red: How do you open?  DU-01\n  1  boldly  (Enter)\n  2  warily\n> " in out
    assert "The game is not over." in out


@pytest.mark.parametrize("line", ["2", "warily", "WARILY", '"wary"'])
def test_an_answer_may_be_typed_as_a_number_or_a_label_or_json(
    line: str, press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    _, out, _ = asked(monkeypatch, capsys, [line, "q"])
    assert "red: How do you open? warily" in out


def test_an_empty_line_chooses_the_marked_answer(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    _, out, _ = asked(monkeypatch, capsys, ["", "q"])
    assert "red: How do you open? boldly" in out


def test_the_answer_marked_in_a_question_is_the_choice_of_the_sensible_policy(
    monkeypatch: Patch, capsys: Capture
) -> None:
    """The answer is marked even if it is not among the first nine or not among those offered."""
    battle = str(Path(__file__).parents[2] / "examples" / "wab" / "stand_and_shoot.toml")
    assert main(["fight", battle, "--seed", "7", "--play", "sensible"]) == 0
    by_policy = capsys.readouterr().out
    typed(monkeypatch, *[""] * 40)
    assert main(["fight", battle, "--seed", "7", "--play", "ask"]) == 0
    out = capsys.readouterr().out
    assert [line for line in by_policy.splitlines() if line in out] == by_policy.splitlines()
    assert out.count("(Enter)") == out.count("\n> ") - 1, "the last prompt is that after the end"


def test_an_answer_with_several_items_may_be_typed_as_a_json_list(
    press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    code, out, _ = asked(monkeypatch, capsys, ["2", "[0]"], "--dice", "1,1,1,1,1,6,1,1,1,1")
    assert code == 0
    assert "red: Who falls? model 0" in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("9", "no answer has the number 9; type 1 to 2"),
        ("maybe", "'maybe' is not an answer"),
        ("=9", "9 is not legal: it is not one of the options, which are"),
        ("1.5", "1.5 cannot be an answer"),
        ("s", "no file is named for the saved game; type s FILE"),
        ("s no/where.json", "no/where.json: the file cannot be written"),
        ("u", "the game has no decision to undo"),
    ],
)
def test_bad_input_at_a_question_is_explained_and_the_question_is_repeated(
    line: str, words: str, press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    code, out, _ = asked(monkeypatch, capsys, [line, "q"])
    assert code == 0
    assert words in " ".join(out.split())
    assert out.count("red: How do you open?") == 2


def test_dice_rolled_before_a_question_are_shown_only_once(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    typed(monkeypatch, "1", "1", "q")
    assert main(["fight", "press.toml", "--seed", "7", "--play", "ask"]) == 0
    out = capsys.readouterr().out
    assert out.index("vigour  5 2") < out.index("Do you parry?")
    assert out.count("vigour  5 2") == 1
    assert out.index("foils, sabres lunge") < out.index("to hit 4+  5 3 1") < out.index("Who falls?")


def test_typing_u_takes_back_the_last_answer(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    typed(monkeypatch, "1", "u", "2", "q")
    assert main(["fight", "press.toml", "--seed", "7", "--play", "ask"]) == 0
    out = capsys.readouterr().out
    assert "undone: How do you open? boldly" in out
    assert out.count("red: How do you open?  DU-01") == 2
    assert out.index("boldly  DU-01") < out.index("warily  DU-01")


def test_typing_a_question_mark_lists_all_answers(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    _, out, _ = asked(monkeypatch, capsys, ["?", "q"])
    assert out.count("  1  boldly") == 3
    assert 'answer 2 as JSON: "wary"' in out


def test_answers_with_the_same_label_are_distinguished_by_their_values(
    press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    alike = OneOf(0, "DU-01", "How do you open?", ("bold", "wary"), ("so", "so"))
    monkeypatch.setattr("tests.duel.OneOf", lambda *_: alike)
    _, out, _ = asked(monkeypatch, capsys, ["q"])
    assert "  1  so  bold  (Enter)\n  2  so  wary\n" in out


def test_a_game_saved_by_typing_s_continues_at_the_same_question(
    press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    asked(monkeypatch, capsys, ["s here.json", "q"])
    typed(monkeypatch, "2", "q")
    assert main(["fight", "here.json"]) == 0
    assert "red: How do you open? warily" in capsys.readouterr().out


def test_typing_q_writes_the_record_if_one_was_requested(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    typed(monkeypatch, "1", "q")
    assert main(["fight", "press.toml", "--seed", "7", "--play", "ask", "--record", "r.json"]) == 0
    assert [given["answer"] for given in json.loads(Path("r.json").read_text())["answers"]] == ["bold", [5, 2]]


def test_end_of_input_at_a_question_saves_the_game(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    typed(monkeypatch, "1")
    assert main(["fight", "press.toml", "--seed", "7", "--play", "ask"]) == 2
    err = capsys.readouterr().err
    assert (
        err
        == "pilein: the input ended before the question was answered; continue with `pilein fight press.saved.json`\n"
    )
    typed(monkeypatch, "2", "q")
    assert main(["fight", "press.saved.json", "--play", "ask"]) == 0
    assert "blue: Do you parry? no" in capsys.readouterr().out


def test_questions_are_printed_to_standard_error_if_json_is_requested(
    press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    code, out, err = asked(monkeypatch, capsys, ["1", "q"], "--json")
    assert code == 0
    assert json.loads(out)["format"] == 1
    assert "How do you open?" in err


class Interrupting:
    """An input stream at which the person presses Ctrl-C after the given lines."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def readline(self) -> str:
        if not self.lines:
            raise KeyboardInterrupt
        return self.lines.pop(0) + "\n"


def test_ctrl_c_at_a_question_saves_the_game(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", Interrupting("1"))
    assert main(["fight", "press.toml", "--seed", "7", "--play", "red=ask,blue=ask"]) == 130
    assert "pilein: interrupted; continue with `pilein fight press.saved.json`" in capsys.readouterr().err
    typed(monkeypatch, "2", "q")
    assert main(["fight", "press.saved.json"]) == 0
    assert "blue: Do you parry? no" in capsys.readouterr().out


def test_typing_q_saves_the_game_and_overwrites_no_file(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    Path("press.saved.json").write_text("another game")
    typed(monkeypatch, "1", "q")
    assert main(["fight", "press.toml", "--seed", "7", "--play", "ask"]) == 0
    assert "continue with `pilein fight press.saved-2.json`" in capsys.readouterr().out
    assert Path("press.saved.json").read_text() == "another game"


def test_quitting_before_the_first_answer_leaves_no_file(press: str, monkeypatch: Patch, capsys: Capture) -> None:
    asked(monkeypatch, capsys, ["q"])
    assert not list(Path().glob("*.json"))


def test_an_answer_that_occurs_twice_among_the_options_is_listed_once(
    press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    twice = OneOf(0, "DU-01", "How do you open?", ("bold", "bold", "wary"), ("so", "so", "not"))
    monkeypatch.setattr("tests.duel.OneOf", lambda *_: twice)
    _, out, _ = asked(monkeypatch, capsys, ["q"])
    assert "  1  so  (Enter)\n  2  not\n" in out


def test_places_with_the_same_label_are_shown_with_their_coordinates(
    press: str, monkeypatch: Patch, capsys: Capture
) -> None:
    places = ((3, 127000, 254000, 9000), (3, 190500, 254000, 0))
    alike = OneOf(0, "DU-01", "Where to?", places, ("model 3 there", "model 3 there"))
    monkeypatch.setattr("tests.duel.OneOf", lambda *_: alike)
    _, out, _ = asked(monkeypatch, capsys, ["q"])
    assert "  1  model 3 there  at 1.00, 2.00, facing 90  (Enter)\n  2  model 3 there  at 1.50, 2.00, facing 0\n" in out
