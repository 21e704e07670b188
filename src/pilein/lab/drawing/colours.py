"""Colours of sides and units.

A side whose name contains a colour word is drawn in that colour, any other side in a warm or a cold colour.
"""

import re
from collections.abc import Mapping
from colorsys import hls_to_rgb, rgb_to_hls

Shades = tuple[str, ...]  # the first is the side's, and each unit has one

WARM: Shades = (
    *("#D55E00", "#E69F00", "#CC79A7", "#A6461C", "#EBCB6B", "#7A2E0E", "#F0986A", "#A33F6F"),
    *("#8A7A1F", "#F4C2B8", "#5C1A3D", "#B58B5A"),
)
COLD: Shades = (
    *("#0072B2", "#56B4E9", "#009E73", "#1B3A6B", "#7F8FD6", "#8CC7B5", "#00574A", "#4C7F99"),
    *("#5B3F9E", "#B9CFE8", "#27B8C4", "#6B8E4E"),
)
NAMED: Mapping[str, str] = {
    "red": "#C62828",
    "crimson": "#A31545",
    "scarlet": "#D32F2F",
    "blue": "#1565C0",
    "azure": "#2E8FD6",
    "green": "#2E7D32",
    "yellow": "#E0B400",
    "gold": "#C99700",
    "golden": "#C99700",
    "orange": "#E06C00",
    "purple": "#6A2C91",
    "violet": "#6A2C91",
    "pink": "#D6528F",
    "brown": "#795548",
    "black": "#2F2F2F",
    "white": "#ECECE4",
    "grey": "#7D7D7D",
    "gray": "#7D7D7D",
    "silver": "#A9B0B7",
    "teal": "#00796B",
    "cyan": "#0097A7",
}
TERMINAL: Mapping[str, str] = {
    **dict.fromkeys(("red", "crimson", "scarlet"), "red3"),
    **dict.fromkeys(("blue", "azure"), "dodger_blue1"),
    **dict.fromkeys(("green", "teal"), "green4"),
    **dict.fromkeys(("yellow", "gold", "golden"), "gold3"),
    **dict.fromkeys(("purple", "violet"), "medium_purple"),
    **dict.fromkeys(("grey", "gray", "silver", "black", "white"), "grey58"),
    "orange": "dark_orange",
    "pink": "deep_pink3",
    "brown": "dark_goldenrod",
    "cyan": "dark_cyan",
}
COLD_NAMES = ("blue", "azure", "green", "purple", "violet", "teal", "cyan")
LIGHTER = (0.0, 0.17, -0.12, 0.27, 0.08, 0.13, 0.22, 0.31, 0.12, 0.35, 0.2, 0.04)  # relative to the first shade
TURNED = (0.0, 0.0, 0.0, 0.02, -0.03, 0.03, -0.02, 0.02, 0.04, -0.04, -0.03, 0.05)  # of the hue, from 0 to 1
DARKEST, PALEST = 0.12, 0.88  # lightness of shades
LUMINANCE = (0.21, 0.72, 0.07)  # contributions of red, green and blue to luminance
LIGHTEST = 115.0  # of 255, for words on white
PAPER = 190.0  # of 255, for bars on white
LIGHT = 150.0  # of 255; above this, marks on a colour are dark


def side_colours(sides: tuple[str, str]) -> tuple[str, str]:
    """Return the colour in which each side is drawn."""
    one, other = shades_of(sides)
    return one[0], other[0]


def plot_colours(sides: tuple[str, str]) -> tuple[str, str]:
    """Return the colour of each side on white paper. A side called white is drawn in grey."""
    one, other = side_colours(sides)
    return _darkened(one, PAPER), _darkened(other, PAPER)


def shades_of(sides: tuple[str, str]) -> tuple[Shades, Shades]:
    """Return the colours of each side's units.

    A side's colours derive from the colour word in its name, unless both sides have the same word.
    """
    one, other = map(named, sides)
    if one == other:
        return (shades(one) if one else WARM), COLD if one not in COLD_NAMES else WARM
    first = shades(one) if one else WARM if other in COLD_NAMES or not other else COLD
    second = shades(other) if other else WARM if one in COLD_NAMES else COLD
    return first, second


def terminal_styles(sides: tuple[str, str]) -> tuple[str, str]:
    """Return the terminal colour of each side.

    The colour suits the side's name and is chosen to be legible on both black and white.
    """
    one, other = shades_of(sides)
    return _style(sides[0], one), _style(sides[1], other)


def _style(side: str, colours: Shades) -> str:
    return f"bold {TERMINAL.get(named(side), 'dark_orange' if colours == WARM else 'deep_sky_blue1')}"


def named(side: str) -> str:
    """Return the colour word in a side's name, or "" if there is none."""
    return next((word for word in re.findall(r"[a-z]+", side.lower()) if word in NAMED), "")


def shades(word: str) -> Shades:
    """Return the shades derived from a named colour."""
    red, green, blue = (part / 255 for part in _parts(NAMED[word]))
    hue, light, deep = rgb_to_hls(red, green, blue)
    found = [NAMED[word]]
    for lighter, turned in zip(LIGHTER[1:], TURNED[1:], strict=True):
        way = -lighter if light + max(LIGHTER) > 1 else lighter
        colour = hls_to_rgb((hue + turned) % 1, max(DARKEST, min(PALEST, light + way)), deep)
        found.append("#" + "".join(f"{round(255 * part):02X}" for part in colour))
    return tuple(found)


def legible(colour: str) -> str:
    """Return a colour, darkened if text in that colour would be hard to read."""
    return _darkened(colour, LIGHTEST)


def _darkened(colour: str, lightest: float) -> str:
    """Darken a colour to the luminance `lightest` if it is lighter."""
    share = min(1.0, lightest / max(1.0, luminance(colour)))
    return "#" + "".join(f"{round(part * share):02X}" for part in _parts(colour))


def on(colour: str) -> str:
    """Return the colour for marks on a coloured ground: dark on light ground, white otherwise."""
    return "#222" if luminance(colour) > LIGHT else "#fff"


def luminance(colour: str) -> float:
    """Return the luminance of a colour, from 0 (black) to 255 (white)."""
    return sum(share * part for share, part in zip(LUMINANCE, _parts(colour), strict=True))


def _parts(colour: str) -> list[int]:
    """Split a colour into its red, green and blue parts, each from 0 to 255."""
    long = colour if len(colour) > 4 else "#" + "".join(2 * part for part in colour[1:])  # noqa: PLR2004 - as #fff
    return [int(long[place : place + 2], 16) for place in (1, 3, 5)]
