"""Worked examples of charges, each played as a full phase from the declaration to the last die of the fight."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.scrollhammer.nearness import gap_between
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.block_battles import guards as block_of_guards
from tests.rulesets.scrollhammer.block_battles import reavers as block_of_reavers
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, kinds, play, reavers, told, where

THREE = (10, 11.5, 13)


def phase(made, dice=(), answers=None):
    """Play the full phase, using all the given dice and answers."""
    return play(made, dice, answers, close_combat_phase)


def events(script, kind):
    return [event for event in script.events if type(event).__name__ == kind]


def declared(script):
    """Return the attackers in the order of the steps, as tuples of Initiative, unit and number of attacks."""
    step, found = 0, []
    for event in script.events:
        step = getattr(event, "step", step)
        if type(event).__name__ == "Struck":
            found.append((step, event.unit, event.attacks))
    return found


def nearest(model):
    """Return a policy that takes the first place offered to the model."""
    return lambda choice: next(answer for _, answer in choice.candidates() if answer[0] == model)


def seven_away():
    """Return a battle of three models against three, with gaps of 7 inches between them."""
    return battle(guards([(x, 10) for x in THREE]), reavers([(x, 18) for x in THREE]))


@pytest.mark.example("SH-X-01")
def test_in_example_x_01_an_enemy_exactly_seven_inches_away_is_in_range():
    after, script = phase(seven_away(), [3, 4, *[1] * 6, *[1] * 3], [(0, 1), "hold", 0, nearest(1), nearest(2)])
    assert told(script, "RangeRolled").inches == 7
    assert [where(after, model) for model in range(3)] == [(x, 17) for x in THREE]
    assert declared(script) == [(4, "guards", 6), (3, "reavers", 3)]


@pytest.mark.example("SH-X-01")
def test_in_example_x_01_the_phase_ends_after_the_failed_charge():
    after, script = phase(seven_away(), [2, 4], [(0, 1), "hold"])
    assert [kind for kind in kinds(script) if kind != "SubPhaseBegan"] == [
        "ChargeDeclared",
        "ReceivedCharge",
        "RangeRolled",
        "ChargeFailed",
    ]
    assert after.plane.standings == seven_away().plane.standings


def fleeing(rulings=None):
    units = guards([(10, 10)]), reavers([(10, 17)]), guards([(20, 22)], name="second")
    return battle(*units, edges=("south", "north"), rulings=rulings)


@pytest.mark.example("SH-X-02")
def test_in_example_x_02_the_phase_ends_when_the_fleeing_unit_is_destroyed():
    made = fleeing()
    answers = [(0, 1), "flee", (2, 1)]
    assert gap_between(made, 0, 1) == pytest.approx(6 * INCH, abs=1)
    _, before = play(made, [5, 6, 4], [(0, 1), "flee", ()])
    assert told(before, "Fled").inches == 5
    after, script = phase(made, [5, 6, 4, 5, 6, 4, 5], answers)
    assert [kind for kind in kinds(script) if kind not in ("SubPhaseBegan", "Moved")] == [
        *("ChargeDeclared", "Fled", "RangeRolled", "ChargeFailed"),
        *("ChargeDeclared", "RangeRolled", "LeadershipTested", "Scattered", "ChargeEnded"),
    ]
    assert after.plane.standings[0] == made.plane.standings[0]
    assert after.plane.standings[2] == made.plane.standings[2]


@pytest.mark.example("SH-X-02")
def test_in_example_x_02_the_reavers_end_11_inches_from_the_first_charger_and_9_from_the_second():
    after, _ = play(fleeing(), [5, 6, 4], [(0, 1), "flee", ()])
    assert after.status(1).falling_back
    assert gap_between(after, 0, 1) == pytest.approx(11 * INCH, abs=1)
    assert gap_between(after, 2, 1) == pytest.approx(9 * INCH, abs=1)
    assert not any(after.status(unit).charged for unit in (0, 2))


@pytest.mark.example("SH-X-02")
def test_under_the_fight_ruling_the_second_charger_of_example_x_02_moves_in_and_fights():
    """All attacks miss. No dice are rolled to regroup, and no further question is asked."""
    dice = [5, 6, 4, 5, 6, 1, 1, 1]
    after, script = phase(fleeing({"SH-R-15": "fight"}), dice, [(0, 1), "flee", (2, 1)])
    assert declared(script) == [(4, "second", 2), (3, "reavers", 1)]
    assert told(script, "CombatDrawn").reason == "equal scores"
    assert after.plane.touched_units(2) == (1,)


@pytest.mark.example("SH-X-04")
def test_in_example_x_04_each_unit_makes_six_attacks_and_the_guards_strike_first():
    """Each side has three models, and all attacks miss."""
    wood = [("difficult", [(5, 12), (20, 12), (20, 14), (5, 14)])]
    made = battle(guards([(x, 10) for x in THREE]), reavers([(x, 17.5) for x in THREE]), grounds=wood)
    answers = [(0, 1), "hold", 0, nearest(1), nearest(2), True]
    after, script = phase(made, [6, 2, 5, 3, 4, *[1] * 6, *[1] * 6], answers)
    assert told(script, "RangeRolled").inches == 7
    assert told(script, "CounterAttacked").unit == "reavers"
    assert declared(script) == [(4, "guards", 6), (3, "reavers", 6)]
    assert told(script, "CombatDrawn").reason == "equal scores"
    assert after.living(0) == after.living(1) == 3


@pytest.mark.example("SH-X-05")
def test_in_example_x_05_each_side_scores_one_wound_because_the_guard_lost_in_the_bog_does_not_count():
    """One reaver falls to the first of eight attacks, and one guard to the first of four."""
    bog = [("dangerous", [(10.8, 12), (13.6, 12), (13.6, 13), (10.8, 13)])]
    made = battle(
        guards([(10, 10.2), (11.5, 10), (13, 10), (8.5, 10), (7, 10)]),
        reavers([(7 + 1.5 * number, 16) for number in range(5)]),
        grounds=bog,
    )
    charge = [6, 6, 1, 3, 4]
    first_step = [*[3, *[1] * 7], 4, 5]
    second_step = [*[4, 1, 1, 1], 3, 3]
    after, script = phase(made, [*charge, *first_step, *second_step])
    assert declared(script) == [(4, "guards", 8), (3, "reavers", 4)]
    assert [(event.unit, event.cause) for event in events(script, "Slain")] == [
        ("guards", "dangerous ground"),
        ("reavers", "blows"),
        ("guards", "blows"),
    ]
    assert told(script, "CombatDrawn").reason == "equal scores"
    assert (after.living(0), after.living(1)) == (3, 4)


def skirmish():
    return battle(guards([(x, 10) for x in (*THREE, 14.5)]), reavers([(x, 16) for x in THREE]))


def to(model, x, y):
    return model, ticks(x), ticks(y), 0


@pytest.mark.example("SH-X-07")
def test_in_example_x_07_every_model_fights_and_the_guards_have_eight_attacks():
    moves = [to(1, 11.5, 15), to(2, 13, 15), to(3, 14, 15)]
    after, script = phase(skirmish(), [3, 3, *[1] * 8, *[1] * 3], [(0, 1), "hold", 0, *moves])
    assert declared(script) == [(4, "guards", 8), (3, "reavers", 3)]
    touched = after.plane.edge_contacts.enemies
    assert [touched[model] for model in range(4)] == [(4,), (5,), (6,), ()]
    assert 2 in after.plane.contacts.friends[3]


@pytest.mark.example("SH-X-07")
def test_in_example_x_07_the_last_model_has_only_one_legal_place_if_the_range_is_5():
    moves = [to(1, 11.5, 15), to(2, 13, 15)]
    for wrong in ((14, 15), (14.5, 12)):
        with pytest.raises(IllegalAnswer):
            phase(skirmish(), [2, 3], [(0, 1), "hold", 0, *moves, to(3, *wrong)])
    after, script = phase(skirmish(), [2, 3, *[1] * 8, *[1] * 3], [(0, 1), "hold", 0, *moves, to(3, 13, 14)])
    assert declared(script) == [(4, "guards", 8), (3, "reavers", 3)]
    assert after.plane.contacts.friends[3] == (2,)


@pytest.mark.example("SH-X-08")
@pytest.mark.parametrize(("reading", "attacks"), [("default", 20), ("edges-only", 16)])
def test_a_block_charging_a_block_makes_as_many_attacks_as_stated_in_example_x_08(reading, attacks):
    """All attacks miss. The Guards win by two ranks of five models, and the Reavers hold with a double 1."""
    made = battle(block_of_guards(15, 20, 10, 0, 5), block_of_reavers(6, 20, 16, 180, 3), rulings={"SH-R-04": reading})
    after, script = phase(made, [3, 3, *[1] * attacks, *[1] * 6, 1, 1], [(0, 1), "hold"])
    assert declared(script) == [(4, "guards", attacks), (3, "reavers", 6)]
    assert (told(script, "CombatWon").margin, told(script, "CombatWon").ranks) == (2, 2)
    overhang = told(script, "Overhung")
    assert (overhang.left, overhang.right) == (1, 1)
    assert after.living(0) == 15


@pytest.mark.example("SH-X-08")
@pytest.mark.parametrize(
    ("reading", "in_contact", "through_friends"),
    [("default", (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)), ("edges-only", (1, 2, 3), (0, 4, 6, 7, 8))],
)
def test_in_example_x_08_every_engaged_model_touches_an_enemy_or_a_friend_in_contact(
    reading, in_contact, through_friends
):
    """The files are numbered 0 to 4 from the left. Models 15 to 17 are the reavers' front rank, and 18 to 20 stand
    behind them.
    """
    made = battle(block_of_guards(15, 20, 10, 0, 5), block_of_reavers(6, 20, 16, 180, 3), rulings={"SH-R-04": reading})
    script = Script(RULESET, dice=[3, 3], answers=[(0, 1), "hold"])
    after = script.begin(made, close_combat_phase, until="next_step")
    assert tuple(model for model, depth, _ in after.fight.began.opened if depth == 0) == (*in_contact, 15, 16, 17)
    assert tuple(model for model, depth, _ in after.fight.began.opened if depth == 1) == (*through_friends, 18, 19, 20)
    assert [model for model in range(15) if after.plane.edge_contacts.enemies[model]] == [1, 2, 3]


@pytest.mark.example("SH-X-08")
def test_in_example_x_08_the_surplus_files_overhang_on_the_right_after_a_turn_of_45_degrees():
    """The phase is played from the declaration onwards. The turn takes 3.93 inches of movement, and a base is 1 inch
    wide.
    """
    made = battle(block_of_guards(15, 27, 8, 315, 5), block_of_reavers(6, 20, 16, 180, 3))
    _, script = play(made, [6, 6], [(0, 1), "hold"])
    assert (told(script, "Overhung").left, told(script, "Overhung").right) == (0, 2)
    assert told(script, "SideStruck").side == "front"


def narrow(rulings=None):
    friends = [*((4.1 + number, 13) for number in range(6)), (10.9, 13), (12.3926, 13)]
    return battle(guards([(10, 10)]), reavers([(10, 16)]), guards(friends, name="friends"), rulings=rulings)


@pytest.mark.example("SH-X-26")
@pytest.mark.parametrize("reading", ["default", "gap"])
def test_in_example_x_26_the_phase_ends_without_an_attack(reading):
    after, script = phase(narrow({"SH-R-19": reading}), [3, 4], [(0, 1), "hold", ()])
    assert told(script, "ChargeFailed").unit == "guards"
    assert after.plane.standings == narrow().plane.standings


@pytest.mark.example("SH-X-28")
def test_in_example_x_28_only_the_unit_that_was_shot_at_may_be_charged():
    made = battle(
        guards([(10, 10)], status=Status(fired_at=1)),
        reavers([(10, 15)]),
        reavers([(14, 14)], name="others"),
    )
    for wrong in ((0, 2), (0, 1, 2)):
        with pytest.raises(IllegalAnswer):
            phase(made, answers=[wrong])
    after, _ = play(made, [6, 6], [(0, 1), "hold"])
    assert after.status(0).charged
    assert phase(made.on(made.plane.without(frozenset({1}))))[1].asked == []


@pytest.mark.example("SH-X-29")
@pytest.mark.parametrize(("reading", "charged"), [("default", True), ("outer-corner", False)])
def test_the_nearest_corner_decides_the_charge_when_example_x_29_is_played_from_its_declaration(reading, charged):
    turned = block_of_guards(10, 22, 8.5, 36.8699, 5)
    made = battle(turned, block_of_reavers(10, 22, 16, 180, 5), rulings={"SH-R-21": reading})
    assert gap_between(made, 0, 1) == pytest.approx(6 * INCH, abs=200)
    after, script = play(made, [2, 4], [(0, 1), "hold"])
    assert after.status(0).charged == charged
    assert ("ChargeFailed" in kinds(script)) == (not charged)
    assert after.plane.touched_units(0) == ((1,) if charged else ())
