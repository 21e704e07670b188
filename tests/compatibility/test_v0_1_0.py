"""Records, saves and simulations written by version 0.1.0 can still be loaded and replayed, and they pass the
checks.
"""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from pilein.cli.main import main
from pilein.engine import rulesets
from pilein.engine.replay import check, replayed
from pilein.engine.rulesets import ruleset_named
from pilein.engine.saved import load
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import read

FILES = Path(__file__).with_name("v0_1_0")
RECORDS = sorted(FILES.glob("*.record.json"))
SAVES = sorted(FILES.glob("*.save.json"))


# Games in which models go elsewhere since a ruleset has another version: the clause in which they part, and why.
PARTED = {
    "scrollhammer-battle.save.json": "move_falling_back",  # L2: units that fall back regroup or run on
    "scrollhammer-battle.record.json": "close_gaps",  # PI-11: who walks round its mates tells by which way
    "scrollhammer-block_charges_block.record.json": "move_falling_back",  # L2
    "scrollhammer-block_charges_block.save.json": "pile_in",  # EP-01: judged when the first has moved
    "scrollhammer-demo.save.json": "move_initial_charger",  # D1
    "scrollhammer-flank.record.json": "pile_in",  # EP-01
    "scrollhammer-flight.record.json": "move_falling_back",  # L2
    "scrollhammer-flight.save.json": "move_falling_back",  # L2
    "scrollhammer-flank.save.json": "move_initial_charger",  # L3: in line with the nearer of two neighbours
    "scrollhammer-multiple_combat.record.json": "move_initial_charger",  # D1
    "scrollhammer-multiple_combat.save.json": "move_initial_charger",  # D1
    "scrollhammer-second_round.record.json": "consolidate",  # D7
    "wab-counter_charge.record.json": "run_away",  # 8: whoever flees does so as a rough mass
    "wab-counter_charge.save.json": "flee_after_fire",  # 8
    "wab-fear_and_frenzy.record.json": "announce",  # 6: a character in the line can be struck
    "wab-fear_and_frenzy.save.json": "announce",  # 6
    "wab-panic.record.json": "next_compulsory_move",  # 5: owners choose who flees first
    "wab-panic.save.json": "next_compulsory_move",  # 5
    "wab-pursuit.record.json": "move_chargers",  # CH-01: a charge may be declared from any distance
    "wab-pursuit.save.json": "move_chargers",  # CH-01
    "wab-shooting.record.json": "move_chargers",  # CH-01
    "wab-shooting.save.json": "move_chargers",  # CH-01
    "wab-siege.record.json": "move_chargers",  # CH-01
    "wab-siege.save.json": "move_chargers",  # CH-01
    "wab-stand_and_shoot.record.json": "flee_after_fire",  # 8
    "wab-stand_and_shoot.save.json": "flee_after_fire",  # 8
    "wab-two_armies.record.json": "move_chargers",  # CH-01
    "wab-two_armies.save.json": "move_chargers",  # CH-01
    "warstrike-monster.save.json": "take_weapons",  # N-4: each model picks its weapon
    "warstrike-wall.record.json": "run",  # LD-02: models side by side fall back equally far
    "wwpd-firefight.record.json": "move_closest",  # who cannot touch a friend comes as near as it can (WW-R-11)
    "wwpd-firefight.save.json": "move_closest",  # the same
}
# Games in which more, or something else, is asked since then: the clause in which a recorded answer no longer fits.
ASKED = {
    "scrollhammer-counter_attack.record.json": "touch_an_enemy",  # MV-23: in coherency with who has moved
    "scrollhammer-demo.record.json": "move_next_model",  # D1: chargers go past enemies already taken
    "warstrike-monster.record.json": "take_weapons",  # N-4: each model picks its weapon
    "warstrike-suppressed.record.json": "aim",  # N-4: each model picks its target
    "wwpd-leaders.record.json": "allocate",  # N-2: the owner says who takes which hit
}


def named(path):
    return path.name


@pytest.mark.parametrize("path", [path for path in RECORDS if path.name not in {*PARTED, *ASKED}], ids=named)
def test_a_record_of_version_0_1_0_can_be_replayed_and_passes_the_check(path):
    record = read(path.read_bytes(), path.name)
    assert check(record, ruleset_named(record.ruleset)) is None
    game = replayed(record, ruleset_named(record.ruleset))
    assert len(game.history.given) == len(record.answers)
    assert game.is_over == record.over


@pytest.mark.parametrize("path", [path for path in RECORDS if path.name in PARTED], ids=named)
def test_checking_a_record_reveals_the_point_where_its_game_diverges(path):
    record = read(path.read_bytes(), path.name)
    assert record.ruleset_version < ruleset_named(record.ruleset).version
    difference = check(record, ruleset_named(record.ruleset))
    assert difference.clause == PARTED[path.name]
    ways = ("the events of the replay differ", ", but the record ", "leaves recorded dice unused")
    assert any(way in difference.what for way in ways)


