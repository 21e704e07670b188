"""Result of a game as data: winner, lead and reason."""

from msgspec import Struct

from pilein.engine.game import Game
from pilein.lab import questions
from pilein.lab.battle_scores import judged
from pilein.lab.figures import APART, DRAWN, FIGHTING
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset

REASONS = {
    DRAWN: "neither side has a unit left that counts",
    APART: "no units are in contact",
    FIGHTING: "the combat goes on",
}


class GameResult(Struct, frozen=True):
    """Result of a game at its present position.

    `winner` is a side, or "" if neither has won. `lead` is 1 if the first side has won, -1 if the second has, and 0
    if neither has; its mean is the lead that `odds`, `best` and `solve` compute. `reason` is a phrase that explains
    the result. `is_final` is False while the game continues.

    Examples:
        >>> import pilein
        >>> pilein.Game("examples/scrollhammer/slaves.toml", "sensible", seed=2, phases="end").result()
        GameResult(winner='houses', lead=1, reason='spellswords are falling back', is_final=True)
    """

    winner: str
    lead: int
    reason: str
    is_final: bool


def result_of(game: Game) -> GameResult:
    """Return the result of a game as it stands. A battle in progress has no winner yet."""
    if game.battle:
        found, (one, other) = judged(game), game.state.setup.sides
        lead = (found.winner == one) - (found.winner == other)
        return GameResult(found.winner, lead, found.why, game.is_over)
    return result_in(game.rules, game.state, is_final=game.is_over)


def result_in(rules: Ruleset, state: BattleState, *, is_final: bool = True) -> GameResult:
    """Return the result of a fight in a state. A side wins if it alone has units that are not beaten."""
    found = questions.beaten(rules, state)
    if found is None:
        return GameResult("", 0, REASONS[questions.ending(rules, state)], is_final)
    setup = state.setup
    fates = (f"{setup.units[unit].name} are {rules.fate(state, unit)}" for unit in setup.units_of(1 - found.winner))
    return GameResult(setup.sides[found.winner], -1 if found.winner else 1, ", ".join(fates), is_final)


def lead_in(rules: Ruleset, state: BattleState) -> int:
    """Return the lead in a state: 1 if the first side has won, -1 if the second has, and 0 otherwise."""
    found = questions.beaten(rules, state)
    return 0 if found is None else (-1 if found.winner else 1)
