"""Garbage collection while a command runs or many games are played."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 100_000  # new objects before a collection


@contextmanager
def rarer_collections() -> Iterator[None]:
    """Collect garbage only after YOUNG new objects, and in the usual rhythm again afterwards.

    Games keep hundreds of thousands of objects, which searches have found, and leave almost nothing in reference
    cycles. In the usual rhythm, collections visit all these objects again and again and take up to a fifth of the time.
    """
    usual = gc.get_threshold()
    if usual[0] == 0 or usual[0] >= YOUNG:  # off, or rare already
        yield
        return
    gc.set_threshold(YOUNG, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
