"""Engaged models and their enemies, on a table and in the press.

In the press, the first living models of a unit touch the enemy, up to the frontage. An equal number of further
models stand behind these models and touch them.
"""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause


def engaged(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that touch an enemy, in unit order."""
    return battle.field.touching(unit)


def is_engaged(battle: Battle, unit: int) -> bool:
    """Whether any model of a unit touches an enemy."""
    return bool(battle.field.touched_units(unit))


# --- Models that fight in a Melee, units they may strike, models that may be struck (WW-R-13, WW-R-14, WW-R-20) ---


Targets = tuple[tuple[int, tuple[int, ...]], ...]  # each model that fights, and the enemy units that it may strike


def fighters(battle: Battle, table: Table, unit: int) -> Targets:
    """Models of a unit that are involved in the Melee, each with the enemy units it may strike (WW-R-13)."""
    found = list(battle.field.units_met(unit).items())
    found += [(model, foes) for model, foes in _second_rank(battle, unit) if foes and _helps(table)]
    if not found:
        return ()
    left = len(found) < battle.living(unit) and battle.field.touched_units(unit)
    if left and table.rule("WW-R-13") == "whole-unit":
        named = {model for model, _ in found}
        foes = battle.field.touched_units(unit)
        found += [(model, foes) for model in battle.field.models(unit) if model not in named]
    return tuple(sorted(found))


def involved(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Models of a unit that fight in the Melee."""
    return tuple(model for model, _ in fighters(battle, table, unit))


def may_be_hit(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Models of a unit that may take hits, in order of allocation (WW-R-14, WW-R-20)."""
    everybody, fighting, front = battle.field.models(unit), involved(battle, table, unit), engaged(battle, unit)
    if len(front) < len(everybody) and "any-model" in (table.rule("WW-R-14"), table.rule("WW-R-20")):
        return everybody
    if len(front) < len(fighting) and table.rule("WW-R-14") == "engaged-only":
        return front
    return fighting


def _second_rank(battle: Battle, unit: int) -> Targets:
    """Models in contact with engaged friends in the same Melee, each with the enemy units that those friends touch."""
    found = []
    for model, friends in battle.field.supporters(unit).items():
        near = [friend for friend in friends if is_of_this_melee(battle, friend)]
        found.append((model, tuple(sorted({foe for friend in near for foe in battle.field.units_met_by(friend)}))))
    return tuple(found)


def is_of_this_melee(battle: Battle, friend: int) -> bool:
    """Whether a friend fights in the same Melee. This is judged by the units that were in the Melee at its start, so
    that the order of play does not matter (WW-ML-08).
    """
    return not battle.holds("WW-ML-08") or battle.unit_of(friend) in battle.fight.units


def engaged_and_involved(battle: Battle, unit: int) -> tuple[int, int]:
    """Number of a unit's models that touch an enemy, and the number that fight now."""
    touching, table = len(engaged(battle, unit)), battle.preview_table()
    return touching, touching + len(battle.field.supporters(unit)) * _helps(table)


def _helps(table: Table) -> bool:
    return table.rule("WW-R-13") != "engaged-only"


# --- Each model that fights names the enemy unit that it strikes (WW-R-20) ----------------------------------------


@clause(Step.NAME_TARGETS, "WW-RS-07")
def name_targets(battle: Battle, table: Table) -> Battle:
    """WW-RS-07. It makes no difference which player rolls first, because both name targets before any die is rolled."""
    aims = []
    for unit in in_order(battle, battle.fight.units):
        for model, foes in fighters(battle, table, unit):
            if len(foes) == 1:
                aims.append((model, foes[0]))
            else:
                table.then(Step.NAME_TARGET, model, *foes)
    return battle.fighting(aims=tuple(aims))


@clause(Step.NAME_TARGET)
def name_target(battle: Battle, table: Table, model: int, *foes: int) -> Battle:
    """WW-R-20. A model that may strike several enemy units names one of them."""
    labels = tuple(battle.unit(foe).name for foe in foes)
    words = f"{battle.unit(battle.unit_of(model)).name}: which unit does model {model} strike?"
    foe = table.choose(OneOf(battle.setup.side_of(model), "WW-RS-02", words, foes, labels, about=model))
    return battle.fighting(aims=(*battle.fight.aims, (model, foe)))


def in_order(battle: Battle, units: tuple[int, ...]) -> tuple[int, ...]:
    """Sort units by the side that rolls first and then by scenario order (WW-R-39)."""
    sides = rolls_first(battle)
    return tuple(sorted(units, key=lambda unit: (sides.index(battle.side(unit)), unit)))


def in_order_struck(battle: Battle, units: tuple[int, ...]) -> tuple[int, ...]:
    """Sort struck units. The units of the side that rolls second come before the units of the side that rolls first
    (WW-R-39).
    """
    sides = rolls_first(battle)
    return tuple(sorted(units, key=lambda unit: (-sides.index(battle.side(unit)), unit)))


def rolls_first(battle: Battle) -> tuple[int, int]:
    """Sides in the order in which they roll. If the order is disputed, the active player rolls first (WW-RS-06)."""
    first = battle.active if battle.holds("WW-RS-06") else 1 - battle.active
    return first, 1 - first


def striker_of(battle: Battle, foe: int) -> str:
    """Name of the striker of a unit: its only enemy unit in the Melee or, if it has several, the enemy side.

    If several units of the struck unit's side are in the Melee, the name of the struck unit is added.
    """
    mine, others = ([unit for unit in battle.fight.units if battle.side(unit) == side] for side in (0, 1))
    mates, enemies = (mine, others) if battle.side(foe) == 0 else (others, mine)
    name = battle.unit(enemies[0]).name if len(enemies) == 1 else battle.setup.sides[1 - battle.side(foe)]
    return name if len(mates) == 1 else f"{name} on {battle.unit(foe).name}"
