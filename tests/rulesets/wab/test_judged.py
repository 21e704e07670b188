"""Findings in WAB of readers who compared its sentences with the code, by playing."""

from math import degrees, hypot
from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH, heading, ticks
from pilein.kernel.position import Position
from pilein.kernel.table import Table
from pilein.rulesets.wab import movement_events
from pilein.rulesets.wab.charge_moves import move_chargers
from pilein.rulesets.wab.clearance import NEARER
from pilein.rulesets.wab.combat_phase import after_combats, tidied
from pilein.rulesets.wab.compulsory import draw_back
from pilein.rulesets.wab.nearness import distance
from pilein.rulesets.wab.pursuit import pursuits, run_on
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooters import LONG, SHORT, shooters, targets_of
from pilein.rulesets.wab.state import Aftermath, Battle, Charge, Rout
from pilein.rulesets.wab.turn import end_of_turn
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, armed, battle, changed
from tests.rulesets.wab.movement.charging import GO, block, charged
from tests.rulesets.wab.shooting.ranges import ARCHER, FOE, shooting


def bands(state: Battle) -> dict[int, int]:
    """How many models of unit 0 shoot at unit 1 at long and at short range, whatever their kind."""
    found = {LONG: 0, SHORT: 0}
    for (_, band), models in shooters(state, Table(state.setup.readings), 0, 1, reaction=False).items():
        found[band] += models
    return found


# --- Massed missiles (WAB-MW-06, WAB-MW-07, WAB-R-71) -------------------------------------------------------------


@pytest.mark.clause("WAB-MW-07")
@pytest.mark.parametrize("side", [26, 34])
def test_models_behind_shoot_whichever_files_see_the_target(side: float) -> None:
    """Half of the front rank looks at a wall; of the six behind, the three shoot who see past it."""
    wall = [G("open", ((side - 4, 10.5), (side + 4, 10.5), (side + 4, 11), (side - 4, 11)), blocks_sight=True)]
    state = shooting("bow", 8, models=12, files=6, foes=5, grounds=wall)
    front = sum(bands(shooting("bow", 8, models=6, files=6, foes=5, grounds=wall)).values())
    assert 0 < front < 6
    assert sum(bands(state).values()) == front + 3


@pytest.mark.clause("WAB-MW-06")
def test_models_behind_shoot_only_at_what_is_in_their_own_range() -> None:
    assert sum(bands(shooting("darts", 12, models=12, files=6)).values()) == 6
    assert sum(bands(shooting("darts", 11, models=12, files=6)).values()) == 9


@pytest.mark.clause("WAB-MW-07")
def test_models_behind_shoot_at_the_same_score_as_those_before_them() -> None:
    """WAB-R-71: the front rank has short range, the second would have long."""
    assert bands(shooting("bow", 12, models=12, files=6)) == {LONG: 0, SHORT: 9}


def aside(models: int) -> Battle:
    """Files of ten archers before a lone foe far to their left: all see it, not all have it in their arcs."""
    red = U("red", 0, ((armed(ARCHER, "bow"), models),), block=(40, 10, 0, 10))
    return battle(red, U("blue", 1, ((FOE, 1),), at=((31, 16.2),), formation="skirmish"))


@pytest.mark.clause("WAB-MW-07")
def test_models_behind_have_the_target_in_their_own_arc() -> None:
    """The files next to the foe see it in front of them, those behind as well; five of ten shoot from behind."""
    front = sum(bands(aside(10)).values())
    assert 0 < front < 5
    assert front < sum(bands(aside(20)).values()) <= front + 5


