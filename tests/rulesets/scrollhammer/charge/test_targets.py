"""SH-CH-02 to SH-CH-04, SH-CH-11, SH-RE-04: legal targets of a charge."""

import pytest
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.distance import furthest
from pilein.rulesets.scrollhammer.charge.targets import Declaration, Naming, naming
from pilein.rulesets.scrollhammer.state import NOBODY, Status
from tests.rulesets.scrollhammer.builder import GUARD, battle, changed
from tests.rulesets.scrollhammer.charging import FALLING, facing_off, guards, kinds, play, questions, rank, reavers

WALL = [("impassable", [(0, 12), (48, 12), (48, 13), (0, 13)])]
WOOD = [("open", [(8, 12), (12, 12), (12, 13), (8, 13)])]


def targets(made, unit=0):
    return naming(made, Table(made.setup.readings), unit).targets


def hidden(rulings=None):
    made = battle(guards([(10, 10)]), reavers([(10, 15)]), grounds=WOOD, rulings=rulings)
    grounds = tuple(replace(ground, blocks_sight=True) for ground in made.setup.grounds)
    setup = replace(made.setup, grounds=grounds)
    return replace(made, setup=setup, field=replace(made.plane, setup=setup))


@pytest.mark.clause("SH-CH-04")
def test_a_target_of_a_charge_may_be_at_most_12_inches_away():
    made = facing_off(12.0)
    assert furthest(made, Table(made.setup.readings), 0) == 12 * 127000
    assert targets(made) == (1,)
    assert targets(facing_off(12.01)) == ()


@pytest.mark.clause("SH-CH-02")
def test_an_unreachable_unit_may_not_be_named_as_a_target():
    made = battle(guards([(10, 10)]), reavers([(10, 15)]), grounds=WALL)
    assert targets(made) == ()


def test_under_the_straight_line_ruling_a_target_that_no_route_reaches_may_be_named():
    made = battle(guards([(10, 10)]), reavers([(10, 15)]), grounds=WALL, rulings={"SH-R-08": "straight-line"})
    assert targets(made) == (1,)


@pytest.mark.clause("SH-CH-03")
def test_a_unit_out_of_sight_may_not_be_named_as_a_target():
    assert targets(hidden()) == ()


def test_a_target_that_a_single_model_sees_may_be_named():
    made = hidden()
    aside = made.on(made.plane.with_place(1, replace(made.plane.place(1), x=18 * 127000)))
    assert targets(aside) == (1,)


def between(rulings=None):
    return battle(
        guards([(10, 10)]),
        reavers([(10, 16)]),
        guards([(x, 13) for x in (8, 9, 10, 11, 12)], name="friends"),
        rulings=rulings,
    )


def test_under_the_models_block_ruling_models_hide_a_target():
    assert targets(between()) == (1,)
    assert targets(between({"SH-R-09": "models-block"})) == ()


def test_under_the_by_eye_ruling_the_players_are_asked_whether_the_target_is_seen():
    made = hidden({"SH-R-09": "by-eye"})
    _, script = play(made, dice=[6, 6], answers=[(0, 1), True, "hold"])
    assert "ChargeMade" in kinds(script)
    _, script = play(made, answers=[(0, 1), False])
    assert kinds(script) == ["ChargeDeclared", "NotSeen"]


def shot_at(target, rulings=None, gone=False):
    made = battle(
        guards([(10, 10)], status=Status(fired_at=target)),
        reavers([(10, 15)]),
        reavers([(14, 14)], name="others"),
        rulings=rulings,
    )
    return made.on(made.plane.without(frozenset({1}))) if gone else made


@pytest.mark.clause("SH-CH-11")
@pytest.mark.example("SH-X-28")
def test_a_unit_that_shot_may_charge_only_the_target_it_shot_at():
    assert targets(shot_at(NOBODY)) == (1, 2)
    assert targets(shot_at(1)) == (1,)


@pytest.mark.example("SH-X-28")
def test_a_unit_may_not_charge_if_the_target_of_its_shooting_is_gone():
    assert targets(shot_at(1, gone=True)) == ()
    assert targets(shot_at(1, {"SH-R-11": "include"}, gone=True)) == ()


