"""Every change of a bit, a die's face or a value in a record, a save or a simulation is detected."""

import json
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pilein.cli.main import main
from pilein.engine.replay import check, replayed
from pilein.engine.rulesets import ruleset_named
from pilein.engine.saved import load
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import from_plain, read
from pilein.lab.scenarios import load as load_scenario
from pilein.lab.simulating_files import read as read_kept
from pilein.lab.simulating_games import Games
from tests.sealing import resealed, unsealed

EXAMPLES = Path(__file__).parents[2] / "examples" / "scrollhammer"
DUEL, FIGHT = str(EXAMPLES / "duel.toml"), str(EXAMPLES / "stand_and_shoot.toml")
OLD = Path(__file__).parents[1] / "compatibility" / "v0_1_0" / "scrollhammer-stand_and_shoot.record.json"
RULES = ruleset_named("scrollhammer")
FLIPS = 200


def flips(content: bytes, seed: int):
    """Yield copies of the content, each with one bit flipped."""
    chance = Random(seed)  # noqa: S311 - the same flips every time
    for _ in range(FLIPS):
        place, bit = chance.randrange(len(content)), chance.randrange(8)
        yield content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a record, a save and a simulation."""
    folder = tmp_path_factory.mktemp("strangers")
    record, save, kept = (str(folder / name) for name in ("r.json", "s.json", "k.json"))
    assert main(["fight", FIGHT, "--seed", "5", "--record", record, "--save", save]) == 0
    assert main(["simulate", DUEL, "-n", "500", "--seed", "1", "--phases", "1", "--save", kept]) == 0
    return folder


def test_a_record_with_a_flipped_bit_is_never_replayed(folder):
    content = (folder / "r.json").read_bytes()
    replayed(read(content), RULES)
    for flipped in flips(content, 1):
        with pytest.raises(BadRecord):
            replayed(read(flipped), RULES)


def test_a_save_with_a_flipped_bit_is_never_continued(folder):
    content = (folder / "s.json").read_bytes()
    load(content, RULES)
    for flipped in flips(content, 2):
        with pytest.raises(BadRecord):
            load(flipped, RULES)


def test_a_saved_simulation_with_a_flipped_bit_is_never_continued(folder):
    path, games = folder / "k.json", Games(load_scenario(DUEL), ("sensible", "sensible"), 1, 1)
    content = path.read_bytes()
    assert read_kept(path, games, "walks").games == 500
    turned = folder / "turned.json"
    for flipped in flips(content, 3):
        turned.write_bytes(flipped)
        with pytest.raises(BadRecord):
            read_kept(turned, games, "walks")


def test_a_saved_simulation_without_a_checksum_is_read_or_refused_without_an_internal_error(folder):
    """Version 0.1.0 wrote no checksums. If the changed simulation is read, it must contain every game exactly once."""
    games = Games(load_scenario(DUEL), ("sensible", "sensible"), 1, 1)
    kept = unsealed(json.loads((folder / "k.json").read_text()))
    content = json.dumps({key: kept[key] for key in kept if key not in ("scenario", "policies")}).encode()
    turned, refused = folder / "turned.json", 0
    for flipped in flips(content, 4):
        turned.write_bytes(flipped)
        try:
            tally = read_kept(turned, games, "walks")
        except BadRecord:
            refused += 1
        else:
            assert sum(chance.value for chance in tally.chances(("outcome",)).values()) == pytest.approx(1)
    assert refused > FLIPS * 0.9


# --- one face, 40 times --------------------------------------------------------------------------------------------


def faces_changed(document, number):
    chance = Random(number)  # noqa: S311
    document = json.loads(json.dumps(document))
    given = chance.choice([given for given in document["answers"] if given["kind"] == "roll"])
    place = chance.randrange(len(given["answer"]))
    given["answer"][place] = chance.choice([face for face in range(1, 7) if face != given["answer"][place]])
    return document


@pytest.mark.parametrize("written", [lambda document: document, resealed], ids=["as it is", "sealed again"])
def test_checking_a_record_locates_every_change_to_a_single_die_face(folder, written):
    document = json.loads((folder / "r.json").read_text())
    for number in range(40):
        assert_named(written(faces_changed(document, number)))


def test_checking_a_record_without_a_checksum_locates_every_change_to_a_single_die_face():
    document = old()
    for number in range(40):
        assert_named(faces_changed(document, number))


def assert_named(document):
    difference = check(from_plain(document), RULES)
    assert difference is not None
    assert difference.clause
    assert difference.what


def old():
    """Return a record of version 0.1.0 that plays the same under today's rules."""
    return json.loads(OLD.read_text()) | {"ruleset_version": RULES.version}


def given_otherwise(document, **values):
    return {**document, **values}


def in_scenario(document, *path, value):
    document = json.loads(json.dumps(document))
    inner = document["scenario"]
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return document


def other_request(document):
    document = json.loads(json.dumps(document))
    document["answers"][0]["request"] = "who is it?"
    return document


CHANGES = {
    "seed": partial(given_otherwise, seed=6),
    "place": partial(given_otherwise, place=77777),
    "entry": partial(given_otherwise, entry="os.system"),
    "players": partial(given_otherwise, players=["nobody", "someone"]),
    "over": partial(given_otherwise, over=False),
    "phases": partial(given_otherwise, phases=2),
    "dice": partial(given_otherwise, dice="given"),
    "request": other_request,
    "ruling": lambda document: in_scenario(document, "rulings", "SH-R-69", value={"option": "default", "number": 12}),
    "characteristic": lambda document: in_scenario(document, "profiles", "breaker", "values", "points", value=14),
    "terrain": lambda document: in_scenario(document, "round", value=2),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_checking_a_record_detects_changes_to_values_other_than_die_faces(folder, change, capsys):
    path = folder / "changed.json"
    path.write_text(json.dumps(change(json.loads((folder / "r.json").read_text()))))
    assert main(["replay", str(path), "--check"]) == 1
    assert "the record has been changed since it was written" in capsys.readouterr().out
    assert main(["replay", str(path)]) == 2
    assert "the record has been changed since it was written" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["seed", "place", "entry", "over"])
def test_checking_a_record_without_a_checksum_detects_changes_to_some_values_other_than_die_faces(name):
    """Questions are not compared, because their wording has been improved since version 0.1.0."""
    assert check(from_plain(CHANGES[name](old())), RULES) is not None


def test_the_json_output_of_checking_a_changed_record_reports_the_change(folder, capsys):
    path = folder / "changed.json"
    path.write_text(json.dumps(CHANGES["characteristic"](json.loads((folder / "r.json").read_text()))))
    assert main(["replay", str(path), "--check", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["same"], document["changed"]) == (False, True)
    assert document["difference"] == {"clause": "", "what": "the record has been changed since it was written"}
