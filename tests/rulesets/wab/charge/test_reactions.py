"""Reactions available to the target of a charge, and their results once the charge is measured."""

from collections.abc import Iterable

import pytest

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.events import Event
from pilein.kernel.table import Table
from pilein.lab.sentences import sentence
from pilein.rulesets.wab.charge.reactions import (
    counter_charge,
    distance_of,
    may_counter_charge,
    nearest_charge,
    reactions,
)
from pilein.rulesets.wab.movement_events import Moved
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.shooting.shooters import may_shoot
from pilein.rulesets.wab.state import Battle, Charge
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, armed, battle, changed
from tests.rulesets.wab.builder import battle as fielded
from tests.rulesets.wab.charging import (
    FOOT_MAN,
    GO,
    block,
    charged,
    declared,
    foot_at_archers,
    horse_at_horse,
    reactions_told,
)
from tests.rulesets.wab.playing import played_by

FRENZIED = ("Frenzy",)


def possible(state: Battle, target: int = 1) -> tuple[str, ...]:
    """Return the reactions available to the target of a charge by unit 0."""
    charged = state.changed(charges=(Charge(0, target),))
    return reactions(charged, Table(state.setup.readings), target)


@pytest.mark.clause("WAB-RX-01", "WAB-RX-06")
def test_a_charged_unit_is_offered_only_reactions_that_it_can_carry_out() -> None:
    """WAB-R-42: units without missile weapons cannot choose reactions that shoot."""
    assert possible(foot_at_archers(8)) == ("shoot", "hold", "flee", "fire and flee")
    assert possible(foot_at_archers(8, missiles=())) == ("hold", "flee")
    assert possible(horse_at_horse(9)) == ("counter", "hold", "flee")


def test_a_charged_unit_that_is_fleeing_can_only_flee_again_and_one_in_combat_can_only_hold() -> None:
    """WAB-R-42: neither unit has a choice of reactions."""
    assert possible(foot_at_archers(8).having(1, fleeing=True)) == ("flee",)
    friends = U("friends", 0, ((WARRIOR, 5),), block=(20, 18, 0, 5))
    assert possible(foot_at_archers(8, friends)) == ("hold",)


@pytest.mark.clause("WAB-RX-13", "WAB-FZ-02", "WAB-FM-09")
def test_frenzied_units_may_not_flee_from_a_charge_and_fast_marching_ones_may_not_counter_charge() -> None:
    assert possible(foot_at_archers(8, rules=FRENZIED)) == ("shoot", "hold")
    assert possible(horse_at_horse(9).having(1, move="fast marched")) == ("hold", "flee")


def test_a_charged_unit_may_shoot_only_at_a_charger_in_its_arc_of_vision() -> None:
    """WAB-R-40: the charger must be in the arc of vision of the target."""
    turned = battle(
        U("foot", 0, ((FOOT_MAN, 20),), block=(20, 10, 0, 5)),
        U("archers", 1, ((armed(WARRIOR, "bow"), 10),), block=(20, 18, 0, 10)),
    )
    assert possible(turned) == ("hold", "flee")


@pytest.mark.clause("WAB-RX-09")
def test_fleeing_troops_cannot_shoot() -> None:
    state = foot_at_archers(8).changed(active=1)
    table = Table(state.setup.readings)
    assert may_shoot(state, table, 1)
    assert not may_shoot(state.having(1, fleeing=True), table, 1)


@pytest.mark.clause("WAB-RX-04")
@pytest.mark.example("WAB-EX-04")
@pytest.mark.parametrize(("chosen", "done"), [("shoot", "hold"), ("fire and flee", "flee")])
def test_in_example_ex04_a_charger_at_exactly_half_its_reach_is_too_near_to_be_shot_at(chosen: str, done: str) -> None:
    dice = [1, 1] if done == "flee" else []
    after, script = declared(foot_at_archers(4), dice, [GO, chosen])
    assert after.status(1).reaction == done
    assert reactions_told(script)[1:] == [done]
    assert after.living(0) == 20


