"""Fleeing units move in the step of compulsory moves."""

from itertools import combinations
from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.rulesets.wab.charge.declaring import movement_phase
from pilein.rulesets.wab.flight.flight import bearing_away_from, run_away
from pilein.rulesets.wab.movement.compulsory import compulsory_moves
from pilein.rulesets.wab.movement_events import LeftTheTable, RanAway
from pilein.rulesets.wab.nearness import middle
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from pilein.tabletop.plane import Loose
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, armed, battle, changed
from tests.rulesets.wab.playing import played, played_by

RUNNING = Status(fleeing=True)


def runners(traits=WARRIOR, grounds=(), rulings=None, others=(), y: float = 20) -> Battle:
    """Return a battle of five models fleeing at (20, y) with an enemy straight up the table."""
    return battle(
        U("runners", 0, ((traits, 5),), block=(20, y, 0, 5), base=HORSE, status=RUNNING),
        U("foes", 1, ((WARRIOR, 5),), block=(20, y + 9, 180, 5)),
        *others,
        grounds=grounds,
        rulings=rulings,
    )


def ran(state: Battle, dice: list[int], answers=(), clause=run_away) -> tuple[Battle, Script]:
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(state, clause, *((0, 1) if clause is run_away else ()))
    script.assert_used_up()
    return after, script


def run_of(before: Battle, after: Battle, way: str = "south") -> tuple[float, float]:
    """Return the movement of a fleeing unit as the sideways shift of its middle and the distance moved by its front."""
    (x, y), (to_x, to_y) = middle(before, 0), middle(after, 0)
    if way == "west":
        to_x, x = (min(p for m in one.plane.models(0) for p, _ in one.plane.shape(m).core) for one in (after, before))
    else:
        to_y, y = (min(p for m in one.plane.models(0) for _, p in one.plane.shape(m).core) for one in (after, before))
    return round((to_x - x) / INCH, 2) + 0, round((to_y - y) / INCH, 2) + 0


@pytest.mark.clause("WAB-FL-01")
def test_units_with_a_movement_rate_of_up_to_6_flee_on_two_dice_and_faster_ones_on_three() -> None:
    for movement, dice, far in ((5, [3, 4], 7), (6, [3, 4], 7), (7, [3, 4, 2], 9)):
        state = runners(changed(WARRIOR, M=movement))
        assert run_of(state, ran(state, dice)[0]) == (0, -far)


@pytest.mark.clause("WAB-FL-05", "WAB-FL-06")
def test_a_fleeing_mass_is_out_of_ranks_and_moves_together() -> None:
    state = runners()
    after = ran(state, [2, 2])[0]
    crowd = after.plane.standings[0]
    assert isinstance(crowd, Loose)
    assert {one.facing for one in crowd.places} == {18000}
    assert run_of(state, after) == (0, -4)
    again = ran(after, [2, 2])[0].plane.standings[0]
    assert isinstance(again, Loose)
    steps = [(there.x - here.x, there.y - here.y) for here, there in zip(crowd.places, again.places, strict=True)]
    assert max(max(abs(x), abs(y + 4 * INCH)) for x, y in steps) < 50  # once in a mass all go alike


@pytest.mark.clause("WAB-FL-03")
def test_a_unit_fleeing_in_its_own_turn_makes_for_the_nearest_edge() -> None:
    state = battle(
        U("runners", 0, ((WARRIOR, 5),), block=(12, 20, 0, 5), status=RUNNING),
        U("foes", 1, ((WARRIOR, 5),), block=(12, 11, 0, 5)),
    )
    after, _ = ran(state, [3, 4], clause=compulsory_moves)
    assert run_of(state, after, "west") == (-7, 0)
    assert after.status(0).move == "fled"
    gone, script = ran(state, [6, 6], clause=compulsory_moves)
    assert gone.living(0) == 0
    assert script.events[-1] == LeftTheTable(unit="runners", clause="WAB-FL-03")


def test_under_the_fleers_may_return_ruling_a_unit_that_flees_off_the_table_may_return() -> None:
    for option, absent in (("default", []), ("fleers-may-return", [0])):
        state = runners(rulings={"WAB-R-45": option}, y=6)
        assert [one.unit for one in ran(state, [6, 6])[0].absent] == absent


