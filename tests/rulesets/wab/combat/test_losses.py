"""On whom wounds fall, and who is taken off."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.striking import body_of, capacity, losing
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed

OGRE = changed(WARRIOR, W=3)
CHIEF = changed(WARRIOR, type="character", W=2)
STANDARD = changed(WARRIOR, standard=True)
FOE = U("foe", 1, ((WARRIOR, 1),), block=(60, 40, 180, 1))


def placed(*kinds, rulings=None) -> Battle:
    return battle(U("ours", 0, kinds, block=(20, 20, 0, 5)), FOE, rulings=rulings)


def pressed(*kinds, rulings=None) -> Battle:
    return battle(U("ours", 0, kinds), FOE, rulings=rulings, pairs=((0, 1),))


@pytest.mark.clause("WAB-CC-13")
@pytest.mark.parametrize("made", [placed, pressed])
def test_the_rear_rank_falls_first_and_the_standard_last(made) -> None:
    state = made((CHIEF, 1), (STANDARD, 1), (WARRIOR, 10))
    losses = losing(state, Table(state.setup.readings), body_of(state, 0), 3)
    assert (losses.wounds, losses.models) == (3, 3)
    assert losses.battle.field.models(0) == tuple(range(9))
    rest = losing(state, Table(state.setup.readings), body_of(state, 0), 10).battle
    assert rest.field.models(0) == (0, 1)


@pytest.mark.parametrize("made", [placed, pressed])
def test_wounds_are_collected_until_a_model_is_full(made) -> None:
    """WAB-R-85."""
    state = made((OGRE, 4))
    table = Table(state.setup.readings)
    once = losing(state, table, body_of(state, 0), 4)
    assert (once.models, once.battle.living(0)) == (1, 3)
    assert capacity(once.battle, body_of(once.battle, 0)) == 8
    again = losing(once.battle, table, body_of(once.battle, 0), 2)
    assert (again.models, again.battle.living(0)) == (1, 2)
    assert capacity(again.battle, body_of(again.battle, 0)) == 6


@pytest.mark.parametrize("made", [placed, pressed])
def test_every_model_takes_one_first_under_another_reading(made) -> None:
    state = made((OGRE, 4), rulings={"WAB-R-85": "spread-wounds"})
    losses = losing(state, Table(state.setup.readings), body_of(state, 0), 9)
    assert losses.models == 1
    assert losses.battle.living(0) == 3
    assert capacity(losses.battle, body_of(losses.battle, 0)) == 3


def test_no_more_wounds_are_lost_than_there_are() -> None:
    state = pressed((WARRIOR, 3))
    losses = losing(state, Table(state.setup.readings), body_of(state, 0), 5)
    assert (losses.wounds, losses.models, losses.battle.living(0)) == (3, 3, 0)
