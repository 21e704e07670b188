"""What each charging model has to do when its moment comes: touch, support or follow (SH-MV-02, SH-MV-12 to 26)."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.shapes import shape
from pilein.geometry.ticks import CONTACT
from pilein.rulesets.scrollhammer.charge_contacts import (
    Reader,
    free_foes,
    furthest_gap,
    is_coherent_with_the_moved,
    models_left,
    moved_mates,
    targets_of,
)
from pilein.rulesets.scrollhammer.charge_landings import alongside, following, staying, touching
from pilein.rulesets.scrollhammer.charge_prospects import Outlook
from pilein.rulesets.scrollhammer.nearness import foes_by_gap, gap_to
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Memo
from pilein.tabletop.pairing import Wishes, paired

AT_MOST = 4  # places looked at for the nearest to walk to
STRAIGHT = 2  # points of a route with nothing in the way
Groups = tuple[tuple[int, ...], ...]


class Duty(Struct, frozen=True):
    """What a model must do: its kind, the models that it may do it at, and the best place for it.

    "touch" one of these enemies, "support" one of these friends, "follow" in coherency, or go "astray": out of it.
    """

    kind: str
    goals: tuple[int, ...]
    best: Advance


DUTIES = Memo[tuple[object, ...], Duty]("duties")


def duty_of(battle: Battle, reader: Reader, model: int) -> Duty:
    """The highest duty that a model can meet as things stand; remembered on the field."""
    remembered = DUTIES.on(battle.plane)
    key = (battle.active, battle.charge, reader, model)
    if key not in remembered:
        remembered[key] = (
            _to_touch(battle, reader, model) or _to_support(battle, reader, model) or _to_follow(battle, reader, model)
        )
    return remembered[key]


def ways_to_meet(battle: Battle, reader: Reader, model: int, duty: Duty) -> Iterator[Advance]:
    """Further places where a model would meet its duty."""
    if duty.kind == "touch":
        for foe in duty.goals:
            yield from touching(battle, reader, model, foe)
    elif duty.kind == "support":
        yield from alongside(battle, reader, model)
    else:
        yield from following(battle, reader, model)


def _to_touch(battle: Battle, reader: Reader, model: int) -> Duty | None:
    """SH-MV-24. A model that can must end touching an enemy which no other charging model touches."""
    groups = _foes_to_try(battle, reader, model)
    outlook = Outlook(battle, reader, model) if groups else None
    if outlook is not None and not outlook.is_plain(foe for group in groups for foe in group):
        outlook = None
    for group in groups if outlook is None else outlook.groups(groups):
        found = [(foe, next(touching(battle, reader, model, foe, outlook), None)) for foe in group]
        reached = [(foe, landing) for foe, landing in found if landing is not None]
        if reached and battle.holds("SH-MV-24"):
            best = min((landing for _, landing in reached), key=lambda landing: landing.route.length)
            return Duty("touch", tuple(foe for foe, _ in reached), best)
    return None


def _foes_to_try(battle: Battle, reader: Reader, model: int) -> Groups:
    """SH-MV-02. The unit tries to engage as many enemies with as many models as it can: whom a model has to try for.

    Nearest first, those equally near together; under `global` whoever fits the greatest number of pairs (SH-R-22).
    """
    free = set(free_foes(battle, reader))
    most = furthest_gap(battle, reader, model)
    gaps = foes_by_gap(battle, model, targets_of(battle, reader, model))
    near = [(away, foe) for away, foe in gaps if foe in free and away <= most]
    if reader.matched:
        fitting = pairable(model, _wishes(battle, reader))
        near = [pair for pair in near if pair[1] in fitting]
    return _by_nearness(near) if near and battle.holds("SH-MV-02") else ()


def _to_support(battle: Battle, reader: Reader, model: int) -> Duty | None:
    """SH-MV-25. A model that can reach no free enemy takes a place behind or beside a friend in base contact."""
    best: Advance | None = None
    for landing in islice(alongside(battle, reader, model), AT_MOST):
        if best is None or landing.route.length < best.route.length:
            best = landing
        if len(best.route.points) == STRAIGHT:
            break
    return Duty("support", (), best) if best is not None and battle.holds("SH-MV-25") else None


def _to_follow(battle: Battle, reader: Reader, model: int) -> Duty:
    """SH-MV-26. A model that can reach neither only has to stay in coherency, or come as near to it as it can."""
    if not battle.holds("SH-MV-26"):
        return Duty("follow", (), staying(battle, model))
    mates = moved_mates(battle)
    nearest: tuple[float, Advance] | None = None
    for way in following(battle, reader, model):
        body = shape(battle.setup.base(model), way.place)
        if is_coherent_with_the_moved(battle, reader, body):
            return Duty("follow", (), way)
        away = gap_to(body, battle, mates)
        if nearest is None or away < nearest[0]:
            nearest = away, way
    assert nearest is not None, "a model can always stay where it is"
    return Duty("astray", (), nearest[1])


def _by_nearness(near: list[tuple[float, int]]) -> Groups:
    """The enemies in groups of those equally near, the nearest group first."""
    groups: list[list[int]] = []
    last = -2.0 * CONTACT
    for away, foe in near:
        if away > last + CONTACT:
            groups.append([])
            last = away
        groups[-1].append(foe)
    return tuple(tuple(group) for group in groups)


def pairable(charger: int, wishes: Wishes) -> tuple[int, ...]:
    """SH-R-22 `global`. The enemies that a charger may take without costing a pair elsewhere; none if it can be spared.

    `wishes` are of each charger the enemies that it might reach.
    """
    most = len(paired(wishes))
    rest = {other: foes for other, foes in wishes.items() if other != charger}
    kept = []
    for foe in wishes[charger]:
        left = {other: tuple(one for one in foes if one != foe) for other, foes in rest.items()}
        if len(paired(left)) + 1 == most:
            kept.append(foe)
    return tuple(kept)


def _wishes(battle: Battle, reader: Reader) -> Wishes:
    """For each model yet to move the free enemies that are near enough for it."""
    free = set(free_foes(battle, reader))
    wishes = {}
    for model in models_left(battle):
        most = furthest_gap(battle, reader, model)
        gaps = foes_by_gap(battle, model, targets_of(battle, reader, model))
        wishes[model] = tuple(foe for away, foe in gaps if foe in free and away <= most)
    return wishes
