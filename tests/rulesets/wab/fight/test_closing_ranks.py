"""Closing ranks after losses, and units that losses have parted from their enemies."""

import pytest

from pilein.geometry.blocks import EMPTY, Block, with_slots
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.clearance import is_on_table
from pilein.rulesets.wab.fight.closing_ranks import close_up, with_ranks_closed
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.state import Assault, Battle, Fight
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import fought, front
from tests.rulesets.wab.playing import battle_after

RANK = 20 / 25.4  # inches
FRONT = 20.0


def back_to_front(*others: U) -> Battle:
    """Return a battle in which blue faces up the table in ranks of four. Because it has turned about, it has three
    empty places in front and two models behind.
    """
    state = battle(U("blue", 1, ((WARRIOR, 7),), block=(24, FRONT, 0, 4)), *others)
    models = state.plane.models(0)
    slots = (EMPTY, EMPTY, EMPTY, models[0], *models[1:5], *models[5:], EMPTY, EMPTY)
    return state.on(state.plane.with_standing(0, with_slots(front(state, 0), slots)))


def in_the_notch() -> U:
    """Return a loose enemy that stands in the first empty place of the front rank."""
    return U("red", 0, ((WARRIOR, 1),), at=((24 - 1.5 * RANK, FRONT - RANK / 2, 180),), formation="skirmish")


def slots_of(state: Battle) -> tuple[int, ...]:
    standing = front(state, 0)
    assert isinstance(standing, Block)
    return standing.slots


def test_a_unit_with_gaps_in_its_ranks_closes_them_towards_the_front() -> None:
    """WAB-R-94: ranks are tidied at the end of the phase."""
    state = back_to_front()
    assert slots_of(with_ranks_closed(state, 0)) == state.plane.models(0)


def test_a_unit_with_an_enemy_in_a_gap_in_its_front_rank_closes_its_ranks_towards_the_rear() -> None:
    """WAB-R-94: a unit that has turned about may have an enemy in a gap in its first rank."""
    state = back_to_front(in_the_notch())
    after = with_ranks_closed(state, 0)
    assert slots_of(after) == (*(EMPTY,) * 5, *state.plane.models(0))
    enemy = after.plane.shape(after.plane.models(1)[0])
    assert not any(overlaps(enemy, after.plane.shape(model)) for model in after.plane.models(0))


def surrounded() -> Battle:
    """Return a battle in which blue has eleven models in ranks of five. Red stands in front of blue and behind the
    single model of blue's last rank.
    """
    red = U("red", 0, ((WARRIOR, 10),), block=(24, 20, 0, 5))
    blue = U("blue", 1, ((WARRIOR, 11),), block=(24, 20, 180, 5))
    rear = U("rear", 0, ((WARRIOR, 5),), block=(24, 20 + 3 * RANK, 180, 5))
    state = battle(red, blue, rear, assaults=[Assault(2, 1, "rear")])
    return state.changed(fight=Fight((0, 1, 2)))


def without_the_last(state: Battle, unit: int) -> Battle:
    return state.on(state.plane.without(frozenset({state.plane.models(unit)[-1]})))


def test_a_unit_that_has_lost_contact_through_casualties_closes_up_to_its_enemy() -> None:
    """WAB-R-94: when ranks are tidied, the unit moves back into contact."""
    state = surrounded()
    assert state.plane.touched_units(2) == (1,)
    assert fought(state, close_up) == state
    parted = without_the_last(state, 1)
    assert parted.plane.touched_units(2) == ()
    after = fought(parted, close_up)
    assert after.plane.touched_units(2) == (1,)
    assert (front(state, 2).y - front(after, 2).y) / INCH == pytest.approx(RANK, abs=0.01)
    assert [front(after, unit) for unit in (0, 1)] == [front(parted, unit) for unit in (0, 1)]


