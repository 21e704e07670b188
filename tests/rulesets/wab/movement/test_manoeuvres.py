"""Manoeuvres: wheels, turning about, changes of formation, reforms."""

import pytest

from pilein.geometry.blocks import EMPTY, outline, ranks
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.marching import ease_of, turned_about
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed
from tests.rulesets.wab.movement.moves import MARCHER, PLAIN, ahead, alone, front, moved, refusal

EDGE_OF_TWO = 2702  # hundredths of a degree: 100 mm across and two ranks behind, a hair's breadth less than 2" of arc
NO_MORE = ahead(0.1)


def left_over(state: Battle, *steps: tuple[str | int, ...]) -> float:
    """How many inches straight on a unit still has after some steps."""
    whole = next(quarter for quarter in range(40, -1, -1) if refusal(state, "normal", *steps, ahead(quarter / 4)) == "")
    return whole / 4


@pytest.mark.clause("WAB-MN-01", "WAB-MN-03")
def test_a_unit_wheels_as_often_as_it_likes_at_the_way_of_its_outer_edge() -> None:
    assert left_over(alone(), ("wheel", EDGE_OF_TWO)) == 2
    assert left_over(alone(), ("wheel", -EDGE_OF_TWO)) == 2
    assert left_over(alone(), ("wheel", 1351), ("wheel", -1351)) == 2
    assert "of movement is left" in refusal(alone(), "normal", *[("wheel", EDGE_OF_TWO)] * 3)
    after, _ = moved(alone(), "normal", ("wheel", 4500))
    assert front(after).facing == 4500
    assert outline(front(after)).core[2] == pytest.approx(((24 + 50 / 25.4) * INCH, 20 * INCH), abs=2)
    assert after.status(0).move == "moved"


@pytest.mark.parametrize("turn", [0, 18001, -18001])
def test_a_wheel_turns_by_half_a_turn_at_most(turn: int) -> None:
    assert refusal(alone(), "normal", ("wheel", turn)).startswith("a wheel is at most")


def test_nobody_wheels_through_a_friend_or_off_the_table() -> None:
    post = U("friend", 0, ((WARRIOR, 1),), block=(23, 22.9, 0, 1))
    state = alone(post, traits=changed(MARCHER, M=9))
    assert refusal(state, "normal", ("wheel", 9000)).startswith("WAB-R-36")
    assert refusal(state, "normal", ("wheel", 500)) == ""
    edge = battle(U("ours", 0, ((MARCHER, 15),), block=(24, 47.9, 0, 5)))
    assert refusal(edge, "normal", ("wheel", 1000)).startswith("WAB-R-36")


@pytest.mark.clause("WAB-MN-04", "WAB-MN-05")
def test_a_unit_turns_about_once_for_a_quarter_of_its_movement() -> None:
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
def test_open_order_manoeuvres_with_ease(option: str, abouts: int, after_about: float, after_rank: float) -> None:
    """WAB-R-51."""
    state = alone(formation="open", rulings={"WAB-R-51": option})
    assert left_over(state, ("about",)) == after_about
    assert left_over(state, ("files", 4)) == after_rank
    assert (refusal(state, "normal", ("about",), ("about",)) == "") is (abouts == 2)
    sentence = "WAB-MN-06" if abouts == 2 else "WAB-MN-04"
    assert refusal(state, "normal", *[("about",)] * 3).startswith(sentence)


def test_close_order_does_not_ask_how_open_order_manoeuvres() -> None:
    state = alone()
    table = Table(state.setup.readings)
    assert ease_of(state, table, 0).abouts == 1
    assert table.met == []


@pytest.mark.clause("WAB-MN-07")
def test_one_rank_more_or_less_costs_half_of_the_movement() -> None:
    for files in (4, 8):
        assert left_over(alone(), ("files", files)) == 2
    after, _ = moved(alone(), "normal", ("files", 4))
    assert [len(line) for line in ranks(front(after))] == [4, 4, 4, 3]
    assert (front(after).x, front(after).y) == (24 * INCH, 20 * INCH)


@pytest.mark.clause("WAB-MN-08")
def test_two_ranks_more_or_less_cost_all_of_it() -> None:
    for files in (3, 15):
        assert refusal(alone(), "normal", ("files", files)) == ""
        assert refusal(alone(), "normal", ("files", files), NO_MORE) != ""
    assert refusal(alone(), "normal", ("files", 2)).startswith("WAB-MN-07, WAB-MN-08")
    assert refusal(alone(), "normal", ("files", 6)).startswith("WAB-MN-07, WAB-MN-08")


