"""Models that cannot be told apart: in the press those of a kind, but for the leader; on a table nobody."""

from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.press import Press

Groups = tuple[tuple[int, ...], ...]


def kinds_of(battle: Battle, models: tuple[int, ...]) -> Groups:
    """Models in groups of like ones, ordinary ones before leaders, in their order."""
    if not isinstance(battle.field, Press):
        return tuple((model,) for model in models)
    groups: dict[tuple[bool, int], list[int]] = {}
    for model in models:
        groups.setdefault((is_leader(battle, model), battle.setup.kind_of[model]), []).append(model)
    return tuple(tuple(groups[look]) for look in sorted(groups))


def one_of_each(battle: Battle, models: tuple[int, ...]) -> tuple[int, ...]:
    """The first model of each such group."""
    return tuple(group[0] for group in kinds_of(battle, models))


def is_leader(battle: Battle, model: int) -> bool:
    """Whether a model leads its unit."""
    return battle.status(battle.setup.unit_of[model]).leader == model


def name_of(battle: Battle, model: int) -> str:
    """A model's kind and, on a table, its number, for people."""
    words = "leader" if is_leader(battle, model) else battle.setup.kind(model).name
    return words if isinstance(battle.field, Press) else f"{words} {model}"
