"""Chargers move: into contact, or short of it."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH, ticks
from pilein.rulesets.wab.charge_moves import move_chargers
from pilein.rulesets.wab.combat_phase import combats_of
from pilein.rulesets.wab.nearness import distance
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Assault
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed
from tests.rulesets.wab.movement.charging import GO, block, charged, declared, foot_at_archers


@pytest.mark.clause("WAB-CH-04")
@pytest.mark.parametrize(("far", "arrives"), [(8, True), (8.02, False)])
def test_a_charge_goes_twice_the_normal_rate(far: float, arrives: bool) -> None:
    after = charged(foot_at_archers(far), answers=[GO, "hold"])
    assert (after.status(0).charge == "charged") is arrives
    assert after.plane.touched_units(0) == ((1,) if arrives else ())


@pytest.mark.clause("WAB-CH-05")
@pytest.mark.example("WAB-EX-03")
def test_ex03_a_charge_out_of_reach_moves_the_normal_rate_after_the_volley() -> None:
    dice = [1, 5, 6, 2, 5, 3, 4, 6, 2, 1, 4, 2, 6, 3, 5, 1]
    after = charged(foot_at_archers(9), dice, [GO, "shoot"])
    assert after.living(0) == 19
    assert block(after, 0).y == ticks(14)
    assert (after.status(0).charge, after.status(0).move) == ("", "declared")


@pytest.mark.clause("WAB-CH-05", "WAB-RX-08")
@pytest.mark.example("WAB-EX-04")
def test_ex04_fleers_within_the_full_reach_are_caught_the_others_escape() -> None:
    state = foot_at_archers(4)
    caught = charged(state, [1, 2], [GO, "flee"])
    assert caught.status(1).fleeing
    assert caught.plane.touched_units(0) == (1,)
    assert combats_of(caught) == ((0, 1),)
    away = charged(state, [3, 2], [GO, "flee"])
    assert away.plane.touched_units(0) == ()
    assert block(away, 0).y == ticks(14)


def test_caught_now_removes_the_fleers_when_they_are_reached() -> None:
    """WAB-R-41."""
    friend = U("friends", 1, ((WARRIOR, 5),), block=(20, 27, 180, 5))
    state = foot_at_archers(4, friend, rulings={"WAB-R-41": "caught-now"})
    after, _ = declared(state, [1, 2], [GO, "flee"])
    script = Script(RULESET, dice=[6, 5, 1, 1], answers=None, policy=lambda choice: next(choice.candidates())[1])
    end = script.begin(after, move_chargers)
    script.assert_used_up()
    assert end.living(1) == 0
    assert end.status(2).fleeing


def test_a_failed_charge_stops_an_inch_from_the_enemy() -> None:
    """WAB-R-36: the fleeing unit runs off to the side of another."""
    other = U("others", 1, ((WARRIOR, 5),), block=(24, 13, 180, 5))
    state = foot_at_archers(9, other).having(1, move="")
    after = charged(state, answers=[GO, "hold"])
    assert block(after, 0).y < ticks(14)
    assert 0.99 < min_gap(after, 0, 2) < 1.01


def min_gap(state, one, other) -> float:
    return distance(state, one, other) / INCH


@pytest.mark.clause("WAB-CH-08")
def test_chargers_move_after_all_have_declared() -> None:
    state = foot_at_archers(6)
    after, _ = declared(state, answers=[GO, "hold"])
    assert after.plane == state.plane
    assert [(one.unit, one.target, one.arc, one.in_reach) for one in after.charges] == [(0, 1, "front", True)]
    assert charged(state, answers=[GO, "hold"]).charges == ()


@pytest.mark.parametrize(
    ("facing", "arc", "assaults"),
    [(180, "front", ()), (90, "flank", (Assault(0, 1, "flank"),)), (0, "rear", (Assault(0, 1, "rear"),))],
)
def test_the_side_that_was_charged_is_remembered(facing: int, arc: str, assaults: tuple[Assault, ...]) -> None:
    state = battle(
        U("foot", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 20),), block=(20, 17, facing, 5)),
    )
    after, _ = declared(state, [3, 3] if arc != "front" else [], [GO, "hold"])
    assert [one.arc for one in after.charges] == [arc]
    end = charged(state, [3, 3] if arc != "front" else [], [GO, "hold"])
    assert end.assaults == assaults
    assert end.plane.touched_units(0) == (1,)


def test_a_unit_that_flees_after_all_does_not_move_as_a_charger() -> None:
    state = foot_at_archers(6).having(0, fleeing=False)
    after, _ = declared(state, answers=[GO, "hold"])
    stopped = after.having(0, fleeing=True)
    assert Script(RULESET).begin(stopped, move_chargers).plane == state.plane


@pytest.mark.parametrize(("option", "arrives"), [("default", False), ("charge-straight-line", True)])
def test_ground_counts_in_a_charge_but_not_as_the_crow_flies(option: str, arrives: bool) -> None:
    """WAB-R-36: 7" of which 2" are difficult cost 9"."""
    wood = G("difficult", ((10, 12), (30, 12), (30, 14), (10, 14)))
    state = battle(
        U("foot", 0, ((changed(WARRIOR, M=4), 10),), block=(20, 10, 0, 5), formation="close"),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 17, 180, 5)),
        grounds=[wood],
        rulings={"WAB-R-36": option},
    )
    after = charged(state, answers=[GO, "hold"])
    assert bool(after.plane.touched_units(0)) is arrives


def test_a_target_that_is_gone_lets_the_charger_go_straight_on() -> None:
    after, _ = declared(foot_at_archers(6), answers=[GO, "hold"])
    gone = after.on(after.plane.without(frozenset(after.plane.models(1))))
    assert block(Script(RULESET).begin(gone, move_chargers), 0).y == ticks(14)