def test_one_change_of_formation_is_all() -> None:
    """WAB-R-52."""
    state = alone(formation="open")
    assert refusal(state, "normal", ("files", 4), ("files", 5)).startswith("WAB-R-52")
    assert refusal(state, "normal", ("files", 16)) == "files run from 1 to 15"
    hemmed = alone(U("friend", 0, ((WARRIOR, 1),), block=(26.5, 20, 0, 1)))
    assert refusal(hemmed, "normal", ("files", 8)) == "there is no room for 8 files"


@pytest.mark.clause("WAB-MN-03", "WAB-MN-05", "WAB-MN-07", "WAB-MN-08")
@pytest.mark.example("WAB-EX-23")
def test_manoeuvres_and_ground_of_close_and_open_order() -> None:
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
def test_halves_and_quarters_may_be_rounded_up(option: str, about: float, rank: float, wood: float) -> None:
    """WAB-R-27."""
    traits = changed(PLAIN, M=5)
    state = alone(traits=traits, rulings={"WAB-R-27": option})
    assert left_over(state, ("about",)) == about
    assert left_over(state, ("files", 4)) == rank
    woods = [G("difficult", ((10, 22), (40, 22), (40, 40), (10, 40)))]
    assert left_over(alone(traits=traits, grounds=woods, rulings={"WAB-R-27": option})) == wood


def test_wheels_on_slow_ground_cost_more() -> None:
    """WAB-R-54: each inch of the way; a quarter of the movement is surrendered on any ground."""
    wood = [G("difficult", ((10, 10), (40, 10), (40, 40), (10, 40)))]
    assert left_over(alone(grounds=wood), ("wheel", EDGE_OF_TWO // 2)) == 1
    assert left_over(alone(grounds=wood), ("about",)) == 1.5
    assert left_over(alone(grounds=wood, formation="open"), ("about",)) == 4


@pytest.mark.clause("WAB-MN-09", "WAB-MN-10", "WAB-MN-11", "WAB-MN-12")
def test_a_unit_with_a_musician_reforms_on_its_leadership() -> None:
    after, _ = moved(alone(), "reform", ("reform", 9000, 3), dice=[4, 4])
    block = front(after)
    assert (block.facing, block.files) == (9000, 3)
    assert after.status(0).move == "reformed"
    stayed, _ = moved(alone(), "reform", ("reform", 9000, 3), dice=[4, 5])
    assert front(stayed) == front(alone())
    assert stayed.status(0).move == ""
    assert refusal(alone(traits=PLAIN), "reform", ("reform", 9000, 3)).startswith("WAB-MN-09")


@pytest.mark.clause("WAB-MN-11")
def test_a_reforming_unit_cannot_move_further() -> None:
    assert refusal(alone(), "reform", ahead(2), ("reform", 0, 5)) == ""
    assert refusal(alone(), "reform", ("reform", 0, 5), ahead(1)).startswith("WAB-MN-11")
    assert refusal(alone(), "reform", ahead(2)) == "a reform ends with the step that reforms"
    assert refusal(alone(), "normal", ("reform", 0, 5)) == "no reform at this pace"


@pytest.mark.parametrize(("option", "passes"), [("default", False), ("reform-no-modifier", True)])
def test_an_enemy_near_makes_the_test_harder(option: str, passes: bool) -> None:
    """WAB-R-53."""
    foe = U("foes", 1, ((WARRIOR, 1),), block=(24, 26, 180, 1))
    state = alone(foe, rulings={"WAB-R-53": option})
    after, _ = moved(state, "reform", ("reform", 9000, 3), dice=[4, 4])
    assert (after.status(0).move == "reformed") is passes


def test_a_reform_needs_room_and_ranks() -> None:
    friend = U("friend", 0, ((WARRIOR, 10),), block=(24, 17.6, 0, 10))
    assert refusal(alone(friend), "reform", ("reform", 0, 2)).startswith("WAB-MN-10")
    for facing, files in ((36000, 5), (0, 0), (0, 16)):
        assert refusal(alone(), "reform", ("reform", facing, files)).startswith("a facing runs from 0")
    loosely = battle(U("ours", 0, ((MARCHER, 2),), at=((20, 20), (22, 20)), formation="skirmish"))
    assert refusal(loosely, "reform", ("reform", 0, 2)) == "skirmishers have no formation"
