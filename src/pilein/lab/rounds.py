"""Pairs of units fight in two rounds: first the cheap duels, then the costly ones, starting with pairs of few models.

A limit or an interruption therefore leaves out the slowest duels, whatever the order of the units.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.kernel.errors import Spent
from pilein.lab.duels import ByMode, Judge, Mode, Pair, why_stopped
from pilein.lab.units import Units
from pilein.lab.worker_pool import INTERRUPTED, Progress, WorkerPool

Results = dict[Pair, ByMode]
Meet = Callable[[Units, Pair, tuple[Mode, ...], Meter], ByMode | None]


class Fought(Struct, frozen=True):
    """Results of the pairs that have fought so far. `stopped` is the reason why no more pairs fight, or "" if all have
    fought.
    """

    results: Results
    stopped: str = ""


class Round(Struct, frozen=True):
    """Pairs that fight one after another.

    Unless the round is `thorough`, a pair fights only if its duel takes little work.
    """

    judge: Judge
    pairs: tuple[Pair, ...]
    modes: tuple[Mode, ...]
    thorough: bool

    def begin(self, meter: Meter) -> Callable[[range], list[ByMode | None]]:
        """Return a function that lets the pairs with the given numbers fight, or fewer if a limit is reached."""
        meet = self.judge.results if self.thorough else self.judge.cheap_results
        return partial(self._fought, meet, self.judge.units(), meter)

    def _fought(self, meet: Meet, units: Units, meter: Meter, numbers: range) -> list[ByMode | None]:
        found: list[ByMode | None] = []
        with suppress(Spent):
            found.extend(meet(units, self.pairs[number], self.modes, meter) for number in numbers)
        return found


def fought(
    judge: Judge,
    pairs: Sequence[Pair],
    modes: tuple[Mode, ...],
    pool: WorkerPool,
    *,
    meter: Meter,
    progress: Progress | None = None,
) -> Fought:
    """Let all pairs fight, until a limit or the user stops the work.

    Raises:
        BadInput: the workers cannot play.
        Spent: the limit is reached in the first pair.
        KeyboardInterrupt: the user interrupts the first pair.
    """
    results, is_whole = Results(), True
    try:
        for name, thorough in (("cheap pairs", False), ("pairs", True)):
            left = tuple(sorted((pair for pair in pairs if pair not in results), key=lambda pair: pair.work))
            begin, before = Round(judge, left, modes, thorough).begin, results
            for found in pool.totals(name, list[ByMode | None], begin, len(left), chunk=1, meter=meter):
                results = before | {pair: one for pair, one in zip(left, found, strict=False) if one is not None}
                is_whole = len(found) == len(left)
                if progress:
                    progress(len(results), len(pairs))
            if not is_whole:
                break
    except (Spent, KeyboardInterrupt) as stop:
        if not results:
            raise
        return Fought(results, INTERRUPTED if isinstance(stop, KeyboardInterrupt) else why_stopped(meter))
    return Fought(results, "" if is_whole else why_stopped(meter))
