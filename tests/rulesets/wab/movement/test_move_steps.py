"""A move is made of steps, and a legal move leaves every model in a legal place."""

from itertools import product
from math import hypot, radians

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.blocks import EMPTY, outline, ranks
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of, is_on_table
from pilein.rulesets.wab.movement.marching import ease_of, turned_about
from pilein.rulesets.wab.movement.move_steps import after_steps
from pilein.rulesets.wab.movement.mover import Mover, Progress, Refused
from pilein.rulesets.wab.movement.moving import means_of, remaining_move
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed
from tests.rulesets.wab.moves import FAR_FOE, MARCHER, PLAIN, ahead, alone, choice, front, moved, refusal

AROUND = (
    U("friends", 0, ((WARRIOR, 10),), block=(29, 22, 1500, 5)),
    U("foes", 1, ((WARRIOR, 10),), block=(22, 26, 17000, 5)),
    U("others", 1, ((WARRIOR, 3),), at=((19, 22), (18, 21), (19.5, 20.2)), formation="skirmish"),
)
ROCK = G("impassable", ((26, 14), (27, 14), (27, 18), (26, 18)))
WOOD = G("difficult", ((20, 21), (24, 21), (24, 24), (20, 24)))
DENSE = battle(U("ours", 0, ((MARCHER, 14),), block=(24, 20, 500, 5), formation="open"), *AROUND, grounds=[ROCK, WOOD])
FILE = battle(U("ours", 0, ((MARCHER, 6),), block=(34, 36, 500, 1), formation="open"), *AROUND, grounds=[ROCK])
TURNS = st.integers(-12000, 12000)
LENGTHS = st.integers(-INCH, 6 * INCH)
STEPS = st.one_of(
    st.tuples(st.just("ahead"), LENGTHS),
    st.tuples(st.just("wheel"), TURNS),
    st.tuples(st.just("about")),
    st.tuples(st.just("files"), st.integers(0, 15)),
    st.tuples(st.just("bend"), TURNS, LENGTHS),
)
PACES = st.sampled_from(("normal", "march", "fast march"))


def attempt(state: Battle, pace: str, steps: list[tuple[str | int, ...]]) -> Progress | None:
    """Return the progress of unit 0 after its steps, or None if one of the steps is refused."""
    mover = Mover.of(state, Table(state.setup.readings), 0, pace, choice(state).means)
    try:
        return after_steps(mover, steps)
    except Refused:
        return None


def others(state: Battle, side: int) -> list[Shape]:
    units = [unit for unit in state.standing_units(side) if unit]
    return [body for unit in units for body in bodies_of(state, state.plane.standings[unit])]


@settings(max_examples=60, deadline=None)
@given(state=st.sampled_from((DENSE, FILE)), pace=PACES, steps=st.lists(STEPS, min_size=1, max_size=4))
def test_no_unit_ends_a_step_of_its_move_on_another_unit_or_off_the_table_or_within_an_inch_of_an_enemy(
    state: Battle, pace: str, steps: list[tuple[str | int, ...]]
) -> None:
    after = attempt(state, pace, steps)
    if after is None:
        return
    ours = bodies_of(state, after.standing)
    size = state.setup.size
    assert size is not None
    assert all(is_on_table(body, size) for body in ours)
    assert not any(overlaps(*pair) for pair in product(ours, others(state, 0)))
    assert all(gap(*pair) >= INCH - 5 * CONTACT for pair in product(ours, others(state, 1)))


@pytest.mark.parametrize("pace", ["normal", "march", "fast march"])
def test_the_cost_of_a_move_is_at_least_its_length(pace: str) -> None:
    state = battle(U("ours", 0, ((MARCHER, 6),), block=(30, 10, 0, 2)))
    after = attempt(state, pace, [("ahead", 2 * INCH), ("wheel", 2000), ("ahead", INCH)])
    assert after is not None
    assert after.left < choice(state).means.movement(pace) - 3 * INCH
    assert len(after.route) == 4


