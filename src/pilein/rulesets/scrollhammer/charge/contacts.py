"""Enemies free to be charged, models still to move, and friends to support (SH-MV-12, SH-MV-24)."""

from collections.abc import Iterator
from itertools import chain

from pilein.geometry.shapes import Base
from pilein.rulesets.scrollhammer.contact import contacts_as_read
from pilein.rulesets.scrollhammer.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.landings import Landing
from pilein.tabletop.plane import Loose


def foes_of(battle: Battle, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Living models of the target units, in order of target."""
    return tuple(chain.from_iterable(map(battle.plane.models, targets)))


def free_foes(battle: Battle, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Enemies not yet taken by any other model of this or an earlier charging unit (SH-MV-24)."""
    assert battle.charge is not None
    living = set(battle.plane.models(battle.charge.unit))
    taken = {foe for model, foes in battle.charge.met if model in living for foe in foes}
    others = (unit for unit in battle.setup.units_of(battle.active) if unit != battle.charge.unit)
    charged = tuple(unit for unit in others if battle.status(unit).charged)
    taken.update(_taken_before(battle, charged) if charged else ())
    return tuple([foe for foe in foes_of(battle, targets) if foe not in taken])


def _taken_before(battle: Battle, units: tuple[int, ...]) -> Iterator[int]:
    """Yield the enemies taken by models of units that charged earlier."""
    met, edges = contacts_as_read(battle).enemies, battle.plane.edge_contacts.enemies
    for model in foes_of(battle, units):
        if met[model]:
            yield from _taken(battle, met[model], edges[model])


def taken_by(battle: Battle, landing: Landing) -> tuple[int, ...]:
    """Enemies that a charger takes: the enemies touched along an edge or, if there are none, at a corner.

    Corner contact counts as contact (SH-R-04), so an enemy touched only at a corner is no longer free. If a charger
    also touches the corner of the target's neighbour in a block, it does not take the neighbour.
    """
    return _taken(battle, landing.met, landing.edges)


def _taken(battle: Battle, met: tuple[int, ...], edges: tuple[int, ...]) -> tuple[int, ...]:
    if edges:
        return edges
    plane, unit_of = battle.plane, battle.setup.unit_of
    return tuple(foe for foe in met if isinstance(plane.standings[unit_of[foe]], Loose))


def models_left(battle: Battle) -> tuple[int, ...]:
    """Models of the charging unit that still have to make their charge move."""
    charge = battle.charge
    assert charge is not None
    moved = set(charge.moved)
    return tuple([model for model in battle.plane.models(charge.unit) if model not in moved])


def movers(battle: Battle, *, large_first: bool) -> tuple[int, ...]:
    """Models that may move next: all remaining models or, under `large-first`, only those with the largest bases
    (SH-R-25).
    """
    left = models_left(battle)
    if not large_first:
        return left
    sizes = {model: _size(battle.setup.base(model)) for model in left}
    return tuple(model for model in left if sizes[model] == max(sizes.values()))


def _size(base: Base) -> int:
    return base.width * base.depth


def targets_of(battle: Battle, targets: tuple[int, ...], model: int) -> tuple[int, ...]:
    """Living models of the targets that a charger may attack: all targets, or only its assigned target (SH-R-31)."""
    assert battle.charge is not None
    assigned = dict(battle.charge.assigned).get(model)
    if assigned is not None and battle.living(assigned):
        return (assigned,)
    return tuple(target for target in targets if battle.living(target))


def within_reach(battle: Battle, model: int, targets: tuple[int, ...], limit: float) -> tuple[int, ...]:
    """Enemies within `limit` of a model. Turning a base corner towards an enemy does not extend the reach (SH-R-07)."""
    return tuple(foe for away, foe in foes_by_gap(battle, model, targets) if away <= limit)


def moved_mates(battle: Battle) -> tuple[int, ...]:
    """Living models of the charging unit that have moved."""
    assert battle.charge is not None
    living = set(battle.plane.models(battle.charge.unit))
    return tuple(model for model in battle.charge.moved if model in living)


def friends_in_contact(battle: Battle) -> tuple[int, ...]:
    """Models of the charging unit, and of units it supports, that touch an enemy in a target unit."""
    charge = battle.charge
    assert charge is not None
    living = set(battle.plane.models(charge.unit))
    return tuple(model for model in charge.touching if model in living) + _helped(battle, charge.targets)


def _helped(battle: Battle, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Models of other units on the same side that touch models of the target units and that the chargers may therefore
    support.
    """
    assert battle.charge is not None
    others = [unit for unit in battle.setup.units_of(battle.active) if unit != battle.charge.unit]
    models = [model for unit in others for model in battle.plane.models(unit)]
    if not models:
        return ()
    enemies, unit_of = contacts_as_read(battle).enemies, battle.setup.unit_of
    return tuple(model for model in models if any(unit_of[foe] in targets for foe in enemies[model]))
