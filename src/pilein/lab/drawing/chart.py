"""Charts of answers as SVG: rows of bars and marks, and columns and curves of shares."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from math import ceil, floor, log10
from textwrap import wrap

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.colours import on
from pilein.lab.drawing.plot_parts import EDGE, FAINT, MIDDLE, WIDTH, Box, Piece, escape

TOP, ROW, BAR = 112, 24, 14  # dots above the rows, from row to row, and the height of a bar
KEY = 87  # dots above the line that explains the colours
NAMES, WORDS = 260, 220  # dots on the left for names, on the right for words
SIZE = 12  # of letters
UNITS, CHANGES = 120, 250  # dots for the name of a unit, and for a change to it
LETTERS = int((CHANGES - 8) / (SIZE * parts.LETTER))  # of a change
MOST = 40  # changes drawn: the largest ones
NOTE = 17  # dots from one note to the next
TICKS = 5
TALL, SHORT = 220, 80  # dots: a share of 1, and columns in the rows below
BELOW = 92  # dots from one row of columns to the next
MARGIN = 40  # dots on the left, for the shares
READABLE = 13  # dots: parts of a column at least this high show their share
LEAST = 0.0005  # smaller shares are not drawn
NEARLY = 0.995  # a share that would be displayed as 100


class Row(Struct, frozen=True):
    """Row of a chart, with names (the first in `colour`), bars as (start, end, colour, tooltip), marks, and text at the
    end of the row.

    The marks are the line of an interval, a dot and a ring, all drawn in the colours of the chart.
    """

    names: tuple[str, ...]
    bars: tuple[tuple[float, float, str, str], ...] = ()
    words: str = ""
    colour: str = parts.INK
    interval: tuple[float, float] | None = None
    dot: float | None = None
    ring: float | None = None

    @property
    def ends(self) -> list[float]:
        """Numbers that the row shows: the ends of its bars and of its interval, its dot and its ring."""
        marks = [one for one in (self.dot, self.ring) if one is not None]
        return [*(end for bar in self.bars for end in bar[:2]), *(self.interval or ()), *marks]


class Rows(Struct, frozen=True):
    """Chart of rows, with title, subtitle, notes, the colours of dots and rings, and a key as (text, colour) pairs.

    `names` holds the width of each column of names. `ticks` is the format of numbers on the axis; if it is "", the
    axis is a line at zero. If `is_logarithmic`, equal distances stand for equal ratios.
    """

    title: str
    subtitle: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    footer: str = ""
    key: tuple[tuple[str, str], ...] = ()
    names: tuple[int, ...] = (NAMES,)
    ticks: str = ""
    colours: tuple[str, str] = (parts.INK, FAINT)
    is_logarithmic: bool = False


class Stack(Struct, frozen=True):
    """Column of pieces above a label, with the interval of the lowest piece if that piece is sampled."""

    label: str
    pieces: tuple[Piece, ...]
    interval: tuple[float, float] | None = None


class Curve(Struct, frozen=True):
    """Curve with a name, a colour, a share (0 to 1) for each label, and the bounds of each share's interval.

    If `is_level`, the curve is dashed and marks a value for comparison.
    """

    name: str
    colour: str
    shares: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    is_level: bool = False


# --- rows ------------------------------------------------------------------------------------------------------------


def rows(chart: Rows) -> str:
    """Draw rows of bars and marks from left to right, with an axis if the chart has `ticks` or negative values."""
    scale = log10 if chart.is_logarithmic else float
    ends = [scale(end) for row in chart.rows for end in row.ends] or [0.0]
    ends += [] if chart.is_logarithmic else [0.0]
    low, high = min(ends), max(ends)
    if chart.is_logarithmic:
        low, high = floor(3 * low) / 3, ceil(3 * high) / 3  # three steps from one power of ten to the next
    left, wide = EDGE + sum(chart.names), WIDTH - 2 * EDGE - sum(chart.names) - WORDS
    bottom = TOP + ROW * max(1, len(chart.rows))

    def across(number: float) -> float:
        return left + wide * (scale(number) - low) / ((high - low) or 1.0)

    drawn = [*_head(chart.title, chart.subtitle), *_key(chart.key)]
    if chart.ticks and high > low:
        for tick in _round_ratios(low, high) if chart.is_logarithmic else _round_numbers(low, high):
            drawn.append(f'<path d="M{across(tick):.1f} {TOP - 14}V{bottom}" stroke="{parts.LINE}"/>')
            label = format(tick, chart.ticks)
            drawn.append(parts.words(across(tick), bottom + 16, label, size=SIZE, fill=FAINT, style=MIDDLE))
    elif low < 0:
        drawn.append(f'<path d="M{across(0):.1f} {TOP - 6}V{bottom}" stroke="{parts.LINE}"/>')
    for place, row in enumerate(chart.rows):
        drawn += _row(chart, row, TOP + ROW * place, across)
    bottom += 24 if chart.ticks else 0
    notes = [line for note in chart.notes for line in wrap(note, int((WIDTH - 2 * EDGE) / (SIZE * parts.SLIM)))]
    for place, line in enumerate(notes):
        drawn.append(parts.words(EDGE, bottom + 24 + NOTE * place, line, size=SIZE, fill=FAINT))
    return parts.document(bottom + 24 + NOTE * len(notes), drawn, chart.footer)


def _round_numbers(low: float, high: float) -> Iterator[float]:
    step = round_step(high - low)
    yield from (step * place for place in range(floor(low / step) + bool(low), floor(high / step) + 1))


def _round_ratios(low: float, high: float) -> Iterator[float]:
    """Yield the numbers that are 1, 2 or 5 times a power of ten and have decimal logarithms between the bounds."""
    every = (digit * 10.0**power for power in range(floor(low), ceil(high) + 1) for digit in (1, 2, 5))
    yield from (number for number in every if low <= log10(number) <= high)


def _row(chart: Rows, row: Row, y: float, across: Callable[[float], float]) -> Iterator[str]:
    x, base, middle = float(EDGE), y + BAR - 3, y + BAR / 2
    for name, wide in zip(row.names, chart.names, strict=True):
        fill, style = (row.colour, 'font-weight="bold"') if len(row.names) > 1 and x == EDGE else (parts.INK, "")
        yield parts.words(x, base, parts.shortened(name, SIZE, wide - 8), size=SIZE, fill=fill, style=style)
        x += wide
    for start, end, colour, title in row.bars:
        left, right = sorted((across(start), across(end)))
        yield parts.rectangle(Box(left, y, right - left, BAR), colour, title)
    main, other = chart.colours
    if row.interval:
        low, high = map(across, row.interval)
        line = f"M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8"
        yield f'<path d="{line}" stroke="{main}" stroke-width="1.5" fill="none"/>'
    if row.dot is not None:
        yield f'<circle cx="{across(row.dot):.1f}" cy="{middle:.1f}" r="5" fill="{main}"/>'
    if row.ring is not None:
        ring = f'r="7" fill="none" stroke="{other}" stroke-width="2"'
        yield f'<circle cx="{across(row.ring):.1f}" cy="{middle:.1f}" {ring}/>'
    if row.words:
        size = parts.fitting_size(row.words, 11, WORDS - 12)
        yield parts.words(WIDTH - EDGE - WORDS + 12, base, row.words, size=size, fill=FAINT)


def effect(unit: str, change: str, gain: float, colour: str, title: str) -> Row:
    """Return a row for the effect of a change to a unit, in the colour of the unit's side."""
    return Row((unit, change), ((0.0, gain, colour, title),), f"{100 * gain:+.2f}", colour)