@pytest.mark.clause("WAB-FL-04")
def test_a_fleeing_unit_keeps_its_distance_from_obstacles() -> None:
    wall = G("impassable", ((19, 12), (21, 12), (21, 13), (19, 13)))
    aside = []
    for answer in (0, 1):
        state = runners(grounds=(wall,))
        after, _ = ran(state, [6, 6], [lambda choice, answer=answer: choice.options[answer]])
        aside.append(run_of(state, after)[0])
        assert -12 * INCH < middle(after, 0)[1] - middle(state, 0)[1] < 0
    assert aside[0] * aside[1] < 0
    enclosed = G("impassable", ((4, 12), (40, 12), (40, 13), (4, 13)))
    walls = [
        enclosed,
        G("impassable", ((4, 12), (5, 12), (5, 40), (4, 40))),
        G("impassable", ((39, 12), (40, 12), (40, 40), (39, 40))),
    ]
    state = runners(grounds=walls)
    after, _ = ran(state, [6, 6], [lambda choice: choice.options[0]] if asks(state) else [])
    assert min(after.plane.place(model).y for model in range(5)) >= 13 * INCH


@pytest.mark.parametrize(("dice", "far"), [([6, 6], 12), ([2, 3], 6.75), ([1, 1], 2)])
def test_under_the_through_friends_ruling_a_fleeing_unit_ends_beyond_the_friends_it_runs_through(
    dice: list[int], far: float
) -> None:
    friends = U("friends", 0, ((WARRIOR, 10),), block=(20, 15, 0, 5))
    state = runners(others=(friends,), rulings={"WAB-R-102": "through-friends"})
    assert run_of(state, ran(state, dice)[0]) == (0, -far)


@pytest.mark.parametrize("reading", ["default", "through-friends"])
def test_a_fleeing_unit_goes_round_friends_that_are_too_deep_to_run_through(reading: str) -> None:
    """WAB-R-102: the friends extend further than the distance rolled."""
    deep = U("friends", 0, ((WARRIOR, 60),), block=(20, 15, 0, 5))
    state = runners(others=(deep,), rulings={"WAB-R-102": reading})
    after, _ = ran(state, [2, 3], [lambda choice: choice.options[0]])
    across, up = run_of(state, after)
    assert across
    assert up < 0


def asks(state: Battle) -> bool:
    script = Script(RULESET, dice=[6, 6], answers=None, policy=first)
    script.begin(state, run_away, 0, 1)
    return len(script.asked) > 1


def test_a_fleeing_unit_stays_an_inch_from_enemies_along_its_path() -> None:
    other = U("others", 1, ((WARRIOR, 2),), block=(20, 10, 0, 2))
    state = runners(others=(other,))
    after, _ = ran(state, [6, 4], [lambda choice: choice.options[0]])
    assert after.plane.touched_units(0) == ()
    assert run_of(state, after)[0] != 0


def test_a_disengaging_unit_draws_back_by_its_rate_while_facing_the_enemy() -> None:
    """WAB-R-34: the unit moves straight back at its normal rate and keeps its facing."""
    state = battle(
        U("ours", 0, ((RIDER, 5),), block=(20, 20, 0, 5), base=HORSE, status=Status(move="disengaging")),
        U("foes", 1, ((WARRIOR, 5),), block=(20, 20, 180, 5)),
    )
    after, _ = ran(state, [], clause=compulsory_moves)
    assert run_of(state, after) == (0, -8)
    assert after.status(0).move == "disengaged"
    assert after.plane.place(2).facing == 0


BOWMAN = armed(changed(WARRIOR, BS=10, shield="none"), "bow")
BARE = changed(WARRIOR, shield="none")


def charging(*units: U, rulings: dict[str, str]) -> Battle:
    return battle(*units, U("bowmen", 1, ((BOWMAN, 10),), block=(24, 16, 180, 10)), rulings=rulings)


@pytest.mark.clause("WAB-BR-08")
def test_a_charger_flees_only_once_if_shots_reduce_it_to_fewer_than_five_models() -> None:
    """WAB-R-91 `under5-any-time`: the charger's flight begins in its own turn, so it flees in the compulsory step."""
    chargers = U("chargers", 0, ((BARE, 5),), block=(24, 10, 0, 5))
    state = charging(chargers, rulings={"WAB-R-91": "under5-any-time"})
    volley = [6] * 10 + [4] + [1] * 9
    after, script = played(state, movement_phase, [*volley, 1, 2], [(1, 0), "shoot"])
    assert (after.living(0), after.status(0).move) == (4, "fled")
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == [3]


