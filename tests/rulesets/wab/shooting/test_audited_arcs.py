"""Shooters and their targets: finding 13 of an audit of version 1; lengths in inches."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.wab.shooters import shooters
from pilein.rulesets.wab.state import Battle
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, U, armed, battle

BOWMAN = armed(WARRIOR, "bow")


def aside(rulings=None, **ours) -> Battle:
    """Sixteen bows, and three enemies from x = 34.82 up to y = 16.79, to their right."""
    bows = U("bows", 0, ((BOWMAN, 16),), **(ours or {"block": (24, 12, 0, 16)}))
    return battle(bows, U("foes", 1, ((WARRIOR, 3),), block=(36, 16, 180, 3)), rulings=rulings)


def number(state: Battle, *, reaction: bool = False) -> int:
    return sum(shooters(state, Table(state.setup.readings), 0, 1, reaction=reaction).values())


@pytest.mark.parametrize("reaction", [False, True])
def test_13_each_model_shoots_in_an_arc_of_its_own(reaction) -> None:
    """WAB-R-70: 90 degrees from its own front. The last's right corner is at 30.30: 4.79 further is beyond 34.82."""
    assert number(aside(), reaction=reaction) == 1


def test_13_all_before_a_models_front_counts_under_another_reading() -> None:
    """WAB-R-39 arc-180."""
    assert number(aside({"WAB-R-39": "arc-180"})) == 16


def test_13_loose_models_face_all_round() -> None:
    assert number(aside(at=row(17, 12, 16), formation="skirmish")) == 16


def test_13_the_empty_places_of_the_last_rank_are_nothing_to_shoot_at() -> None:
    """WAB-R-39: of thirteen in ranks of five the last rank's empty places alone reach into the arc, at 43 degrees."""
    thrower = U("thrower", 0, ((BOWMAN, 1),), block=(18.8668, 21.0, 0, 1))
    assert number(battle(thrower, U("foes", 1, ((WARRIOR, 13),), block=(27.0038, 24.855, 186.56, 5)))) == 0
    assert number(battle(thrower, U("foes", 1, ((WARRIOR, 15),), block=(27.0038, 24.855, 186.56, 5)))) == 1
