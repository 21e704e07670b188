"""Knock back: models struck by a mace are pushed away, and are hurt if an obstacle stops them (CP-MA)."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from pilein.geometry.gaps import overlaps
from pilein.geometry.landing import AROUND
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.straight_sweeps import first_met, run_to_edge
from pilein.geometry.ticks import INCH, heading, inches
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer, OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scorched.events import Collided, Moved
from pilein.rulesets.scorched.gear import rows_in_use
from pilein.rulesets.scorched.hit_effects import armour_against, own_feel_no_pain
from pilein.rulesets.scorched.losses import is_out, past_saving, suffering, taken_off
from pilein.rulesets.scorched.profile import MACE, NO_SAVE
from pilein.rulesets.scorched.save_dice import HitDice, Save, SaveDice, Victim, outcome_of
from pilein.rulesets.scorched.state import Battle, Push, Strike
from pilein.rulesets.scorched.steps import Step, clause
from pilein.tabletop.plane import Plane

# --- The path of a push: how far a base slides straight ahead before something stops it ---------------------------


EDGE, GROUND = "the edge of the table", "the ground"
NOTHING = -1
BOTH = -1  # hits by both sides
BARS = ("impassable", "obstacle")  # CP-R-34
STEPS_BACK = (0, 1, 2, 4, 8, 16, 32)  # ticks by which a place is moved back so that nothing overlaps on whole ticks
Vector = tuple[float, float]


class Slide(NamedTuple):
    """Result of a push: the final place, the distance moved in ticks, the obstacle that stopped the pushed model ("" if
    none), and the model that it ran into, if any.
    """

    place: Place
    length: float
    stopped_by: str = ""
    model: int = NOTHING


def slide(plane: Plane, model: int, way: Vector, wanted: float) -> Slide:
    """Push a model along a unit vector for `wanted` ticks, or until a base, impassable ground or the edge stops it."""
    mover, start = plane.shape(model), plane.place(model)
    others = {other: body for other, body in plane.shapes.items() if other != model and _is_near(mover, body, wanted)}
    walls = [wall for wall in plane.setup.parts_of(*BARS) if not overlaps(mover, wall)]
    met = first_met(mover, way[0] * wanted, way[1] * wanted, (*others.values(), *walls))
    edge = run_to_edge(mover, way, plane.setup.size)
    length = min(wanted, edge, met[0] if met else wanted)
    place = _landed(plane.setup.base(model), start, way, length, ((*others.values(), *walls), plane.setup.size))
    if length >= wanted:
        return Slide(place, wanted)
    if met is None or edge < met[0]:
        return Slide(place, length, EDGE)
    if met[1] < len(others):
        return Slide(place, length, "a base", list(others)[met[1]])
    return Slide(place, length, GROUND)


def _is_near(mover: Shape, body: Shape, wanted: float) -> bool:
    dx, dy, far = body.x - mover.x, body.y - mover.y, mover.reach + body.reach + wanted
    return dx * dx + dy * dy <= far * far


def _landed(
    base: Base, start: Place, way: Vector, length: float, bars: tuple[tuple[Shape, ...], tuple[int, int] | None]
) -> Place:
    """Return the last position on the path, in whole ticks, where the base overlaps no obstacle, or the starting place
    if there is none.
    """
    for back in STEPS_BACK:
        far = length - back
        if far <= 0:
            break
        x, y = round(start.x + way[0] * far), round(start.y + way[1] * far)
        for dx, dy in AROUND[:9]:
            place = Place(x + dx, y + dy, start.facing)
            if _is_free(shape(base, place), *bars):
                return place
    return start


def _is_free(body: Shape, bodies: tuple[Shape, ...], size: tuple[int, int] | None) -> bool:
    if size is not None:
        xs, ys = [x for x, _ in body.core], [y for _, y in body.core]
        if min(*xs, *ys) < body.radius or max(xs) + body.radius > size[0] or max(ys) + body.radius > size[1]:
            return False
    return not any(overlaps(body, other) for other in bodies)


def unit_vector(start: Vector, end: Vector) -> Vector:
    """Direction from one point to another, or straight up the table if they coincide."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length) if length else (0.0, 1.0)


NO_AP = 0
STRAIGHT = 0
WIDEST = 4500  # CP-R-31: hundredths of a degree, to either side
OFFERED = (STRAIGHT, 1500, -1500, 3000, -3000, 4500, -4500)


class PushAngle(Struct, frozen=True, tag=True):
    """Choice of the angle by which a push deviates from the straight line, in hundredths of a degree clockwise, from
    -4500 to 4500.
    """

    side: int
    clause: str
    words: str

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the angle straight ahead, then angles to both sides."""
        for angle in OFFERED:
            yield f"{angle / 100:g} degrees" if angle else "straight away", angle

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if it is a whole number within the bounds."""
        if type(answer) is not int:
            return "the answer must be a whole number of hundredths of a degree"
        return None if abs(answer) <= WIDEST else f"{answer} is not between {-WIDEST} and {WIDEST}"