def test_under_the_include_ruling_further_targets_may_be_named_besides_the_target_of_shooting():
    made = shot_at(1, {"SH-R-11": "include"})
    assert naming(made, Table(made.setup.readings), 0) == Naming(0, (1, 2), 1)


@pytest.mark.clause("SH-RE-04")
def test_a_unit_that_is_falling_back_can_be_charged():
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=FALLING))
    assert targets(made) == (1,)


def locked(rulings=None, wall=()):
    return battle(
        guards([(10, 10)]),
        reavers([(10, 15)]),
        guards([(10, 16)], name="friends"),
        grounds=wall,
        rulings=rulings,
    )


def test_a_locked_enemy_may_be_charged():
    assert targets(locked()) == (1,)
    assert targets(locked({"SH-R-12": "visible-edge"})) == (1,)


def test_under_the_visible_edge_ruling_a_locked_enemy_with_a_visible_free_edge_may_be_charged():
    front = [("open", [(8.9, 14.45), (11.1, 14.45), (11.1, 14.49), (8.9, 14.49)])]
    made = locked({"SH-R-12": "visible-edge"}, front)
    assert targets(made) == (1,)


def test_a_declaration_that_names_a_wrong_unit_or_a_wrong_target_is_refused():
    choice = Declaration(0, "SH-CH-01", "", (Naming(0, (2, 3), 3),), ("a", "b", "c", "d"))
    assert [answer for _, answer in choice.candidates()] == [(0, 3), (), (0, 2, 3)]
    assert choice.why_not(()) is None
    assert choice.why_not((0, 3, 2)) is None
    assert choice.why_not((1, 2)) == "b may not declare a charge"
    assert choice.why_not((9, 2)) == "unit 9 may not declare a charge"
    assert choice.why_not((0, 1)) == "b is not a target for a"
    assert choice.why_not((0, 2)) == "a shot at d, which must be among the targets"
    assert choice.why_not((0,)) == choice.why_not((0, 3, 3))
    assert "must be the number of a unit and the numbers of its targets" in choice.why_not("all")


def test_the_distance_of_a_target_is_limited_by_the_charge_dice_of_the_charging_unit():
    made = battle(guards([(10, 10)], changed(GUARD, rules=("Slow Charge",))), rank(3, 10, 17.5, 180))
    assert furthest(made, Table(made.setup.readings), 0) == 6 * 127000
    assert targets(made) == ()


@pytest.mark.clause("SH-CH-11")
def test_a_unit_that_cannot_charge_the_target_of_its_shooting_is_not_asked_to_charge() -> None:
    """SH-R-11 `include`: the unit has shot at distant reavers, which must therefore be among its targets. Only a second
    enemy is within reach.
    """
    shooters = guards([(10, 10)], status=Status(fired_at=1))
    far, near = reavers([(10, 40)]), reavers([(10, 15)], name="others")
    assert questions(battle(shooters, far, near, rulings={"SH-R-11": "include"}), []) == []


@pytest.mark.clause("SH-CH-02")
@pytest.mark.parametrize(("reading", "named"), [("default", (1,)), ("edges-only", ())])
def test_a_unit_that_can_be_touched_only_with_a_corner_is_in_reach_only_if_corners_count_as_contact(
    reading: str, named: tuple[int, ...]
) -> None:
    """SH-R-04, SH-R-08: friends stand flush against all four sides of the target."""
    friends = guards([(9, 20), (11, 20), (10, 19), (10, 21)], name="friends")
    made = battle(guards([(10, 10)]), reavers([(10, 20)]), friends, rulings={"SH-R-04": reading})
    assert targets(made) == named


@pytest.mark.clause("SH-CH-02")
@pytest.mark.parametrize(("reading", "named"), [("default", ()), ("ranks-only", (1,))])
def test_a_block_may_not_be_named_as_a_target_if_its_charged_side_is_unreachable(
    reading: str, named: tuple[int, ...]
) -> None:
    """SH-R-08, SH-R-27: friends of the charger leave no room at the charged front, but there is room beside
    the block.
    """
    friends = guards([(8, 19.5), (9, 19.5), (10, 19.5), (11, 19.5), (12, 19.5)], name="friends")
    made = battle(guards([(10, 12)]), rank(3, 10, 20, 180), friends, rulings={"SH-R-27": reading})
    assert targets(made) == named
