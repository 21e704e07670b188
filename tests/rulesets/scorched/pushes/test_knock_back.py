"""CP-MA: pushes on a table, and their obstacles."""

import pytest

from pilein.engine.log import Told
from pilein.geometry.ticks import INCH
from pilein.lab.log_lines import Moves, gathered
from pilein.lab.sentences import sentence
from pilein.rulesets.scorched.events import Collided
from pilein.rulesets.scorched.state import NOBODY
from pilein.tabletop.events import Moved
from tests.rulesets.scorched.builder import SQUARE, M, played

MACE = M("mace", 0, weapons=["mace"], at=[(10, 10)])
FOE = M("foe", 1, W=4, at=[(10, 11)])
DICE = [6, 4, 4, 4, 4]  # two hits


def near(x, y):
    return pytest.approx((x, y), abs=0.002)


def wall(y):
    return [("impassable", [(5, y), (15, y), (15, y + 1), (5, y + 1)])]


@pytest.mark.clause("CP-MA-01")
def test_an_enemy_is_pushed_an_inch_for_each_hit():
    assert played(MACE, FOE, dice=DICE).place("foe") == near(10, 13)


@pytest.mark.clause("CP-MA-01")
def test_an_enemy_is_pushed_directly_away_from_the_centre_of_the_bearer():
    foe = M("foe", 1, W=4, at=[(10.6, 10.8)])
    assert played(MACE, foe, dice=DICE).place("foe") == near(10.6 + 1.2, 10.8 + 1.6)


def test_neither_slain_models_nor_models_in_the_press_are_pushed():
    """CP-R-30: pushes are made after the saves, and models in the press have no positions."""
    foe = M("foe", 1, W=2, lost=1, at=[(10, 11)])
    assert "Moved" not in played(MACE, foe, dice=[6, 4]).told()
    assert "Moved" not in played(M("mace", 0, weapons=["mace"]), M("foe", 1, W=4), dice=DICE).told()


@pytest.mark.clause("CP-MA-02")
@pytest.mark.parametrize(("gap", "left"), [(2.5, 2), (1, 1), (0.9, 1), (0.5, 1), (0, 0)])
def test_a_model_suffers_a_wound_for_each_full_inch_it_could_not_move(gap, left):
    """The hits themselves cause two wounds. A push that falls 1.1 or 1.5 inches short adds one wound, and a push that
    falls 2 inches short adds two.
    """
    game = played(MACE, FOE, dice=DICE, grounds=wall(11.5 + gap))
    assert (game.left("foe") or 0) == left
    if game.left("foe"):
        assert game.place("foe") == near(10, 11 + min(gap, 2))


def test_under_the_round_up_ruling_part_of_an_inch_counts_as_a_full_inch():
    for gap, left in ((1.5, 1), (1, 1), (0.5, 0)):
        game = played(MACE, FOE, dice=DICE, grounds=wall(11.5 + gap), rulings={"CP-R-32": "round-up"})
        assert (game.left("foe") or 0) == left


@pytest.mark.parametrize(
    ("other", "struck"),
    [(M("friend", 1, W=2, at=[(10, 12.5)]), 2), (M("foe of it", 0, W=2, at=[(10, 12.5)]), 2)],
)
def test_a_base_in_the_path_stops_a_push_without_harm_to_its_model(other, struck):
    """CP-R-34: the bases of friends stop a push just like those of enemies."""
    game = played(MACE, FOE, other, dice=DICE)
    assert game.place("foe") == near(10, 11.5)
    assert game.left("foe") == 1
    assert game.left(other.name) == struck
    both = played(MACE, FOE, other, dice=DICE, rulings={"CP-R-34": "both-hurt"})
    assert both.left(other.name) == struck - 1


def test_a_linear_obstacle_stops_a_push_but_rough_ground_does_not():
    for kind, left in (("obstacle", 1), ("difficult", 2)):
        grounds = [(kind, [(5, 12.5), (15, 12.5), (15, 12.6), (5, 12.6)])]
        assert played(MACE, FOE, dice=DICE, grounds=grounds).left("foe") == left


@pytest.mark.parametrize(("reading", "left"), [("default", 1), ("edge-kills", None)])
def test_the_table_edge_stops_or_removes_a_pushed_model(reading, left):
    """CP-R-34: under `edge-kills`, a model pushed off the table is removed. Otherwise, the table edge stops
    the push.
    """
    game = played(MACE, FOE, dice=DICE, size=(20, 12.25), rulings={"CP-R-34": reading})
    assert game.left("foe") == left


