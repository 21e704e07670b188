"""Pictures of a battle: one for each turn, or all turns on one sheet."""

from collections.abc import Iterator
from textwrap import wrap

from pilein.engine.game import Game
from pilein.lab.battle_scores import summed_up
from pilein.lab.drawing import marks
from pilein.lab.drawing.chapters import Chapter, chapters
from pilein.lab.drawing.legend import BETWEEN, column_width, height, legend, legend_lines
from pilein.lab.drawing.panels import Cut, cut_of, panel
from pilein.lab.drawing.svg import EDGE, TITLE, TITLE_LETTER, dice_words, document

WIDE = 1100  # dots, the greatest width of a picture of one turn
HIGH = 760  # dots, its greatest height
SMALL = 620  # dots, the same for a panel on a sheet
COLUMNS = 2  # between panels on a sheet
LINE = 20  # dots from one line of words to the next
SMALL_LETTER = 7.0  # dots, the greatest width of a letter 12 dots high
LETTER = 7.4  # dots, the greatest width of a letter 13 dots high


def turns(game: Game) -> Iterator[str]:
    """Yield a picture of the battle as deployed, then a picture of each turn."""
    found = chapters(game)
    cut = cut_of(chapter.scene for chapter in found)
    for chapter in found:
        yield _page(game, chapter, cut, is_last=chapter is found[-1])


def sheet(game: Game) -> str:
    """Draw all turns of a battle on one sheet, two in each row."""
    found = chapters(game)
    cut = cut_of(chapter.scene for chapter in found)
    parts = _words(EDGE, [title(game), summed_up(game)])
    across, down = float(EDGE), float(EDGE + 4 * LINE)
    frame = cut.frame(across, down, SMALL, HIGH)
    scores = [_short(chapter, frame.width) for chapter in found]
    under = (2.5 + max(1, *map(len, scores))) * LINE
    for place, (chapter, score) in enumerate(zip(found, scores, strict=True)):
        frame = cut.frame(across, down, SMALL, HIGH)
        parts += _words(across, [chapter.heading], top=down - LINE - 4)
        parts += panel(f"turn{chapter.turn}", chapter.scene, frame, game.state.setup)
        for number, line in enumerate(score, 1):
            parts.append(marks.text(across, down + frame.height + number * LINE - 4, line, size=12))
        across = float(EDGE) if place % COLUMNS else across + frame.width + EDGE
        down += (frame.height + under) * (place % COLUMNS)
    frame = cut.frame(EDGE, down, SMALL, HIGH)
    down += (frame.height + under) * (len(found) % COLUMNS)
    last = found[-1]
    scenes = [chapter.scene for chapter in found]
    lines = legend_lines(game.state.setup, found[0].field, last.field, scenes, frame)
    column = max(column_width(lines), frame.width + EDGE)
    parts += legend(lines, EDGE, down - 2.5 * LINE, column, frame)
    width = max(EDGE + COLUMNS * (frame.width + EDGE), EDGE + 2 * column - BETWEEN)
    return document(width, down - LINE + height(lines), parts)


def title(game: Game) -> str:
    """Return the title of a picture of the battle."""
    setup = game.state.setup
    return f"{setup.ruleset}: {' against '.join(setup.sides)}, {dice_words(game)}"


def _page(game: Game, chapter: Chapter, cut: Cut, *, is_last: bool) -> str:
    """Draw one turn of a battle with the paths and losses of that turn."""
    setup = game.state.setup
    frame = cut.frame(EDGE, TITLE + LINE, WIDE, HIGH)
    said = [f"{title(game)}: {chapter.heading}", chapter.score, summed_up(game) if is_last else ""]
    lines = legend_lines(setup, game.opening.state.field, chapter.field, [chapter.scene], frame)
    column = max(column_width(lines), frame.width / 2)
    parts = [
        *_words(EDGE, said),
        *panel("table", chapter.scene, frame, setup),
        *legend(lines, EDGE, frame.down + frame.height, column, frame),
    ]
    words = [TITLE_LETTER * len(said[0]), *(LETTER * len(line) for line in said[1:])]
    width = max(frame.width, 2 * column - BETWEEN, *words) + 2 * EDGE
    return document(width, frame.down + frame.height + height(lines) + EDGE / 2, parts)


def _words(left: float, lines: list[str], top: float = EDGE / 2) -> list[str]:
    """Draw a heading with lines of text below it."""
    first, *rest = lines
    head = marks.text(left, top + 16, first, size=17, style='font-weight="bold"')
    below = enumerate(filter(None, rest), 1)
    return [head, *(marks.text(left, top + 16 + LINE * place, line, size=13) for place, line in below)]


def _short(chapter: Chapter, wide: float) -> list[str]:
    """Break the score into lines no wider than a panel, omitting the turn, which is in the heading."""
    return wrap(chapter.score.partition(": ")[2], int(wide / SMALL_LETTER))
