"""Chart parts such as labels, bars and strips, in dots, with y pointing down."""

from functools import partial
from html import escape as escaped
from textwrap import wrap

from msgspec import Struct

from pilein.lab.drawing.colours import on

escape = partial(escaped, quote=False)  # as `xml.sax.saxutils` has it, which loads an HTTP client
INK, FAINT, LINE = "#222", "#666", "#d4d4d4"
GREYS = ("#8a8a8a", "#bdbdbd", "#dedede", "#efefef")
LETTER = 0.6  # of the letter size: the approximate width of a letter
WIDTH, EDGE = 920, 28  # dots: of a picture, and of its margin


class Box(Struct, frozen=True):
    """Area of a drawing, given by its upper left corner, width and height."""

    x: float
    y: float
    width: float
    height: float


class Piece(Struct, frozen=True):
    """Part of a strip, or column of a histogram, with its label, share (0 to 1) and colour."""

    words: str
    share: float
    colour: str


def words(x: float, y: float, text: str, *, size: float = 13, fill: str = INK, style: str = "") -> str:
    """Draw text whose left end is at (x, y), unless `style` anchors it differently."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{fill}" {style}>{escape(text)}</text>'


def fitting_size(text: str, size: float, wide: float) -> float:
    """Return the letter size at which the text is at most `wide` dots wide, or `size` if the text already fits."""
    return min(size, round(wide / (SLIM * max(1, len(text))), 1))


def shortened(text: str, size: float, wide: float) -> str:
    """Return the text, truncated if necessary to fit in `wide` dots at this letter size."""
    most = max(1, int(wide / (size * LETTER)))
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def document(height: float, drawn: list[str], text: str = "", *, width: float = WIDTH, edge: float = EDGE) -> str:
    """Combine elements into a picture, with small print in the margin below them."""
    below = footer(edge, height, width - 2 * edge, text)
    height += FOOTER_LINE * len(below)
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans, Verdana, sans-serif">'
    paper = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>'
    return "\n".join([head, paper, *drawn, *below, "</svg>\n"])


def footer(x: float, y: float, wide: float, text: str) -> list[str]:
    """Draw small print below a picture `y` dots high, one element per line."""
    most = max(1, int(wide / (FOOTER_SIZE * SLIM)))
    lines = wrap(text, most)
    return [words(x, y + FOOTER_LINE * place, line, size=FOOTER_SIZE, fill=FAINT) for place, line in enumerate(lines)]


FOOTER_SIZE, FOOTER_LINE = 10.5, 14  # dots: of letters, from line to line
SLIM = 0.54  # of the letter size: the mean width of a letter in running text


def percent(share: float) -> str:
    """Format a share in per cent with one decimal."""
    if 0 < share < 0.0005:  # noqa: PLR2004 - what would be shown as 0.0
        return "<0.1 %"
    return f"{100 * share:.1f} %"


def strip(box: Box, pieces: tuple[Piece, ...], size: float = 0) -> list[str]:
    """Draw a bar made of pieces, each with a tooltip and, if there is room, a label of this size. Size 0 means no
    labels.
    """
    found, x = [], box.x
    for piece in pieces:
        width = box.width * piece.share
        found.append(
            rectangle(Box(x, box.y, width, box.height), piece.colour, f"{piece.words}: {percent(piece.share)}")
        )
        found += _fitting(Box(x, box.y, width, box.height), piece, size) if size else ()
        x += width
    return found


def legend(box: Box, pieces: tuple[Piece, ...], columns: int, size: float = 12) -> list[str]:
    """Draw the names and shares of a strip's pieces in `columns` columns. The box is one line high."""
    found = []
    for place, piece in enumerate(pieces):
        x, y = box.x + box.width / columns * (place % columns), box.y + box.height * (place // columns)
        found.append(rectangle(Box(x, y - 10, 11, 11), piece.colour, piece.words))
        share = percent(piece.share)
        name = shortened(piece.words, size, box.width / columns - 24 - len(share) * size * LETTER)
        found.append(words(x + 16, y, f"{name} {share}", size=size, fill=FAINT))
    return found


def histogram(box: Box, columns: tuple[Piece, ...]) -> list[str]:
    """Draw columns on a baseline, with shares above them if there is room. The highest column is as high as the box."""
    highest = max((column.share for column in columns), default=0.0) or 1.0
    step = box.width / max(1, len(columns))
    every = 1 + int((max((len(column.words) for column in columns), default=0) * DIGIT + GAP) / step)
    found = [f'<path d="M{box.x:.1f} {box.y + box.height:.1f}h{box.width:.1f}" stroke="{LINE}"/>']
    for place, column in enumerate(columns):
        middle, tall = box.x + step * (place + 0.5), box.height * column.share / highest
        wide = min(step * 0.84, WIDEST)
        bar = Box(middle - wide / 2, box.y + box.height - tall, wide, tall)
        found.append(rectangle(bar, column.colour, f"{column.words}: {percent(column.share)}"))
        if place % every == 0:
            found.append(words(middle, box.y + box.height + 15, column.words, size=11, fill=FAINT, style=MIDDLE))
        if step >= ROOM and column.share > LEAST:
            share = f"{100 * column.share:.0f}" + (" %" if step >= MUCH_ROOM else "")
            found.append(words(middle, bar.y - 4, share, size=10, fill=FAINT, style=MIDDLE))
    return found


MIDDLE = 'text-anchor="middle"'
WIDEST = 72  # dots, a column
ROOM, MUCH_ROOM = 16, 30  # dots in a column with room for its share, and for the sign
LEAST = 0.005  # shares up to this, which would be shown as 0, are not written above a column
DIGIT, GAP = 7, 4  # dots, below a column: the width of a digit, and the least gap between two numbers


def whisker(box: Box, low: float, middle: float, high: float) -> str:
    """Draw a line from `low` to `high` (0 to 1 across the box) with a dot at `middle`."""
    y = box.y + box.height / 2
    left, centre, right = (box.x + box.width * share for share in (low, middle, high))
    ends = f"M{left:.1f} {y - 4:.1f}v8M{right:.1f} {y - 4:.1f}v8"
    line = f'<path d="M{left:.1f} {y:.1f}H{right:.1f}{ends}" stroke="{INK}" stroke-width="1.5" fill="none"/>'
    return f'{line}<circle cx="{centre:.1f}" cy="{y:.1f}" r="4" fill="{INK}"/>'


def _fitting(box: Box, piece: Piece, size: float) -> list[str]:
    style = f'{MIDDLE} font-weight="bold"'
    for line in (f"{piece.words} {percent(piece.share)}", percent(piece.share)):
        if len(line) * size * LETTER + 8 <= box.width:
            x, y = box.x + box.width / 2, box.y + box.height / 2 + size * 0.36
            return [words(x, y, line, size=size, fill=on(piece.colour), style=style)]
    return []


def rectangle(box: Box, colour: str, title: str) -> str:
    """Draw a filled box with a tooltip."""
    place = f'x="{box.x:.2f}" y="{box.y:.2f}" width="{box.width:.2f}" height="{box.height:.2f}"'
    return f'<rect {place} fill="{colour}"><title>{escape(title)}</title></rect>'
