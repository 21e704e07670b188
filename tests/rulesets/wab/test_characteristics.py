"""Characteristics of a whole unit, which follow from those of its models."""

import pytest

from pilein.kernel.rulings import readings
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import (
    is_at_half_strength,
    is_formed,
    is_lone_character,
    order,
    size_at_start,
    strength,
    troop,
)
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.vocabulary import RULINGS
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle, changed

CHIEF = changed(WARRIOR, type="character", W=2)
CHARIOT = changed(WARRIOR, type="heavy chariot", W=4)
FOE = U("foe", 1, ((WARRIOR, 5),))


def test_the_troop_type_of_a_unit_is_that_of_its_ordinary_models() -> None:
    state = battle(U("band", 0, ((CHIEF, 1), (WARRIOR, 9))), U("lord", 0, ((CHIEF, 1),)), FOE, pairs=((0, 2), (1, 2)))
    assert (troop(state, 0), troop(state, 1)) == ("infantry", "character")
    assert (is_lone_character(state, 0), is_lone_character(state, 1)) == (False, True)


def test_a_unit_is_at_half_strength_if_at_most_half_of_its_starting_number_is_left() -> None:
    state = battle(U("band", 0, ((WARRIOR, 10),), status=Status(began=20)), FOE, pairs=((0, 1),))
    assert size_at_start(state, 0) == 20
    assert is_at_half_strength(state, 0)
    assert not is_at_half_strength(state.having(0, began=19), 0)
    assert not is_at_half_strength(state, 1)


def test_a_unit_that_is_fleeing_or_has_fewer_than_five_models_is_not_a_formed_body() -> None:
    state = battle(U("band", 0, ((WARRIOR, 4),)), FOE, pairs=((0, 1),))
    assert (is_formed(state, 0), is_formed(state, 1)) == (False, True)
    assert not is_formed(state.having(1, fleeing=True), 1)
    assert (order(state, 1), order(state.having(1, fleeing=True), 1)) == ("open", "crowd")


@pytest.mark.parametrize(("option", "counted"), [("default", 14), ("cavalry-2", 19), ("count-models-flat", 8)])
def test_a_chariot_counts_as_one_model_for_each_of_its_starting_wounds_unless_a_ruling_differs(
    option: str, counted: int
) -> None:
    rulings = {"WAB-R-61": option}
    units = (U("ours", 0, ((CHARIOT, 2), (RIDER, 5), (WARRIOR, 1))), FOE)
    state = battle(*units, rulings=rulings, pairs=((0, 1),))
    assert strength(state, Table(state.setup.readings), 0) == counted


def test_no_ruling_on_counting_models_is_consulted_if_all_models_are_on_foot() -> None:
    table = Table(readings(RULINGS, {}))
    assert strength(battle(FOE, U("ours", 0, ((WARRIOR, 3),)), pairs=((0, 1),)), table, 1) == 3
    assert table.met == []
