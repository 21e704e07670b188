"""Odds as one SVG picture.

The picture shows the winner, the fate and losses of each unit, the combat result and the phases.
"""

from collections.abc import Iterator, Mapping

from pilein.kernel.nearest import in_words
from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.plot_parts import EDGE, WIDTH, Box, Piece
from pilein.lab.figures import WINS, Distribution, Estimate, Figures, UnitFigures
from pilein.lab.figures_as_words import ways_in_short

BETWEEN = 36  # dots between the two columns
HALF = (WIDTH - 2 * EDGE - BETWEEN) / 2
TOP = 78  # dots above the outcome
OUTCOME = 46  # dots, the height of the outcome's bar
PANEL = 256  # dots, the height of a unit's panel
COLUMNS = 110  # dots, the height of the highest column
DISTRIBUTION = 190  # dots, the height of a distribution's panel
FATES = {
    "#5b2333": ("destroyed", "slain"),
    "#8d5464": ("broken", "routed", "off the table"),
    "#b5838d": ("falling back", "fallen back", "fleeing"),
    "#dfd3c3": ("locked in combat", "engaged", "in combat"),
    "#a3b18a": ("suppressed",),
    "#588157": ("standing",),
}
OTHER_FATE = "#c9ada7"
LONGEST = 60  # letters in the title
SLIM = 0.5  # of the letter size: the width of one letter, in a line with many figures and spaces
HOW_SIZE = 11  # letter size of the lines that say how the sides win
HOW_LINE = 15  # dots between these lines
MOST_FATES = 4  # named below the strip
LEAST = 0.0005  # smaller shares at the ends of a distribution are not drawn
STRIP, ROW = 34, 139  # dots: the height of a bar side by side, and from one scenario to the next
SPLIT = 2  # ways to win in a line, side by side


def plotted(figures: Figures, name: str, note: str, footer: str = "") -> str:
    """Draw the figures, with a line that names the scenario and the method.

    `footer`, at the bottom, states the assumptions.
    """
    rows = max(sum(unit.side == side for unit in figures.units) for side in figures.sides)
    under, said = TOP + OUTCOME + 68 + HOW_LINE, f"{in_words(name)}: {note}"
    distributions = under + rows * PANEL
    drawn = [
        parts.words(EDGE, 40, _title(figures), size=22, style='font-weight="bold"'),
        parts.words(EDGE, 61, said, size=parts.fitting_size(said, 12, WIDTH - 2 * EDGE), fill=parts.FAINT),
        *_outcome(figures),
        *_ways_of_winning(figures),
        *_units(figures, under),
        *_distributions(figures, distributions),
    ]
    height = (
        distributions + (DISTRIBUTION if figures.margin.chances or len(figures.phases.chances) > 1 else 0) + EDGE / 2
    )
    return parts.document(height, drawn, footer)


def _title(figures: Figures) -> str:
    """Return the title: the names of the opposing units, or those of the sides if the units' names are too long."""
    units = [
        ", ".join(f"{unit.models} {unit.unit}" for unit in figures.units if unit.side == side) for side in figures.sides
    ]
    words = " against ".join(units)
    if len(words) <= LONGEST:
        return words
    return parts.shortened(" against ".join(figures.sides), 22, WIDTH - 2 * EDGE)


def _outcome(figures: Figures) -> list[str]:
    """Draw the outcome bar.

    The first side's wins are on the left, the second side's on the right, and undecided fights between them.
    """
    pieces = _pieces(figures)
    box = Box(EDGE, TOP, WIDTH - 2 * EDGE, OUTCOME)
    return [
        *parts.strip(box, pieces, 15),
        *parts.legend(Box(EDGE, TOP + OUTCOME + 22, 190 * len(pieces), 0), pieces, len(pieces)),
    ]


def _pieces(figures: Figures) -> tuple[Piece, ...]:
    """Return the pieces of the outcome bar, from left to right."""
    shares = {word: float(chance) for word, chance in figures.outcome}
    one, other = (WINS.format(side=side) for side in figures.sides)
    rest = [word for word in shares if word not in (one, other)]
    greys = [Piece(word, shares[word], parts.GREYS[place % 4]) for place, word in enumerate(rest)]
    first, second = plot_colours(figures.sides)
    return (Piece(one, shares[one], first), *greys, Piece(other, shares[other], second))


def _ways_of_winning(figures: Figures) -> Iterator[str]:
    """Yield the text below the outcome bar: how each side wins, and the interval of its chance if that is sampled."""
    colours, lines = plot_colours(figures.sides), [_ways_of_side(figures, place) for place in (0, 1)]
    are_beside = sum(map(len, lines)) * HOW_SIZE * parts.LETTER <= WIDTH - 2 * EDGE - BETWEEN
    for place, said in enumerate(lines):
        x, anchor = (EDGE, "start") if place == 0 else (WIDTH - EDGE, "end")
        y = TOP + OUTCOME + 42 + (0 if are_beside else HOW_LINE * place)
        if said:
            yield parts.words(x, y, said, size=HOW_SIZE, fill=colours[place], style=f'text-anchor="{anchor}"')


def _ways_of_side(figures: Figures, place: int) -> str:
    won, ways = dict(figures.outcome)[WINS.format(side=figures.sides[place])], figures.how[place]
    said = [f"enemy {ways_in_short(ways)}"] if ways else []
    if isinstance(won, Estimate):
        low, high = won.interval
        said.insert(0, f"wins {100 * low:.1f} to {100 * high:.1f} %")
    return ": ".join(said)


