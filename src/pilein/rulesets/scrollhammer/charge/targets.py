"""Enemy units that a unit may name as charge targets (SH-CH-02 to SH-CH-04, SH-CH-11, SH-RE-04)."""

from collections.abc import Iterator
from itertools import combinations
from math import sqrt

from msgspec import Struct

from pilein.geometry.blocks import Block
from pilein.geometry.landing import contact_places
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Shape, shape
from pilein.geometry.sight import sees
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer, Choice
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.distance import distance, furthest
from pilein.rulesets.scrollhammer.charge.terms import NO_SIDES, aiming, bars_of, bound_to
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.nearness import foes_by_gap, gap_between, nearest_first
from pilein.rulesets.scrollhammer.quarters import charged_arc
from pilein.rulesets.scrollhammer.state import NOBODY, Battle
from pilein.tabletop.distances import are_circles_near, circle_of, circle_of_unit, circle_round
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.terms import ALL_ROUND, Terms
from pilein.tabletop.plane import shapes_of

STOP: Answer = ()


class Naming(Struct, frozen=True):
    """Unit that may declare a charge, with its possible targets and its compulsory target. NOBODY means that no target
    is compulsory.
    """

    unit: int
    targets: tuple[int, ...]
    must: int = NOBODY


class Declaration(Struct, frozen=True, tag=True):
    """Choice of the next charge, answered by unit numbers (unit, target, ...), or by an empty tuple to declare no more
    charges.
    """

    side: int
    clause: str
    words: str
    namings: tuple[Naming, ...]
    names: tuple[str, ...]

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield every charge on a single target, then the end of charging, then charges on several targets."""
        yield from self._naming(1, 1)
        yield "no more charges", STOP
        yield from self._naming(2, len(self.names))

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if the unit may charge the named targets."""
        if answer == STOP and isinstance(answer, tuple):
            return None
        if not isinstance(answer, tuple) or not all(type(one) is int for one in answer):
            return "the answer must be the number of a unit and the numbers of its targets, or () to declare no charge"
        naming = next((one for one in self.namings if one.unit == answer[0]), None)
        if naming is None:
            return f"{self._name_of(answer[0])} may not declare a charge"
        return self._why_not_these(naming, answer[1:])

    def _why_not_these(self, naming: Naming, targets: tuple[int, ...]) -> str | None:
        if not targets or len(set(targets)) < len(targets):
            return "name one or more different targets"
        for target in targets:
            if target not in naming.targets:
                return f"{self._name_of(target)} is not a target for {self.names[naming.unit]}"
        if naming.must not in (NOBODY, *targets):
            return f"{self.names[naming.unit]} shot at {self.names[naming.must]}, which must be among the targets"
        return None

    def _name_of(self, unit: int) -> str:
        return self.names[unit] if 0 <= unit < len(self.names) else f"unit {unit}"

    def _naming(self, least: int, most: int) -> Iterator[tuple[str, Answer]]:
        for naming in self.namings:
            for count in range(least, min(most, len(naming.targets)) + 1):
                for targets in combinations(naming.targets, count):
                    if naming.must in (NOBODY, *targets):
                        named = " and ".join(self.names[target] for target in targets)
                        yield f"{self.names[naming.unit]} on {named}", (naming.unit, *targets)


def naming(battle: Battle, table: Table, unit: int) -> Naming:
    """Possible charge targets of a unit, or none if the unit may not charge its compulsory target.

    A unit that shot may charge only the unit it shot at (SH-CH-11).
    """
    foes = [foe for foe in battle.setup.units_of(1 - battle.side(unit)) if may_be_charged(battle, table, foe)]
    must = NOBODY
    if battle.status(unit).fired_at != NOBODY and table.holds("SH-CH-11"):
        foes, must = _after_shooting(battle, table, unit, foes)
    targets = tuple(foe for foe in foes if _why_not_target(battle, table, unit, foe) is None)
    return Naming(unit, targets if must in (NOBODY, *targets) else (), must)


