import pytest

from pilein.lab.figures import Estimate
from pilein.lab.questions import Label
from pilein.lab.tallies import OUTCOME, PHASES, Tally

LABEL = Label("Struck", "guards", (), "SH-HI-01")
EVENT = ("event", *LABEL)


def tally(**outcomes):
    found = Tally(sum(outcomes.values()))
    for outcome, games in outcomes.items():
        found.note(OUTCOME, outcome, games)
    return found


def test_proportions_counted_in_games_have_standard_errors():
    assert tally(won=3, lost=1).chances(OUTCOME) == {
        "won": Estimate(0.75, pytest.approx(0.2165, abs=1e-4), 4),
        "lost": Estimate(0.25, pytest.approx(0.2165, abs=1e-4), 4),
    }


def test_results_counted_in_separate_games_can_be_added_in_any_order():
    one, other = tally(won=3, lost=1), tally(lost=2, drawn=1)
    one.add(other)
    other.add(tally(won=3, lost=1))
    assert one.lines() == other.lines() == ((OUTCOME, (("drawn", 1), ("lost", 3), ("won", 3))),)
    assert one.games == other.games == 7


def test_a_counted_distribution_may_sum_to_less_than_one():
    found = Tally(10)
    found.note(PHASES, 2, 4)
    distribution = found.distribution(PHASES)
    assert [(value, float(chance)) for value, chance in distribution.chances] == [(2, 0.4)]
    assert distribution.games == 10


def test_a_counted_distribution_without_values_is_empty():
    assert Tally(10).distribution(PHASES).chances == ()


def test_an_event_counted_in_games_has_a_probability_and_an_expected_number():
    """Of four games, the event occurs once in one game, three times in another, and not at all in the remaining two."""
    found = Tally(4)
    found.note(EVENT, 1)
    found.note(EVENT, 3)
    ((label, chance, expected),) = found.events()
    assert label == LABEL
    assert chance == Estimate(0.5, 0.25, 4)
    assert expected == Estimate(1.0, pytest.approx((1.5 / 4) ** 0.5))
