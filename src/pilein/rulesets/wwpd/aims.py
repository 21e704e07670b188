"""Enemy or friend to which a charging or piling-in model moves (WW-R-11)."""

from typing import Literal

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.ways import Walk, is_touching, nearest_landing, way_as_near_as_possible, way_towards
from pilein.tabletop.distances import Gaps, gaps_from_units
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.memory import FieldMemo

Kind = Literal["enemy", "friend", "near", "toward", "nobody"]
IN_CONTACT = FieldMemo[int, tuple[int, ...]]("in_contact")


class Terms(Struct, frozen=True, cache_hash=True):
    """Terms of a charge or pile-in, with the rulings in force and the enemy units involved.

    `foes` are the enemy units that models may move to. `may_stay` lets each model stay in place. If `stops_anywhere`
    is set, a model that reaches no enemy may stop at any distance; if `contact_only` is set, such a model does not
    move at all.
    """

    walk: Walk
    foes: tuple[int, ...]
    may_stay: bool = False
    stops_anywhere: bool = False
    contact_only: bool = False


class Aim(Struct, frozen=True):
    """Aim of a model's move, with the path offered. `goals` are the models to touch (the kinds `enemy` and `friend`),
    to approach (`near`) or to move towards (`toward`).
    """

    kind: Kind
    goals: tuple[int, ...] = ()
    way: Advance | None = None


AIMS = FieldMemo[tuple[Terms, int], Kept[Aim]]("aims")


def aim_of(battle: Battle, terms: Terms, model: int) -> Aim:
    """Return the aim of a model that charges or piles in. The result is cached on the field."""

    def worked_out() -> Aim:
        return _at_an_enemy(battle, terms, model) or _at_a_friend(battle, terms, model) or _on(battle, terms, model)

    return kept(AIMS.on(battle.plane), (terms, model), worked_out)


def _at_an_enemy(battle: Battle, terms: Terms, model: int) -> Aim | None:
    """Return the aim at the nearest unengaged enemy model that can be touched, or at all such models if several tie."""
    near = [(away, foe) for away, foe in unengaged(battle, terms, model) if away <= terms.walk.reach + CONTACT]
    first = _first_reached(battle, terms, model, near)
    if first is None:
        return None
    nearest, way = first
    tied = [(away, foe) for away, foe in near if nearest[0] <= away <= nearest[0] + CONTACT and foe != nearest[1]]
    others = [foe for _, foe in tied if nearest_landing(battle, terms.walk, model, (foe,)) is not None]
    return Aim("enemy", (nearest[1], *others), way)


def _first_reached(
    battle: Battle, terms: Terms, model: int, near: list[tuple[float, int]]
) -> tuple[tuple[float, int], Advance] | None:
    """Nearest enemy model that can be touched, with its gap and the path to it.

    The shortest path to any of the candidates is tried first, since it often settles the question.
    """
    if not near:
        return None
    some = nearest_landing(battle, terms.walk, model, tuple(foe for _, foe in near))
    if some is None:
        return None
    for away, foe in near:
        if is_touching(battle, model, some.place, (foe,)):
            return (away, foe), some
        way = nearest_landing(battle, terms.walk, model, (foe,))
        if way is not None:
            return (away, foe), way
    return None


def _at_a_friend(battle: Battle, terms: Terms, model: int) -> Aim | None:
    """Return the aim at an engaged friend, to touch one or, if none can be touched, to approach one. Return None if the
    rules do not send the model to a friend.

    A model that already touches such a friend does not move.
    """
    friends = friends_to_join(battle, model)
    is_near = is_within(battle, model, terms.walk.reach)
    if not friends or not (is_near or not unengaged(battle, terms, model)):
        return None
    if set(friends).intersection(battle.plane.contacts.friends[model]):
        return Aim("nobody")
    landing = nearest_landing(battle, terms.walk, model, friends)
    if landing is not None:
        return Aim("friend", friends, landing)
    way = way_as_near_as_possible(battle, terms.walk, model, friends)
    return Aim("near", friends, way) if way is not None else Aim("nobody")