@pytest.mark.clause("WAB-MW-07")
@pytest.mark.parametrize(("models", "named"), [(2, ()), (8, (1,))])
def test_a_target_that_only_models_behind_see_may_be_named(models: int, named: tuple[int, ...]) -> None:
    """A wall right before two files hides a foe to their right from the front rank."""
    wall = [G("open", ((20, 10.05), (31.9, 10.05), (31.9, 10.1), (20, 10.1)), blocks_sight=True)]
    red = U("red", 0, ((armed(ARCHER, "bow"), models),), block=(30, 10, 0, 2))
    state = battle(red, U("blue", 1, ((FOE, 1),), at=((36.5, 16.5),), formation="skirmish"), grounds=wall)
    assert targets_of(state, Table(state.setup.readings), 0) == named


# --- Failed charges (WAB-CH-05) -----------------------------------------------------------------------------------


def falls_short(*others: U, formation: str = "close", grounds: tuple[G, ...] = (), aside: float = 4) -> Battle:
    """Foot at (20, 10) whose charge at foes far off to its right has failed: it wheels on its right front corner."""
    foot = U("foot", 0, ((changed(WARRIOR, M=4), 20),), block=(20, 10, 0, 5), formation=formation)
    foes = U("foes", 1, ((WARRIOR, 10),), block=(20 + aside, 30, 180, 5))
    state = battle(foot, foes, *others, grounds=grounds).changed(charges=(Charge(0, 1),))
    after: Battle = Script(RULESET).begin(state, move_chargers)
    return after


def gone_on(state: Battle) -> float:
    """How many inches the foot went straight on after its wheel: its right front corner stays in the wheel."""
    standing = block(state, 0)
    sine, cosine = heading(standing.facing)
    half = 5 * standing.width / 2
    x, y = standing.x + half * cosine - (20 * INCH + half), standing.y - half * sine - 10 * INCH
    return (x * sine + y * cosine) / INCH


@pytest.mark.clause("WAB-CH-05", "WAB-TE-02")
def test_a_failed_charge_pays_for_its_wheel_by_the_ground() -> None:
    """4" of movement, of which the wheel takes as much again in a wood; the rest is halved."""
    wood = G("difficult", ((5, 2), (40, 2), (40, 20), (5, 20)))
    free, slow, loose = falls_short(), falls_short(grounds=(wood,)), falls_short(formation="open", grounds=(wood,))
    assert block(loose, 0) == block(free, 0)
    assert block(slow, 0).facing == block(free, 0).facing
    wheel = 4 - gone_on(free)
    assert wheel > 0.5
    assert gone_on(slow) == pytest.approx((4 - 2 * wheel) / 2, abs=0.01)


@pytest.mark.clause("WAB-CH-05")
def test_a_failed_charge_wheels_in_a_wood_as_far_as_it_pays_for() -> None:
    """4" of movement are 2" for the model that travels furthest, 3.94" and 3.15" from the corner."""
    wood = G("difficult", ((5, 2), (40, 2), (40, 20), (5, 20)))
    after = falls_short(grounds=(wood,), aside=25)
    assert block(after, 0).facing / 100 == pytest.approx(degrees(2 / hypot(3.937, 3 * 0.787)), abs=0.1)
    assert gone_on(after) < 0.01


@pytest.mark.clause("WAB-CH-05")
def test_a_failed_charge_does_not_wheel_through_others() -> None:
    """A friend stands where the left end of the line sweeps: from there on it goes as it faces."""
    friend = U("friend", 0, ((WARRIOR, 1),), at=((17.6, 10.8),), formation="skirmish")
    free, blocked = falls_short(aside=20), falls_short(friend, aside=20)
    assert block(free, 0).facing > 4000
    assert 0 < block(blocked, 0).facing < 2000
    assert not any(overlaps(blocked.plane.shape(one), blocked.plane.shape(30)) for one in range(20))


@pytest.mark.clause("WAB-CH-05")
def test_a_failed_charge_keeps_an_inch_from_enemies_in_its_wheel() -> None:
    enemy = U("enemy", 1, ((WARRIOR, 1),), at=((16.7, 11.8),), formation="skirmish")
    after = falls_short(enemy, aside=20)
    assert 0 < block(after, 0).facing < 3500
    assert distance(after, 0, 2) >= NEARER


