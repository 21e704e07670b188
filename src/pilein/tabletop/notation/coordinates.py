"""Points, places and facings in a scenario file, converted from inches to ticks and from degrees to hundredths of a
degree.
"""

from math import isfinite

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import TURN, ticks
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.notation.values import described

FARTHEST = 1000  # inches from the lower left corner of the table
FULL_CIRCLE = 360  # degrees
HUNDREDTH_SLACK = 1e-6  # hundredths of a degree: noise of decimal fractions


def points(section: Section, key: str) -> tuple[tuple[int, int], ...]:
    """Read a list of [x, y] pairs as points in ticks."""
    rows = _rows(section, key, (2,), "[[x, y], [x, y], ...]")
    return tuple((ticks(row[0]), ticks(row[1])) for row in rows)


def places(section: Section, key: str, facing: int) -> tuple[Place, ...]:
    """Read a list of [x, y] or [x, y, facing] entries as places. `facing` is the default."""
    found = []
    for number, row in enumerate(_rows(section, key, (2, 3), "[[x, y], ...] or [[x, y, facing], ...]")):
        own = hundredths(section, row[2], key, number) if len(row) > 2 else facing  # noqa: PLR2004 - x, y, facing
        found.append(Place(ticks(row[0]), ticks(row[1]), own))
    return tuple(found)


def facing_of(section: Section) -> int:
    """Read a section's `facing` in hundredths of a degree, or 0 if it is missing."""
    return hundredths(section, section.number("facing", -FULL_CIRCLE, FULL_CIRCLE, 0), "facing")


def hundredths(section: Section, degrees: float, *path: str | int) -> int:
    """Convert an angle from degrees to hundredths of a degree, 0 to 35999.

    Raises:
        BadScenario: the angle exceeds a full circle or has more than two decimals.
    """
    if not -FULL_CIRCLE <= degrees <= FULL_CIRCLE:
        raise section.fault(
            f"a facing cannot be {degrees}",
            *path,
            remedy="give a facing from 0 to 360 degrees, clockwise from the top of the table",
        )
    whole = round(degrees * 100)
    if abs(degrees * 100 - whole) > HUNDREDTH_SLACK:
        raise section.fault(f"the facing {degrees} has more than two decimals", *path, remedy=f"write {whole / 100}")
    return whole % TURN


def _rows(section: Section, key: str, lengths: tuple[int, ...], example: str) -> list[list[float]]:
    rows = section.values[key]
    if not isinstance(rows, list):
        message = f"the value must be a list of points, not {described(rows)}"
        raise section.fault(message, key, remedy=f"write {key} = {example}")
    return [_row(section, key, number, row, lengths) for number, row in enumerate(rows)]


def _row(section: Section, key: str, number: int, row: object, lengths: tuple[int, ...]) -> list[float]:
    wanted = " or ".join(["[x, y]", "[x, y, facing]"][: len(lengths)])
    if not isinstance(row, list) or len(row) not in lengths:
        found = f"a list of {len(row)} values" if isinstance(row, list) else described(row)
        raise section.fault(f"this position must be a point, not {found}", key, number, remedy=f"write {wanted}")
    return [_coordinate(section, key, number, value) for value in row]


def _coordinate(section: Section, key: str, number: int, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        message = f"the value must be a number, not {described(value)}"
        raise section.fault(
            message, key, number, remedy="give the distance in inches from the lower left corner of the table"
        )
    if (isinstance(value, float) and not isfinite(value)) or abs(value) > FARTHEST:
        message = f"{described(value)} is out of range"
        raise section.fault(message, key, number, remedy=f"give at most {FARTHEST} inches")
    return value
