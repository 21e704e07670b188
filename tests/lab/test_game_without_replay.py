"""A saved game can continue from its position alone, without a replay."""

import json
from pathlib import Path

import pytest

import pilein

ROOT = Path(__file__).parents[2]
EXAMPLES = ("scrollhammer/counter_attack", "warstrike/boarding", "scorched/duel", "wwpd/charge")


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_game_loaded_without_replay_continues_like_the_original_game(example):
    game = pilein.Game(ROOT / f"examples/{example}.toml", seed=1, phases=2)
    for _ in range(4):
        if game.pending:
            game.choose(0)
    again = pilein.Game.load(game.save(), replay=False)
    assert (again.position, again.phase, again.log) == (game.position, game.phase, ())
    assert again.options == game.options
    while game.pending:
        game.choose(0)
        again.choose(0)
        assert again.position == game.position
    assert again.result() == game.result()


def test_a_game_loaded_without_replay_has_no_record():
    again = pilein.Game.load(pilein.Game(ROOT / "examples/scorched/duel.toml").save(), replay=False)
    with pytest.raises(pilein.PileInError, match="no record"):
        again.save()


def test_a_changed_file_is_refused_when_loaded_without_replay():
    saved = json.loads(pilein.Game(ROOT / "examples/scorched/duel.toml").save())
    saved["phase"] = 2
    with pytest.raises(pilein.BadRecord, match="changed since"):
        pilein.Game.load(json.dumps(saved), replay=False)


def test_a_saved_battle_is_replayed_even_if_loading_without_replay_is_requested():
    battle = pilein.Game(ROOT / "examples/wwpd/plain_men.toml", seed=3, battle=True)
    if battle.pending:
        battle.choose(0)
    assert pilein.Game.load(battle.save(), replay=False).record == battle.record
