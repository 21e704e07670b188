"""The rulings that are ours, WAB-R-96 to WAB-R-107: the default and each other reading; lengths in inches."""

from typing import Any

import pytest

from pilein.engine.script import Policy, Script
from pilein.geometry.blocks import Block
from pilein.geometry.shapes import distance
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.wab.arrivals import is_in_reach
from pilein.rulesets.wab.bonuses import stands_higher
from pilein.rulesets.wab.charge_choice import charge_at
from pilein.rulesets.wab.charge_moves import in_order, move_charger
from pilein.rulesets.wab.flight import middle, run_away
from pilein.rulesets.wab.movement_events import Moved, RanAway
from pilein.rulesets.wab.pursuit import pursued
from pilein.rulesets.wab.reactions import counter_charge
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooters import LONG, SHORT, shooters
from pilein.rulesets.wab.state import Battle, Charge
from pilein.rulesets.wab.striking import body_of, losing
from pilein.tabletop.plane import Loose
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, armed, battle, changed

FILE = 20 / 25.4  # inches of a model side by side with others on foot


def table_of(state: Battle) -> Table:
    return Table(state.setup.readings)


def played(
    state: Battle, clause: Any, *arguments: int, dice: tuple[int, ...] = (), policy: Policy = first
) -> tuple[Battle, list[Any], list[str]]:
    """The battle after a clause, its events, and the sentences that asked something; the first answer is taken."""
    script = Script(RULESET, dice=list(dice), answers=None, policy=policy)
    after: Battle = script.begin(state, clause, *arguments)
    return after, script.events, [one.clause for one in script.asked if hasattr(one, "clause")]


# --- Charges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("far", "reading", "arrives"),
    [(7, "default", True), (7, "flush-paid", True), (8.3, "default", True), (8.3, "flush-paid", False)],
)
def test_a_block_lines_up_flush_at_no_cost_or_pays_for_it(far, reading, arrives) -> None:
    """WAB-R-96: the target stands at 30 degrees, so a corner touches first and the other has still to come up."""
    state = battle(
        U("ours", 0, ((changed(WARRIOR, M=4), 10),), block=(30, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 10),), block=(30, 20 + far, 210, 5)),
        rulings={"WAB-R-96": reading},
    )
    table = table_of(state)
    assert is_in_reach(state, table, charge_at(state, table, 0, 1)) is arrives


@pytest.mark.parametrize(("reading", "arrives"), [("default", True), ("charged-only", False)])
def test_a_block_touches_an_enemy_that_it_did_not_charge_where_it_has_no_other_place(reading, arrives) -> None:
    """WAB-R-97: the target, two wide, stands between two others."""
    state = battle(
        U("ours", 0, ((WARRIOR, 10),), block=(30, 16, 0, 5)),
        U("foes", 1, ((WARRIOR, 2),), block=(30, 20, 180, 2)),
        U("left", 1, ((WARRIOR, 5),), block=(30 - 3.52 * FILE, 20, 180, 5)),
        U("right", 1, ((WARRIOR, 5),), block=(30 + 3.52 * FILE, 20, 180, 5)),
        rulings={"WAB-R-97": reading},
    )
    table = table_of(state)
    assert is_in_reach(state, table, charge_at(state, table, 0, 1)) is arrives


@pytest.mark.parametrize(("reading", "order"), [("default", [1, 0]), ("as-declared", [0, 1])])
def test_of_units_that_charge_one_enemy_blocks_move_before_loose_models(reading, order) -> None:
    """WAB-R-98."""
    state = battle(
        U("loose", 0, ((WARRIOR, 3),), at=row(24, 16, 3, 1), formation="skirmish"),
        U("block", 0, ((WARRIOR, 5),), block=(30, 16, 0, 5)),
        U("foes", 1, ((WARRIOR, 10),), block=(28, 20, 180, 5)),
        rulings={"WAB-R-98": reading},
    ).changed(charges=(Charge(0, 2), Charge(1, 2)))
    assert [charge.unit for charge in in_order(state, table_of(state))] == order


def at_skirmishers(reading: str) -> Battle:
    """A block that is about to charge eight loose models in a line twice as wide."""
    return battle(
        U("block", 0, ((changed(WARRIOR, M=4), 20),), block=(24, 12, 0, 5)),
        U("loose", 1, ((WARRIOR, 8),), at=row(17, 18.2, 8, 1.9, 180), formation="skirmish"),
        rulings={"WAB-R-99": reading},
    ).changed(charges=(Charge(0, 1, in_reach=True),))


