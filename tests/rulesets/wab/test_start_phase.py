"""Tests that units take at the start of a turn."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.choice import HINDERED
from pilein.rulesets.wab.flight.flight import run_away
from pilein.rulesets.wab.flight.pursuit import pursuits
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooting.shooters import may_shoot
from pilein.rulesets.wab.start_phase import returns, start_of_turn
from pilein.rulesets.wab.state import Absent, Aftermath, Battle, Rout
from pilein.rulesets.wab.status import Status
from pilein.tabletop.plane import Loose
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.fights import fought, front
from tests.rulesets.wab.playing import played

RUNNING = Status(fleeing=True, move="fled")
TERROR = changed(RIDER, rules=("Terror",))


def begun(state: Battle, dice: list[int]) -> Battle:
    script = Script(RULESET, dice=dice)
    after: Battle = script.begin(state, start_of_turn)
    script.assert_used_up()
    return after


def beside_runners(traits: Traits = WARRIOR, gap: float = 3.5, rulings=None, active: int = 0) -> Battle:
    """Return a battle of ten models in two ranks with a fleeing friend to their right and an enemy 20" further up the
    table.
    """
    width = 5 * 20 / 25.4
    return battle(
        U("spears", 0, ((traits, 10),), block=(20, 20, 0, 5)),
        U("runners", 0, ((WARRIOR, 5),), block=(20 + width + gap, 20, 180, 5), status=RUNNING),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 44, 180, 5)),
        rulings=rulings,
        active=active,
    )


@pytest.mark.clause("WAB-PA-03", "WAB-ST-02")
@pytest.mark.example("WAB-EX-01")
def test_a_unit_tests_for_panic_at_the_start_of_its_turn_if_fleeing_friends_are_near() -> None:
    spears = beside_runners().having(0, began=20)
    after = begun(spears, [3, 4])
    assert (after.status(0).fleeing, after.status(0).move, after.routs) == (True, "fled", ())
    assert not begun(beside_runners(gap=4), [3, 4]).status(0).fleeing
    assert not begun(beside_runners(gap=4.1), []).status(0).fleeing
    assert not begun(spears.having(1, fleeing=False), []).status(0).fleeing


@pytest.mark.clause("WAB-SEQ-02")
def test_only_units_of_the_active_player_test_for_panic_at_the_start_of_a_turn() -> None:
    begun(beside_runners(active=1), [])


@pytest.mark.clause("WAB-SB-01")
@pytest.mark.parametrize(("option", "stubborn", "hateful"), [("default", [], [3, 4]), ("hatred-no-panic", [3, 4], [])])
def test_stubborn_units_take_no_panic_test_for_fleeing_friends(
    option: str, stubborn: list[int], hateful: list[int]
) -> None:
    rulings = {"WAB-R-08": option}
    begun(beside_runners(changed(WARRIOR, rules=("Stubborn",)), rulings=rulings), stubborn)
    begun(beside_runners(changed(WARRIOR, rules=("Hatred",)), rulings=rulings), hateful)
    begun(beside_runners(changed(WARRIOR, rules=("Hatred", "Stubborn")), rulings=rulings), [])


@pytest.mark.parametrize(("option", "dice"), [("default", [3, 4]), ("outnumber-exempt", [])])
def test_under_the_outnumber_exempt_ruling_fleeing_friends_cause_no_panic_in_a_unit_that_outnumbers_them(
    option: str, dice: list[int]
) -> None:
    begun(beside_runners(rulings={"WAB-R-55": option}), dice)
    even = beside_runners(rulings={"WAB-R-55": option})
    begun(even.on(even.plane.without(frozenset(range(5)))), [1, 1])


def test_under_the_flee_now_and_again_ruling_a_unit_in_panic_flees_at_once_and_again_later() -> None:
    """WAB-R-44 `flee-now-and-again`: the second flight is in the compulsory step."""
    after = begun(beside_runners(rulings={"WAB-R-44": "flee-now-and-again"}), [6, 6, 3, 4])
    assert after.status(0).move == "fled"
    foremost, before = (min(one.plane.place(model).y for model in range(10)) for one in (after, beside_runners()))
    assert foremost == pytest.approx(before - 7 * INCH, abs=100)


def beside_terror(traits: Traits = RIDER, gap: float = 8, rulings=None) -> Battle:
    return battle(
        U("ours", 0, ((traits, 5),), block=(20, 20, 0, 5), base=HORSE),
        U("beasts", 1, ((TERROR, 3),), block=(20, 20 + gap, 180, 3), base=HORSE),
        rulings=rulings,
    )


@pytest.mark.clause("WAB-TR-02", "WAB-ST-03")
def test_a_terrifying_enemy_within_eight_inches_causes_a_terror_test() -> None:
    after = begun(beside_terror(), [6, 6])
    assert (after.status(0).fleeing, after.status(0).move) == (True, "fled")
    begun(beside_terror(gap=8.1), [])
    begun(beside_terror(TERROR), [])


@pytest.mark.clause("WAB-SEQ-03")
def test_all_panic_tests_are_taken_before_the_first_terror_test() -> None:
    """A unit that is already fleeing is not tested again (WAB-R-32)."""
    state = battle(
        U("first", 0, ((RIDER, 5),), block=(20, 20, 0, 5), base=HORSE),
        U("second", 0, ((RIDER, 5),), block=(26, 20, 0, 5), base=HORSE),
        U("runners", 0, ((RIDER, 5),), block=(23, 16, 180, 5), base=HORSE, status=RUNNING),
        U("beasts", 1, ((TERROR, 3),), block=(23, 27, 180, 3), base=HORSE),
    )
    after = begun(state, [6, 6, 1, 1, 1, 1])
    assert [after.status(unit).fleeing for unit in range(3)] == [True, False, True]


def away(rulings=None, blocked: bool = False) -> Battle:
    """Return a battle in which five riders have left the table over the northern edge at x = 30."""
    state = battle(
        U("ours", 0, ((changed(RIDER, general=True, W=2), 5),), block=(30, 47, 0, 5), base=HORSE),
        U("others", 0, ((WARRIOR, 5),), block=(30, 47.5, 180, 5) if blocked else (10, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(60, 10, 0, 5)),
        rulings=rulings,
    )
    standing = state.plane.standings[0]
    gone = state.on(state.plane.without(frozenset(range(5))))
    return gone.changed(absent=(Absent(0, standing, ((0, 1),)),))


@pytest.mark.clause("WAB-ST-01")
def test_a_unit_that_pursued_off_the_table_returns_after_a_leadership_test() -> None:
    after = begun(away(), [4, 4])
    block = after.plane.standings[0]
    assert isinstance(block, Block)
    assert (block.facing, block.x) == (18000, 30 * INCH)
    assert block.y == pytest.approx(48 * INCH - 50 * 5000)
    assert (after.living(0), after.status(0).move, after.absent) == (5, "returned", ())
    assert after.plane.wounds_lost(0) == 1
    assert begun(away(), [4, 5]).absent
    theirs = away().changed(active=1)
    assert begun(theirs, []).absent


@pytest.mark.clause("WAB-ST-01")
def test_units_return_to_the_table_in_the_order_of_the_scenario() -> None:
    """WAB-R-95: the order in which the units left the table does not matter."""
    state = battle(
        U("first", 0, ((changed(WARRIOR, Ld=7), 5),), block=(20, 48, 0, 5)),
        U("second", 0, ((changed(WARRIOR, Ld=9), 5),), block=(40, 48, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(60, 10, 0, 5)),
    )
    one, other, _ = state.plane.standings
    gone = state.on(state.plane.without(frozenset(range(10))))
    after = begun(gone.changed(absent=(Absent(1, other, ()), Absent(0, one, ()))), [5, 4, 4, 3])
    assert (after.living(0), after.living(1)) == (0, 5)


def test_a_unit_returns_beside_its_place_on_the_edge_if_that_place_is_taken() -> None:
    block = begun(away(blocked=True), [4, 4]).plane.standings[0]
    assert isinstance(block, Block)
    assert block.x != 30 * INCH
    assert abs(block.x - 30 * INCH) < 6 * INCH


@pytest.mark.parametrize(
    ("option", "dice", "living", "move"),
    [
        ("return-auto", [], 5, "returned"),
        ("return-4plus", [4], 5, "returned"),
        ("return-4plus", [3], 0, ""),
        ("return-never", [1, 1], 0, ""),
        ("return-no-move", [4, 4], 5, "kept back"),
    ],
)
def test_a_ruling_sets_whether_and_on_what_roll_units_return_to_the_table(
    option: str, dice: list[int], living: int, move: str
) -> None:
    """WAB-R-28: a General who is lost for good causes panic as a routed General does."""
    after = begun(away({"WAB-R-28": option}), dice)
    assert (after.living(0), after.status(0).move) == (living, move)
    assert bool(after.absent) is (option == "return-4plus" and not living)


def back_in(state: Battle) -> tuple[Block, Battle]:
    after, _ = played(state, returns, [1, 1])
    return front(after, 0), after


@pytest.mark.clause("WAB-ST-01")
def test_a_pursuing_unit_of_many_ranks_returns_at_the_edge_it_crossed() -> None:
    """Four ranks of riders cross the western edge, although their middle is nearer to the southern edge."""
    state = battle(
        U("horse", 0, ((RIDER, 20),), block=(6, 3, 270, 5), base=HORSE),
        U("runners", 1, ((WARRIOR, 10),), block=(4, 3, 270, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5)),
    )
    state = state.on(state.plane.without(frozenset(state.plane.models(1))))
    routs = (Rout(1, 0, broken=True, distance=12),)
    state, _ = played(state.changed(routs=routs, aftermath=Aftermath(pursuits=((0, 1),))), pursuits, [3, 3, 3])
    assert not state.lives(0)
    block, _ = back_in(state)
    assert (block.facing, block.y) == (9000, 3 * INCH)


@pytest.mark.clause("WAB-ST-01")
def test_a_fleeing_unit_returns_at_the_edge_it_crossed() -> None:
    """WAB-R-45 `fleers-may-return`: the flight began 8" from the edge that the unit crossed, but nearer to a different
    edge.
    """
    state = battle(
        U("runners", 0, ((WARRIOR, 10),), block=(8, 5, 270, 5)),
        U("horse", 1, ((RIDER, 10),), block=(20, 5, 270, 5), base=HORSE),
        rulings={"WAB-R-45": "fleers-may-return"},
    ).having(0, fleeing=True)
    script = Script(RULESET, dice=[6, 6])
    block, after = back_in(script.begin(state, run_away, 0, 1))
    assert block.facing == 9000
    assert min(after.plane.shape(model).x - 0.4 * INCH for model in after.plane.models(0)) < 0.1 * INCH
    assert abs(block.y - 5 * INCH) < 0.2 * INCH


def gone(standing, rulings=None, traits=WARRIOR) -> Battle:
    """Return a battle in which a unit has left the table over the northern edge."""
    units = (
        U("ours", 0, ((traits, 5),), at=row(20, 47, 5, 1, 0), files=5),
        U("foes", 1, ((WARRIOR, 5),), block=(60, 10, 0, 5)),
    )
    state = battle(*units, rulings=rulings)
    standing = standing or state.plane.standings[0]
    return state.on(state.plane.without(frozenset(range(5)))).changed(absent=(Absent(0, standing),))


def test_under_the_return_no_move_ruling_a_unit_that_returns_may_shoot() -> None:
    """WAB-R-28 `return-no-move`: in the turn of its return, the unit is only forbidden to move."""
    state = gone(None, {"WAB-R-28": "return-no-move"}, armed(WARRIOR, "bow"))
    after = fought(state, start_of_turn, dice=[1, 1])
    assert may_shoot(after, Table(after.setup.readings), 0)
    assert after.status(0).move in HINDERED
    script = Script(RULESET)
    assert script.begin(after, RULESET.find("remaining_moves")) == after


def test_a_unit_that_fled_off_the_table_returns_in_ranks() -> None:
    """WAB-R-45 `fleers-may-return`: the unit does not return as a rough mass."""
    state = gone(None, {"WAB-R-45": "fleers-may-return"})
    assert isinstance(state.absent[0].standing, Loose)
    after = fought(state, start_of_turn, dice=[1, 1])
    block = after.plane.standings[0]
    assert isinstance(block, Block)
    assert (block.files, block.facing, after.status(0).fleeing) == (5, 18000, False)


@pytest.mark.parametrize(("reading", "dice"), [("default", [3, 4]), ("hatred-no-panic", [])])
def test_a_unit_counts_as_having_hatred_if_it_hates_one_named_enemy(reading, dice) -> None:
    """WAB-R-08: under `hatred-no-panic`, such a unit is therefore exempt from panic."""
    spears = U("spears", 0, ((changed(WARRIOR, hates=("foes",)), 10),), block=(20, 20, 0, 5))
    runners = U("runners", 0, ((WARRIOR, 5),), block=(27, 20, 180, 5), status=Status(fleeing=True, move="fled"))
    foes = U("foes", 1, ((WARRIOR, 10),), block=(20, 44, 180, 5))
    fought(battle(spears, runners, foes, rulings={"WAB-R-08": reading}), start_of_turn, dice=dice)


@pytest.mark.clause("WAB-PA-03", "WAB-ST-02")
def test_a_unit_that_panics_at_the_start_of_a_turn_causes_no_further_panic_tests() -> None:
    """Fleeing models are 2.9" from a unit of spears, and a third unit is 3.1" further away. Only units that are fleeing
    as the turn starts cause tests, and not units that fail their own test then.
    """
    state = battle(
        U("runners", 0, ((WARRIOR, 6),), block=(14, 20, 180, 6), status=Status(fleeing=True)),
        U("near", 0, ((WARRIOR, 10),), block=(21.25, 20, 0, 5)),
        U("far", 0, ((WARRIOR, 10),), block=(28.25, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(30, 44, 180, 5)),
    )
    after, _ = played(state, start_of_turn, [6, 6], [])
    assert [after.status(unit).fleeing for unit in range(3)] == [True, True, False]