def test_a_unit_may_stop_anywhere_along_its_move_ahead() -> None:
    for inches in (1, 2, 3, 4):
        state = battle(U("ours", 0, ((MARCHER, 6),), block=(30, 10, 0, 2)))
        assert attempt(state, "normal", [("ahead", inches * INCH)]) is not None


EDGE_OF_TWO = 2702  # hundredths of a degree: 100 mm across and two ranks behind, a hair's breadth less than 2" of arc
NO_MORE = ahead(0.1)


def left_over(state: Battle, *steps: tuple[str | int, ...]) -> float:
    """Return the inches of straight movement that a unit has left after the steps."""
    whole = next(quarter for quarter in range(40, -1, -1) if refusal(state, "normal", *steps, ahead(quarter / 4)) == "")
    return whole / 4


@pytest.mark.clause("WAB-MN-01", "WAB-MN-03")
def test_a_unit_may_wheel_repeatedly_and_pays_for_the_path_of_its_outer_edge_each_time() -> None:
    assert left_over(alone(), ("wheel", EDGE_OF_TWO)) == 2
    assert left_over(alone(), ("wheel", -EDGE_OF_TWO)) == 2
    assert left_over(alone(), ("wheel", 1351), ("wheel", -1351)) == 2
    assert "of movement is left" in refusal(alone(), "normal", *[("wheel", EDGE_OF_TWO)] * 3)
    after, _ = moved(alone(), "normal", ("wheel", 4500))
    assert front(after).facing == 4500
    assert outline(front(after)).core[2] == pytest.approx(((24 + 50 / 25.4) * INCH, 20 * INCH), abs=2)
    assert after.status(0).move == "moved"


@pytest.mark.parametrize("turn", [0, 18001, -18001])
def test_a_wheel_turns_at_most_180_degrees(turn: int) -> None:
    assert refusal(alone(), "normal", ("wheel", turn)).startswith("a wheel must be")


def test_no_unit_wheels_through_a_friend_or_off_the_table() -> None:
    post = U("friend", 0, ((WARRIOR, 1),), block=(23, 22.9, 0, 1))
    state = alone(post, traits=changed(MARCHER, M=9))
    assert refusal(state, "normal", ("wheel", 9000)).startswith("WAB-R-36")
    assert refusal(state, "normal", ("wheel", 500)) == ""
    edge = battle(U("ours", 0, ((MARCHER, 15),), block=(24, 47.9, 0, 5)))
    assert refusal(edge, "normal", ("wheel", 1000)).startswith("WAB-R-36")


@pytest.mark.clause("WAB-MN-04", "WAB-MN-05")
def test_turning_about_costs_a_quarter_of_the_movement_and_is_allowed_only_once_in_a_move() -> None:
    assert left_over(alone(), ("about",)) == 3
    assert refusal(alone(), "normal", ("about",), ("about",)).startswith("WAB-MN-04")
    after, _ = moved(alone(models=14), "normal", ("about",))
    block = front(after)
    assert (block.facing, block.y) == (18000, 20 * INCH - 3 * 20 * 5000)
    assert [sorted(line) for line in ranks(block)] == [[10, 11, 12, 13], [5, 6, 7, 8, 9], [0, 1, 2, 3, 4]]


def test_models_keep_their_places_when_they_turn_about() -> None:
    block = front(alone(models=14))
    state = alone(models=14)
    after = state.on(state.plane.with_standing(0, turned_about(block)))
    for model in range(14):
        before, now = state.plane.place(model), after.plane.place(model)
        assert (now.x, now.y) == (before.x, before.y)
    holed = alone(models=11)
    fallen = holed.on(holed.plane.without(frozenset({10})))
    assert turned_about(front(fallen)).slots == tuple(range(9, -1, -1))
    assert EMPTY not in turned_about(front(fallen)).slots


