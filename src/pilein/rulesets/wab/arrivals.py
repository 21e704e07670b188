"""How far charges go, whether they get to their target, and how they stand then (WAB-CH-04, WAB-R-36, WAB-R-40)."""

from itertools import islice

from pilein.geometry.blocks import Block, outline
from pilein.geometry.gaps import gap, overlaps, touches
from pilein.geometry.shapes import Shape, shrunk
from pilein.geometry.ticks import CONTACT, heading
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge_ways import Way, backed, ways, wheeled
from pilein.rulesets.wab.clearance import EASE, FAR, Surroundings, bodies_of, free_run, is_free, surroundings
from pilein.rulesets.wab.going import cost, factor_at, rate, stretches
from pilein.rulesets.wab.loose_charge import loose_ends, reach_about
from pilein.rulesets.wab.nearness import distance
from pilein.rulesets.wab.state import Battle, Charge
from pilein.tabletop.memo import Memo
from pilein.tabletop.plane import Loose, Standing

TWICE = 2
PUSHES = (0.0, 1.0, 2.0, 3.0)  # ticks that a block may keep off, so that its place on whole ticks overlaps nothing
NO_LIMIT = 1e9
MOST_WAYS = 60  # that are tried
GAPS_BETWEEN = Memo[tuple[int, Standing], float]("gaps_between")


def charge_reach(battle: Battle, table: Table, unit: int) -> int:
    """WAB-CH-04. A charge is made at twice the normal rate: its length in ticks."""
    normal = rate(battle, table, unit)
    return TWICE * normal if table.holds("WAB-CH-04") else normal


def is_in_reach(battle: Battle, table: Table, charge: Charge) -> bool:
    """WAB-R-36. Whether a charge can get to its target: along a path with its wheel, ground allowed for.

    `charge-straight-line`: by the straight distance between the nearest bases alone.
    """
    reach = charge_reach(battle, table, charge.unit)
    if gap_between(battle, charge.unit, charge.target) > reach + CONTACT:
        return False
    return arrival(battle, table, charge, reach) is not None


def starts_far_off(battle: Battle, table: Table, charge: Charge) -> bool:
    """WAB-R-40. Whether a charger stands more than half of its charge move away."""
    return TWICE * distance(battle, charge.unit, charge.target) > charge_reach(battle, table, charge.unit) + CONTACT


def gap_between(battle: Battle, one: int, other: int) -> float:
    """The distance between two units in ticks, blocks taken as one outline each; remembered on the first's standing."""
    here, there = battle.plane.standings[one], battle.plane.standings[other]
    remembered = GAPS_BETWEEN.on(here)
    known = remembered.get((other, there))
    if known is None:
        ours, theirs = bodies_of(battle, here), bodies_of(battle, there)
        known = remembered[other, there] = min(gap(ours_body, body) for ours_body in ours for body in theirs)
    return known


def arrival(battle: Battle, table: Table, charge: Charge, reach: float) -> Standing | None:
    """How a charger stands in contact with its target; None if it cannot get there with this movement.

    `charge-straight-line`: wheels and ground cost nothing if the target is near enough in a straight line.
    """
    found = _within(battle, table, charge, reach + CONTACT)
    if found is None and table.rule("WAB-R-36") == "charge-straight-line":
        return _within(battle, table, charge, NO_LIMIT)
    return found


def as_charger(about: Surroundings) -> Surroundings:
    """What surrounds a charger, which need not keep 1" from enemies."""
    return Surroundings((*about.solid, *about.enemies), (), about.size)


def _within(battle: Battle, table: Table, charge: Charge, limit: float) -> Standing | None:
    standing = battle.plane.standings[charge.unit]
    reach = reach_about(battle, charge, limit) if isinstance(standing, Loose) else FAR
    about = as_charger(surroundings(battle, charge.unit, but=(charge.target,), reach=reach))
    if not isinstance(standing, Block):
        return loose_ends(battle, table, charge, about, limit)
    targets = bodies_of(battle, battle.plane.standings[charge.target])
    for way in islice(ways(battle, charge, limit), MOST_WAYS):
        if spent(battle, table, charge.unit, way) <= limit and is_open(standing, way, about):
            end = _settled(way, about, targets)
            if end is not None:
                return end
    return None


def spent(battle: Battle, table: Table, unit: int, way: Way) -> float:
    """WAB-R-54. The cost of a path in ticks of movement, ground included."""
    if not battle.setup.grounds:
        return way.length
    body = outline(way.wheel.block)
    dear = factor_at(battle, unit, (body,)) if way.wheel.turn else 1
    return way.wheel.length * dear + cost(
        stretches(battle, table, unit, (body,), heading(way.wheel.block.facing), way.straight)
    )


def is_open(block: Block, way: Way, about: Surroundings) -> bool:
    """Whether nothing blocks the wheel and the straight part."""
    wheel = way.wheel
    half = wheeled(block, wheel.corner, wheel.turn // 2).block
    swept = (half, wheel.block) if wheel.turn else ()
    if any(_is_blocked(outline(one), about) for one in swept):
        return False
    free = free_run((outline(wheel.block),), heading(wheel.block.facing), way.straight, about)
    return free >= way.straight - CONTACT


def _is_blocked(body: Shape, about: Surroundings) -> bool:
    lean = shrunk(body, EASE)
    return any(overlaps(lean, thing) for thing in about.solid)


def _settled(way: Way, about: Surroundings, targets: tuple[Shape, ...]) -> Block | None:
    """The block lined up on whole ticks, where it touches its target and overlaps nothing."""
    for push in PUSHES:
        block = backed(way.end, push)
        held = outline(block)
        if is_free((held,), about) and not any(overlaps(held, body) for body in targets):
            return block if any(touches(held, body) for body in targets) else None
    return None
