"""State of a unit during its remaining move: its standing, its pace, and the movement left."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

from pilein.geometry.blocks import Block
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import Surroundings, bodies_of, surroundings
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.memo import Memo
from pilein.tabletop.plane import Loose, Standing

# --- Paces and steps of the remaining moves, and their names (WAB-SEQ-04) ----------------------------------------


Pace = Literal["wait", "stay", "normal", "march", "fast march", "reform"]
WAIT: Pace = "wait"
STAY: Pace = "stay"
NORMAL: Pace = "normal"
MARCH: Pace = "march"
FAST_MARCH: Pace = "fast march"
REFORM: Pace = "reform"
PACES = (WAIT, STAY, NORMAL, MARCH, FAST_MARCH, REFORM)
STANDING = (WAIT, STAY)  # paces without steps
VERBS: dict[str, str] = {NORMAL: "move", MARCH: "march", FAST_MARCH: "fast march"}
SAID_BY_THE_STEP = ("wheel", "about", "files", "reform")  # steps that do not mention their pace
MoveStep = tuple[str | int, ...]  # its name, and the numbers that follow
WHAT_STANDS_NEAR = Memo[tuple[int, int], Surroundings]("what_stands_near")


class Means(Struct, frozen=True):
    """Movement that a unit has available for its remaining move. Lengths are in ticks.

    `rate`, `march` and `fast_march` are the distances at each pace, and the `no_` fields give the reason why a pace
    is not allowed, or "". `abouts` is the number of turns about allowed and `about` the cost of each. `one_rank` and
    `two_ranks` are the costs of changing formation. `ignored` holds the enemies that do not prevent a march.
    """

    rate: int
    march: int
    fast_march: int
    no_march: str = ""
    no_fast_march: str = ""
    no_reform: str = ""
    abouts: int = 0
    about: int = 0
    one_rank: int = 0
    two_ranks: int = 0
    ignored: tuple[int, ...] = ()

    def movement(self, pace: str) -> int:
        """Movement available at a pace, in ticks."""
        lengths: dict[str, int] = {MARCH: self.march, FAST_MARCH: self.fast_march, STAY: 0}
        return lengths.get(pace, self.rate)

    def why_no(self, pace: str) -> str:
        """Reason why the unit may not move at a pace, or ""."""
        reasons: dict[str, str] = {MARCH: self.no_march, FAST_MARCH: self.no_fast_march, REFORM: self.no_reform}
        return reasons.get(pace, "")


def move_in_words(pace: str, steps: tuple[MoveStep, ...]) -> str:
    """Describe a move as text, for example "wheel 12.50 degrees right, march 6.20 inches"."""
    if pace in STANDING:
        return "wait for others to move" if pace == WAIT else pace
    made = ", ".join(_step_in_words(pace, step) for step in steps)
    is_plain = pace == NORMAL or pace not in VERBS or steps[-1][0] not in SAID_BY_THE_STEP
    return made if is_plain else f"{VERBS[pace]}: {made}"


def _step_in_words(pace: str, step: MoveStep) -> str:
    name, *numbers = step
    if name == "about":
        return "turn about"
    if name == "files":
        return f"form up {numbers[0]} wide"
    if name == "reform":
        return f"reform {numbers[1]} wide, facing {int(numbers[0]) / 100:.2f} degrees"
    if name == "wheel":
        return _turn("wheel", int(numbers[0]))
    gone = f'{VERBS.get(pace, VERBS[NORMAL])} {int(numbers[-1]) / INCH:.2f}"'
    if name == "shift":
        return f"{gone} to {int(numbers[0]) / 100:g} degrees"
    if name == "bend":
        return f"{_turn('bend', int(numbers[0]))}, {gone}" if numbers[0] else f"{gone} in a bending column"
    return gone


def _turn(verb: str, turn: int) -> str:
    return f"{verb} {abs(turn) / 100:.2f} degrees {'right' if turn > 0 else 'left'}"


Point = tuple[int, int]
Offered = Iterator[tuple[str, Answer]]
MARGIN = 2 * INCH


class Refused(Exception):  # noqa: N818 - what has happened, not what went wrong
    """Exception: a step may not be made, for the given reason."""


class Mover(NamedTuple):
    """Unit about to move at a given pace, with its means and its surroundings."""

    battle: Battle
    table: Table
    unit: int
    pace: str
    means: Means
    about: Surroundings

    @classmethod
    def of(cls, battle: Battle, table: Table, unit: int, pace: str, means: Means) -> "Mover":
        """Create the mover of a unit at the start of its move."""
        return cls(battle, table, unit, pace, means, _what_stands_near(battle, unit, means.movement(FAST_MARCH)))

    def start(self) -> "Progress":
        """Return the progress of the move before its first step."""
        standing = self.battle.plane.standings[self.unit]
        return Progress(standing, self.means.movement(self.pace), (middle_of(self.bodies(standing)),))

    def bodies(self, standing: Standing) -> tuple[Shape, ...]:
        """Outlines of the unit's models or block in a standing."""
        return bodies_of(self.battle, standing)


class Progress(NamedTuple):
    """Progress of a move, with the unit's standing, the movement left in ticks, and the path of its centre.

    `abouts` counts the turns about made so far. `changed` and `reformed` record whether the unit has changed its
    ranks or reformed.
    """

    standing: Standing
    left: float
    route: tuple[Point, ...]
    abouts: int = 0
    changed: bool = False
    reformed: bool = False

    @property
    def block(self) -> Block:
        """Return the block of the unit, and raise Refused if the unit's models are loose."""
        if isinstance(self.standing, Loose):
            raise Refused("loose models may move only by shifts")
        return self.standing

    def arrived(self, standing: Standing, bodies: tuple[Shape, ...], cost: float) -> "Progress":
        """Return the progress of the move after another step."""
        route = (*self.route, middle_of(bodies))
        return self._replace(standing=standing, left=self.left - cost, route=route)


def middle_of(bodies: tuple[Shape, ...]) -> Point:
    """Mean of the centres of several outlines, rounded to ticks."""
    x, y = 0.0, 0.0
    for body in bodies:
        x += body.x
        y += body.y
    return round(x / len(bodies)), round(y / len(bodies))


def _what_stands_near(battle: Battle, unit: int, far: int) -> Surroundings:
    """Obstacles that are near enough for a unit to reach. The result is cached on the field."""
    known = WHAT_STANDS_NEAR.on(battle.plane)
    found = known.get((unit, far))
    if found is None:
        found = known[unit, far] = _reachable(battle, unit, far)
    return found


def _reachable(battle: Battle, unit: int, far: int) -> Surroundings:
    about = surroundings(battle, unit)
    bodies = bodies_of(battle, battle.plane.standings[unit])
    x, y = middle_of(bodies)
    size = max(_from(body, x, y) + body.reach for body in bodies)

    def near(things: tuple[Shape, ...]) -> tuple[Shape, ...]:
        return tuple(one for one in things if _from(one, x, y) <= far + 2 * size + one.reach + MARGIN)

    return about._replace(solid=near(about.solid), enemies=near(about.enemies))


def _from(body: Shape, x: float, y: float) -> float:
    """Larger of the horizontal and vertical distances from a point to a body."""
    return max(abs(body.x - x), abs(body.y - y))
