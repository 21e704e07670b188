"""Setting of a fight in a scenario file: a table with terrain, or a press."""

from typing import Literal, cast, get_args

from pilein.geometry.polygons import Polygon
from pilein.geometry.ticks import ticks
from pilein.kernel.nearest import hint, shortened
from pilein.tabletop.notation.coordinates import points
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.scenario import Cover, GroundKind, Press, TableSize, Terrain, Unit
from pilein.tabletop.shared_words import PRESS_WORDS, TERRAIN_WORDS

LARGEST_TABLE = 200  # inches
SMALLEST_TABLE = 1
MOST_FRONTAGE = 500
EVERYBODY, FILES = "all", "files"  # words for a frontage
MOST_TERRAIN = 100
MOST_CORNERS = 100
HIGHEST = 100  # inches
PAIRS = 'write pairs = [["one unit", "its enemy"], ...]'
PAIR = 2


def is_on_table(top: Section) -> bool:
    """Whether the file has [table] rather than [press].

    Raises:
        BadScenario: the file has both or neither.
    """
    if top.has("table") and top.has("press"):
        message = "a scenario cannot have both [table] and [press]"
        raise top.fault(message, "press", remedy="remove one of the two sections")
    if not top.has("table") and not top.has("press"):
        remedy = "write [press] and pairs = [[...]] for units in contact, or [table] with width and depth"
        raise top.fault("the scenario has neither [table] nor [press], so the units have no place", remedy=remedy)
    return top.has("table")


def table(top: Section) -> TableSize:
    """Read the size of the table."""
    section = top.inner("table", "the table", "write [table], and below it width = 48 and depth = 48")
    section.only(("width", "depth"))
    width, depth = (section.number(key, SMALLEST_TABLE, LARGEST_TABLE) for key in ("width", "depth"))
    return TableSize(ticks(width), ticks(depth))


def terrain(top: Section, *, on_table: bool) -> tuple[Terrain, ...]:
    """Read the terrain pieces in file order."""
    sections = top.entries("terrain", "terrain", "write [[terrain]], with two brackets on each side")
    if sections and not on_table:
        raise sections[0].fault("a fight in the press cannot have terrain", remedy="write [table] instead of [press]")
    if len(sections) > MOST_TERRAIN:
        raise top.fault(
            f"the scenario has {len(sections)} pieces of terrain, more than {MOST_TERRAIN}",
            "terrain",
            remedy=f"use at most {MOST_TERRAIN}",
        )
    return tuple(_piece(section) for section in sections)


def press(top: Section, units: tuple[Unit, ...]) -> Press:
    """Read the pairs of units in contact.

    Raises:
        BadScenario: a pair is invalid, repeated or made up of two units on the same side, or a unit is in no
            pair.
    """
    section = top.inner("press", "the press", f"write [press] and below it {PAIRS[6:]}")
    section.only(PRESS_WORDS)
    frontage = _frontage(section)
    rows = section.values.get("pairs")
    if not isinstance(rows, list) or not rows:
        raise section.fault("the press has no pairs of units in contact", *_present_keys(section), remedy=PAIRS)
    sides = {unit.name: unit.side for unit in units}
    pairs: list[tuple[str, str]] = []
    for number, row in enumerate(rows):
        pair = _pair(section, number, row, sides)
        if pair in pairs or pair[::-1] in pairs:
            raise section.fault(
                f"{pair[0]!r} and {pair[1]!r} are paired twice", "pairs", number, remedy="remove one of the two pairs"
            )
        pairs.append(pair)
    alone = next((name for name in sides if not any(name in pair for pair in pairs)), None)
    if alone is not None:
        message = f"the unit {alone!r} is in no pair"
        raise section.fault(message, "pairs", remedy="pair it with an enemy unit, or remove it")
    return Press(tuple(pairs), frontage)


def _frontage(section: Section) -> int | Literal["files"] | None:
    value = section.values.get("frontage", FILES)
    if value == EVERYBODY:
        return None
    if value == FILES:
        return "files"
    if isinstance(value, str):
        message = f"the frontage cannot be {shortened(value)!r}"
        remedy = hint(value, (FILES, EVERYBODY), f'write "{EVERYBODY}", "{FILES}" or a number of models')
        raise section.fault(message, "frontage", remedy=remedy)
    return section.whole("frontage", 1, MOST_FRONTAGE)


def _present_keys(section: Section) -> tuple[str, ...]:
    return ("pairs",) if section.has("pairs") else ()


def _pair(section: Section, number: int, row: object, sides: dict[str, str]) -> tuple[str, str]:
    if not isinstance(row, list) or len(row) != PAIR or not all(isinstance(name, str) for name in row):
        raise section.fault("a pair must name two units", "pairs", number, remedy=PAIRS)
    for name in row:
        if name not in sides:
            message = f"there is no unit {shortened(name)!r}"
            raise section.fault(message, "pairs", number, remedy=hint(name, sides))
    one, other = row
    if sides[one] == sides[other]:
        message = f"{one!r} and {other!r} are both on the side {sides[one]!r}"
        raise section.fault(message, "pairs", number, remedy="pair units from different sides")
    return one, other


def _piece(section: Section) -> Terrain:
    section.only(TERRAIN_WORDS)
    kind = cast("GroundKind", section.option("kind", get_args(GroundKind)))
    if not section.has("polygon"):
        raise section.fault("the terrain has no polygon", remedy="write polygon = [[x, y], [x, y], [x, y]]")
    corners = points(section, "polygon")
    if len(corners) > MOST_CORNERS:
        raise section.fault(
            f"the polygon has {len(corners)} corners, more than {MOST_CORNERS}",
            "polygon",
            remedy=f"use at most {MOST_CORNERS}",
        )
    reason = Polygon(corners).why_not()
    if reason:
        raise section.fault(reason, "polygon", remedy="list the corners in order, going around the polygon once")
    height = ticks(section.number("height", 0, HIGHEST, 0))
    cover = cast("Cover", section.option("cover", get_args(Cover), "none"))
    return Terrain(kind, corners, section.truth("blocks_sight"), section.text("name", ""), height, cover)
