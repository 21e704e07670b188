"""Charge moves end in contact or short of it."""

from math import degrees, hypot

import pytest

from pilein.engine.script import Script
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH, heading, ticks
from pilein.kernel.requests import first
from pilein.lab.sentences import sentence
from pilein.rulesets.wab import movement_events
from pilein.rulesets.wab.charge.moves import in_order, move_chargers
from pilein.rulesets.wab.clearance import NEARER
from pilein.rulesets.wab.fight.combat_phase import combats_of
from pilein.rulesets.wab.nearness import distance
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Assault, Battle, Charge
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed
from tests.rulesets.wab.charging import GO, block, charged, declared, foot_at_archers
from tests.rulesets.wab.playing import table_of


@pytest.mark.clause("WAB-CH-04")
@pytest.mark.parametrize(("far", "arrives"), [(8, True), (8.02, False)])
def test_the_reach_of_a_charge_is_twice_the_movement_rate(far: float, arrives: bool) -> None:
    after = charged(foot_at_archers(far), answers=[GO, "hold"])
    assert (after.status(0).charge == "charged") is arrives
    assert after.plane.touched_units(0) == ((1,) if arrives else ())


@pytest.mark.clause("WAB-CH-05")
@pytest.mark.example("WAB-EX-03")
def test_in_example_ex03_the_charger_out_of_reach_moves_at_its_normal_rate_after_the_volley() -> None:
    dice = [1, 5, 6, 2, 5, 3, 4, 6, 2, 1, 4, 2, 6, 3, 5, 1]
    after = charged(foot_at_archers(9), dice, [GO, "shoot"])
    assert after.living(0) == 19
    assert block(after, 0).y == ticks(14)
    assert (after.status(0).charge, after.status(0).move) == ("", "declared")


@pytest.mark.clause("WAB-CH-05", "WAB-RX-08")
@pytest.mark.example("WAB-EX-04")
def test_in_example_ex04_the_fleeing_unit_is_caught_if_and_only_if_the_charge_reaches_it() -> None:
    state = foot_at_archers(4)
    caught = charged(state, [1, 2], [GO, "flee"])
    assert caught.status(1).fleeing
    assert caught.plane.touched_units(0) == (1,)
    assert combats_of(caught) == ((0, 1),)
    away = charged(state, [3, 2], [GO, "flee"])
    assert away.plane.touched_units(0) == ()
    assert block(away, 0).y == ticks(14)


def test_under_the_caught_now_ruling_a_fleeing_unit_is_removed_when_a_charger_reaches_it() -> None:
    friend = U("friends", 1, ((WARRIOR, 5),), block=(20, 27, 180, 5))
    state = foot_at_archers(4, friend, rulings={"WAB-R-41": "caught-now"})
    after, _ = declared(state, [1, 2], [GO, "flee"])
    script = Script(RULESET, dice=[6, 5, 1, 1], answers=None, policy=lambda choice: next(choice.candidates())[1])
    end = script.begin(after, move_chargers)
    script.assert_used_up()
    assert end.living(1) == 0
    assert end.status(2).fleeing


def test_a_unit_that_fails_its_charge_stops_an_inch_from_an_enemy() -> None:
    """WAB-R-36: a second enemy stands in the charger's path, 3 inches away."""
    other = U("others", 1, ((WARRIOR, 5),), block=(24, 13, 180, 5))
    state = foot_at_archers(9, other).having(1, move="")
    after = charged(state, answers=[GO, "hold"])
    assert block(after, 0).y < ticks(14)
    assert 0.99 < min_gap(after, 0, 2) < 1.01


def min_gap(state, one, other) -> float:
    return distance(state, one, other) / INCH


@pytest.mark.clause("WAB-CH-08")
def test_chargers_move_only_after_all_charges_have_been_declared() -> None:
    state = foot_at_archers(6)
    after, _ = declared(state, answers=[GO, "hold"])
    assert after.plane == state.plane
    assert [(one.unit, one.target, one.arc, one.in_reach) for one in after.charges] == [(0, 1, "front", True)]
    assert charged(state, answers=[GO, "hold"]).charges == ()


