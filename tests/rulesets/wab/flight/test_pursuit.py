"""Broken units flee from combat, winners pursue them, and combats continue."""

from collections.abc import Mapping

import pytest

from pilein.dice import thrown_with_faces
from pilein.engine.log import Thrown
from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.position import Position
from pilein.kernel.table import Table
from pilein.lab.log_lines import dice_lines
from pilein.rulesets.wab.combat_events import Pursued, WentAfter
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.flight.pursuit import chase, declare_pursuits, is_defended, pursue
from pilein.rulesets.wab.flight.pursuit import pursued as pursuing
from pilein.rulesets.wab.nearness import middle
from pilein.rulesets.wab.opening import next_phase
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.result.aftermath import after_combats
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Aftermath, Assault, Battle, Rout
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.turn import player_turn
from pilein.tabletop.press import Press
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.fights import fought, front, pressed_foes
from tests.rulesets.wab.playing import played, table_of

FOOT = changed(WARRIOR, M=4)
HOLD = -1


def routed(*others: U, own=RIDER, foe=FOOT, rulings=None, y=24.0, grounds=()) -> Battle:
    """Return a battle in which red riders have broken the blue foot soldiers of unit 1, which have yet to flee."""
    red = U("red", 0, ((own, 10),), block=(30, y, 0, 5), base=HORSE)
    blue = U("blue", 1, ((foe, 10),), block=(30, y, 180, 5))
    state = battle(red, blue, *others, rulings=rulings, size=(60, 48), grounds=grounds).having(1, fleeing=True)
    return state.routing(Rout(1, 0, broken=True)).changed(aftermath=Aftermath(beaten=((1, 3),), won=(0,)))


@pytest.mark.clause("WAB-BR-07", "WAB-FL-02", "WAB-FL-01")
@pytest.mark.example("WAB-EX-20")
@pytest.mark.parametrize(("reading", "left"), [("default", 0), ("pursuit-must-exceed", 10)])
def test_a_pursuit_roll_equal_to_the_flight_roll_destroys_the_fleeing_unit_unless_a_ruling_requires_more(
    reading: str, left: int
) -> None:
    state = routed(rulings={"WAB-R-93": reading})
    after = fought(state, after_combats, dice=[4, 5, 3, 2, 4], answers=[1])
    assert after.living(1) == left


@pytest.mark.parametrize(("dice", "overtakes"), [([6, 1, 2], True), ([1, 1, 1], False)])
def test_the_log_gives_the_distance_moved_by_a_pursuer_unless_it_catches_its_enemy_and_does_not_move(
    dice: list[int], overtakes: bool
) -> None:
    """WAB-R-93: a pursuer that catches its enemy does not move."""
    script = Script(RULESET, dice=dice)
    script.begin(routed().changed(routs=(Rout(1, 0, True, 9),)), pursue, 0, 1)
    names = {"unit": "red", "foe": "blue", "clause": "WAB-FL-02"}
    assert script.events[0] == (WentAfter(**names, overtook=True) if overtakes else Pursued(**names, inches=3))


def test_a_pursuer_moves_the_full_distance_rolled_even_if_it_rolls_less_than_the_fleeing_unit() -> None:
    """WAB-R-93: a pursuer that rolls less than the fleeing unit moves the distance rolled."""
    state = routed()
    after = fought(state, after_combats, dice=[4, 5, 1, 2, 1], answers=[1])
    assert abs(front(after, 0).y - front(state, 0).y - 4 * INCH) < 10
    assert not after.plane.touched_units(0)
    assert after.status(0).charge == ""


@pytest.mark.parametrize(
    ("reading", "defended", "dice"),
    [("default", False, [4, 4]), ("hold-free", False, []), ("pursuit-optional-all", False, []), ("default", True, [])],
)
def test_a_winner_must_pass_a_leadership_test_to_restrain_its_pursuit(
    reading: str, defended: bool, dice: list[int]
) -> None:
    state = routed(rulings={"WAB-R-93": reading}).having(0, defended=defended)
    after = fought(state, after_combats, dice=[*dice, 4, 5], answers=[HOLD])
    assert after.plane.standings[0] == state.plane.standings[0]


def test_a_winner_that_fails_its_test_to_restrain_pursuit_must_pursue() -> None:
    """WAB-R-93: the failed Leadership test makes the unit pursue."""
    after = fought(routed(), declare_pursuits, dice=[6, 6], answers=[HOLD])
    assert after.aftermath.pursuits == ((0, 1),)


