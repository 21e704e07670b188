"""Interruptions held off: while something must not be torn in two, and for good in processes that play games."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
HAS_MASK = hasattr(signal, "pthread_sigmask")


@contextmanager
def held() -> Iterator[None]:
    """Within, an interruption waits; it comes when this ends. A process that begins within never hears of one.

    A thread other than the main one is never interrupted, and only what it begins is protected.
    """
    waiting: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    before = [(one, _replaced(one, waiting)) for one in SIGNALS if is_main and _is_heard(one)]
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS) if HAS_MASK else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)  # what was blocked now comes, and waits
        for one, handler in before:
            signal.signal(one, handler)
        if waiting:
            signal.raise_signal(waiting[0])


def ignore_for_good() -> None:
    """Let this process, which another one has begun, go on whatever is signalled to it."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    if HAS_MASK:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def _is_heard(number: int) -> bool:
    """Whether a handler of Python's stands, or none: not whether it is ignored, as under nohup."""
    return signal.getsignal(number) not in (None, signal.SIG_IGN)


def _replaced(number: int, waiting: list[int]) -> "signal._HANDLER":
    def wait(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    return signal.signal(number, wait)
