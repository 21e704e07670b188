"""Who is engaged with whom, model by model, on a table and in the press.

In the press the first living models of a unit touch the enemy, as many as the frontage has room for, and as many again
stand behind them and touch them.
"""

from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.press import Press


def engaged(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit that touch an enemy, in its order."""
    field = battle.field
    if isinstance(field, Press):
        return field.models(unit)[: field.frontage] if field.touched_units(unit) else ()
    enemies = field.contacts.enemies
    return tuple(model for model in field.models(unit) if enemies[model])


def is_engaged(battle: Battle, unit: int) -> bool:
    """Whether any model of a unit touches an enemy."""
    field = battle.field
    if isinstance(field, Press):
        return bool(field.touched_units(unit))
    enemies = field.contacts.enemies
    return any(enemies[model] for model in field.models(unit))


def supporting(battle: Battle, unit: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The models of a unit that touch no enemy but engaged friends, each with the friends it supports."""
    field = battle.field
    if isinstance(field, Press):
        return _behind(field, unit)
    enemies, friends = field.contacts.enemies, field.contacts.friends
    found = []
    for model in field.models(unit):
        if not enemies[model]:
            supported = tuple(friend for friend in friends[model] if enemies[friend])
            if supported:
                found.append((model, supported))
    return tuple(found)


def touched_units(battle: Battle, model: int) -> tuple[int, ...]:
    """The enemy units that an engaged model touches, by number."""
    field = battle.field
    if isinstance(field, Press):
        return field.touched_units(battle.unit_of(model))
    return tuple(sorted({battle.unit_of(enemy) for enemy in field.contacts.enemies[model]}))


def units_touched(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units that any model of a unit touches, by number."""
    return battle.field.touched_units(unit)


def enemies_in_contact(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy models that touch a unit, by number."""
    field = battle.field
    if isinstance(field, Press):
        return tuple(model for foe in field.touched_units(unit) for model in engaged(battle, foe))
    enemies = field.contacts.enemies
    return tuple(sorted({enemy for model in field.models(unit) for enemy in enemies[model]}))


def _behind(field: Press, unit: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if field.frontage is None or not field.touched_units(unit):
        return ()
    models = field.models(unit)
    front, rear = models[: field.frontage], models[field.frontage : 2 * field.frontage]
    return tuple((model, (before,)) for model, before in zip(rear, front, strict=False))
