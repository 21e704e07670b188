"""The characteristics of a unit's living models taken together: whose Leadership, whose Initiative."""

from collections.abc import Sequence

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import Traits
from pilein.rulesets.scrollhammer.state import Battle


def living_traits(battle: Battle, unit: int) -> tuple[Traits, ...]:
    """The traits of each living model of a unit, in its order."""
    kind_of = battle.setup.kind_of
    return tuple(battle.traits(kind_of[model]) for model in battle.field.models(unit))


def leadership(battle: Battle, table: Table, unit: int) -> int:
    """SH-R-67. The Leadership of a unit: the highest in it; under `majority` that of most models."""
    values = [traits.Ld for traits in living_traits(battle, unit)]
    if most_common(values) != max(values) and table.rule("SH-R-67") == "majority":
        return most_common(values)
    return max(values)


def most_common(values: Sequence[int]) -> int:
    """The value that occurs most often, the highest of those that occur equally often."""
    return max(values, key=lambda value: (values.count(value), value))
