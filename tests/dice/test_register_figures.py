"""Exact figures of the Scrollhammer register, each computed there by full enumeration."""

from fractions import Fraction

import pytest

from pilein.dice import Count, Hazards, Law, Lowest, Pool, Target, Test, Total, Volley, chance, mean
from tests.dice.enumeration import law_by_weights

RANGES = range(3, 13)
ALL_2D6 = ["35/36", "11/12", "5/6", "13/18", "7/12", "5/12", "5/18", "1/6", "1/12", "1/36"]
LOWEST_TWO = ["25/27", "173/216", "139/216", "103/216", "23/72", "7/36", "23/216", "11/216", "1/54", "1/216"]
MORALE = {
    5: "1/6 1/12 1/36 1/36 1/36 1/36",
    6: "5/18 1/6 1/12 1/36 1/36 1/36",
    7: "5/12 5/18 1/6 1/12 1/36 1/36",
    8: "7/12 5/12 5/18 1/6 1/12 1/36",
    9: "13/18 7/12 5/12 5/18 1/6 1/12",
    10: "5/6 13/18 7/12 5/12 5/18 1/6",
}
LEADERSHIP = {4: "1/6", 5: "5/18", 6: "5/12", 7: "7/12", 8: "13/18", 9: "5/6", 10: "11/12"}


@pytest.mark.parametrize(("roll", "figures"), [(Total(2), ALL_2D6), (Lowest(2, 3), LOWEST_TWO)])
def test_f_01_charge_range(roll: Total | Lowest, figures: list[str]) -> None:
    law = roll.weights()
    reached = [_at_least(law, inches) for inches in RANGES]
    assert reached == [Fraction(figure) for figure in figures]


def test_f_01_means_and_the_law_of_the_lowest_two() -> None:
    assert mean(Total(2).weights()) == 7
    assert mean(Lowest(2, 3).weights()) == Fraction(133, 24)
    weights = (16, 27, 34, 36, 34, 27, 19, 12, 7, 3, 1)
    assert Lowest(2, 3).weights() == tuple(enumerate(weights, 2))


def test_f_03_ten_attacks() -> None:
    law = law_by_weights(Pool((Volley(10, 4, 4, 4, target=0),), (Target(10),)).weights())
    figures = (
        Fraction(282475249, 1073741824),
        Fraction(201768035, 536870912),
        Fraction(259416045, 1073741824),
        Fraction(12353145, 134217728),
        Fraction(12353145, 536870912),
    )
    assert tuple(law[((),), (lost,)] for lost in range(5)) == figures
    assert 1 - figures[0] == Fraction(791266575, 1073741824)
    assert sum(lost * part for (_, (lost,)), part in law.items()) == Fraction(5, 4)


@pytest.mark.parametrize("leadership", MORALE)
def test_f_05_morale_after_losing(leadership: int) -> None:
    figures = [Fraction(figure) for figure in MORALE[leadership].split()]
    for margin, figure in enumerate(figures, 1):
        need = leadership - margin
        assert law_by_weights(Test(need, double_one=True).weights())[True] == figure
        plain = chance(Test(need).weights(), lambda passed: passed)
        assert plain == (figure if need >= 2 else 0)


@pytest.mark.parametrize(
    ("models", "save", "figure"),
    [
        (1, 7, "5/6"),
        (1, 4, "11/12"),
        (5, 7, "3125/7776"),
        (5, 4, "161051/248832"),
        (10, 7, "9765625/60466176"),
        (10, 4, "25937424601/61917364224"),
    ],
)
def test_f_07_dangerous_terrain(models: int, save: int, figure: str) -> None:
    law = law_by_weights(Hazards((save,) * models).weights())
    assert law[(False,) * models] == Fraction(figure)
    lost = [sum(wounded) * part for wounded, part in law.items()]
    assert sum(lost) == Fraction(models, 6 if save == 7 else 12)


@pytest.mark.parametrize("leadership", LEADERSHIP)
def test_f_09_unmodified_leadership(leadership: int) -> None:
    assert law_by_weights(Test(leadership).weights())[True] == Fraction(LEADERSHIP[leadership])


def test_f_11_the_kills_of_a_mirror_fight() -> None:
    law = Pool((Volley(5, 4, 4, 4, target=0),), (Target(5),)).weights()
    assert [weight for _, weight in law] == [16807, 12005, 3430, 490, 35, 1]
    both = (Volley(5, 4, 4, 4, target=1), Volley(5, 4, 4, 4, target=0, side=1))
    weights = Pool(both, (Target(5), Target(5))).weights()
    assert chance(weights, lambda shown: shown[1][0] == shown[1][1]) == Fraction(109650375, 268435456)
    assert chance(weights, lambda shown: shown[1][0] < shown[1][1]) == Fraction(158785081, 536870912)


def _at_least(law: Law[int], inches: int) -> Fraction:
    return chance(law, lambda shown: shown >= inches)


def test_a_count_and_a_plain_volley_agree() -> None:
    law = law_by_weights(Pool((Volley(6, 4, 1, 7, 0),), (Target(6),)).weights())
    assert {lost: part for (_, (lost,)), part in law.items()} == law_by_weights(Count(6, 4).weights())
