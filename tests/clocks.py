"""Fake clocks and memory gauges for tests of budgets."""

from pilein.engine.budget import Budget


class Clock:
    """A clock that advances by a fixed step at every reading."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.looks = 0
        self._step = step

    def __call__(self) -> float:
        self.looks += 1
        self.now += self._step
        return self.now


class Gauge:
    """A memory gauge that grows by a fixed step at every reading."""

    def __init__(self, step: int) -> None:
        self.used = 0
        self._step = step

    def __call__(self, _with_workers: bool) -> int:
        self.used += self._step
        return self.used


def looks(number: int) -> Budget:
    """Return a budget of one minute that runs out after the given number of clock readings."""
    return Budget(60, None, Clock(60 / number))


def gauged(number: int, *, step: float = 1.0) -> Budget:
    """Return a budget of one gigabyte that runs out after the given number of memory readings."""
    return Budget(None, 10**9, Clock(step), Gauge(10**9 // number))