def test_under_the_fnf_any_distance_ruling_a_unit_may_fire_and_flee_at_any_distance() -> None:
    """WAB-R-43: all ten shots miss, and the unit then flees 6 + 5 - 1 inches."""
    state = foot_at_archers(4, rulings={"WAB-R-43": "fnf-any-distance"})
    after, _ = declared(state, [1] * 10 + [6, 5, 1], [GO, "fire and flee"])
    assert after.status(1).reaction == "fire and flee"


@pytest.mark.parametrize(("option", "done"), [("default", "hold"), ("cc-any-distance", "counter")])
def test_a_counter_charge_requires_the_same_distance_from_the_charger_as_standing_and_shooting(
    option: str, done: str
) -> None:
    """WAB-R-38: the charger must start further away than half of its charge move of 16 inches."""
    state = horse_at_horse(8, rulings={"WAB-R-38": option})
    assert declared(state, answers=[GO, "counter"])[0].status(1).reaction == done
    assert declared(horse_at_horse(8.1), answers=[GO, "counter"])[0].status(1).reaction == "counter"


def test_the_distance_for_a_charge_reaction_is_measured_to_the_nearest_of_several_chargers() -> None:
    """WAB-R-37: the riders are 7 inches away and the foot soldiers 8 inches."""
    state = foot_at_archers(8, U("riders", 0, ((RIDER, 5),), block=(24, 11, 0, 5), base=HORSE))
    both = state.changed(charges=(Charge(0, 1), Charge(2, 1)))
    assert nearest_charge(both, 1).unit == 2
    assert nearest_charge(state.changed(charges=(Charge(0, 1),)), 1).unit == 0


def test_a_unit_has_one_reaction_to_all_its_chargers() -> None:
    """WAB-R-37: the nearer charger is 7 inches away, which is not more than half of its charge move of 16 inches."""
    state = foot_at_archers(8, U("riders", 0, ((RIDER, 5),), block=(24, 11, 0, 5), base=HORSE))
    after, script = declared(state, answers=[(1, 0, 2), "shoot"])
    assert after.status(1).reaction == "hold"
    assert [charge.unit for charge in after.charges] == [0, 2]
    assert len(reactions_told(script)) == 2
    assert block(after, 1) == block(state, 1)


