"""Damaged and hostile files are refused in one sentence each, which never shows their raw content."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pilein.cli.main import main
from pilein.lab.scenarios import load
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from tests.sealing import resealed, rewrite

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).with_name("files")
DUEL = str(ROOT / "examples" / "scrollhammer" / "duel.toml")
STAND_AND_SHOOT = str(ROOT / "examples" / "scrollhammer" / "stand_and_shoot.toml")
RECORD = ROOT / "tests" / "compatibility" / "v0_1_0" / "scrollhammer-duel.record.json"
SAVE = ROOT / "tests" / "compatibility" / "v0_1_0" / "scrollhammer-duel.save.json"

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PILEIN_TRACEBACK", "1")


def refused(capsys: Capture, *arguments: str) -> str:
    """Return the message for a refused file. The message must be one short, printable line."""
    assert main(list(arguments)) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.startswith("pilein: ")
    assert heard.err.endswith("\n")
    assert heard.err[:-1].isprintable()
    assert len(heard.err) < 700
    return heard.err


REFUSED = [
    ("record-ten-million-models", "the unit has more than 500 models"),
    ("record-position-missing", "unit[1].positions: the unit has 9 positions for 10 models"),
    ("record-files-0", "unit[2].place.files: the block has 0 files for 15 models"),
    ("record-escape-codes-in-names", "contains a character that cannot be displayed"),
    ("record-rubbish-accepted", "the base is too small or too large"),
]


@pytest.mark.parametrize(("name", "words"), REFUSED)
def test_a_record_that_bypasses_the_limits_of_scenario_files_is_refused(name, words, capsys):
    file = str(FILES / f"{name}.json")
    for options in ([], ["--picture", "p.svg"]):
        assert words in refused(capsys, "replay", file, *options)
    assert not Path("p.svg").exists()
    assert main(["replay", file, "--check"]) == 1  # it differs from what can be played
    out = capsys.readouterr().out
    assert words in out
    assert out[:-1].isprintable()


@pytest.mark.parametrize("command", ["fight", "battle"])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("save-position-missing", "unit[1].positions: the unit has 9 positions for 10 models"),
        ("save-escape-codes-in-names", "contains a character that cannot be displayed"),
    ],
)
def test_a_save_that_bypasses_the_limits_of_scenario_files_is_refused(command, name, words, capsys):
    assert words in refused(capsys, command, str(FILES / f"{name}.json"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("record-one-face-changed", "the dice of seed 5 show [5, 6, 5, 4, 3, 1, 3, 1], but the record shows [6, 6,"),
        ("record-seed-changed", "the dice of seed 77 show"),
    ],
)
def test_checking_a_record_reveals_changes_that_affect_no_event(name, words, capsys):
    path = str(FILES / f"{name}.json")
    assert main(["replay", path, "--check"]) == 1
    assert f"differs in roll_blows: {words}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("kept-bit-flip-accepted", "the question 'outcome' has an unknown answer"),
        ("kept-empty-question", "it counts answers to an unknown question"),
        ("kept-event-short", "an event is malformed"),
        ("kept-event-count-word", "it counts an event that these rules do not have"),
        ("kept-losses-hang", "the question 'losses' has an answer that is out of bounds"),
        ("kept-margin-too-many", "the question 'margin' is not answered for every game"),
        ("kept-outcomes-swapped", "the outcomes do not agree with the fates of 'hills'"),
    ],
)
def test_a_saved_simulation_that_no_games_could_have_produced_is_refused(name, words, capsys, tmp_path):
    kept = json.loads((FILES / f"{name}.json").read_text())
    kept["digest"] = digest(Games(load(DUEL), ("sensible", "sensible"), 1, 1))  # it rises with the rules' version
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(kept))
    found = refused(capsys, "simulate", DUEL, "-n", "500", "--phases", "1", "--resume", str(path))
    assert f"tally: the file has been changed since it was saved: {words}" in found


DEEP = '{"a":' * 900 + "1" + "}" * 900
COMMANDS = [
    ("replay", "FILE"),
    ("replay", "FILE", "--check"),
    ("fight", "FILE"),
    ("battle", "FILE"),
    ("simulate", DUEL, "--seed", "1", "--phases", "1", "--resume", "FILE"),
    ("fight", STAND_AND_SHOOT, "--seed", "1", "--answers", "FILE"),
]


@pytest.mark.parametrize(
    "arguments", COMMANDS, ids=lambda arguments: " ".join(one for one in arguments if "/" not in one)
)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (DEEP.encode(), "lists or objects are nested more than 64 levels deep"),
        (b"[" * 100_000, "lists or objects are nested more than 64 levels deep"),
        (b"[" + b"[]," * 3_000_000 + b"1]", "than "),
        (b'{"format":1,"record":"\xff"}', "is not valid JSON"),
        (b'{"format":1' + b"0" * 5000 + b"}", ""),
        (b"{}", ""),
        (b"", ""),
    ],
    ids=["deep", "brackets", "many", "not UTF-8", "digits", "empty object", "empty"],
)
def test_malformed_and_excessively_nested_documents_are_refused(arguments, content, words, capsys):
    Path("strange.json").write_bytes(content)
    assert words in refused(capsys, *("strange.json" if one == "FILE" else one for one in arguments))


@pytest.mark.parametrize(
    "arguments", COMMANDS, ids=lambda arguments: " ".join(one for one in arguments if "/" not in one)
)
def test_an_oversized_file_is_not_read(arguments, capsys):
    with Path("large.json").open("wb") as opened:
        opened.truncate(3 * 2**30)  # a sparse file: it takes no room
    found = refused(capsys, *("large.json" if one == "FILE" else one for one in arguments))
    assert "the file has more than" in found


def strange_values():
    """Yield paths in a record, each with a strange value and a part of the expected message."""
    return [
        (("format",), "x" * 50_000, "format: the record has format"),
        (("ruleset",), "\x1b[31m" + "x" * 50_000, "cannot be displayed"),
        (("ruleset",), "x" * 50_000, "ruleset: the text has 50,000 characters, more than 1,000"),
        (("entry",), "a\u202eb", "entry: 'a\\\\u202eb' contains a character that cannot be displayed"),
        (("players", 0), "\x07", "players[0]: "),
        (("answers", 0, "request"), "\x9b31m", "answers[0].request: "),
        (("answers", 0, "clause"), "\n", "answers[0].clause: "),
        (("answers", 0, "\x1b[2J"), 1, "unknown field"),
        (("answers", 0, "answer"), [[1] * 50_000], ""),
        (("trace",), "zz", "trace: the trace must consist of groups of 4 hexadecimal digits"),
        (("seed",), 10**2000, "seed: the number has more than 4,096 bits"),
        (("seed",), True, "seed: Expected `int`, got `bool`"),
        (("phases",), 1001, "phases: the number of phases cannot be 1001"),
        (("battle",), True, "phases: the number of phases cannot be "),
        (("scenario", "units", 0, "name"), "\x1b]0;pwned\x07", "cannot be displayed"),
        (("scenario", "units", 0, "members", 0, "models"), True, "got `bool`"),
        (("scenario", "rulings"), {"\x1b[2J" * 1000: {"option": "x"}}, "there is no ruling"),
    ]


@pytest.mark.parametrize(("path", "value", "words"), strange_values(), ids=lambda value: str(value)[:30])
def test_a_record_with_a_strange_value_is_refused_even_if_its_checksum_has_been_renewed(path, value, words, capsys):
    document = json.loads(RECORD.read_text())
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    sealable = {**document, "dice": "seed"}
    for written in (document, resealed(sealable)):
        rewrite("strange.json", written)
        assert words in refused(capsys, "replay", "strange.json")


def test_a_record_or_save_with_its_checksum_removed_is_refused(capsys):
    assert main(["fight", DUEL, "--seed", "7", "--record", "r.json", "--save", "s.json"]) == 0
    capsys.readouterr()
    for command, path, words in (
        ("replay", "r.json", "the record has no key 'checksum'"),
        ("fight", "s.json", "the saved game has no checksum"),
    ):
        document = json.loads(Path(path).read_text())
        del document["checksum"]
        rewrite(path, document)
        assert f"checksum: {words}; use an undamaged copy of the file" in refused(capsys, command, path)


def test_checking_a_record_without_a_checksum_reports_that_some_changes_cannot_be_detected(capsys):
    assert main(["replay", str(RECORD), "--check"]) == 0
    assert (
        "it has no checksum (version 0.1.0 wrote none), so changes that do not affect the game"
        in capsys.readouterr().out
    )
    assert main(["replay", str(RECORD), "--check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changed"] is None


@pytest.mark.parametrize(("key", "value"), [("seed", 8), ("place", 3), ("place", 10**9)])
def test_tampering_with_the_dice_of_a_save_is_detected(key, value, capsys):
    """The tampered file has the old checksum, a new one, or none."""
    assert main(["fight", DUEL, "--seed", "7", "--save", "s.json"]) == 0
    capsys.readouterr()
    written, old = (json.loads(Path(path).read_text()) for path in ("s.json", SAVE))
    for document in (written, old):
        document["record"][key] = value
    for changed in (written, resealed(written), old):
        rewrite("s.json", changed)
        assert "s.json" in refused(capsys, "fight", "s.json")


def test_a_record_with_given_dice_is_replayed_and_a_save_with_given_dice_asks_for_more_of_them(capsys):
    dice = ["--dice", "5,6,5,4,3,1,3,1,6,6,6,6,6,6"]
    main(["fight", STAND_AND_SHOOT, *dice, "--play", "sensible", "--record", "r.json", "--save", "s.json"])
    document = json.loads(Path("r.json").read_text())
    assert document["dice"] == "given"
    capsys.readouterr()
    assert main(["replay", "r.json", "--check"]) == 0
    assert main(["replay", "r.json"]) == 0
    capsys.readouterr()
    assert main(["fight", "s.json", "--save", "s.json"]) == 2  # it asks for more dice, and is kept
    assert "dice are given, but" in capsys.readouterr().err
    assert json.loads(Path("s.json").read_text())["record"]["dice"] == "given"
    assert main(["fight", "s.json", "--save", "s.json", "--dice", "1"]) == 2
    assert "dice are given, but" in capsys.readouterr().err


def test_a_save_is_recognised_by_its_content_regardless_of_its_name(capsys):
    for name in ("g.sav", "G.JSON", "save.toml", "save"):
        assert main(["fight", DUEL, "--seed", "7", "--save", name]) == 0
        capsys.readouterr()
        assert main(["fight", name, "--save", name, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["seed"] == 7


def test_names_with_zero_width_joiners_are_accepted_and_drawn(capsys):
    text = Path(DUEL).read_text()
    family, wanting = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert text.count('"hill king"') > 1
    text = text.replace('"hill king"', f'"{family} {wanting}"').replace('"noble"', '"a & <b>"', 1)
    text = text.replace('"noble"]', '"a & <b>"]')
    Path("joined.toml").write_text(text)
    assert main(["fight", "joined.toml", "--seed", "1", "--picture", "p.svg", "--record", "r.json"]) == 0
    assert family in capsys.readouterr().out
    assert main(["replay", "r.json", "--check"]) == 0
    assert ET.parse("p.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own