def moves(before: Battle, after: Battle) -> list[float]:
    """Distance that each of the loose models has gone, in inches."""
    pairs = [(before.plane.place(model), after.plane.place(model)) for model in after.plane.models(1)]
    return [distance((one.x, one.y), (other.x, other.y)) / INCH for one, other in pairs]


def test_loose_models_that_hold_stand_where_they_are() -> None:
    """WAB-RX-06, WAB-R-99: nobody is asked."""
    state = at_skirmishers("default")
    after, events, asked = played(state, move_charger, 0)
    assert set(moves(state, after)) == {0}
    assert [one.manner for one in events if isinstance(one, Moved)] == ["charged"]
    assert "WAB-RX-06" not in asked
    assert after.plane.touching(1)


def test_loose_models_may_close_up_if_their_owner_likes() -> None:
    """WAB-R-99: the log has the longest move, which is no longer than their rate."""
    state = at_skirmishers("close-up")
    after, events, asked = played(state, move_charger, 0)
    furthest = max(moves(state, after))
    told = next(one for one in events if isinstance(one, Moved) and one.manner == "closed up")
    assert told.parts == (f'the furthest by {furthest:.2f}": WAB-R-99',)
    assert told.clause == "WAB-RX-06"
    assert 2 < furthest <= 5.01
    assert "WAB-RX-06" in asked
    assert len(after.plane.touching(1)) > 4
    stood, _, _ = played(state, move_charger, 0, policy=lambda one: one.clause != "WAB-RX-06" and first(one))
    assert set(moves(state, stood)) == {0}


# --- Losses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "left"), [("default", 19.6), ("nearest-fall", 17)])
def test_loose_models_fall_from_the_rear_or_where_they_fight(reading, left) -> None:
    """WAB-R-100."""
    for at in ([(24, 17), (24, 19.6062)], [(24, 19.6062), (24, 17)]):
        state = battle(
            U("loose", 0, ((WARRIOR, 2),), at=at, formation="skirmish"),
            U("foes", 1, ((WARRIOR, 5),), block=(24, 20, 180, 5)),
            rulings={"WAB-R-100": reading},
        )
        after = losing(state, table_of(state), body_of(state, 0), 1).battle
        assert [round(after.plane.place(one).y / INCH, 1) for one in after.plane.models(0)] == [left]