FILE = 20 / 25.4  # the side of a base


def broken(*others: U, foe: tuple[float, float, float, int] = (24, 20, 0, 5), grounds=(), **options) -> Battle:
    """Return a battle of a line of ten models that flees from an enemy touching it from below."""
    enemy = U("foes", 1, ((WARRIOR, 20),), block=foe, formation="close")
    return battle(U("line", 0, ((WARRIOR, 10),), block=(24, 20, 180, 10)), enemy, *others, grounds=grounds, **options)


def fleeing(state: Battle, *dice: int) -> tuple[Battle, Script]:
    script = Script(RULESET, dice=dice, answers=None, policy=first)
    after = script.begin(state.having(0, fleeing=True), run_away, 0, 1)
    return after, script


def extent(state: Battle, unit: int = 0) -> tuple[float, float, float, float]:
    """Return the bounding box of a unit, as (left, right, bottom, top)."""
    points = [point for model in state.plane.models(unit) for point in state.plane.shape(model).core]
    xs, ys = [x / INCH for x, _ in points], [y / INCH for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)


def test_a_broken_line_flees_as_a_mass_about_as_wide_as_it_is_deep() -> None:
    """WAB-FL-05: the mass is no longer in ranks and faces the direction in which it runs. Its front moves the rolled
    distance.
    """
    after, _ = fleeing(broken(), 3, 4)
    (left, right, bottom, top), began = extent(after), extent(broken())
    assert right - left < 5
    assert 0.5 < (right - left) / (top - bottom) < 2
    assert top == pytest.approx(began[3] + 7, abs=0.01)
    places = [after.plane.place(model) for model in after.plane.models(0)]
    assert {one.facing for one in places} == {0}
    assert len({one.y for one in places}) > 4
    bodies = [after.plane.shape(model) for model in after.plane.models(0)]
    assert not any(overlaps(*pair) for pair in combinations(bodies, 2))


def test_a_fleeing_mass_passes_between_walls_that_are_too_close_together_for_the_unit_in_line() -> None:
    walls = [G("impassable", ((x, 22), (x + 8, 22), (x + 8, 23), (x, 23))) for x in (12.5, 27.5)]
    after, script = fleeing(broken(grounds=walls), 6, 4)
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == [10]
    assert middle(after, 0)[0] == pytest.approx(24 * INCH, abs=100)


@pytest.mark.parametrize("x", [20.2, 22.03, 25])
def test_a_unit_flees_directly_away_from_the_side_on_which_it_is_in_contact(x) -> None:
    """WAB-BR-07: the direction is the same wherever along the line the enemy stands."""
    state = broken(foe=(x, 20, 0, 5))
    after, _ = fleeing(state, 6, 6)
    assert middle(after, 0)[0] == pytest.approx(middle(state, 0)[0], abs=100)


def test_a_unit_flees_away_from_its_flank_if_it_is_attacked_there() -> None:
    state = broken(foe=(24 + 5 * FILE, 20.3, 270, 4))
    after, _ = fleeing(state, 3, 3)
    assert extent(after)[1] == pytest.approx(24 + 5 * FILE - 6, abs=0.01)
    assert bearing_away_from(state, 0, 1) == 27000


def test_a_unit_flees_along_the_shortest_line_from_an_enemy_that_is_not_in_contact_with_it() -> None:
    assert bearing_away_from(broken(foe=(20.5, 16, 0, 5)), 0, 1) == 0
    corner = broken(foe=(24 + 5 * FILE + 3 + 2.5 * FILE, 17, 0, 5))
    assert bearing_away_from(corner, 0, 1) == 31500


def test_the_log_of_a_flight_gives_the_distance_run_even_if_it_exceeds_the_distance_rolled() -> None:
    """WAB-R-102 `through-friends`: the unit rolled 3 and continued until it came out behind its friends."""
    friends = U("friends", 0, ((WARRIOR, 10),), block=(24, 24, 0, 10))
    state = broken(friends, rulings={"WAB-R-102": "through-friends"})
    after, script = fleeing(state, 1, 2)
    (told,) = [event for event in script.events if isinstance(event, RanAway)]
    assert told.inches > 3
    assert extent(after)[2] == pytest.approx(20 + told.inches, abs=0.01)


