"""Each model that fights names the enemy unit that it strikes (WW-R-20)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.melee.involved import fighters
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step


@clause(Step.NAME_TARGETS, "WW-RS-07")
def name_targets(battle: Battle, table: Table) -> Battle:
    """WW-RS-07. Who rolls first makes no difference: both sides name their targets before any die is thrown."""
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
    words = f"{battle.unit(battle.unit_of(model)).name}: whom does model {model} strike?"
    foe = table.choose(OneOf(battle.setup.side_of(model), "WW-RS-02", words, foes, labels))
    return battle.fighting(aims=(*battle.fight.aims, (model, foe)))


def in_order(battle: Battle, units: tuple[int, ...]) -> tuple[int, ...]:
    """WW-R-39. Units side by side, the side that rolls first before the other, each in the order of the scenario."""
    sides = rolls_first(battle)
    return tuple(sorted(units, key=lambda unit: (sides.index(battle.side(unit)), unit)))


def in_order_struck(battle: Battle, units: tuple[int, ...]) -> tuple[int, ...]:
    """WW-R-39. Units that are struck: those of the second side before those of the side that rolls first."""
    sides = rolls_first(battle)
    return tuple(sorted(units, key=lambda unit: (-sides.index(battle.side(unit)), unit)))


def rolls_first(battle: Battle) -> tuple[int, int]:
    """WW-RS-06. Where it is disputed who rolls first, the active player does: the sides in order."""
    first = battle.active if battle.holds("WW-RS-06") else 1 - battle.active
    return first, 1 - first
