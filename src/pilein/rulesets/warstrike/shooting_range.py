"""Who is shot at by whom in close-combat: unengaged models within 6 inches (WS-SH)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.engaged import engaged, is_target, unengaged
from pilein.rulesets.warstrike.nearness import CLOSE, is_close
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.rulebook import says
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.press import Press

Targets = dict[int, tuple[int, ...]]  # model -> the enemy units that it may shoot at


@says("WS-SH-01", without={})
def targets_of_models(battle: Battle, table: Table, unit: int) -> Targets:
    """WS-SH-01. Each unengaged model with a ranged weapon may shoot at unengaged enemy models within 6 inches."""
    open_models = {
        foe: unengaged(battle.models(foe), engaged(battle, table, foe))
        for foe in range(len(battle.statuses))
        if is_target(battle, table, unit, foe)
    }
    found: Targets = {}
    for model in unengaged(battle.models(unit), engaged(battle, table, unit)):
        weapons = battle.traits(model).ranged_weapons
        reach = _longest(weapons)
        near = (foe for foe, others in open_models.items() if _reaches(battle, table, model, others, reach))
        targets = tuple(near) if weapons else ()
        if targets:
            found[model] = targets
    return found


@says("WS-SH-03", without=lambda weapon: weapon.range)
def range_in_combat(weapon: Weapon) -> int:
    """WS-SH-03. In close-combat every weapon has a range of 6 inches, for targets and for who may fall."""
    del weapon
    return CLOSE


def in_reach(battle: Battle, table: Table, unit: int, by: int) -> tuple[int, ...]:
    """WS-R-15. The unengaged models of a unit within range of those of another that shoot at it."""
    models = unengaged(battle.models(unit), engaged(battle, table, unit))
    if isinstance(battle.field, Press):
        return models
    aims = dict(battle.combat.aims)
    firers = [model for model, targets in targets_of_models(battle, table, by).items() if unit in targets]
    firers = [model for model in firers if aims.get(model, unit) == unit]
    return tuple(model for model in models if _is_reached(battle, table, model, tuple(firers)))


def _is_reached(battle: Battle, table: Table, model: int, firers: tuple[int, ...]) -> bool:
    return any(
        _reaches(battle, table, firer, (model,), _longest(battle.traits(firer).ranged_weapons)) for firer in firers
    )


def _longest(weapons: tuple[Weapon, ...]) -> int:
    return max((range_in_combat(weapon) for weapon in weapons), default=0)


def _reaches(battle: Battle, table: Table, model: int, others: tuple[int, ...], distance: int) -> bool:
    if isinstance(battle.field, Press):
        return bool(others)
    return is_close(battle, table, model, others, distance)
