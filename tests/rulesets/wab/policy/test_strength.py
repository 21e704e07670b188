"""How good the sensible policy is: against those who do not think, on the same table."""

from pathlib import Path

import pytest

import pilein

ARMIES = Path(__file__).parents[4] / "examples" / "wab" / "two_armies.toml"
SENSIBLE = "sensible"


def winners(other: str, seeds: range) -> list[bool]:
    """Whether the sensible side won, as one army and as the other."""
    found = []
    for seed in seeds:
        for side, name in enumerate(("republic", "kingdom")):
            policy = (SENSIBLE, other) if side == 0 else (other, SENSIBLE)
            found.append(pilein.battle(ARMIES, seed=seed, policy=policy).winner == name)
    return found


def test_it_beats_whoever_takes_what_is_offered_first() -> None:
    assert winners("first", range(2, 3)) == [True, True]


@pytest.mark.soak
@pytest.mark.parametrize("other", ["first", "random"])
def test_it_mostly_beats_them(other: str) -> None:
    won = winners(other, range(20))
    assert sum(won) * 3 >= 2 * len(won)
