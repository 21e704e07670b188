from pathlib import Path

import pytest

from pilein.chain import limits
from pilein.kernel.errors import TooManyPositions
from pilein.lab import odds as lab_odds
from pilein.lab import odds_solving
from pilein.lab.odds import odds

MIRROR = Path(__file__).parents[1] / "lab" / "figures" / "mirror.toml"


def test_a_chain_with_too_many_transitions_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "MOST_TRANSITIONS", 50)
    with pytest.raises(TooManyPositions, match="more than 50 transitions, too many for exact odds"):
        odds(MIRROR, phases=0, exact=True)
    assert odds(MIRROR, phases=0).chain is None


def test_a_chain_with_too_many_outcomes_to_try_is_compiled_only_on_request(monkeypatch):
    monkeypatch.setattr(lab_odds, "MOST_RUNS", 50)
    assert odds(MIRROR, phases=1).chain is None
    assert odds(MIRROR, exact=False, phases=1).chain is not None
    assert odds(MIRROR, limit=5_000, phases=1).chain is not None


def test_a_small_chain_of_many_phases_is_solved_in_floats_by_default(monkeypatch):
    found = odds(MIRROR, phases=0, exact=False)
    monkeypatch.setattr(odds_solving, "EXACT_STEPS", len(found.chain.source))
    assert not odds(MIRROR, phases=0).figures.is_exact
    assert odds(MIRROR, phases="forever").figures.is_exact
    assert odds(MIRROR, phases=1).figures.is_exact
