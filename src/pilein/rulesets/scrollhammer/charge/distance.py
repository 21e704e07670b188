"""Distance from a unit to a charge target, and whether the target is in range (SH-R-19, SH-R-20, SH-R-26)."""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Die, Distribution, Highest, Lowest, Total, mean
from pilein.geometry.blocks import Block
from pilein.geometry.gaps import closing_step, gap
from pilein.geometry.routes import Route
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Noted, Table, note, noting
from pilein.rulesets.scrollhammer.charge.contacts import foes_of, within_reach
from pilein.rulesets.scrollhammer.nearness import foes_by_gap, gap_between, nearest_first, nearest_models
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.distances import are_circles_near, circle_of_unit
from pilein.tabletop.memo import Kept, Memo, kept
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.landings import Landing, may_land, nearest_landing
from pilein.tabletop.movement.local_searches import MANY
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.terms import Terms

LENGTHS_OF_ONE = Memo[tuple[object, ...], Kept[float | None]]("lengths_of_one")
LENGTHS = FieldMemo[tuple[object, ...], Kept["Measured"]]("charge distances")


class Measured(NamedTuple):
    """Distance in ticks as measured by a search, with the limit of the search. The distance is None if no route exists
    within the limit.
    """

    limit: float
    length: float | None


def distance(battle: Battle, terms: Terms, unit: int, target: int, limit: float) -> float | None:
    """Length in ticks of the shortest legal route to first contact, or None if it exceeds `limit` (SH-R-19).

    In skirmishers and hordes the model nearest to the target moves; in a block any model may arrive first. Searches are
    slow and are repeated with growing limits, so both lengths and failures are cached. The rule sentences that a search
    uses are recorded only if the route found is within the limit.
    """
    known = LENGTHS.on(battle.plane)
    key = (unit, target, terms)
    if key in known and known[key].value.length is None and known[key].value.limit < limit:
        del known[key]
    measured = _distance_of_block if isinstance(battle.plane.standings[unit], Block) else _remembered_of_loose
    used: Noted = {}
    with noting(used):
        found = kept(known, key, lambda: Measured(limit, measured(battle, terms, unit, target, limit)))
    if found.length is None or found.length > limit:
        return None
    for sentence in used:
        note(sentence)
    return found.length


def is_in_range(battle: Battle, table: Table, terms: Terms, unit: int, target: int, reach: int) -> bool:
    """Whether a target is within `reach` ticks along the route or, under `gap`, in a straight line (SH-R-19)."""
    by_gap = gap_between(battle, unit, target) <= reach + CONTACT
    by_route = distance(battle, terms, unit, target, reach + CONTACT) is not None
    if by_gap == by_route or table.rule("SH-R-19") == "default":
        return by_route
    return by_gap


def quickest_contact(battle: Battle, terms: Terms, model: int, targets: tuple[int, ...], limit: float) -> Route | None:
    """Quickest route of a model into base contact with a target, or None if none exists within `limit` ticks."""
    landing = quickest_landing(battle, terms, model, targets, limit)
    return None if landing is None else landing.route


def quickest_landing(
    battle: Battle, terms: Terms, model: int, targets: tuple[int, ...], limit: float
) -> Landing | None:
    """Return where a model's quickest route into base contact with a target ends, or None (SH-MV-10)."""
    landing = nearest_landing(battle.plane, terms, model, foes_of(battle, targets), limit)
    if landing is not None and _gap_closed(battle, model, landing.goal) > limit:
        landing = nearest_landing(battle.plane, terms, model, within_reach(battle, model, targets, limit), limit)
    return landing if landing is not None and battle.holds("SH-MV-10") else None


def may_touch(battle: Battle, terms: Terms, model: int, targets: tuple[int, ...], limit: float) -> bool:
    """Whether a model has any route into base contact with a target within `limit` ticks (SH-MV-10)."""
    near = within_reach(battle, model, targets, limit)
    return bool(near) and may_land(battle.plane, terms, model, near, limit) and battle.holds("SH-MV-10")