@pytest.mark.parametrize("name", ["wab-pursuit", "wwpd-firefight", "warstrike-monster"])
def test_the_error_for_replaying_a_diverging_record_states_the_version_of_its_rules(name, capsys):
    assert main(["replay", str(FILES / f"{name}.record.json")]) != 0
    said = capsys.readouterr().err
    game, today = name.split("-")[0], ruleset_named(name.split("-")[0]).version
    assert f"it was played under version 1 of {game}, but the current version is {today}" in said
    assert "use the version of pilein that wrote the record" in said
    assert "another copy" not in said


@pytest.mark.parametrize("path", [path for path in RECORDS if path.name in ASKED], ids=named)
def test_checking_an_old_record_reveals_the_question_whose_answer_is_no_longer_legal(path):
    record = read(path.read_bytes(), path.name)
    assert record.ruleset_version < ruleset_named(record.ruleset).version
    difference = check(record, ruleset_named(record.ruleset))
    assert difference.clause == ASKED[path.name]
    assert "is not legal" in difference.what


@pytest.mark.parametrize("path", [path for path in SAVES if path.name in PARTED], ids=named)
def test_the_error_for_loading_an_old_saved_game_names_the_point_where_it_diverges(path):
    ruleset = ruleset_named(path.name.split("-")[0])
    with pytest.raises(
        BadRecord, match=rf"saved under version 1 of .*, but this is version {ruleset.version}"
    ) as refused:
        load(path.read_bytes(), ruleset, file=path.name)
    assert refused.value.key == PARTED[path.name]


@pytest.mark.parametrize("path", [path for path in SAVES if path.name not in PARTED], ids=named)
def test_a_saved_game_of_version_0_1_0_is_loaded_at_the_position_where_it_was_saved(path):
    text = path.read_bytes()
    saved = msgspec.json.decode(text)
    game = load(text, ruleset_named(saved["record"]["ruleset"]), file=path.name)
    assert len(game.history.given) == len(saved["record"]["answers"])
    assert game.dice.place == saved["record"]["place"]


@pytest.fixture
def rulesets_of_version_1(monkeypatch):
    """Give the rulesets the version numbers that they had when the simulations began."""
    for name in ("scrollhammer", "wwpd"):
        monkeypatch.setitem(rulesets._known, name, replace(ruleset_named(name), version=1))


def test_a_simulation_of_version_0_1_0_is_not_mixed_with_games_under_the_current_rules(capsys):
    kept = str(FILES / "scrollhammer-duel.simulation.json")
    assert main(["simulate", "examples/scrollhammer/duel.toml", "-n", "500", "--resume", kept, "--json"]) != 0
    assert "belongs to a simulation with a different" in msgspec.json.decode(capsys.readouterr().out)["message"]


@pytest.mark.usefixtures("rulesets_of_version_1")
@pytest.mark.parametrize(
    ("kept", "scenario", "way"),
    [("scrollhammer-duel", "scrollhammer/duel", "auto"), ("wwpd-charge", "wwpd/charge", "games")],
)
def test_a_simulation_saved_by_version_0_1_0_can_be_continued(kept, scenario, way, capsys):
    done = msgspec.json.decode((FILES / f"{kept}.simulation.json").read_bytes())["games"]
    arguments = [
        "--resume",
        str(FILES / f"{kept}.simulation.json"),
        "--phases",
        "1",
        "--way",
        way,
        "--workers",
        "1",
        "--json",
    ]
    assert main(["simulate", f"examples/{scenario}.toml", "-n", str(done + 8), *arguments]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["games"] == done + 8


@pytest.mark.usefixtures("rulesets_of_version_1")
@pytest.mark.parametrize(
    ("scenario", "former", "today", "clause"),
    [
        ("stand_and_shoot", "Held", "ReceivedCharge", "SH-RE-05"),
        ("flight", "Regrouped", "RegroupedWhenCharged", "SH-RE-04"),
    ],
)
def test_renamed_events_are_counted_under_their_new_names(scenario, former, today, clause, capsys):
    kept = FILES / f"scrollhammer-{scenario}.simulation.json"
    done = msgspec.json.decode(kept.read_bytes())["games"]
    assert f'"{former}"' in kept.read_text(encoding="utf-8")
    arguments = ["--resume", str(kept), "--phases", "1", "--way", "games", "--workers", "1", "--json"]
    assert main(["simulate", f"examples/scrollhammer/{scenario}.toml", "-n", str(done + 1), *arguments]) == 0
    told = [one for one in msgspec.json.decode(capsys.readouterr().out)["events"] if one["clause"] == clause]
    assert {one["event"] for one in told if one["event"] in (former, today)} == {today}


def test_every_ruleset_has_records_of_version_0_1_0():
    for kind in (RECORDS, SAVES):
        assert {path.name.split("-")[0] for path in kind} == {"scorched", "scrollhammer", "wab", "warstrike", "wwpd"}
