"""Compare pilein's exact odds, and its fights by the million, with rival programs in one run: `make bench-odds`.

    python -m benchmarks.odds [canonical] [presses] [bulk]

Rivals that are not installed are left out (requirements/bench.txt lists all of them). Times are CPU times. Exact
odds are measured in a fresh program with empty caches and without imports, as the fastest of three runs. The figures
are in docs/odds-growth.md.
"""

import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from time import process_time

from benchmarks import rival_numpy
from benchmarks.cold import Figures, measured
from benchmarks.rivals import KNOWN
from pilein.chain.explore.compiler import compiled
from pilein.chain.sample.sampler import EndSampler
from pilein.engine.policies import first
from tests import canonical

FIGHTS = 2_000_000
TURNS = 3
PRESSES = (
    ("Scrollhammer, 5 v 5, frontage 5", ("plain", "5"), 0.03),
    ("Scrollhammer, 20 v 20, frontage 5", ("plain", "20"), 0.4),
    ("the same with command groups, AP and ranks", ("grand", "20"), 1.5),
    ("Scrollhammer, 20 v 20, frontage 5, in fractions", ("plain", "20", "fractions"), 5.0),
    ("WarStrike, 5 v 5, each with a leader", ("example", "warstrike/press"), 1.0),
    ("WWPD, 10 v 10", ("example", "wwpd/plain_men"), 0.2),
    ("WAB, 24 v 30, to the break, flight and pursuit", ("example", "wab/press"), 1.0),
)
Sampling = Callable[[int, int], object]


def main() -> None:
    """Measure the named items, or all items, and print the results."""
    measuring = {"canonical": _canonical, "presses": _presses, "bulk": _bulk}
    for name in sys.argv[1:] or measuring:
        measuring[name]()


def _canonical() -> None:
    print("| canonical fight, exact | seconds, cold | solving alone | greatest error |")
    print("| --- | ---: | ---: | ---: |")
    ours = measured("canonical")
    _canonical_line("five clauses compiled to a chain", ours)
    for name, kind in (("icepool, by hand", "icepool"), ("dyce, by hand", "dyce")):
        if find_spec(kind):
            found = measured(kind)
            _canonical_line(f"{name} ({found.seconds / ours.seconds:.1f} times ours)", found)
    _canonical_line("numpy, a dynamic programme by hand", measured("numpy"))


def _canonical_line(name: str, found: Figures) -> None:
    off = max(abs(one - known) for one, known in zip(found.chances, KNOWN, strict=True))
    solving = f"{found.solving:.4f}" if found.solving else ""
    print(f"| {name} | {found.seconds:.4f} | {solving} | {off:.0e} |")


def _presses() -> None:
    print("| to the end, exact | seconds, cold | target | solving alone | states | transitions | clauses run |")
    print("| --- |" + " ---: |" * 6)
    for name, arguments, wanted in PRESSES:
        found = measured(*arguments, turns=1 if wanted > 1 else 2)
        counts = f"{found.solving:.3f} | {found.positions:,} | {found.ways:,} | {found.runs:,}"
        print(f"| {name} | {found.seconds:.3f} | {wanted} | {found.fault or counts} |", flush=True)


def _bulk() -> None:
    print("| fights a second on one core, in millions | canonical | mirror match |")
    print("| --- | ---: | ---: |")
    for name, uneven, mirror in _samplings():
        print(f"| {name} | {_rate(uneven):.1f} | {_rate(mirror):.1f} |", flush=True)


def _samplings() -> list[tuple[str, Sampling, Sampling]]:
    openings = canonical.opening(), canonical.opening(canonical.FIRST, canonical.FIRST)
    one, other = (EndSampler(compiled(canonical.RULESET, opening, (first, first))) for opening in openings)
    found = [
        ("walks of the chain, numpy", _walking(one, fast=False), _walking(other, fast=False)),
        ("numpy by hand, dice", *_both(rival_numpy.by_dice)),
        ("numpy by hand, binomials", *_both(rival_numpy.by_binomials)),
    ]
    if find_spec("numba"):
        from benchmarks import rival_numba  # noqa: PLC0415 - slow to load, and not there everywhere

        found += [
            ("walks of the chain, numba", _walking(one, fast=True), _walking(other, fast=True)),
            ("numba by hand, die by die", *_both(rival_numba.by_dice)),
            ("numba by hand, from tables", *_both(rival_numba.by_tables)),
        ]
    return found


def _walking(bulk: EndSampler, *, fast: bool) -> Sampling:
    return lambda fights, seed: bulk.walks(fights, seed=seed, fast=fast)


def _both(sampling: Callable[..., object]) -> tuple[Sampling, Sampling]:
    return partial(sampling, mirror=False), partial(sampling, mirror=True)


def _rate(sampling: Sampling) -> float:
    """Return the millions of fights per second, from the fastest of several turns."""
    sampling(1000, 0)  # triggers compilation
    found = []
    for turn in range(TURNS):
        start = process_time()
        sampling(FIGHTS, turn)
        found.append(FIGHTS / (process_time() - start) / 1e6)
    return max(found)


if __name__ == "__main__":
    main()
