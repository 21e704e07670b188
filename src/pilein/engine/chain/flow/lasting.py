"""How long a battle lasts where no ruling ends it, phase by phase, up to what hardly ever comes."""

from fractions import Fraction

import numpy as np

from pilein.dice.weights import added
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY
from pilein.engine.chain.flow.sheaves import gone, sheaf
from pilein.tabletop.ruleset import MOST_PHASES

Exact = Fraction | float
TAIL = 1e-9  # the chance of what is let go


def lengths(chain: Chain, endless: float = 0.0) -> tuple[float, ...]:
    """The chance that play is over after each phase, the first first.

    There are so many that all but TAIL is over after them, or but what is `endless`; MOST_PHASES at most.
    """
    layers = [sheaf(chain, layer) for layer in chain.layers]
    goes_on = chain.onward != NOBODY
    onward = chain.onward[goes_on]
    mass = np.zeros(len(chain.positions))
    mass[chain.first] = 1.0
    found: list[float] = []
    while len(found) < MOST_PHASES:
        for layer in layers:
            chain.text.meter.check()
            mass = gone(mass, layer)
        there = mass[chain.ends]
        found.append(float(there[~goes_on].sum()))
        if there[goes_on].sum() < endless + TAIL:
            break
        mass = np.bincount(onward, there[goes_on], len(mass)).astype(np.float64, copy=False)
    return tuple(found)


def without_tail(chances: tuple[Exact, ...]) -> tuple[Exact, ...]:
    """The chances of lasting one phase, two, and so on, up to what leaves less than TAIL."""
    left, kept = float(added(chances)), 0
    while kept < len(chances) and left >= TAIL:
        left -= float(chances[kept])
        kept += 1
    return chances[:kept]