@pytest.mark.parametrize(
    ("facing", "arc", "assaults"),
    [(180, "front", ()), (90, "flank", (Assault(0, 1, "flank"),)), (0, "rear", (Assault(0, 1, "rear"),))],
)
def test_the_charged_side_of_a_unit_is_recorded(facing: int, arc: str, assaults: tuple[Assault, ...]) -> None:
    state = battle(
        U("foot", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 20),), block=(20, 17, facing, 5)),
    )
    after, _ = declared(state, [3, 3] if arc != "front" else [], [GO, "hold"])
    assert [one.arc for one in after.charges] == [arc]
    end = charged(state, [3, 3] if arc != "front" else [], [GO, "hold"])
    assert end.assaults == assaults
    assert end.plane.touched_units(0) == (1,)


def test_a_unit_that_flees_after_declaring_a_charge_does_not_make_its_charge_move() -> None:
    state = foot_at_archers(6).having(0, fleeing=False)
    after, _ = declared(state, answers=[GO, "hold"])
    stopped = after.having(0, fleeing=True)
    assert Script(RULESET).begin(stopped, move_chargers).plane == state.plane


@pytest.mark.parametrize(("option", "arrives"), [("default", False), ("charge-straight-line", True)])
def test_slow_ground_makes_a_charge_cost_more_except_under_the_straight_line_ruling(option: str, arrives: bool) -> None:
    """WAB-R-36: a path of 7" that includes 2" of difficult ground costs 9"."""
    wood = G("difficult", ((10, 12), (30, 12), (30, 14), (10, 14)))
    state = battle(
        U("foot", 0, ((changed(WARRIOR, M=4), 10),), block=(20, 10, 0, 5), formation="close"),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 17, 180, 5)),
        grounds=[wood],
        rulings={"WAB-R-36": option},
    )
    after = charged(state, answers=[GO, "hold"])
    assert bool(after.plane.touched_units(0)) is arrives


def test_a_charger_whose_target_is_gone_moves_straight_ahead() -> None:
    after, _ = declared(foot_at_archers(6), answers=[GO, "hold"])
    gone = after.on(after.plane.without(frozenset(after.plane.models(1))))
    assert block(Script(RULESET).begin(gone, move_chargers), 0).y == ticks(14)


def falls_short(*others: U, formation: str = "close", grounds: tuple[G, ...] = (), aside: float = 4) -> Battle:
    """Return a battle in which foot soldiers at (20, 10) have failed a charge at enemies far to their right, towards
    whom they wheel on their right front corner.
    """
    foot = U("foot", 0, ((changed(WARRIOR, M=4), 20),), block=(20, 10, 0, 5), formation=formation)
    foes = U("foes", 1, ((WARRIOR, 10),), block=(20 + aside, 30, 180, 5))
    state = battle(foot, foes, *others, grounds=grounds).changed(charges=(Charge(0, 1),))
    after: Battle = Script(RULESET).begin(state, move_chargers)
    return after


def gone_on(state: Battle) -> float:
    """Return the distance in inches that the foot soldiers moved straight ahead after a wheel on their right front
    corner.
    """
    standing = block(state, 0)
    sine, cosine = heading(standing.facing)
    half = 5 * standing.width / 2
    x, y = standing.x + half * cosine - (20 * INCH + half), standing.y - half * sine - 10 * INCH
    return (x * sine + y * cosine) / INCH


@pytest.mark.clause("WAB-CH-05", "WAB-TE-02")
def test_the_wheel_of_a_failed_charge_costs_more_on_slow_ground() -> None:
    """The movement is 4". In a wood, the wheel costs double and the rest of the movement is halved."""
    wood = G("difficult", ((5, 2), (40, 2), (40, 20), (5, 20)))
    free, slow, loose = falls_short(), falls_short(grounds=(wood,)), falls_short(formation="open", grounds=(wood,))
    assert block(loose, 0) == block(free, 0)
    assert block(slow, 0).facing == block(free, 0).facing
    wheel = 4 - gone_on(free)
    assert wheel > 0.5
    assert gone_on(slow) == pytest.approx((4 - 2 * wheel) / 2, abs=0.01)


