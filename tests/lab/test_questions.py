"""Questions record events, read final states, and remember facts along the way."""

import pytest

from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.events import Event
from pilein.lab.questions import Course, FirstResult, Label, LastDecisive, ending, label, lead, left
from pilein.rulesets.scrollhammer.charge_events import LeadershipTested
from pilein.rulesets.scrollhammer.combat_events import Broke, CombatDrawn, CombatWon, StepBegan, WipedOut
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle

RULES = ruleset_named("scrollhammer")
SIDES = ("red", "blue")
KEPT = label(RULES)
WON = CombatWon(winner="blue", margin=2, wounds=2, ranks=0, number=0, standards=0, clause="SH-CR-06")
DRAWN = CombatDrawn(reason="equal scores", clause="SH-CR-08")
WIPED = WipedOut(side="red", winner="blue", clause="SH-CR-09")
BROKE = Broke(unit="guards", margin=2, clause="SH-MO-04")


def test_an_event_is_recorded_with_its_kind_subject_facts_and_clause():
    event = LeadershipTested(unit="guards", purpose="regroup", leadership=7, passed=True, clause="SH-RE-04")
    assert KEPT(event) == Label("LeadershipTested", "guards", (("passed", True),), "SH-RE-04")


def test_a_heading_in_the_log_is_not_recorded_as_an_event():
    assert KEPT(StepBegan(step=4, clause="SH-IN-01")) is None


def test_only_a_combat_result_is_recorded_with_its_margin():
    assert KEPT(WON).margin == 2
    assert KEPT(BROKE).margin is None


@pytest.mark.parametrize(("event", "expected"), [(WON, -2), (DRAWN, 0), (WIPED, None)])
def test_the_result_of_a_fight_is_the_lead_of_the_first_side(event, expected):
    assert lead(SIDES, KEPT(event)) == expected


def test_the_first_result_and_the_last_decisive_event_are_remembered():
    first, last = FirstResult(RULES), LastDecisive(RULES)
    result, clause = first.start, last.start
    for event in (DRAWN, WON, BROKE):
        result, clause = first.after(result, KEPT(event)), last.after(clause, KEPT(event))
    assert result == KEPT(DRAWN)
    assert clause == Course("SH-MO-04", ran=True)


def in_the_press():
    return battle(U("own", 0, [(GUARD, 2)]), U("foe", 1, [(REAVER, 3)]), pairs=[(0, 1)])


def slain(made, *units):
    return made.on(made.field.without(frozenset(model for unit in units for model in made.field.models(unit))))


def test_the_side_that_has_the_only_standing_unit_wins():
    assert ending(RULES, slain(in_the_press(), 1)) == "red wins"
    assert ending(RULES, in_the_press().having(0, falling_back=True)) == "blue wins"


def test_without_a_winner_the_units_left_and_in_contact_determine_the_outcome():
    assert ending(RULES, in_the_press()) == "still fighting"
    assert ending(RULES, slain(in_the_press(), 0, 1)) == "drawn"
    apart = battle(U("own", 0, [(GUARD, 1)], at=row(5, 5, 1)), U("foe", 1, [(REAVER, 1)], at=row(5, 20, 1)))
    assert ending(RULES, apart) == "apart"


def test_the_surviving_models_of_a_unit_are_counted():
    assert left(RULES, 1)(in_the_press()) == 3


def kinds_of(kind):
    return [one for made in kind.__subclasses__() for one in (made, *kinds_of(made))]


@pytest.mark.parametrize("ruleset", names())
def test_the_subject_of_an_event_is_named_in_odds(ruleset):
    """An event about a model names its unit too."""
    ruleset_named(ruleset)
    kinds = [kind for kind in kinds_of(Event) if kind.__module__.startswith(f"pilein.rulesets.{ruleset}.")]
    assert kinds
    fields = {kind.__name__: kind.__struct_fields__ for kind in kinds}
    assert [name for name, has in fields.items() if "model" in has and "unit" not in has] == []
