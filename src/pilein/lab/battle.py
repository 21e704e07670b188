"""A battle played turn by turn until it is decided, and what it came to."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pilein.engine.battle import MOST_TURNS, Verdict
from pilein.engine.game import Game
from pilein.engine.players import Policy
from pilein.kernel.errors import BadInput
from pilein.lab.battle_scores import Score, judged, scores, summed_up, told
from pilein.lab.document import fight_document
from pilein.lab.playing import SENSIBLE, Played, player_of
from pilein.lab.rulesets import rules
from pilein.lab.scenarios import scenario_of
from pilein.tabletop.scenario import Scenario


class Battle(Played):
    """A battle as far as it has been played. Printing it tells the score of each turn, who won and why."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """How it stood after each turn."""
        return scores(self.game)

    @property
    def verdict(self) -> Verdict:
        """Who won ("" if nobody has), and why."""
        return judged(self.game)

    @property
    def winner(self) -> str:
        """The side that has won; "" if neither has, or none has yet."""
        return self.verdict.winner

    def document(self) -> dict[str, Any]:
        """The battle as the JSON document of `pilein battle --json`."""
        return battle_document(self.game)

    def __str__(self) -> str:
        return "\n".join([*(told(self.game, score) for score in self.scores), summed_up(self.game)])


def battle(
    scenario: Scenario | str | Path,
    *,
    seed: int = 0,
    policy: str | Policy | tuple[str | Policy, str | Policy] = SENSIBLE,
    turns: int | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Battle:
    """Play a battle from a scenario, or the one in a file, until it is decided.

    `policy` answers for both sides, or is one for each. `turns` is another limit than that of the scenario; a turn is
    two phases, one with each side active.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: the number of turns is none.
        UnknownRule: no such policy, ruling or option.

    """
    found = limited(scenario_of(scenario, rulings), turns)
    policies = policy if isinstance(policy, tuple) else (policy, policy)
    one, other = (player_of(chosen, found, seed, side) for side, chosen in enumerate(policies))
    game = Game(rules(found.ruleset), found, seed=seed, players=(one, other), battle=True)
    game.run()
    return Battle(game)


def limited(scenario: Scenario, turns: int | None) -> Scenario:
    """The scenario, with another limit of turns if one is given.

    Raises:
        BadInput: it is no number of turns.

    """
    if turns is None:
        return scenario
    if not 1 <= turns <= MOST_TURNS:
        raise BadInput(f"{turns} is no number of turns", key="turns", remedy=f"give 1 to {MOST_TURNS}")
    return replace(scenario, turns=turns)


def battle_document(game: Game) -> dict[str, Any]:
    """The document of a fight, and `battle`: {winner, why, turns}."""
    found = judged(game)
    return {**fight_document(game), "battle": {"winner": found.winner, "why": found.why, "turns": scores(game)}}