def pushes_now(battle: Battle, table: Table) -> bool:
    """Whether hits by maces push their targets before the saves are rolled (CP-R-30)."""
    strikes = battle.combat.strikes
    if not battle.is_on_table or not any(_is_mace(battle, table, strike) for strike in strikes):
        return False
    return table.rule("CP-R-36") != "unsaved-only" and table.rule("CP-R-30") in {"before-saves", "per-hit"}


@clause(Step.PUSH_AT_ONCE)
def push_at_once(battle: Battle, table: Table, side: int = BOTH) -> Battle:
    """CP-R-30 `before-saves`, `per-hit`. Hits by maces push their targets before any save against the hits is
    rolled.
    """
    table.then(Step.NEXT_PUSH)
    strikes = [one for one in battle.combat.strikes if side in (BOTH, battle.side_of(one.by))]
    maces = [strike for strike in strikes if _is_mace(battle, table, strike)]
    stood = [(strike, battle.plane.place(strike.by)) for strike in maces]
    pushes = tuple(Push(strike.by, strike.on, strike.hits, place.x, place.y) for strike, place in stood)
    return battle.fighting(pushes=(*battle.combat.pushes, *pushes))


@clause(Step.NEXT_PUSH)
def next_push(battle: Battle, table: Table) -> Battle:
    """CP-R-37. Pushes are made one at a time, in the order that the priority player chooses."""
    pushes = pushes_left(battle)
    if not pushes:
        return battle.fighting(pushes=()) if battle.combat.pushes else battle
    if _are_on_one_line(pushes) and table.rule("CP-R-37") == "vector-sum":
        return _summed(battle, table, pushes)
    labels = tuple(f"{battle.name(one.by)} pushes {battle.name(one.on)} {one.inches} inches" for one in pushes)
    options = tuple(range(len(pushes)))
    chosen = table.choose(OneOf(battle.active, "CP-MA-01", "which push is made next?", options, labels))
    _have_pushed(table, pushes[chosen])
    table.then(Step.NEXT_PUSH)
    return battle.fighting(pushes=pushes[:chosen] + pushes[chosen + 1 :])


def pushes_left(battle: Battle) -> tuple[Push, ...]:
    """Return the pushes that have yet to be made. Slain models are not pushed."""
    return tuple(one for one in battle.combat.pushes if battle.is_alive(one.on) and not is_out(battle, one.on))


@clause(Step.PUSH, "CP-MA-01")
def push(battle: Battle, table: Table, by: int, on: int, *impact: int) -> Battle:
    """CP-MA-01. An enemy is pushed 1 inch away from the bearer for every hit that the bearer lands on it.

    `impact` holds the distance in inches and the bearer's position when it hit. The enemy is pushed away from this
    position even if the bearer has been slain since then (CP-R-30).
    """
    distance, *stood = impact
    if not battle.is_alive(on) or is_out(battle, on):
        return battle
    place, target = battle.plane.place(on), (stood[0], stood[1])
    if battle.is_alive(by):
        bearer = battle.plane.place(by)
        target = (bearer.x, bearer.y)
    way = _direction(battle, table, (by, on), unit_vector(target, (place.x, place.y)))
    return _slid(battle, table, on, way, distance * table.number("CP-MA-01") * INCH)


@clause(Step.PUSH_ALONG)
def push_along(battle: Battle, table: Table, on: int, dx: int, dy: int) -> Battle:
    """CP-R-37 `vector-sum`. The pushes on a model are made as one push along (dx, dy), in ticks."""
    if not battle.is_alive(on) or is_out(battle, on):
        return battle
    length = sqrt(dx * dx + dy * dy)
    return _slid(battle, table, on, (dx / length, dy / length), length)


