"""Chart of chances over the values of a key as an SVG picture, with intervals if the chances are sampled."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.plot import EDGE, WIDTH, document

TOP, TALL = 110, 260  # dots above the chart, and its height
MARGIN = 44  # dots at the left, for the shares
RIGHT = 24


class Curve(Struct, frozen=True):
    """Curve with a name, a colour, a share (0 to 1) at each value, and the bounds of each share's interval."""

    name: str
    colour: str
    shares: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]


def plotted(title: str, note: str, labels: tuple[str, ...], curves: tuple[Curve, ...], footer: str = "") -> str:
    """Draw the curves. `labels` are the values along the axis, from left to right."""
    note = note.splitlines()[0] if note else ""
    drawn = [
        parts.words(EDGE, 40, parts.shortened(title, 20, WIDTH - 2 * EDGE), size=20, style='font-weight="bold"'),
        parts.words(EDGE, 62, parts.shortened(note, 12, WIDTH - 2 * EDGE), size=12, fill=parts.FAINT),
        *_legend(curves),
        *_lines(),
        *_labels(labels),
        *(element for curve in curves for element in _curve(curve)),
    ]
    return document(TOP + TALL + 44, drawn, footer)


def _x(place: int, values: int) -> float:
    left, right = EDGE + MARGIN, WIDTH - EDGE - RIGHT
    return (left + right) / 2 if values == 1 else left + (right - left) * place / (values - 1)


def _y(share: float) -> float:
    return TOP + TALL * (1 - share)


def _legend(curves: tuple[Curve, ...]) -> Iterator[str]:
    x = float(EDGE)
    for curve in curves:
        yield f'<path d="M{x:.1f} 82h18" stroke="{curve.colour}" stroke-width="3"/>'
        yield parts.words(x + 24, 86, curve.name, size=12)
        x += 48 + len(curve.name) * 12 * parts.LETTER


def _lines() -> Iterator[str]:
    """Yield horizontal lines at every 25 %."""
    for quarter in range(5):
        y = _y(quarter / 4)
        yield f'<path d="M{EDGE + MARGIN} {y:.1f}H{WIDTH - EDGE}" stroke="{parts.LINE}" stroke-dasharray="2 4"/>'
        yield parts.words(EDGE, y + 4, f"{25 * quarter} %", size=11, fill=parts.FAINT)


def _labels(labels: tuple[str, ...]) -> Iterator[str]:
    every = 1 + len(labels) * max(map(len, labels), default=1) * 8 // (WIDTH - 2 * EDGE)
    for place, label in enumerate(labels):
        if place % every == 0:
            x = _x(place, len(labels))
            yield parts.words(x, TOP + TALL + 20, label, size=11, fill=parts.FAINT, style=parts.MIDDLE)


def _curve(curve: Curve) -> Iterator[str]:
    values = len(curve.shares)
    points = [(_x(place, values), _y(share)) for place, share in enumerate(curve.shares)]
    if any(low < high for low, high in curve.intervals):
        above = [f"{_x(place, values):.1f} {_y(high):.1f}" for place, (_, high) in enumerate(curve.intervals)]
        below = [f"{_x(place, values):.1f} {_y(low):.1f}" for place, (low, _) in enumerate(curve.intervals)]
        yield f'<path d="M{"L".join([*above, *reversed(below)])}Z" fill="{curve.colour}" opacity="0.2"/>'
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield f'<path d="M{line}" stroke="{curve.colour}" stroke-width="2.5" fill="none"/>'
    for (x, y), share in zip(points, curve.shares, strict=True):
        title = escape(f"{curve.name}: {parts.percent(share)}")
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{curve.colour}"><title>{title}</title></circle>'
