"""Findings of a reader who played declarations, reactions and ranges of charges by the text, reading by reading."""

from typing import Any

import pytest
from msgspec.structs import replace

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge_moves import charge_move
from pilein.rulesets.scrollhammer.charge_range import roll_charge_range
from pilein.rulesets.scrollhammer.charge_targets import Declaration, naming
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Battle, Status
from tests.rulesets.scrollhammer.builder import REAVER, U, battle, changed
from tests.rulesets.scrollhammer.charging import guards, kinds, play, rank, reavers, told, under_way

CROSSBOW = Weapon("hand crossbow", melee=False, range=6 * INCH, shots=1, shot_S=4)
SHOOTER = changed(REAVER, BS=3, weapons=(CROSSBOW,))


def questions(made: Battle, answers: list[Any], dice: tuple[int, ...] = ()) -> list[str]:
    """The clauses of the questions asked in a Charge sub-phase."""
    _, script = play(made, dice, answers)
    return [request.clause for request in script.asked if hasattr(request, "clause")]


@pytest.mark.clause("SH-CH-11")
def test_a_unit_that_cannot_charge_what_it_shot_at_is_not_asked_to_charge() -> None:
    """SH-R-11 `include`. It shot at reavers far off, who must be among its targets; others stand within reach."""
    shooters = guards([(10, 10)], status=Status(fired_at=1))
    far, near = reavers([(10, 40)]), reavers([(10, 15)], name="others")
    assert questions(battle(shooters, far, near, rulings={"SH-R-11": "include"}), []) == []


@pytest.mark.clause("SH-RE-01")
def test_nobody_reacts_to_a_charger_that_shots_have_destroyed() -> None:
    """SH-R-87. No model is left, so the charge ends: the second target neither flees nor stands and shoots."""
    targets = rank(1, 10, 15.5, 180, SHOOTER), reavers([(13, 15)], name="others")
    dice = (1, 1, 6, 6, 1)
    asked = questions(battle(guards([(10, 10)]), *targets), [(0, 1, 2), "hold", True], dice)
    assert asked == ["SH-CH-01", "SH-RE-02", "SH-RE-06"]


@pytest.mark.clause("SH-RE-06")
@pytest.mark.parametrize(("reading", "shots"), [("default", 3), ("nearest-range", 3)])
def test_of_equally_near_chargers_one_in_range_is_enough(reading: str, shots: int) -> None:
    """SH-R-16 `nearest-range`. Row against row, six inches apart: each has the one before it in range, not all."""
    made = battle(guards([(9, 10), (10, 10), (11, 10)]), rank(3, 10, 16.5, 180, SHOOTER), rulings={"SH-R-16": reading})
    _, script = play(made, [1, 1, *[1] * shots, 1, 1], [(0, 1), "hold", True])
    assert told(script, "StoodAndShot").shots == shots


@pytest.mark.clause("SH-MC-02")
@pytest.mark.parametrize(("friends", "left_out"), [([(11, 15), (13, 15)], False), ([(13, 15)], True)])
def test_a_target_that_was_in_the_combat_before_is_not_said_to_stay_out(
    friends: list[tuple[float, float]], left_out: bool
) -> None:
    """A friend holds both targets in one combat, or fights the second alone; the charger touches only the first."""
    targets = reavers([(10, 15)]), reavers([(14, 15)], name="others")
    made = battle(guards([(10, 10)]), *targets, guards(friends, name="friends"))
    _, script = play(under_way(made, 1, 2, range=7), (), None, charge_move)
    assert ("LeftOut" in kinds(script)) == left_out


SCREEN = ("open", [(8, 12), (12, 12), (12, 13), (8, 13)])
WOOD = ("difficult", [(23, 18.5), (25, 18.5), (25, 19.8), (23, 19.8)])


@pytest.mark.clause("SH-TE-01")
@pytest.mark.parametrize(("reading", "dice"), [("default", [1, 1, 1]), ("ranks-only", [1, 1])])
def test_difficult_ground_counts_on_the_way_to_the_side_that_may_be_touched(reading: str, dice: list[int]) -> None:
    """SH-R-27. One of four is beside the block: to the front it rounds a wood, to the flank it has open ground."""
    own = guards([(19, 12), (20, 12), (21, 12), (26, 20.5)])
    made = battle(own, rank(10, 20, 20, 180, files=5), grounds=[WOOD], rulings={"SH-R-27": reading})
    _, script = play(under_way(made, 1, arcs=("front",)), dice, None, roll_charge_range)
    assert told(script, "RangeRolled").difficult == (len(dice) == 3)


