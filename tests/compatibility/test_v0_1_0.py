"""Records, saves and kept simulations that version 0.1.0 wrote load, replay and check under today's code."""

from pathlib import Path

import msgspec
import pytest

from pilein.cli.main import main
from pilein.engine.replay import check, replayed
from pilein.engine.rulesets import ruleset_named
from pilein.engine.saved import load
from pilein.kernel.record import read

FILES = Path(__file__).with_name("v0_1_0")
RECORDS = sorted(FILES.glob("*.record.json"))
SAVES = sorted(FILES.glob("*.save.json"))


def named(path):
    return path.name


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_record_replays_and_checks(path):
    record = read(path.read_bytes(), path.name)
    assert check(record, ruleset_named(record.ruleset)) is None
    game = replayed(record, ruleset_named(record.ruleset))
    assert len(game.history.given) == len(record.answers)
    assert game.is_over == record.over


@pytest.mark.parametrize("path", SAVES, ids=named)
def test_a_save_loads_where_it_was(path):
    text = path.read_bytes()
    saved = msgspec.json.decode(text)
    game = load(text, ruleset_named(saved["record"]["ruleset"]), file=path.name)
    assert len(game.history.given) == len(saved["record"]["answers"])
    assert game.dice.place == saved["record"]["place"]


@pytest.mark.parametrize(
    ("kept", "scenario", "way"),
    [("scrollhammer-duel", "scrollhammer/duel", "auto"), ("wwpd-charge", "wwpd/charge", "games")],
)
def test_a_kept_simulation_goes_on(kept, scenario, way, capsys):
    done = msgspec.json.decode((FILES / f"{kept}.simulation.json").read_bytes())["games"]
    arguments = ["--resume", str(FILES / f"{kept}.simulation.json"), "--way", way, "--workers", "1", "--json"]
    assert main(["simulate", f"examples/{scenario}.toml", "-n", str(done + 8), *arguments]) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["games"] == done + 8


@pytest.mark.parametrize(
    ("scenario", "former", "today", "clause"),
    [
        ("stand_and_shoot", "Held", "ReceivedCharge", "SH-RE-05"),
        ("flight", "Regrouped", "RegroupedWhenCharged", "SH-RE-04"),
    ],
)
def test_events_that_were_given_another_name_are_counted_under_it(scenario, former, today, clause, capsys):
    kept = FILES / f"scrollhammer-{scenario}.simulation.json"
    done = msgspec.json.decode(kept.read_bytes())["games"]
    assert f'"{former}"' in kept.read_text(encoding="utf-8")
    arguments = ["--resume", str(kept), "--way", "games", "--workers", "1", "--json"]
    assert main(["simulate", f"examples/scrollhammer/{scenario}.toml", "-n", str(done + 1), *arguments]) == 0
    told = [one for one in msgspec.json.decode(capsys.readouterr().out)["events"] if one["clause"] == clause]
    assert {one["event"] for one in told if one["event"] in (former, today)} == {today}


def test_there_are_some_of_each_ruleset():
    for kind in (RECORDS, SAVES):
        assert {path.name.split("-")[0] for path in kind} == {"scorched", "scrollhammer", "wab", "warstrike", "wwpd"}
