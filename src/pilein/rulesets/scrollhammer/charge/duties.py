"""Obligations of a charging model when it moves: to touch an enemy, support a friend or follow (SH-MV-02, SH-MV-12 to
SH-MV-26).
"""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.shapes import Place, disc
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.scrollhammer.charge.contacts import free_foes, models_left, moved_mates, targets_of
from pilein.rulesets.scrollhammer.charge.landings import STRAIGHT, alongside, following, touching
from pilein.rulesets.scrollhammer.charge.terms import ChargeTerms
from pilein.rulesets.scrollhammer.nearness import by_nearness, foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.placing import way_into_coherency
from pilein.tabletop.movement.reachability import Prospects
from pilein.tabletop.movement.terms import half_width
from pilein.tabletop.movement.ways import body_at, gap_to, is_coherent, staying
from pilein.tabletop.pairing import Wishes, paired

AT_MOST = 4  # places tried to find the nearest on foot
Groups = tuple[tuple[int, ...], ...]


class Duty(Struct, frozen=True):
    """Obligation of a charging model: the kind of obligation, the models that the charger may touch to meet the
    obligation, and the best place for the move to end.

    The kind is "touch" an enemy, "support" a friend, "follow" in coherency, or "astray" if none of them is
    possible.
    """

    kind: str
    goals: tuple[int, ...]
    best: Advance


DUTIES = FieldMemo[tuple[object, ...], Kept[Duty]]("charge duties")
WISHES = FieldMemo[tuple[object, ...], Kept[Wishes]]("charge wishes")


def duty_of(battle: Battle, terms: ChargeTerms, model: int) -> Duty:
    """Highest duty that a model can currently meet. The result is cached on the field."""
    key = (battle.active, battle.charge, _charged(battle), terms, model)

    def worked_out() -> Duty:
        return _to_touch(battle, terms, model) or _to_support(battle, terms, model) or _to_follow(battle, terms, model)

    return kept(DUTIES.on(battle.plane), key, worked_out)


def ways_to_meet(battle: Battle, terms: ChargeTerms, model: int, duty: Duty) -> Iterator[Advance]:
    """Yield further places where a model would meet its duty."""
    if duty.kind == "touch":
        for foe in duty.goals:
            yield from (landing.way for landing in touching(battle, terms, model, foe))
    elif duty.kind == "support":
        yield from alongside(battle, terms, model)
    else:
        yield from following(battle, terms, model)


def _to_touch(battle: Battle, terms: ChargeTerms, model: int) -> Duty | None:
    """Obligation to end touching an enemy that no other charging model touches, or None if this is impossible
    (SH-MV-24).
    """
    groups = _foes_to_try(battle, terms, model)
    hopes = Prospects(battle.plane, terms.move, model) if groups else None
    if hopes is not None and not hopes.is_plain(foe for group in groups for foe in group):
        hopes = None
    for group in groups if hopes is None else hopes.groups(groups):
        found = (next(touching(battle, terms, model, foe, hopes), None) for foe in group)
        reached = [landing for landing in found if landing is not None]
        if reached and battle.holds("SH-MV-24"):
            best = min(reached, key=lambda landing: landing.route.length)
            return Duty("touch", tuple(landing.goal for landing in reached), best.way)
    return None


def foes_to_touch(battle: Battle, terms: ChargeTerms, model: int, duty: Duty) -> tuple[int, ...]:
    """Enemies that a model may touch to meet or exceed its duty.

    The result includes every enemy at least as near as the one found by the search, so a player may choose a place
    in contact with any of them.
    """
    found: list[int] = []
    for group in _foes_to_try(battle, terms, model):
        found += group
        if any(goal in group for goal in duty.goals):
            break
    return tuple(found)


def _foes_to_try(battle: Battle, terms: ChargeTerms, model: int) -> Groups:
    """Enemies that a model must try to touch, because a unit engages as many enemies as it can (SH-MV-02).

    Enemies in reach are grouped by distance, nearest first. Under `global` only enemies that the model can take without
    reducing the number of pairs are included (SH-R-22).
    """
    near = _near(battle, terms, model)
    if terms.matched:
        fitting = pairable(model, _wishes(battle, terms))
        near = [pair for pair in near if pair[1] in fitting]
    return by_nearness(near) if near and battle.holds("SH-MV-02") else ()


