"""Who is near whom: gaps of a model from enemy models, the nearest first. Remembered on the enemies' standing."""

from pilein.geometry.ticks import CONTACT
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.gaps import Gaps, gaps_from_units


def enemies_by_gap(battle: Battle, model: int) -> Gaps:
    """All enemy models with their gaps from a model in ticks, the nearest first."""
    return gaps_from_units(battle.plane, model, battle.setup.units_of(1 - battle.setup.side_of(model)))


def is_within(battle: Battle, model: int, distance: float) -> bool:
    """Whether any enemy model is within so many ticks of a model, straight, base to base."""
    return any(pairs and pairs[0][0] <= distance + CONTACT for pairs in (enemies_by_gap(battle, model),))


def closest(battle: Battle, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """WW-CH-04. After the closest the next closest: those nearest to any enemy model, engaged or not (WW-R-10)."""
    gaps = [_least(battle, model) for model in waiting]
    nearest = min(gaps)
    found = tuple(model for model, away in zip(waiting, gaps, strict=True) if away <= nearest + CONTACT)
    return found if len(found) == len(waiting) or battle.holds("WW-CH-04") else waiting


def in_order_of_gaps(battle: Battle, waiting: tuple[int, ...], ties: tuple[int, ...]) -> tuple[int, ...]:
    """The models with the nearest to the enemy first; who is as near as another stands as `ties` have it."""
    left, found = waiting, list[int]()
    while left:
        tied = closest(battle, left)
        found += sorted(tied, key=lambda model: ties.index(model) if model in ties else model)
        left = tuple(model for model in left if model not in tied)
    return tuple(found)


def _least(battle: Battle, model: int) -> float:
    pairs = enemies_by_gap(battle, model)
    return pairs[0][0] if pairs else 1e30
