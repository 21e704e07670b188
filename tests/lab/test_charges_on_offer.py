"""The probabilities of charges on offer are exact or marked as sampled, and they do not depend on the clock."""

from fractions import Fraction
from pathlib import Path

import pytest

from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named
from pilein.lab import charges_on_offer as offer
from pilein.lab.charges import charge
from pilein.lab.charges_on_offer import ChargeOnOffer, charges_on_offer
from pilein.lab.figures import Estimate, share
from pilein.lab.scenarios import load

EXAMPLES = Path(__file__).parents[2] / "examples"
SHOOTERS = EXAMPLES / "scrollhammer" / "block_charges_block.toml"


def offers(file=SHOOTERS):
    scenario = load(file)
    game = Game(ruleset_named(scenario.ruleset), scenario)
    game.run()
    return charges_on_offer(game, game.pending)


@pytest.mark.parametrize(
    ("arrives", "words"),
    [
        (None, 'levies 3.9" away'),
        (Fraction(11, 12), 'levies 3.9" away, arrives 92 %'),
        (Fraction(999, 1000), 'levies 3.9" away, arrives > 99 %'),
        (Fraction(1, 1000), 'levies 3.9" away, arrives < 1 %'),
        (Fraction(1), 'levies 3.9" away, arrives 100 %'),
        (share(26, 40), 'levies 3.9" away, arrives about 65 % (50 to 78)'),
        (share(40, 40), 'levies 3.9" away, arrives at least 91 %'),
        (share(0, 40), 'levies 3.9" away, arrives at most 9 %'),
    ],
)
def test_the_words_for_a_charge_on_offer_state_whether_its_probability_is_exact(arrives, words):
    assert ChargeOnOffer("legionaries", "levies", (0, 3), 3.9, arrives).words == words


def test_a_solved_charge_on_offer_has_the_probability_computed_for_a_charge_from_its_distance():
    (one,) = offers()
    assert isinstance(one.arrives, Fraction)
    nearest = charge(SHOOTERS, one.unit, one.target, distances=(round(one.inches, 2),)).rows[0]
    assert one.arrives == nearest.arrives


def test_a_charge_on_offer_too_large_to_solve_is_sampled_with_a_fixed_number_of_games(monkeypatch):
    monkeypatch.setattr(offer, "EACH", 5)
    monkeypatch.setattr(offer, "GAMES", 3)
    (one,) = offers()
    assert isinstance(one.arrives, Estimate)
    assert one.arrives.games == 3


def test_a_charge_on_offer_beyond_the_work_limit_has_no_probability(monkeypatch):
    monkeypatch.setattr(offer, "CLAUSES", 0)
    (one,) = offers()
    assert one.arrives is None


def test_a_charge_on_offer_has_no_probability_once_the_time_limit_is_used_up(monkeypatch):
    monkeypatch.setattr(offer, "SECONDS", 0.0)
    (one,) = offers()
    assert one.chance is None
