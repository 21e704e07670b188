"""Records, saves and kept simulations that version 0.1.0 wrote load, replay and check under today's code."""

from pathlib import Path

import msgspec
import pytest

from pilein.cli.main import main
from pilein.engine.replay import check, replayed
from pilein.engine.saved import load
from pilein.kernel.record import read
from pilein.lab.rulesets import rules

FILES = Path(__file__).with_name("v0_1_0")
RECORDS = sorted(FILES.glob("*.record.json"))
SAVES = sorted(FILES.glob("*.save.json"))


def named(path):
    return path.name


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_record_replays_and_checks(path):
    record = read(path.read_bytes(), path.name)
    assert check(record, rules(record.ruleset)) is None
    game = replayed(record, rules(record.ruleset))
    assert len(game.history.given) == len(record.answers)
    assert game.is_over == record.over


@pytest.mark.parametrize("path", SAVES, ids=named)
def test_a_save_loads_where_it_was(path):
    text = path.read_bytes()
    saved = msgspec.json.decode(text)
    game = load(text, rules(saved["record"]["ruleset"]), file=path.name)
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


def test_there_are_some_of_each_ruleset():
    for kind in (RECORDS, SAVES):
        assert {path.name.split("-")[0] for path in kind} == {"scorched", "scrollhammer", "wab", "warstrike", "wwpd"}
