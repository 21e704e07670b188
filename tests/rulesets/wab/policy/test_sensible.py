"""The sensible policy of WAB is tested decision by decision."""

from typing import Any

import pytest
from msgspec.structs import replace

import pilein
from benchmarks.armies import SET_UPS, written
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, OneOf, Split
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.choice import ChargeChoice, Offer
from pilein.rulesets.wab.movement.move_steps import after_steps
from pilein.rulesets.wab.movement.mover import Mover
from pilein.rulesets.wab.movement.moves_choice import RemainingMove
from pilein.rulesets.wab.movement.moving import means_of
from pilein.rulesets.wab.policy.objective_value import places_for
from pilein.rulesets.wab.policy.poses import pose_of, side_struck
from pilein.rulesets.wab.policy.positions import Assessment
from pilein.rulesets.wab.policy.sensible import sensible
from pilein.rulesets.wab.state import NOBODY, Battle, Charge, Fight
from pilein.tabletop.objectives import Hold
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import HORSE, LEGIONARY, RIDER, WARRIOR, G, U, armed, battle, changed

TERROR = changed(WARRIOR, rules=("Terror",))
BOWMAN = armed(changed(WARRIOR, BS=3, shield="none"), "bow")
JAVELIN = armed(changed(WARRIOR, BS=3), "javelin")


def facing(
    own: Any = LEGIONARY, foe: Any = WARRIOR, *more: U, inches: float = 6, count: int = 20, foes: int = 20
) -> Battle:
    """Return a battle of unit 0, which faces up the table, against unit 1, which faces it at the given distance."""
    red = U("red", 0, ((own, count),), block=(24, 12, 0, 5), formation="close")
    blue = U("blue", 1, ((foe, foes),), block=(24, 12 + inches, 180, 5))
    return battle(red, blue, *more)


def charges(state: Battle, *targets: int, must: bool = False) -> Answer:
    names = tuple(unit.name for unit in state.setup.units)
    return sensible(state, ChargeChoice(0, (Offer(0, targets or (1,), must=must),), names))


def test_the_policy_declares_a_charge_only_if_it_expects_to_win_by_at_least_a_point() -> None:
    """WAB-CH-01: the policy weighs the expected combat result of each charge."""
    assert charges(facing()) == (1, 0)
    assert charges(facing(changed(WARRIOR, WS=2), changed(LEGIONARY, WS=6, A=2))) == ()
    assert charges(facing(inches=9)) == ()


@pytest.mark.parametrize(("width", "answer"), [(10, (2, 0, 1)), (1, (2, 0))])
def test_the_policy_charges_with_two_units_together_if_both_have_room(width: int, answer: Answer) -> None:
    """WAB-CH-01, WAB-R-36: there is no room for two units in front of a single file."""
    foes = changed(LEGIONARY, W=3)
    state = battle(
        U("left", 0, ((LEGIONARY, 20),), block=(21.5, 12, 0, 5), formation="close"),
        U("right", 0, ((LEGIONARY, 20),), block=(26.5, 12, 0, 5), formation="close"),
        U("foes", 1, ((foes, 10),), block=(24, 17, 180, width)),
    )
    names = tuple(unit.name for unit in state.setup.units)
    assert sensible(state, ChargeChoice(0, (Offer(0, (2,)), Offer(1, (2,))), names)) == answer


def test_the_policy_sends_no_unit_of_low_leadership_to_charge_a_terrifying_enemy() -> None:
    assert charges(facing(changed(LEGIONARY, Ld=4), TERROR)) == ()
    assert charges(facing(LEGIONARY, TERROR)) == (1, 0)


def test_if_a_unit_must_charge_the_policy_prefers_the_nearest_enemy_and_then_the_weakest() -> None:
    """WAB-FZ-01: a frenzied unit must charge."""
    far = U("far", 1, ((WARRIOR, 5),), block=(34, 20, 180, 5))
    assert charges(facing(WARRIOR, LEGIONARY, far), 1, 2, must=True) == (1, 0)


def test_the_policy_charges_a_fleeing_enemy_in_reach() -> None:
    assert charges(facing(changed(WARRIOR, WS=1, A=0)).having(1, fleeing=True)) == (1, 0)


def reacts(state: Battle, *options: str) -> Answer:
    charged = state.changed(charges=(Charge(0, 1),))
    return sensible(charged, OneOf(1, "WAB-RX-01", "how?", options, (), 1))


