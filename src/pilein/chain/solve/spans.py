"""Number of phases for which a chain is followed: a given number, all that the ruleset plays, or as many as can still
change anything.
"""

from fractions import Fraction

from pilein.chain.chain import Chain
from pilein.dice.weights import added
from pilein.tabletop.ruleset import MOST_PHASES

Exact = Fraction | float
UNBOUNDED = -1  # phases: until nothing can change any more, whatever a ruling says
TAIL = 1e-9  # the probability of durations left out


class NotAbsorbed(Exception):  # noqa: N818 - the name states a finding
    """Raised when too large a share of play never ends, or lasts too long to be followed phase by phase."""


def most_steps(chain: Chain, phases: int) -> int:
    """Return the maximum number of phases played if `phases` are wanted. With 0, play continues to the end.

    If a clock counts rounds, this is the number of rounds in the only phase, plus one for the end.
    """
    if phases and not chain.is_clocked:
        return phases
    return MOST_PHASES if chain.most_phases is None else chain.most_phases + 1


def without_tail(chances: tuple[Exact, ...]) -> tuple[Exact, ...]:
    """Return the probabilities of lasting one phase, two phases and so on, until less than TAIL remains."""
    left, kept = float(added(chances)), 0
    while kept < len(chances) and left >= TAIL:
        left -= float(chances[kept])
        kept += 1
    return chances[:kept]
