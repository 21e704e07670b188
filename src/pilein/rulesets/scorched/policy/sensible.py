"""Sensible policy, which answers each question as the table "Decision points" in the ruleset's README prescribes."""

from collections.abc import Callable
from typing import Any

from pilein.kernel.requests import Answer, Choice, OneOf, first
from pilein.rulesets.scorched.attack_dice import DieToParry
from pilein.rulesets.scorched.policy import declaring, sorting
from pilein.rulesets.scorched.state import Battle

Row = Callable[[Battle, Any], Answer]  # of a OneOf, and for Parry of a DieToParry

ROWS: dict[str, Row] = {
    "CP-PA-02": sorting.partner,
    "CP-PA-03": sorting.combat_to_join,
    "CP-PA-05": sorting.next_combat,
    "CP-SH-01": declaring.shielding,
    "CP-HH-01": declaring.both_hands,
    "CP-DD-01": declaring.weapon,
    "CP-FW-01": declaring.charges,
    "CP-SP-01": declaring.friend_to_support,
    "CP-SW-01": declaring.parry,
    "CP-MA-01": sorting.next_push,
}


def sensible(state: object, choice: Choice) -> Answer:
    """Answer using the table of decision points, or take the first option for questions without a row.

    The policy has no memory, so it may be used in the Markov chain that gives the odds.
    """
    row = ROWS.get(choice.clause)
    if row is None or not isinstance(choice, OneOf | DieToParry) or not isinstance(state, Battle):
        return first(choice)
    answer = row(state, choice)
    return answer if choice.why_not(answer) is None else first(choice)