def test_the_policy_answers_a_charge_by_counter_charging_or_holding_if_it_expects_to_win_that_way() -> None:
    """WAB-RX-01: the policy compares the expected results of the two reactions."""
    strong = changed(RIDER, WS=5, S=5, A=2)
    assert reacts(facing(WARRIOR, strong), "counter", "hold", "flee") == "counter"
    assert reacts(facing(WARRIOR, strong), "hold", "flee") == "hold"


FRIENDS = U("friends", 1, ((WARRIOR, 10),), block=(40, 40, 180, 5))


def test_the_policy_flees_from_a_charge_that_is_sure_to_break_the_unit() -> None:
    """WAB-RX-07: a unit that might hold does not flee."""
    state = facing(changed(LEGIONARY, WS=6, A=2), RIDER, FRIENDS)
    assert reacts(state, "counter", "hold", "flee") == "flee"
    shooting = facing(LEGIONARY, BOWMAN, FRIENDS)
    assert reacts(shooting, "shoot", "hold", "flee", "fire and flee") == "fire and flee"


def test_the_policy_flees_with_the_last_unit_of_its_side_only_if_nothing_else_is_offered() -> None:
    strong = changed(LEGIONARY, WS=6, A=2)
    assert reacts(facing(strong, RIDER), "counter", "hold", "flee") != "flee"
    assert reacts(facing(strong, RIDER, FRIENDS).having(2, fleeing=True), "hold", "flee") == "hold"
    assert reacts(facing(strong, RIDER), "flee") == "flee", "if nothing else is offered"


def test_the_policy_shoots_at_chargers_that_the_unit_is_expected_to_beat() -> None:
    assert reacts(facing(changed(WARRIOR, WS=1), BOWMAN, count=6), "shoot", "hold", "flee", "fire and flee") == "shoot"


def test_the_policy_lets_skirmishers_evade_chargers_that_are_in_ranks() -> None:
    loose = U("loose", 1, ((JAVELIN, 6),), row(20, 20, 6), formation="skirmish")
    state = battle(U("red", 0, ((LEGIONARY, 20),), block=(23, 14, 0, 5), formation="close"), loose, FRIENDS)
    assert reacts(state, "shoot", "hold", "flee", "fire and flee") == "fire and flee"
    assert reacts(state, "hold", "flee") == "flee"


@pytest.mark.parametrize(("traits", "answer"), [(WARRIOR, True), (TERROR, False)])
def test_the_policy_tries_to_rally_units_unless_a_terrifying_enemy_is_near(traits: Any, answer: bool) -> None:
    """WAB-RL-01: the policy accepts every other offer to rally."""
    state = facing(LEGIONARY, traits).having(0, fleeing=True)
    assert sensible(state, OneOf(0, "WAB-RL-01", "rally?", (True, False), ("yes", "no"), 0)) is answer


def test_the_policy_pursues_broken_enemies_unless_a_stronger_enemy_stands_in_its_path() -> None:
    """WAB-R-93: near a stronger enemy, the policy tries to hold."""
    question = OneOf(0, "WAB-FL-02", "pursue?", (1, NOBODY), ("blue", "hold"), 0)
    assert sensible(facing(inches=0.1), question) == 1
    assert sensible(facing(inches=0.1).having(0, defended=True), question) == NOBODY
    horse = U("horse", 1, ((changed(RIDER, WS=7, S=5, A=3), 10),), block=(24, 24, 180, 5), base=HORSE)
    assert sensible(facing(WARRIOR, WARRIOR, horse, inches=0.1), question) == NOBODY


def test_the_policy_flees_in_the_direction_furthest_from_enemies() -> None:
    """WAB-FL-04: the policy chooses among equally good directions."""
    state = facing(WARRIOR, WARRIOR, U("left", 1, ((WARRIOR, 10),), block=(8, 20, 180, 5)))
    assert sensible(state, OneOf(0, "WAB-FL-04", "which way?", (27000, 9000), ("left", "right"), 0)) == 9000


def test_the_policy_shoots_at_the_target_with_the_most_expected_casualties() -> None:
    """WAB-SH-02: the policy compares the expected casualties of all targets in range."""
    hard = U("hard", 1, ((changed(WARRIOR, armour="full plate"), 20),), block=(30, 22, 180, 5))
    state = facing(BOWMAN, WARRIOR, hard, inches=10)
    assert sensible(state, OneOf(0, "WAB-SH-02", "whom?", (2, 1, NOBODY), (), 0)) == 1
    far = facing(BOWMAN, WARRIOR, inches=30)
    assert sensible(far, OneOf(0, "WAB-SH-02", "whom?", (1, NOBODY), (), 0)) == NOBODY