# --- Counter-charges -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "turned"), [("default", True), ("wheel-paid", False)])
def test_a_counter_charger_wheels_for_free_or_within_half_its_move(reading, turned) -> None:
    """WAB-R-101: a wheel of 45 degrees costs a front of five horse 3.9 inches of its 4."""
    state = battle(
        U("chargers", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("charged", 1, ((RIDER, 10),), block=(38, 20, 180, 5), base=HORSE),
        rulings={"WAB-R-101": reading},
    ).changed(charges=(Charge(0, 1, in_reach=True),))
    after, events, _ = played(state, counter_charge, 1)
    (told,) = (one for one in events if isinstance(one, Moved))
    assert (told.parts == ("after a free wheel: WAB-R-101",)) is turned
    before, end = (one.plane.standings[1] for one in (state, after))
    assert isinstance(before, Block)
    assert isinstance(end, Block)
    assert before.facing != end.facing


# --- Flights ---------------------------------------------------------------------------------------------------------


def fleeing(reading: str, dice: tuple[int, ...], *others: U, ruling: str = "WAB-R-102", x: float = 24) -> Any:
    """A line of ten that flees from an enemy in contact below it."""
    state = battle(
        U("line", 0, ((WARRIOR, 10),), block=(24, 20, 180, 10)),
        U("foes", 1, ((WARRIOR, 20),), block=(x, 20, 0, 5), formation="close"),
        *others,
        rulings={ruling: reading},
    ).having(0, fleeing=True)
    after, events, asked = played(state, run_away, 0, 1, dice=dice)
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
def test_a_unit_that_would_stop_among_friends_goes_round_them_or_on_or_stops_short(reading, parts) -> None:
    """WAB-R-102: the log says how far it ran, how far it rolled, and why."""
    _, after, told, asked = fleeing(reading, (1, 2), FRIENDS)
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
def test_a_unit_that_rolls_far_enough_runs_through_friends_under_every_reading(reading) -> None:
    """WAB-R-102."""
    state, after, told, _ = fleeing(reading, (6, 6), FRIENDS)
    assert (told.inches, told.parts) == (12, ())
    assert middle(after, 0)[0] == pytest.approx(middle(state, 0)[0], abs=100)


def test_a_unit_with_no_way_free_stops_before_what_is_in_its_way() -> None:
    """WAB-FL-04, WAB-R-102: the log says what it rolled."""
    behind = U("behind", 0, ((WARRIOR, 200),), block=(24, 25.6, 0, 40))
    beside = (U(f"at {x}", 0, ((WARRIOR, 60),), block=(x, 21.6, 0, 10)) for x in (16, 32))
    _, _, told, _ = fleeing("default", (1, 2), behind, *beside)
    assert told.inches < 3
    assert told.parts == ("rolled 3", "no way is free")


@pytest.mark.parametrize(("reading", "wide"), [("default", False), ("as-it-stands", True)])
def test_a_fleeing_unit_gathers_in_a_mass_or_keeps_its_places(reading, wide) -> None:
    """WAB-R-103."""
    state, after, _, _ = fleeing(reading, (3, 4), ruling="WAB-R-103")
    xs = [after.plane.place(model).x / INCH for model in after.plane.models(0)]
    assert (max(xs) - min(xs) > 9 * FILE - 0.01) is wide
    assert isinstance(after.plane.standings[0], Loose)
    assert state.living(0) == after.living(0)


@pytest.mark.parametrize(("reading", "aside"), [("default", False), ("middle-to-middle", True)])
def test_straight_away_is_from_the_side_in_contact_or_from_the_middle(reading, aside) -> None:
    """WAB-R-104: the enemy stands at the left end of the line."""
    state, after, _, _ = fleeing(reading, (3, 4), ruling="WAB-R-104", x=21)
    assert (middle(after, 0)[0] - middle(state, 0)[0] > INCH) is aside


@pytest.mark.parametrize(("reading", "aside"), [("default", True), ("straight-ahead", False)])
def test_a_pursuer_goes_towards_its_enemy_or_straight_ahead(reading, aside) -> None:
    """WAB-R-105."""
    state = battle(
        U("riders", 0, ((WARRIOR, 5),), block=(20, 20, 0, 5)),
        U("runners", 1, ((WARRIOR, 5),), block=(28, 32, 0, 5)),
        rulings={"WAB-R-105": reading},
    )
    after = pursued(state, table_of(state), 0, 1, 3)
    assert (middle(after, 0)[0] > middle(state, 0)[0]) is aside
    assert middle(after, 0)[1] > middle(state, 0)[1]


# --- Shots and heights -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "bands"), [("default", {SHORT: 9}), ("own-range", {SHORT: 6, LONG: 3})])
def test_massed_missiles_shoot_at_the_range_of_the_front_rank_or_at_their_own(reading, bands) -> None:
    """WAB-R-106: half the range of a long bow is 15 inches, from the second rank it is further."""
    state = battle(
        U("red", 0, ((armed(changed(WARRIOR, BS=3), "long bow"), 12),), block=(30, 10, 0, 6)),
        U("blue", 1, ((WARRIOR, 20),), block=(30, 24.7, 180, 10)),
        rulings={"WAB-R-106": reading},
    )
    found = shooters(state, table_of(state), 0, 1, reaction=False)
    assert {band: count for (_, band), count in found.items()} == bands


@pytest.mark.parametrize(("reading", "higher"), [("default", False), ("highest-model", True)])
def test_a_unit_stands_as_high_as_half_of_its_models_or_as_the_highest(reading, higher) -> None:
    """WAB-R-107: one of five is on the hill."""
    state = battle(
        U("red", 0, ((WARRIOR, 5),), block=(24, 20, 0, 5)),
        U("blue", 1, ((WARRIOR, 5),), block=(24, 20, 180, 5)),
        grounds=[G("open", ((25, 15), (30, 15), (30, 19.99), (25, 19.99)), height=2)],
        rulings={"WAB-R-107": reading},
    )
    assert stands_higher(state, table_of(state), 0, (1,)) is higher
