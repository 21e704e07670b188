"""Marks of a drawing as SVG elements, in dots, with y pointing down."""

from collections.abc import Iterable
from itertools import pairwise
from math import cos, hypot, radians, sin

from pilein.lab.drawing.colours import legible, on
from pilein.lab.drawing.plot_parts import escape
from pilein.lab.drawing.roles import ROLES
from pilein.lab.drawing.things import Arrow, Figure, Flag, Frame, Point, Terrain

INK = "#222"
DIAGONAL = 0.7071  # of a round base, where a cross meets its edge
FULL_SIZE = 36  # dots to the inch, from which lines have their full width
ROLE_SIZE = 0.27  # of the shorter side of a base: half the height of a role's mark
SHORTEST = 4  # dots in the shortest visible path
NUMBER_SIZE = 0.3  # of the shorter side of a base: the height of the model's number
READABLE = 5.5  # dots, the height of the smallest number that is drawn
PALE = "0.55"  # opacity of models out of a battle but still on the table
BEYOND = ("#cfcabb", "beyond the table")
GROUNDS = {
    "open": ("#ece6d0", "open ground"),
    "difficult": ("url(#difficult)", "difficult ground"),
    "dangerous": ("url(#dangerous)", "dangerous ground"),
    "impassable": ("#8b8b8b", "impassable ground"),
    "obstacle": ("#b9a58a", "obstacle"),
    "structure": ("#dcdce6", "structure"),
    "very difficult": ("#c9d1a5", "very difficult ground"),
}
PATTERNS = """\
<defs>
<pattern id="difficult" width="8" height="8" patternUnits="userSpaceOnUse">\
<rect width="8" height="8" fill="#e9ecd8"/><path d="M0 8L8 0" stroke="#8b9a5b" stroke-width="1"/></pattern>
<pattern id="dangerous" width="8" height="8" patternUnits="userSpaceOnUse">\
<rect width="8" height="8" fill="#f6e3c5"/><path d="M0 0L8 8M0 8L8 0" stroke="#b07d2b" stroke-width="1"/></pattern>
<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">\
<path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>
</defs>"""


