"""Units that losses have parted from their enemies."""

import pytest

from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.combat.closing_up import close_up
from pilein.rulesets.wab.state import Assault, Battle, Fight
from tests.rulesets.wab.builder import WARRIOR, U, battle
from tests.rulesets.wab.fights import fought, front

RANK = 20 / 25.4  # inches


def surrounded() -> Battle:
    """Blue has eleven models in ranks of five, red before it and behind the one in its last rank."""
    red = U("red", 0, ((WARRIOR, 10),), block=(24, 20, 0, 5))
    blue = U("blue", 1, ((WARRIOR, 11),), block=(24, 20, 180, 5))
    rear = U("rear", 0, ((WARRIOR, 5),), block=(24, 20 + 3 * RANK, 180, 5))
    state = battle(red, blue, rear, assaults=[Assault(2, 1, "rear")])
    return state.after(fight=Fight((0, 1, 2)))


def without_the_last(state: Battle, unit: int) -> Battle:
    return state.on(state.plane.without(frozenset({state.plane.models(unit)[-1]})))


def test_who_has_lost_its_enemy_to_losses_closes_up_to_it() -> None:
    """WAB-R-94."""
    state = surrounded()
    assert state.plane.touched_units(2) == (1,)
    assert fought(state, close_up) == state
    parted = without_the_last(state, 1)
    assert parted.plane.touched_units(2) == ()
    after = fought(parted, close_up)
    assert after.plane.touched_units(2) == (1,)
    assert (front(state, 2).y - front(after, 2).y) / INCH == pytest.approx(RANK, abs=0.01)
    assert [front(after, unit) for unit in (0, 1)] == [front(parted, unit) for unit in (0, 1)]


def test_at_the_end_of_a_line_it_closes_up_sideways() -> None:
    """WAB-R-94."""
    red = U("red", 0, ((WARRIOR, 3),), block=(24, 20, 0, 3))
    blue = U("blue", 1, ((WARRIOR, 8),), block=(24 + 5.5 * RANK, 20, 180, 8))
    state = battle(red, blue).after(fight=Fight((0, 1)))
    assert state.plane.touched_units(0) == (1,)
    left = front(state, 1)
    parted = without_the_last(state, 1)
    assert parted.plane.touched_units(0) == ()
    after = fought(parted, close_up)
    assert after.plane.touched_units(0) == (1,)
    assert front(after, 1) == front(parted, 1)
    assert left.y == front(after, 1).y


def test_it_goes_a_little_aside_for_friends() -> None:
    """WAB-R-94."""
    state = surrounded()
    flankers = U("flankers", 0, ((WARRIOR, 1),), block=(24 + 3 * RANK, 20 + 2.5 * RANK, 0, 1))
    crowded = battle(
        U("red", 0, ((WARRIOR, 10),), block=(24, 20, 0, 5)),
        U("blue", 1, ((WARRIOR, 10),), block=(24, 20, 180, 5)),
        U("rear", 0, ((WARRIOR, 5),), block=(24 + RANK / 4, 20 + 3 * RANK, 180, 5)),
        flankers,
    ).after(fight=state.fight)
    after = fought(crowded, close_up)
    assert after.plane.touched_units(2) == (1,)
    assert front(after, 2).x < front(crowded, 2).x


def test_nobody_closes_up_where_the_enemy_is_gone_or_there_is_no_room() -> None:
    """WAB-R-94."""
    state = surrounded()
    gone = state.on(state.plane.without(frozenset(state.plane.models(1))))
    assert fought(gone, close_up) == gone
    parted = without_the_last(state, 1)
    crowded = battle(
        U("red", 0, ((WARRIOR, 10),), block=(24, 20, 0, 5)),
        U("blue", 1, ((WARRIOR, 10),), block=(24, 20, 180, 5)),
        U("rear", 0, ((WARRIOR, 5),), block=(24, 20 + 3 * RANK, 180, 5)),
        U("friends", 0, ((WARRIOR, 1),), block=(24, 20 + 2.9 * RANK, 180, 1)),
    ).after(fight=Fight((0, 1, 2)))
    assert parted.living(1) == crowded.living(1)
    assert fought(crowded, close_up) == crowded
