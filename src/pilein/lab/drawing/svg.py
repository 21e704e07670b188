"""Game as one SVG picture: the table before and after play (side by side or stacked), a legend and a scale."""

from pilein.engine.game import Game
from pilein.kernel.record import SEED
from pilein.lab.drawing import marks
from pilein.lab.drawing.legend import BETWEEN, column_width, height, legend, legend_lines
from pilein.lab.drawing.panels import cut_of, panel
from pilein.lab.drawing.scene import scene_of
from pilein.lab.drawing.things import Frame
from pilein.tabletop.setup import Setup

PANEL = 520  # dots, the longer side of a panel next to another
WIDE_PANEL = 960  # dots, the width of a panel above another
IS_WIDE = 1.5  # ratio of width to height from which the panels are stacked
EDGE = 24  # dots around the panels
TITLE = 62  # dots above the panels
TITLE_LETTER = 10.8  # dots, the greatest width of a letter in the title


def drawn(game: Game) -> str:
    """Draw a game in its current state as one SVG picture."""
    setup: Setup = game.state.setup
    scene = scene_of(game)
    cut = cut_of([scene])
    most = WIDE_PANEL if cut.right - cut.left > IS_WIDE * (cut.high - cut.low) else PANEL
    left = cut.frame(EDGE, TITLE, most, most)
    right = _second(left)
    lines = legend_lines(setup, game.opening.state.field, game.state.field, [scene], left)
    top, column = right.down + right.height, max(column_width(lines), _half(right))
    parts = [
        *_headings(game, left, right),
        *panel("before", scene, left, setup, after=False),
        *panel("after", scene, right, setup),
        *legend(lines, EDGE, top, column, right),
    ]
    width = max(right.across + right.width, EDGE + 2 * column - BETWEEN, EDGE + TITLE_LETTER * len(_title(game))) + EDGE
    return document(width, top + height(lines) + EDGE / 2, parts)


def document(width: float, height: float, parts: list[str]) -> str:
    """Assemble an SVG drawing of the given size, in dots."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    style = 'font-family="DejaVu Sans, Verdana, sans-serif"'
    paper = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>'
    return "\n".join(
        [f'{head} height="{height:.0f}" {style}>', marks.PATTERNS, paper, *filter(None, parts), "</svg>\n"]
    )


def _second(first: Frame) -> Frame:
    """Return the frame of the second view: beside the first, or below it if the frame is wide."""
    is_wide = first.right - first.left > IS_WIDE * (first.high - first.low)
    across = first.across if is_wide else first.across + first.width + EDGE
    down = first.down + first.height + 2 * EDGE if is_wide else first.down
    return Frame(first.left, first.low, first.right, first.high, first.scale, across, down)


def _half(right: Frame) -> float:
    """Return the width of a legend column.

    The second column begins under the second panel or, if the panels are stacked, halfway across.
    """
    return (right.width + EDGE) / 2 if right.across == EDGE else right.across - EDGE


def dice_words(game: Game) -> str:
    """Describe the origin of a game's dice, which is either a seed or a list of given dice."""
    return f"seed {game.seed}" if game.dice_from == SEED else "dice as given"


def _title(game: Game) -> str:
    phases = f"{game.phase} phase{'s' if game.phase > 1 else ''}"
    return f"{game.state.setup.ruleset}: {' against '.join(game.state.setup.sides)}, {phases}, {dice_words(game)}"


def _headings(game: Game, left: Frame, right: Frame) -> list[str]:
    return [
        marks.text(EDGE, 28, _title(game), size=17, style='font-weight="bold"'),
        marks.text(left.across, left.down - 8, "before", size=13, style='fill="#555"'),
        marks.text(right.across, right.down - 8, "after", size=13, style='fill="#555"'),
    ]
