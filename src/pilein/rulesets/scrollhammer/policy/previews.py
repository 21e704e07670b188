"""Previews in which a policy tries out the rules. They log nothing, roll nothing, and wait for no answer."""

from typing import Any, cast

from pilein.dice import Distribution, Roll, mean
from pilein.kernel.requests import Request, first, is_choice
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.state import Battle


def preview_table(battle: Battle) -> Table:
    """Table for trying out the rules under the rulings in force, with no sentences struck out.

    A roll yields its rounded mean, and a question its first option.
    """
    return battle.preview_table(_supposed)


def _supposed(request: Request) -> Any:  # noqa: ANN401 - the outcome's type is the roll's
    if is_choice(request):
        return first(request)
    distribution = cast("Roll", request).weights()
    return round(mean(cast("Distribution[int]", distribution)))


def unit_in(battle: Battle, words: str) -> int | None:
    """Unit that a question is about: the unit with the longest name that occurs in the text."""
    named = [unit for unit in battle.setup.units if unit.name in words]
    return max(named, key=lambda unit: len(unit.name)).number if named else None
