"""Games of two policies, written as rows with the seed, every answer and the result, for learners and statistics."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pilein.agents.schedule import Fight
from pilein.dice.weights import watched
from pilein.engine.budget import UNMETERED, Meter
from pilein.engine.game import Game
from pilein.engine.history import History
from pilein.engine.log import Decided
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.rulesets import folders, ruleset_named, rulesets_from
from pilein.engine.sampler import stream
from pilein.kernel.errors import Spent
from pilein.lab.result import result_of
from pilein.lab.table import Records
from pilein.workers.pool import CHUNK, Workers, sampled

Row = dict[str, Any]


def game_rows(
    fight: Fight, players: tuple[str, str], wanted: int, *, seed: int, workers: Workers = 1, meter: Meter = UNMETERED
) -> Iterator[Records]:
    """Yield the games of a fight, several at a time. The two policies are given in the order of their sides.

    A row has the players, the `winner`, the `lead` of the first side, the `reason`, the `answers` as a JSON list of
    {clause, side, question, answer}, and the `seed` with which `pilein fight` plays the same game.
    """
    prepare = partial(_begin, fight, players, seed, folders(), meter)
    for _, rows in sampled(prepare, range(wanted), workers=workers, chunk=CHUNK, is_spent=lambda: meter.is_spent):
        yield rows
        if meter.is_spent:
            return


def _begin(
    fight: Fight, players: tuple[str, str], seed: int, known: tuple[str, ...], meter: Meter
) -> Callable[[range], Records]:
    for folder in known:
        rulesets_from(folder)
    return partial(_rows, fight, players, seed, meter)


def _rows(fight: Fight, players: tuple[str, str], seed: int, meter: Meter, numbers: range) -> Records:
    rows: Records = []
    try:
        with watched(meter.check):
            for number in numbers:
                rows.append(_row(fight, players, stream(seed, number), meter))
    except Spent:
        pass
    return rows


def _row(fight: Fight, players: tuple[str, str], seed: int, meter: Meter) -> Row:
    """Play one game to its end and return its row for a CSV or Parquet file."""
    rules = ruleset_named(fight.scenario.ruleset)
    one, other = (Player(name, named(name, rules.name, seed=seed, side=side)) for side, name in enumerate(players))
    game = Game(rules, fight.scenario, seed=seed, players=(one, other), phases=fight.phases, battle=fight.battle)
    while game.step():
        meter.check()
    found = result_of(game)
    answers = _answers(game.history, game.state.setup.sides)
    return {
        "fight": fight.name,
        "ruleset": rules.name,
        "seed": str(seed),  # more than 64 bits hold
        "first": players[0],
        "second": players[1],
        "winner": found.winner,
        "lead": found.lead,
        "reason": found.reason,
        "phases": game.phase,
        "decisions": len(answers),
        "answers": json.dumps(answers),
    }


def _answers(history: History, sides: tuple[str, str]) -> list[Row]:
    return [
        {"clause": entry.clause, "side": sides[entry.side], "question": given.request, "answer": given.answer}
        for entry, given in ((one.entry, one.given) for one in history.all_answers)
        if isinstance(entry, Decided)
    ]
