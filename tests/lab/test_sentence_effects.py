from fractions import Fraction
from pathlib import Path

import pytest

from pilein.lab.comparing import compare
from pilein.lab.figures import Estimate
from pilein.lab.figures_as_words import points
from pilein.lab.run_options import EXACT, SAMPLED
from pilein.lab.sentence_effects import SentenceEffects

MIRROR = Path(__file__).parents[1] / "lab" / "figures" / "mirror.toml"
SENTENCE = "SH-SA-06"


def effect(way: str, games: int = 40):
    found = compare(MIRROR, without=[SENTENCE], phases=1, way=way, games=games)
    (one,) = SentenceEffects("scrollhammer", {SENTENCE: found}, {}).effects()
    return one


def test_the_interval_of_a_sampled_shift_contains_the_exact_shift():
    exact, sampled = effect(EXACT), effect(SAMPLED)
    assert isinstance(exact.shift, Fraction)
    assert exact.shift == exact.new - exact.old
    for name in ("old", "new", "shift"):
        number = getattr(sampled, name)
        assert isinstance(number, Estimate)
        assert number.error > 0
        assert abs(number.value - float(getattr(exact, name))) <= 3 * number.error
    assert sampled.shift.value == pytest.approx(sampled.new.value - sampled.old.value)
    assert " to " in points(sampled.shift)
