"""Findings of readers who compared forty sentences of the text with the code, by playing."""

from typing import Any

import pytest

from pilein.dice import Roll
from pilein.engine.script import Script
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH, ticks
from pilein.rulesets.scrollhammer.allocation import remove_casualties
from pilein.rulesets.scrollhammer.charge_events import GroundBraved
from pilein.rulesets.scrollhammer.charge_moves import charge_move
from pilein.rulesets.scrollhammer.charge_range import roll_charge_range
from pilein.rulesets.scrollhammer.combats import combats_of
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.declaring import why_may_not_declare
from pilein.rulesets.scrollhammer.directing import declare_attacks
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Battle, Status
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import guards, play, rank, reavers, under_way, where

CHARGED, LOCKED = Status(charged=True, declared=True), Status(has_fought=True)


def after_a_second_charge(before: Status, foes: list[tuple[float, float]]) -> Battle:
    """Two guards charge reavers of whom a friend of another unit touches the second."""
    vanguard = guards([(11.5, 16)], name="vanguard", status=before)
    made = battle(guards([(10, 10), (11.5, 10)]), reavers(foes), vanguard)
    after, _ = play(under_way(made, 1, range=7), (), None, charge_move)
    return after


@pytest.mark.clause("SH-MV-24")
@pytest.mark.parametrize(("before", "touched"), [(CHARGED, 4), (LOCKED, 3)])
def test_an_enemy_that_another_unit_has_charged_this_turn_is_taken(before: Status, touched: int) -> None:
    """Another charging model touches it; a friend who has fought it since an earlier turn does not charge."""
    after = after_a_second_charge(before, [(10, 15), (11.5, 15), (12.75, 15.4)])
    assert after.plane.contacts.enemies[1] == (touched,)


@pytest.mark.clause("SH-MV-25")
def test_if_others_have_charged_every_enemy_a_model_supports_a_friend() -> None:
    """Beside the first guard, and not straight ahead into contact."""
    after = after_a_second_charge(CHARGED, [(10, 15), (11.5, 15)])
    assert after.plane.contacts.friends[1] == (0,)
    after = after_a_second_charge(LOCKED, [(10, 15), (11.5, 15)])
    assert after.plane.contacts.friends[1] == ()


BOULDER = ("impassable", [(12.2, 13.5), (13.6, 13.5), (13.6, 15.5), (12.2, 15.5)])
ASIDE = [(15.7, 11.2), (16.3, 11.2), (16.3, 12.2), (15.7, 12.2)]
STRAIGHT_ON = [(13.7, 14), (13.9, 14), (13.9, 14.4), (13.7, 14.4)]


@pytest.mark.clause("SH-TE-05")
@pytest.mark.parametrize(("bog", "tested"), [(ASIDE, [1]), (STRAIGHT_ON, [])])
def test_models_of_a_block_are_tested_for_the_ground_that_it_really_crosses(
    bog: list[tuple[float, float]], tested: list[int]
) -> None:
    """A boulder keeps it from the straight line: it goes six inches aside first, then straight ahead."""
    own = U("guards", 0, [(GUARD, 3)], block=(10, 10, 0, 3), formation="ranks")
    made = battle(own, rank(3, 16, 19, 180), grounds=[BOULDER, ("dangerous", bog)])
    _, script = play(under_way(made, 1, range=12, arcs=("front",)), [6] * len(tested), None, charge_move)
    braved = [event for event in script.events if isinstance(event, GroundBraved)]
    assert [event.model for event in braved] == tested


@pytest.mark.clause("SH-EN-01", "SH-CH-06")
@pytest.mark.parametrize(("reading", "locked"), [("default", True), ("edges-only", False)])
def test_units_whose_bases_meet_with_corners_alone_are_locked_by_the_reading_of_contact(
    reading: str, locked: bool
) -> None:
    """SH-R-04: if corners are no contact, the guard fights nobody and may charge."""
    made = battle(guards([(10, 10)]), reavers([(11, 11)]), rulings={"SH-R-04": reading})
    assert [is_locked(made, unit) for unit in (0, 1)] == [locked, locked]
    assert (combats_of(made, made.preview_table()) == ((0, 1),)) == locked
    assert (why_may_not_declare(made, made.preview_table(), 0) is not None) == locked


AXE = Weapon("axe", "axe", I=-1)


def declared(made: Battle, answers: list[Any]) -> tuple[Battle, list[tuple[int, int]]]:
    """The battle when the attacks of a step are declared, and these: (place of the weapon, attacks)."""
    script = Script(RULESET, answers=answers)
    after = script.begin(made, declare_attacks)
    script.assert_used_up()
    own = [one for one in after.fight.exchange.declared if one.unit == 0]
    return after, [(one.weapon, one.attacks) for one in own]


