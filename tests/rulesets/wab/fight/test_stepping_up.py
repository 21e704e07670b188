"""Models step into the places that losses have emptied."""

import pytest
from msgspec.structs import replace

from pilein.geometry.blocks import outline
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.fight.combat_phase import fight_combat
from pilein.rulesets.wab.fight.stepping_up import with_gaps_filled
from pilein.rulesets.wab.fight.striking import body_of, losing
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from pilein.tabletop.plane import Loose, Plane
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import FOOT, HORSE, LEGIONARY, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import fought, front
from tests.rulesets.wab.playing import table_of

FIGHTER = changed(LEGIONARY, WS=3, armour="none", shield="none", Ld=10)
RANK = 20 / 25.4
BEHIND = row(22.2, 18.81, 5, 0.9)
BEFORE = row(22.2, 19.6062, 5, 0.9)


def skirmish(at: list[tuple[float, ...]]) -> Battle:
    """Return a battle of ten loose models, five of them in contact, against an enemy in two ranks of five that strikes
    first.
    """
    return battle(
        U("loose", 0, ((changed(FIGHTER, M=5), 10),), at=at, formation="skirmish", status=Status(fought=(1,))),
        U("foes", 1, ((changed(FIGHTER, WS=5, I=5), 10),), block=(24, 20, 180, 5), status=Status(fought=(0,))),
    )


def touching(state: Battle, unit: int) -> int:
    return len(state.plane.touching(unit))


def after_losses(state: Battle, unit: int, wounds: int) -> Battle:
    after = losing(state, Table(state.setup.readings), body_of(state, unit), wounds).battle
    assert isinstance(after, Battle)
    return after


@pytest.mark.parametrize("at", [[*BEHIND, *BEFORE], [*BEFORE, *BEHIND]], ids=["rear first", "front first"])
def test_loose_models_from_behind_step_into_the_places_of_fallen_models(at) -> None:
    """WAB-R-80: only the two survivors strike in this round, but five models do in the next."""
    state = skirmish(at)
    dice = (6, 6, 6, 1, 1, 6, 6, 6, 1, 1)
    after = fought(state, fight_combat, 0, 1, dice=dice)
    assert after.living(0) == 7
    assert touching(state, 0) == touching(after, 0) == 5


def test_the_loose_models_furthest_from_the_enemy_step_up() -> None:
    at = [(24, 17), (24, 15), (24, 19.6062)]
    state = battle(
        U("loose", 0, ((FIGHTER, 3),), at=at, formation="skirmish"),
        U("foes", 1, ((FIGHTER, 5),), block=(24, 20, 180, 5)),
    )
    after = after_losses(state, 0, 1)
    assert sorted(round(after.plane.place(model).y / INCH, 1) for model in after.plane.models(0)) == [17, 19.6]


def test_a_loose_model_steps_into_the_left_one_of_two_equally_distant_places() -> None:
    at = [(22, 18), (24, 18), (23, 20), (23, 21.5)]
    state = battle(
        U("loose", 0, ((FIGHTER, 4),), at=at, formation="skirmish"),
        U("foes", 1, ((FIGHTER, 10),), block=(23, 14, 0, 5)),
    )
    left = with_gaps_filled(state.plane, state.plane.without(frozenset({0, 1})), frozenset({0, 1}))
    assert isinstance(left, Plane)
    standing = left.standings[0]
    assert isinstance(standing, Loose)
    assert [(place.x, place.y) for place in standing.places] == [(22 * INCH, 18 * INCH), (24 * INCH, 18 * INCH)]