def test_feel_no_pain_may_be_rolled_against_a_wound_from_a_collision():
    """CP-R-33: Feel No Pain is rolled after the pushes. Under `armour-save`, an armour save without AP is rolled
    first.
    """
    foe = M("foe", 1, W=4, at=[(10, 11)], more={"FNP": 4, "Sv": 4})
    units = MACE, foe
    assert played(*units, dice=[*DICE, 4, 4, 5], grounds=wall(12.5)).left("foe") == 4
    assert played(*units, dice=[*DICE, 4, 4, 3], grounds=wall(12.5)).left("foe") == 3
    ruling = {"CP-R-33": "armour-save"}
    assert played(*units, dice=[*DICE, 4, 4, 4], grounds=wall(12.5), rulings=ruling).left("foe") == 4


def test_even_saved_hits_push_a_model_except_under_the_unsaved_only_ruling():
    foe = M("foe", 1, W=4, at=[(10, 11)], more={"Sv": 4})
    assert played(MACE, foe, dice=[*DICE, 4, 3]).place("foe") == near(10, 13)
    assert played(MACE, foe, dice=[*DICE, 4, 3], rulings={"CP-R-36": "unsaved-only"}).place("foe") == near(10, 12)
    still = played(MACE, foe, dice=[*DICE, 4, 4], rulings={"CP-R-36": "unsaved-only"})
    assert still.place("foe") == (10, 11)


def test_a_slain_mace_bearer_pushes_its_enemy_from_the_place_where_it_fell():
    """CP-R-30: the outnumbered bearer hits A and is slain by B."""
    mace = M("mace", 0, WS=9, weapons=["mace"], at=[(10, 10)])
    units = mace, M("a", 1, W=8, at=[(10, 11)], more={"Sv": 2}), M("b", 1, WS=9, at=[(11, 10)])
    game = played(*units, dice=[2, *[1] * 8, 6, *[6] * 4], answers=[1])
    assert game.slain() == ["mace"]
    assert game.place("a") == near(10, 15)


def test_under_the_before_saves_ruling_a_model_is_pushed_before_its_saves():
    """CP-R-30 `before-saves`: the collision slays the model, so no save is left to roll."""
    foe = M("foe", 1, W=1, at=[(10, 11)], more={"Sv": 2})
    game = played(MACE, foe, dice=[6, 4], grounds=wall(11.5), rulings={"CP-R-30": "before-saves"})
    assert game.slain() == ["foe"]
    foe = M("foe", 1, W=4, at=[(10, 11)], more={"Sv": 2})
    game = played(MACE, foe, dice=[*DICE, 2, 2], rulings={"CP-R-30": "before-saves"})
    assert game.place("foe") == near(10, 13)


def test_under_the_per_hit_ruling_each_hit_pushes_separately():
    """CP-R-30 `per-hit`: there is only half an inch of room, so the push by the first hit falls short by less than a
    full inch.
    """
    game = played(MACE, FOE, dice=DICE, grounds=wall(12), rulings={"CP-R-30": "per-hit"})
    assert (game.told().count("Moved"), game.told().count("Collided")) == (1, 2)
    assert game.left("foe") == 1


def test_hits_of_one_model_still_land_if_a_push_before_the_saves_kills_its_friend():
    """CP-R-30: the outnumbered mace bearer outscores A and pushes A against the wall. The push slays A before the
    saves, but the hits of B on the mace bearer still land.
    """
    mace = M("mace", 0, WS=9, W=1, weapons=["mace"], at=[(10, 10)])
    units = mace, M("a", 1, at=[(10, 11)]), M("b", 1, WS=9, at=[(11, 10)])
    game = played(*units, dice=[2, 1, 6], answers=[1], grounds=wall(11.5), rulings={"CP-R-30": "before-saves"})
    assert sorted(game.slain()) == ["a", "mace"]


@pytest.mark.parametrize(("angle", "x", "y"), [(0, 10, 13), (4500, 11.41421, 12.41421), (-4500, 8.58579, 12.41421)])
def test_under_the_within_45_ruling_a_push_may_be_directed_up_to_45_degrees_to_either_side(angle, x, y):
    """CP-R-31 `within-45`: the bearer's owner chooses a direction within 45 degrees of the line between the centres."""
    game = played(MACE, FOE, dice=DICE, answers=[angle], rulings={"CP-R-31": "within-45"})
    assert game.place("foe") == near(x, y)


