"""Coverage as an SVG picture, with a bar for each section of the text, coloured by the effect of its sentences."""

from collections.abc import Iterator

from pilein.engine.rulesets import ruleset_named
from pilein.lab.coverage_figures import CoverageFigures
from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.plot import EDGE, WIDTH, document
from pilein.lab.drawing.plot_parts import Box

TOP = 112  # dots above the bars
ROW, BAR = 22, 14  # dots, from one bar to the next, and how high one is
NAMES = 300  # dots for the names of sections
SIZE = 12  # of letters
COLOURS = {
    "mattered": "#2e7d4f",
    "never mattered": "#d9a514",
    "not tried": "#8fa3b3",
    "never reached": "#c8ccd0",
    "no code": "#efe9dc",
}


def plotted(found: CoverageFigures) -> str:
    """Draw, for each section, how many sentences mattered, never mattered, were not tried or were never reached."""
    sections: dict[str, dict[str, int]] = {}
    text = ruleset_named(found.ruleset).sentences
    for one in found.sentences:
        counts = sections.setdefault(text[one.id].section, dict.fromkeys(COLOURS, 0))
        counts[one.status] += 1
    bottom = TOP + ROW * max(1, len(sections))
    drawn = [
        parts.words(EDGE, 40, "Coverage of the text", size=22, style='font-weight="bold"'),
        parts.words(EDGE, 61, f"{found.ruleset}: sentences by section, {found.games:,} games", fill=parts.FAINT),
        *_legend(),
        *_bars(sections),
    ]
    return document(bottom + 20, drawn)


def _legend() -> Iterator[str]:
    left = float(EDGE)
    for words, colour in COLOURS.items():
        yield parts.rectangle(Box(left, 76, 12, 12), colour, words)
        yield parts.words(left + 18, 87, words, size=SIZE)
        left += 130


def _bars(sections: dict[str, dict[str, int]]) -> Iterator[str]:
    most = max((sum(counts.values()) for counts in sections.values()), default=1)
    step = (WIDTH - 2 * EDGE - NAMES) / most
    for row, (name, counts) in enumerate(sections.items()):
        y, left = TOP + ROW * row, float(EDGE + NAMES)
        yield parts.words(EDGE, y + BAR - 3, parts.shortened(name, SIZE, NAMES - 10), size=SIZE)
        for words, count in counts.items():
            if count:
                title = f"{name}: {count} {words}"
                yield parts.rectangle(Box(left, y, step * count, BAR), COLOURS[words], title)
                left += step * count