@pytest.mark.clause("WAB-FZ-04")
def test_frenzied_winners_must_pursue() -> None:
    after = fought(routed(own=changed(RIDER, rules=("Frenzy",))), declare_pursuits)
    assert after.aftermath.pursuits == ((0, 1),)


@pytest.mark.clause("WAB-HA-03", "WAB-HA-04")
def test_a_winner_with_hatred_pursues_unless_it_is_in_a_defended_position() -> None:
    hater = changed(RIDER, hates=("blue",))
    assert fought(routed(own=hater), declare_pursuits).aftermath.pursuits == ((0, 1),)
    stays = routed(own=hater).having(0, defended=True)
    assert fought(stays, declare_pursuits, answers=[HOLD]).aftermath.pursuits == ()
    wall = G("obstacle", [(20, 24), (40, 24), (40, 24.5), (20, 24.5)])
    behind = routed(own=hater, grounds=[wall])
    assert fought(behind, declare_pursuits, answers=[HOLD]).aftermath.pursuits == ()


def test_a_winner_with_an_enemy_still_in_contact_does_not_pursue() -> None:
    """WAB-R-93: the unit still has a combat to fight."""
    other = U("other", 1, ((FOOT, 5),), block=(34.0, 24, 180, 5))
    assert fought(routed(other), declare_pursuits).aftermath.pursuits == ()


def test_a_pursuer_counts_as_charging_in_the_next_turn_if_it_runs_into_a_fresh_enemy() -> None:
    """WAB-R-93: contact with a fresh enemy counts as a charge in the next turn."""
    fresh = U("fresh", 1, ((FOOT, 10),), block=(30, 30, 90, 5))
    state = routed(fresh)
    gone = state.on(state.plane.without(frozenset(state.plane.models(1)))).changed(routs=(Rout(1, 0, True, 20),))
    after = fought(gone, pursue, 0, 1, dice=[5, 5, 5])
    assert after.status(0).charge == "pursuing"
    assert after.plane.touched_units(0) == (2,)
    assert after.assaults == (Assault(0, 2, "flank"),)


def test_a_unit_that_pursues_off_the_table_may_return() -> None:
    """WAB-R-45: a pursuing unit that touches the edge leaves the table without being lost."""
    state = routed(y=40)
    gone = state.on(state.plane.without(frozenset(state.plane.models(1)))).changed(routs=(Rout(1, 0, True, 20),))
    after = fought(gone, pursue, 0, 1, dice=[6, 6, 6])
    assert (after.living(0), [one.unit for one in after.absent]) == (0, [0])


def test_no_pursuit_roll_is_made_against_a_unit_that_is_already_destroyed() -> None:
    """WAB-R-93: pursuers roll one after another until one of them catches the unit."""
    state = routed().changed(aftermath=Aftermath(lost=(1,)))
    assert fought(state, pursue, 0, 1) == state


def pressed(rulings=None) -> Battle:
    """Return a battle of two pairs of harmless units in the press, with ten models on each side of a pair."""
    harmless = changed(WARRIOR, A=0)
    red = [U(name, 0, ((harmless, 10),), files=5) for name in ("one", "two")]
    blue = [U(name, 1, ((harmless, 10),), files=5) for name in ("three", "four")]
    return battle(*red, *blue, pairs=[(0, 2), (1, 3)], rulings=rulings)


@pytest.mark.parametrize(
    ("reading", "order"),
    [("default", ["work_out", "work_out", "break_tests"]), ("one-combat-at-a-time", ["work_out", "break_tests"] * 2)],
)
def test_a_ruling_decides_whether_combats_are_fought_one_at_a_time(reading: str, order: list[str]) -> None:
    """WAB-R-94: under `one-combat-at-a-time`, each combat is played with its tests, flights and pursuits before the
    next.
    """
    script = Script(RULESET)
    script.begin(pressed({"WAB-R-94": reading}), close_combat_phase)
    played = list(script.played)
    assert [name for name in played if name in {"work_out", "break_tests"}] == order


def test_units_stay_locked_in_combat_over_several_turns_and_the_winner_keeps_its_momentum() -> None:
    """WAB-R-79: a side that won the previous round has Momentum in the next."""
    strong = changed(WARRIOR, standard=True, A=0)
    red = U("red", 0, ((strong, 1), (changed(WARRIOR, A=0), 9)), files=5)
    blue = U("blue", 1, ((changed(WARRIOR, A=0), 10),), files=5)
    position = Position(battle(red, blue, pairs=[(0, 1)]), ((player_turn.key,),))
    one = Script(RULESET, dice=[1, 1]).play(position)
    assert (one.state.status(0).won, one.state.status(0).fought, one.state.active) == (True, (1,), 1)
    again = next_phase(one, 1)
    assert again is not None
    # beaten by two now: standard and Momentum; the test is on 5
    two = Script(RULESET, dice=[3, 3, 1, 1, 6, 6], answers=[1]).play(again)
    assert (two.state.status(1).fleeing, two.state.living(1)) == (True, 0)


