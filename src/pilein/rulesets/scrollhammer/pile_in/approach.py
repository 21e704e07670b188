"""Approach of a model without contact: it moves as close to the combat as possible in coherency (SH-PI-08)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import within
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import bearing
from pilein.geometry.tolerance import CONTACT, EQUAL
from pilein.placement.moves import Move
from pilein.placement.paths import SHORT
from pilein.placement.rules import Inside, Rule, Unturned, no_words
from pilein.placement.solve import nearest_to
from pilein.placement.terms import Gap
from pilein.placement.zones import Zone
from pilein.rulesets.scrollhammer.pile_in.movers import pile_in_reach
from pilein.rulesets.scrollhammer.pile_in.places import (
    Mover,
    contact_of,
    does_its_duty,
    goals_to_touch,
    move_of,
    touching_a_goal,
)
from pilein.rulesets.scrollhammer.pile_in.sides import zones_to_touch
from pilein.tabletop.movement.local_searches import looked_by, looked_for_named
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import slack_of


def best_approach(mover: Mover) -> Advance | None:
    """Path that brings a mover as close as possible to the combat, or None if it cannot come any closer.

    A model out of coherency regains it as near to the combat as possible. If it cannot, it moves as near to
    coherency as its reach allows or, under `charge-fails`, stays in place (SH-R-29). It leaves contact only to
    regain coherency (SH-R-88).
    """
    is_astray, is_there = _is_astray(mover), does_its_duty(mover, mover.start)
    found = None if is_there and not is_astray else _to_the_combat(mover)
    if found is None and is_astray and not (is_there or mover.stage.strays_stay):
        zones, move = _zones_of_mates(mover), _short_of_reach(mover, _move_without_mates(mover))
        found = nearest_to(move, _bodies(mover, mover.terms.move.mates), targets=zones)
    return found


def as_close_as(mover: Mover, best: Place) -> tuple[Move, Rule]:
    """Return the rules for the end of an approach that is as good as the best one, and the rule that limits the
    distance from the combat at its end.
    """
    if does_its_duty(mover, best):
        return mover.move, touching_a_goal(mover)
    if mover.is_coherent(best):
        zones, move = zones_of_goals(mover), mover.move.narrower(_unturned(mover.move), mover.move.limit)
        return move, _rule_of_gap(zones, Gap(zones).value(best.x, best.y), _widest_gap(mover, zones))
    zones, (x, y) = _zones_of_mates(mover), mover.move.here
    gap = Gap(zones)
    return _move_without_mates(mover), _rule_of_gap(zones, gap.value(best.x, best.y), gap.value(x, y) - CONTACT)


def _to_the_combat(mover: Mover) -> Advance | None:
    """SH-PI-08. Path into contact in coherency, or to the nearest place in coherency."""
    zones, goals = zones_of_goals(mover), _bodies(mover, _goals(mover))
    gap, least, move = Gap(zones), _widest_gap(mover, zones), _short_of_reach(mover, mover.move)
    _look_round(mover, max(gap.value(*mover.move.here), least))
    apart = move.narrower([rule for rule in move.rules if not rule.is_inside], move.limit)
    way = nearest_to(apart, goals, targets=zones, least=least)
    nearest = least if way is None else gap.value(way.place.x, way.place.y)
    contact = contact_of(mover) if _may_touch(mover, goals, nearest) else None
    if contact is not None or way is None:
        return contact
    if move.broken(way.place) is not None:
        way = nearest_to(move, goals, targets=zones, least=least)
    return None if way is None else _by_a_corner(mover, way) or way


def _may_touch(mover: Mover, goals: Sequence[tuple[int, Shape]], nearest: float) -> bool:
    """Whether a mover may touch a goal, if its inscribed disc comes no nearer to the zones of its goals than `nearest`
    ticks, in coherency or out of it.

    In contact, the disc is at most the slack of the base away. At the corner of a side to which the mover is bound, it
    may be further from the line along that side. Bases that turn to meet a goal may reach places that the search for
    the nearest place, with its few facings, does not find.
    """
    base, plane = mover.move.base, mover.battle.plane
    if base.kind != "round" and not (base.kind == "rectangle" and all(body.frame is not None for _, body in goals)):
        return True
    beyond = plane.shape(mover.model).reach if mover.terms.move.sides.bound else 0.0
    return nearest <= slack_of(plane, mover.model) + beyond + 2 * EQUAL


def _short_of_reach(mover: Mover, move: Move) -> Move:
    """Return the move to search with. The places that the search finds are on whole ticks and within reach."""
    return move.narrower(_unturned(move), pile_in_reach(mover.battle) + SHORT)


def _unturned(move: Move) -> tuple[Rule, ...]:
    """SH-R-07. Return the rules for a mover that may turn to fit but gains no coherency by turning."""
    *rules, last = move.rules
    if last.is_inside and move.base.kind != "round":
        last = Unturned(last, move.start.facing)
    return (*rules, last)


def _by_a_corner(mover: Mover, short: Advance) -> Advance | None:
    """Path on which a base touches its goal with a corner, although the disc inscribed in the base falls short of the
    goal. The base stays unturned or turns along the path.
    """
    body = mover.body(short.place)
    if mover.move.base.kind == "round":
        return None
    hardly = slack_of(mover.battle.plane, mover.model) + 2 * EQUAL
    (ax, ay), (x, y) = short.route.points[-2:]
    turns = dict.fromkeys((short.place.facing, bearing(x - ax, y - ay)))
    near = [(goal, other) for goal, other in _bodies(mover, _goals(mover)) if within(body, other, hardly)]
    way = nearest_to(mover.move, near, least=CONTACT + EQUAL + 1.0, turns=tuple(turns)) if near else None
    return way if way is not None and does_its_duty(mover, way.place) else None


def _rule_of_gap(zones: Sequence[Zone], best: float, worst: float) -> Rule:
    """Return the rule that a model must end as near to the zones as the best place is. Differences up to EQUAL do not
    count.
    """
    by = min(best + EQUAL, worst) - CONTACT
    grown = [Zone(one.core, one.radius + by, one.x, one.y, one.reach + by, one.label) for one in zones]
    return Inside(grown, no_words)


def _widest_gap(mover: Mover, zones: Sequence[Zone]) -> float:
    """Return the greatest distance from the combat, in ticks, at which an approach still gains something."""
    here = Gap(list(zones)).value(*mover.move.here)
    return here + pile_in_reach(mover.battle) if _is_astray(mover) else here - CONTACT


def _is_astray(mover: Mover) -> bool:
    return not mover.is_coherent(mover.start)


def _goals(mover: Mover) -> tuple[int, ...]:
    return tuple(goal for goal in goals_to_touch(mover) if goal != mover.model)


def zones_of_goals(mover: Mover) -> list[Zone]:
    """Return the zones in which the mover's centre lies when the mover, taken as a disc, touches the combat."""
    return zones_to_touch(mover.battle, mover.terms.move, mover.model, _goals(mover))


def _zones_of_mates(mover: Mover) -> list[Zone]:
    """Return the zones in which the mover's centre lies when the mover touches models of its own unit. Turning brings
    the mover no nearer to them (SH-R-07).
    """
    return zones_to_touch(mover.battle, Terms(mover.stage.bars, 0), mover.model, mover.terms.move.mates)


def _move_without_mates(mover: Mover) -> Move:
    return move_of(mover, replace(mover.terms.move, mates=()))


def _bodies(mover: Mover, models: Sequence[int]) -> list[tuple[int, Shape]]:
    return [(model, mover.battle.plane.shape(model)) for model in models]


def _look_round(mover: Mover, gap: float) -> None:
    """Record the areas that the search may examine: goals within `gap` ticks of the move, and bodies near which the
    base may turn.
    """
    plane, base, (x, y) = mover.battle.plane, mover.move.base, mover.move.here
    looked_for_named(plane, mover.model).at(x, y, gap + mover.move.limit + plane.shape(mover.model).reach)
    if base.kind != "round":
        looked_by(plane, mover.model).at(x, y, mover.move.limit + base.width + base.depth)
