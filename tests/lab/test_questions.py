"""A question can record events, read final states, and remember values along the way."""

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


def test_an_event_is_counted_by_its_kind_its_subject_its_details_and_its_sentence():
    event = LeadershipTested(unit="guards", purpose="regroup", leadership=7, passed=True, clause="SH-RE-04")
    assert KEPT(event) == Label("LeadershipTested", "guards", (("passed", True),), "SH-RE-04")


def test_a_heading_in_the_log_is_not_counted_as_an_event():
    assert KEPT(StepBegan(step=4, clause="SH-IN-01")) is None


def test_a_margin_is_recorded_only_for_a_combat_result():
    assert KEPT(WON).margin == 2
    assert KEPT(BROKE).margin is None


@pytest.mark.parametrize(("event", "expected"), [(WON, -2), (DRAWN, 0), (WIPED, None)])
def test_the_margin_of_a_combat_result_is_that_of_the_first_side(event, expected):
    assert lead(SIDES, KEPT(event)) == expected


def test_the_first_combat_result_and_the_last_decisive_event_of_a_fight_are_remembered():
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


def test_the_side_with_the_only_unit_still_standing_wins():
    assert ending(RULES, slain(in_the_press(), 1)) == "red wins"
    assert ending(RULES, in_the_press().having(0, falling_back=True)) == "blue wins"


def test_a_fight_without_a_winner_is_classified_as_still_fighting_as_drawn_or_as_apart():
    assert ending(RULES, in_the_press()) == "still fighting"
    assert ending(RULES, slain(in_the_press(), 0, 1)) == "drawn"
    apart = battle(U("own", 0, [(GUARD, 1)], at=row(5, 5, 1)), U("foe", 1, [(REAVER, 1)], at=row(5, 20, 1)))
    assert ending(RULES, apart) == "apart"


def test_the_surviving_models_of_a_unit_are_counted():
    assert left(RULES, 1)(in_the_press()) == 3


def kinds_of(kind):
    return [one for made in kind.__subclasses__() for one in (made, *kinds_of(made))]


@pytest.mark.parametrize("ruleset", names())
def test_every_event_about_a_model_also_names_its_unit(ruleset):
    ruleset_named(ruleset)
    kinds = [kind for kind in kinds_of(Event) if kind.__module__.startswith(f"pilein.rulesets.{ruleset}.")]
    assert kinds
    fields = {kind.__name__: kind.__struct_fields__ for kind in kinds}
    assert [name for name, has in fields.items() if "model" in has and "unit" not in has] == []