def effects(subtitle: str, drawn: Sequence[Row], changes: int, footer: str = "", notes: Sequence[str] = ()) -> str:
    """Draw the effects that matter, largest first, and state the total number of changes tried."""
    what = "difference of its side's chance to win, in percentage points"
    below = (_rest(len(drawn), changes), *notes)
    return rows(
        Rows("Sensitivity", subtitle, tuple(drawn[:MOST]), below, footer, ((what, parts.LINE),), names=(UNITS, CHANGES))
    )


def _rest(seen: int, changes: int) -> str:
    if not changes:
        return "no change was tried"
    if not seen:
        return "no change affects the winner"
    notes = [f"{seen - MOST} smaller ones are not drawn"] if seen > MOST else []
    return "; ".join([*notes, f"{changes - seen} of {changes} changes do not affect the winner"])


def round_step(most: float) -> float:
    """Return a round step between ticks, chosen so that at most five steps cover the range from 0 to `most`.

    Examples:
        >>> round_step(17.3)
        5.0
    """
    power = Decimal(10) ** floor(log10(most / TICKS))
    return float(next(power * digit for digit in (1, 2, 5, 10) if most <= TICKS * power * digit))


# --- shares ----------------------------------------------------------------------------------------------------------


def columns(  # noqa: PLR0913 - parts of one picture
    title: str,
    subtitle: str,
    key: Sequence[tuple[str, str]],
    stacks: Sequence[Stack],
    *,
    below: Sequence[tuple[str, tuple[Piece, ...]]] = (),
    notes: Sequence[str] = (),
    empty: str = "",
    footer: str = "",
) -> str:
    """Draw stacked columns of shares, with rows of plain columns below. `empty` explains why there are no columns."""
    drawn = [*_head(title, subtitle), *_key(key), *_quarters()]
    step = (WIDTH - 2 * EDGE - MARGIN) / max(1, len(stacks))
    for place, stack in enumerate(stacks):
        drawn += _stack(stack, EDGE + MARGIN + step * (place + 0.5), min(step * 0.84, parts.WIDEST))
    if not stacks:
        drawn.append(parts.words(EDGE, TOP + TALL / 2, empty, fill=FAINT))
    for place, line in enumerate(notes):
        size = parts.fitting_size(line, 12, WIDTH - 2 * EDGE)
        drawn.append(parts.words(EDGE, TOP + TALL + BELOW / 2 + NOTE * place, line, size=size))
    top = TOP + TALL + BELOW + NOTE * len(notes)
    for words, pieces in below:
        drawn.append(parts.words(EDGE, top - 26, words, fill=FAINT))
        drawn += parts.histogram(Box(EDGE + MARGIN, top, WIDTH - 2 * EDGE - MARGIN, SHORT), pieces)
        top += SHORT + BELOW
    return parts.document(top - BELOW / 2, drawn, footer)


