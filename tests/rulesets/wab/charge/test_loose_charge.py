"""Loose models charge and are charged."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import distance
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import arrival, charge_reach, is_in_reach
from pilein.rulesets.wab.charge.choice import charge_at
from pilein.rulesets.wab.charge.loose_charge import closed_up_to
from pilein.rulesets.wab.charge.moves import move_charger
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.movement_events import Moved
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.state import Battle, Charge
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import FOOT, HORSE, LEGIONARY, RIDER, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.builder import battle as fielded
from tests.rulesets.wab.charging import GO, charged
from tests.rulesets.wab.playing import played_by


def skirmish(far: float, *more: U, grounds=(), files: int = 5, models: int = 5) -> Battle:
    return battle(
        U("ours", 0, ((WARRIOR, models),), at=row(17, 10, models, 1.5), formation="skirmish", base=FOOT),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 10 + far, 180, files)),
        *more,
        grounds=grounds,
    )


def touching(state: Battle) -> int:
    return sum(1 for model in state.plane.models(0) if state.plane.contacts.enemies[model])


def is_clear(state: Battle) -> bool:
    shapes = list(state.plane.shapes.values())
    return not any(overlaps(one, other) for place, one in enumerate(shapes) for other in shapes[place + 1 :])


def test_each_loose_charger_goes_straight_to_an_enemy() -> None:
    after = charged(skirmish(6), answers=[GO, "hold"])
    assert touching(after) == 5
    assert after.status(0).charge == "charged"
    assert is_clear(after)


def test_charging_models_without_a_place_in_contact_follow_behind_the_others() -> None:
    after = charged(skirmish(6, files=1, models=8), answers=[GO, "hold"])
    assert 0 < touching(after) < 8
    assert is_clear(after)
    assert all(after.plane.place(model).y > 0 for model in after.plane.models(0))


def test_loose_chargers_out_of_reach_of_their_target_move_at_their_normal_rate() -> None:
    state = skirmish(13)
    after = charged(state, answers=[GO, "hold"])
    assert touching(after) == 0
    assert after.status(0).charge == ""
    assert is_clear(after)


def test_only_very_difficult_ground_slows_loose_chargers() -> None:
    band = ((10, 12), (30, 12), (30, 15), (10, 15))
    assert touching(charged(skirmish(9, grounds=[G("difficult", band)]), answers=[GO, "hold"])) == 5
    assert touching(charged(skirmish(9, grounds=[G("very difficult", band)]), answers=[GO, "hold"])) == 0


def test_all_models_of_a_loose_unit_can_charge_into_contact_with_loose_models() -> None:
    state = battle(
        U("ours", 0, ((WARRIOR, 4),), at=row(17, 10, 4, 1.5), formation="skirmish"),
        U("foes", 1, ((WARRIOR, 4),), at=row(17.3, 15, 4, 1.5, 180), formation="skirmish"),
    )
    after = charged(state, answers=[GO, "hold"])
    assert touching(after) == 4
    assert is_clear(after)


HERO = changed(WARRIOR, type="character")
EIGHT = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 5)), min_size=1, max_size=8, unique=True)
PLACES = st.tuples(st.floats(-8, 8), st.floats(2, 12), st.floats(0, 359.99))


def crowd(spots: list[tuple[int, int]], x: float, y: float) -> list[tuple[float, float]]:
    return [(x + 0.85 * across, y + 0.85 * along) for across, along in spots]


def nobody_overlaps(state: Battle) -> bool:
    bodies = state.plane.shapes.values()
    return not any(overlaps(one, other) for one, other in combinations(bodies, 2))


@given(EIGHT, PLACES, st.integers(1, 6))
def test_on_random_tables_loose_chargers_overlap_no_model_and_stay_within_their_reach(spots, place, files) -> None:
    x, y, facing = place
    state = battle(
        U("ours", 0, ((WARRIOR, len(spots)),), at=crowd(spots, 26, 10), formation="skirmish"),
        U("foes", 1, ((WARRIOR, 12),), block=(30 + x, 16 + y, facing, files)),
        U("hero", 1, ((HERO, 1),), at=[(22, 18)], formation="skirmish"),
        U("friends", 0, ((WARRIOR, 6),), block=(40, 17, 10, 3)),
    )
    table = Table(state.setup.readings)
    if not nobody_overlaps(state):
        return
    for target in (1, 2):
        charge = charge_at(state, table, 0, target)
        reach = charge_reach(state, table, 0)
        end = arrival(state, table, charge, reach)
        assert (end is not None) is is_in_reach(state, table, charge)
        if end is not None:
            after = state.on(state.plane.with_standing(0, end))
            assert nobody_overlaps(after)
            assert after.plane.touched_units(0) == (target,)
            for model in after.plane.models(0):
                here, there = state.plane.place(model), after.plane.place(model)
                assert (here.x - there.x) ** 2 + (here.y - there.y) ** 2 <= (reach + 2 * CONTACT) ** 2


@given(EIGHT, st.floats(-4, 4), st.floats(3, 9))
def test_on_random_tables_loose_targets_that_close_up_do_not_overlap_any_model(spots, x, y) -> None:
    state = battle(
        U("ours", 0, ((RIDER, 6),), block=(30 + x, 12 + y, 0, 3), base=HORSE),
        U("foes", 1, ((WARRIOR, len(spots)),), at=crowd(spots, 26, 22), formation="skirmish"),
        U("others", 0, ((WARRIOR, 6),), block=(38, 25, 270, 3)),
    )
    table = Table(state.setup.readings)
    end = arrival(state, table, Charge(0, 1), charge_reach(state, table, 0))
    if end is None or not nobody_overlaps(state):
        return
    before = state.on(state.plane.with_standing(0, end))
    closed = closed_up_to(before, table, 1, foes(before, 1), rate(before, table, 1))
    after = before if closed is None else before.on(before.plane.with_standing(1, closed))
    assert nobody_overlaps(after)
    assert set(before.plane.touching(1)) <= set(after.plane.touching(1))
    assert after.plane.touched_units(1) == before.plane.touched_units(1)
    far = rate(state, table, 1)
    for model in after.plane.models(1):
        here, there = before.plane.place(model), after.plane.place(model)
        assert (here.x - there.x) ** 2 + (here.y - there.y) ** 2 <= (far + 2 * CONTACT) ** 2
    assert far == 5 * INCH


PLAIN = changed(LEGIONARY, WS=3, armour="none", shield="none")


def models_touching(state: Battle, unit: int) -> int:
    return len(state.plane.touching(unit))


def test_loose_chargers_do_not_touch_a_unit_that_was_not_charged() -> None:
    """WAB-R-36: the eighth model finds no place beside the hero and keeps clear of the block."""
    runner = changed(PLAIN, M=5, Ld=7)
    hero = changed(PLAIN, type="character")
    state = fielded(
        U("loose", 0, ((runner, 8),), at=[(20.5 + one, 14) for one in range(8)], formation="skirmish"),
        U("hero", 1, ((hero, 1),), at=[(24, 20, 180)], formation="skirmish"),
        U("block", 1, ((PLAIN, 20),), block=(28, 17.6, 180, 5), formation="close"),
    )
    after = charged(state, answers=[(1, 0), "hold"])
    assert after.plane.touched_units(0) == (1,)
    assert models_touching(after, 0) >= 4


@pytest.mark.parametrize(("many", "fighting"), [(3, 3), (4, 4), (8, 8)])
def test_a_single_enemy_is_touched_by_as_many_loose_chargers_as_have_room(many, fighting) -> None:
    """WAB-R-36: four models stand at the enemy's sides and four at its corners."""
    state = fielded(
        U("loose", 0, ((changed(PLAIN, M=5), many),), at=[(21 + one, 16) for one in range(many)], formation="skirmish"),
        U("hero", 1, ((changed(PLAIN, type="character"), 1),), at=[(24, 20, 180)], formation="skirmish"),
    )
    assert models_touching(charged(state, answers=[(1, 0), "hold"]), 0) == fighting


