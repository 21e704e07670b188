"""The questions that the sensible policy of Scrollhammer answers with the first option."""

from pathlib import Path

import pytest

from pilein.engine.log import Told
from pilein.kernel.requests import OneOf, Several, Split
from pilein.rulesets.scrollhammer.policy.sensible import ROWS, sensible
from tests.examples.playthrough import played
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U, battle

SECOND_ROUND = Path(__file__).parents[4] / "examples" / "scrollhammer" / "second_round.toml"


def strange_questions():
    for clause in ("SH-XX-01", *sorted({clause for _, clause in ROWS})):
        yield OneOf(0, clause, "what?", ("this", "that"))
        yield Several(0, clause, "who?", (0, 1), 1, 2)
        yield Split(0, clause, "how?", 3, ("this", "that"))


def test_the_policy_answers_with_the_first_offer_if_it_has_no_rule_for_the_question():
    made = battle(U("guards", 0, [(GUARD, 2)], row(10, 10, 2)), U("imps", 1, [(IMP, 2)], row(10, 14, 2)))
    for choice in strange_questions():
        if (type(choice), choice.clause) not in ROWS:
            assert sensible(made, choice) == next(choice.candidates())[1]


class OnePlace:
    """A question about places that offers only the first place that it finds."""

    side = 0
    words = "where to?"

    def __init__(self, clause):
        self.clause = clause

    def candidates(self):
        yield "the nearest", (0, 1, 2, 3)
        raise AssertionError("nobody wants another place")

    def why_not(self, _answer):
        raise AssertionError("what is offered is legal")


@pytest.mark.parametrize("clause", ["SH-MV-22", "SH-PI-05", "SH-PI-06", "SH-PI-08", "SH-CO-02"])
def test_the_policy_takes_the_first_place_offered_for_a_move_and_searches_no_further(clause):
    made = battle(U("guards", 0, [(GUARD, 2)], row(10, 10, 2)), U("imps", 1, [(IMP, 2)], row(10, 14, 2)))
    assert sensible(made, OnePlace(clause)) == (0, 1, 2, 3)


def test_the_policy_makes_the_shortest_pile_ins_first():
    game = played(SECOND_ROUND)
    inches = [entry.event.inches for entry in game.log if isinstance(entry, Told) and entry.event.clause == "SH-PI-05"]
    assert inches
    assert inches == sorted(inches)