def test_the_policy_directs_all_attacks_at_the_enemy_that_is_expected_to_lose_most() -> None:
    """WAB-CC-02: the policy does not divide attacks."""
    tough = U("tough", 1, ((changed(LEGIONARY, T=6), 10),))
    state = battle(U("red", 0, ((WARRIOR, 10),)), tough, U("soft", 1, ((WARRIOR, 10),)), pairs=[(0, 1), (0, 2)])
    state = state.changed(fight=Fight((0, 1, 2)))
    assert sensible(state, Split(0, "WAB-CC-02", "whom?", 10, ("tough", "soft"), 0)) == (0, 10)


def moves(state: Battle, unit: int = 0) -> Answer:
    means = means_of(state, Table(state.setup.readings), unit, 1)
    return sensible(state, RemainingMove(0, "WAB-SEQ-04", "how?", state, unit, means))


def test_the_policy_keeps_a_unit_in_place_to_shoot_if_it_has_a_target() -> None:
    bows = U("bows", 0, ((BOWMAN, 10),), block=(24, 12, 0, 10))
    assert moves(battle(bows, U("blue", 1, ((LEGIONARY, 20),), block=(24, 24, 180, 5)))) == ("stay", ())


def test_the_policy_keeps_skirmishers_in_front_of_a_line_of_friends() -> None:
    bows = U("bows", 0, ((BOWMAN, 4),), row(22, 12.6, 4), formation="skirmish")
    blue = U("blue", 1, ((WARRIOR, 20),), block=(24, 30, 180, 5))
    line = U("line", 0, ((LEGIONARY, 20),), block=(24, 12, 0, 5), formation="close")
    pace, steps = moves(battle(bows, blue, line))
    assert (pace, steps[0][0], steps[0][2] > 3 * INCH) == ("normal", "shift", True)
    apart = U("line", 0, ((LEGIONARY, 20),), block=(34, 12, 0, 5), formation="close")
    assert moves(battle(bows, blue, apart)) != (pace, steps)


def test_the_policy_advances_on_an_enemy_straight_ahead_at_the_fastest_rate_allowed() -> None:
    """WAB-MA-02: the policy marches where marching is allowed."""
    musician = changed(LEGIONARY, musician=True)
    pace, steps = moves(facing(musician, inches=30))
    assert (pace, [step[0] for step in steps]) == ("march", ["ahead"])
    assert abs(steps[0][1] - 6 * INCH) < 10  # a large shield and heavy armour: three inches, twice
    pace, steps = moves(facing(inches=30))
    assert (pace, abs(steps[0][1] - 3 * INCH) < 10) == ("normal", True)


def test_the_policy_does_not_move_a_unit_ahead_of_its_line() -> None:
    slow = U("slow", 0, ((changed(LEGIONARY, M=2), 20),), block=(29, 12, 0, 5), formation="close")
    fast = facing(changed(WARRIOR, M=8), WARRIOR, slow, inches=30)
    _, steps = moves(fast.having(2, move="moved"))
    assert abs(steps[-1][1] - 3 * INCH) < INCH / 4


def test_the_policy_leads_units_round_a_wall_in_their_path() -> None:
    wall = G("impassable", [(20, 16), (23, 16), (23, 17), (20, 17)])
    red = U("red", 0, ((LEGIONARY, 20),), block=(24, 12, 0, 5), formation="close")
    blue = U("blue", 1, ((WARRIOR, 20),), block=(24, 42, 180, 5))
    _, steps = moves(battle(red, blue, grounds=[wall]))
    assert [step[0] for step in steps] == ["wheel", "ahead"]
    loose = U("red", 0, ((changed(LEGIONARY, WS=6, A=2), 8),), row(20, 11.6, 8), formation="skirmish")
    few = U("blue", 1, ((WARRIOR, 5),), block=(21.5, 42, 180, 5))
    _, steps = moves(battle(loose, few, grounds=[wall]))
    assert steps[0][0] == "shift"
    assert steps[0][1] not in (0, 18000)


def test_the_policy_makes_a_unit_turn_about_if_the_enemy_is_behind_it() -> None:
    """WAB-MN-04: the policy uses the turn of 180 degrees."""
    red = U("red", 0, ((changed(LEGIONARY, musician=True), 20),), block=(24, 12, 180, 5), formation="close")
    _, steps = moves(battle(red, U("blue", 1, ((WARRIOR, 20),), block=(24, 42, 180, 5))))
    assert steps[0] == ("about",)


