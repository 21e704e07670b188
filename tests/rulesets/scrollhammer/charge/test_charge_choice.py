"""SH-MV-22: the question which model moves next, and where to."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import ticks
from pilein.rulesets.scrollhammer.charge_choice import ChargeMove
from pilein.rulesets.scrollhammer.charge_moves import charge_move
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, reavers, under_way

STRAGGLERS = [(10, 10), (11.9, 10), (13.8, 6), (17, 3)]


def test_every_place_offered_is_legal_also_where_not_all_can_keep_up():
    offers, refused = [], []

    def last(choice):
        offered = [answer for _, answer in choice.candidates()]
        offers.extend(offered)
        refused.extend((answer, choice.why_not(answer)) for answer in offered if choice.why_not(answer))
        return offered[-1]

    script = Script(RULESET, answers=None, policy=last)
    after = script.begin(under_way(battle(guards(STRAGGLERS), reavers(row(10, 14, 2))), 1, range=4), charge_move)
    assert len(after.charge.moved) == len(STRAGGLERS)
    assert len(offers) > len(STRAGGLERS)
    assert refused == []


def why_not_at(x, y):
    """Why guard 1 may not end a charge on the reavers there; strangers stand beside them, a crag to the right."""
    crag = ("impassable", [(14, 12), (16, 12), (16, 14), (14, 14)])
    strangers = reavers([(6, 14)], name="strangers")
    made = battle(guards(row(10, 10, 2)), reavers([(10, 14)]), strangers, grounds=[crag])
    found = []

    def asked(choice):
        if isinstance(choice, ChargeMove):
            found.append(choice.why_not((1, ticks(x), ticks(y), 0)))
        return next(choice.candidates())[1]

    Script(RULESET, answers=None, policy=asked).begin(under_way(made, 1, range=8), charge_move)
    return found[0]


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        (0.2, 13, "there it would leave the table"),
        (10, 14.5, "there it would overlap model 2 of reavers"),
        (6, 13, "there it would touch model 3 of strangers, a unit that is not a target"),
        (15, 13, "there it would stand on impassable ground"),
    ],
)
def test_a_place_without_room_is_refused_for_the_cause_that_holds_there(x, y, reason):
    assert why_not_at(x, y) == reason
