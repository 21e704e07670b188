"""Charts of a report, drawn by Altair: bars, intervals and heat maps, each as SVG for a light and a dark page.

The charts need the extra `report`.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from pilein.kernel.errors import BadInput

NEEDED = ("altair", "vl_convert")
WIDE, ROW = 360, 22  # dots: of a chart, and of a line in it
CELL = 40
THEMES = {"light": ("#222222", "#dddddd"), "dark": ("#e6e6e6", "#444444")}  # ink and grid
COLOURS = ("#b5482f", "#2f6fb5")
LINES = (*COLOURS, "#3a8f4d", "#8a5fb0")
LINES_HIGH = 240
SCALE = ("#2f6fb5", "#f2f2f2", "#b5482f")  # from the column's side over even to the row's
FONT = "DejaVu Sans, Verdana, sans-serif"  # as wide as any font that readers are likely to have
PADDING = 16  # dots


class Chart(Struct, frozen=True):
    """Chart as two SVG pictures, for a light and a dark page."""

    light: str
    dark: str


def assert_drawn() -> None:
    """Raise BadInput if the extra `report` is not installed."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        remedy = "install the extra with `pip install 'pilein[report]'`"
        raise BadInput(
            f"a report needs {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed here",
            remedy=remedy,
        )


class Bar(Struct, frozen=True):
    """Bar with a label, a value in per cent (possibly negative), bounds if sampled, and a group for its colour."""

    label: str
    value: float
    group: str = ""
    interval: tuple[float, float] | None = None


def bars(title: str, shown: Sequence[Bar]) -> Chart:
    """Draw horizontal bars from zero to the right or left, in the given order, with whiskers for sampled values."""
    alt = import_module("altair")
    rows = [
        {"label": one.label, "value": one.value, "group": one.group, "low": low, "high": high}
        for one in shown
        for low, high in (one.interval or (one.value, one.value),)
    ]
    groups = list(dict.fromkeys(one.group for one in shown))
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("label:N", sort=None, title=None, axis=alt.Axis(labelLimit=200)),
        x=alt.X("value:Q", title=title),
    )
    colour = alt.Color("group:N", title=None, scale=alt.Scale(domain=groups, range=list(COLOURS[: len(groups)])))
    drawn = base.mark_bar() if groups == [""] else base.mark_bar().encode(color=colour)
    if any(one.interval for one in shown):
        drawn = alt.layer(drawn, base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title), x2="high:Q"))
    return _in_themes(drawn, len(rows) * ROW)


class Range(Struct, frozen=True):
    """Value with its interval, and a second value for comparison (None if there is none)."""

    label: str
    value: float
    low: float
    high: float
    other: float | None = None


def ranges(title: str, shown: Sequence[Range], other: str = "", *, is_logarithmic: bool = False) -> Chart:
    """Draw a dot with an interval for each value, and a ring for the second value.

    `other` explains the ring in the legend.
    """
    alt = import_module("altair")
    rows = [
        {"label": one.label, "value": one.value, "low": one.low, "high": one.high, "other": one.other} for one in shown
    ]
    scale = alt.Scale(type="log") if is_logarithmic else alt.Scale(zero=True)
    axis = f"{title} (rings: {other})" if other else title
    base = alt.Chart(alt.Data(values=rows)).encode(y=alt.Y("label:N", sort=None, title=None))
    layers = [
        base.mark_rule(strokeWidth=3, opacity=0.5, color=COLOURS[0]).encode(
            x=alt.X("low:Q", scale=scale, title=axis), x2="high:Q"
        ),
        base.mark_point(filled=True, size=90, color=COLOURS[0], opacity=1).encode(
            x=alt.X("value:Q", scale=scale, title=axis)
        ),
    ]
    if other:
        layers.append(
            base.mark_point(size=90, strokeWidth=2, color=COLOURS[1]).encode(
                x=alt.X("other:Q", scale=scale, title=axis)
            )
        )
    return _in_themes(alt.layer(*layers), len(rows) * (ROW + 4))


def heat_map(names: Sequence[str], cells: Sequence[Sequence[float | None]]) -> Chart:
    """Draw a table of percentages as a heat map.

    Cells that favour the row are red, and cells that favour the column are blue.
    """
    alt = import_module("altair")
    rows = [
        {"row": names[row], "column": names[column], "share": share}
        for row, shares in enumerate(cells)
        for column, share in enumerate(shares)
        if share is not None
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("column:N", sort=list(names), title=None, axis=alt.Axis(labelAngle=-40, orient="top")),
        y=alt.Y("row:N", sort=list(names), title=None),
    )
    scale = alt.Scale(domain=[0, 50, 100], range=list(SCALE))
    drawn = alt.layer(
        base.mark_rect().encode(color=alt.Color("share:Q", scale=scale, legend=None)),
        base.mark_text(color="#111111").encode(text=alt.Text("share:Q", format=".0f")),
    )
    return _in_themes(drawn, len(names) * CELL, max(len(names) * CELL, 3 * CELL))


class Line(Struct, frozen=True):
    """Labelled line through points (x, y). A `level` line is thin and marks a value for comparison."""

    label: str
    points: tuple[tuple[float, float], ...]
    is_level: bool = False


def lines(across: str, up: str, shown: Sequence[Line]) -> Chart:
    """Draw lines over common axes with the given titles. A level has the colour of the line with the same label."""
    alt = import_module("altair")
    rows = [{"line": one.label, "x": x, "y": y, "level": one.is_level} for one in shown for x, y in one.points]
    labels = list(dict.fromkeys(one.label for one in shown))
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("x:Q", title=across),
        y=alt.Y("y:Q", title=up),
        color=alt.Color("line:N", title=None, scale=alt.Scale(domain=labels, range=list(LINES[: len(labels)]))),
    )
    drawn = alt.layer(
        base.transform_filter("!datum.level").mark_line(strokeWidth=2, point=True),
        base.transform_filter("datum.level").mark_line(strokeWidth=1, strokeDash=[4, 4]),
    )
    return _in_themes(drawn, LINES_HIGH)


def _in_themes(drawn: Any, high: int, wide: int = WIDE) -> Chart:  # noqa: ANN401 - Altair's
    light, dark = (_svg(drawn.properties(width=wide, height=max(high, ROW)), *theme) for theme in THEMES.values())
    return Chart(light, dark)


def _svg(drawn: Any, ink: str, grid: str) -> str:  # noqa: ANN401 - Altair's
    convert = import_module("vl_convert")
    words = {"labelColor": ink, "titleColor": ink, "labelFont": FONT, "titleFont": FONT}
    lines = {"gridColor": grid, "domainColor": grid, "tickColor": grid}
    look = (
        drawn.configure(background="transparent", padding=PADDING)
        .configure_axis(**words, **lines)
        .configure_legend(**words)
    )
    return str(convert.vegalite_to_svg(look.configure_view(stroke=None).to_json(validate=False)))
