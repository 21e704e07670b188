"""Wounds and losses, by blows and shots alike: on whom they fall, and who is taken off (WAB-CC-13, WAB-R-85)."""

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.wab.state import Battle


class Losses(Struct, frozen=True):
    """What unsaved wounds did: the battle after them, the wounds taken and the models lost."""

    battle: Battle
    wounds: int
    models: int


def body_of(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit on which wounds fall: its rank and file, its characters only if there is nobody else.

    In the order in which they are taken off: the wounded first, then from the rear rank.
    """
    models, common = battle.field.models(unit), common_kinds(battle, unit)
    hurt = battle.field.wounds_lost
    places = [place for place, model in enumerate(models) if battle.setup.kind_of[model] in common]
    return tuple(models[place] for place in sorted(places, key=lambda place: (-hurt(models[place]), -place)))


def common_kinds(battle: Battle, unit: int) -> tuple[int, ...]:
    """The kinds of a unit's rank and file; of its characters if there is nobody else."""
    kinds = battle.field.kinds(unit)
    return tuple(kind for kind in kinds if battle.traits(kind).type != "character") or kinds


def capacity(battle: Battle, models: tuple[int, ...]) -> int:
    """The wounds that these models can still lose."""
    return sum(battle.model_traits(model).W - battle.field.wounds_lost(model) for model in models)


def losing(battle: Battle, table: Table, models: tuple[int, ...], wounds: int) -> Losses:
    """WAB-CC-13. The battle after models, in the order of `body_of`, lose wounds: the slain are removed.

    Wounds beyond the last model are not lost. WAB-R-85: wounds are collected, and a model goes whenever its own are
    reached; `spread-wounds`: every model takes one before any takes a second.
    """
    taken = min(wounds, capacity(battle, models))
    lost = {model: battle.field.wounds_lost(model) for model in models}
    most = {model: battle.model_traits(model).W for model in models}
    is_spread = any(of > 1 for of in most.values()) and table.rule("WAB-R-85") == "spread-wounds"
    for _ in range(taken):
        open_to = [model for model in models if lost[model] < most[model]]
        hurt = min(open_to, key=lambda model: lost[model]) if is_spread else open_to[0]
        lost[hurt] += 1
    fallen = frozenset(model for model in models if lost[model] == most[model])
    scars = {model: of for model, of in lost.items() if model not in fallen and of != battle.field.wounds_lost(model)}
    if (scars or fallen) and table.holds("WAB-CC-13"):
        battle = battle.on(battle.field.after(scars, fallen))
    return Losses(battle, taken, len(fallen))