def targets(made: Battle) -> tuple[int, ...]:
    """The units that the guards may name."""
    return naming(made, Table(made.setup.readings), 0).targets


@pytest.mark.clause("SH-CH-02")
@pytest.mark.parametrize(("reading", "named"), [("default", (1,)), ("edges-only", ())])
def test_a_unit_that_can_be_touched_with_a_corner_alone_is_reached_only_where_that_is_contact(
    reading: str, named: tuple[int, ...]
) -> None:
    """SH-R-04, SH-R-08. Friends stand flush against all four sides of the target."""
    friends = guards([(9, 20), (11, 20), (10, 19), (10, 21)], name="friends")
    made = battle(guards([(10, 10)]), reavers([(10, 20)]), friends, rulings={"SH-R-04": reading})
    assert targets(made) == named


@pytest.mark.clause("SH-CH-02")
@pytest.mark.parametrize(("reading", "named"), [("default", ()), ("ranks-only", (1,))])
def test_a_block_whose_charged_side_cannot_be_reached_may_not_be_named(reading: str, named: tuple[int, ...]) -> None:
    """SH-R-08, SH-R-27. Friends fill the front, before which the guard stands; beside the block there is room."""
    friends = guards([(8, 19.5), (9, 19.5), (10, 19.5), (11, 19.5), (12, 19.5)], name="friends")
    made = battle(guards([(10, 12)]), rank(3, 10, 20, 180), friends, rulings={"SH-R-27": reading})
    assert targets(made) == named


def unseen_behind_a_wood(*others: U) -> Battle:
    """Guards before a wood, reavers behind it; SH-R-09 `by-eye`."""
    made = battle(guards([(10, 10)]), reavers([(10, 15)]), *others, grounds=[SCREEN], rulings={"SH-R-09": "by-eye"})
    grounds = tuple(replace(ground, blocks_sight=True) for ground in made.setup.grounds)
    setup = replace(made.setup, grounds=grounds)
    return replace(made, setup=setup, field=replace(made.plane, setup=setup))


@pytest.mark.clause("SH-CH-03")
def test_a_unit_that_named_a_unit_that_it_cannot_see_may_name_another() -> None:
    """SH-R-09 `by-eye`. It might not be named, so nothing was declared; nor may it be named once more."""
    made = unseen_behind_a_wood(reavers([(13, 12)], name="others"))
    after, script = play(made, [1, 1], [(0, 1), False, (0, 2), True, "hold"])
    assert kinds(script) == [
        "ChargeDeclared",
        "NotSeen",
        "ChargeDeclared",
        "ReceivedCharge",
        "RangeRolled",
        "ChargeFailed",
    ]
    assert [request.namings[0].targets for request in script.asked if isinstance(request, Declaration)] == [
        (1, 2),
        (2,),
    ]
    assert after.status(0).declared


@pytest.mark.clause("SH-CH-03")
def test_a_unit_that_sees_none_of_those_it_named_has_not_declared() -> None:
    after, script = play(unseen_behind_a_wood(), (), [(0, 1), False])
    assert kinds(script) == ["ChargeDeclared", "NotSeen"]
    assert not after.status(0).declared


@pytest.mark.clause("SH-CH-03")
@pytest.mark.parametrize("screen", [0, 5])
def test_by_eye_the_players_are_asked_whether_models_hide_the_target(screen: int) -> None:
    """SH-R-09. A row of friends between the two, or nothing at all; no ground is marked as blocking."""
    friends = guards([(8 + number, 13) for number in range(screen)] or [(30, 30)], name="friends")
    made = battle(guards([(10, 10)]), reavers([(10, 16)]), friends, rulings={"SH-R-09": "by-eye"})
    _, script = play(made, [] if screen else [1, 1], [(0, 1), *([False, ()] if screen else ["hold"])])
    assert ("NotSeen" in kinds(script)) == bool(screen)
