"""Choice of the models that take wounds, tier by tier, beginning with the tier nearest to the attackers (SH-R-54)."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from pilein.geometry.gaps import gap
from pilein.kernel.requests import OneOf, Several
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import Engaged, contacts, engaged_models
from pilein.rulesets.scrollhammer.nearness import by_nearness
from pilein.rulesets.scrollhammer.saves import available
from pilein.rulesets.scrollhammer.state import NOBODY, Battle, Wounds
from pilein.tabletop.engagement import first_of_each_kind
from pilein.tabletop.plane import Plane

Tier = tuple[int, ...]


def tiers(battle: Battle, table: Table, unit: int) -> Iterator[Tier]:
    """Yield the models in contact with enemies that struck at this step, then other engaged models, then the rest of
    the unit (SH-R-54).
    """
    reading = table.rule("SH-R-54")
    if reading == "spread":
        yield battle.field.models(unit)
    elif reading == "rear-rank":
        rearmost_first = from_the_front(battle, unit)[::-1]
        for model in sorted(rearmost_first, key=lambda model: not has_lost(battle, model)):
            yield (model,)
    else:
        engaged = _living_engaged(battle, table, unit)
        touching = _touching_strikers(battle, table, engaged)
        yield touching
        yield tuple(one.model for one in engaged if one.model not in touching)
        if reading != "engaged-only":
            yield from _by_distance(battle, unit, frozenset(one.model for one in engaged))


def models_at_risk(battle: Battle, table: Table, unit: int, wounds: int) -> tuple[int, ...]:
    """Models of a unit to which the given number of wounds may be allocated: the first models or, under `engaged-only`,
    the engaged models.
    """
    if table.rule("SH-R-54") != "engaged-only":
        return battle.field.front(unit, wounds)
    return tuple(one.model for one in _living_engaged(battle, table, unit))


class Takers(Struct, frozen=True):
    """Identical models that take wounds, with the number of wounds to take before the owner is asked again."""

    models: Tier
    wounds: int


def takers_of(battle: Battle, table: Table, group: Wounds) -> Takers | None:
    """Models that take the next wounds of a group: a whole tier of identical models, or a model named by the owner."""
    tier = _first_tier_left(battle, table, group)
    if not tier:
        return None
    if table.rule("SH-R-54") == "spread":
        fewest = min(_allotted(battle, model) for model in tier)
        least = tuple(model for model in tier if _allotted(battle, model) == fewest)
        return Takers((_named(battle, table, least),), 1)
    wounded = tuple(model for model in tier if has_lost(battle, model))
    if wounded:
        return Takers((_named(battle, table, wounded),), group.count)
    if len({battle.setup.kinds[battle.setup.kind_of[model]].traits for model in tier}) == 1:
        return Takers(tier, group.count)
    return Takers((_named(battle, table, tier),), 1)


def savers_of(battle: Battle, table: Table, group: Wounds) -> Takers | None:
    """Models whose save is used for a group of wounds: a whole tier with equal saves, or the first model (SH-R-55
    `pool`).
    """
    tier = _first_tier_left(battle, table, group)
    each = (battle.traits(battle.setup.kind_of[model]) for model in tier)
    saves = {available(traits, group.AP, table, no_armour=group.no_armour) for traits in each}
    return Takers(tier, group.count) if len(saves) == 1 else takers_of(battle, table, group)


def choose_victims(battle: Battle, table: Table, tier: Tier, wounds: int, *, outright: bool = False) -> Battle:
    """Allocate unsaved wounds to a tier, first to wounded models and then to models named by the owner."""
    living = tuple(model for model in tier if not is_slain(battle, model))
    capacity = len(living) if outright else _left_of(battle, living)
    if wounds >= capacity:
        return _all_slain(battle, living)
    wounded = tuple(model for model in living if has_lost(battle, model) and not outright)
    while wounds and wounded:
        model = wounded[0] if wounds >= _left_of(battle, wounded) else _named(battle, table, wounded)
        taken = min(wounds, remaining(battle, model))
        battle, wounds = with_hurt(battle, model, taken), wounds - taken
        wounded = tuple(one for one in wounded if one != model)
    if not wounds:
        return battle
    fresh = tuple(model for model in living if not is_slain(battle, model) and not has_lost(battle, model))
    return _lay_on(battle, _ask(battle, table, fresh, wounds, outright=outright), wounds, outright=outright)


def _ask(battle: Battle, table: Table, fresh: Tier, wounds: int, *, outright: bool) -> Tier:
    """Ask the owner to name enough models to take the wounds. For identical models in the press no question is
    asked.
    """
    each = min(battle.traits(battle.setup.kind_of[model]).W for model in fresh)
    most = max(battle.traits(battle.setup.kind_of[model]).W for model in fresh)
    needed = min(len(fresh), wounds if outright else -(-wounds // each))
    if len(battle.field.alike(fresh, partial(_looks, battle))) == 1:
        return fresh
    unit = battle.setup.unit_of[fresh[0]]
    fate = "are removed" if outright or most == 1 else "take the wounds"
    in_turn = needed > 1 and not outright and (each < most or wounds % each > 0)
    words = f"{battle.unit(unit).name}: which models {fate}{', one after the other' if in_turn else ''}?"
    labels = tuple(name_of(battle, model) for model in fresh)
    least = needed if each == most or outright else 1
    last = in_turn and each == most  # all others take as many wounds as they have
    side = battle.side(unit)
    named = table.choose(
        Several(side, "SH-AL-02", words, fresh, least, needed, labels, ordered=in_turn, last_counts=last)
    )
    return (*named, *(model for model in fresh if model not in named))


def _lay_on(battle: Battle, order: Tier, wounds: int, *, outright: bool) -> Battle:
    for model in order:
        if not wounds:
            break
        taken = remaining(battle, model) if outright else min(wounds, remaining(battle, model))
        battle = with_hurt(battle, model, taken)
        wounds -= 1 if outright else taken
    return battle


def _all_slain(battle: Battle, models: Tier) -> Battle:
    if not models:
        return battle
    unit = battle.setup.unit_of[models[0]]
    slain = {model: battle.traits(battle.setup.kind_of[model]).W - lost_before(battle, model) for model in models}
    return battle.with_hurt(unit, tuple(sorted({**dict(battle.hurt(unit)), **slain}.items())))


def remaining(battle: Battle, model: int) -> int:
    """Number of Wounds that a model still has after its losses in this step."""
    return battle.traits(battle.setup.kind_of[model]).W - lost_before(battle, model) - _hurt(battle, model)


def _left_of(battle: Battle, models: Tier) -> int:
    return sum(remaining(battle, model) for model in models)


def lost_before(battle: Battle, model: int) -> int:
    """Number of Wounds that a living model had lost before this step, or 0 if it has only one Wound."""
    return battle.field.wounds_lost(model) if battle.traits(battle.setup.kind_of[model]).W > 1 else 0


def is_slain(battle: Battle, model: int) -> bool:
    """Whether a model has no Wounds left."""
    return remaining(battle, model) <= 0


def has_lost(battle: Battle, model: int) -> bool:
    """Whether a living model has lost some of its Wounds."""
    return lost_before(battle, model) + _hurt(battle, model) > 0 and not is_slain(battle, model)


def with_hurt(battle: Battle, model: int, wounds: int) -> Battle:
    """Return the battle after a model has lost further Wounds in this step."""
    unit = battle.setup.unit_of[model]
    hurt = dict(battle.hurt(unit))
    hurt[model] = hurt.get(model, 0) + wounds
    return battle.with_hurt(unit, tuple(sorted(hurt.items())))


def name_of(battle: Battle, model: int) -> str:
    """Display name of a model: its kind and number."""
    return f"{battle.setup.kind(model).name} {model}"


def from_the_front(battle: Battle, unit: int) -> Tier:
    """Models of a unit in order of their distance from the enemy or, in ranks, from the front rank to the rear."""
    models = battle.field.models(unit)
    if not battle.is_on_table or battle.unit(unit).formation == "ranks":
        return models
    return tuple(model for _, model in sorted((_distance(battle, battle.plane, model), model) for model in models))


def _living_engaged(battle: Battle, table: Table, unit: int) -> tuple[Engaged, ...]:
    """Engaged models that can be removed. If SH-SV-07 is struck out, slain models still strike but do not die again."""
    engaged = engaged_models(battle, table, unit)
    if not battle.combat.began.opened:
        return engaged
    living = frozenset(battle.field.models(unit))
    return tuple(one for one in engaged if one.model in living)


def _touching_strikers(battle: Battle, table: Table, engaged: tuple[Engaged, ...]) -> Tier:
    if not battle.is_on_table:
        return tuple(one.model for one in engaged if one.depth == 0)
    struck = battle.combat.exchange.struck
    touched = contacts(battle, table).enemies
    return tuple(one.model for one in engaged if any(enemy in struck for enemy in touched[one.model]))


def _by_distance(battle: Battle, unit: int, engaged: frozenset[int]) -> tuple[Tier, ...]:
    rest = tuple(model for model in battle.field.models(unit) if model not in engaged)
    if not battle.is_on_table or not rest:
        return (rest,)
    gaps = sorted((_distance(battle, battle.plane, model), model) for model in rest)
    return tuple(tuple(sorted(tier)) for tier in by_nearness(gaps))


def _distance(battle: Battle, plane: Plane, model: int) -> float:
    """Gap from a model to the nearest enemy model in the combat, in ticks."""
    side = battle.setup.side_of(model)
    foes = [foe for foe in battle.combat.units if battle.side(foe) != side]
    own = plane.shape(model)
    return min((gap(own, plane.shape(enemy)) for foe in foes for enemy in plane.models(foe)), default=0.0)


def can_be_taken(battle: Battle, table: Table, group: Wounds) -> bool:
    """Whether any model is left that can take a wound of a group."""
    return bool(_first_tier_left(battle, table, group))


def _first_tier_left(battle: Battle, table: Table, group: Wounds) -> Tier:
    for tier in tiers(battle, table, group.unit):
        kinds = battle.setup.kind_of
        left = tuple(model for model in tier if not is_slain(battle, model) and group.kind in (NOBODY, kinds[model]))
        if left:
            return left
    return ()


def _named(battle: Battle, table: Table, models: Tier) -> int:
    """Model that the owner names. In the press it may be any one of several identical models."""
    unit = battle.setup.unit_of[models[0]]
    offered = first_of_each_kind(battle.field, models, partial(_looks, battle))
    labels = tuple(name_of(battle, model) for model in offered)
    return int(table.choose(OneOf(battle.side(unit), "SH-AL-02", "which model takes the wound?", offered, labels)))


def _looks(battle: Battle, model: int) -> tuple[int, int, tuple[str, ...]]:
    """Features by which models in the press can be distinguished: kind, remaining Wounds and marks."""
    marks = tuple(sorted(mark for bearer, mark in battle.marks if bearer == model)) if battle.marks else ()
    return battle.setup.kind_of[model], remaining(battle, model), marks


def _hurt(battle: Battle, model: int) -> int:
    hurt = battle.hurt(battle.setup.unit_of[model])
    return next((wounds for one, wounds in hurt if one == model), 0) if hurt else 0


def _allotted(battle: Battle, model: int) -> int:
    return battle.combat.exchange.allotted.count(model)