def alone(terms: Terms, unit: int) -> Terms:
    """Return the terms of a charge with all other models of the unit treated as absent."""
    return replace(terms, bars=terms.bars.passing(unit))


def _remembered_of_loose(battle: Battle, terms: Terms, unit: int, target: int, limit: float) -> float | None:
    """Distance of a loose unit from its target. On a crowded table the distance is cached until a unit within reach
    moves.
    """
    plane = battle.plane
    if len(plane.shapes) < MANY:
        return _distance_of_loose(battle, terms, unit, target, limit)
    shapes = plane.shapes
    own, foe = (max(shapes[model].reach for model in plane.models(one)) for one in (unit, target))
    circle, reach = circle_of_unit(plane, unit), limit + 2 * (own + foe) + own + INCH
    near = tuple(
        standing
        for other, standing in enumerate(plane.standings)
        if other != unit and plane.lives(other) and are_circles_near(circle, circle_of_unit(plane, other), reach)
    )
    known = LENGTHS_OF_ONE.on(plane.standings[unit])
    key = unit, target, terms, limit, near
    return kept(known, key, lambda: _distance_of_loose(battle, terms, unit, target, limit))


def _distance_of_loose(battle: Battle, terms: Terms, unit: int, target: int, limit: float) -> float | None:
    best: float | None = None
    for model in nearest_models(battle, unit, (target,)):
        away = foes_by_gap(battle, model, (target,))[0][0]
        if best is not None and best <= away:
            break
        length = _length_for(battle, terms, model, target, limit if best is None else best)
        best = best if length is None else length
    return best


def _length_for(battle: Battle, terms: Terms, model: int, target: int, limit: float) -> float | None:
    """Minimum range that brings a model into contact: the length of its path or its gap to the enemy, whichever is
    greater (SH-R-07).
    """
    length: float | None = None
    while (landing := quickest_landing(battle, terms, model, (target,), limit)) is not None:
        closed = _gap_closed(battle, model, landing.goal)
        length = max(landing.route.length, closed)
        if closed <= landing.route.length:
            break
        limit = closed - 1  # another may be nearer, though its path is longer
    return length


def _gap_closed(battle: Battle, model: int, foe: int) -> float:
    """Gap that a model closes to reach an enemy. The model needs at least this much range, however short its path
    (SH-R-07).
    """
    return gap(battle.plane.shape(model), battle.plane.shape(foe))


def _distance_of_block(battle: Battle, terms: Terms, unit: int, target: int, limit: float) -> float | None:
    """Distance of a block's nearest model from a target, if the block keeps its facing until first contact. Turning
    afterwards is free (SH-R-20).
    """
    best: float | None = None
    terms = alone(terms, unit)
    for model in nearest_first(battle, unit, (target,)):
        bound = limit if best is None else best
        if foes_by_gap(battle, model, (target,))[0][0] >= bound and best is not None:
            break
        length = _length_within_block(battle, terms, model, target, bound)
        if length is not None:
            best = length if best is None else min(best, length)
    return best


def _length_within_block(battle: Battle, terms: Terms, model: int, target: int, limit: float) -> float | None:
    away, foe = foes_by_gap(battle, model, (target,))[0]
    if away > limit:
        return None
    place = battle.plane.place(model)
    dx, dy = closing_step(battle.plane.shape(model), battle.plane.shape(foe))
    if ground_for(battle.plane, terms.bars, model).hit((place.x, place.y), (place.x + dx, place.y + dy)) is None:
        return away
    route = quickest_contact(battle, terms, model, (target,), limit)
    return None if route is None else max(route.length, away)


# --- Dice of a charge, and their greatest range (SH-RA-03, SH-TE-02) ---------------------------------------------


SIDES = 6
LABEL = "charge range"
ORDINARY = ""  # no special rule