def test_in_the_press_a_battle_ends_when_no_units_are_left_in_contact() -> None:
    state = pressed()
    assert isinstance(state.field, Press)
    apart = state.on(state.field.apart(frozenset({0, 1})))
    assert next_phase(Position(apart, ()), 1) is None
    assert next_phase(Position(state, ()), 1) is not None


def broken_in_the_press(*own: Traits, rulings: Mapping[str, str] | None = None) -> Battle:
    """Return a battle in which several red units have broken the first blue unit."""
    red = [U(f"red {number}", 0, ((traits, 10),), files=5) for number, traits in enumerate(own)]
    blue = len(own)
    pairs = [(number, blue) for number in range(blue)]
    state = battle(*red, U("blue", 1, ((FOOT, 10),), files=5), pairs=pairs, rulings=rulings)
    state = state.having(blue, fleeing=True).routing(Rout(blue, 0, broken=True))
    return state.changed(aftermath=Aftermath(beaten=((blue, 0),), won=tuple(range(blue))))


def test_in_the_press_pursuers_roll_in_turn_until_one_catches_its_enemy() -> None:
    """WAB-R-93: foot soldiers roll two dice, and riders roll three."""
    state = broken_in_the_press(WARRIOR, RIDER, WARRIOR)
    after = fought(state, after_combats, dice=[4, 4, 3, 4, 3, 2, 3], answers=[3, 3, 3])
    assert (after.living(3), after.routs, after.aftermath) == (0, (), Aftermath(won=(0, 1, 2)))


def test_in_the_press_no_flight_roll_is_made_for_a_unit_that_is_not_pursued() -> None:
    """WAB-R-95: dice that cannot matter are not rolled."""
    state = broken_in_the_press(WARRIOR, rulings={"WAB-R-93": "hold-free"})
    after = fought(state, after_combats, answers=[HOLD])
    assert after.living(1) == 10
    assert pressed_foes(after, 0) == ()


def test_under_the_pursuit_must_exceed_ruling_a_unit_in_the_press_escapes_an_equal_pursuit_roll() -> None:
    for reading, left in (("default", 0), ("pursuit-must-exceed", 10)):
        state = broken_in_the_press(WARRIOR, rulings={"WAB-R-93": reading})
        assert fought(state, after_combats, dice=[3, 3, 2, 4], answers=[1]).living(1) == left


@pytest.mark.parametrize(
    ("rules", "chased"),
    [((), ()), (("Frenzy",), ((1, 0),)), (("Hatred",), ((1, 0),))],
    ids=["plain", "frenzied", "hateful"],
)
def test_only_units_that_won_their_round_may_choose_whether_to_pursue(
    rules: tuple[str, ...], chased: tuple[tuple[int, int], ...]
) -> None:
    """WAB-R-93: a unit that lost its round but whose enemy panics stays without taking a test, unless it must
    pursue.

    WAB-FZ-04, WAB-HA-03: frenzied units, and units that hate a fleeing enemy, must pursue.
    """
    idle = changed(WARRIOR, A=0)
    red = U("red", 0, ((idle, 10),), block=(24, 20, 0, 5))
    blue = U("blue", 1, ((changed(idle, rules=rules), 10),), block=(24, 20, 180, 5))
    state = battle(red, blue).having(0, fleeing=True).routing(Rout(0))
    after = fought(state.changed(aftermath=Aftermath(beaten=((1, 0),), won=(0,))), declare_pursuits)
    assert after.aftermath.pursuits == chased


@pytest.mark.parametrize(
    ("kind", "low", "high", "defended"),
    [
        ("obstacle", 20, 20.5, True),
        ("obstacle", 21, 21.5, False),
        ("obstacle", 19.9, 20.4, False),
        ("obstacle", 18.7126, 19.2126, False),
        ("structure", 16, 22, True),
        ("difficult", 20, 20.5, False),
    ],
    ids=["before it", "further off", "astride", "behind it", "in a house", "at a wood"],
)
def test_a_unit_behind_an_obstacle_or_in_a_building_is_in_a_defended_position(kind, low, high, defended) -> None:
    """WAB-R-66: these two positions are the ones meant by the rule on hatred."""
    ground = G(kind, [(10, low), (30, low), (30, high), (10, high)])
    unit = U("red", 0, ((WARRIOR, 5),), block=(20, 20, 0, 5))
    assert is_defended(battle(unit, grounds=[ground]), 0) is defended


