"""Exact figures of the register as fractions, each obtained by playing every outcome of the clauses involved."""

from fractions import Fraction

import pytest

from pilein.dice import Count
from pilein.rulesets.warstrike.casualties import roll_allocation
from pilein.rulesets.warstrike.cycle import begin_cycle
from pilein.rulesets.warstrike.events import AllocationTested, CombatEnded, HalfCycleBegan, Suffered
from pilein.rulesets.warstrike.leadership import take_check
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.state import MELEE
from tests.enumeration import by_weights, chance, ends, mean, noticed
from tests.rulesets.warstrike.builder import TROOPER, armed, changed, lines

IDLE = changed(TROOPER, weapons=())
FALL = "fall"


def casualties(event):
    return event.casualties if isinstance(event, Suffered) else None


def sixes(event):
    return event.sixes if isinstance(event, AllocationTested) else None


def distribution_of_casualties(own, foe):
    """Return the distribution of the casualties from one melee volley against a unit with more than enough models."""
    distribution = noticed(ends(lines(own, foe, foe_count=9), (strike, 0), notice=casualties, until=FALL))
    return {number: share for (number,), share in distribution.items()}


def thirds(text, whole):
    return {number: Fraction(int(one), whole) for number, one in enumerate(text.split())}


def test_the_hits_of_five_attacks_match_figure_f_01():
    """The attacks hit on 4+. A model with Ar 2 saves against AP 3 on 5+ and has no To."""
    distribution = distribution_of_casualties(armed(Weapon("claws", Atk=5, AP=3)), changed(TROOPER, Ar=2))
    assert distribution == thirds("32 80 80 40 10 1", 243)
    assert mean(distribution) == Fraction(5, 3)


def test_the_kills_of_three_toughness_tests_match_figure_f_03():
    """With To 2 against Str 4, there are three automatic hits, none of which can be saved."""
    claws = armed(Weapon("claws", WS=9, Atk=3, AP=9), traits=changed(TROOPER, Str=4))
    distribution = distribution_of_casualties(claws, changed(TROOPER, To=2))
    assert distribution == thirds("125 300 240 64", 729)
    assert mean(distribution) == Fraction(4, 3)


def test_the_separate_toughness_tests_of_figure_f_03_have_different_odds_from_a_single_pool_of_dice():
    """A single pool would have six dice, and the kills would be half as many as the dice that show 4 or less, rounded
    down.
    """
    pool: dict[int, Fraction] = {}
    for successes, share in by_weights(Count(6, 3)):
        pool[successes // 2] = pool.get(successes // 2, Fraction(0)) + share
    assert pool == thirds("13 220 432 64", 729)
    assert mean(pool) == Fraction(1276, 729)


@pytest.mark.parametrize(
    ("leadership", "nerve", "chances"),
    [(2, 3, "3/4 3/4 5/9 11/36 0"), (1, 4, "2/3 2/3 1/2 1/3 1/6 0")],
)
def test_the_probability_of_passing_a_leadership_check_matches_figure_f_05(leadership, nerve, chances):
    foe = changed(IDLE, Ld=leadership, Nv=nerve)
    for markers, expected in enumerate(chances.split()):
        made = lines(IDLE, foe).having(1, markers=markers)
        assert spread_of_passing(made) == Fraction(expected), markers


def spread_of_passing(made):
    distribution = ends(made, (take_check, 1))
    return chance(distribution, lambda after: not after.status(1).broken_off)


def test_the_length_of_a_stand_off_without_damage_matches_figure_f_07():
    """Each test is passed with probability 8/9, so the combat continues after n half-cycles with probability
    (8/9)^n.
    """
    for limit in (2, 5, 20):
        made = lines(IDLE, IDLE, rulings={"WS-R-04": ("default", limit)})
        distribution = ends(made, begin_cycle, notice=lambda event: isinstance(event, HalfCycleBegan) or None)
        assert chance(distribution, lambda after: after.drawn) == Fraction(8, 9) ** limit
    numbers = noticed(distribution)
    lengths = {len(noted): share for noted, share in numbers.items()}
    assert lengths[1] == Fraction(1, 9)
    assert mean(lengths) == sum(Fraction(8, 9) ** number for number in range(20))


def test_the_odds_of_a_stand_off_limited_to_fifty_half_cycles_match_figure_f_07():
    distribution = ends(lines(IDLE, IDLE), begin_cycle)
    draw = chance(distribution, lambda after: after.drawn)
    assert draw == Fraction(8, 9) ** 50
    assert round(float(draw), 4) == 0.0028
    mean_length = sum(Fraction(8, 9) ** number for number in range(50))
    assert round(float(mean_length), 4) == 8.9751


def test_with_nerve_6_the_stand_off_of_figure_f_07_is_a_draw_after_two_half_cycles():
    bold = changed(IDLE, Nv=6)
    distribution = ends(
        lines(bold, bold), begin_cycle, notice=lambda event: isinstance(event, CombatEnded | HalfCycleBegan) or None
    )
    assert {len(noted): share for noted, share in noticed(distribution).items()} == {3: 1}


def test_the_probabilities_of_the_results_of_an_allocation_test_match_figure_f_09():
    distribution = ends(lines(TROOPER, TROOPER, foe_count=3), (roll_allocation, 1, 0, MELEE, 2), notice=sixes)
    assert {number: share for (number,), share in noticed(distribution).items()} == {
        0: Fraction(25, 36),
        1: Fraction(10, 36),
        2: Fraction(1, 36),
    }