def _to_support(battle: Battle, terms: ChargeTerms, model: int) -> Duty | None:
    """Obligation to stand behind or beside a friend in base contact, which applies if no free enemy can be reached
    (SH-MV-25).
    """
    best: Advance | None = None
    for landing in islice(alongside(battle, terms, model), AT_MOST):
        if best is None or landing.route.length < best.route.length:
            best = landing
        if len(best.route.points) == STRAIGHT:
            break
    return Duty("support", (), best) if best is not None and battle.holds("SH-MV-25") else None


def _to_follow(battle: Battle, terms: ChargeTerms, model: int) -> Duty:
    """Obligation to stay in coherency, or as close to it as possible, which applies if touching and supporting are
    impossible (SH-MV-26).
    """
    if not battle.holds("SH-MV-26"):
        return Duty("follow", (), staying(battle.plane, model))
    nearest: tuple[float, Advance] | None = None
    for way in following(battle, terms, model):
        body = body_at(battle.plane, model, way.place)
        if is_coherent(battle.plane, terms.move, body):
            return Duty("follow", (), way)
        away = from_mates(battle, model, way.place)
        if nearest is None or away < nearest[0]:
            nearest = away, way
    assert nearest is not None, "a model can always stay where it is"
    back = way_into_coherency(battle.plane, terms.move, model)
    return Duty("astray", (), nearest[1]) if back is None else Duty("follow", (), back)


def from_mates(battle: Battle, model: int, place: Place) -> float:
    """Distance in ticks from a model at the given place to the models of its unit that have moved.

    The model counts as a disc as wide as its shorter side, so turning brings it no nearer (SH-R-07).
    """
    body = disc(place.x, place.y, half_width(battle.setup.base(model)))
    return gap_to(battle.plane, body, moved_mates(battle))


def pairable(charger: int, wishes: Wishes) -> tuple[int, ...]:
    """Enemies that a charger may take without reducing the number of pairs that all chargers together can form (SH-R-22
    `global`).

    `wishes` maps each charger to the enemies that it might reach.
    """
    most = len(paired(wishes))
    rest = {other: foes for other, foes in wishes.items() if other != charger}
    kept = []
    for foe in wishes[charger]:
        left = {other: tuple(one for one in foes if one != foe) for other, foes in rest.items()}
        if len(paired(left)) + 1 == most:
            kept.append(foe)
    return tuple(kept)


def _wishes(battle: Battle, terms: ChargeTerms) -> Wishes:
    """Map each model that has yet to move to the free enemies it can now end in contact with (SH-R-22 `global`)."""
    key = (battle.active, battle.charge, _charged(battle), terms)
    return kept(
        WISHES.on(battle.plane), key, lambda: {one: _reached(battle, terms, one) for one in models_left(battle)}
    )


def _reached(battle: Battle, terms: ChargeTerms, model: int) -> tuple[int, ...]:
    """Free enemies that a model can end beside by a legal path, nearest first."""
    hopes = Prospects(battle.plane, terms.move, model)
    near = tuple(foe for _, foe in _near(battle, terms, model))
    known = hopes if hopes.is_plain(near) else None
    return tuple(foe for foe in near if next(touching(battle, terms, model, foe, known), None) is not None)


def _near(battle: Battle, terms: ChargeTerms, model: int) -> list[tuple[float, int]]:
    """Free enemies near enough for a model to reach, as (gap, enemy), nearest first."""
    free = set(free_foes(battle, terms.targets))
    most = terms.move.reach + CONTACT
    gaps = foes_by_gap(battle, model, targets_of(battle, terms.targets, model))
    return [(away, foe) for away, foe in gaps if foe in free and away <= most]


def _charged(battle: Battle) -> tuple[int, ...]:
    """Units of the active side that have charged."""
    return tuple(unit for unit in battle.setup.units_of(battle.active) if battle.status(unit).charged)