@pytest.mark.clause("WAB-MN-06")
@pytest.mark.parametrize(
    ("option", "abouts", "after_about", "after_rank"),
    [
        ("default", 2, 4, 4),
        ("two-paid-turns", 2, 3, 2),
        ("open-free-turn", 1, 4, 2),
        ("open-change-formation", 1, 3, 4),
    ],
)
def test_a_unit_in_open_order_manoeuvres_at_no_cost(
    option: str, abouts: int, after_about: float, after_rank: float
) -> None:
    state = alone(formation="open", rulings={"WAB-R-51": option})
    assert left_over(state, ("about",)) == after_about
    assert left_over(state, ("files", 4)) == after_rank
    assert (refusal(state, "normal", ("about",), ("about",)) == "") is (abouts == 2)
    sentence = "WAB-MN-06" if abouts == 2 else "WAB-MN-04"
    assert refusal(state, "normal", *[("about",)] * 3).startswith(sentence)


def test_no_ruling_on_open_order_is_consulted_for_a_unit_in_close_order() -> None:
    state = alone()
    table = Table(state.setup.readings)
    assert ease_of(state, table, 0).abouts == 1
    assert table.met == []


@pytest.mark.clause("WAB-MN-07")
def test_adding_or_removing_one_rank_costs_half_of_the_movement() -> None:
    for files in (4, 8):
        assert left_over(alone(), ("files", files)) == 2
    after, _ = moved(alone(), "normal", ("files", 4))
    assert [len(line) for line in ranks(front(after))] == [4, 4, 4, 3]
    assert (front(after).x, front(after).y) == (24 * INCH, 20 * INCH)


@pytest.mark.clause("WAB-MN-08")
def test_adding_or_removing_two_ranks_costs_the_whole_movement() -> None:
    for files in (3, 15):
        assert refusal(alone(), "normal", ("files", files)) == ""
        assert refusal(alone(), "normal", ("files", files), NO_MORE) != ""
    assert refusal(alone(), "normal", ("files", 2)).startswith("WAB-MN-07, WAB-MN-08")
    assert refusal(alone(), "normal", ("files", 6)).startswith("WAB-MN-07, WAB-MN-08")


def test_a_unit_changes_its_formation_at_most_once_in_a_move() -> None:
    state = alone(formation="open")
    assert refusal(state, "normal", ("files", 4), ("files", 5)).startswith("WAB-R-52")
    assert refusal(state, "normal", ("files", 16)) == "the number of files must be from 1 to 15"
    hemmed = alone(U("friend", 0, ((WARRIOR, 1),), block=(26.5, 20, 0, 1)))
    assert refusal(hemmed, "normal", ("files", 8)) == "there is no room for 8 files"


@pytest.mark.clause("WAB-MN-03", "WAB-MN-05", "WAB-MN-07", "WAB-MN-08")
@pytest.mark.example("WAB-EX-23")
def test_the_costs_of_manoeuvres_and_of_slow_ground_add_up_but_manoeuvres_in_open_order_are_free() -> None:
    assert left_over(alone(), ("about",), ("wheel", EDGE_OF_TWO)) == 1
    assert left_over(alone(), ("files", 4)) == 2
    assert refusal(alone(), "normal", ("files", 3), NO_MORE) != ""
    for formation, thick, very_thick in (("close", 1, 0.5), ("open", 2, 1)):
        for kind, inches in (("difficult", thick), ("very difficult", very_thick)):
            wood = [G(kind, ((10, 22), (40, 22), (40, 40), (10, 40)))]
            assert left_over(alone(grounds=wood, formation=formation)) == 2 + inches
    assert left_over(alone(formation="open"), ("about",)) == 4
    assert left_over(alone(formation="open"), ("files", 3)) == 4


