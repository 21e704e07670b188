"""A game as one SVG picture: the table before and after, side by side or one above the other, a legend, a scale."""

from pilein.cli.picture import marks
from pilein.cli.picture.legend import BETWEEN, column_width, height, legend, legend_lines
from pilein.cli.picture.scene import Scene, scene_of
from pilein.cli.picture.things import Figure, Frame, Point
from pilein.engine.game import Game
from pilein.tabletop.setup import Setup

PANEL = 520  # dots, the longer side of a panel beside another
WIDE_PANEL = 960  # dots, the width of a panel above another
IS_WIDE = 1.5  # times as wide as high: the panels stand one above the other
NARROWEST = 8.0  # inches shown across, at least, so that names have room
LOWEST = 4.5  # inches shown up the table, at least
MARGIN = 1.5  # inches round the action
EDGE = 24  # dots round the panels
TITLE = 62  # dots above the panels
TITLE_LETTER = 10.8  # dots, the width of a letter of the title at most
CLOSEST = 60.0  # dots to the inch, at most


def drawn(game: Game) -> str:
    """The picture of a game as it stands."""
    setup: Setup = game.state.setup
    scene = scene_of(game)
    left = _frame(scene)
    right = _second(left)
    colours = _colours(setup)
    lines = legend_lines(game, scene, left, colours)
    top, column = right.down + right.height, max(column_width(lines), _half(right))
    parts = [
        *_headings(game, left, right),
        *_panel(scene, left, setup, colours, after=False),
        *_panel(scene, right, setup, colours, after=True),
        *legend(lines, EDGE, top, column, right),
    ]
    width = max(right.across + right.width, EDGE + 2 * column - BETWEEN, EDGE + TITLE_LETTER * len(_title(game))) + EDGE
    return _document(width, top + height(lines) + EDGE / 2, parts)


