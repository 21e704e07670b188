"""Arcs, ranges and ranks decide whether a model or a unit may shoot at a target."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.wab.shooting.shooters import LONG, SHORT, shooters, targets_of
from pilein.rulesets.wab.state import Battle
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, G, U, armed, battle, changed
from tests.rulesets.wab.moves import moved_in_turns
from tests.rulesets.wab.playing import table_of
from tests.rulesets.wab.shooting.ranges import ARCHER, FOE, shooting

BOWMAN = armed(WARRIOR, "bow")


def aside(rulings=None, **ours) -> Battle:
    """Return a battle of sixteen archers with three enemies to their right, whose bases begin at x = 34.82 and end at y
    = 16.79.
    """
    bows = U("bows", 0, ((BOWMAN, 16),), **(ours or {"block": (24, 12, 0, 16)}))
    return battle(bows, U("foes", 1, ((WARRIOR, 3),), block=(36, 16, 180, 3)), rulings=rulings)


def number(state: Battle, *, reaction: bool = False) -> int:
    return sum(shooters(state, Table(state.setup.readings), 0, 1, reaction=reaction).values())


@pytest.mark.parametrize("reaction", [False, True])
def test_each_model_shoots_only_at_enemies_in_its_own_arc(reaction) -> None:
    """WAB-R-70: each model sees 90 degrees from its own front. The right front corner of the last archer is at x =
    30.30. Level with the far side of the enemies, its arc extends 4.79 further, which takes it beyond x = 34.82.
    """
    assert number(aside(), reaction=reaction) == 1


def test_under_the_arc_180_ruling_each_model_shoots_at_targets_anywhere_in_front_of_it() -> None:
    assert number(aside({"WAB-R-39": "arc-180"})) == 16


def test_loose_models_may_shoot_in_any_direction() -> None:
    assert number(aside(at=row(17, 12, 16), formation="skirmish")) == 16


def test_empty_places_in_the_last_rank_cannot_be_shot_at() -> None:
    """WAB-R-39: the thirteen models stand in ranks of five. Only the empty places of the last rank, at 43 degrees, are
    in the arc.
    """
    thrower = U("thrower", 0, ((BOWMAN, 1),), block=(18.8668, 21.0, 0, 1))
    assert number(battle(thrower, U("foes", 1, ((WARRIOR, 13),), block=(27.0038, 24.855, 186.56, 5)))) == 0
    assert number(battle(thrower, U("foes", 1, ((WARRIOR, 15),), block=(27.0038, 24.855, 186.56, 5)))) == 1


def bands(state: Battle) -> dict[int, int]:
    """Return the number of models of unit 0 that shoot at unit 1 at long range, and the number that shoot at short
    range.
    """
    found = {LONG: 0, SHORT: 0}
    for (_, band), models in shooters(state, Table(state.setup.readings), 0, 1, reaction=False).items():
        found[band] += models
    return found


@pytest.mark.clause("WAB-MW-07")
@pytest.mark.parametrize("side", [26, 34])
def test_a_model_in_the_second_rank_may_shoot_at_a_target_that_only_other_files_see(side: float) -> None:
    """Half of the front rank faces a wall. Of the six models in the second rank, the three that can see past the wall
    shoot.
    """
    wall = [G("open", ((side - 4, 10.5), (side + 4, 10.5), (side + 4, 11), (side - 4, 11)), blocks_sight=True)]
    state = shooting("bow", 8, models=12, files=6, foes=5, grounds=wall)
    front = sum(bands(shooting("bow", 8, models=6, files=6, foes=5, grounds=wall)).values())
    assert 0 < front < 6
    assert sum(bands(state).values()) == front + 3


@pytest.mark.clause("WAB-MW-06")
def test_models_in_the_second_rank_shoot_only_at_targets_within_their_own_range() -> None:
    assert sum(bands(shooting("darts", 12, models=12, files=6)).values()) == 6
    assert sum(bands(shooting("darts", 11, models=12, files=6)).values()) == 9


@pytest.mark.clause("WAB-MW-07")
def test_models_in_the_second_rank_hit_on_the_same_score_as_the_front_rank() -> None:
    """WAB-R-71: the front rank is at short range, and the second rank would be at long range."""
    assert bands(shooting("bow", 12, models=12, files=6)) == {LONG: 0, SHORT: 9}


def far_left_foe(models: int) -> Battle:
    """Return a battle of archers in files of ten with a single enemy far to their left. Every model has a clear line to
    the enemy, but not every model has it in its arc.
    """
    red = U("red", 0, ((armed(ARCHER, "bow"), models),), block=(40, 10, 0, 10))
    return battle(red, U("blue", 1, ((FOE, 1),), at=((31, 16.2),), formation="skirmish"))


@pytest.mark.clause("WAB-MW-07")
def test_models_in_the_second_rank_shoot_only_at_targets_in_their_own_arc() -> None:
    """In both ranks, only the models at the end nearest to the enemy have it in their arcs. At most five of the ten
    models in the second rank shoot.
    """
    front = sum(bands(far_left_foe(10)).values())
    assert 0 < front < 5
    assert front < sum(bands(far_left_foe(20)).values()) <= front + 5


@pytest.mark.clause("WAB-MW-07")
@pytest.mark.parametrize(("models", "named"), [(2, ()), (8, (1,))])
def test_an_enemy_may_be_named_as_the_target_even_if_only_the_second_rank_sees_it(
    models: int, named: tuple[int, ...]
) -> None:
    """A wall directly in front of two files hides an enemy on their right from the front rank."""
    wall = [G("open", ((20, 10.05), (31.9, 10.05), (31.9, 10.1), (20, 10.1)), blocks_sight=True)]
    red = U("red", 0, ((armed(ARCHER, "bow"), models),), block=(30, 10, 0, 2))
    state = battle(red, U("blue", 1, ((FOE, 1),), at=((36.5, 16.5),), formation="skirmish"), grounds=wall)
    assert targets_of(state, Table(state.setup.readings), 0) == named


@pytest.mark.parametrize("about", [False, True])
def test_empty_places_in_a_front_rank_cannot_be_shot_at(about: bool) -> None:
    """WAB-R-70: the five models stand in four files, so the fifth is alone in its rank. An archer faces the empty
    places beside it.
    """
    block = U("block", 0, ((WARRIOR, 5),), block=(30, 20, 180, 4))
    archer = U("archer", 1, ((armed(WARRIOR, "bow"), 1),), block=(30.05, 22.06, 292.5, 1))
    state = battle(block, archer)
    if about:
        state = moved_in_turns(state, ("normal", (("about",),)))
    assert not shooters(state, Table(state.setup.readings), 1, 0, reaction=False)


@pytest.mark.parametrize(("reading", "bands"), [("default", {SHORT: 9}), ("own-range", {SHORT: 6, LONG: 3})])
def test_a_ruling_decides_whether_massed_missiles_use_the_range_of_the_front_rank(reading, bands) -> None:
    """WAB-R-106: half the range of a long bow is 15 inches, and the second rank is further away."""
    state = battle(
        U("red", 0, ((armed(changed(WARRIOR, BS=3), "long bow"), 12),), block=(30, 10, 0, 6)),
        U("blue", 1, ((WARRIOR, 20),), block=(30, 24.7, 180, 10)),
        rulings={"WAB-R-106": reading},
    )
    found = shooters(state, table_of(state), 0, 1, reaction=False)
    assert {band: count for (_, band), count in found.items()} == bands