def text(x: float, y: float, words: str, *, size: float = 12, style: str = "") -> str:
    """Draw text whose left end is at (x, y), unless `style` anchors it differently."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" {style}>{escape(words)}</text>'


def ground(frame: Frame, terrain: Terrain) -> str:
    """Draw a piece of terrain as an outlined polygon in the colour of its kind."""
    fill, words = GROUNDS.get(terrain.kind, GROUNDS["open"])
    title = f"<title>{escape(terrain.name or words)}</title>"
    return f'<polygon points="{_points(map(frame.dot, terrain.corners))}" fill="{fill}" stroke="#999">{title}</polygon>'


def base(frame: Frame, figure: Figure, colour: str) -> str:
    """Draw a base in its true outline, with the model's role and name.

    A tick shows the model's front or its direction of flight.
    """
    title = f"<title>{escape(figure.title)}</title>" if figure.title else ""
    outline = _outline(frame, figure, f'fill="{colour}" stroke="{INK}"')
    return _placed(frame, figure, title + outline + _tick(frame, figure, colour) + role(frame, figure, colour))


def _tick(frame: Frame, figure: Figure, colour: str) -> str:
    deep = figure.depth * frame.scale / 2
    if figure.heading is None:
        return f'<path d="M0 {-deep * 0.35:.2f}L0 {-deep:.2f}" stroke="{on(colour)}" stroke-width="1.5"/>'
    short = min(figure.width, figure.depth) * frame.scale / 2
    turned = f'transform="rotate({figure.heading - figure.facing:g})"'
    return f'<path d="M0 {-short * 0.35:.2f}L0 {-short:.2f}" stroke="{on(colour)}" stroke-width="1.5" {turned}/>'


def role(frame: Frame, figure: Figure, colour: str) -> str:
    """Draw the mark of a role, upright on the base."""
    if figure.role not in ROLES:
        return ""
    size = min(figure.width, figure.depth) * frame.scale * ROLE_SIZE
    return role_mark(figure.role, size, f"rotate({-figure.facing or 0:g})", on(colour))


def number(frame: Frame, figure: Figure, colour: str) -> str:
    """Draw the number that a model has in the log, upright on the back of the model's base.

    Returns "" if the number would be too small.
    """
    size = min(figure.width, figure.depth) * frame.scale * NUMBER_SIZE
    if size < READABLE:
        return ""
    back, turn = figure.depth * frame.scale / 2 - 0.65 * size, radians(figure.facing)
    x, y = frame.dot((figure.x, figure.y))
    x, y = x - back * sin(turn), y + back * cos(turn)
    style = f'text-anchor="middle" fill="{on(colour)}"'
    return text(x, y + 0.35 * size, str(figure.model), size=round(size, 1), style=style)


def role_mark(name: str, size: float, moved: str, fill: str) -> str:
    """Draw the mark of a role, `size` dots from its centre to its edge."""
    return f'<path transform="{moved} scale({size:.2f})" d="{ROLES[name].path}" fill="{fill}"/>'


def fallen(frame: Frame, figure: Figure, colour: str) -> str:
    """Draw the crossed-out outline of a casualty."""
    share = 1.0 if figure.kind == "rectangle" else DIAGONAL
    right, down = figure.width * frame.scale / 2 * share, figure.depth * frame.scale / 2 * share
    cross = f"M{-right:.2f} {-down:.2f}L{right:.2f} {down:.2f}M{-right:.2f} {down:.2f}L{right:.2f} {-down:.2f}"
    outline = _outline(frame, figure, f'fill="none" stroke="{colour}" stroke-dasharray="3 2"')
    return _placed(frame, figure, f'{outline}<path d="{cross}" stroke="{colour}" stroke-width="1.5" fill="none"/>')


def ghost(frame: Frame, figure: Figure, colour: str) -> str:
    """Draw a faint outline at the former position of a model that has moved."""
    return _placed(frame, figure, _outline(frame, figure, f'fill="none" stroke="{colour}" stroke-opacity="0.45"'))


def arrow(frame: Frame, way: Arrow, colour: str) -> str:
    """Draw the path of a move. Returns "" if the path is too short to see."""
    dots = [frame.dot(point) for point in way.route]
    if sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(dots)) < SHORTEST:
        return ""
    points = f'points="{_points(dots)}" fill="none" stroke-linejoin="round"'
    thin = min(1.0, max(0.5, frame.scale / FULL_SIZE))
    halo = f'<polyline {points} stroke="#fff" stroke-width="{5 * thin:.1f}" stroke-opacity="0.85"/>'
    edge = f'<polyline {points} stroke="{colour}" stroke-width="{3 * thin:.1f}" stroke-opacity="0.8"/>'
    return f'{halo}{edge}<polyline {points} stroke="{INK}" stroke-width="{1.2 * thin:.1f}" marker-end="url(#head)"/>'


def name_size(frame: Frame) -> float:
    """Return the font size of names. Names are smaller on a table that is drawn smaller."""
    return min(11.0, max(7.5, 4.5 + frame.scale / 3))


def label(frame: Frame, x: float, y: float, words: str, colour: str) -> str:
    """Draw centred text in a colour, legible on any ground."""
    size, style = round(name_size(frame), 1), 'text-anchor="middle" font-weight="bold"'
    halo = text(x, y, words, size=size, style=f'{style} stroke="#fff" stroke-width="3" fill="#fff" aria-hidden="true"')
    return halo + text(x, y, words, size=size, style=f'{style} fill="{legible(colour)}"')


def leader(start: Point, end: Point, colour: str) -> str:
    """Draw a thin line from a name to a model, with a dot at the model."""
    (x, y), (to_x, to_y) = start, end
    line = f'd="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"'
    halo = f'<path {line} stroke="#fff" stroke-width="3"/>'
    dot = f'<circle cx="{to_x:.1f}" cy="{to_y:.1f}" r="1.8" fill="{legible(colour)}" stroke="#fff"/>'
    return f'{halo}<path {line} stroke="{legible(colour)}" stroke-width="1"/>{dot}'


def scale_bar(x: float, y: float, scale: float, length: int) -> str:
    """Draw a bar `length` inches long with a tick at each inch."""
    ticks = "".join(f"M{x + inch * scale:.1f} {y - 4:.1f}v8" for inch in range(length + 1))
    bar = f'<path d="M{x:.1f} {y:.1f}h{length * scale:.1f}{ticks}" stroke="{INK}" fill="none"/>'
    return bar + text(x + length * scale + 6, y + 4, f'{length}"', size=11)


def aim(frame: Frame, one: Point, other: Point, colour: str) -> str:
    """Draw a dotted line from a unit to its target."""
    (x, y), (to_x, to_y) = frame.dot(one), frame.dot(other)
    line = f'd="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke-linecap="round" stroke-dasharray="1 6"'
    halo = f'<path {line} stroke="#fff" stroke-width="4"/>'
    return f'{halo}<path {line} stroke="{legible(colour)}" stroke-width="2" marker-end="url(#head)"/>'


def flag(frame: Frame, one: Flag) -> str:
    """Draw an objective as a ring and a flag, in the colour of the side that holds it."""
    x, y = frame.dot((one.x, one.y))
    colour = one.colour
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{one.radius * frame.scale:.1f}" fill="{colour}" fill-opacity="0.08"'
    pole = f'<path d="M{x:.1f} {y:.1f}v-18l13 4l-13 4" fill="{colour}" stroke="{INK}" stroke-linejoin="round"/>'
    words = text(x, y + 12, one.name, size=11, style='text-anchor="middle" fill="#555"')
    return f'{ring} stroke="{colour}" stroke-dasharray="5 4"/>{pole}{words}'


def _outline(frame: Frame, figure: Figure, style: str) -> str:
    wide, deep = figure.width * frame.scale / 2, figure.depth * frame.scale / 2
    if figure.kind == "rectangle":
        return f'<rect x="{-wide:.2f}" y="{-deep:.2f}" width="{2 * wide:.2f}" height="{2 * deep:.2f}" {style}/>'
    return f'<ellipse rx="{wide:.2f}" ry="{deep:.2f}" {style}/>'


def _placed(frame: Frame, figure: Figure, inner: str) -> str:
    x, y = frame.dot((figure.x, figure.y))
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({figure.facing:g})">{inner}</g>'


def _points(dots: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