def test_a_loose_model_does_not_step_into_the_place_of_a_fallen_model_with_a_different_base() -> None:
    state = battle(
        U("loose", 0, ((FIGHTER, 2),), at=[(24, 17), (24, 19.6062)], formation="skirmish"),
        U("foes", 1, ((FIGHTER, 5),), block=(24, 20, 180, 5)),
    )
    kinds = (replace(state.setup.kinds[0], base=HORSE), *state.setup.kinds[1:], state.setup.kinds[0])
    mixed = replace(state.setup, kinds=kinds, kind_of=(0, len(kinds) - 1, *state.setup.kind_of[2:]))
    assert mixed.base(0) == HORSE
    assert mixed.base(1) == FOOT
    state = state.changed(setup=mixed).on(replace(state.plane, setup=mixed))
    after = state.on(after_losses(state, 0, 1).plane)
    assert after.plane.models(0) == (0,)
    assert round(after.plane.place(0).y / INCH) == 17


def single_rank(far: float = 30, files: int = 10, aside: float = 0.0) -> Battle:
    return battle(
        U("ours", 0, ((FIGHTER, 10),), block=(24, 20, 0, 10)),
        U("foes", 1, ((FIGHTER, files),), block=(24 + aside, far, 180, files)),
    )


def ends(state: Battle, unit: int) -> tuple[float, float]:
    xs = [x for x, _ in outline(front(state, unit)).core]
    return min(xs) / INCH, max(xs) / INCH


@pytest.mark.parametrize("fallen", [1, 4, 5, 9])
def test_a_single_rank_loses_models_from_both_ends(fallen) -> None:
    """WAB-R-52: the middle of the front moves by at most half a model."""
    after = after_losses(single_rank(), 0, fallen)
    low, high = ends(after, 0)
    assert high - low == pytest.approx((10 - fallen) * RANK, abs=0.001)
    assert (low + high) / 2 == pytest.approx(24, abs=RANK / 2 + 0.001)
    assert front(after, 0).files == 10 - fallen


def test_a_rank_that_suffers_losses_stays_in_contact_with_the_enemies_it_touches() -> None:
    """WAB-R-80: idle models step into the places of the fallen."""
    state = single_rank(20, 3, -3.5 * RANK)
    assert touching(state, 0) == 4
    for fallen in range(1, 7):
        after = after_losses(state, 0, fallen)
        assert touching(after, 0) == 4
        assert touching(after, 1) == 3


def test_a_block_loses_models_from_its_last_rank_before_the_first_rank_shrinks() -> None:
    state = battle(
        U("ours", 0, ((FIGHTER, 8),), block=(24, 20, 0, 5)),
        U("foes", 1, ((FIGHTER, 5),), block=(24, 30, 180, 5)),
    )
    assert ends(after_losses(state, 0, 3), 0) == ends(state, 0)
    low, high = ends(after_losses(state, 0, 5), 0)
    assert (low + high) / 2 == pytest.approx(24, abs=0.001)


def test_command_models_fall_last_wherever_they_stand_in_the_rank() -> None:
    bearer = changed(FIGHTER, standard=True)
    state = battle(
        U("ours", 0, ((bearer, 1), (FIGHTER, 5)), block=(24, 20, 0, 6)),
        U("foes", 1, ((FIGHTER, 5),), block=(24, 30, 180, 5)),
    )
    after = after_losses(state, 0, 4)
    assert after.plane.models(0) == (0, 1)
    low, high = ends(after, 0)
    assert (low + high) / 2 == pytest.approx(24, abs=0.001)


@pytest.mark.parametrize(("reading", "left"), [("default", 19.6), ("nearest-fall", 17)])
def test_casualties_among_loose_models_fall_at_the_rear_except_under_the_nearest_fall_ruling(reading, left) -> None:
    """WAB-R-100: under `nearest-fall`, loose models fall where they fight."""
    for at in ([(24, 17), (24, 19.6062)], [(24, 19.6062), (24, 17)]):
        state = battle(
            U("loose", 0, ((WARRIOR, 2),), at=at, formation="skirmish"),
            U("foes", 1, ((WARRIOR, 5),), block=(24, 20, 180, 5)),
            rulings={"WAB-R-100": reading},
        )
        after = losing(state, table_of(state), body_of(state, 0), 1).battle
        assert [round(after.plane.place(one).y / INCH, 1) for one in after.plane.models(0)] == [left]