@pytest.mark.parametrize("angle", [4501, -4501, "left", None, True])
def test_a_push_directed_beyond_45_degrees_is_refused(angle):
    with pytest.raises(Exception, match="not legal"):
        played(MACE, FOE, dice=DICE, answers=[angle], rulings={"CP-R-31": "within-45"})


TWO = (
    M("one", 0, weapons=["mace"], at=[(10, 10)]),
    M("foe", 1, W=9, at=[(10, 11)], more={"Sv": 2}),
    M("two", 0, weapons=["mace"], at=[(9, 11)]),
)


def test_two_maces_push_one_after_the_other_each_from_the_current_position_of_the_enemy():
    """CP-R-37: both mace bearers have WS 4 and hit the enemy, which has WS 2 and rolls a 1. The second push starts
    where the first one ended.
    """
    game = played(*TWO, dice=[1, 1, *[1] * 9, *[6] * 4], answers=[-1, 0])
    assert [hit[:3] for hit in game.hits()] == [("one", "foe", 2), ("two", "foe", 2)]
    x, y = game.place("foe")
    assert y == pytest.approx(13 + 2 * 2 / 5**0.5 * 1, abs=0.01)
    assert x == pytest.approx(10 + 2 * 1 / 5**0.5, abs=0.01)


def test_under_the_vector_sum_ruling_two_maces_push_once_along_the_sum_of_their_directions():
    game = played(*TWO, dice=[1, 1, *[1] * 9, *[6] * 4], answers=[-1], rulings={"CP-R-37": "vector-sum"})
    assert game.told().count("Moved") == 1
    assert game.place("foe") == near(12, 13)


def test_square_bases_are_pushed_without_turning():
    mace, foe = (
        M("mace", 0, weapons=["mace"], at=[(10, 10)], base=SQUARE),
        M("foe", 1, W=4, at=[(10.5, 11)], base=SQUARE),
    )
    game = played(mace, foe, dice=DICE)
    assert game.after.plane.place(1).facing == 0
    assert game.after.plane.place(1).y > 12 * INCH


IN_ORDER = {"CP-R-11": "priority-order"}


@pytest.mark.parametrize("reading", ["before-saves", "per-hit"])
@pytest.mark.parametrize(("active", "answer", "slain"), [(1, 0, ["a"]), (0, 1, ["a", "y"])])
def test_under_the_priority_order_ruling_a_model_lands_no_hits_if_a_push_of_the_priority_player_kills_it(
    reading, active, answer, slain
):
    """CP-R-11 `priority-order`, CP-R-30: X pushes A against a wall before any save is rolled, although A has hit Y."""
    a, y = M("a", 0, WS=6, at=[(10, 10)]), M("y", 1, WS=1, at=[(9, 10)])
    units = a, M("x", 1, WS=9, weapons=["mace"], at=[(10, 11)]), y
    dice = [3, 1, 1] if active == 0 else [1, 1, 3]
    grounds = [("impassable", [(5, 9), (15, 9), (15, 8), (5, 8)])]
    game = played(
        *units, dice=dice, answers=[answer], active=active, rulings={**IN_ORDER, "CP-R-30": reading}, grounds=grounds
    )
    assert sorted(game.slain()) == slain


@pytest.mark.parametrize("reading", ["default", "before-saves", "per-hit"])
def test_under_the_priority_order_ruling_a_model_pushes_no_enemy_if_hits_of_the_priority_player_kill_it(reading):
    """CP-R-11 `priority-order`, CP-R-30: A has a mace, but X strikes first."""
    units = (
        M("a", 0, WS=6, weapons=["mace"], at=[(10, 10)]),
        M("x", 1, WS=9, at=[(10, 11)]),
        M("y", 1, WS=1, W=9, at=[(9, 10)]),
    )
    game = played(*units, dice=[1, *[1] * 9, 3], answers=[0], active=1, rulings={**IN_ORDER, "CP-R-30": reading})
    assert (game.slain(), game.place("y")) == (["a"], (9, 10))


TWO_MACES = (
    M("one", 0, weapons=["mace"], at=[(10, 10)]),
    M("foe", 1, W=9, at=[(10, 11)], more={"Sv": 2}),
    M("two", 0, weapons=["mace"], at=[(9, 11)]),
)