@pytest.mark.clause("WAB-CH-05")
def test_a_failed_charge_touches_nobody_who_was_nearer_than_an_inch() -> None:
    """Another enemy stands half an inch before it."""
    near = U("near", 1, ((WARRIOR, 5),), block=(20, 10.5, 180, 5))
    after = falls_short(near, aside=0)
    assert block(after, 0).y > 10.4 * INCH
    assert after.plane.touched_units(0) == ()


# --- Ground under counter-charges and disengagements (WAB-TE-02, WAB-TE-05) ---------------------------------------


@pytest.mark.clause("WAB-TE-02", "WAB-TE-05")
@pytest.mark.parametrize(
    ("formation", "kind", "inches"),
    [
        ("close", "difficult", 2),
        ("open", "difficult", 4),
        ("close", "very difficult", 1),
        ("open", "very difficult", 2),
    ],
)
def test_ground_slows_a_counter_charge(formation: str, kind: str, inches: float) -> None:
    wood = G(kind, ((20, 12.5), (40, 12.5), (40, 26), (20, 26)))
    state = battle(
        U("riders", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE, formation="open"),
        U("others", 1, ((RIDER, 10),), block=(30, 21, 180, 5), base=HORSE, formation=formation),
        grounds=[wood],
        rulings={"WAB-R-36": "charge-straight-line"},
    )
    after = charged(state, answers=[GO, "counter"])
    assert abs(block(after, 1).y - ticks(21 - inches)) < 10


@pytest.mark.parametrize("sweep", [False, True])
def test_a_counter_charger_wheels_only_where_it_has_room(sweep: bool) -> None:
    """It faces the charger at once, or not at all: a friend stands where its rear would sweep."""
    state = battle(
        U("riders", 0, ((RIDER, 10),), block=(24, 10, 0, 5), base=HORSE),
        U("others", 1, ((RIDER, 10),), block=(30, 21, 180, 5), base=HORSE),
        U("friend", 1, ((WARRIOR, 1),), at=((32.92, 23.5) if sweep else (50, 20),), formation="skirmish"),
    )
    after = charged(state, answers=[GO, "counter"])
    assert (block(after, 1).facing != 18000) is not sweep
    assert not any(overlaps(after.plane.shape(model), after.plane.shape(20)) for model in range(10, 20))


@pytest.mark.clause("WAB-TE-03", "WAB-TE-05")
@pytest.mark.parametrize(("formation", "inches"), [("close", 2), ("open", 4)])
def test_ground_slows_a_unit_that_disengages(formation: str, inches: float) -> None:
    """WAB-R-34: riders of rate 8 in very thick woods, and infantry before them."""
    woods = G("very difficult", ((20, 0), (40, 0), (40, 20.4), (20, 20.4)))
    state = battle(
        U("riders", 0, ((RIDER, 10),), block=(30, 20, 0, 5), base=HORSE, formation=formation),
        U("foes", 1, ((WARRIOR, 10),), block=(30, 20, 180, 5)),
        grounds=[woods],
    ).having(0, move="disengaging")
    after: Battle = Script(RULESET).begin(state, draw_back, 0)
    assert block(after, 0).y == pytest.approx(ticks(20 - inches), abs=10)


# --- Panic at units ridden down, and at charges out of a pursuit (WAB-PA-04, WAB-PA-06) ---------------------------


def pursued(*others: U, rulings: dict[str, str] | None = None) -> Battle:
    """Red riders have broken blue foot, unit 1, whose flight and pursuit are due."""
    red = U("red", 0, ((RIDER, 10),), block=(30, 12, 0, 5), base=HORSE)
    blue = U("blue", 1, ((changed(WARRIOR, M=4), 10),), block=(30, 12, 180, 5))
    state = battle(red, blue, *others, rulings=rulings).having(1, fleeing=True)
    return state.routing(Rout(1, 0, broken=True)).changed(aftermath=Aftermath(beaten=((1, 3),), won=(0,)))


