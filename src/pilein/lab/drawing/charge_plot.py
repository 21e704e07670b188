"""Odds of a charge by distance as an SVG picture, with a stacked column and numbers of models for each distance."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.colours import on
from pilein.lab.drawing.plot import EDGE, WIDTH, document
from pilein.lab.drawing.plot_parts import Box, Piece

TOP = 118  # dots above the columns
TALL = 220  # dots, a chance of 1
BELOW = 92  # dots from one row of columns to the next
SHORT = 80  # dots, taller columns in the second row
NOTE_LINE = 17  # dots from one note to the next
MARGIN = 40  # dots on the left, for the shares
LEGEND = 88  # dots above the line that explains the parts of a column
READABLE = 13  # dots: parts of a column at least this high show their share
RUN_DOWN, GETS_AWAY, FAILS = "#5b2333", "#b5838d", "#e3e3e3"
LOST = "#5b2333"
TOUCHING = "#3d5a80"
LEAST = 0.0005  # smaller chances are not drawn
NEARLY = 0.995  # a chance that would be displayed as 100
ASKED = "how the charge ends, by inches between the units"


class Portion(Struct, frozen=True):
    """Outcome with its chance, also given in words. The bounds `low` and `high` are equal if the chance is exact."""

    chance: float
    words: str
    low: float
    high: float


class Distance(Struct, frozen=True):
    """Charge from `inches`, with its outcomes, the best for the charger first, and mean shares of models.

    `in_contact` and `lost` are shares of the charger's models, and `target_lost` is a share of the target's models.
    """

    inches: float
    outcomes: tuple[Portion, ...]
    in_contact: float
    lost: float
    target_lost: float


class Columns(Struct, frozen=True):
    """Data of a charge chart: title, charger and target with their models, solved distances, words for the outcomes.

    `colour` is the charger's colour. `notes` below the columns explain why some columns are missing.
    """

    title: str
    unit: str
    target: str
    models: int
    target_models: int
    rows: tuple[Distance, ...]
    words: tuple[str, ...]
    colour: str
    footer: str = ""
    notes: tuple[str, ...] = ()


def plotted(found: Columns) -> str:
    """Draw the outcomes of the charge from each distance, and the losses on both sides."""
    drawn = [
        parts.words(EDGE, 40, parts.shortened(found.title, 22, WIDTH - 2 * EDGE), size=22, style='font-weight="bold"'),
        parts.words(EDGE, 61, ASKED, fill=parts.FAINT),
        *_legend(found),
        *_empty_note(found),
        *_lines(),
        *_columns(found),
        *_notes(found),
    ]
    top = TOP + TALL + BELOW + NOTE_LINE * len(found.notes)
    for title, shares, colour in _other_outcomes(found):
        drawn.append(parts.words(EDGE, top - 26, title, fill=parts.FAINT))
        drawn += parts.histogram(_box(top, SHORT), shares_of(found, shares, colour))
        top += SHORT + BELOW
    return document(top - BELOW / 2, drawn, found.footer)


def shares_of(found: Columns, shares: list[float], colour: str) -> tuple[Piece, ...]:
    """Return a column for each distance, as high as the distance's share."""
    return tuple(Piece(f"{row.inches:g}", share, colour) for row, share in zip(found.rows, shares, strict=True))


def _colours(found: Columns) -> tuple[str, ...]:
    return found.colour, RUN_DOWN, GETS_AWAY, FAILS


def _legend(found: Columns) -> Iterator[str]:
    """Draw the legend line that explains the parts of a column."""
    wide = (WIDTH - 2 * EDGE) / len(found.words)
    for place, (words, colour) in enumerate(zip(found.words, _colours(found), strict=True)):
        yield parts.rectangle(Box(EDGE + wide * place, LEGEND - 10, 11, 11), colour, words)
        yield parts.words(EDGE + wide * place + 16, LEGEND, words, size=12, fill=parts.FAINT)


def _columns(found: Columns) -> Iterator[str]:
    """Draw a full-height column for each distance, with the chance to arrive at the bottom."""
    box = _box(TOP, TALL)
    step = box.width / max(1, len(found.rows))
    for place, row in enumerate(found.rows):
        middle = box.x + step * (place + 0.5)
        yield parts.words(middle, box.y + TALL + 15, f"{row.inches:g}", size=11, fill=parts.FAINT, style=parts.MIDDLE)
        yield from _parts(found, row, middle, min(step * 0.84, parts.WIDEST))
        yield from _whisker(row.outcomes[0], middle)


def _parts(found: Columns, row: Distance, middle: float, wide: float) -> Iterator[str]:
    """Draw the stacked outcomes for one distance, each labelled with its share if there is room."""
    foot = float(TOP + TALL)
    for words, outcome, colour in zip(found.words, row.outcomes, _colours(found), strict=True):
        tall = TALL * outcome.chance
        foot -= tall
        if outcome.chance < LEAST:
            continue
        yield parts.rectangle(Box(middle - wide / 2, foot, wide, tall), colour, f"{words}: {outcome.words}")
        if tall >= READABLE and wide >= parts.ROOM:
            share = "> 99" if NEARLY <= outcome.chance < 1 else f"{100 * outcome.chance:.0f}"
            yield parts.words(middle, foot + tall / 2 + 4, share, size=10, fill=on(colour), style=parts.MIDDLE)


def _whisker(arrives: Portion, middle: float) -> Iterator[str]:
    """Draw an error bar for a sampled chance to arrive."""
    if arrives.low < arrives.high:
        low, high = (TOP + TALL * (1 - bound) for bound in (arrives.low, arrives.high))
        line = f"M{middle - 4:.1f} {low:.1f}h8m-4 0V{high:.1f}m-4 0h8"
        yield f'<path d="{line}" stroke="{parts.INK}" fill="none"/>'


def _empty_note(found: Columns) -> Iterator[str]:
    if not found.rows:
        yield parts.words(EDGE, TOP + TALL / 2, "no distance at which the unit could stand", fill=parts.FAINT)


def _notes(found: Columns) -> Iterator[str]:
    """Draw the notes on missing columns, in letters small enough to fit."""
    for place, line in enumerate(found.notes):
        size = parts.fitting_size(line, 12, WIDTH - 2 * EDGE)
        yield parts.words(EDGE, TOP + TALL + BELOW / 2 + NOTE_LINE * place, line, size=size)


def _lines() -> Iterator[str]:
    """Draw a horizontal line at each 25 %."""
    for quarter in range(1, 5):
        y = TOP + TALL * (1 - quarter / 4)
        yield f'<path d="M{EDGE + MARGIN} {y:.1f}H{WIDTH - EDGE}" stroke="{parts.LINE}" stroke-dasharray="2 4"/>'
        yield parts.words(EDGE, y + 4, f"{25 * quarter} %", size=11, fill=parts.FAINT)


def _other_outcomes(found: Columns) -> Iterator[tuple[str, list[float], str]]:
    touching = [row.in_contact for row in found.rows]
    lost, target_lost = [row.lost for row in found.rows], [row.target_lost for row in found.rows]
    if found.models > 1 and max(touching, default=0) > LEAST:
        yield f"the share of their {found.models} models that come into contact, on average", touching, TOUCHING
    if max(lost, default=0) > LEAST:
        yield f"the share of their {found.models} models that {found.unit} lose on the way, on average", lost, LOST
    if max(target_lost, default=0) > LEAST:
        yield f"the share of their {found.target_models} models that {found.target} lose, on average", target_lost, LOST


def _box(top: float, height: float) -> Box:
    return Box(EDGE + MARGIN, top, WIDTH - 2 * EDGE - MARGIN, height)