def fleeing_under(reading: str, dice: tuple[int, ...], *others: U, ruling: str = "WAB-R-102", x: float = 24) -> Any:
    """Return the battle after a line of ten models has fled from an enemy touching it from below."""
    state = battle(
        U("line", 0, ((WARRIOR, 10),), block=(24, 20, 180, 10)),
        U("foes", 1, ((WARRIOR, 20),), block=(x, 20, 0, 5), formation="close"),
        *others,
        rulings={ruling: reading},
    ).having(0, fleeing=True)
    after, events, asked = played_by(state, run_away, 0, 1, dice=dice)
    (told,) = (one for one in events if isinstance(one, RanAway))
    return state, after, told, asked


FRIENDS = U("friends", 0, ((WARRIOR, 10),), block=(24, 24, 0, 10))


@pytest.mark.parametrize(
    ("reading", "parts"),
    [
        ("default", ("round friends: WAB-R-102",)),
        ("through-friends", ("rolled 3", "on through friends: WAB-R-102")),
        ("stop-short", ("rolled 3", "short of friends: WAB-R-102")),
    ],
)
def test_a_ruling_decides_whether_a_fleeing_unit_goes_round_friends_or_through_them_or_stops_short(
    reading, parts
) -> None:
    """WAB-R-102: the log states the distance run, the distance rolled and the reason for the difference."""
    _, after, told, asked = fleeing_under(reading, (1, 2), FRIENDS)
    assert told.parts == parts
    assert asked == (["WAB-FL-04"] if reading == "default" else [])
    assert (told.inches > 3, told.inches == 3, told.inches < 3) == (
        reading == "through-friends",
        reading == "default",
        reading == "stop-short",
    )
    assert told.clause == "WAB-FL-01"
    assert after.living(0) == 10


@pytest.mark.parametrize("reading", ["default", "through-friends", "stop-short"])
def test_a_fleeing_unit_runs_through_friends_under_every_ruling_if_it_rolls_far_enough(reading) -> None:
    """WAB-R-102: the readings differ only on units that would stop among friends."""
    state, after, told, _ = fleeing_under(reading, (6, 6), FRIENDS)
    assert (told.inches, told.parts) == (12, ())
    assert middle(after, 0)[0] == pytest.approx(middle(state, 0)[0], abs=100)


def test_a_fleeing_unit_with_no_free_path_stops_in_front_of_the_friends_that_block_it() -> None:
    """WAB-FL-04, WAB-R-102: the log states the roll."""
    behind = U("behind", 0, ((WARRIOR, 200),), block=(24, 25.6, 0, 40))
    beside = (U(f"at {x}", 0, ((WARRIOR, 60),), block=(x, 21.6, 0, 10)) for x in (16, 32))
    _, _, told, _ = fleeing_under("default", (1, 2), behind, *beside)
    assert told.inches < 3
    assert told.parts == ("rolled 3", "no way is free")


@pytest.mark.parametrize(("reading", "wide"), [("default", False), ("as-it-stands", True)])
def test_a_fleeing_unit_becomes_a_disordered_mass_unless_a_ruling_keeps_its_formation(reading, wide) -> None:
    """WAB-R-103: under `as-it-stands`, models keep their places beside each other."""
    state, after, _, _ = fleeing_under(reading, (3, 4), ruling="WAB-R-103")
    xs = [after.plane.place(model).x / INCH for model in after.plane.models(0)]
    assert (max(xs) - min(xs) > 9 * FILE - 0.01) is wide
    assert isinstance(after.plane.standings[0], Loose)
    assert state.living(0) == after.living(0)


@pytest.mark.parametrize(("reading", "aside"), [("default", False), ("middle-to-middle", True)])
def test_a_ruling_decides_whether_a_unit_flees_from_the_side_in_contact_or_from_the_middle_of_the_enemy(
    reading, aside
) -> None:
    """WAB-R-104: the enemy stands at the left end of the line."""
    state, after, _, _ = fleeing_under(reading, (3, 4), ruling="WAB-R-104", x=21)
    assert (middle(after, 0)[0] - middle(state, 0)[0] > INCH) is aside
