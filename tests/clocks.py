"""Clocks and gauges for budgets that depend on nothing real."""

from pilein.engine.budget import Budget


class Clock:
    """A clock that advances by a step at every reading."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.looks = 0
        self._step = step

    def __call__(self) -> float:
        self.looks += 1
        self.now += self._step
        return self.now


class Gauge:
    """Memory that grows by a step at every reading."""

    def __init__(self, step: int) -> None:
        self.used = 0
        self._step = step

    def __call__(self, _with_workers: bool) -> int:
        self.used += self._step
        return self.used


def looks(number: int) -> Budget:
    """A budget of a minute that is over when the clock has been looked at so often."""
    return Budget(60, None, Clock(60 / number))


def gauged(number: int, *, step: float = 1.0) -> Budget:
    """A budget of a gigabyte that is used up when the memory has been looked at so often."""
    return Budget(None, 10**9, Clock(step), Gauge(10**9 // number))
