"""SH-FS-03, SH-MO, SH-SA-01, SH-CO: the policy's decisions about the order of combats and units, Morale checks, sweeps
and consolidation.
"""

from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf, Several, yes_or_no
from pilein.rulesets.scrollhammer.end.consolidation import begin_consolidation
from pilein.rulesets.scrollhammer.end.reform import ReformPlace
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.policy.aftermath import chance_of_being_caught
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, OGRE, REAVER, U, battle, changed, fight_of


def in_press(*units, pairs):
    return battle(*units, pairs=pairs).beginning(fight_of(tuple(range(len(units))), met=tuple(pairs)))


def block(name, side, traits, count, place, files=5):
    return U(name, side, [(traits, count)], block=(*place, files), formation="ranks")


def test_the_policy_fights_the_combat_with_the_best_chance_of_victory_first():
    units = (
        U("imps", 0, [(IMP, 3)], row(5, 10, 3)),
        U("guards", 0, [(GUARD, 3)], row(20, 10, 3)),
        U("ogres", 1, [(OGRE, 2)], row(5, 11, 2)),
        U("reavers", 1, [(IMP, 3)], row(20, 11, 3)),
    )
    asked = []

    def note(choice):
        asked.append(choice)
        return next(choice.candidates())[1]

    made = battle(*units)
    key = "fight_to_the_end"
    before = Script(RULESET, answers=None, policy=note).begin(made, fight_sub_phase, until=key)
    assert asked[0].clause == "SH-FS-03"
    made = replace(before, combats=((0, 2), (1, 3)))
    assert sensible(made, asked[0]) == asked[0].labels.index("guards, reavers")


def on_purpose(made, name="imps"):
    return sensible(made, yes_or_no(1, "SH-MO-06", f"{name}: fail the Morale check on purpose?"))


def test_the_policy_fails_a_morale_check_on_purpose_with_a_harmless_unit_likely_to_escape():
    statue = changed(OGRE, T=10, I=1)
    made = in_press(U("statues", 0, [(statue, 2)]), U("imps", 1, [(IMP, 5)]), pairs=((0, 1),))
    # Initiative 2 against 1: 15 of 36 throws catch it
    assert round(36 * chance_of_being_caught(made, preview_table(made), 1)) == 15
    assert on_purpose(made) is True


def test_the_policy_does_not_fail_a_morale_check_on_purpose_with_a_unit_that_would_probably_be_caught():
    statue = changed(OGRE, T=10, I=5)
    made = in_press(U("statues", 0, [(statue, 2)]), U("imps", 1, [(IMP, 5)]), pairs=((0, 1),))
    assert on_purpose(made) is False


def test_the_policy_does_not_fail_a_morale_check_on_purpose_with_a_unit_that_can_hurt_one_of_its_enemies():
    units = U("statues", 0, [(changed(OGRE, T=10, I=1), 2)]), U("imps", 1, [(IMP, 5)]), U("reavers", 0, [(REAVER, 1)])
    assert on_purpose(in_press(*units, pairs=((0, 1), (1, 2)))) is False


def test_a_unit_cannot_be_caught_if_all_its_enemies_would_still_be_in_combat():
    units = U("statues", 0, [(OGRE, 2)]), U("imps", 1, [(IMP, 5)]), U("reavers", 1, [(REAVER, 1)])
    made = in_press(*units, pairs=((0, 1), (0, 2)))
    assert chance_of_being_caught(made, preview_table(made), 1) == 0


def test_the_policy_flees_to_the_edge_further_from_the_enemy_if_two_edges_are_equally_near():
    made = battle(U("guards", 0, [(GUARD, 1)], [(5, 5)]), U("imps", 1, [(IMP, 1)], [(5, 9)]), size=(20, 20))
    words = "guards: to which table edge?"
    assert sensible(made, OneOf(0, "SH-MO-05", words, ("south", "west"))) == "south"
    assert sensible(made, OneOf(0, "SH-MO-05", words, ("north", "west"))) == "west"


def test_the_policy_sweeps_with_every_unit_that_may_sweep():
    made = battle(U("guards", 0, [(GUARD, 1)], [(5, 5)]), U("imps", 1, [(IMP, 1)], [(5, 9)]))
    assert sensible(made, Several(0, "SH-SA-01", "which units sweep after them", (0, 2), 0, 2)) == (0, 2)


def test_the_policy_checks_the_morale_of_losing_units_in_the_order_offered():
    made = battle(U("guards", 0, [(GUARD, 1)], [(5, 5)]), U("imps", 1, [(IMP, 1)], [(5, 9)]))
    assert sensible(made, Several(0, "SH-MU-07", "the order", (1, 2, 3), 3, 3)) == (1, 2, 3)


def test_the_policy_consolidates_skirmishers_towards_the_nearest_enemy():
    made = battle(U("guards", 0, [(GUARD, 2)], row(10, 10, 2)), U("imps", 1, [(IMP, 1)], [(10, 20)]))
    made = made.beginning(fight_of((0,)))
    assert sensible(made, yes_or_no(0, "SH-CO-01", "does guards consolidate?")) is True
    script = Script(RULESET, answers=None, policy=lambda choice: sensible(made, choice))
    after = script.begin(made, begin_consolidation, 0)
    assert after.plane.place(0).y - made.plane.place(0).y == 3 * INCH


def test_the_policy_consolidates_up_to_an_inch_from_the_enemy():
    made = battle(U("guards", 0, [(GUARD, 1)], [(10, 10)]), U("imps", 1, [(IMP, 1)], [(10, 13)]))
    made = made.beginning(fight_of((0,)))
    script = Script(RULESET, answers=None, policy=lambda choice: sensible(made, choice))
    after = script.begin(made, begin_consolidation, 0)
    assert abs(gap(after.plane.shape(0), after.plane.shape(1)) - INCH) <= 2


def reformed(files, count):
    made = battle(block("guards", 0, GUARD, count, (20, 20, 0), files=files), U("imps", 1, [(IMP, 1)], [(40, 19.5)]))
    assert isinstance(made.plane.standings[0], Block)
    return sensible(made, ReformPlace(0, made, 0, "default"))


def test_the_policy_reforms_a_block_to_face_the_nearest_enemy_and_keeps_its_files():
    _, _, facing, files = reformed(6, 12)
    assert abs(facing - 9000) < 500
    assert files == 6


def test_the_policy_reforms_a_narrow_block_to_five_files():
    _, _, facing, files = reformed(3, 12)
    assert abs(facing - 9000) < 500
    assert files == 5


def test_the_policy_keeps_the_files_of_a_block_of_four_models_when_it_reforms():
    assert reformed(2, 4)[-1] == 2
