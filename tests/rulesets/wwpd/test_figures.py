"""Exact figures of the register as fractions, each obtained by playing every outcome of the clauses involved."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from pilein.rulesets.wwpd.leadership import take_tests
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.state import Status
from tests.enumeration import chance, ends, spread
from tests.rulesets.wwpd.builder import U, battle, man, played

END = "after_the_melees"
HARMLESS = man(rate=0)


def line(reds, blues, red=None, blue=None, **more):
    """Return a battle of two lines of men in the press."""
    units = U("reds", 0, kinds=[(red or man(), reds)]), U("blues", 1, kinds=[(blue or man(), blues)])
    return battle(*units, pairs=[(0, 1)], **more)


def test_one_attack_fells_its_target_five_times_in_eighteen_as_in_figure_f_01():
    """The attack hits with probability 1/2 and wounds with probability 5/6, and the save fails with probability 2/3."""
    distribution = ends(line(1, 1, blue=HARMLESS), divide, until=END)
    assert chance(distribution, lambda made: made.living(1) == 0) == Fraction(5, 18)


@pytest.mark.parametrize(("attacks", "figure"), [(10, Fraction(4222871875, 10319560704)), (5, Fraction(3125, 248832))])
def test_five_models_are_suppressed_with_the_probability_given_in_figure_f_03(attacks, figure):
    """Five or more wounds before saves suppress the models. A unit that loses its last model does not count as
    Suppressed.
    """
    distribution = ends(line(attacks, 5, blue=man(rate=0, save=1), rulings={"WW-R-02": "automatic"}), divide, until=END)
    assert chance(distribution, lambda made: made.status(1).suppressed) == figure


def test_fifteen_attacks_suppress_their_target_with_the_probability_given_in_figure_f_03():
    distribution = ends(line(15, 5, blue=man(rate=0, save=1), rulings={"WW-R-02": "automatic"}), divide, until=END)
    assert round(float(chance(distribution, lambda made: made.status(1).suppressed)), 4) == 0.8193


def test_the_odds_of_a_duel_between_models_with_two_attacks_each_match_figure_f_05():
    two = man(rate=2)
    distribution = ends(line(1, 1, two, two), divide, until=END)
    fallen = spread(distribution, lambda made: (made.living(0) == 0, made.living(1) == 0))
    assert fallen[True, True] == Fraction(24025, 104976)
    assert fallen[False, False] == Fraction(28561, 104976)
    assert fallen[True, False] + fallen[False, True] == Fraction(52390, 104976)
    assert fallen[True, True] + fallen[True, False] == Fraction(155, 324)


@pytest.mark.parametrize(
    ("leadership", "removed", "back", "free"), [(3, "1/3", "2/9", "4/9"), (4, "1/2", "1/4", "1/4")]
)
def test_the_odds_of_a_break_test_and_then_a_suppression_test_match_figure_f_07(leadership, removed, back, free):
    status = Status(may_break=True, suppressed=True)
    units = U("reds", 0, kinds=[(man(Ld=leadership), 2)], status=status), U("blues", 1, kinds=[(man(), 1)])
    made = replace(battle(*units, pairs=[(0, 1)]), melees=((0, 1),))
    asked = []

    def staying(choice):
        asked.append(choice)
        return "stay"

    distribution = ends(made, take_tests, policy=staying)
    assert chance(distribution, lambda made: made.living(0) == 0) == Fraction(removed)
    assert chance(distribution, lambda made: made.status(0).falls_back) == Fraction(back)
    assert chance(distribution, lambda made: made.living(0) > 0 and not made.status(0).falls_back) == Fraction(free)


def test_the_frequency_of_each_number_of_melees_matches_figure_f_09():
    counts = dict.fromkeys(range(4), 0)
    units = [U(f"{side}{one}", side, kinds=[(man(), 1)]) for side in (0, 1) for one in range(3)]
    made = battle(*units, pairs=[(0, 3)])
    for pattern in product((False, True), repeat=9):
        nine = ((one, 3 + other) for one in range(3) for other in range(3))
        pairs = tuple(pair for pair, met in zip(nine, pattern, strict=True) if met)
        field = replace(made.field, pairs=pairs)
        divided, _ = played(replace(made, field=field), divide, until="next_melee") if pairs else (made, None)
        counts[len(divided.melees)] += 1
    assert counts == {0: 1, 1: 397, 2: 108, 3: 6}
