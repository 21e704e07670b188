"""Models that nothing tells apart: in the press like models stand for each other, on a table nobody does."""

from pilein.rulesets.scorched.state import Battle, Bouts
from pilein.tabletop.press import Press

Key = tuple[object, ...]


def first_of_each(battle: Battle, models: tuple[int, ...], *, by_combat: bool = False) -> tuple[int, ...]:
    """One model of each sort, the first; `by_combat`: those in different sorts of combat are told apart."""
    if not isinstance(battle.field, Press) or len(models) < 2:  # noqa: PLR2004 - there is something to compare
        return models
    found: dict[Key, int] = {}
    for model in models:
        sort = _sort(battle, model)
        found.setdefault((*sort, *_sort_of_combats(battle, model)) if by_combat else sort, model)
    return tuple(found.values())


def are_alike(battle: Battle, one: int, other: int) -> bool:
    """Whether nothing tells two models apart."""
    is_press = isinstance(battle.field, Press)
    return is_press and _sort(battle, one) == _sort(battle, other)


def first_combats(battle: Battle) -> tuple[int, ...]:
    """The places of combats yet to be fought, one of each sort."""
    combats = battle.combats
    if not isinstance(battle.field, Press):
        return tuple(range(len(combats)))
    found: dict[Key, int] = {}
    for place, combat in enumerate(combats):
        found.setdefault(_sort_of_combat(battle, combat), place)
    return tuple(found.values())


def _sort(battle: Battle, model: int) -> Key:
    held = dict(battle.spent).get(model, 0)
    return battle.setup.kind_of[model], battle.field.wounds_lost(model), held, model in battle.shielding


def _sort_of_combats(battle: Battle, model: int) -> Key:
    found = [combat for combat in battle.combats if any(model in bout for bout in combat)]
    return tuple(_sort_of_combat(battle, combat) for combat in found)


def _sort_of_combat(battle: Battle, combat: Bouts) -> Key:
    """A combat as a list of who fights whom, models by what they are and how many others they fight."""
    counts: dict[int, int] = {}
    for bout in combat:
        for model in bout:
            counts[model] = counts.get(model, 0) + 1
    return tuple(sorted(tuple((*_sort(battle, model), counts[model]) for model in bout) for bout in combat))
