"""Who is in the combat under way, who fights whom there, and what axes forbid (CP-AX, CP-IX-25)."""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.equipment.gear import rows_in_use
from pilein.rulesets.scorched.profile import AXE
from pilein.rulesets.scorched.sorting.engaged import touching_enemies
from pilein.rulesets.scorched.state import Battle, Bouts


def in_the_combat(battle: Battle) -> tuple[int, ...]:
    """The models of the combat, in the order in which they act.

    CP-IX-25. The bearer of a spear who only supports is not one of them.
    """
    models = models_of(battle.combat.bouts)
    if battle.spears and not battle.holds("CP-IX-25"):
        models.update(battle.spears)
    return battle.in_order(models)


def enemies_fought(battle: Battle, model: int) -> tuple[int, ...]:
    """The enemies that a model of the combat fights."""
    side = battle.side(model)
    return tuple(bout[1 - side] for bout in battle.combat.bouts if bout[side] == model)


def enemies_there(battle: Battle, model: int) -> tuple[int, ...]:
    """All enemies of a model in its combat, whoever they fight, in the order in which they act."""
    side = battle.side(model)
    return battle.in_order({bout[1 - side] for bout in battle.combat.bouts})


def friends_fighting(battle: Battle, model: int) -> int:
    """How many of its own side fight in the combat, itself included."""
    side = battle.side(model)
    return len({bout[side] for bout in battle.combat.bouts})


def models_of(bouts: Bouts) -> set[int]:
    """All models of some bouts."""
    return {model for bout in bouts for model in bout}


def axe_bars_parry(battle: Battle, table: Table, model: int) -> bool:
    """CP-AX-01, CP-IX-01. An axe in the combat keeps its bearer's enemies from Parry, one axe all of them."""
    return _faces_axe(battle, table, model) and table.holds("CP-AX-01") and table.holds("CP-IX-01")


def axe_bars_shielding(battle: Battle, table: Table, model: int) -> bool:
    """CP-AX-02, CP-IX-02. An axe in the combat keeps its bearer's enemies from Shielding, one axe all of them."""
    return _faces_axe(battle, table, model) and table.holds("CP-AX-02") and table.holds("CP-IX-02")


def _faces_axe(battle: Battle, table: Table, model: int) -> bool:
    """CP-IX-03. Whether an enemy's axe reaches a model, even one that has an axe itself."""
    if not _axes_against(battle, table, model):
        return False
    return AXE not in rows_in_use(battle, table, model) or table.holds("CP-IX-03")


def _axes_against(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """CP-R-26. The enemies whose axes reach a model: all of its combat, under `touching-only` those it touches."""
    bearers = tuple(enemy for enemy in enemies_there(battle, model) if AXE in rows_in_use(battle, table, enemy))
    touched = [enemy for enemy in bearers if enemy in touching_enemies(battle, model)]
    if len(touched) < len(bearers) and table.rule("CP-R-26") == "touching-only":
        return tuple(touched)
    return bearers