def _units(figures: Figures, top: float) -> Iterator[str]:
    colours = plot_colours(figures.sides)
    for place, side in enumerate(figures.sides):
        units = [unit for unit in figures.units if unit.side == side]
        for row, unit in enumerate(units):
            x = EDGE + place * (HALF + BETWEEN)
            yield from _unit(unit, Box(x, top + row * PANEL, HALF, PANEL), colours[place])


def _unit(unit: UnitFigures, box: Box, colour: str) -> Iterator[str]:
    """Draw a unit's name, a strip of its fates, and its losses with a whisker from 5 to 95 %."""
    losses, most = unit.losses, max(unit.models, unit.losses.chances[-1][0])
    low, middle, high = (losses.quantile(share) for share in (0.05, 0.5, 0.95))
    mean = f"loses {float(losses.mean):.1f} of {unit.models} (median {middle}, 5 to 95 %: {low} to {high})"
    fates = tuple(Piece(word, float(chance), fate_colour(word)) for word, chance in unit.fates)
    name = parts.shortened(unit.unit, 15, box.width - len(mean) * 12 * SLIM - 8)
    yield parts.words(box.x, box.y, name, size=15, fill=colour, style='font-weight="bold"')
    yield parts.words(box.x + box.width, box.y, mean, size=12, fill=parts.FAINT, style='text-anchor="end"')
    yield from parts.strip(Box(box.x, box.y + 10, box.width, 9), fates)
    yield from parts.legend(Box(box.x, box.y + 37, box.width, 17), fates[:MOST_FATES], 2, 11)
    chances = dict(losses.chances)
    columns = tuple(Piece(str(lost), float(chances.get(lost, 0)), colour) for lost in range(most + 1))
    area = Box(box.x, box.y + 80, box.width, COLUMNS)
    yield from parts.histogram(area, columns)
    shares = [(lost + 0.5) / (most + 1) for lost in (low, middle, high)]
    yield parts.whisker(Box(box.x, area.y + COLUMNS + 20, box.width, 10), *shares)


def fate_colour(word: str) -> str:
    """Return the colour of a fate.

    Lost units are dark, standing units are green, and a fate has the same colour everywhere.
    """
    return next((colour for colour, words in FATES.items() if word in words), OTHER_FATE)


def _distributions(figures: Figures, top: float) -> Iterator[str]:
    """Draw the distributions of the first combat result and, to the right, of the number of phases if it varies."""
    found = []
    if figures.margin.chances:
        found.append(("first combat result: lead of either side", _leads(figures)))
    if len(figures.phases.chances) > 1:
        columns = tuple(Piece(str(played), share, "#588157") for played, share in _shown(figures.phases))
        found.append(("phases played", columns))
    for place, (title, columns) in enumerate(found):
        yield from _distribution(title, Box(EDGE + place * (HALF + BETWEEN), top, HALF, DISTRIBUTION), columns)


def _distribution(title: str, box: Box, columns: tuple[Piece, ...]) -> Iterator[str]:
    yield parts.words(box.x, box.y, title, size=13, style='font-weight="bold"')
    yield from parts.histogram(Box(box.x, box.y + 32, box.width, COLUMNS), columns)


def _leads(figures: Figures) -> tuple[Piece, ...]:
    """Return columns of results, from the first side's greatest lead through a draw to the second side's."""
    found, colours = [], plot_colours(figures.sides)
    for lead, share in reversed(_shown(figures.margin)):
        colour = colours[lead < 0] if lead else parts.GREYS[0]
        found.append(Piece(str(abs(lead)), share, colour))
    return tuple(found)


def _shown(distribution: Distribution) -> list[tuple[int, float]]:
    """Return the values with their chances, from the first to the last value whose chance is large enough to see."""
    chances = {value: float(chance) for value, chance in distribution.chances}
    seen = [value for value, chance in chances.items() if chance >= LEAST]
    return [(value, chances.get(value, 0.0)) for value in range(min(seen), max(seen) + 1)]


# --- side by side ----------------------------------------------------------------------------------------------------


def side_by_side(each: Mapping[str, Figures], footer: str) -> str:
    """Draw scenarios one below another: winners, ways of winning and losses. `footer` states the assumptions."""
    drawn = [parts.words(EDGE, 40, "Side by side", size=22, style='font-weight="bold"')]
    for place, (name, figures) in enumerate(each.items()):
        drawn += _scenario(name, figures, TOP + 6 + ROW * place)
    return parts.document(TOP + 6 + ROW * len(each), drawn, footer)


def _scenario(name: str, figures: Figures, top: float) -> Iterator[str]:
    wide = WIDTH - 2 * EDGE
    yield parts.words(EDGE, top - 8, parts.shortened(name, 15, wide), size=15, style='font-weight="bold"')
    yield from parts.strip(Box(EDGE, top, wide, STRIP), _pieces(figures), 14)
    sides = zip(plot_colours(figures.sides), (EDGE, WIDTH - EDGE), ("start", "end"), strict=True)
    for place, (colour, x, anchor) in enumerate(sides):
        for line, said in enumerate(_summary(figures, place)):
            words = parts.shortened(said, HOW_SIZE, wide / 2 - 8)
            y = top + STRIP + 16 + HOW_LINE * line
            yield parts.words(x, y, words, size=HOW_SIZE, fill=colour, style=f'text-anchor="{anchor}"')


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
