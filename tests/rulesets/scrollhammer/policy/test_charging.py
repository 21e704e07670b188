"""SH-CH-01, SH-RE-02, SH-RE-06, SH-MV-15, SH-MV-17, SH-MV-20, SH-TE-03: the policy's decisions in the Charge
sub-phase.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

import pilein
from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf, yes_or_no
from pilein.rulesets.scrollhammer.charge.block_charge import move_block, move_into_contact
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.targets import STOP, Declaration, Naming
from pilein.rulesets.scrollhammer.policy.charging import chance_to_reach, stand_of_block
from pilein.rulesets.scrollhammer.policy.hypothetical import exchange
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Charge
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, OGRE, REAVER, U, battle, changed

FLIGHT = Path(__file__).parents[4] / "examples/scrollhammer/flight.toml"
BOW = Weapon("bow", "bow", hands=2, melee=False, range=18 * 127000, shots=2, shot_S=3)
GREAT_WEAPON = Weapon("great weapon", "great weapon", hands=2, S=2, I=-1)


def asked(made, clause=charge_sub_phase, *arguments):
    found = []

    def note(choice):
        found.append(choice)
        return next(choice.candidates())[1]

    script = Script(RULESET, dice=[1] * 200, answers=None, policy=note)
    script.begin(made, clause, *arguments)
    return found[0]


def declared(*units, **more):
    made = battle(*units, **more)
    return sensible(made, asked(made))


def charging(*units, target=1, **more):
    return replace(battle(*units, **more), charge=Charge(0, (target,), arcs=("",)))


def block(name, side, traits, count, place, files=5):
    return U(name, side, [(traits, count)], block=(*place, files), formation="ranks")


def test_the_policy_declares_the_most_valuable_charge():
    guards = U("guards", 0, [(GUARD, 5)], row(10, 10, 5))
    imps = U("imps", 1, [(IMP, 5)], row(6, 15, 5))
    reavers = U("reavers", 1, [(REAVER, 5)], row(14, 15, 5))
    assert declared(guards, imps, reavers) == (0, 1)


def test_the_policy_does_not_declare_a_charge_expected_to_cost_more_than_it_gains():
    imps = U("imps", 0, [(IMP, 5)], row(10, 10, 5))
    assert declared(imps, U("ogres", 1, [(OGRE, 3)], row(10, 15, 3))) == STOP


def test_the_policy_charges_the_nearer_of_two_equal_targets():
    guards = U("guards", 0, [(GUARD, 5)], row(20, 10, 5))
    far = U("far", 1, [(IMP, 5)], row(20, 20, 5))
    near = U("near", 1, [(IMP, 5)], row(26, 14, 5))
    assert declared(guards, far, near) == (0, 2)


def test_the_policy_names_a_single_target_if_that_is_legal():
    made = battle(
        U("guards", 0, [(GUARD, 5)], row(10, 10, 5)),
        U("imps", 1, [(IMP, 5)], row(6, 15, 5)),
        U("others", 1, [(IMP, 5)], row(14, 15, 5)),
    )
    choice = Declaration(0, "SH-CH-01", "who?", (Naming(0, (1, 2), must=2),), ("guards", "imps", "others"))
    assert sensible(made, choice) == (0, 2)


def test_of_equally_valuable_charges_the_policy_declares_the_one_straight_ahead():
    guards = U("guards", 0, [(GUARD, 5)], row(20, 10, 5))
    left = U("left", 1, [(IMP, 3)], row(14, 15, 3))
    ahead = U("ahead", 1, [(IMP, 3)], row(21, 15, 3))
    assert declared(guards, left, ahead) == (0, 2)
    assert declared(guards, ahead, left) == (0, 1)


def test_the_policy_chooses_the_same_charge_on_a_rotated_table():
    guards, left, ahead = row(20, 10, 5), row(14, 15, 3), row(21, 15, 3)

    def turned(places):
        return [(y, 48 - x, 90.0) for x, y, _ in places]

    units = [("guards", 0, GUARD, guards), ("left", 1, IMP, left), ("ahead", 1, IMP, ahead)]
    upright = [U(name, side, [(traits, len(at))], at) for name, side, traits, at in units]
    lying = [U(name, side, [(traits, len(at))], turned(at)) for name, side, traits, at in units]
    assert declared(*upright) == declared(*lying) == (0, 2)


def test_the_policy_knows_the_exact_chance_of_reaching_a_target_with_the_charge_dice():
    made = battle(U("guards", 0, [(GUARD, 1)], [(10, 10)]), U("imps", 1, [(IMP, 1)], [(10, 18)]))
    # a gap of 7 inches: 21 of 36 throws of 2D6 show 7 or more
    assert round(36 * chance_to_reach(made, preview_table(made), 0, 1)) == 21


def test_the_policy_expects_to_reach_a_target_less_often_if_difficult_ground_is_on_the_path():
    wood = [("difficult", [(5, 12), (15, 12), (15, 14), (5, 14)])]
    made = battle(U("guards", 0, [(GUARD, 1)], [(10, 10)]), U("imps", 1, [(IMP, 1)], [(10, 18)]), grounds=wood)
    # the two lowest of 3D6 show 7 or more in 69 of 216 throws
    assert round(216 * chance_to_reach(made, preview_table(made), 0, 1)) == 69


def test_the_policy_values_a_charge_by_the_expected_wounds_of_its_attacks():
    made = battle(U("guards", 0, [(GUARD, 1)], [(10, 10)]), U("imps", 1, [(IMP, 9)], row(6, 18, 9)))
    found = exchange(made, 0, 1)
    # two attacks, 3+ to hit, 3+ to wound, no save: 2 * 2/3 * 2/3; one imp in two ranks: 2 attacks, 4+, 6+, save 4+
    assert round(found.by(1), 6) == round(8 / 9, 6)
    assert 0 < found.by(0) < 2 / 24 + 1e-9


@pytest.mark.parametrize("away", [3, 6, 9, 12])
@pytest.mark.parametrize("foe", [OGRE, GUARD])
def test_the_policy_holds_against_every_charge_because_a_fleeing_unit_counts_as_beaten(away, foe):
    imps = U("imps", 1, [(IMP, 10)], row(10, 10 + away, 10))
    made = charging(U("foes", 0, [(foe, 6)], row(10, 10, 6, step=1.5)), imps)
    assert sensible(made, OneOf(1, "SH-RE-02", "imps: which reaction?", ("hold", "flee"))) == "hold"


def test_the_example_militia_does_as_well_under_the_policy_as_when_it_always_holds():
    by_itself, told = (
        pilein.simulate(FLIGHT, n=8, seed=1, phases="end", workers=1, fixed=fixed)
        for fixed in (None, {"SH-RE-02": "hold"})
    )
    assert by_itself.figures.outcome == told.figures.outcome


def test_the_policy_always_tries_to_stand_and_shoot_with_a_unit_armed_only_with_bows():
    archers = changed(GUARD, BS=4, weapons=(BOW,))
    made = charging(U("ogres", 0, [(OGRE, 3)], row(10, 10, 3)), block("archers", 1, archers, 10, (11, 16, 180)))
    assert sensible(made, yes_or_no(1, "SH-RE-06", "does archers try to stand and shoot?")) is True


def test_the_policy_does_not_stand_and_shoot_with_a_unit_that_would_then_fight_with_worse_weapons():
    archers = changed(GUARD, BS=4, weapons=(GREAT_WEAPON, BOW))
    made = charging(U("ogres", 0, [(OGRE, 3)], row(10, 10, 3)), block("archers", 1, archers, 10, (11, 16, 180)))
    assert sensible(made, yes_or_no(1, "SH-RE-06", "does archers try to stand and shoot?")) is False


def test_the_policy_stands_and_shoots_with_a_unit_that_would_then_fight_with_equally_good_weapons():
    archers = changed(GUARD, BS=4, weapons=(HAND_WEAPON, BOW))
    made = charging(U("ogres", 0, [(OGRE, 3)], row(10, 10, 3)), block("archers", 1, archers, 10, (11, 16, 180)))
    assert sensible(made, yes_or_no(1, "SH-RE-06", "does archers try to stand and shoot?")) is True


def test_the_policy_charges_the_side_defended_by_fewer_models_if_two_sides_tie():
    made = charging(U("imps", 0, [(IMP, 4)], row(10, 10, 4)), block("guards", 1, GUARD, 15, (20, 20, 0), files=5))
    words = "which side of guards is charged?"
    assert sensible(made, OneOf(0, "SH-MV-15", words, ("front", "left"))) == "left"
    assert sensible(made, OneOf(0, "SH-MV-15", words, ("rear", "right"))) == "right"


def shift_with_others_at(x):
    """Return the overhang to the right, in ticks, of a block with one more file than its target when further enemies
    are near.
    """
    made = charging(
        block("guards", 0, GUARD, 8, (20, 10, 0), files=4),
        block("imps", 1, IMP, 9, (20, 15, 180), files=3),
        U("others", 1, [(IMP, 4)], row(x, 16, 4)),
    )
    start = Script(RULESET).begin(made.charging(range=8), move_block, until=move_into_contact.key)
    script = Script(RULESET, answers=[lambda choice: stand_of_block(start, choice)])
    after = script.begin(start, move_into_contact, 1)
    script.assert_used_up()
    return after.plane.standings[0].x - start.plane.standings[0].x


def test_the_policy_lets_the_odd_file_overhang_on_the_side_with_fewer_other_enemies():
    assert shift_with_others_at(14) == INCH // 2
    assert shift_with_others_at(24) == -INCH // 2


def test_the_policy_charges_first_with_the_model_nearest_the_middle_of_the_target():
    made = charging(U("guards", 0, [(GUARD, 5)], row(10, 10, 5)), U("imps", 1, [(IMP, 5)], row(10, 15, 5)))
    assert sensible(made, OneOf(0, "SH-MV-20", "which charges first?", (0, 1, 2, 3, 4))) == 2


def test_the_policy_always_tries_to_counter_attack():
    made = charging(U("guards", 0, [(GUARD, 5)], row(10, 10, 5)), U("imps", 1, [(IMP, 5)], row(10, 15, 5)))
    assert sensible(made, yes_or_no(1, "SH-TE-03", "does imps try to counter-attack?")) is True


def test_the_policy_takes_the_first_charge_place_offered():
    made = battle(U("guards", 0, [(GUARD, 3)], row(10, 10, 3)), U("imps", 1, [(IMP, 3)], row(10, 13, 3)))
    moves = []

    def follow(choice):
        answer = sensible(made, choice)
        if choice.clause == "SH-MV-22":
            moves.append((answer, next(choice.candidates())[1]))
        return answer

    Script(RULESET, dice=[6] * 400, answers=None, policy=follow).begin(made, charge_sub_phase)
    assert moves
    assert all(answer == offered for answer, offered in moves)


def test_in_its_forecast_of_a_charge_the_policy_counts_only_models_that_can_strike_given_the_widths_of_the_fronts():
    """SH-EN-04, SH-EN-05: against a target 4 files wide, all 16 models of a block 8 wide and 2 deep can strike, but
    only 8 models of a block 4 wide.
    """
    foes = block("imps", 1, changed(IMP, W=3), 40, (12, 22, 180), files=4)
    wide, narrow = (
        exchange(battle(block("guards", 0, GUARD, 2 * files, (12, 10, 0), files=files), foes), 0, 1) for files in (8, 4)
    )
    assert wide.by(1) == pytest.approx(2 * narrow.by(1))
