"""Moves of models: findings of an audit of version 1, each finding by its number; lengths in inches."""

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import CONTACT, INCH, inches, ticks
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge_events import GroundBraved
from pilein.rulesets.scrollhammer.charge_moves import charge_move
from pilein.rulesets.scrollhammer.falling_back import fall_back
from pilein.rulesets.scrollhammer.pile_in import end_pile_in
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.coherency import is_together
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, fight_of
from tests.rulesets.scrollhammer.charging import guards, kinds, play, rank, reavers, under_way, where
from tests.rulesets.scrollhammer.pile_ins import asked, fight, piled, why_not


def charged(made, *targets, inches, answers=None, **charge):
    return play(under_way(made, *targets, range=inches, **charge), (), answers, charge_move)


def test_d1_a_free_enemy_is_taken_before_one_touched_by_a_corner() -> None:
    made = battle(guards([(20, 20), (22.5, 19.5)]), reavers([(22, 24, 180), (24, 24, 180)]))
    after, _ = charged(made, inches=6)
    enemies = after.plane.contacts.enemies
    assert {foe for model in (0, 1) for foe in enemies[model]} == {2, 3}
    assert all(after.plane.edge_contacts.enemies[model] for model in (0, 1))


@pytest.mark.parametrize("rulings", [{}, {"SH-R-22": "global"}])
def test_d1_who_is_touched_with_nothing_but_a_corner_is_taken(rulings) -> None:
    """The range is too short to move up in line: the first ends with a corner, the second goes for the other enemy."""
    made = battle(guards([(20, 20), (22.5, 19.5)]), reavers([(22, 24, 180), (24, 24, 180)]), rulings=rulings)
    after, script = charged(made, inches=4)
    enemies = after.plane.contacts.enemies
    assert 2 in enemies[0] or 3 in enemies[0]
    assert len({foe for model in (0, 1) for foe in enemies[model]}) == len([m for m in (0, 1) if enemies[m]])
    assert "ChargeMade" in kinds(script)


def test_d1_neighbours_in_a_block_that_are_met_by_corners_stay_free() -> None:
    made = battle(guards([(19, 15), (20, 15), (21, 15)]), rank(3, 20, 20, 180))
    after, _ = charged(made, inches=8, arcs=("front",))
    assert [len(after.plane.edge_contacts.enemies[model]) for model in range(3)] == [1, 1, 1]


def test_l3_against_a_tight_row_the_initial_charger_lines_up_with_the_nearer() -> None:
    row = reavers([(20.0 + one, 22, 180) for one in range(6)])
    assert where(charged(battle(guards([(21.7, 15)]), row), inches=12)[0], 0) == (22, 21)
    after, _ = charged(battle(guards([(22, 15)]), row), inches=12)
    assert (where(after, 0), after.plane.place(0).facing) == ((22, 21), 0)


def columns(**ground):
    """Broken blues in two ranks... five files wide; their edge is the north."""
    red = U("red", 0, [(GUARD, 5)], block=(24, 20, 0, 5), formation="ranks")
    blue = U("blue", 1, [(REAVER, 5)], block=(24, 20, 180, 5), formation="ranks", status=Status(falling_back=True))
    return battle(red, blue, edges=("south", "north"), **ground)


@pytest.mark.parametrize(("left", "tested"), [(21.6, 6), (25.6, 8)])
def test_d2_each_model_of_a_block_that_flees_tests_the_ground_that_it_crosses_itself(left, tested) -> None:
    patch = ("dangerous", [(left, 22.5), (left + 0.8, 22.5), (left + 0.8, 23.5), (left, 23.5)])
    made = columns(grounds=[patch])
    script = Script(RULESET, dice=[6], answers=None, policy=first)
    script.begin(made, fall_back, 1, 4, 0)
    script.assert_used_up()
    assert [event.model for event in script.events if isinstance(event, GroundBraved)] in ([5], [9], [tested])


def test_d4_a_unit_that_flees_goes_round_one_end_of_a_wall() -> None:
    red = U("red", 0, [(GUARD, 1)], at=[(24, 19)])
    blue = U("blue", 1, [(REAVER, 2)], at=[(22.8, 20), (25.2, 20)], status=Status(falling_back=True))
    wall = ("impassable", [(20, 22), (28, 22), (28, 22.5), (20, 22.5)])
    made = battle(red, blue, grounds=[wall], edges=("south", "north"))
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(made, fall_back, 1, 8, 1)
    assert is_together(after.plane, 1, 2 * INCH)
    assert len([event for event in script.events if isinstance(event, Moved)]) == 2


