"""A battle played turn by turn until it is decided, and what it came to."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pilein.engine.battle import MOST_TURNS, PHASES, Verdict, verdict
from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Policy
from pilein.lab.battle_scores import Score, scores
from pilein.lab.document import fight_document
from pilein.lab.playing import SENSIBLE, Played, player_of
from pilein.lab.scenarios import scenario_of
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.setup import Setup


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
    game = Game(ruleset_named(found.ruleset), found, seed=seed, players=(one, other), battle=True)
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


def judged(game: Game) -> Verdict:
    """How a battle ended, or that it has not."""
    decided = verdict(game.rules, game.scenario, game.state)
    if not game.is_over:
        return Verdict("", "the battle is not over")
    if decided is not None:
        return decided
    setup, last = game.state.setup, scores(game)[-1]
    one, other = last.points
    points = f"{setup.sides[0]} has {_counted(one, 'point')}, {setup.sides[1]} {other}"
    winner = "" if one == other else setup.sides[int(other > one)]
    return Verdict(winner, f"{_end(game)}; {points}")


def told(game: Game, score: Score) -> str:
    """The score after a turn in one line."""
    setup, parts = game.state.setup, []
    if any(aim.points for aim in game.scenario.objectives):
        parts = [_of_sides(setup, [_counted(one, "point") for one in score.points])]
    models = [sum(len(setup.units[unit].models) for unit in setup.units_of(side)) for side in (0, 1)]
    out = [f"{one} of {many}" for one, many in zip(score.out, models, strict=True)]
    parts.append("models out of the battle: " + _of_sides(setup, out))
    parts += [f"{place}: {holder or 'nobody'}" for place, holder in score.held]
    return f"Turn {score.turn}: {'; '.join(parts)}"


def summed_up(game: Game) -> str:
    """Who won and why, in one sentence."""
    found = judged(game)
    if not game.is_over:
        return "The battle is not over."
    turns = f"after {_counted(scores(game)[-1].turn, 'turn')}"
    who = f"{found.winner} wins {turns}" if found.winner else f"Drawn {turns}"
    return f"{who}: {found.why}."


def battle_document(game: Game) -> dict[str, Any]:
    """The document of a fight, and `battle`: {winner, why, turns}."""
    found = judged(game)
    return {**fight_document(game), "battle": {"winner": found.winner, "why": found.why, "turns": scores(game)}}


def _end(game: Game) -> str:
    """Why a battle ended that nobody has won outright."""
    turns = game.scenario.turns or MOST_TURNS
    if game.phase >= PHASES * turns:
        return f"{_counted(turns, 'turn')} {'is' if turns == 1 else 'are'} played"
    is_ended = game.rules.next_phase(game.position, game.phase) is None
    return "the rules have nothing more to play" if is_ended else "nothing happens any more"


def _of_sides(setup: Setup, words: list[str]) -> str:
    return ", ".join(f"{side} {said}" for side, said in zip(setup.sides, words, strict=True))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
