"""Bases as a scenario writes them: "25mm", "25x50mm", "1in square", "60x35mm oval"."""

import re
from typing import Literal

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, MM
from pilein.tabletop.notation.values import Fault

EXAMPLES = '"25mm" (round), "25x50mm" (width x depth), "25mm square", "1in square", "60x35mm oval"'
BASE = re.compile(
    r"(?P<width>\d{1,4}(\.\d{1,4})?)\s*(x\s*(?P<depth>\d{1,4}(\.\d{1,4})?))?\s*(?P<unit>mm|in|\")\s*(?P<kind>[a-z]*)",
    re.ASCII,
)
SMALLEST = 5 * MM
LARGEST = 20 * INCH


def base_of(words: str) -> Base | Fault:
    """Return the base that some words describe, or what is wrong with them."""
    found = BASE.fullmatch(words.strip().lower())
    if found is None:
        return Fault(f"{words[:40]!r} is no base", f"write it like one of {EXAMPLES}")
    kind = _kind(found["kind"], has_depth=found["depth"] is not None)
    if isinstance(kind, Fault):
        return kind
    tick = MM if found["unit"] == "mm" else INCH
    width = round(float(found["width"]) * tick)
    depth = round(float(found["depth"] or found["width"]) * tick)
    if not SMALLEST <= min(width, depth) <= max(width, depth) <= LARGEST:
        return Fault(f"a base of {words.strip()} is too small or too large", "bases measure from 5mm to 20in")
    return Base(kind, width, depth)


def _kind(word: str, *, has_depth: bool) -> Literal["round", "rectangle", "oval"] | Fault:
    if has_depth:
        if word in ("", "rectangle"):
            return "rectangle"
        if word == "oval":
            return "oval"
        return Fault(f"a base with two measures is not {word!r}", "leave the word out for a rectangle, or write oval")
    if word in ("", "round"):
        return "round"
    if word == "square":
        return "rectangle"
    remedy = "write both measures: width x depth" if word in ("oval", "rectangle") else f"write it like {EXAMPLES}"
    return Fault(f"a base with one measure is not {word!r}", remedy)
