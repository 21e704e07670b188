"""The odds of a charge by distance as an SVG picture: a column for every distance, and below it flight and losses."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.plot import EDGE, WIDTH, document
from pilein.lab.drawing.plot_parts import Box, Piece

TOP = 96  # dots above the columns
TALL = 220  # dots, a chance of 1
BELOW = 92  # dots from one row of columns to the next
SHORT = 80  # dots, the higher columns of the second row
NOTE_LINE = 17  # dots from one note to the next
MARGIN = 40  # dots at the left, for the shares
FLED = "#b5838d"
LOST = "#5b2333"
TOUCHING = "#3d5a80"
LEAST = 0.0005  # a chance below is not drawn
ASKED = "the chance that the charge arrives, by inches between the units"


class Distance(Struct, frozen=True):
    """A charge from `inches`: chances, and mean numbers of models in contact and lost."""

    inches: float
    arrives: float
    flees: float
    in_contact: float
    lost: float


class Columns(Struct, frozen=True):
    """The chart: title, charger with its models, target, every distance that is known, the charger's colour.

    `notes` say below the columns why some are missing.
    """

    title: str
    unit: str
    target: str
    models: int
    rows: tuple[Distance, ...]
    colour: str
    footer: str = ""
    notes: tuple[str, ...] = ()


def plotted(found: Columns) -> str:
    """The picture: how likely the charge arrives from each distance; that the target flees, and what is lost."""
    drawn = [
        parts.words(EDGE, 40, parts.shortened(found.title, 22, WIDTH - 2 * EDGE), size=22, style='font-weight="bold"'),
        parts.words(EDGE, 61, ASKED, fill=parts.FAINT),
        *_none(found),
        *_lines(),
        *_columns(found),
        *_notes(found),
    ]
    top = TOP + TALL + BELOW + NOTE_LINE * len(found.notes)
    for title, shares, colour in _others(found):
        drawn.append(parts.words(EDGE, top - 26, title, fill=parts.FAINT))
        drawn += parts.histogram(_box(top, SHORT), shares_of(found, shares, colour))
        top += SHORT + BELOW
    return document(top - BELOW / 2, drawn, found.footer)


def shares_of(found: Columns, shares: list[float], colour: str) -> tuple[Piece, ...]:
    """A column for each distance."""
    return tuple(Piece(f"{row.inches:g}", share, colour) for row, share in zip(found.rows, shares, strict=True))


def _columns(found: Columns) -> Iterator[str]:
    """Columns against a chance of 1: the highest is as high as its chance."""
    chances = [row.arrives for row in found.rows]
    highest = max([*chances, LEAST])
    yield from parts.histogram(
        _box(TOP + TALL * (1 - highest), TALL * highest), shares_of(found, chances, found.colour)
    )


def _none(found: Columns) -> Iterator[str]:
    if not found.rows:
        yield parts.words(EDGE, TOP + TALL / 2, "no distance at which the unit could stand", fill=parts.FAINT)


def _notes(found: Columns) -> Iterator[str]:
    """Why some columns are missing, in lines that fit."""
    for place, line in enumerate(found.notes):
        size = parts.fitting_size(line, 12, WIDTH - 2 * EDGE)
        yield parts.words(EDGE, TOP + TALL + BELOW / 2 + NOTE_LINE * place, line, size=size)


def _lines() -> Iterator[str]:
    """Lines at quarters of certainty."""
    for quarter in range(1, 5):
        y = TOP + TALL * (1 - quarter / 4)
        yield f'<path d="M{EDGE + MARGIN} {y:.1f}H{WIDTH - EDGE}" stroke="{parts.LINE}" stroke-dasharray="2 4"/>'
        yield parts.words(EDGE, y + 4, f"{25 * quarter} %", size=11, fill=parts.FAINT)


def _others(found: Columns) -> Iterator[tuple[str, list[float], str]]:
    fled = [row.flees for row in found.rows]
    lost = [row.lost / found.models for row in found.rows]
    touching = [row.in_contact / found.models for row in found.rows]
    if found.models > 1 and max(touching, default=0) > LEAST:
        yield f"the share of their {found.models} models that come into contact, on average", touching, TOUCHING
    if max(fled, default=0) > LEAST:
        yield f"the chance that {found.target} flee", fled, FLED
    if max(lost, default=0) > LEAST:
        yield f"the share of their {found.models} models that {found.unit} lose on the way, on average", lost, LOST


def _box(top: float, height: float) -> Box:
    return Box(EDGE + MARGIN, top, WIDTH - 2 * EDGE - MARGIN, height)