def test_the_policy_takes_an_objective_in_reach() -> None:
    red = U("red", 0, ((LEGIONARY, 20),), block=(24, 12, 0, 5), formation="close")
    blue = U("blue", 1, ((changed(LEGIONARY, WS=6, A=2), 20),), block=(44, 44, 180, 5))
    aim = Hold(24 * INCH, 20 * INCH, 3 * INCH, points=10)
    state = with_objectives(battle(red, blue), aim)
    _, steps = moves(state)
    assert [step[0] for step in steps] == ["ahead"]


def test_the_policy_sends_no_second_unit_to_an_objective_held_by_a_friend() -> None:
    held = U("held", 0, ((LEGIONARY, 20),), block=(24, 21, 0, 5), formation="close")
    aim = Hold(24 * INCH, 20 * INCH, 3 * INCH, points=10)
    state = with_objectives(facing(changed(WARRIOR, WS=1), LEGIONARY, held, inches=34), aim)
    (place,) = places_for(state, 0)
    (alone,) = places_for(with_objectives(facing(WARRIOR, LEGIONARY, inches=34), aim), 0)
    assert place.value < alone.value / 5


def test_the_policy_keeps_skirmishers_out_of_reach_of_enemies_that_would_run_them_down() -> None:
    loose = U("loose", 0, ((JAVELIN, 6),), row(20, 20, 6), formation="skirmish")
    horse = U("horse", 1, ((changed(RIDER, WS=5, S=5), 10),), block=(24, 34, 180, 5), base=HORSE)
    _, steps = moves(battle(loose, horse))
    assert [step[0] for step in steps] == ["shift"]
    assert 9000 < steps[0][1] < 27000  # away


def test_the_policy_leads_cavalry_to_the_flank_of_spearmen_rather_than_against_their_front() -> None:
    lancer = changed(RIDER, WS=5, A=2, S=4, I=5, armour="heavy")
    horse = U("horse", 0, ((lancer, 10),), block=(36, 20, 0, 5), base=HORSE, formation="open")
    blue = U("blue", 1, ((LEGIONARY, 20),), block=(24, 26, 180, 5), formation="close")
    state = battle(horse, blue)
    assessment = Assessment(state, 0)
    assert assessment.our_gain(assessment.foes[0], "flank") > 0 > assessment.our_gain(assessment.foes[0], "front")
    after = state
    for _ in range(2):
        pace, steps = moves(after)
        table = Table(after.setup.readings)
        mover = Mover.of(after, table, 0, pace, means_of(after, table, 0, 1))
        after = after.on(after.plane.with_standing(0, after_steps(mover, steps).standing)) if steps else after
    here, there = (pose_of(after, standing) for standing in after.plane.standings)
    assert side_struck(here, there) != "front"


def test_the_policy_does_not_turn_a_unit_in_place_if_it_has_enemies_in_view() -> None:
    state = facing(WARRIOR, WARRIOR, U("other", 1, ((WARRIOR, 20),), block=(32, 30, 180, 5)), inches=20)
    _, steps = moves(state)
    assert steps[-1][0] == "ahead"


def with_objectives(state: Battle, *aims: Hold) -> Battle:
    setup = replace(state.setup, objectives=aims)
    return state.changed(setup=setup, field=replace(state.plane, setup=setup))


SENSIBLE = "sensible"


def won_and_lost(name: str, other: str, seeds: range) -> tuple[int, int]:
    """Return the numbers of battles that the sensible policy wins and loses when it plays each of the two armies in
    turn.
    """
    scenario = pilein.Scenario.from_text(written(SET_UPS[name]))
    won = lost = 0
    for seed in seeds:
        for policy, side in (((SENSIBLE, other), "red"), ((other, SENSIBLE), "blue")):
            winner = pilein.battle(scenario, policy, seed=seed).winner
            won += winner == side
            lost += winner not in ("", side)
    return won, lost


@pytest.mark.parametrize("name", ["wings of horse", "horse archers", "a small game"])
def test_the_policy_wins_more_battles_than_it_loses_to_a_policy_that_takes_the_first_offer(name: str) -> None:
    won, lost = won_and_lost(name, "first", range(101, 103))
    assert won > lost


@pytest.mark.soak
@pytest.mark.parametrize("other", ["first", "random"])
def test_the_policy_wins_at_least_three_battles_for_each_one_it_loses_to_a_simple_policy(other: str) -> None:
    scores = [won_and_lost(name, other, range(201, 211)) for name in SET_UPS]
    assert sum(won for won, _ in scores) >= 3 * sum(lost for _, lost in scores)
