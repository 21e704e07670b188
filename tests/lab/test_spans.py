"""Python calls accept the number of phases as an integer or, like the command line, as words."""

from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadInput

MIRROR = str(Path(__file__).parent / "figures" / "mirror.toml")
CALLS = {
    "odds": lambda phases: pilein.odds(MIRROR, phases=phases).figures.outcome,
    "simulate": lambda phases: pilein.simulate(MIRROR, n=8, phases=phases).figures.outcome,
    "worth": lambda phases: pilein.worth(MIRROR, phases=phases).before,
    "matrix": lambda phases: pilein.matrix(MIRROR, phases=phases).wins,
    "best": lambda phases: pilein.best(MIRROR, phases=phases).value,
    "play": lambda phases: str(pilein.play(MIRROR, phases=phases)),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("wrong", [-1, 1001, 1.5, "always", None])
def test_a_number_of_phases_is_refused_unless_it_is_an_integer_from_0_to_1000_or_the_word_end(name, wrong):
    with pytest.raises(
        BadInput, match=r"phases: the number of phases cannot be .*; give a number from 1 to 1,000, or 'end' \(0\)"
    ):
        CALLS[name](wrong)


@pytest.mark.parametrize("name", ["odds", "simulate", "play", "best"])
def test_the_number_of_phases_may_be_given_as_the_word_end_instead_of_zero(name):
    assert CALLS[name]("end") == CALLS[name](0)


def test_only_the_odds_function_accepts_the_word_forever_as_a_number_of_phases():
    assert pilein.odds(MIRROR, phases="forever").phases == "forever"
    with pytest.raises(BadInput, match="cannot be 'forever'"):
        CALLS["simulate"]("forever")
