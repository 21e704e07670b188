"""Scenario: the set-up of a fight as plain frozen values. Lengths are in ticks, and angles in hundredths of a degree.

Convert a scenario to and from JSON with `msgspec.to_builtins(scenario)` and `msgspec.convert(plain, Scenario)`.
"""

from typing import Literal

from msgspec import Struct, field

from pilein.geometry.shapes import Base, Place
from pilein.kernel.errors import BadScenario
from pilein.kernel.rulings import Reading
from pilein.tabletop.notation.sections import Source
from pilein.tabletop.objectives import Objective
from pilein.tabletop.vocabulary import Values

Edge = Literal["", "north", "south", "east", "west"]
GroundKind = Literal["open", "difficult", "dangerous", "impassable", "obstacle", "structure", "very difficult"]
Cover = Literal["none", "soft", "hard"]


class Side(Struct, frozen=True):
    """Side of a fight, with its name and its own table edge (or ""). `values` holds the keys that the ruleset defines
    for a side.
    """

    name: str
    edge: Edge = ""
    values: Values = field(default_factory=dict)


class Profile(Struct, frozen=True):
    """Kind of model, with its base, characteristics and special rules. `is_base_given` means that the file states the
    base.
    """

    base: Base
    is_base_given: bool
    values: Values
    rules: tuple[str, ...] = ()


class Member(Struct, frozen=True):
    """Identical models of one unit. `values` holds every member key. `rules` combines the special rules of the profile,
    the unit and the member.
    """

    profile: str
    models: int
    weapons: tuple[str, ...]
    values: Values
    rules: tuple[str, ...] = ()


class BlockPlace(Struct, frozen=True):
    """Position of a block: (x, y) is the midpoint of its front edge."""

    x: int
    y: int
    facing: int
    files: int


class Unit(Struct, frozen=True):
    """Models that act together. They are numbered from 0, member by member, in the order of `members`.

    `statuses` holds every status of the ruleset. On a table a block has a `place`, and loose models have one entry
    each in `positions`. In the press both are None. `formation` is empty in a ruleset without formations.
    """

    name: str
    side: str
    formation: str
    members: tuple[Member, ...]
    statuses: Values
    place: BlockPlace | None = None
    positions: tuple[Place, ...] | None = None

    @property
    def models(self) -> int:
        """Number of models in the unit."""
        return sum(member.models for member in self.members)


class TableSize(Struct, frozen=True):
    """Size of the table, which extends from 0 to `width` to the right and from 0 to `depth` up."""

    width: int
    depth: int


class Press(Struct, frozen=True):
    """Units in contact, as pairs without positions. `frontage` limits the number of models of a unit that touch the
    enemy.

    The limit is a number, "files" to derive the limit from the files of both sides, or None for no limit.
    """

    pairs: tuple[tuple[str, str], ...]
    frontage: int | Literal["files"] | None = "files"


class Terrain(Struct, frozen=True):
    """Terrain piece, with its kind, its corners, whether it blocks lines of sight, and the height of its surface in
    ticks.

    An obstacle is linear, such as a wall or a hedge. A structure has a floor at its height. `cover` protects models
    in or behind the piece from shooting.
    """

    kind: GroundKind
    polygon: tuple[tuple[int, int], ...]
    blocks_sight: bool = False
    name: str = ""
    height: int = 0
    cover: Cover = "none"


class Scenario(Struct, frozen=True):
    """A fight that is ready to be set up, either on a `table` or in the `press`; the other field is None.

    The two sides are in the order in which the file first names them. `rulings` holds the chosen rulings, with
    presets expanded; all other rulings have their defaults. `weapons` holds the weapons that the file describes or
    uses. A battle is fought for `objectives` and lasts `turns` turns, or indefinitely if `turns` is None. In each
    turn, both sides have a phase. `struck` lists the IDs of removed sentences in sorted order, and `numbers` holds
    changed numbers in the rules text by ID.
    """

    ruleset: str
    active: str
    sides: tuple[Side, ...]
    units: tuple[Unit, ...]
    profiles: dict[str, Profile]
    weapons: dict[str, Values]
    rulings: dict[str, Reading]
    table: TableSize | None = None
    press: Press | None = None
    terrain: tuple[Terrain, ...] = ()
    round: int = 1
    turns: int | None = None
    objectives: tuple[Objective, ...] = ()
    struck: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)


# --- A scenario and the place where it was written ---------------------------------------------------------------


class Loaded(Struct, frozen=True):
    """A scenario with its source. If there is no source, as for scenarios built in Python, errors name no line."""

    scenario: Scenario
    source: Source = field(default_factory=Source)

    def fault(self, message: str, *path: str | int, remedy: str) -> BadScenario:
        """Return the error for an entry of the scenario: `fault("...", "unit", 2, "positions", remedy="...")` for the
        third unit.
        """
        return self.source.fault(path, message, remedy)