def _document(width: float, height: float, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
    style = 'font-family="DejaVu Sans, Verdana, sans-serif"'
    paper = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>'
    return "\n".join(
        [f'{head} height="{height:.0f}" {style}>', marks.PATTERNS, paper, *filter(None, parts), "</svg>\n"]
    )


def _frame(scene: Scene) -> Frame:
    """The part of the table where something happens, with a margin, not beyond the table's edge by more than that."""
    figures = (*scene.before, *scene.after, *scene.fallen)
    points = [corner for figure in figures for corner in _corners(figure)]
    points += [point for arrow in scene.arrows for point in arrow.route]
    left, right = _span([x for x, _ in points], NARROWEST, scene.size[0] if scene.size else None)
    low, high = _span([y for _, y in points], LOWEST, scene.size[1] if scene.size else None)
    panel = WIDE_PANEL if right - left > IS_WIDE * (high - low) else PANEL
    scale = min(panel / max(right - left, high - low), CLOSEST)
    return Frame(left, low, right, high, scale, EDGE, TITLE)


def _second(first: Frame) -> Frame:
    """The frame of the other view: beside the first, or under it where that is wide."""
    is_wide = first.right - first.left > IS_WIDE * (first.high - first.low)
    across = first.across if is_wide else first.across + first.width + EDGE
    down = first.down + first.height + 2 * EDGE if is_wide else first.down
    return Frame(first.left, first.low, first.right, first.high, first.scale, across, down)


def _span(values: list[float], least: float, size: float | None) -> tuple[float, float]:
    low, high = min(values, default=0.0) - MARGIN, max(values, default=0.0) + MARGIN
    short = max(0.0, least - (high - low)) / 2
    low, high = low - short, high + short
    if size is None:
        return low, high
    return max(low, -MARGIN / 2), min(high, size + MARGIN / 2)


def _corners(figure: Figure) -> tuple[Point, Point]:
    far = max(figure.width, figure.depth) / 2
    return (figure.x - far, figure.y - far), (figure.x + far, figure.y + far)


def _colours(setup: Setup) -> dict[int, str]:
    """A colour for each unit, those of a side being related."""
    found = {}
    for side, shades in enumerate(marks.COLOURS):
        for place, unit in enumerate(setup.units_of(side)):
            found[unit] = shades[place % len(shades)]
    return found


def _half(right: Frame) -> float:
    """Half the width of both panels: where the second column stands, under the second panel if there is one."""
    return (right.width + EDGE) / 2 if right.across == EDGE else right.across - EDGE


def _title(game: Game) -> str:
    phases = f"{game.phase} phase{'s' if game.phase > 1 else ''}"
    return f"{game.state.setup.ruleset}: {' against '.join(game.state.setup.sides)}, {phases}, seed {game.seed}"


def _headings(game: Game, left: Frame, right: Frame) -> list[str]:
    return [
        marks.text(EDGE, 28, _title(game), size=17, style='font-weight="bold"'),
        marks.text(left.across, left.down - 8, "before", size=13, style='fill="#555"'),
        marks.text(right.across, right.down - 8, "after", size=13, style='fill="#555"'),
    ]


def _panel(scene: Scene, frame: Frame, setup: Setup, colours: dict[int, str], *, after: bool) -> list[str]:
    """One view: ground first, then the fallen, ways, bases, names."""
    clip = f"panel{int(after)}"
    box = f'x="{frame.across}" y="{frame.down}" width="{frame.width:.1f}" height="{frame.height:.1f}"'
    living = scene.after if after else scene.before
    inner = [_table(frame, scene.size), *(marks.ground(frame, one) for one in scene.terrain)]
    if after:
        inner += [marks.ghost(frame, one, colours[one.unit]) for one in _moved(scene)]
        inner += [marks.fallen(frame, one, colours[one.unit]) for one in scene.fallen]
    inner += [marks.base(frame, one, colours[one.unit]) for one in living]
    if after:
        inner += [marks.arrow(frame, one, colours[one.unit]) for one in scene.arrows]
    around = (*living, *scene.fallen) if after else living
    inner += _names(living, around, frame, setup, colours)
    group = f'<g clip-path="url(#{clip})">'
    border = f'<rect {box} fill="none" stroke="{marks.INK}"/>'
    return [f'<clipPath id="{clip}"><rect {box}/></clipPath>', group, *inner, "</g>", border]


def _moved(scene: Scene) -> list[Figure]:
    """Where those stood before who have moved since."""
    places = {figure.model: figure for figure in (*scene.after, *scene.fallen)}
    return [figure for figure in scene.before if places.get(figure.model, figure) != figure]


def _table(frame: Frame, size: Point | None) -> str:
    """The table itself, darker beyond its edge; the press has none."""
    ground = f'<rect x="{frame.across}" y="{frame.down}" width="{frame.width:.1f}" height="{frame.height:.1f}"'
    if size is None:
        return f'{ground} fill="#f7f6f1"/>'
    x, y = frame.dot((0, size[1]))
    wide, deep = size[0] * frame.scale, size[1] * frame.scale
    inside = f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{deep:.1f}" fill="#f7f6f1" stroke="#777"/>'
    return f'{ground} fill="#cfcabb"/>{inside}'


def _names(
    figures: tuple[Figure, ...], around: tuple[Figure, ...], frame: Frame, setup: Setup, colours: dict[int, str]
) -> list[str]:
    """Each unit's name and how many live, on the side away from the enemy, the fallen among `around` too."""
    found = []
    for unit in setup.units:
        own = [figure for figure in figures if figure.unit == unit.number]
        if own:
            foes = [figure for figure in around if setup.units[figure.unit].side != unit.side]
            below = _height(own) <= _height(foes or list(around))
            words = f"{unit.name} ({len(own)})"
            found.append(marks.name(frame, own, words, colours[unit.number], below=below))
    return found


def _height(figures: list[Figure]) -> float:
    """How far up the table they stand, on the whole."""
    return sum(figure.y for figure in figures) / len(figures)