def test_whoever_flees_round_a_block_of_friends_may_end_beside_it() -> None:
    """The last of three stopped 3.29" short, and apart from the others, for want of two hairs beside the block."""
    blue = U("blue", 1, [(REAVER, 3)], at=[(23.948, 22.4), (24.948, 22.4), (24.948, 23.4)])
    block = U("block", 1, [(REAVER, 6)], block=(26.172, 25.6, 180, 2), formation="ranks")
    made = battle(U("red", 0, [(GUARD, 1)], at=[(22.448, 22.4)]), blue, block, edges=("south", "north"))
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(made, fall_back, 1, 6, 1)
    assert is_together(after.plane, 1, 2 * INCH)


def d5(*more, **options):
    red = U("guards", 0, [(GUARD, 15)], block=(30, 16, 315, 5), formation="ranks")
    return battle(red, rank(6, 24, 24, 180, files=3), *more, **options)


def friends():
    return U("friends", 0, [(GUARD, 4)], block=(28.6, 19.5, 0, 2), formation="ranks")


def test_d5_a_block_does_not_charge_through_friends_enemies_or_walls() -> None:
    """The route in the log leads round them, if there is one; the corridor of its rectangle touches none."""
    (straight,) = [event for event in charged(d5(), inches=10)[1].events if isinstance(event, Moved)]
    assert len(straight.route) == 2
    for made in (
        d5(friends()),
        d5(reavers([(28.2, 19), (29.2, 19.6)], name="others")),
        d5(grounds=[("impassable", [(27.6, 17.9), (36, 18.3), (36, 18.6), (27.6, 18.2)])]),
    ):
        _, script = charged(made, inches=10)
        ways = [event.route for event in script.events if isinstance(event, Moved)]
        assert all(way != straight.route for way in ways)


def test_d6_in_the_fifth_stage_a_model_walks_round_its_mate() -> None:
    red = U("red", 0, [(IMP, 1)], at=[(20, 20)])
    blue = U("blue", 1, [(IMP, 2), (replace(GUARD, I=5), 1)], at=[(20, 21), (20, 23), (20, 25)])
    made = fight(red, blue, step=5)
    assert why_not(asked(made), 3, 18.99, 22.7) in (
        None,
        "it must come as close to the combat as it can, in coherency",
    )
    after, script = piled(made)
    hero = after.plane.shape(3)
    assert [event.model for event in script.events if isinstance(event, Moved)] == [3]
    assert inches(gap(hero, after.plane.shape(1))) < 1


def victorious(**rulings):
    """A block with a hole in it whose only enemies are gone."""
    red = U("red", 0, [(GUARD, 8)], block=(24, 20, 0, 3), formation="ranks")
    made = battle(red, U("blue", 1, [(REAVER, 1)], at=[(24, 20.5, 180)]), rulings=rulings)
    holed = made.on(made.plane.without(frozenset({1, 8})))
    return holed.beginning(fight_of((0, 1), step=1))


def test_d7_a_victorious_block_goes_on_to_reform_without_closing_up() -> None:
    script = Script(RULESET, answers=None, policy=first)
    script.begin(victorious(), end_pile_in)
    assert "ClosedUp" not in kinds(script)
    closing = Script(RULESET, answers=None, policy=first)
    closing.begin(victorious(**{"SH-R-77": "all-units"}), end_pile_in)
    assert "ClosedUp" in kinds(closing)


def test_d8_against_loose_models_corners_are_contact() -> None:
    red = U("guards", 0, [(GUARD, 15)], block=(24, 16, 0, 5), formation="ranks")
    foes = reavers([(20, 24), (21.5, 25.2), (23, 24), (24.5, 25.2), (26, 24), (27.5, 25.2)])
    after, _ = charged(battle(red, foes), inches=12)
    enemies = after.plane.contacts.enemies
    front = after.plane.standings[0].slots[:5]
    assert len({foe for model in front for foe in enemies[model]}) == 3
    assert sum(bool(enemies[model]) for model in front) == 5


def test_d9_where_corners_are_no_contact_the_initial_charger_ends_with_an_edge() -> None:
    made = battle(guards([(20, 20)]), reavers([(22, 24), (24, 24)]), rulings={"SH-R-04": "edges-only"})
    after, _ = charged(made, inches=6)
    assert after.plane.edge_contacts.enemies[0]
    short = battle(guards([(20, 20)]), reavers([(22, 24), (24, 24)]), rulings={"SH-R-04": "edges-only"})
    after, _ = charged(short, inches=4)
    assert after.plane.edge_contacts.enemies[0] or after.plane.place(0) == short.plane.place(0)


def test_a_unit_that_flees_turns_to_where_it_runs() -> None:
    blue = U("blue", 1, [(REAVER, 1)], at=[(24, 20, 0)], status=Status(falling_back=True))
    made = battle(U("red", 0, [(GUARD, 1)], at=[(24, 24, 180)]), blue, edges=("north", "south"))
    after = Script(RULESET, answers=None, policy=first).begin(made, fall_back, 1, 5, 0)
    assert after.plane.place(1).facing == 18000
    assert abs(after.plane.place(1).y - ticks(15)) <= CONTACT