def test_each_model_splits_its_attacks_between_a_quick_and_a_slow_weapon_as_it_likes() -> None:
    """SH-WP-04, SH-R-46. One makes all three with the sword, its mate all with the axe, a step later."""
    armed = changed(GUARD, A=3, weapons=(HAND_WEAPON, AXE))
    units = U("own", 0, [(armed, 2)], at=[(10, 10), (11, 10)]), U("foe", 1, [(REAVER, 1)], at=[(10.5, 11, 180)])
    made = battle(*units).beginning(fight_of((0, 1), step=4))
    after, quick = declared(made, [False, (3, 0), (0, 3)])
    _, slow = declared(after.fighting(step=3).exchanging(declared=()), [])
    assert (quick, slow) == ([(0, 3)], [(1, 3)])


def test_a_model_that_is_engaged_at_the_second_step_first_makes_all_its_attacks_then() -> None:
    """SH-IN-09, SH-WP-04. Its mate has declared all for the first step; it has not fought then."""
    armed = changed(GUARD, A=2, weapons=(HAND_WEAPON, AXE))
    units = U("own", 0, [(armed, 2)], at=[(10, 10), (14, 10)]), U("foe", 1, [(REAVER, 1)], at=[(10, 11, 180)])
    made = battle(*units).beginning(fight_of((0, 1), step=4))
    after, quick = declared(made, [(2, 0)])
    beside = after.plane.with_place(1, Place(11 * INCH, 10 * INCH, 0))
    _, slow = declared(after.on(beside).fighting(step=3).exchanging(declared=()), [])
    assert (quick, slow) == ([(0, 2)], [(1, 2)])


def test_in_the_press_those_with_slow_attacks_left_outlive_those_without() -> None:
    """SH-WP-04.

    All of three like models touch, and the one that still has attacks to make is removed last (SH-AL-02).
    """
    armed = changed(GUARD, A=1, weapons=(HAND_WEAPON, AXE))
    units = U("own", 0, [(armed, 3)]), U("foe", 1, [(REAVER, 3)])
    made = battle(*units, pairs=[(0, 1)]).beginning(fight_of((0, 1), step=4))
    after, quick = declared(made, [False, (1, 0), (0, 1), (1, 0)])
    fewer = Script(RULESET, answers=[]).begin(after.with_hurt(0, ((0, 1),)), remove_casualties, 0, 1)
    assert fewer.living(0) == 2
    _, slow = declared(fewer.fighting(step=3).exchanging(declared=()), [])
    assert (quick, slow) == ([(0, 2)], [(1, 1)])


@pytest.mark.clause("SH-TE-05")
def test_a_unit_that_stumbles_forwards_over_dangerous_ground_is_tested() -> None:
    """SH-R-36 `failed-move`. The charge of nine inches fails on a 2 and a 3; the bog lies before the first guard."""
    bog = ("dangerous", [(9, 11), (11, 11), (11, 12), (9, 12)])
    foes = reavers([(10, 20), (13, 20)])
    made = battle(guards([(10, 10), (13, 10)]), foes, grounds=[bog], rulings={"SH-R-36": "failed-move"})
    _, script = play(under_way(made, 1), [2, 3, 4], None, roll_charge_range)
    braved = [event for event in script.events if isinstance(event, GroundBraved)]
    assert [(event.model, event.hurt) for event in braved] == [(0, False)]


@pytest.mark.clause("SH-MV-05")
def test_a_block_that_turns_at_the_edge_of_the_table_stays_on_it() -> None:
    """On its middle it would swing four inches off: it wheels on its right corner, so that its middle goes north."""
    own = U("guards", 0, [(GUARD, 10)], block=(20, 1, 0, 10), formation="ranks")
    made = battle(own, rank(10, 30, 8, 270))
    _, script = play(under_way(made, 1, range=12, arcs=("front",)), (), None, charge_move)
    (way,) = [event.route for event in script.events if isinstance(event, Moved)]
    assert way[0] == (20 * INCH, INCH // 2)
    assert max(y for x, y in way if x <= 25 * INCH) > 5 * INCH


def test_a_model_goes_past_an_enemy_that_is_taken_to_stand_in_line_with_the_free_one_behind_it() -> None:
    """SH-MV-12, SH-MV-24. Beside the first it would touch the second with nothing but a corner."""
    made = battle(guards([(21, 10), (22, 10)]), reavers([(21, 16, 180), (21, 17, 180)]))
    after, script = play(under_way(made, range=9), (), None, charge_move)
    assert where(after, 1) == (22, 17)
    assert after.plane.edge_contacts.enemies[1] == (3,)
    beside = (1, ticks(22), ticks(16), 0)
    asked = script.asked[-1]
    assert not isinstance(asked, Roll)
    assert asked.why_not(beside) == "it must stand in line with the enemy, not touch it with a corner alone"
