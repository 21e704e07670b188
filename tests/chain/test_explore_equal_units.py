"""Equal units are not merged, because a policy may prefer one of them by its number."""

import pytest

from benchmarks.presses import plain
from pilein.engine.rulesets import vocabulary
from pilein.lab.odds import odds
from pilein.tabletop.loading import loads


def fates_of(models):
    """Return the probabilities of each unit's fates, by unit name, in a press of two units against two."""
    found = odds(loads(plain(models, frontage=None, units=(2, 2)), vocabulary).scenario, phases=1)
    return {unit.unit: dict(unit.fates) for unit in found.figures.units}


@pytest.mark.parametrize("side", ["red", "blue"])
def test_the_first_of_two_equal_units_is_struck_first_so_their_odds_differ(side):
    fates = fates_of(2)
    first, second = (fates[f"{side} {number}"] for number in (1, 2))
    assert first["destroyed"] > second["destroyed"]
