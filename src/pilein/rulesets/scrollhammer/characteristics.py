"""Characteristics shared by a unit's living models, such as the Leadership and Initiative that the unit uses."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from operator import attrgetter

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import Traits
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.setup import Setup

Value = Callable[[Traits], int]
Nature = Callable[[Traits], Hashable]
SKILL, TOUGHNESS, WOUNDS = attrgetter("WS"), attrgetter("T"), attrgetter("W")


def living_traits(battle: Battle, unit: int) -> tuple[Traits, ...]:
    """Traits of each living model of a unit, in unit order."""
    kind_of = battle.setup.kind_of
    return tuple(battle.traits(kind_of[model]) for model in battle.field.models(unit))


def traits_present(battle: Battle, unit: int) -> tuple[Traits, ...]:
    """Traits of each kind of model that is still alive in a unit."""
    return tuple(battle.traits(kind) for kind in battle.field.kinds(unit))


def unlike_traits(battle: Battle, unit: int, nature: Nature) -> tuple[Traits, ...]:
    """Traits of one model for each distinct result of `nature` among a unit's living models.

    If the result is the same for all models that the unit was fielded with, the living models are not examined.
    """
    kinds = kinds_by_nature(battle.setup, unit, nature)
    if len(kinds) == 1:
        return (battle.traits(kinds[0][0]),)
    return tuple(battle.traits(kinds[place][0]) for place in battle.field.present(unit, kinds))


@lru_cache(maxsize=1024)
def kinds_by_nature(setup: Setup, unit: int, nature: Nature) -> tuple[tuple[int, ...], ...]:
    """Kinds of models that a unit was fielded with, grouped by the result of `nature`."""
    groups: dict[Hashable, list[int]] = {}
    for number, kind in enumerate(setup.kinds):
        if kind.unit == unit:
            groups.setdefault(nature(kind.traits), []).append(number)
    return tuple(map(tuple, groups.values()))


def leadership(battle: Battle, table: Table, unit: int) -> int:
    """Leadership of a unit (SH-R-67). By default it is the highest among its models; under `majority` it is the value
    shared by most models.
    """
    return highest_or_usual(battle, table, unit, lambda traits: traits.Ld, "SH-R-67")


def highest_or_usual(battle: Battle, table: Table, unit: int, value: Value, ruling: str) -> int:
    """Highest value among a unit's models or, if the ruling is `majority`, the value that most models share."""
    highest = max(value(traits) for traits in traits_present(battle, unit))
    usual = value_of_most(battle, unit, value)
    return usual if usual != highest and table.rule(ruling) == "majority" else highest


def value_of_most(battle: Battle, unit: int, value: Value) -> int:
    """Value shared by most living models of a unit. The highest value wins a tie."""
    present = {value(traits) for traits in traits_present(battle, unit)}
    if len(present) == 1:
        return present.pop()
    kinds = [number for number, kind in enumerate(battle.setup.kinds) if kind.unit == unit]
    values = sorted({value(battle.traits(kind)) for kind in kinds}, reverse=True)
    groups = tuple(tuple(kind for kind in kinds if value(battle.traits(kind)) == found) for found in values)
    return values[battle.field.largest(unit, groups)]
