"""Odds of several scenarios as one SVG picture.

Each scenario has a bar of winners, the ways of winning and the losses.
"""

from collections.abc import Iterator

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.plot import EDGE, WIDTH, document
from pilein.lab.drawing.plot_parts import Box, Piece
from pilein.lab.figures import WINS, Figures
from pilein.lab.figures_as_words import ways_in_short

TOP = 84  # dots above the first scenario
STRIP, ROW = 34, 139  # dots: the height of a bar, from one scenario to the next
TITLE = "Side by side"
SMALL = 11  # of letters
SPLIT = 2  # ways to win in a line


class Strip(Struct, frozen=True):
    """Name and figures of one scenario in the picture."""

    name: str
    figures: Figures


def plotted(strips: tuple[Strip, ...], footer: str) -> str:
    """Draw the scenarios one below another. `footer` states the assumptions of all scenarios."""
    drawn = [parts.words(EDGE, 40, TITLE, size=22, style='font-weight="bold"')]
    for place, strip in enumerate(strips):
        drawn += _row(strip, TOP + ROW * place)
    return document(TOP + ROW * len(strips), drawn, footer)


def _row(strip: Strip, top: float) -> Iterator[str]:
    figures, wide = strip.figures, WIDTH - 2 * EDGE
    shares = {word: float(chance) for word, chance in figures.outcome}
    one, other = (WINS.format(side=side) for side in figures.sides)
    first, second = plot_colours(figures.sides)
    rest = [word for word in shares if word not in (one, other)]
    greys = (Piece(word, shares[word], parts.GREYS[place % 4]) for place, word in enumerate(rest))
    pieces = (Piece(one, shares[one], first), *greys, Piece(other, shares[other], second))
    yield parts.words(EDGE, top - 8, parts.shortened(strip.name, 15, wide), size=15, style='font-weight="bold"')
    yield from parts.strip(Box(EDGE, top, wide, STRIP), pieces, 14)
    for place, (x, anchor) in enumerate(((EDGE, "start"), (WIDTH - EDGE, "end"))):
        style = f'text-anchor="{anchor}"'
        for line, said in enumerate(_summary(figures, place)):
            y = top + STRIP + 16 + 15 * line
            words = parts.shortened(said, SMALL, wide / 2 - 8)
            yield parts.words(x, y, words, size=SMALL, fill=(first, second)[place], style=style)


def _summary(figures: Figures, side: int) -> Iterator[str]:
    """Yield lines with a side's chance to win, its ways of winning and its units' losses."""
    wins = WINS.format(side=figures.sides[side])
    yield f"{wins} {parts.percent(float(dict(figures.outcome)[wins]))}"
    if figures.how[side]:
        yield f"enemy {ways_in_short(figures.how[side][:SPLIT])}"
    if figures.how[side][SPLIT:]:
        yield ways_in_short(figures.how[side][SPLIT:])
    yield "; ".join(
        f"{unit.unit}: {float(unit.losses.mean):.1f} of {unit.models} lost"
        for unit in figures.units
        if unit.side == figures.sides[side]
    )
