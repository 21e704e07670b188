"""Ctrl-C, a closed terminal and `kill`: one exception, one line, and the exit code that each has."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from pilein.engine.signals import SIGNALS

CODE = 128  # and the number of the signal: the exit code of what a signal has ended
AGAIN = 1.0  # seconds after which another Ctrl-C is meant


class Interrupted(KeyboardInterrupt):
    """A signal has ended the command; `words` say where what was played is kept."""

    def __init__(self, number: int = signal.SIGINT, words: str = "") -> None:
        super().__init__()
        self.number = number
        self.words = words

    @classmethod
    def of(cls, interruption: KeyboardInterrupt, words: str) -> "Interrupted":
        """The same interruption, with more words."""
        number = getattr(interruption, "number", signal.SIGINT)
        return cls(number, joined(getattr(interruption, "words", ""), words))


def joined(*parts: str) -> str:
    """What there is to say, in one sentence."""
    return "; ".join(part for part in parts if part)


class Interruptions:
    """The signals that a command hears: INT, TERM and HUP, unless they were ignored before, as under nohup.

    The first one raises Interrupted. What follows at once changes nothing, so that a signal that comes to the process
    and to its group, or twice, does not cut short what is still to be kept and printed; Ctrl-C a second later does.
    """

    def __init__(self) -> None:
        self._number = 0
        self._at = 0.0

    @property
    def is_heard(self) -> bool:
        """Whether there was one."""
        return bool(self._number)

    @property
    def code(self) -> int:
        """The exit code of a command that was interrupted."""
        return CODE + (self._number or signal.SIGINT)

    @contextmanager
    def heard(self, *, to_the_last: bool = False) -> Iterator[None]:
        """Within, signals are heard. Then all is as before, or they are ignored `to_the_last`: the process ends."""
        self._number = 0
        is_main = threading.current_thread() is threading.main_thread()
        heard = [one for one in SIGNALS if is_main and signal.getsignal(one) not in (None, signal.SIG_IGN)]
        before = [(one, signal.signal(one, self._hear)) for one in heard]
        try:
            yield
        finally:
            for one, handler in before:
                signal.signal(one, signal.SIG_IGN if to_the_last else handler)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if not self._number:
            self._number = number
        elif number != signal.SIGINT or monotonic() < self._at + AGAIN:
            return
        self._at = monotonic()
        raise Interrupted(number)


INTERRUPTIONS = Interruptions()
