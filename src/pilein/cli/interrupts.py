"""Interruptions by Ctrl-C, a closed terminal or `kill`, each with its own exit code.

Each interruption raises one exception and prints one line.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from types import FrameType

from pilein.engine.signals import SIGNALS

CODE = 128  # plus the signal's number: the exit code of a process ended by a signal
AGAIN = 1.0  # seconds after which another Ctrl-C counts as a second one
SOON = 0.01  # seconds after which a lost signal is sent again


class Interrupted(KeyboardInterrupt):
    """Raised when a signal interrupts the command. `words` says where the game is kept."""

    def __init__(self, number: int = signal.SIGINT, words: str = "") -> None:
        super().__init__()
        self.number = number
        self.words = words

    @classmethod
    def of(cls, interruption: KeyboardInterrupt, words: str) -> "Interrupted":
        """Return the same interruption with additional words."""
        number = getattr(interruption, "number", signal.SIGINT)
        return cls(number, joined(getattr(interruption, "words", ""), words))


def joined(*parts: str) -> str:
    """Join the non-empty parts with semicolons."""
    return "; ".join(part for part in parts if part)


class Interruptions:
    """Signals that a command handles: INT, TERM and HUP, unless they were ignored already, as under nohup.

    The first signal raises Interrupted. Further signals within a second are ignored, so that a signal sent twice, or
    to the process and its group, does not stop files from being written. A second Ctrl-C after that time does stop
    the writing. Python drops an exception raised while it frees an object or runs the callback of a weak reference,
    so an interruption dropped in this way is sent again.
    """

    def __init__(self) -> None:
        self._number = 0
        self._at = 0.0

    @property
    def is_heard(self) -> bool:
        """Whether a signal has arrived."""
        return bool(self._number)

    @property
    def code(self) -> int:
        """Exit code of an interrupted command."""
        return CODE + (self._number or signal.SIGINT)

    @contextmanager
    def heard(self, *, to_the_last: bool = False) -> Iterator[None]:
        """Handle signals within the block, then restore the former handlers or, if `to_the_last`, ignore signals."""
        self._number = 0
        is_main = threading.current_thread() is threading.main_thread()
        heard = [one for one in SIGNALS if is_main and signal.getsignal(one) not in (None, signal.SIG_IGN)]
        before = [(one, signal.signal(one, self._hear)) for one in heard]
        report = sys.unraisablehook
        sys.unraisablehook = partial(self._hear_of_dropped, report)
        try:
            yield
        finally:
            sys.unraisablehook = report
            for one, action in before:
                signal.signal(one, signal.SIG_IGN if to_the_last else action)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if not self._number:
            self._number = number
        elif number != signal.SIGINT or monotonic() < self._at + AGAIN:
            return
        self._at = monotonic()
        raise Interrupted(number)

    def _hear_of_dropped(
        self, report: Callable[["sys.UnraisableHookArgs"], object], dropped: "sys.UnraisableHookArgs"
    ) -> None:
        """Send the signal of a dropped interruption again a moment later, and report other exceptions."""
        if not isinstance(dropped.exc_value, Interrupted):
            report(dropped)
            return
        self._number = 0
        threading.Timer(SOON, _send_to_main_thread, [dropped.exc_value.number]).start()


def _send_to_main_thread(number: int) -> None:
    """Raise the signal in the main thread. Where threads cannot be targeted (Windows), raise it in the process."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)


INTERRUPTIONS = Interruptions()
