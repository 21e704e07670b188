"""Sentences of the log that count and name."""

import pytest

from pilein.lab.sentences import sentence
from pilein.rulesets.wwpd.events import Dealt, Divided


@pytest.mark.parametrize(("count", "words"), [(0, "no Melee"), (1, "one Melee"), (2, "two Melees"), (5, "5 Melees")])
def test_contacts_make_no_melee_or_some(count, words):
    assert sentence(Divided(count=count, clause="WW-ML-01")) == f"{words} on the table"


def test_the_log_names_the_models_that_took_hits():
    told = Dealt(unit="gang", models=(2, 3, 5, 6, 7, 9), hits=(1, 2, 1, 1, 1, 0), clause="WW-RS-03")
    assert sentence(told) == "gang took 2 hits on model 3; 1 hit each on models 2, 5 to 7"
