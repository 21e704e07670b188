"""Games played through the public API and recorded as traces, which are plain JSON for the checker.

A trace contains the text of the scenario, the events of the game in the form of its JSON document, the questions
asked, and the positions that each clause changed.
"""

import json
from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

import pilein
from pilein.engine import game as engine
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sources import GivenDice
from pilein.kernel.requests import Choice
from pilein.lab.document import plain_entry
from tests.checker.random_tables import table

SHOWN = 12  # options of a question that are written down
DRAFTS = 40  # of a random table
MOST = 6000  # clauses in a game
SHARES = ((1.0, 1.0), (0.5, 0.5), (0.2, 0.6), (1.0, 0.0))  # how often each side does the sensible thing, in turn
PHASES = {"wab": 8, "scorched": 1}
Plain = dict[str, Any]


class UnendedError(AssertionError):
    """The error raised when a game runs through too many clauses."""


class Anyhow:
    """A policy that takes one of the first options at random, and the sensible option often enough for games to make
    progress.
    """

    def __init__(self, ruleset: str, seed: int, side: int, share: float) -> None:
        self._chance = Random(seed * 7919 + side)  # noqa: S311 - tests that can be repeated
        self._sensible = named("sensible", ruleset, seed=seed, side=side)
        self._share = share

    def answer(self, state: Any, choice: Choice, offered: list[Any]) -> Any:
        """Return the sensible answer or, at random, one of the offered answers."""
        if self._chance.random() < self._share:
            return self._sensible(state, choice)
        return self._chance.choice(offered)


def traced(
    text: str, seed: int, share: tuple[float, float], *, phases: int = 1, dice: list[int] | None = None
) -> Plain:
    """Play the scenario given as text, and return its trace. `share` is the fraction of sensible answers for each side,
    from 0 to 1.
    """
    scenario = pilein.Scenario.from_text(text)
    asked: list[Plain] = []
    game: engine.Game

    def seated(side: int) -> Player:
        policy = Anyhow(scenario.ruleset, seed, side, share[side])

        def answered(state: Any, choice: Choice) -> Any:
            offered = list(islice(choice.candidates(), SHOWN))
            question = {"clause": choice.clause, "side": choice.side, "words": choice.words}
            asked.append({"at": len(game.log), **question, "options": [words for words, _ in offered]})
            return policy.answer(state, choice, [answer for _, answer in offered])

        return Player("checked", answered)

    thrower = None if dice is None else GivenDice(dice)
    rules = ruleset_named(scenario.ruleset)
    game = engine.Game(rules, scenario, seed=seed, players=(seated(0), seated(1)), phases=phases, dice=thrower)
    moments = _played(game)
    entries = [plain_entry(entry) for entry in game.log]
    document = {"scenario": text, "seed": seed, "version": rules.version, "events": entries, "asked": asked}
    plain: Plain = json.loads(json.dumps(document | {"moments": moments, "over": game.is_over}))
    return plain


def random_game(ruleset: str, seed: int) -> Plain:
    phases = PHASES.get(ruleset, 1 + seed % 3)
    for draft in range(DRAFTS):
        text = table(ruleset, seed, draft)
        try:
            pilein.Scenario.from_text(text)
        except pilein.BadScenario:
            continue
        return traced(text, seed, SHARES[seed % len(SHARES)], phases=phases)
    raise AssertionError(f"{ruleset}, seed {seed}: no draft can be played")


def _played(game: engine.Game) -> list[Plain]:
    shown = pilein.Game.of(game)
    before: Plain = {}
    moments = [_moment(shown, before, 0)]
    field, told = game.state.field, 0
    for _ in range(MOST):
        if game.is_over or not game.step():
            return moments
        told = len(game.log)
        if game.state.field is not field or told != moments[-1]["at"]:
            field = game.state.field
            moments.append(_moment(shown, before, told))
    raise UnendedError(f"the game does not end after {MOST} clauses")


def _moment(game: pilein.Game, before: Plain, at: int) -> Plain:
    """Return the changes since the previous moment: positions [x, y, facing, wounds lost] by model, removed models, and
    statuses.
    """
    view = game.view()
    places = {
        str(one.number): [one.x, one.y, one.facing, one.wounds_lost] for unit in view.units for one in unit.models
    }
    states = {unit.name: {"fate": unit.fate, "left": unit.left, **_small(unit.statuses)} for unit in view.units}
    moment = {
        "at": at,
        "phase": view.phase,
        "active": view.active,
        "places": {model: place for model, place in places.items() if before.get("places", {}).get(model) != place},
        "gone": [model for model in before.get("places", {}) if model not in places],
        "units": {name: state for name, state in states.items() if before.get("units", {}).get(name) != state},
    }
    before.update(places=places, units=states)
    return moment


def _small(statuses: Mapping[str, Any]) -> Plain:
    """Return the statuses whose values are not empty."""
    return {name: value for name, value in statuses.items() if value not in (None, False, 0, -1, "", [], ())}
