"""Sensible policy, which answers each question by its row in the table "Decision points" of the ruleset's README."""

from collections.abc import Callable
from typing import Any

from pilein.kernel.requests import Answer, Choice, OneOf, Several, Split, first, of_row
from pilein.rulesets.warstrike.policy import fighting, losses, moving
from pilein.rulesets.warstrike.pools import Fallen
from pilein.rulesets.warstrike.shares import EachPicks, Shares
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.unit_move import UnitMove

Row = Callable[[Battle, Any], Answer]

ROWS: dict[tuple[type, str], Row] = {
    (OneOf, "WS-DF-01"): fighting.next_to_fire,
    (OneOf, "WS-DF-08"): fighting.target,
    (OneOf, "WS-DF-09"): fighting.target,
    (UnitMove, "WS-AC-01"): moving.consolidation,
    (UnitMove, "WS-C3-01"): moving.consolidation,
    (OneOf, "WS-CY-02"): fighting.next_unit,
    (Split, "WS-SH-01"): fighting.split_of_shots,
    (EachPicks, "WS-SH-01"): fighting.shots_of_each,
    (OneOf, "WS-SH-01"): fighting.target,
    (Split, "WS-ME-02"): fighting.weapons,
    (EachPicks, "WS-ME-02"): fighting.weapon_of_each,
    (Shares, "WS-MX-01"): losses.split_of_hits,
    (OneOf, "WS-AL-05"): losses.pick,
    (OneOf, "WS-AL-06"): losses.pick,
    (Several, "WS-AL-01"): losses.casualties,
    (Fallen, "WS-AL-01"): losses.from_pools,
}


def sensible(state: object, choice: Choice) -> Answer:
    """Answer a choice using the table of decision points, or with the first option if the table has no row for the
    choice.

    The first options are to shoot, to strike, to test for allocation, to remove markers and to pursue. The policy
    keeps no memory, so it may be used in the Markov chain that gives the odds.
    """
    is_on = isinstance(state, Battle) and state.fight is not None
    return of_row(ROWS, state, choice) if is_on else first(choice)