def _stack(stack: Stack, middle: float, wide: float) -> Iterator[str]:
    yield parts.words(middle, _y(0) + 15, stack.label, size=11, fill=FAINT, style=MIDDLE)
    reached = 0.0
    for piece in stack.pieces:
        reached, tall = reached + piece.share, TALL * piece.share
        if piece.share < LEAST:
            continue
        yield parts.rectangle(Box(middle - wide / 2, _y(reached), wide, tall), piece.colour, piece.words)
        if tall >= READABLE and wide >= parts.ROOM:
            share = "> 99" if NEARLY <= piece.share < 1 else f"{100 * piece.share:.0f}"
            yield parts.words(middle, _y(reached) + tall / 2 + 4, share, size=10, fill=on(piece.colour), style=MIDDLE)
    if stack.interval:
        low, high = map(_y, stack.interval)
        line = f"M{middle - 4:.1f} {low:.1f}h8m-4 0V{high:.1f}m-4 0h8"
        yield f'<path d="{line}" stroke="{parts.INK}" fill="none"/>'


def curves(
    title: str, note: str, labels: Sequence[str], drawn: Sequence[Curve], footer: str = "", *, top: float = 1.0
) -> str:
    """Draw curves from left to right, with one value above each label. A band shows the intervals of a sampled curve.

    The axis ends at the share `top`.
    """
    step = (WIDTH - 2 * EDGE - MARGIN) / len(labels)
    xs = [EDGE + MARGIN + step * (place + 0.5) for place in range(len(labels))]
    every = 1 + len(labels) * max(map(len, labels), default=1) * 8 // (WIDTH - 2 * EDGE)
    elements = [
        *_head(title, note.partition("\n")[0]),
        *_key([(one.name, one.colour) for one in drawn if not one.is_level]),
        *_quarters(top),
        *(
            parts.words(x, _y(0) + 20, label, size=11, fill=FAINT, style=MIDDLE)
            for x, label in list(zip(xs, labels, strict=True))[::every]
        ),
        *(element for one in drawn for element in _curve(one, xs, top)),
    ]
    return parts.document(TOP + TALL + 44, elements, footer)


def _curve(curve: Curve, xs: Sequence[float], top: float) -> Iterator[str]:
    if any(low < high for low, high in curve.intervals):
        above = [f"{x:.1f} {_y(high / top):.1f}" for x, (_, high) in zip(xs, curve.intervals, strict=True)]
        beneath = [f"{x:.1f} {_y(low / top):.1f}" for x, (low, _) in zip(xs, curve.intervals, strict=True)]
        yield f'<path d="M{"L".join([*above, *reversed(beneath)])}Z" fill="{curve.colour}" opacity="0.2"/>'
    points = [(x, _y(share / top)) for x, share in zip(xs, curve.shares, strict=True)]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    if curve.is_level:
        yield f'<path d="M{line}" stroke="{curve.colour}" stroke-dasharray="4 4" fill="none"/>'
        return
    yield f'<path d="M{line}" stroke="{curve.colour}" stroke-width="2.5" fill="none"/>'
    for (x, y), share in zip(points, curve.shares, strict=True):
        title = escape(f"{curve.name}: {parts.percent(share)}")
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{curve.colour}"><title>{title}</title></circle>'


def _y(share: float) -> float:
    return TOP + TALL * (1 - share)


def _quarters(top: float = 1.0) -> Iterator[str]:
    """Draw lines at quarters of the axis, labelled with their shares."""
    for quarter in range(5):
        y = _y(quarter / 4)
        yield f'<path d="M{EDGE + MARGIN} {y:.1f}H{WIDTH - EDGE}" stroke="{parts.LINE}" stroke-dasharray="2 4"/>'
        yield parts.words(EDGE, y + 4, f"{25 * quarter * top:g} %", size=11, fill=FAINT)


# --- above a chart ---------------------------------------------------------------------------------------------------


def _head(title: str, subtitle: str) -> Iterator[str]:
    yield parts.words(EDGE, 40, parts.shortened(title, 22, WIDTH - 2 * EDGE), size=22, style='font-weight="bold"')
    yield parts.words(EDGE, 61, parts.shortened(subtitle, 12, WIDTH - 2 * EDGE), size=12, fill=FAINT)


def _key(key: Sequence[tuple[str, str]]) -> Iterator[str]:
    x = float(EDGE)
    for words, colour in key:
        yield parts.rectangle(Box(x, KEY - 10, 11, 11), colour, words)
        yield parts.words(x + 16, KEY, words, size=SIZE, fill=FAINT)
        x += 40 + len(words) * SIZE * parts.LETTER
