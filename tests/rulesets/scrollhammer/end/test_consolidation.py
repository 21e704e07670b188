"""SH-CO-01 to SH-CO-06, SH-SA-09, SH-EN-02: moves of units that are no longer locked."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.scrollhammer.charge_events import LeftApart, Slain
from pilein.rulesets.scrollhammer.end.consolidation import begin_consolidation, consolidate
from pilein.rulesets.scrollhammer.end.consolidation_place import ConsolidationPlace
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.coherency import is_together
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, fight_of
from tests.rulesets.scrollhammer.logs import Case, log_of, spot
from tests.rulesets.scrollhammer.press import IDLE

BOGS = [
    ("dangerous", [(0, 11.2), (20, 11.2), (20, 12), (0, 12)]),
    ("dangerous", [(0, 12.2), (20, 12.2), (20, 13), (0, 13)]),
]


def guards(at, side=0, name="guards", **more):
    return U(name, side, [(GUARD, len(at))], at=at, **more)


def reavers(at, name="reavers", **more):
    return U(name, 1, [(REAVER, len(at))], at=at, **more)


def over(*units, fight=(0,), **more):
    """Return the battle of the given units after their combat has been decided."""
    return battle(*units, **more).beginning(fight_of(fight))


def to(model, x, y, facing=0):
    return (model, ticks(x), ticks(y), facing)


def moved(made, *answers, dice=(), unit=0):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, begin_consolidation, unit)
    script.assert_used_up()
    return after, script


def places(made, unit=0):
    spots = [made.plane.place(model) for model in made.plane.models(unit)]
    return [(round(spot.x / INCH, 2), round(spot.y / INCH, 2)) for spot in spots]


def why_not(made, answer, reach=3 * INCH, waiting=None, unit=0):
    waiting = made.plane.models(unit) if waiting is None else waiting
    return ConsolidationPlace(made.side(unit), made, unit, waiting, reach, 2 * INCH).why_not(answer)


@pytest.mark.clause("SH-SA-09", "SH-CO-01")
def test_a_unit_whose_enemies_are_gone_may_consolidate():
    made = over(guards([(10, 10)]), reavers([(10, 30)], status=Status(falling_back=True)), fight=(0, 1))
    script = Script(RULESET, answers=[True, to(0, 10, 13)])
    assert places(script.begin(made, consolidate)) == [(10, 13)]
    script.assert_used_up()
    assert script.asked[0].side == 0


@pytest.mark.clause("SH-SA-09")
def test_the_owner_may_decline_to_consolidate():
    made = over(guards([(10, 10)]))
    script = Script(RULESET, answers=[False])
    assert script.begin(made, consolidate) == made
    script.assert_used_up()


@pytest.mark.clause("SH-EN-02")
def test_a_unit_still_locked_may_not_consolidate():
    made = over(guards([(10, 10)]), reavers([(10, 11)]), fight=(0, 1))
    assert Script(RULESET).begin(made, consolidate) == made


@pytest.mark.clause("SH-CO-01")
def test_if_the_pile_in_fell_short_both_sides_may_consolidate_and_the_active_side_goes_first():
    made = over(guards([(10, 10)]), reavers([(10, 20)]), fight=(0, 1), active=1)
    script = Script(RULESET, answers=[False, False])
    script.begin(made, consolidate)
    script.assert_used_up()
    assert [choice.side for choice in script.asked] == [1, 0]


@pytest.mark.clause("SH-CO-02")
def test_consolidation_is_a_move_of_at_most_three_inches_in_any_direction():
    made = over(guards([(10, 10)]))
    for x, y in ((13, 10), (10, 7), (8, 8)):
        after, script = moved(made, to(0, x, y))
        assert places(after) == [(x, y)]
        assert isinstance(script.events[0], Moved)
    with pytest.raises(IllegalAnswer, match="further away than 3"):
        moved(made, to(0, 13.01, 10))


def test_a_diagonal_consolidation_of_three_inches_is_reported_as_exactly_three_inches():
    """The final position is rounded to whole ticks, which puts it a few millionths of an inch further away."""
    made = over(guards([(10, 10)]))
    _, script = moved(made, lambda choice: dict(choice.candidates())["model 0 at 45 degrees"])
    assert script.events[0].inches == 3


def test_a_consolidation_is_measured_along_the_route_round_a_model():
    made = over(guards([(10, 10)]), U("friends", 0, [(GUARD, 3)], at=row(9, 11.5, 3)))
    assert why_not(made, to(0, 10, 13)) == 'the place is further away than 3"'


def test_under_the_d6_ruling_the_consolidation_distance_is_rolled():
    made = over(guards([(10, 10)]), rulings={"SH-R-78": "d6"})
    assert places(moved(made, to(0, 15, 10), dice=[5])[0]) == [(15, 10)]
    with pytest.raises(IllegalAnswer, match="further away than 2"):
        moved(made, to(0, 13, 10), dice=[2])


@pytest.mark.clause("SH-CO-03")
def test_difficult_terrain_does_not_slow_consolidation():
    made = over(guards([(10, 10)]), grounds=[("difficult", [(0, 11), (48, 11), (48, 12), (0, 12)])])
    assert why_not(made, to(0, 10, 13)) is None


@pytest.mark.clause("SH-CO-04")
def test_a_model_consolidating_across_dangerous_ground_is_tested():
    made = over(guards([(10, 10)]), grounds=[("dangerous", [(0, 11), (48, 11), (48, 12), (0, 12)])])
    after, script = moved(made, to(0, 10, 13), dice=[1, 2])
    assert after.living(0) == 0
    assert isinstance(script.events[-1], Slain)


@pytest.mark.clause("SH-CO-05")
def test_no_model_may_touch_an_enemy_in_a_consolidation():
    made = over(guards([(10, 10)]), reavers([(10, 13.5)]))
    assert why_not(made, to(0, 10, 12.5)) == "the model would touch an enemy, which is allowed only in a charge"


@pytest.mark.clause("SH-CO-06")
def test_consolidating_models_stop_an_inch_from_every_enemy_even_from_one_that_fell_back():
    fled = reavers([(10, 14.5)], status=Status(falling_back=True))
    made = over(guards([(10, 10)]), fled)
    assert why_not(made, to(0, 10, 12.6)) == 'the model would stop within 1" of an enemy'
    assert why_not(made, to(0, 10, 12.5)) is None


@pytest.mark.clause("SH-CO-05", "SH-CO-06")
def test_no_consolidating_model_turns_so_that_a_corner_of_its_base_is_within_an_inch_of_an_enemy():
    made = over(guards([(10, 10)]), reavers([(12, 10)]))
    assert why_not(made, to(0, 10, 10, 9000)) is None
    assert why_not(made, to(0, 10, 10, 4500)) == 'the model would stop within 1" of an enemy'
    beside = over(guards([(10, 10)]), reavers([(11.2085, 10)]))
    assert why_not(beside, to(0, 10, 10, 4500)) == "the model would touch an enemy, which is allowed only in a charge"
    assert why_not(beside, to(0, 10, 10)) is None


def test_no_consolidating_model_passes_within_an_inch_of_an_enemy():
    made = over(guards([(10, 10)]), reavers([(11.4, 12)]))
    assert why_not(made, to(0, 11, 9.9)) is None
    assert why_not(made, to(0, 10, 13)) == 'the model would stop within 1" of an enemy'


def test_consolidating_models_end_in_coherency_with_models_already_moved():
    made = over(guards(row(10, 10, 3)))
    after, _ = moved(made, to(0, 10, 13), to(1, 11, 13), to(2, 12, 13))
    assert places(after) == [(10, 13), (11, 13), (12, 13)]
    assert (
        why_not(after, to(2, 14.5, 13), waiting=(2,))
        == "there the model would be out of coherency with the models that have moved"
    )


def test_a_consolidating_model_that_cannot_regain_coherency_may_not_move_further_from_its_unit():
    made = over(guards([(10, 10), (30, 10)]))
    assert why_not(made, to(1, 29, 10), waiting=(1,)) is None
    assert (
        why_not(made, to(1, 31, 10), waiting=(1,))
        == "the model would move further away from the models that have moved"
    )


@pytest.mark.clause("SH-CO-02")
def test_a_consolidating_model_may_go_round_a_friend_to_regain_coherency():
    """Straight ahead, the model meets the friend, and a move to either side brings it no nearer to coherency."""
    made = over(guards([(10, 12), (10, 8)]), U("friend", 0, [(GUARD, 1)], at=[(10, 9)]))
    assert (
        why_not(made, to(1, 10, 5), waiting=(1,))
        == "there the model would be out of coherency with the models that have moved"
    )
    choice = ConsolidationPlace(0, made, 0, (1,), 3 * INCH, 2 * INCH)
    (label, answer) = next(choice.candidates())
    assert label == "model 1 into coherency"
    after, _ = moved(made, to(0, 10, 12), answer)
    assert is_together(after.plane, 0, 2 * INCH)


@pytest.mark.clause("SH-CO-02")
def test_a_consolidating_model_that_cannot_yet_keep_coherency_waits_for_models_that_can():
    """The third guard, seven inches behind the first, can follow only after the second."""
    made = over(guards([(10, 14), (10, 12), (10, 7)]))
    before = why_not(made, to(2, 10, 10), waiting=(1, 2))
    assert before == "model 1 must move first, because it can keep coherency with the models that have moved"
    after, script = moved(made, to(0, 10, 14), to(1, 10, 11), to(2, 10, 8))
    assert [type(event) for event in script.events] == [Moved, Moved]
    assert is_together(after.plane, 0, 2 * INCH)


def test_a_unit_that_ends_a_consolidation_out_of_coherency_is_reported():
    apart = moved(over(guards([(10, 10), (30, 10)])), to(0, 10, 11), to(1, 29, 10))[1]
    assert apart.events[-1] == LeftApart(unit="guards", clause="SH-CO-02")
    together = moved(over(guards(row(10, 10, 2))), to(0, 10, 11), to(1, 11, 11))[1]
    assert [type(event) for event in together.events] == [Moved, Moved]


def test_models_may_stay_in_place_during_a_consolidation_only_if_their_unit_ends_in_coherency():
    made = over(guards(row(10, 10, 2)))
    assert places(moved(made, to(0, 10, 11), ())[0]) == [(10, 11), (11, 10)]
    with pytest.raises(IllegalAnswer, match="out of coherency"):
        moved(over(guards(row(10, 10, 2))), to(0, 8, 12), ())


def test_a_ruling_sets_the_coherency_distance_in_a_consolidation_to_one_inch():
    for formation in ("skirmish", "horde"):
        made = over(guards(row(10, 10, 2), formation=formation), rulings={"SH-R-06": f"{formation}-1"})
        with pytest.raises(IllegalAnswer, match="out of coherency"):
            moved(made, to(0, 10, 11.9), to(1, 11.8, 9.8))
        other = over(guards(row(10, 10, 2), formation=formation))
        moved(other, to(0, 10, 11.9), to(1, 11.8, 9.8))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((0, 1), "the answer must be"),
        ((0, 1.5, 2, 0), "the answer must be"),
        (to(7, 10, 10), "may no longer move"),
        ((0, ticks(10), ticks(10), 36000), "a facing"),
        (to(0, 10, 11.5), "no room"),
        (to(0, 0.2, 0.2), "no room"),
        (to(0, 11.9, 10.2), "no room"),
    ],
)
def test_the_refusal_of_a_consolidation_place_gives_the_reason(answer, reason):
    made = over(
        guards([(10, 10)]),
        U("friend", 0, [(GUARD, 1)], at=[(10, 12)]),
        grounds=[("impassable", [(12, 10), (14, 10), (14, 12), (12, 12)])],
    )
    assert reason in why_not(made, answer)


def test_all_consolidation_places_offered_are_legal_and_the_nearest_to_the_enemy_comes_first():
    made = over(guards(row(10, 10, 3)), reavers([(11, 15)]), U("friend", 0, [(GUARD, 1)], at=[(13, 10)]))
    script = Script(RULESET, answers=[lambda choice: next(choice.candidates())[1]] * 3)
    after = script.begin(made, begin_consolidation, 0)
    script.assert_used_up()
    assert max(y for _, y in places(after)) == 13
    for choice in script.asked:
        offered = [answer for _, answer in choice.candidates()]
        assert offered
        assert all(choice.why_not(answer) is None for answer in offered)


def test_a_consolidating_model_without_a_legal_move_may_stay():
    made = over(guards([(10, 10)]), reavers([(11.2, 10)]))
    choice = ConsolidationPlace(0, made, 0, (0,), 3 * INCH, 2 * INCH)
    assert choice.why_not(to(0, 10, 10)) is None
    assert choice.words == "guards: which model consolidates next, and where to?"


LOGS: dict[str, Case] = {
    "SH-CO-04 a test for each of two bogs, and none for who stays": Case(
        battle(
            U("own", 0, [(GUARD, 2)], at=[(10, 10), (11, 10)]), U("foe", 1, [(IDLE, 1)], at=[(10.5, 9)]), grounds=BOGS
        ),
        (
            "step 4",
            "own strikes foe: 2 at 4+ and 4+",
            "foe loses 1",
            "blue is wiped out",
            "own 0 consolidated 3.0",
            "own 0 gets through",
            "own 0 is hurt",
            "own loses 1",
        ),
        [6, 1, 6, 5, 1, 3],
        [True, spot(0, 10, 13), ()],
    ),
}


@pytest.mark.clause("SH-CO-04")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_consolidation(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told