def may_be_charged(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit can be charged. A unit that fled can still be charged, by the unit that it fled from and by any
    other unit (SH-RE-04).
    """
    return battle.living(unit) > 0 and (not battle.status(unit).falling_back or table.holds("SH-RE-04"))


def _cannot_reach(battle: Battle, table: Table, unit: int, target: int) -> str | None:
    """Explain why a unit cannot reach a target, or return None.

    A target to which there is no path may not be named (SH-CH-02, SH-R-08). A unit that rolls 2D6 may not name a
    target more than 12" away (SH-CH-04).
    """
    most = furthest(battle, table, unit) + CONTACT
    ours, theirs = (circle_of_unit(battle.plane, one) for one in (unit, target))
    if not are_circles_near(ours, theirs, most) or gap_between(battle, unit, target) > most:
        return "it is out of reach" if table.holds("SH-CH-04") else None
    if any(distance(battle, terms, unit, target, most) is not None for terms in _terms_of(battle, table, unit, target)):
        return None
    has_to_have_one = table.rule("SH-R-08") == "default" and table.holds("SH-CH-02")
    return "there is no way to it" if has_to_have_one else None


def _terms_of(battle: Battle, table: Table, unit: int, target: int) -> Iterator[Terms]:
    """Yield the terms on which a unit may charge a target.

    Loose models charge the side of a block that most of the models are in front of (SH-MV-15, SH-MV-21). Tied sides
    are tried in turn.
    """
    standings = battle.plane.standings
    is_bound = isinstance(standings[target], Block) and not isinstance(standings[unit], Block)
    for side in charged_arc(battle, unit, target, table.rule("SH-R-23")) if is_bound else (ALL_ROUND,):
        sides = bound_to(((target, side),), table) if is_bound else NO_SIDES
        yield aiming(battle, table, unit, (target,), sides)


def _cannot_see(battle: Battle, table: Table, unit: int, target: int) -> str | None:
    """Explain why a unit cannot see a target (SH-CH-03, SH-R-09), or return None. A target found to be unseen remains
    unseen.
    """
    if target in battle.status(unit).unseen:
        return "it is out of sight" if table.holds("SH-CH-03") else None
    if any(sees_model(battle, table, *line) for line in _lines_between(battle, unit, target)):
        return None
    return "it is out of sight" if table.holds("SH-CH-03") else None


def _after_shooting(battle: Battle, table: Table, unit: int, foes: list[int]) -> tuple[list[int], int]:
    """Return the permitted and the compulsory targets of a unit that has shot (SH-R-11).

    The unit may charge only the unit that it shot at, except under `include`, when it may charge other units as
    well. If the unit that it shot at cannot be charged, there is no target.
    """
    shot_at = battle.status(unit).fired_at
    if shot_at not in foes:
        return [], shot_at
    if len(foes) > 1 and table.rule("SH-R-11") == "include":
        return foes, shot_at
    return [shot_at], shot_at


def _why_not_target(battle: Battle, table: Table, unit: int, target: int) -> str | None:
    reason = _cannot_reach(battle, table, unit, target) or _cannot_see(battle, table, unit, target)
    if reason is None and is_locked(battle, target) and table.rule("SH-R-12") == "visible-edge":
        return None if _shows_a_free_edge(battle, table, unit, target) else "no free edge of it can be seen"
    return reason


def _shows_a_free_edge(battle: Battle, table: Table, unit: int, target: int) -> bool:
    """Whether a charging model sees a free place in contact with the target (SH-R-12 `visible-edge`)."""
    plane = battle.plane
    for model in nearest_first(battle, unit, (target,)):
        base, space = battle.setup.base(model), ground_for(plane, bars_of(battle, unit, (target,)), model)
        for _, foe in foes_by_gap(battle, model, (target,)):
            for place in contact_places(base, plane.place(model), plane.shape(foe), space):
                if sees_shape(battle, table, plane.shape(model), shape(base, place), (model, foe)):
                    return True
    return False


# --- Lines of sight (SH-R-09) ------------------------------------------------------------------------------------


Blockers = tuple[Polygon | Shape, ...]


def sees_model(battle: Battle, table: Table, model: int, other: int) -> bool:
    """Whether an unobstructed straight line joins any part of one model's base to any part of the other model's base
    (SH-R-09).

    Only terrain marked as blocking sight obstructs the line. Under `models-block` other models obstruct it too, and
    under `by-eye` the players decide.
    """
    shapes = battle.plane.shapes
    return sees_shape(battle, table, shapes[model], shapes[other], (model, other))


def sees_shape(battle: Battle, table: Table, viewer: Shape, seen: Shape, ends: tuple[int, ...]) -> bool:
    """Whether a straight line without obstructions joins two outlines (see `sees_model`). Models in `ends` obstruct no
    line.
    """
    grounds = obstructions(battle)
    others = _bodies_between(battle, viewer, seen, ends)
    first = next(others, None)
    if not grounds and first is None:
        return True
    reading = table.rule("SH-R-09")
    if reading == "by-eye":
        return True
    if reading != "models-block":
        return sees(viewer, seen, grounds)
    return sees(viewer, seen, (*grounds, *(() if first is None else (first, *others))))


def _bodies_between(battle: Battle, viewer: Shape, seen: Shape, ends: tuple[int, ...]) -> Iterator[Shape]:
    """Yield models that may stand between two outlines. Units far from both outlines are skipped."""
    plane = battle.plane
    about = circle_of((viewer, seen))
    for unit, standing in enumerate(plane.standings):
        if plane.lives(unit) and are_circles_near(circle_of_unit(plane, unit), about, 0):
            for number, body in shapes_of(standing, plane.setup).items():
                if number not in ends and _is_near(body, viewer, seen):
                    yield body


def has_to_look(battle: Battle, table: Table, unit: int, target: int) -> bool:
    """Whether the players must decide if a target is visible (SH-R-09 `by-eye`).

    They must if ground blocks sight, or if models stand in every straight line to the target.
    """
    is_flat = not obstructions(battle)
    if is_flat and _nobody_is_between(battle, unit, target):
        return False
    lines = _lines_between(battle, unit, target)
    if is_flat and _is_open(battle, *next(lines)):
        return False
    if table.rule("SH-R-09") != "by-eye":
        return False
    return bool(obstructions(battle)) or not any(_is_open(battle, *line) for line in lines)


def _nobody_is_between(battle: Battle, unit: int, target: int) -> bool:
    """Whether no third unit is near enough to stand between two units."""
    plane, ends = battle.plane, (unit, target)
    about = circle_round([circle_of_unit(plane, one) for one in ends])
    others = (one for one in range(len(plane.standings)) if one not in ends and plane.lives(one))
    return not any(are_circles_near(circle_of_unit(plane, one), about, 0) for one in others)


def _lines_between(battle: Battle, unit: int, target: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of models, one model from each of two units, nearest pairs first."""
    for model in nearest_first(battle, unit, (target,)):
        yield from ((model, foe) for _, foe in foes_by_gap(battle, model, (target,)))


def _is_open(battle: Battle, model: int, foe: int) -> bool:
    """Whether a straight line between two models passes through no other model."""
    viewer, seen = battle.plane.shape(model), battle.plane.shape(foe)
    return sees(viewer, seen, tuple(_bodies_between(battle, viewer, seen, (model, foe))))


def obstructions(battle: Battle) -> Blockers:
    """Outlines of terrain that blocks lines of sight."""
    return tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)


def _is_near(body: Shape, start: Shape, end: Shape) -> bool:
    """Whether a body may stand between two other bodies, because its bounding circle reaches the band that joins their
    bounding circles.
    """
    dx, dy = end.x - start.x, end.y - start.y
    length = sqrt(dx * dx + dy * dy) or 1.0
    px, py = body.x - start.x, body.y - start.y
    along, aside = (px * dx + py * dy) / length, abs(px * dy - py * dx) / length
    return 0 < along < length and aside < body.reach + max(start.reach, end.reach)


# --- Answers that launch a single charge (SH-CH-01) --------------------------------------------------------------


def declared(_battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """Return the answer that declares a charge on one enemy unit, or the answer that ends declarations if this charge
    is illegal. Return None for other choices (SH-CH-01).
    """
    if not isinstance(choice, Declaration):
        return None
    return (unit, target) if choice.why_not((unit, target)) is None else STOP
