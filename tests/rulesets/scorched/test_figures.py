"""Exact figures of the register as fractions, each obtained by playing every outcome of the clauses involved."""

from fractions import Fraction

import pytest

from pilein.dice import chance as chance_of
from pilein.dice import mean as mean_of
from pilein.rulesets.scorched.attack_dice import AttackDice
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.save_dice import HitDice, Save, SaveDice, Victim
from tests.enumeration import chance, ends, mean, spread
from tests.rulesets.scorched.builder import M, battle


def hits_told(event):
    """Return the hits that the event reports, as tuples of striker, target and number."""
    return (event.model, event.enemy, event.hits) if type(event).__name__ == "LandedHits" else None


def hits(made, by, answers=None):
    """Return the distribution of the number of hits that a model lands."""

    def policy(choice):
        options = [answer for _, answer in choice.candidates()]
        return (answers or {}).get(choice.clause, options[-1])

    distribution = ends(made, combat_phase, policy=policy, notice=hits_told)
    found = {}
    for (_, noted), share in distribution.items():
        count = sum(number for model, _, number in noted if model == by)
        found[count] = found.get(count, 0) + share
    return found


def duel(one, other, **rulings):
    return battle(one, other, rulings=rulings)


@pytest.mark.parametrize(
    ("dice", "average", "six"),
    [(1, "7/2", "1/6"), (2, "161/36", "11/36"), (3, "119/24", "91/216"), (4, "6797/1296", "671/1296")],
)
def test_the_distribution_of_the_highest_of_several_dice_matches_figure_f_01(dice, average, six):
    distribution = tuple((shown[0][0], weight) for shown, weight in AttackDice(dice).weights())
    assert mean_of(distribution) == Fraction(average)
    assert chance_of(distribution, lambda face: face == 6) == Fraction(six)


def test_the_hits_of_two_dice_against_one_match_figure_f_03():
    made = duel(M("x", 0, W=2), M("y", 1))
    given, taken = hits(made, "x"), hits(made, "y")
    assert 1 - given[0] == Fraction(125, 216)
    assert 1 - taken[0] == Fraction(55, 216)
    assert mean(given) == Fraction(35, 24)
    assert mean(taken) == Fraction(35, 72)


@pytest.mark.parametrize(
    ("skill", "given", "suffered", "safe"),
    [(5, "35/12", "35/36", "791/1296"), (7, "331/54", "5/27", "577/648")],
    ids=["less 2 for two enemies", "as if it were not outnumbered"],
)
def test_the_hits_of_one_model_against_two_match_figure_f_05(skill, given, suffered, safe):
    """WS 7 lowered by two enemies gives the same hits as WS 5 against a single enemy."""
    made = battle(M("x", 0, WS=skill, W=2), M("y", 1, WS=3, models=2))
    assert mean(hits(made, "x")) == Fraction(given)
    distribution = ends(made, combat_phase, notice=hits_told)
    unhurt = taken = Fraction(0)
    for (_, noted), share in distribution.items():
        count = sum(number for model, _, number in noted if model != "x")
        unhurt += share * (count == 0)
        taken += share * count
    assert taken == Fraction(suffered)
    assert unhurt == Fraction(safe)


@pytest.mark.parametrize(
    ("own", "other", "shields", "expected"),
    [
        ((4, 1), (4, 1), True, "0"),
        ((4, 1), (4, 1), False, "5/12"),
        ((3, 1), (6, 3), True, "5/18"),
        ((3, 1), (6, 3), False, "35/36"),
        ((1, 1), (6, 3), True, "11/18"),
        ((1, 1), (6, 3), False, "1295/1296"),
    ],
)
def test_the_probability_of_hits_while_shielding_matches_figure_f_07(own, other, shields, expected):
    made = duel(M("x", 0, WS=own[0], W=own[1], weapons=["shield"]), M("y", 1, WS=other[0], W=other[1]))
    distribution = hits(made, "y", {"CP-SH-01": shields})
    assert 1 - distribution.get(0, 0) == Fraction(expected)


