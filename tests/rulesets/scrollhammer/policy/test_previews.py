"""Previews read the rules without playing a clause."""

import pytest

from pilein.dice import D3s
from pilein.kernel.requests import OneOf
from pilein.rulesets.scrollhammer.policy.previews import preview_table, unit_in
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U, battle

MADE = battle(
    U("guards", 0, [(GUARD, 1)]), U("old guards", 0, [(GUARD, 1)]), U("imps", 1, [(IMP, 1)]), pairs=((0, 2), (1, 2))
)


def test_the_preview_of_a_policy_uses_the_rulings_of_the_game():
    made = battle(U("g", 0, [(GUARD, 1)]), U("i", 1, [(IMP, 1)]), pairs=((0, 1),), rulings={"SH-R-71": "optional"})
    assert preview_table(made).rule("SH-R-71") == "optional"


def test_the_preview_of_a_policy_takes_every_roll_at_its_mean():
    assert preview_table(MADE).roll(D3s(3)) == 6


def test_the_preview_of_a_policy_answers_every_question_with_the_first_offer():
    assert preview_table(MADE).choose(OneOf(0, "X-1", "?", ("b", "a"))) == "b"


@pytest.mark.parametrize(
    ("words", "unit"), [("how does guards react?", 0), ("old guards: which models are removed?", 1), ("?", None)]
)
def test_a_question_concerns_the_unit_with_the_longest_name_found_in_its_text(words, unit):
    assert unit_in(MADE, words) == unit
