"""Battles played turn by turn until they are decided."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pilein.engine.battle import MOST_TURNS, Verdict
from pilein.engine.game import Game
from pilein.kernel.errors import BadInput
from pilein.lab.battle_scores import Score, judged, score_line, scores, summed_up
from pilein.lab.document import fight_document
from pilein.lab.drawing.battle import sheet
from pilein.lab.fixed import Fixed
from pilein.lab.game import DiceOf
from pilein.lab.playing import Played, to_the_end
from pilein.lab.policies import Policies
from pilein.lab.report import as_json
from pilein.lab.scenarios import Given, scenario_of
from pilein.tabletop.scenario import Scenario


class Battle(Played):
    """Battle as played so far. Printing the battle shows the score after each turn and explains the verdict."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """Score of the battle after each turn."""
        return scores(self._game)

    @property
    def verdict(self) -> Verdict:
        """Name of the winner ("" if neither side has won) and the reason for the verdict."""
        return judged(self._game)

    @property
    def winner(self) -> str:
        """Side that won, or "" if neither side won or the battle is not over."""
        return self.verdict.winner

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein battle --json`."""
        found: dict[str, Any] = as_json(battle_document(self._game))
        return found

    def to_svg(self) -> str:
        """Draw all turns of the battle in one SVG."""
        return sheet(self._game)

    @property
    def note(self) -> str:
        """Sentence that describes how the battle ended."""
        return summed_up(self._game)

    def __str__(self) -> str:
        return "\n".join([*(score_line(self._game, score) for score in self.scores), summed_up(self._game)])


def battle(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies | None = None,
    *,
    seed: int = 0,
    turns: int | None = None,
    dice: DiceOf = None,
    answers: Sequence[Any] | None = None,
    fixed: Fixed = None,
    rulings: Mapping[str, str] | None = None,
) -> Battle:
    """Play a battle, given by a scenario or a file, to the end.

    `policy`, `dice`, `answers` and `fixed` are as in `play`. `turns` overrides the scenario's turn limit. A turn has
    two phases, one for each side.

    Examples:
        >>> import pilein
        >>> pilein.battle("examples/wwpd/plain_men.toml", seed=3).winner
        'hive'

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: the number of turns, a policy or the dice are invalid.
        ScriptError: dice or answers run out, do not fit, or are left over.
        UnknownRule: there is no such policy, ruling or option.
    """
    found = limited(scenario_of(scenario, rulings), turns)
    return Battle(to_the_end(found, policy, answers, seed=seed, battle=True, dice=dice, fixed=fixed))


def limited(scenario: Scenario, turns: int | None) -> Scenario:
    """Return the scenario with the given turn limit. None keeps the scenario's own limit.

    Raises:
        BadInput: `turns` is not a valid number of turns.
    """
    if turns is None:
        return scenario
    if not 1 <= turns <= MOST_TURNS:
        raise BadInput(f"the number of turns cannot be {turns}", key="turns", remedy=f"give 1 to {MOST_TURNS} turns")
    return replace(scenario, turns=turns)


def battle_document(game: Game) -> dict[str, Any]:
    """Return the JSON document of a fight with an additional key `battle`: {winner, why, turns}."""
    found = judged(game)
    return {**fight_document(game), "battle": {"winner": found.winner, "why": found.why, "turns": scores(game)}}