def test_loose_models_are_defended_on_every_side_and_a_block_in_the_press_only_if_the_scenario_says_so() -> None:
    """WAB-R-66: the scenario states on which sides a block is defended."""
    wall = G("obstacle", [(10, 19), (30, 19), (30, 19.5), (10, 19.5)])
    loose = U("red", 0, ((WARRIOR, 1),), at=((20, 19.5 + 10 / 25.4),), formation="skirmish")
    assert is_defended(battle(loose, grounds=[wall]), 0)
    said = U("blue", 1, ((WARRIOR, 5),), status=Status(defended=True))
    pressed = battle(U("red", 0, ((WARRIOR, 5),)), said, pairs=[(0, 1)])
    assert [is_defended(pressed, unit) for unit in (0, 1)] == [False, True]


@pytest.mark.clause("WAB-FL-02")
def test_in_the_press_the_dice_of_flights_and_of_pursuits_are_logged_under_separate_labels() -> None:
    units = [U("riders", 0, ((RIDER, 10),), files=5), U("foot", 1, ((WARRIOR, 10),), files=5)]
    state = battle(*units, pairs=[(0, 1)]).changed(aftermath=Aftermath(pursuits=((0, 1),)))
    faces = iter([4, 5, 1, 2, 3])
    roll = chase(state, Table(state.setup.readings), (1,))
    _, groups = thrown_with_faces(roll, lambda _: next(faces))
    thrown = Thrown("leave_press", roll.label, type(roll).__name__, groups)
    assert dice_lines(thrown) == ["flight of foot  4 5  -> 9", "pursuit by riders  1 2 3  -> 6"]


def test_pursuers_turn_to_face_the_direction_in_which_they_run() -> None:
    """The pursuer turns beside its enemy's rear. If a friend is in the way of the turn, the pursuer keeps its
    facing.
    """
    alone = (
        U("riders", 0, ((WARRIOR, 5),), block=(20, 20, 0, 5)),
        U("runners", 1, ((WARRIOR, 5),), block=(28, 32, 0, 5)),
    )
    for more, facing in ((), 3228), ((U("friend", 0, ((WARRIOR, 5),), block=(18.5, 21.2, 0, 5)),), 0):
        state = battle(*alone, *more)
        after = pursuing(state, Table(state.setup.readings), 0, 1, 3)
        assert front(after, 0).facing == pytest.approx(facing, abs=200)


@pytest.mark.parametrize(("reading", "aside"), [("default", True), ("straight-ahead", False)])
def test_a_pursuer_moves_towards_the_fleeing_unit_unless_a_ruling_sends_it_straight_ahead(reading, aside) -> None:
    """WAB-R-105: by default, the pursuer moves towards the middle of the fleeing unit."""
    state = battle(
        U("riders", 0, ((WARRIOR, 5),), block=(20, 20, 0, 5)),
        U("runners", 1, ((WARRIOR, 5),), block=(28, 32, 0, 5)),
        rulings={"WAB-R-105": reading},
    )
    after = pursuing(state, table_of(state), 0, 1, 3)
    assert (middle(after, 0)[0] > middle(state, 0)[0]) is aside
    assert middle(after, 0)[1] > middle(state, 0)[1]


@pytest.mark.clause("WAB-FL-02")
@pytest.mark.parametrize("chosen", [1, 2])
def test_a_winner_that_fails_to_restrain_its_pursuit_chooses_which_enemy_it_pursues(chosen: int) -> None:
    """Both enemies in front of the unit break. The unit rolls 2D6 to restrain its pursuit. If it fails, its owner names
    one of the two enemies.
    """
    strong = changed(WARRIOR, WS=5, S=5, I=6, shield="none")
    weak = changed(WARRIOR, A=0, shield="none")
    state = battle(
        U("strong", 0, ((strong, 20),), block=(30, 20, 0, 10)),
        U("left", 1, ((weak, 5),), block=(28, 20, 180, 5)),
        U("right", 1, ((weak, 5),), block=(32, 20, 180, 5)),
    )
    blows, runs = [3, 1, 1, 1, 1, 2] * 2, [6, 6, 6, 6, 1, 1]
    after, script = played(state, close_combat_phase, [*blows, 6, 6, *runs], [NOBODY, chosen])
    assert after.plane.standings[0] != state.plane.standings[0]
    name = state.unit(chosen).name
    assert [event.foe for event in script.events if isinstance(event, Pursued)] == [name]
