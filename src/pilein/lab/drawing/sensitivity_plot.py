"""Sensitivity as one SVG picture, with a bar for each change. The bar's length shows the effect."""

from collections.abc import Iterator
from textwrap import wrap

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.plot import EDGE, WIDTH, document
from pilein.lab.drawing.plot_parts import Box

TOP = 104  # dots above the bars
ROW, BAR = 22, 14  # dots, from one bar to the next, and the height of a bar
UNITS, CHANGES = 120, 250  # dots for a unit's name, and for the change
NAMES = UNITS + CHANGES
NUMBERS = 66  # dots on both sides of the bars, for their numbers
SIZE = 12  # of letters
LETTERS = int((CHANGES - 8) / (SIZE * parts.LETTER))  # of a change
NOTE = 17  # dots from one note to the next
LINE_OF_NOTES = int((WIDTH - 2 * EDGE) / (SIZE * parts.SLIM))  # letters
MOST = 40  # number of changes drawn: the largest ones


class Bar(Struct, frozen=True):
    """Change to a unit of a side (0 or 1), with the side's gain in the chance to win and the bar's tooltip."""

    unit: str
    side: int
    change: str
    gain: float
    title: str


class Bars(Struct, frozen=True):
    """Data of a chart of the changes that matter, largest first: subtitle, bars, changes tried, colours and footer.

    `notes` below the bars list the changes left out and the full names.
    """

    subtitle: str
    bars: tuple[Bar, ...]
    changes: int
    colours: tuple[str, str]
    footer: str = ""
    notes: tuple[str, ...] = ()


def plotted(found: Bars) -> str:
    """Draw the effect of each change on its side's chance to win, largest first."""
    shown = found.bars[:MOST]
    bottom = TOP + ROW * max(1, len(shown))
    drawn = [
        parts.words(EDGE, 40, "Sensitivity", size=22, style='font-weight="bold"'),
        parts.words(EDGE, 61, parts.shortened(found.subtitle, 13, WIDTH - 2 * EDGE), fill=parts.FAINT),
        parts.words(EDGE, 84, "difference of its side's chance to win, in percentage points", fill=parts.FAINT),
        f'<path d="M{_middle():.1f} {TOP - 6}V{bottom:.1f}" stroke="{parts.LINE}"/>',
        *_bars(shown, found.colours),
        parts.words(EDGE, bottom + 24, _rest(found, len(shown)), size=SIZE, fill=parts.FAINT),
    ]
    notes = [line for note in found.notes for line in wrap(note, LINE_OF_NOTES)]
    for place, line in enumerate(notes, 1):
        drawn.append(parts.words(EDGE, bottom + 24 + NOTE * place, line, size=SIZE, fill=parts.FAINT))
    return document(bottom + 46 + NOTE * len(notes), drawn, found.footer)


def _bars(shown: tuple[Bar, ...], colours: tuple[str, str]) -> Iterator[str]:
    """Draw a row for each change, with its unit in the colour of its side, the change, the bar and the number."""
    longest = max((abs(one.gain) for one in shown), default=1.0)
    for row, one in enumerate(shown):
        y, colour = TOP + ROW * row, colours[one.side]
        unit = parts.shortened(one.unit, SIZE, UNITS - 8)
        yield parts.words(EDGE, y + BAR - 3, unit, size=SIZE, fill=colour, style='font-weight="bold"')
        change = parts.shortened(one.change, SIZE, CHANGES - 8)
        yield parts.words(EDGE + UNITS, y + BAR - 3, change, size=SIZE)
        long = _half() * abs(one.gain) / longest
        left = _middle() if one.gain > 0 else _middle() - long
        yield parts.rectangle(Box(left, y, long, BAR), colour, one.title)
        beyond, anchor = (left + long + 6, "start") if one.gain > 0 else (left - 6, "end")
        yield parts.words(beyond, y + BAR - 3, f"{100 * one.gain:+.2f}", size=SIZE, style=f'text-anchor="{anchor}"')


def _rest(found: Bars, shown: int) -> str:
    """Return a note on the changes that are not drawn."""
    seen = len(found.bars)
    if not found.changes:
        return "no change was tried"
    if not seen:
        return "no change affects the winner"
    notes = [f"{seen - shown} smaller ones are not drawn"] if seen > shown else []
    return "; ".join([*notes, f"{found.changes - seen} of {found.changes} changes do not affect the winner"])


def _half() -> float:
    """Return the length of the longest bar, in dots."""
    return (WIDTH - 2 * EDGE - NAMES) / 2 - NUMBERS


def _middle() -> float:
    return EDGE + NAMES + NUMBERS + _half()
