"""Sensible policy, which answers each question by its row in the table "Decision points" of the ruleset's README."""

from collections.abc import Callable
from typing import Any

from pilein.kernel.requests import Answer, Choice, OneOf, Split, first, of_row
from pilein.rulesets.wab.charge.choice import ChargeChoice
from pilein.rulesets.wab.movement.moves_choice import RemainingMove
from pilein.rulesets.wab.policy import charging, fighting, moving, reacting, shooting
from pilein.rulesets.wab.state import Battle

Row = Callable[[Battle, Any], Answer]

ROWS: dict[tuple[type, str], Row] = {
    (ChargeChoice, "WAB-CH-01"): charging.charge,
    (OneOf, "WAB-RX-01"): reacting.reaction,
    (OneOf, "WAB-CH-03"): charging.redirected,
    (OneOf, "WAB-RL-01"): fighting.rallying,
    (OneOf, "WAB-FL-04"): fighting.way_of_flight,
    (RemainingMove, "WAB-SEQ-04"): moving.move,
    (OneOf, "WAB-SH-02"): shooting.target,
    (OneOf, "WAB-MW-08"): shooting.slings,
    (Split, "WAB-CC-02"): fighting.shares,
    (OneOf, "WAB-FL-02"): fighting.pursuit,
}


def sensible(state: object, choice: Choice) -> Answer:
    """Answer a choice using the table of decision points, or with the first option if the table has no row for the
    choice.

    The first options are to use the better Leadership, to re-roll failed tests, to strike with a second weapon, to
    follow a unit that gives ground, to turn a rallied unit to face the nearest enemy, and not to break off combat.
    The policy keeps no memory, so it may be used in the Markov chain that gives the odds.
    """
    return of_row(ROWS, state, choice) if isinstance(state, Battle) else first(choice)
