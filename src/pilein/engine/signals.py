"""Handling of interruptions, which are delayed in critical sections and ignored in worker processes."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
HAS_MASK = hasattr(signal, "pthread_sigmask")


@contextmanager
def held() -> Iterator[None]:
    """Delay interruptions until the end of the block. A process started in the block ignores interruptions.

    Outside the main thread, where interruptions never arrive, only processes started in the block are protected.
    """
    waiting: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    before = [(one, _replaced(one, waiting)) for one in SIGNALS if is_main and _is_heard(one)]
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS) if HAS_MASK else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)  # blocked signals arrive now and wait
        for one, action in before:
            signal.signal(one, action)
        if waiting:
            signal.raise_signal(waiting[0])


def ignore_for_good() -> None:
    """Ignore signals in this worker process from now on."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    if HAS_MASK:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def _is_heard(number: int) -> bool:
    """Whether a signal is handled by Python or by its default action, rather than ignored as under nohup."""
    return signal.getsignal(number) not in (None, signal.SIG_IGN)


def _replaced(number: int, waiting: list[int]) -> "signal._HANDLER":
    def wait(number: int, _frame: FrameType | None) -> None:
        waiting.append(number)

    return signal.signal(number, wait)