@pytest.mark.clause("CP-MA-01")
@pytest.mark.parametrize("reading", ["before-saves", "per-hit"])
def test_the_priority_player_chooses_the_order_of_pushes_even_if_they_are_made_before_the_saves(reading):
    """CP-R-30, CP-R-37: the question about the order goes to the priority player."""
    dice = [1, 1, *[1] * 9, *[6] * 4]
    first = played(*TWO_MACES, dice=dice, answers=[NOBODY, 0], rulings={"CP-R-30": reading}).place("foe")
    second = played(*TWO_MACES, dice=dice, answers=[NOBODY, 1], rulings={"CP-R-30": reading}).place("foe")
    assert first[1] > second[1]
    assert second[0] > first[0]


def test_under_the_vector_sum_ruling_pushes_made_before_the_saves_are_combined_into_one():
    """CP-MA-01, CP-R-30 `before-saves`, CP-R-37 `vector-sum`: the model is pushed once, along the sum of the two
    directions.
    """
    rulings = {"CP-R-30": "before-saves", "CP-R-37": "vector-sum"}
    game = played(*TWO_MACES, dice=[1, 1, *[1] * 9, *[6] * 4], answers=[NOBODY], rulings=rulings)
    assert game.place("foe") == pytest.approx((12, 13), abs=0.002)


def test_directions_may_be_chosen_for_pushes_that_are_combined_into_one():
    """CP-MA-01, CP-R-31 `within-45`, CP-R-37 `vector-sum`: each of the two pushes is turned 45 degrees towards the
    other.
    """
    rulings = {"CP-R-31": "within-45", "CP-R-37": "vector-sum"}
    game = played(*TWO_MACES, dice=[1, 1, *[1] * 9, *[6] * 4], answers=[NOBODY, 4500, -4500], rulings=rulings)
    assert game.place("foe") == pytest.approx((10 + 8**0.5, 11 + 8**0.5), abs=0.002)


@pytest.mark.clause("CP-HT-01")
def test_under_the_all_touched_ruling_a_touched_enemy_in_the_same_combat_may_be_hit_even_if_a_friend_fights_it():
    """CP-R-05 `free`, CP-R-10 `all-touched`: A fights X, and B fights X and Y. A also touches Y."""
    a, x = M("a", 0, WS=6, at=[(10, 10)]), M("x", 1, WS=1, at=[(11, 10)])
    b, y = M("b", 0, at=[(11, 11)]), M("y", 1, WS=1, at=[(10, 11)])
    answers, dice = [1, NOBODY, 1, 2], [3, 3, 3, 3]
    free = {"CP-R-05": "free"}
    game = played(a, x, b, y, answers=answers, dice=dice, rulings=free)
    assert [foe for own, foe, *_ in game.hits() if own == "a"] == ["x"]
    game = played(a, x, b, y, answers=answers, dice=dice, rulings={**free, "CP-R-10": "all-touched"})
    assert [foe for own, foe, *_ in game.hits() if own == "a"] == ["x", "y"]


def before_a_wall(y):
    foe = M("foe", 1, W=4, at=[(10, 11)])
    wall = [("impassable", [(5, y), (15, y), (15, y + 1), (5, y + 1)])]
    return played(MACE, foe, dice=DICE, grounds=wall)


def test_two_pushes_by_one_model_are_logged_on_two_lines():
    """N-10 c: version 1 logged "was pushed 1.00" to 2.00", 2 models" for a single model that was pushed twice."""
    moves = [
        Told("push", Moved(unit="foe", model=model, manner="was pushed", inches=far, route=(), clause="CP-MA-01"))
        for model, far in ((2, 1.0), (2, 2.0), (3, 2.0))
    ]
    lines = [line.words for line in gathered(moves) if isinstance(line, Moves)]
    assert lines == ['were pushed 1.00"', 'were pushed 2.00", 2 models']


@pytest.mark.clause("CP-MA-02")
def test_the_log_does_not_round_a_shortfall_up_to_a_full_inch_that_caused_no_wound():
    """N-10 e: because of a gap of 0.003 inches, the push falls 1.997 inches short, which counts as one full inch and
    causes one wound.
    """
    game = before_a_wall(11.503)
    [collided] = game.events(Collided)
    assert collided.short == pytest.approx(1.997, abs=0.0001)
    assert '1.99" short' in sentence(collided)
    assert game.left("foe") == 1
    [collided] = before_a_wall(11.5015).events(Collided)
    assert '2.00" short' in sentence(collided)
