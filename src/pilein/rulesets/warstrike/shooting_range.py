"""Shooting in close-combat: which unengaged models within 6 inches shoot at which units (WS-SH)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.engaged import is_close, is_target, unengaged
from pilein.rulesets.warstrike.state import Battle

Targets = dict[int, tuple[int, ...]]  # model -> the enemy units that it may shoot at


def targets_of_models(battle: Battle, table: Table, unit: int) -> Targets:
    """WS-SH-01. Each unengaged model with a ranged weapon may shoot at unengaged enemy models within 6 inches."""
    shooters = [model for model in unengaged(battle, table, unit) if battle.traits(model).ranged_weapons]
    if not shooters or not table.holds("WS-SH-01"):
        return {}
    foes = (foe for foe in range(len(battle.statuses)) if is_target(battle, table, unit, foe))
    open_models = {foe: unengaged(battle, table, foe) for foe in foes}
    found: Targets = {}
    for model in shooters:
        targets = tuple(foe for foe, others in open_models.items() if _reaches(battle, table, model, others))
        if targets:
            found[model] = targets
    return found


def in_reach(battle: Battle, table: Table, unit: int, firers: tuple[int, ...]) -> tuple[int, ...]:
    """WS-R-15. The unengaged models of a unit within range of any of some firers."""
    models = unengaged(battle, table, unit)
    if not battle.is_on_table:
        return models
    return tuple(model for model in models if any(_reaches(battle, table, firer, (model,)) for firer in firers))


def _reaches(battle: Battle, table: Table, firer: int, others: tuple[int, ...]) -> bool:
    """WS-SH-03. In close-combat every weapon has a range of 6 inches, for targets and for casualties."""
    if not battle.is_on_table:
        return bool(others)
    longest = max(weapon.range for weapon in battle.traits(firer).ranged_weapons)
    reach = table.number("WS-SH-03") * INCH if table.holds("WS-SH-03") else longest
    return is_close(battle, table, firer, others, reach)
