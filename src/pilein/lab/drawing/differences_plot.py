"""Differences as an SVG picture, with bars to the left and right of zero and an interval for each."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.plot import EDGE, WIDTH, document
from pilein.lab.drawing.plot_parts import Box

TOP, LINE = 92, 26  # dots above the first bar, and from bar to bar
NAMES = 300  # dots for the names
WORDS = 150  # dots for the numbers at the right
FILL = "#5b6770"  # colour for neither side
LEAST = 0.01  # the shortest scale


class Bar(Struct, frozen=True):
    """Difference with its name, its length as a share, its bounds if sampled, and both numbers in words."""

    name: str
    length: float
    interval: tuple[float, float] | None
    words: str


def plotted(title: str, note: str, bars: tuple[Bar, ...], footer: str = "") -> str:
    """Draw a bar for each difference, under a title and a note."""
    ends = [abs(end) for bar in bars for end in (bar.length, *(bar.interval or ()))]
    scale = max([*ends, LEAST])
    drawn = [
        parts.words(EDGE, 40, parts.shortened(title, 20, WIDTH - 2 * EDGE), size=20, style='font-weight="bold"'),
        parts.words(EDGE, 62, parts.shortened(note.splitlines()[0], 12, WIDTH - 2 * EDGE), size=12, fill=parts.FAINT),
        *(_axis(len(bars)) if bars else ()),
        *(element for place, bar in enumerate(bars) for element in _bar(bar, TOP + LINE * place, scale)),
    ]
    if not bars:
        drawn.append(parts.words(EDGE, TOP + LINE / 2, "nothing changes", fill=parts.FAINT))
    return document(TOP + LINE * max(1, len(bars)) + 24, drawn, footer)


def _middle() -> float:
    return EDGE + NAMES + _half()


def _half() -> float:
    return (WIDTH - 2 * EDGE - NAMES - WORDS) / 2


def _axis(bars: int) -> Iterator[str]:
    yield f'<path d="M{_middle():.1f} {TOP - 8}V{TOP + LINE * bars}" stroke="{parts.LINE}"/>'


def _bar(bar: Bar, y: float, scale: float) -> Iterator[str]:
    wide = abs(bar.length) / scale * _half()
    left = _middle() - (wide if bar.length < 0 else 0)
    name = parts.shortened(bar.name, 12, NAMES - 8)
    yield parts.words(EDGE + NAMES - 8, y + 13, name, size=12, style='text-anchor="end"')
    share = f"{bar.name}: {100 * bar.length:+.2f} %"
    yield parts.rectangle(Box(left, y, wide, LINE - 8), FILL, share)
    if bar.interval:
        low, high = (0.5 + end / scale / 2 for end in bar.interval)
        box = Box(_middle() - _half(), y, 2 * _half(), LINE - 8)
        yield parts.whisker(box, low, 0.5 + bar.length / scale / 2, high)
    yield parts.words(WIDTH - EDGE - WORDS + 8, y + 13, bar.words, size=11, fill=parts.FAINT)