@pytest.mark.parametrize(
    ("option", "about", "rank", "wood"), [("default", 3.75, 2.5, 3.5), ("round-up-moves", 3, 2, 4)]
)
def test_under_the_round_up_moves_ruling_halves_and_quarters_are_rounded_up(
    option: str, about: float, rank: float, wood: float
) -> None:
    traits = changed(PLAIN, M=5)
    state = alone(traits=traits, rulings={"WAB-R-27": option})
    assert left_over(state, ("about",)) == about
    assert left_over(state, ("files", 4)) == rank
    woods = [G("difficult", ((10, 22), (40, 22), (40, 40), (10, 40)))]
    assert left_over(alone(traits=traits, grounds=woods, rulings={"WAB-R-27": option})) == wood


def test_a_wheel_on_slow_ground_costs_more_than_one_on_open_ground() -> None:
    """WAB-R-54: each inch of the path costs more, whereas turning about costs a quarter of the movement on any
    ground.
    """
    wood = [G("difficult", ((10, 10), (40, 10), (40, 40), (10, 40)))]
    assert left_over(alone(grounds=wood), ("wheel", EDGE_OF_TWO // 2)) == 1
    assert left_over(alone(grounds=wood), ("about",)) == 1.5
    assert left_over(alone(grounds=wood, formation="open"), ("about",)) == 4


@pytest.mark.clause("WAB-MN-09", "WAB-MN-10", "WAB-MN-11", "WAB-MN-12")
def test_a_unit_with_a_musician_may_reform_after_a_leadership_test() -> None:
    after, _ = moved(alone(), "reform", ("reform", 9000, 3), dice=[4, 4])
    block = front(after)
    assert (block.facing, block.files) == (9000, 3)
    assert after.status(0).move == "reformed"
    stayed, _ = moved(alone(), "reform", ("reform", 9000, 3), dice=[4, 5])
    assert front(stayed) == front(alone())
    assert stayed.status(0).move == ""
    assert refusal(alone(traits=PLAIN), "reform", ("reform", 9000, 3)).startswith("WAB-MN-09")


@pytest.mark.clause("WAB-MN-11")
def test_a_unit_that_reforms_moves_no_further() -> None:
    assert refusal(alone(), "reform", ahead(2), ("reform", 0, 5)) == ""
    assert refusal(alone(), "reform", ("reform", 0, 5), ahead(1)).startswith("WAB-MN-11")
    assert refusal(alone(), "reform", ahead(2)) == "a reform must end with the reforming step"
    assert refusal(alone(), "normal", ("reform", 0, 5)) == "no reform is possible at this pace"


@pytest.mark.parametrize(("option", "passes"), [("default", False), ("reform-no-modifier", True)])
def test_a_nearby_enemy_makes_the_reform_test_harder(option: str, passes: bool) -> None:
    """WAB-R-53: an enemy within 8" lowers Leadership by 1 for this test."""
    foe = U("foes", 1, ((WARRIOR, 1),), block=(24, 26, 180, 1))
    state = alone(foe, rulings={"WAB-R-53": option})
    after, _ = moved(state, "reform", ("reform", 9000, 3), dice=[4, 4])
    assert (after.status(0).move == "reformed") is passes


def test_a_unit_that_reforms_needs_room_and_enough_models_for_its_ranks() -> None:
    friend = U("friend", 0, ((WARRIOR, 10),), block=(24, 17.6, 0, 10))
    assert refusal(alone(friend), "reform", ("reform", 0, 2)).startswith("WAB-MN-10")
    for facing, files in ((36000, 5), (0, 0), (0, 16)):
        assert refusal(alone(), "reform", ("reform", facing, files)).startswith("a facing must be from 0")
    loosely = battle(U("ours", 0, ((MARCHER, 2),), at=((20, 20), (22, 20)), formation="skirmish"))
    assert refusal(loosely, "reform", ("reform", 0, 2)) == "skirmishers have no formation"


SIDE = 20 / 25.4  # the side of a base


def test_a_unit_in_column_has_too_little_movement_to_wheel_by_90_degrees() -> None:
    column = battle(U("ours", 0, ((PLAIN, 12),), block=(24, 24, 0, 1), formation="close"), FAR_FOE)
    assert "of movement is left" in refusal(column, "normal", ("wheel", 9000))


def thicket(*corners: tuple[float, float], kind: str = "very difficult") -> list[G]:
    return [G(kind, corners)]


def costs_inches(state: Battle, *steps: tuple[str | int, ...]) -> float:
    """Return the cost in inches of the steps, if the unit has a movement of 16 inches."""
    means = replace(means_of(state, Table(state.setup.readings), 0, 1), rate=16 * INCH)
    mover = Mover.of(state, Table(state.setup.readings), 0, "normal", means)
    return 16 - after_steps(mover, steps).left / INCH


def wheeling(**options) -> Battle:
    """Return a battle of twenty models in close order, in five files."""
    return battle(U("ours", 0, ((PLAIN, 20),), block=(24, 24, 0, 5), formation="close"), FAR_FOE, **options)


def test_the_cost_of_a_wheel_depends_on_the_ground_that_its_outermost_model_crosses() -> None:
    """WAB-R-54: the unit wheels right, with its inner rear corner 0.2" deep in a thicket."""
    turn, plain = ("wheel", 4000), hypot(5, 3) * SIDE * radians(40)
    inner = thicket((25.8, 18), (28, 18), (28, 21.05), (25.8, 21.05))
    assert costs_inches(wheeling(grounds=inner), turn) == pytest.approx(plain, rel=1e-3)
    slowest = wheeling(grounds=inner, rulings={"WAB-R-54": "slowest-for-all"})
    assert costs_inches(slowest, turn) == pytest.approx(4 * plain, rel=1e-3)
    outer = thicket((18, 18), (23, 18), (23, 30), (18, 30))
    assert costs_inches(wheeling(grounds=outer), turn) == pytest.approx(4 * plain, rel=1e-2)
    late = thicket((10, 24), (23, 24), (23, 30), (10, 30))
    assert plain < costs_inches(wheeling(grounds=late), turn) < 3 * plain


def test_turning_about_and_changing_ranks_cost_the_same_fractions_of_the_movement_on_any_ground() -> None:
    """WAB-MN-05, WAB-MN-07: the fractions are a quarter and a half, because no model moves any distance over the
    ground.
    """
    everywhere = thicket((10, 10), (40, 10), (40, 40), (10, 40), kind="difficult")
    for step, cost in ((("about",), 1), (("files", 7), 2)):
        assert costs_inches(wheeling(grounds=everywhere), step) == cost


def test_a_marching_unit_may_not_wheel_over_an_obstacle() -> None:
    """WAB-MA-10: the obstacle lies along the path, not at its start or end."""
    wall = [G("obstacle", ((23.3, 26.2), (23.5, 26.2), (23.5, 26.3), (23.3, 26.3)))]
    line = U("ours", 0, ((changed(PLAIN, musician=True, M=8), 5),), block=(24, 24, 0, 5), formation="close")
    state = battle(line, FAR_FOE, grounds=wall)
    assert "WAB-MA-10" in refusal(state, "march", ("wheel", 9000))
    assert refusal(battle(line, FAR_FOE), "march", ("wheel", 9000)) == ""


RANK = 20 / 25.4


@pytest.mark.parametrize(("x", "y", "facing"), [(24.8358, 20.4328, 2.55), (24.4221, 20.02904, 19.49)])
def test_a_unit_turning_about_beside_a_neighbour_does_not_overlap_it(x, y, facing) -> None:
    sine, cosine = heading(round(facing * 100))
    mates = U("mates", 0, ((PLAIN, 5),), block=(x + cosine * 5 * RANK, y - sine * 5 * RANK, facing, 5))
    state = battle(U("ours", 0, ((MARCHER, 7),), block=(x, y, facing, 5)), mates)
    after = Script(RULESET, answers=[("normal", (("about",),))]).begin(state, remaining_move, 0, 1)
    assert not overlaps(*(outline(standing) for standing in after.plane.standings))