def friends(y: float, facing: float = 180, **changes: Any) -> U:
    return U("friends", 1, ((changed(WARRIOR, **changes), 10),), block=(30, y, facing, 5))


def panic_tests(script: Script) -> list[tuple[str, str, bool]]:
    """Tests after the combats: the unit, the test, and whether it was passed."""
    return [(one.unit, one.clause, one.passed) for one in script.events if isinstance(one, movement_events.Tested)]


@pytest.mark.clause("WAB-PA-04")
@pytest.mark.parametrize(("y", "tested"), [(34, True), (46, False)])
def test_friends_near_a_unit_that_is_ridden_down_are_shaken(y: float, tested: bool) -> None:
    """WAB-R-56. They stand 20" from the broken foot, who are caught 9" nearer."""
    script = Script(RULESET, dice=[4, 5, 6, 6, 6, *([6, 6, 1, 1] if tested else [])], answers=[1])
    after: Battle = script.begin(pursued(friends(y)), after_combats)
    script.assert_used_up()
    assert after.living(1) == 0
    assert panic_tests(script) == ([("friends", "WAB-PA-04", False)] if tested else [])
    assert after.status(2).fleeing is tested


@pytest.mark.clause("WAB-PA-04")
@pytest.mark.example("WAB-EX-20")
def test_a_unit_that_has_been_tested_for_the_break_is_not_tested_again_for_the_end() -> None:
    """WAB-R-56: one test for each unit and close combat phase."""
    script = Script(RULESET, dice=[1, 1, 4, 5, 6, 6, 6], answers=[1])
    after: Battle = script.begin(pursued(friends(24)), after_combats)
    script.assert_used_up()
    assert after.living(1) == 0
    assert panic_tests(script) == [("friends", "WAB-PA-04", True)]


@pytest.mark.clause("WAB-PA-06")
@pytest.mark.parametrize(("facing", "tested"), [(180, False), (90, True), (0, True)])
def test_pursuers_in_the_flank_of_a_fresh_enemy_cause_panic(facing: float, tested: bool) -> None:
    """WAB-R-93: the contact is a charge. The foot runs past on the left of the friends, who have no test to take."""
    state = pursued(friends(20, facing), rulings={"WAB-R-56": "small-units-no-panic"})
    gone = state.on(state.plane.without(frozenset(state.plane.models(1)))).changed(
        routs=(Rout(1, 0, broken=True, distance=20),), aftermath=Aftermath(beaten=((1, 3),), pursuits=((0, 1),))
    )
    script = Script(RULESET, dice=[4, 5, 6, *([6, 6, 2, 2] if tested else [])])
    script.play(Position(gone, ((pursuits.key,), (tidied.key,))))
    script.assert_used_up()
    assert panic_tests(script) == ([("friends", "WAB-PA-06", False)] if tested else [])


@pytest.mark.clause("WAB-FE-01", "WAB-FE-03")
def test_pursuers_that_a_fresh_enemy_fears_are_feared_in_the_next_turn() -> None:
    """WAB-R-93: the charge is for the next turn, in which the first round of the combat is fought."""
    feared = changed(RIDER, rules=("Fear",))
    state = battle(
        U("red", 0, ((feared, 5),), block=(30, 12, 0, 5), base=HORSE),
        U("blue", 1, ((WARRIOR, 10),), block=(30, 18, 180, 5)),
    )
    script = Script(RULESET, dice=[6, 6])
    charging = run_on(state, Table(state.setup.readings), 0, 0, 7 * INCH)
    after = script.play(Position(charging, ((tidied.key,), (end_of_turn.key,)))).state
    script.assert_used_up()
    assert (after.status(0).charge, after.status(1).sixes_only) == ("pursuit", True)
    later: Battle = Script(RULESET).begin(after, end_of_turn)
    assert not later.status(1).sixes_only