def test_heavy_chariots_do_not_counter_charge() -> None:
    cart = changed(RIDER, type="heavy chariot")
    state = battle(
        U("riders", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("carts", 1, ((cart, 4),), block=(30, 20, 180, 2), base=HORSE),
    )
    assert possible(state) == ("hold", "flee")


CART = changed(RIDER, type="light chariot", mounted=False)
HEAVY_CART = changed(RIDER, type="heavy chariot", mounted=False)
CATAPHRACT = changed(RIDER, rules=("Cataphract",))


def may(state: Battle, arc: str = "front") -> bool:
    met = state.changed(charges=(Charge(0, 1, arc),))  # type: ignore[arg-type]
    return may_counter_charge(met, Table(state.setup.readings), 1)


def lines(ours: Traits, theirs: Traits, option: str = "default", facing: float = 180, files: int = 5) -> Battle:
    return battle(
        U("chargers", 0, ((ours, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("charged", 1, ((theirs, 10),), block=(30, 22, facing, files), base=HORSE),
        rulings={"WAB-R-38": option},
    )


@pytest.mark.clause("WAB-RX-02")
@pytest.mark.parametrize(
    ("theirs", "option", "allowed"),
    [
        (RIDER, "default", True),
        (CART, "default", True),
        (WARRIOR, "default", False),
        (HEAVY_CART, "default", False),
        (HEAVY_CART, "cc-any-chariot", False),
        (CATAPHRACT, "default", True),
        (CATAPHRACT, "cc-any-chariot", False),
    ],
)
def test_cavalry_and_light_chariots_may_counter_charge(theirs: Traits, option: str, allowed: bool) -> None:
    assert may(lines(RIDER, theirs, option)) is allowed


@pytest.mark.clause("WAB-RX-03")
@pytest.mark.parametrize(
    ("ours", "option", "allowed"),
    [
        (CART, "default", True),
        (WARRIOR, "default", False),
        (HEAVY_CART, "default", False),
        (HEAVY_CART, "cc-any-chariot", True),
    ],
)
def test_only_cavalry_and_light_chariots_can_be_counter_charged(ours: Traits, option: str, allowed: bool) -> None:
    assert may(lines(ours, RIDER, option)) is allowed


@pytest.mark.clause("WAB-RX-03")
def test_a_counter_charge_answers_only_a_visible_charge_into_the_front() -> None:
    assert not may(lines(RIDER, RIDER), "flank")
    assert not may(lines(RIDER, RIDER, facing=0))


@pytest.mark.parametrize(("option", "allowed"), [("default", False), ("column-may-charge", True)])
def test_a_unit_in_march_column_does_not_counter_charge(option: str, allowed: bool) -> None:
    state = battle(
        U("chargers", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("charged", 1, ((RIDER, 10),), block=(30, 22, 180, 2), base=HORSE),
        rulings={"WAB-R-50": option},
    )
    assert may(state) is allowed


@pytest.mark.parametrize(("option", "inches"), [("default", 4), ("cc-full-rate", 8)])
def test_a_counter_charger_moves_half_its_rate_and_then_the_charger_completes_its_charge(
    option: str, inches: int
) -> None:
    """WAB-R-38: both units then count as having charged."""
    state = horse_at_horse(12, rulings={"WAB-R-38": option})
    after = charged(state, answers=[GO, "counter"])
    assert block(after, 1).y == ticks(22 - inches)
    assert block(after, 0).y == ticks(22 - inches)
    assert (after.status(0).charge, after.status(1).charge) == ("charged", "counter")
    assert after.plane.touched_units(1) == (0,)


def test_a_counter_charger_stops_as_soon_as_it_makes_contact() -> None:
    state = horse_at_horse(3, rulings={"WAB-R-38": "cc-any-distance"})
    after = charged(state, answers=[GO, "counter"])
    assert after.plane.touched_units(1) == (0,)
    assert block(after, 0) == block(state, 0)
    assert abs(block(after, 1).y - ticks(10)) < 10
    assert (after.status(0).charge, after.status(1).charge) == ("charged", "counter")


def test_a_counter_charger_moves_an_inch_and_the_charge_fails_if_the_charge_cannot_reach_it() -> None:
    """WAB-R-38: the charger stops short of the counter-charger, which moves an inch."""
    after = charged(horse_at_horse(16.5), answers=[GO, "counter"])
    assert block(after, 1).y == ticks(25.5)
    assert block(after, 0).y == ticks(18)
    assert (after.status(0).charge, after.status(1).charge) == ("", "")


def test_a_counter_charger_first_wheels_to_face_the_charger() -> None:
    """WAB-R-38: the wheel precedes the move straight ahead."""
    state = battle(
        U("chargers", 0, ((RIDER, 10),), block=(24, 10, 0, 5), base=HORSE),
        U("charged", 1, ((RIDER, 10),), block=(30, 21, 180, 5), base=HORSE),
    )
    after = charged(state, answers=[GO, "counter"])
    assert 18000 < block(after, 1).facing < 22000
    assert after.plane.touched_units(1) == (0,)
    gone = (block(after, 1).y - block(state, 1).y) / INCH
    assert -5 < gone < -3


def test_skirmishing_riders_counter_charge_in_loose_formation() -> None:
    loose = U("others", 1, ((RIDER, 2),), at=((29, 24, 180), (31, 24, 180)), base=HORSE, formation="skirmish")
    state = battle(U("riders", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE), loose)
    after = charged(state, answers=[GO, "counter"])
    assert after.plane.place(10).y == ticks(20)
    assert after.plane.touched_units(1) == (0,)


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
def test_slow_ground_shortens_a_counter_charge(formation: str, kind: str, inches: float) -> None:
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
def test_a_counter_charger_wheels_only_if_it_has_room_to_wheel(sweep: bool) -> None:
    """The counter-charger turns to face the charger in one wheel or not at all. A friend stands where its rear would
    pass.
    """
    state = battle(
        U("riders", 0, ((RIDER, 10),), block=(24, 10, 0, 5), base=HORSE),
        U("others", 1, ((RIDER, 10),), block=(30, 21, 180, 5), base=HORSE),
        U("friend", 1, ((WARRIOR, 1),), at=((32.92, 23.5) if sweep else (50, 20),), formation="skirmish"),
    )
    after = charged(state, answers=[GO, "counter"])
    assert (block(after, 1).facing != 18000) is not sweep
    assert not any(overlaps(after.plane.shape(model), after.plane.shape(20)) for model in range(10, 20))


def sentences(events: Iterable[Event]) -> list[str]:
    return [sentence(event) for event in events]


@pytest.mark.clause("WAB-RX-04")
def test_the_log_gives_the_reason_if_a_unit_holds_because_it_has_no_time_to_counter_charge() -> None:
    _, script = declared(horse_at_horse(6), answers=[GO, "counter"])
    told = [one for one in sentences(script.events) if one.startswith("others")]
    assert told == [
        "others reacted to the charge: counter-charge",
        "others had no time for that because the chargers were too near: hold",
    ]


@pytest.mark.parametrize(("reading", "inches"), [("default", 3.5), ("round-up-moves", 4)])
def test_under_the_round_up_moves_ruling_the_half_move_of_a_counter_charger_is_rounded_up(reading, inches) -> None:
    state = battle(U("ours", 0, ((changed(RIDER, M=7), 1),), block=(24, 24, 0, 1)), rulings={"WAB-R-27": reading})
    assert distance_of(state, Table(state.setup.readings), 0) == inches * INCH


HERE, FRIEND, FOE = 0, 1, 2


def test_a_counter_charge_is_allowed_only_if_the_charger_that_it_meets_is_far_enough_away() -> None:
    """WAB-R-38: cavalry charges from a distance of 12 inches, and infantry from 3."""
    state = fielded(
        U("foot", 0, ((WARRIOR, 5),), block=(28, 19, 0, 5)),
        U("riders", 0, ((RIDER, 5),), block=(23, 10, 0, 5), base=HORSE),
        U("others", 1, ((RIDER, 5),), block=(24, 22, 180, 5), base=HORSE),
    )
    after, script = declared(state, (), [(FOE, HERE, FRIEND), "counter"])
    assert reactions_told(script) == ["counter-charge"]
    assert after.status(FOE).reaction == "counter"


@pytest.mark.parametrize(("reading", "turned"), [("default", True), ("wheel-paid", False)])
def test_a_ruling_decides_whether_the_wheel_of_a_counter_charger_counts_towards_its_half_move(reading, turned) -> None:
    """WAB-R-101: five riders side by side spend 3.9 of the 4 inches of their half move on a wheel of 45 degrees."""
    state = battle(
        U("chargers", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("charged", 1, ((RIDER, 10),), block=(38, 20, 180, 5), base=HORSE),
        rulings={"WAB-R-101": reading},
    ).changed(charges=(Charge(0, 1, in_reach=True),))
    after, events, _ = played_by(state, counter_charge, 1)
    (told,) = (one for one in events if isinstance(one, Moved))
    assert (told.parts == ("after a free wheel: WAB-R-101",)) is turned
    before, end = (one.plane.standings[1] for one in (state, after))
    assert isinstance(before, Block)
    assert isinstance(end, Block)
    assert before.facing != end.facing
