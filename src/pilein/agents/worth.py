"""The worth of a state to a searching player: a win, or else the lead in models that still fight."""

from pilein.lab.result import lead_in
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset

UNDECIDED = 0.8  # worth of a lead of all models to none, where nobody has won yet


def worth(rules: Ruleset, state: BattleState) -> float:
    """The worth of a state to the first side: 1 for a win, -1 for a loss, between them the lead in models."""
    lead = lead_in(rules, state)
    if lead:
        return float(lead)
    one, other = (_left(rules, state, side) for side in (0, 1))
    return UNDECIDED * (one - other)


def _left(rules: Ruleset, state: BattleState, side: int) -> float:
    """The share of a side's models in units that are not beaten."""
    setup, left, of = state.setup, 0, 0
    for unit in setup.units_of(side):
        of += len(setup.units[unit].models)
        if rules.fate(state, unit) not in rules.beaten:
            left += rules.left(state, unit)
    return left / of if of else 0.0
