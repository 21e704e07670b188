"""Worked examples of the register that end in a combat result: SH-X-16, SH-X-17, SH-X-25."""

from fractions import Fraction

import pytest

from pilein.dice import chance
from pilein.engine.script import Script
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import Broke, CombatDrawn, CombatWon, Held
from pilein.rulesets.scrollhammer.end.consolidation_place import ConsolidationPlace
from pilein.rulesets.scrollhammer.result.morale import check, morale_test
from pilein.rulesets.scrollhammer.result.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, changed, fight_of


@pytest.mark.example("SH-X-16")
@pytest.mark.parametrize(("dice", "outcome"), [([1, 1], Held), ([1, 2], Broke)])
def test_in_example_x_16_only_a_double_1_passes_the_morale_check_after_the_crushing_defeat(dice, outcome):
    made = battle(U("guards", 0, [(GUARD, 5)]), U("reavers", 1, [(REAVER, 5)]), pairs=[(0, 1)])
    script = Script(RULESET, dice=dice)
    script.begin(made.beginning(fight_of((0, 1), met=((0, 1),))), check, 0, 7)
    script.assert_used_up()
    assert [type(event) for event in script.events] == [outcome]
    assert chance(morale_test(Table(made.setup.readings), 8, 7).weights(), bool) == Fraction(1, 36)


def ranks_against_horde(rulings=None, ranks=0):
    """Return a battle of Guards with a standard against Imps. Eleven of fifteen Guards and eighteen of twenty Imps are
    left.
    """
    bearer = changed(GUARD, standard=True)
    units = (
        U("guards", 0, [(bearer, 1), (GUARD, 14)], formation="ranks"),
        U("imps", 1, [(IMP, 20)], formation="horde"),
    )
    made = battle(*units, pairs=[(0, 1)], rulings=rulings)
    gone = frozenset((*range(11, 15), *range(33, 35)))
    return made.on(made.field.without(gone)).beginning(fight_of((0, 1), lead=-2, met=((0, 1),), ranks=ranks))


@pytest.mark.example("SH-X-17")
def test_in_example_x_17_the_ranks_and_numbers_and_standard_give_the_combat_result_stated_in_the_text():
    script = Script(RULESET, dice=[3, 4])
    script.begin(ranks_against_horde(), work_out)
    script.assert_used_up()
    assert script.events[:2] == [
        CombatWon(winner="blue", margin=1, wounds=2, ranks=-1, number=1, standards=-1, clause="SH-CR-06"),
        Held(unit="guards", margin=1, clause="SH-MO-03"),
    ]


@pytest.mark.example("SH-X-17")
def test_under_the_ranks_before_ruling_the_combat_of_example_x_17_is_a_draw():
    script = Script(RULESET)
    script.begin(ranks_against_horde({"SH-R-61": "ranks-before"}, ranks=2), work_out)
    assert script.events[0] == CombatDrawn(reason="equal scores", clause="SH-CR-08")


@pytest.mark.example("SH-X-25")
def test_in_example_x_25_the_consolidation_stops_an_inch_from_a_second_enemy():
    units = U("guards", 0, [(GUARD, 1)], at=[(10, 10)]), U("others", 1, [(REAVER, 1)], at=[(10, 14.5)])
    made = battle(*units)
    choice = ConsolidationPlace(0, made, 0, (0,), 3 * INCH, 2 * INCH)
    assert choice.why_not((0, ticks(10), ticks(12.5), 0)) is None
    assert choice.why_not((0, ticks(10), ticks(12.51), 0)) == 'the model would stop within 1" of an enemy'
    assert next(choice.candidates())[1] == (0, ticks(10), ticks(12.5), 0)
