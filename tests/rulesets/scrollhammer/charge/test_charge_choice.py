"""SH-MV-22: the question which model moves next, and where to."""

from pilein.engine.script import Script
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
