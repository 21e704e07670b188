"""The log counts models and names them."""

import pytest

from pilein.lab.sentences import sentence
from pilein.rulesets.wwpd.events import Dealt, Divided, Struck


@pytest.mark.parametrize(("count", "words"), [(0, "no Melee"), (1, "one Melee"), (2, "two Melees"), (5, "5 Melees")])
def test_the_log_states_the_number_of_melees_even_if_it_is_zero(count, words):
    assert sentence(Divided(count=count, clause="WW-ML-01")) == f"{words} on the table"


def test_the_log_names_the_models_that_were_hit():
    told = Dealt(unit="gang", models=(2, 3, 5, 6, 7, 9), hits=(1, 2, 1, 1, 1, 0), clause="WW-RS-03")
    assert sentence(told) == "gang took 2 hits on model 3; 1 hit each on models 2, 5 to 7"


@pytest.mark.parametrize(("hit", "words"), [(7, "7+ to hit"), (8, "cannot hit"), (10, "cannot hit"), (1, "1+ to hit")])
def test_the_log_reports_a_score_above_7_as_impossible(hit, words):
    """WW-R-02: a score of 7+ has one chance in 36, and a score of 8+ has none."""
    told = Struck(unit="gang", foe="guard", weapon="claws", attacks=3, hit=hit, clause="WW-RS-02")
    assert sentence(told) == f"gang struck guard: 3 attacks with claws, {words}"


def test_the_log_reports_a_score_of_zero_as_automatic():
    told = Struck(unit="gang", foe="guard", weapon="claws", attacks=3, hit=0, clause="WW-RS-02")
    assert sentence(told) == "gang struck guard: 3 attacks with claws, hitting automatically"
