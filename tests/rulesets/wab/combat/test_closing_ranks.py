"""Ranks that are tidied after losses."""

from pilein.geometry.blocks import EMPTY, Block, with_slots
from pilein.geometry.gaps import overlaps
from pilein.rulesets.wab.combat.closing_ranks import with_ranks_closed
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import WARRIOR, U, battle
from tests.rulesets.wab.fights import front

RANK = 20 / 25.4  # inches
FRONT = 20.0


def back_to_front(*others: U) -> Battle:
    """Blue faces up the table in ranks of four; having turned about it has three places empty in front, two behind."""
    state = battle(U("blue", 1, ((WARRIOR, 7),), block=(24, FRONT, 0, 4)), *others)
    models = state.plane.models(0)
    slots = (EMPTY, EMPTY, EMPTY, models[0], *models[1:5], *models[5:], EMPTY, EMPTY)
    return state.on(state.plane.with_standing(0, with_slots(front(state, 0), slots)))


def in_the_notch() -> U:
    """A loose enemy where the first empty place of the front rank is."""
    return U("red", 0, ((WARRIOR, 1),), at=((24 - 1.5 * RANK, FRONT - RANK / 2, 180),), formation="skirmish")


def slots_of(state: Battle) -> tuple[int, ...]:
    standing = front(state, 0)
    assert isinstance(standing, Block)
    return standing.slots


def test_ranks_are_closed_from_the_front() -> None:
    """WAB-R-94."""
    state = back_to_front()
    assert slots_of(with_ranks_closed(state, 0)) == state.plane.models(0)


def test_they_are_closed_from_behind_where_an_enemy_stands_in_front() -> None:
    """WAB-R-94. A unit that has turned about may have an enemy in the gap of its first rank."""
    state = back_to_front(in_the_notch())
    after = with_ranks_closed(state, 0)
    assert slots_of(after) == (*(EMPTY,) * 5, *state.plane.models(0))
    enemy = after.plane.shape(after.plane.models(1)[0])
    assert not any(overlaps(enemy, after.plane.shape(model)) for model in after.plane.models(0))
