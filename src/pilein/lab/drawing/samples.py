"""Samples of marks for the legend, drawn as the marks appear in the picture."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from pilein.lab.drawing import marks
from pilein.lab.drawing.panels import moved
from pilein.lab.drawing.roles import ROLES
from pilein.lab.drawing.scene import Scene
from pilein.lab.drawing.things import NOBODYS, Arrow, Figure, Flag, Frame

SIZE = 12.0  # dots, the width of a sample
COLOUR = "#777"
FRONT, FLIGHT, FALLEN, BEFORE, WAY, AIM, OUT, HELD = (
    *("front", "flight", "fallen", "before", "way", "aim", "out", "held"),
)
WORDS: Mapping[str, str] = {
    FRONT: "model, with a line to its front",
    FLIGHT: "in flight, with a line to where it runs",
    FALLEN: "fallen",
    BEFORE: "where it stood before",
    WAY: "the way it went",
    AIM: "its target",
    OUT: "out of the battle",
    HELD: "objective, in the colour of the side that holds it",
}


def seen_in(scenes: Iterable[Scene], frame: Frame) -> list[str]:
    """Return the marks shown in the pictures of several scenes, in legend order."""
    found = {mark for scene in scenes for mark in _seen(scene, frame)}
    return [mark for mark in WORDS if mark in found]


def _seen(scene: Scene, frame: Frame) -> Iterator[str]:
    living = (*scene.before, *scene.after)
    if any(one.heading is None for one in living):
        yield FRONT
    if any(one.heading is not None for one in living):
        yield FLIGHT
    if scene.fallen:
        yield FALLEN
    if moved(scene):
        yield BEFORE
    if any(marks.arrow(frame, way, COLOUR) for way in scene.arrows):
        yield WAY
    if scene.flags:
        yield HELD


def sample(x: float, y: float, mark: str) -> str:
    """Draw the legend line that explains a mark."""
    drawn = _drawn(Frame(0, 0, 0, 0, 1.0, x + SIZE / 2, y - 4), mark)
    return drawn + marks.text(x + 18, y, WORDS[mark], size=12)


def _drawn(frame: Frame, mark: str) -> str:
    """Draw a mark in the middle of a frame, at a scale of one dot per inch."""
    upright = Figure("rectangle", SIZE, SIZE, 0, 0, 0, 0, 0)
    if mark == FALLEN:
        return marks.fallen(frame, upright, COLOUR)
    if mark == BEFORE:
        return marks.ghost(frame, upright, marks.INK)
    if mark == WAY:
        return marks.arrow(frame, Arrow(((-SIZE / 2, 0), (SIZE / 2, 0)), 0), COLOUR)
    if mark == AIM:
        return _halved(frame, marks.aim(LARGE, (-SIZE, 0), (SIZE, 0), COLOUR))
    if mark == OUT:
        return f'<g opacity="{marks.PALE}">{marks.base(frame, upright, COLOUR)}</g>'
    if mark == HELD:
        return _halved(frame, marks.flag(LARGE, Flag(-SIZE / 2, -SIZE, 0, "", NOBODYS)))
    heading = 135.0 if mark == FLIGHT else None
    return marks.base(frame, Figure("rectangle", SIZE, SIZE, 0, 0, 0, 0, 0, heading=heading), COLOUR)


def _halved(frame: Frame, mark: str) -> str:
    """Draw a mark at half its size in the middle of the given frame."""
    return f'<g transform="translate({frame.across:.1f} {frame.down:.1f}) scale(0.5)">{mark}</g>'


LARGE = Frame(0, 0, 0, 0, 1.0, 0, 0)


def role_line(x: float, y: float, name: str) -> str:
    """Draw the legend line that explains a role."""
    mark = marks.role_mark(name, SIZE / 2, f"translate({x + SIZE / 2:.1f} {y - 4:.1f})", marks.INK)
    return mark + marks.text(x + 18, y, ROLES[name].words, size=12)


def swatch(x: float, y: float, fill: str, words: str) -> str:
    """Draw the legend line that explains a unit's colour or a kind of ground."""
    place = f'x="{x:.1f}" y="{y - 10:.1f}" width="{SIZE:g}" height="{SIZE:g}"'
    return f'<rect {place} fill="{escape(fill)}" stroke="{marks.INK}"/>{marks.text(x + 18, y, words, size=12)}'