class Method(Struct, frozen=True):
    """Method of rolling a charge range: a number of D6, of which only the highest or lowest `keep` count."""

    keep: int
    dice: int
    highest: bool = False

    @property
    def why(self) -> str:
        """Description of the dice that count, or "" if all dice count."""
        if self.keep == self.dice:
            return ""
        return f"the {'highest' if self.highest else 'lowest'} {self.keep} of {self.dice}"


METHODS = {"Swift Charge": Method(2, 3, highest=True), "Slow Charge": Method(1, 1)}
DIFFICULT = {"Swift Charge": Method(2, 3), "Slow Charge": Method(1, 2)}


class WithHighest(Struct, frozen=True, tag=True):
    """Roll that yields the sum of the dice kept and the highest of the dice kept (SH-R-36 `failed-move`)."""

    method: Method
    label: str = LABEL

    @property
    def why(self) -> str:
        """Description of the dice that count towards the range."""
        return self.method.why

    def thrown(self, die: Die) -> tuple[int, int]:
        """Roll the dice and return the sum of the dice kept and the highest of them."""
        return _kept(tuple(die(SIDES) for _ in range(self.method.dice)), self.method)

    def weights(self) -> Distribution[tuple[int, int]]:
        """Joint distribution of the sum of the dice kept and the highest of them."""
        return _distribution(self.method)


def furthest(battle: Battle, table: Table, unit: int) -> int:
    """Maximum charge distance of a unit in ticks (12" for units that roll 2D6)."""
    methods = methods_of(battle, table, unit, difficult=False)
    return min(roll_of(method).weights()[-1][0] for method in methods) * INCH


def methods_of(battle: Battle, table: Table, unit: int, *, difficult: bool) -> list[Method]:
    """Methods by which a unit rolls its charge range. If there are several, it rolls by each of them and the lowest
    total counts.

    In difficult ground a unit rolls an additional die and keeps the two lowest (SH-TE-02). If models roll
    differently, the slowest method, which has the lowest mean, applies to all (SH-RA-03, SH-R-18).
    """
    kinds = dict.fromkeys([battle.setup.kind_of[model] for model in battle.plane.models(unit)])
    traits = [battle.traits(kind) for kind in kinds]
    names = [next((name for name in METHODS if name in one.rules), ORDINARY) for one in traits]
    is_rough = difficult and table.holds("SH-TE-02")
    by_name = {**(DIFFICULT if is_rough else METHODS), ORDINARY: _ordinary(table, is_rough=is_rough)}
    methods = list(dict.fromkeys(by_name[name] for name in names))
    if len(methods) == 1 or not table.holds("SH-RA-03"):
        return methods[:1]
    methods.sort(key=lambda method: mean(roll_of(method).weights()))
    return methods if table.rule("SH-R-18") == "roll-all" else methods[:1]


def _ordinary(table: Table, *, is_rough: bool) -> Method:
    """Return the charge roll of models without special rules: two dice, or the lowest two of three in difficult ground
    (SH-RA-01).
    """
    dice = table.number("SH-RA-01")
    return Method(dice, max(dice, table.number("SH-TE-02"))) if is_rough else Method(dice, dice)


def roll_of(method: Method) -> Total | Highest | Lowest:
    """Convert a method to a roll that yields a total in inches."""
    if method.keep == method.dice:
        return Total(method.dice, label=LABEL)
    kind = Highest if method.highest else Lowest
    return kind(method.keep, method.dice, label=LABEL, why=method.why)


def _kept(faces: tuple[int, ...], method: Method) -> tuple[int, int]:
    kept = sorted(faces, reverse=method.highest)[: method.keep]
    return sum(kept), max(kept)


@lru_cache(maxsize=16)
def _distribution(method: Method) -> Distribution[tuple[int, int]]:
    counts: dict[tuple[int, int], int] = {}
    for faces in product(range(1, SIDES + 1), repeat=method.dice):
        shown = _kept(faces, method)
        counts[shown] = counts.get(shown, 0) + 1
    return tuple(sorted(counts.items()))
