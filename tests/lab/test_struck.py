"""A sentence struck from a text, by a scenario or for one run, does not apply in play, records, replays or odds."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import pilein
from pilein.cli.main import main
from pilein.engine.replay import check, replayed
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadScenario, UnknownRule
from pilein.kernel.record import as_json, read
from pilein.lab.scenarios import scenario_of

DUEL = "examples/scrollhammer/stubborn.toml"
WORTH = "worth --phases 1 --of legionaries --vary bearers --explain 0"
LEAVES = "SH-MO-04"  # a unit that fails its Morale check leaves the fight and falls back


def written(tmp_path, line):
    text = Path(DUEL).read_text()
    path = tmp_path / "struck.toml"
    place = text.index("[profiles")
    path.write_text(f"{text[:place]}[rulings]\n{line}\n\n{text[place:]}")
    return path


def test_a_scenario_file_may_strike_a_sentence(tmp_path):
    path = written(tmp_path, f'"{LEAVES}" = "struck"')
    assert scenario_of(path, None).struck == (LEAVES,)


def test_striking_a_sentence_missing_from_the_text_is_refused_with_its_location_and_a_remedy(tmp_path):
    path = written(tmp_path, '"SH-MO-94" = "struck"')
    with pytest.raises(BadScenario, match="there is no sentence 'SH-MO-94'; did you mean 'SH-MO-0") as caught:
        scenario_of(path, None)
    assert (caught.value.key, caught.value.line > 1) == ("rulings.SH-MO-94", True)


def test_a_sentence_struck_in_a_scenario_file_may_be_restored_for_one_run(tmp_path):
    path = written(tmp_path, f'"{LEAVES}" = "struck"')
    assert scenario_of(DUEL, {LEAVES: "struck"}).struck == (LEAVES,)
    assert scenario_of(path, {LEAVES: "default"}).struck == ()
    with pytest.raises(UnknownRule, match="no sentence 'SH-MO-94'"):
        scenario_of(DUEL, {"SH-MO-94": "struck"})


def test_no_unit_falls_back_if_the_sentence_on_falling_back_is_struck():
    whole, lacking = (pilein.odds(DUEL, phases=1, rulings=rulings) for rulings in (None, {LEAVES: "struck"}))
    assert any(event.clause == LEAVES for event in whole.events)
    assert not any(event.clause == LEAVES for event in lacking.events)


def test_the_record_of_a_game_contains_its_struck_sentences_and_can_be_replayed():
    played = pilein.play(DUEL, seed=5, phases="end", rulings={LEAVES: "struck"})
    assert LEAVES not in played.game.uses
    record = read(as_json(played.record))
    assert record.scenario["struck"] == [LEAVES]
    ruleset = ruleset_named(record.ruleset)
    assert check(record, ruleset) is None
    assert replayed(record, ruleset).log == played.game.log


def test_the_replay_of_a_record_reveals_a_different_game_if_its_struck_sentences_were_restored():
    seeds = range(40)
    games = (pilein.play(DUEL, seed=seed, phases="end", rulings={LEAVES: "struck"}).record for seed in seeds)
    found = [
        check(replace(one, scenario={**one.scenario, "struck": []}), ruleset_named("scrollhammer")) for one in games
    ]
    assert any(difference is not None for difference in found)


def test_a_game_counts_each_use_of_a_sentence():
    """A clause uses its sentences only if it has an effect. In this fight, every flight on the agenda has one."""
    histories = [pilein.play(DUEL, seed=seed, phases="end")._game.history for seed in range(8)]
    flights = [sum(turn.key == "give_way" for turn in history.turns) for history in histories]
    assert [history.uses[LEAVES] for history in histories] == flights
    assert sum(flights) > 0


def test_worker_processes_simulate_games_without_the_struck_sentence():
    one, two = (
        pilein.simulate(DUEL, n=40, seed=3, way="games", workers=workers, rulings={LEAVES: "struck"}, phases=1)
        for workers in (1, 2)
    )
    assert one.figures == two.figures
    assert not any(event.clause == LEAVES for event in two.events)


@pytest.mark.parametrize("command", ["fight", "battle", "odds --phases 1", "simulate -n 20 --phases 1", WORTH])
def test_every_command_can_strike_sentences_and_reports_the_struck_sentences(command, capsys):
    name, *options = command.split()
    seed = ["--seed", "1"] if name in ("fight", "battle", "simulate") else []
    assert main([name, DUEL, *options, *seed, "--without", LEAVES]) == 0
    assert f"without {LEAVES}: " in capsys.readouterr().out