def _on(battle: Battle, terms: Terms, model: int) -> Aim:
    """Return the aim towards the nearest enemy model that touches no model of the mover's side."""
    foes = unengaged(battle, terms, model)
    if not foes or terms.contact_only:
        return Aim("nobody")
    nearest = tuple(foe for away, foe in foes if away <= foes[0][0] + CONTACT)
    way = way_towards(battle, terms.walk, model, nearest)
    return Aim("toward", nearest, way) if way is not None else Aim("nobody")


def unengaged(battle: Battle, terms: Terms, model: int) -> tuple[tuple[float, int], ...]:
    """Enemy models that touch no model of the mover's side, with their gaps from the mover, nearest first."""
    enemies = battle.plane.contacts.enemies
    return tuple(
        pair for pair in enemies_by_gap(battle, model) if not enemies[pair[1]] and battle.unit_of(pair[1]) in terms.foes
    )


def friends_to_join(battle: Battle, model: int) -> tuple[int, ...]:
    """Engaged friends that a model must try to touch if all enemies in range are engaged (WW-CH-05)."""
    friends = tuple([one for one in _in_contact(battle, battle.setup.side_of(model)) if one != model])
    return friends if friends and battle.holds("WW-CH-05") else ()


def _in_contact(battle: Battle, side: int) -> tuple[int, ...]:
    """Models of a side that touch an enemy. The result is cached on the field."""
    known = IN_CONTACT.on(battle.plane)
    if side not in known:
        enemies, side_of = battle.plane.contacts.enemies, battle.setup.side_of
        known[side] = tuple([one for one, met in enemies.items() if met and side_of(one) == side])
    return known[side]


def read_walk(table: Table, inches: int, avoided: tuple[int, ...] = ()) -> Walk:
    """Read the terms of an 8-inch charge or pile-in: how the move is measured, and whether it must keep coherency
    (WW-R-09, WW-R-34).
    """
    measure = table.rule("WW-R-34")
    return Walk(inches * INCH, measure, is_coherent=table.rule("WW-R-09") == "coherent", avoided=avoided)


# --- Distances ----------------------------------------------------------------------------------------------------
# Gaps between a model and enemy models, nearest first. Cached on the enemies' standing.


def enemies_by_gap(battle: Battle, model: int) -> Gaps:
    """All enemy models with their gaps from a model in ticks, nearest first."""
    return gaps_from_units(battle.plane, model, battle.setup.units_of(1 - battle.setup.side_of(model)))


def is_within(battle: Battle, model: int, distance: float) -> bool:
    """Whether any enemy model is within `distance` ticks of a model, measured in a straight line between bases."""
    return any(pairs and pairs[0][0] <= distance + CONTACT for pairs in (enemies_by_gap(battle, model),))


def closest(battle: Battle, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Waiting models nearest to any enemy model, whether engaged or not (WW-CH-04, WW-R-10). Once the closest model has
    moved, the next closest follows.
    """
    gaps = [_nearest_gap(battle, model) for model in waiting]
    nearest = min(gaps)
    found = tuple(model for model, away in zip(waiting, gaps, strict=True) if away <= nearest + CONTACT)
    return found if len(found) == len(waiting) or battle.holds("WW-CH-04") else waiting


def in_order_of_gaps(battle: Battle, waiting: tuple[int, ...], ties: tuple[int, ...]) -> tuple[int, ...]:
    """Sort models by their gap to the enemy, nearest first. Models at equal gaps follow the order of `ties`."""
    left, found = waiting, list[int]()
    while left:
        tied = closest(battle, left)
        found += sorted(tied, key=lambda model: ties.index(model) if model in ties else model)
        left = tuple(model for model in left if model not in tied)
    return tuple(found)


def _nearest_gap(battle: Battle, model: int) -> float:
    pairs = enemies_by_gap(battle, model)
    return pairs[0][0] if pairs else 1e30