def test_a_unit_at_the_end_of_a_line_closes_up_sideways() -> None:
    """WAB-R-94: the unit moves along the line into contact with its enemy."""
    red = U("red", 0, ((WARRIOR, 3),), block=(24, 20, 0, 3))
    blue = U("blue", 1, ((WARRIOR, 8),), block=(24 + 5.5 * RANK, 20, 180, 8))
    state = battle(red, blue).changed(fight=Fight((0, 1)))
    assert state.plane.touched_units(0) == (1,)
    left = front(state, 1)
    parted = without_the_last(state, 1)
    assert parted.plane.touched_units(0) == ()
    after = fought(parted, close_up)
    assert after.plane.touched_units(0) == (1,)
    assert front(after, 1) == front(parted, 1)
    assert left.y == front(after, 1).y


def test_a_unit_closing_up_steps_slightly_sideways_to_avoid_friends() -> None:
    """WAB-R-94: straight ahead, the unit would run into its friends."""
    state = surrounded()
    flankers = U("flankers", 0, ((WARRIOR, 1),), block=(24 + 3 * RANK, 20 + 2.5 * RANK, 0, 1))
    crowded = battle(
        U("red", 0, ((WARRIOR, 10),), block=(24, 20, 0, 5)),
        U("blue", 1, ((WARRIOR, 10),), block=(24, 20, 180, 5)),
        U("rear", 0, ((WARRIOR, 5),), block=(24 + RANK / 4, 20 + 3 * RANK, 180, 5)),
        flankers,
    ).changed(fight=state.fight)
    after = fought(crowded, close_up)
    assert after.plane.touched_units(2) == (1,)
    assert front(after, 2).x < front(crowded, 2).x


def test_a_unit_does_not_close_up_if_it_has_no_room_or_its_enemy_is_gone() -> None:
    """WAB-R-94: the unit stays where it is in both cases."""
    state = surrounded()
    gone = state.on(state.plane.without(frozenset(state.plane.models(1))))
    assert fought(gone, close_up) == gone
    parted = without_the_last(state, 1)
    crowded = battle(
        U("red", 0, ((WARRIOR, 10),), block=(24, 20, 0, 5)),
        U("blue", 1, ((WARRIOR, 10),), block=(24, 20, 180, 5)),
        U("rear", 0, ((WARRIOR, 5),), block=(24, 20 + 3 * RANK, 180, 5)),
        U("friends", 0, ((WARRIOR, 1),), block=(24, 20 + 2.9 * RANK, 180, 1)),
    ).changed(fight=Fight((0, 1, 2)))
    assert parted.living(1) == crowded.living(1)
    assert fought(crowded, close_up) == crowded


def with_one_in_front(x: float, y: float, bearing: float) -> Battle:
    """Return a battle of six models in five files that have turned about, so that one model stands in front of the
    others on the right. A combat is fought elsewhere.
    """
    state = battle(
        U("turned", 0, ((WARRIOR, 6),), block=(x, y, bearing, 5)),
        U("red", 0, ((WARRIOR, 5),), block=(10, 20, 0, 5)),
        U("blue", 1, ((changed(WARRIOR, A=0), 10),), block=(10, 20, 180, 5)),
    )
    block = with_slots(front(state, 0), (EMPTY,) * 4 + tuple(range(6)))
    return state.on(state.plane.with_standing(0, block))


def test_a_combat_elsewhere_does_not_make_a_unit_that_has_turned_about_close_its_ranks() -> None:
    """WAB-MN-04: after turning about, models keep their places even if the front rank is incomplete."""
    state = with_one_in_front(30, 20, 0)
    after = battle_after(state.having(1, charge="charged"), close_combat_phase, [1] * 5)
    assert after.plane.standings[0] == state.plane.standings[0]


def test_a_unit_closes_its_ranks_towards_the_rear_if_the_empty_places_in_its_front_lie_off_the_table() -> None:
    state = with_one_in_front(30, 47, 45)
    size = state.setup.size
    assert size is not None
    for field in (state, with_ranks_closed(state, 0)):
        assert all(is_on_table(field.plane.shape(model), size) for model in field.plane.models(0))
