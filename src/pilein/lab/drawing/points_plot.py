"""Fair points as one SVG picture. Each unit has its fair price with an interval, and its given price as a ring."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import floor, log10

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.plot import EDGE, WIDTH, document

TOP, ROW = 118, 26  # dots above the first unit, and from one to the next
NAMES, NUMBERS = 150, 110  # dots on the left for names, on the right for numbers
SIZE = 12  # of letters
DOT = 5  # radius
TICKS = 5


class Price(Struct, frozen=True):
    """Price per model of a unit: fair, with an interval from `low` to `high`, and as given (0 if not given)."""

    unit: str
    fair: float
    low: float
    high: float
    given: float


def plotted(subtitle: str, prices: Sequence[Price], footer: str = "") -> str:
    """Draw the fair and given prices of several units as an SVG picture."""
    most = max((max(one.high, one.given, one.fair) for one in prices), default=1.0) or 1.0
    bottom = TOP + ROW * len(prices)
    fair, given = plot_colours(("red", "blue"))
    drawn = [
        parts.words(EDGE, 40, "Fair points for a model", size=22, style='font-weight="bold"'),
        parts.words(EDGE, 61, parts.shortened(subtitle, 13, WIDTH - 2 * EDGE), fill=parts.FAINT),
        *_key(fair, given),
        *_ticks(most, bottom),
    ]
    for row, one in enumerate(prices):
        drawn += _row(one, TOP + ROW * row, most, (fair, given))
    return document(bottom + 40, drawn, footer)


def _key(fair: str, given: str) -> Iterator[str]:
    yield _dot(EDGE + DOT, 82, fair)
    yield parts.words(EDGE + 18, 86, "fair, with 95 % interval", size=SIZE, fill=parts.FAINT)
    yield _ring(EDGE + 205, 82, given)
    yield parts.words(EDGE + 218, 86, "given", size=SIZE, fill=parts.FAINT)


def _ticks(most: float, bottom: float) -> Iterator[str]:
    step = round_step(most)
    for tick in range(int(most / step) + 1):
        price = step * tick
        x = _x(price, most)
        yield f'<path d="M{x:.1f} {TOP - 14}V{bottom:.1f}" stroke="{parts.LINE}"/>'
        yield parts.words(x, bottom + 16, f"{price:g}", size=SIZE, fill=parts.FAINT, style=parts.MIDDLE)


def round_step(most: float) -> float:
    """Return the spacing of lines on an axis that ends at `most`.

    It is 1, 2 or 5 times a power of ten, for at most TICKS lines.
    """
    power = Decimal(10) ** floor(log10(most / TICKS))
    return float(next(power * digit for digit in (1, 2, 5, 10) if most <= TICKS * power * digit))


def _row(one: Price, y: float, most: float, colours: tuple[str, str]) -> Iterator[str]:
    fair, given = colours
    yield parts.words(EDGE, y + 4, parts.shortened(one.unit, SIZE, NAMES - 8), size=SIZE)
    title = f"{one.unit}: fair {one.fair:.1f} ({one.low:.1f} to {one.high:.1f}), given {one.given:.1f}"
    path = f'd="M{_x(one.low, most):.1f} {y:.1f}H{_x(one.high, most):.1f}"'
    yield f'<path {path} stroke="{fair}" stroke-width="2"><title>{title}</title></path>'
    yield _dot(_x(one.fair, most), y, fair)
    if one.given:
        yield _ring(_x(one.given, most), y, given)
    words = f"{one.fair:.1f}" + (f" ({one.fair / one.given:.2f} of given)" if one.given else "")
    yield parts.words(WIDTH - EDGE - NUMBERS + 10, y + 4, words, size=SIZE)


def _x(price: float, most: float) -> float:
    left = EDGE + NAMES
    return left + (WIDTH - EDGE - NUMBERS - left) * price / most


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}" fill="{colour}"/>'


def _ring(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT + 2}" fill="none" stroke="{colour}" stroke-width="2"/>'
