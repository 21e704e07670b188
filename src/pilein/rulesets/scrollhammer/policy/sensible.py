"""Sensible policy, which answers each question by its row in the table "Decision points" of the ruleset's README."""

from collections.abc import Callable
from typing import Any

from pilein.kernel.requests import Answer, Choice, OneOf, Several, Split, first, of_row
from pilein.rulesets.scrollhammer.charge.targets import Declaration
from pilein.rulesets.scrollhammer.end.reform import ReformPlace
from pilein.rulesets.scrollhammer.policy import aftermath, charging, directing, losses
from pilein.rulesets.scrollhammer.state import Battle

Row = Callable[[Battle, Any], Answer]

ROWS: dict[tuple[type, str], Row] = {
    (Declaration, "SH-CH-01"): charging.declaration,
    (OneOf, "SH-RE-06"): charging.standing_to_shoot,
    (OneOf, "SH-MV-15"): charging.side_of_block,
    (OneOf, "SH-MV-17"): charging.stand_of_block,
    (OneOf, "SH-MV-20"): charging.initial_charger,
    (OneOf, "SH-TE-03"): charging.counter_attack,
    (OneOf, "SH-FS-03"): aftermath.order_of_combats,
    (Split, "SH-WP-04"): directing.split_of_attacks,
    (Split, "SH-R-46"): directing.split_by_speed,
    (OneOf, "SH-R-46"): directing.step_of_bonus,
    (OneOf, "SH-AL-01"): losses.next_wounds,
    (OneOf, "SH-AL-02"): losses.victim,
    (Several, "SH-AL-02"): losses.victims,
    (Several, "SH-AE-04"): losses.marked,
    (Several, "SH-AE-07"): losses.marked,
    (OneOf, "SH-MO-06"): aftermath.failing_on_purpose,
    (OneOf, "SH-MO-05"): aftermath.edge_to_flee_to,
    (Several, "SH-SA-01"): aftermath.pursuers,
    (ReformPlace, "SH-CO-07"): aftermath.reforming,
}


def sensible(state: object, choice: Choice) -> Answer:
    """Answer a choice using the table of decision points, or with the first option if the table has no row for the
    choice.

    Charge moves, pile-ins, gaps, saves, consolidations and orders of units are offered best first, so their first
    option is taken. A charged unit holds (SH-RE-02), since a unit that falls back counts as beaten. The policy keeps
    no memory, so it may be used in the Markov chain that gives the odds.
    """
    return of_row(ROWS, state, choice) if isinstance(state, Battle) else first(choice)
