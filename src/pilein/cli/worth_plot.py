"""What everything is worth as one SVG picture: a bar for each change, as long as what it adds or takes."""

from collections.abc import Iterator

from pilein.cli import plot_parts as parts
from pilein.cli.plot import EDGE, WIDTH, document
from pilein.cli.plot_parts import Box
from pilein.lab.figures_as_tables import percent
from pilein.lab.worth import UNSEEN, Effect, Worth

TOP = 104  # dots above the bars
ROW, BAR = 22, 14  # dots, from one bar to the next, and how high one is
UNITS, CHANGES = 120, 226  # dots for a unit's name, and for the change
NAMES = UNITS + CHANGES
NUMBERS = 66  # dots on both sides of the bars, for what they come to
SIZE = 12  # of letters
MOST = 40  # changes that are drawn: the greatest


def plotted(found: Worth) -> str:
    """The picture: how much more or less often each changed unit's side wins, the greatest effect first."""
    seen = [one for one in found.effects if one.size[0] >= UNSEEN]
    shown = seen[:MOST]
    bottom = TOP + ROW * max(1, len(shown))
    drawn = [
        parts.words(EDGE, 40, "What it is worth", size=22, style='font-weight="bold"'),
        parts.words(EDGE, 61, parts.shortened(_before(found), 13, WIDTH - 2 * EDGE), fill=parts.FAINT),
        parts.words(
            EDGE, 84, "with the change its side wins so many points of per cent more or less", fill=parts.FAINT
        ),
        f'<path d="M{_middle():.1f} {TOP - 6}V{bottom:.1f}" stroke="{parts.LINE}"/>',
        *_bars(found, shown),
        parts.words(EDGE, bottom + 24, _rest(found, len(seen), len(shown)), size=SIZE, fill=parts.FAINT),
    ]
    return document(bottom + 46, drawn)


def _bars(found: Worth, shown: list[Effect]) -> Iterator[str]:
    """A row for each change: its unit in the colour of its side, what is changed, the bar and its number."""
    longest = max((one.size[0] for one in shown), default=1.0)
    for row, one in enumerate(shown):
        y, colour, gain = TOP + ROW * row, parts.SIDES[found.sides.index(one.side)], float(one.gain)
        unit = parts.shortened(one.unit, SIZE, UNITS - 8)
        yield parts.words(EDGE, y + BAR - 3, unit, size=SIZE, fill=colour, style='font-weight="bold"')
        change = parts.shortened(one.change, SIZE, CHANGES - 8)
        yield parts.words(EDGE + UNITS, y + BAR - 3, change, size=SIZE)
        long = _half() * abs(gain) / longest
        left = _middle() if gain > 0 else _middle() - long
        title = f"{one.unit}, {one.change}: {one.side} wins {percent(one.wins)}"
        yield parts.rectangle(Box(left, y, long, BAR), colour, title)
        beyond, anchor = (left + long + 6, "start") if gain > 0 else (left - 6, "end")
        yield parts.words(beyond, y + BAR - 3, f"{100 * gain:+.2f}", size=SIZE, style=f'text-anchor="{anchor}"')


def _before(found: Worth) -> str:
    """How the fight goes without any change."""
    pairs = zip(found.sides, found.before.wins, strict=True)
    return f"{found.ruleset}; as it is: " + ", ".join(f"{side} wins {percent(won)}" for side, won in pairs)


def _rest(found: Worth, seen: int, shown: int) -> str:
    """What is not drawn."""
    if not seen:
        return "no change makes a side win more or less often"
    told = [f"{seen - shown} lesser ones are not drawn"] if seen > shown else []
    none = len(found.effects) - seen
    return "; ".join([*told, f"{none} of {len(found.effects)} changes do not change who wins"])


def _half() -> float:
    """Dots for the longest bar."""
    return (WIDTH - 2 * EDGE - NAMES) / 2 - NUMBERS


def _middle() -> float:
    return EDGE + NAMES + NUMBERS + _half()