@pytest.mark.parametrize(
    ("need", "wounds", "plain"),
    [(2, "1/5", "1/6"), (3, "2/5", "1/3"), (4, "3/5", "1/2"), (5, "4/5", "2/3"), (6, "1", "5/6")],
)
def test_the_mean_number_of_wounds_from_shred_matches_figure_f_09(need, wounds, plain):
    """The victim has so many wounds that the omitted tail of the distribution is smaller than the tolerance."""
    for shreds, expected in ((True, wounds), (False, plain)):
        distribution = SaveDice((Victim(40, (HitDice(1, saves=(Save(need, shreds),)),)),)).weights()
        average = mean_of(tuple((outcome[0][0], weight) for outcome, weight in distribution))
        assert abs(average - Fraction(expected)) < Fraction(1, 10**30)
    if need == 4:
        distribution = SaveDice((Victim(4, (HitDice(1, saves=(Save(4, shreds=True),)),)),)).weights()
        whole = sum(weight for _, weight in distribution)
        shares = {outcome[0][0]: Fraction(weight, whole) for outcome, weight in distribution}
        expected = [Fraction(1, 2), Fraction(5, 12), Fraction(5, 72), Fraction(5, 432)]
        assert [shares[count] for count in range(4)] == expected


def test_the_wounds_from_knock_back_against_a_wall_match_figure_f_11():
    """The enemy saves every hit without a roll, so only collisions hurt it. The wall is one inch behind the enemy."""
    mace = M("mace", 0, weapons=["mace"], at=[(10, 10)])
    foe = M("foe", 1, W=1, at=[(10, 11)], more={"Sv": 1})
    wall = [("impassable", [(5, 12.5), (15, 12.5), (15, 13), (5, 13)])]
    made = battle(mace, foe, grounds=wall, rulings={"CP-R-03": "one-plus"})
    distribution = ends(
        made, combat_phase, notice=lambda event: event.short if type(event).__name__ == "Collided" else None
    )
    wounds = {}
    for (_, noted), share in distribution.items():
        count = round(noted[0]) if noted else 0
        wounds[count] = wounds.get(count, 0) + share
    expected = ["13/18", "1/9", "1/12", "1/18", "1/36"]
    assert [wounds[count] for count in range(5)] == [Fraction(one) for one in expected]
    assert chance(distribution, lambda after: not after.living(1)) == Fraction(5, 18)


@pytest.mark.parametrize(
    ("spears", "reading", "higher", "lower"),
    [(1, "default", "125/216", "55/216"), (2, "default", "125/216", "55/216"), (2, "uncapped", "95/144", "25/144")],
)
def test_the_hits_of_a_model_with_spear_support_match_figure_f_13(spears, reading, higher, lower):
    """Each model has one die and the support of a spear. In the press, a frontage of one keeps the unit's other models
    out of the front.
    """
    made = battle(M("x", 0, models=1 + spears, weapons=["spear"]), M("y", 1), frontage=1, rulings={"CP-R-38": reading})
    given, taken = hits(made, "x 1"), hits(made, "y")
    assert 1 - given[0] == Fraction(higher)
    assert 1 - taken[0] == Fraction(lower)


def test_the_mean_number_of_saving_rolls_matches_figure_f_09():
    """The mean is 6/5 because a roll is made at least once and each roll is followed by a further one with probability
    1/6.
    """
    distribution = SaveDice((Victim(60, (HitDice(1, saves=(Save(6, shreds=True),), keep="extra"),)),)).weights()
    extra = mean_of(tuple((outcome[0][1], weight) for outcome, weight in distribution))
    assert abs(1 + extra - Fraction(6, 5)) < Fraction(1, 10**15)
    assert spread(ends(duel(M("x", 0), M("y", 1)), combat_phase), lambda after: after.living(1))[1] == Fraction(7, 12)
