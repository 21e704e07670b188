"""Windows, in which a page is looked at without being loaded again: their sizes and colour schemes."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

SIZES = {"wide": (1440, 900), "middle": (768, 1024), "phone": (360, 800)}
ALL = tuple(product(SIZES, ("light", "dark")))
LIGHT = tuple(product(SIZES, ("light",)))
EXTREMES = (("wide", "light"), ("phone", "dark"))
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


def resize(page: Any, size: str, scheme: str) -> None:
    """Give the page a window of the named size and a colour scheme, and wait until it is drawn."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.evaluate(DRAWN)


def in_windows(page: Any, windows: Iterable[tuple[str, str]] = ALL) -> Iterator[str]:
    """Put the page into one window after the other, and yield the description of each."""
    for size, scheme in windows:
        resize(page, size, scheme)
        yield f"{size}, {scheme}"


def is_too_wide(page: Any) -> bool:
    """Return whether a part of the page lies beyond the right edge of the window."""
    return bool(page.evaluate(WIDER) > 0)
