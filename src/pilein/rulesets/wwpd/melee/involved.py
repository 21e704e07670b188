"""Who fights in a Melee, whom they may strike, and who may be struck (WW-R-13, WW-R-14, WW-R-20)."""

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.melee.contact import engaged, supporting, touched_units, units_touched
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.press import Press

Targets = tuple[tuple[int, tuple[int, ...]], ...]  # each model that fights, and the enemy units that it may strike


def fighters(battle: Battle, table: Table, unit: int) -> Targets:
    """WW-R-13. The involved models of a unit of the Melee, each with the enemy units that it may name as its target."""
    found = _touching(battle, unit)
    found += [(model, foes) for model, foes in _second_rank(battle, unit) if foes and _helps(table)]
    if not found:
        return ()
    left = len(found) < battle.living(unit) and units_touched(battle, unit)
    if left and table.rule("WW-R-13") == "whole-unit":
        named = {model for model, _ in found}
        foes = units_touched(battle, unit)
        found += [(model, foes) for model in battle.field.models(unit) if model not in named]
    return tuple(sorted(found))


def _touching(battle: Battle, unit: int) -> list[tuple[int, tuple[int, ...]]]:
    """The models of a unit that touch enemies, each with their units; in the press all touch the same."""
    if isinstance(battle.field, Press):
        foes = units_touched(battle, unit)
        return [(model, foes) for model in engaged(battle, unit)]
    return [(model, touched_units(battle, model)) for model in engaged(battle, unit)]


def involved(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """The models of a unit that fight in the Melee."""
    return tuple(model for model, _ in fighters(battle, table, unit))


def may_be_hit(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """WW-R-14, WW-R-20. The models of a unit on which hits may be put, in its order."""
    everybody, fighting, front = battle.field.models(unit), involved(battle, table, unit), engaged(battle, unit)
    if len(front) < len(everybody) and "any-model" in (table.rule("WW-R-14"), table.rule("WW-R-20")):
        return everybody
    if len(front) < len(fighting) and table.rule("WW-R-14") == "engaged-only":
        return front
    return fighting


def _second_rank(battle: Battle, unit: int) -> Targets:
    """Those who touch engaged friends of their own Melee, with the enemy units that these touch."""
    found = []
    for model, friends in supporting(battle, unit):
        near = [friend for friend in friends if is_of_this_melee(battle, friend)]
        found.append((model, tuple(sorted({foe for friend in near for foe in touched_units(battle, friend)}))))
    return tuple(found)


def is_of_this_melee(battle: Battle, friend: int) -> bool:
    """WW-ML-08. Whether a friend fights in the same Melee: none looks at another, so their order changes nothing."""
    return not battle.holds("WW-ML-08") or battle.unit_of(friend) in battle.fight.units


def _helps(table: Table) -> bool:
    return table.rule("WW-R-13") != "engaged-only"
