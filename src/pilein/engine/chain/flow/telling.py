"""How often each story of a chain is told."""

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.flow.stepping import Stepped


def told(chain: Chain, stepped: Stepped) -> NDArray[np.float64]:
    """How often each story is told, by state of the automaton before it, then by story."""
    parts = ((stepped.went_on, chain.onward_story), (stepped.too_late, chain.late_story))
    found = np.zeros((len(stepped.states), len(chain.text.stories)))
    found[0, chain.prologue] = 1
    for state, visits in enumerate(stepped.visits):
        found[state] += np.bincount(chain.story, visits[chain.source] * chain.chance, found.shape[1])
    for state in range(len(found)):
        for often, story in parts:
            found[state] += np.bincount(story, often[state], found.shape[1])
    return found
