"""Long sums look up now and then, so that those who wait for them can stop them: laws can have millions of outcomes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_watch: ContextVar[Callable[[], None] | None] = ContextVar("_watch", default=None)


@contextmanager
def watched(watch: Callable[[], None]) -> Iterator[None]:
    """Call `watch` whenever a sum looks up while this lasts; what it raises ends the sum."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def look_up() -> None:
    """Let whoever waits stop it."""
    watch = _watch.get()
    if watch is not None:
        watch()
