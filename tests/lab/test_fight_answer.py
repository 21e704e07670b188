"""The results of a fight provide figures for each side and each unit by name, and a summary of five lines."""

import pickle
from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadInput

MIRROR = Path(__file__).parent / "figures" / "mirror.toml"
WAYS = {"odds": lambda: pilein.odds(MIRROR, phases=1), "simulate": lambda: pilein.simulate(MIRROR, n=50, phases=1)}


@pytest.fixture(params=WAYS)
def found(request):
    return WAYS[request.param]()


def test_wins_of_a_fight_are_looked_up_by_the_name_of_a_side(found):
    assert found.wins == {side: dict(found.figures.outcome)[f"{side} wins"] for side in ("red", "blue")}
    assert list(found.wins) == list(found.figures.sides)


def test_losses_of_a_fight_are_looked_up_by_the_name_of_a_unit(found):
    assert tuple(found.units.values()) == found.figures.units
    assert all(found.units[one.unit].losses.mean == one.losses.mean for one in found.figures.units)


def test_the_error_for_an_unknown_side_or_unit_suggests_the_nearest_name(found):
    with pytest.raises(BadInput, match="rod: there is no side with this name; did you mean 'red'"):
        _ = found.wins["rod"]
    with pytest.raises(BadInput, match="there is no unit with this name; "):
        _ = found.units["red"]


def test_wins_and_losses_can_be_looked_up_by_name_after_pickling(found):
    twin = pickle.loads(pickle.dumps(found))
    assert twin.wins == found.wins
    assert pickle.loads(pickle.dumps(found.wins)) == found.wins


def test_the_short_text_of_odds_names_the_fight_the_winner_the_losses_and_the_method(found):
    about, won, lost, fates, method = found.short()
    assert about.startswith("5 guards against 5 sentries (scrollhammer, 1 phase")
    assert won.startswith("red wins ")
    assert lost.startswith("models lost: guards ")
    assert "sentries: " in fates
    assert method == found.note