@pytest.mark.clause("WAB-CH-05")
def test_a_unit_that_fails_its_charge_in_a_wood_wheels_as_far_as_its_movement_allows() -> None:
    """A movement of 4" lets the outermost model move 2" in a wood. That model is 3.94" to the side of the corner and
    3.15" behind it.
    """
    wood = G("difficult", ((5, 2), (40, 2), (40, 20), (5, 20)))
    after = falls_short(grounds=(wood,), aside=25)
    assert block(after, 0).facing / 100 == pytest.approx(degrees(2 / hypot(3.937, 3 * 0.787)), abs=0.1)
    assert gone_on(after) < 0.01


@pytest.mark.clause("WAB-CH-05")
def test_a_unit_that_fails_its_charge_does_not_wheel_through_a_friend() -> None:
    """The friend stands where the left end of the line would pass during a wheel, so the charger moves
    straight ahead.
    """
    friend = U("friend", 0, ((WARRIOR, 1),), at=((17.6, 10.8),), formation="skirmish")
    free, blocked = falls_short(aside=20), falls_short(friend, aside=20)
    assert block(free, 0).facing > 4000
    assert 0 < block(blocked, 0).facing < 2000
    assert not any(overlaps(blocked.plane.shape(one), blocked.plane.shape(30)) for one in range(20))


@pytest.mark.clause("WAB-CH-05")
def test_a_unit_that_fails_its_charge_stays_at_least_an_inch_from_enemies_while_it_wheels() -> None:
    enemy = U("enemy", 1, ((WARRIOR, 1),), at=((16.7, 11.8),), formation="skirmish")
    after = falls_short(enemy, aside=20)
    assert 0 < block(after, 0).facing < 3500
    assert distance(after, 0, 2) >= NEARER


@pytest.mark.clause("WAB-CH-05")
def test_a_unit_that_fails_its_charge_does_not_touch_an_enemy_that_was_already_within_an_inch() -> None:
    """A second enemy stands half an inch in front of the charger."""
    near = U("near", 1, ((WARRIOR, 5),), block=(20, 10.5, 180, 5))
    after = falls_short(near, aside=0)
    assert block(after, 0).y > 10.4 * INCH
    assert after.plane.touched_units(0) == ()


def test_the_wheel_of_a_failed_charge_ends_at_least_an_inch_from_enemies() -> None:
    foot = U("foot", 0, ((changed(WARRIOR, M=4), 20),), block=(20, 10, 0, 5))
    foes = U("foes", 1, ((WARRIOR, 10),), block=(40, 30, 180, 5))
    enemy = U("enemy", 1, ((WARRIOR, 1),), at=((16.7, 11.8),), formation="skirmish")
    state = battle(foot, foes, enemy).changed(charges=(Charge(0, 1),))
    after: Battle = Script(RULESET, answers=None, policy=first).begin(state, move_chargers)
    assert distance(after, 0, 2) > 0.998 * INCH


def test_the_log_uses_the_plural_for_a_unit_that_fails_a_charge() -> None:
    """WAB-CH-05: log lines use plural verbs for units."""
    event = movement_events.Moved(unit="foot", manner="failed their charge and moved", inches=4, route=(), clause="X")
    assert sentence(event) == 'foot failed their charge and moved 4.00"'


@pytest.mark.parametrize(("reading", "order"), [("default", [1, 0]), ("as-declared", [0, 1])])
def test_by_default_blocks_charge_before_loose_models_with_the_same_target(reading, order) -> None:
    """WAB-R-98: blocks move in the order of their declarations, and loose models then charge where there is room."""
    state = battle(
        U("loose", 0, ((WARRIOR, 3),), at=row(24, 16, 3, 1), formation="skirmish"),
        U("block", 0, ((WARRIOR, 5),), block=(30, 16, 0, 5)),
        U("foes", 1, ((WARRIOR, 10),), block=(28, 20, 180, 5)),
        rulings={"WAB-R-98": reading},
    ).changed(charges=(Charge(0, 2), Charge(1, 2)))
    assert [charge.unit for charge in in_order(state, table_of(state))] == order
