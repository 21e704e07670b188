"""Saves are rolled where anything is left to chance; what is certain is not rolled (CP-R-60)."""

from typing import cast

from pilein.kernel.table import Table
from pilein.rulesets.scorched.saves.save_dice import SaveDice

Outcome = tuple[tuple[int, ...], ...]


def outcome_of(table: Table, dice: SaveDice) -> Outcome:
    """For each victim the wounds it takes, and the counts that were to be kept."""
    if dice.needs_dice:
        return cast("Outcome", table.roll(dice))
    return dice.weights()[0][0]
