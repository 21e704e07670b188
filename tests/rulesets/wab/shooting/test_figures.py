"""Exact figures of shooting as fractions, obtained by playing every outcome of the clauses."""

from fractions import Fraction

import pytest

from pilein.rulesets.wab.psychology.panic import shot_panic
from pilein.rulesets.wab.shooting.volley import shoot
from tests.enumeration import chance, ends, ends_face_by_face, mean, spread
from tests.rulesets.wab.builder import changed
from tests.rulesets.wab.shooting.ranges import FOE, HEDGE, WALL, shooting


def lost(state):
    return 20 - state.living(1)


def test_ten_bows_at_long_range_inflict_the_losses_of_figure_f_03_on_a_target_in_soft_cover() -> None:
    state = shooting("bow", 15, models=10, foe=changed(FOE, armour="light"), grounds=[HEDGE])
    distribution = spread(ends(state, (shoot, 0, 1, 0)), lost)
    assert mean(distribution) == Fraction(25, 36)
    assert distribution[0] == Fraction(1822837804551761449, 3743906242624487424)
    assert sum(share for models, share in distribution.items() if models >= 3) == Fraction(
        962181305618125, 34665798542819328
    )


@pytest.mark.parametrize(
    ("inches", "grounds", "moved", "lone", "figure"),
    [
        (5, [], False, False, "1/2"),
        (15, [], False, False, "1/3"),
        (15, [], True, False, "1/6"),
        (15, [HEDGE], True, False, "1/12"),
        (15, [WALL], True, False, "1/18"),
        (15, [WALL], True, True, "1/36"),
    ],
)
def test_the_odds_of_hitting_with_a_penalty_of_up_to_five_match_figure_f_05(
    inches, grounds, moved, lone, figure
) -> None:
    """Strength 3 against Toughness 1 wounds on 2+."""
    foe = changed(FOE, T=1, type="character" if lone else "infantry")
    state = shooting("bow", inches, grounds=grounds, foe=foe, foes=1 if lone else 20)
    before = state.living(1)
    state = state.having(0, move="moved" if moved else "")
    for distribution in (ends, ends_face_by_face):
        found = chance(distribution(state, (shoot, 0, 1, 0)), lambda after: after.living(1) < before)
        assert found == Fraction(figure) * Fraction(5, 6)


def test_the_odds_of_hitting_with_a_penalty_of_six_are_zero_as_in_figure_f_05() -> None:
    foe = changed(FOE, T=1, type="character")
    state = shooting("bow", 15, grounds=[WALL], foe=foe, foes=1).having(0, move="moved", sixes_only=False)
    distribution = ends(state, (shoot, 0, 1, 1))
    # in reaction the move does not count, the charge does: five; with a worse shooter six
    assert chance(distribution, lambda after: after.living(1) == 0) == Fraction(1, 36) * Fraction(5, 6)
    worse = shooting("bow", 15, grounds=[WALL], foe=foe, foes=1, own=changed(FOE, BS=2))
    assert chance(ends(worse, (shoot, 0, 1, 1)), lambda after: after.living(1) == 0) == 0


def test_sixteen_handguns_inflict_the_losses_of_figure_f_11() -> None:
    foe = changed(FOE, armour="heavy", shield="shield", Ld=7)
    state = shooting("handgun", 8, models=16, foe=foe)
    distribution = ends(state, (shoot, 0, 1, 0))
    assert mean(spread(distribution, lost)) == Fraction(40, 9)
    many = chance(distribution, lambda after: lost(after) >= 5)
    assert many == Fraction(19054761533635365625, 40479843698864750592)
    tested = ends(state, (shoot, 0, 1, 0), (shot_panic, 1, 0))
    fails = chance(tested, lambda after: after.status(1).fleeing)
    assert fails == Fraction(286763391397440640625, 1457274373159131021312)