def test_loose_chargers_fill_the_front_of_a_block_from_end_to_end() -> None:
    """WAB-R-36: there is room for seven models in front of six files. In an earlier version of the code, places that
    were counted twice hid those at the ends, so only five models moved to the front.
    """
    column = [(19.913 + 0.956 * (one % 2), 20.606 - 0.956 * (one // 2)) for one in range(12)]
    state = fielded(
        U("loose", 0, ((changed(PLAIN, M=5), 12),), at=column, formation="skirmish"),
        U("block", 1, ((PLAIN, 10),), block=(17.8117, 25.6684, 147.29, 6), formation="open"),
    )
    assert models_touching(charged(state, answers=[(1, 0), "hold"]), 0) >= 7


SCATTERED = [
    (20.5, 18.354),
    (21.5, 18.155),
    (22.5, 18.594),
    (23.5, 18.232),
    (24.5, 18.1),
    (25.5, 18.602),
    (26.5, 19.377),
    (27.5, 19.201),
]


def test_under_the_close_up_ruling_a_loose_target_closes_up_to_the_charging_block() -> None:
    """WAB-R-99 `close-up`: five files of the block and at least six of the loose models end in contact."""
    state = fielded(
        U("block", 0, ((changed(PLAIN, Ld=10), 20),), block=(24, 12, 0, 5)),
        U("loose", 1, ((changed(PLAIN, M=5, Ld=10, I=2), 8),), at=SCATTERED, formation="skirmish"),
        rulings={"WAB-R-99": "close-up"},
    )
    after = charged(state, answers=[(1, 0), "hold"])
    assert models_touching(after, 0) >= 5
    assert models_touching(after, 1) >= 6


def at_skirmishers(reading: str) -> Battle:
    """Return a battle of a block that is about to charge eight loose models in a line twice as wide as the block."""
    return battle(
        U("block", 0, ((changed(WARRIOR, M=4), 20),), block=(24, 12, 0, 5)),
        U("loose", 1, ((WARRIOR, 8),), at=row(17, 18.2, 8, 1.9, 180), formation="skirmish"),
        rulings={"WAB-R-99": reading},
    ).changed(charges=(Charge(0, 1, in_reach=True),))


def moves(before: Battle, after: Battle) -> list[float]:
    """Return the distance moved by each of the loose models, in inches."""
    pairs = [(before.plane.place(model), after.plane.place(model)) for model in after.plane.models(1)]
    return [distance((one.x, one.y), (other.x, other.y)) / INCH for one, other in pairs]


def test_by_default_loose_models_that_hold_do_not_move_when_they_are_charged() -> None:
    """WAB-RX-06, WAB-R-99: by default, the owner is not asked."""
    state = at_skirmishers("default")
    after, events, asked = played_by(state, move_charger, 0)
    assert set(moves(state, after)) == {0}
    assert [one.manner for one in events if isinstance(one, Moved)] == ["charged"]
    assert "WAB-RX-06" not in asked
    assert after.plane.touching(1)


def test_under_the_close_up_ruling_the_owner_decides_whether_loose_models_close_up_to_their_chargers() -> None:
    """WAB-R-99: the log states the longest move, which is at most the models' rate."""
    state = at_skirmishers("close-up")
    after, events, asked = played_by(state, move_charger, 0)
    furthest = max(moves(state, after))
    told = next(one for one in events if isinstance(one, Moved) and one.manner == "closed up")
    assert told.parts == (f'the furthest by {furthest:.2f}": WAB-R-99',)
    assert told.clause == "WAB-RX-06"
    assert 2 < furthest <= 5.01
    assert "WAB-RX-06" in asked
    assert len(after.plane.touching(1)) > 4
    stood, _, _ = played_by(state, move_charger, 0, policy=lambda one: one.clause != "WAB-RX-06" and first(one))
    assert set(moves(state, stood)) == {0}
