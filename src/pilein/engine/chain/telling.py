"""How often each story of a chain is told."""

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.stepping import Stepped


def told(chain: Chain, stepped: Stepped) -> NDArray[np.float64]:
    """How often each story is told, by state of the automaton before it, then by story."""
    stories = len(chain.text.stories)
    found = np.array([_told_from(chain, stepped, state, stories) for state in range(len(stepped.states))])
    found[0, chain.prologue] += 1
    return found


def _told_from(chain: Chain, stepped: Stepped, state: int, stories: int) -> NDArray[np.float64]:
    found = np.zeros(stories)
    parts = ((stepped.visits, chain.story), (stepped.went_on, chain.onward_story), (stepped.too_late, chain.late_story))
    for often, story in parts:
        if state < len(often):
            flowing = often[state, chain.source] * chain.chance if often is stepped.visits else often[state]
            found += np.bincount(story, flowing, stories)
    return found