def inches_short(short: float, *, rounds_up: bool) -> int:
    """Convert `short` ticks to whole inches, rounded down, or rounded up if `rounds_up` is set (CP-R-32)."""
    if rounds_up:
        return int(-((CONTACT - short) // INCH)) if short > CONTACT else 0
    return int((short + CONTACT) // INCH)


def _slid(battle: Battle, table: Table, on: int, way: Vector, wanted: float) -> Battle:
    """Return the battle after a model has been pushed the wanted distance, or stopped and hurt."""
    plane = battle.plane
    found = slide(plane, on, way, wanted)
    start = plane.place(on)
    if found.place != start:
        battle = battle.on(plane.with_place(on, found.place))
    called = battle.called(on)
    route = ((start.x, start.y), (found.place.x, found.place.y))
    if found.length > CONTACT:
        far = inches(found.length)
        table.tell(
            Moved(
                unit=called["unit"],
                name=called["model"],
                model=on,
                manner="was pushed",
                inches=far,
                route=route,
                clause="CP-MA-01",
            )
        )
    if found.stopped_by:
        battle = _collided(battle, table, on, found, wanted - found.length)
    return taken_off(battle, table) if not battle.combat.strikes else battle


def _collided(battle: Battle, table: Table, on: int, found: Slide, short: float) -> Battle:
    """Apply the wounds of a stopped model, one for each full inch that it failed to move (CP-MA-02, CP-R-34)."""
    thing = battle.name(found.model) if found.model >= 0 else found.stopped_by
    table.tell(Collided(**battle.called(on), thing=thing, short=inches(short), clause="CP-MA-02"))
    if found.stopped_by == EDGE and table.rule("CP-R-34") == "edge-kills":
        left = battle.wounds_left(on)
        return past_saving(suffering(battle, table, {on: left}, "from leaving the table", "CP-MA-02"), table, on)
    wounds = inches_short(short, rounds_up=_is_part(short) and table.rule("CP-R-32") == "round-up")
    wounds *= table.number("CP-MA-02")
    if not wounds or not table.holds("CP-MA-02"):
        return battle
    battle = _hurt(battle, table, on, wounds)
    if found.model >= 0 and not is_out(battle, found.model) and table.rule("CP-R-34") == "both-hurt":
        battle = _hurt(battle, table, found.model, 1)
    return battle


def _hurt(battle: Battle, table: Table, model: int, wounds: int) -> Battle:
    """Apply the wounds from a collision. Only Feel No Pain and, if a ruling says so, an armour save that ignores AP can
    negate them (CP-R-33).
    """
    saves: tuple[Save, ...] = ()
    traits = battle.traits(model)
    if traits.Sv < NO_SAVE and table.rule("CP-R-33") == "armour-save":
        saves = (Save(armour_against(table, traits.Sv, NO_AP, 0).need),)
    hit_dice = HitDice(wounds, saves=saves, ignore=own_feel_no_pain(battle, table, model))
    victims, names = (Victim(battle.wounds_left(model), (hit_dice,)),), (battle.name(model),)
    ((taken,),) = outcome_of(table, SaveDice(victims, label="collision", names=names))
    battle = suffering(battle, table, {model: taken}, "from the collision", "CP-MA-02")
    return past_saving(battle, table, model) if is_out(battle, model) else battle


def _have_pushed(table: Table, one: Push) -> None:
    """Schedule a push as one move or, under `per-hit`, inch by inch (CP-R-30)."""
    is_each = one.inches > 1 and table.rule("CP-R-30") == "per-hit"
    for distance in [1] * one.inches if is_each else [one.inches]:
        table.then(Step.PUSH, one.by, one.on, distance, one.x, one.y)


def _summed(battle: Battle, table: Table, pushes: tuple[Push, ...]) -> Battle:
    on = next(one.on for one in pushes if sum(other.on == one.on for other in pushes) > 1)
    mine = [one for one in pushes if one.on == on]
    place = battle.plane.place(on)
    dx, dy, each = 0.0, 0.0, table.number("CP-MA-01") * INCH
    for one in mine:
        straight = unit_vector(_origin(battle, one), (place.x, place.y))
        x, y = _direction(battle, table, (one.by, on), straight)
        dx, dy = dx + x * one.inches * each, dy + y * one.inches * each
    if round(dx) or round(dy):
        table.then(Step.PUSH_ALONG, on, round(dx), round(dy))
    table.then(Step.NEXT_PUSH)
    return battle.fighting(pushes=tuple(one for one in pushes if one.on != on))


def _direction(battle: Battle, table: Table, pair: tuple[int, int], straight: Vector) -> Vector:
    """Direction of a push: straight away from the bearer or, under `within-45`, chosen by the bearer's owner
    (CP-R-31).
    """
    if table.rule("CP-R-31") != "within-45":
        return straight
    by, on = pair
    words = f"in which direction does {battle.name(by)} push {battle.name(on)}?"
    return _turned(straight, table.choose(PushAngle(battle.side_of(by), "CP-MA-01", words)))


def _origin(battle: Battle, one: Push) -> tuple[int, int]:
    """Origin of a push: the position of its bearer, or the place where the bearer was slain."""
    if not battle.is_alive(one.by):
        return one.x, one.y
    place = battle.plane.place(one.by)
    return place.x, place.y


def _are_on_one_line(pushes: tuple[Push, ...]) -> bool:
    return len({one.on for one in pushes}) < len(pushes)


def _is_mace(battle: Battle, table: Table, strike: Strike) -> bool:
    return MACE in rows_in_use(battle, table, strike.by)


def _is_part(short: float) -> bool:
    return CONTACT < short % INCH < INCH - CONTACT


def _turned(way: Vector, angle: int) -> Vector:
    if angle == STRAIGHT:
        return way
    sine, cosine = heading(angle)
    return way[0] * cosine + way[1] * sine, way[1] * cosine - way[0] * sine
