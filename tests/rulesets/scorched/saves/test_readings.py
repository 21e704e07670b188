"""The readings of Roll to Save: AP, armour, wounds, Shred, Excise, Possession, instant death."""

import pytest

from pilein.rulesets.scorched.events import Withstood
from tests.rulesets.scorched.builder import M, played


def hit(held=(), foe=None, saves=(), **how):
    """One hit of a model with WS 4 on a foe with WS 4 and three wounds, who shows 4s; what the foe has left."""
    foe = {"W": 3, **(foe or {})}
    traits = {key: foe.pop(key) for key in list(foe) if key in {"Sv", "Inv", "FNP", "T", "rules"}}
    game = played(M("a", 0, weapons=held), M("b", 1, more=traits, **foe), dice=[5, 4, 4, 4, *saves], **how)
    return game.left("b")


@pytest.mark.clause("CP-SV-01")
@pytest.mark.parametrize(("armour", "rolls", "left"), [(4, [4], 3), (4, [3], 2), (2, [1], 2), (None, [], 2)])
def test_a_save_for_each_hit(armour, rolls, left):
    assert hit(foe={"Sv": armour} if armour else {}, saves=rolls) == left


def test_a_save_of_1_or_better():
    """CP-R-03: a natural 1 fails; under `one-plus` nothing is rolled."""
    assert hit(foe={"Sv": 1}, saves=[1]) == 2
    assert hit(foe={"Sv": 1}, rulings={"CP-R-03": "one-plus"}) == 3


@pytest.mark.parametrize(
    ("toughness", "rolls", "left"),
    [(4, [4, 3], 2), (4, [3], 3), (2, [2, 3], 2), (7, [6, 3], 2), (8, [], 3), (3, [3, 4], 3)],
)
def test_a_roll_to_wound(toughness, rolls, left):
    """CP-R-02 `wound-chart`: S 4, then a save of 4+."""
    found = hit(foe={"Sv": 4, "T": toughness}, saves=rolls, rulings={"CP-R-02": "wound-chart"})
    assert found == left


@pytest.mark.parametrize(("toughness", "roll", "left"), [(4, 4, 3), (3, 4, 2), (2, 5, 2), (6, 4, 3)])
def test_strength_against_armour(toughness, roll, left):
    """CP-R-02 `s-vs-sv`: each point of S above T makes the save worse by one."""
    assert hit(foe={"Sv": 4, "T": toughness}, saves=[roll], rulings={"CP-R-02": "s-vs-sv"}) == left


def test_the_better_of_two_saves():
    """CP-R-49: armour where they are equal."""
    assert hit(foe={"Sv": 5, "Inv": 3}, saves=[3]) == 3
    assert hit(foe={"Sv": 3, "Inv": 5}, saves=[3]) == 3
    assert hit(("power weapon",), foe={"Sv": 4, "Inv": 5}, saves=[5]) == 3


def test_both_saves():
    """CP-R-49 `both-saves`."""
    ruling = {"CP-R-49": "both-saves"}
    assert hit(foe={"Sv": 4, "Inv": 5}, saves=[3, 5], rulings=ruling) == 3
    assert hit(foe={"Sv": 4, "Inv": 5}, saves=[4], rulings=ruling) == 3
    assert hit(foe={"Sv": 4, "Inv": 5}, saves=[3, 4], rulings=ruling) == 2


@pytest.mark.parametrize(("reading", "roll", "left"), [("default", 5, 3), ("default", 4, 2), ("fnp-4", 4, 3)])
def test_feel_no_pain(reading, roll, left):
    """CP-R-49: its own score, or always 4+."""
    assert hit(foe={"Sv": 4, "FNP": 5}, saves=[1, roll], rulings={"CP-R-49": reading}) == left


@pytest.mark.clause("CP-CH-01", "CP-CH-02")
def test_shred_goes_on_as_long_as_ones_fall_and_the_model_lives():
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 1, 3]) is None
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 1, 1]) is None
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 1, 5]) == 1


def test_feel_no_pain_follows_each_hit_that_shred_adds():
    """CP-R-60: save, Feel No Pain, then the other hit."""
    assert hit(("chain weapon",), foe={"Sv": 4, "FNP": 5}, saves=[1, 5, 1, 4, 4]) == 2


@pytest.mark.parametrize(
    ("reading", "rolls", "left"), [("hit-only", [1, 1, 1, 1, 4], 3), ("once", [1, 1], 1), ("once", [1, 4], 2)]
)
def test_how_shred_is_read(reading, rolls, left):
    """CP-R-44."""
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=rolls, rulings={"CP-R-44": reading}) == left


def test_armour_alone_may_shred():
    """CP-R-46 `armour-only`."""
    assert hit(("chain weapon",), foe={"Inv": 4}, saves=[1, 4]) == 2
    assert hit(("chain weapon",), foe={"Inv": 4}, saves=[1], rulings={"CP-R-46": "armour-only"}) == 2
    assert hit(("chain weapon",), foe={"Sv": 4}, saves=[1, 4], rulings={"CP-R-46": "armour-only"}) == 2


def test_a_relic_may_work_for_all():
    """CP-R-48 `all-enemies`: the friend of the relic's bearer finds no Feel No Pain either."""
    units = M("a", 0), M("relic", 0, WS=1, weapons=["relic weapon"]), M("b", 1, W=3, more={"FNP": 2})
    assert played(*units, dice=[6, 1, 4, 4, 4, 1, 1, 2, 2], answers=[2]).left("b") == 1
    game = played(*units, dice=[6, 1, 4, 4, 4], answers=[2], rulings={"CP-R-48": "all-enemies"})
    assert game.left("b") is None


DAEMON = M("a", 0, W=3, weapons=["daemon weapon"], more={"Sv": 4, "FNP": 5})


@pytest.mark.clause("CP-DW-01")
def test_possession_may_be_felt_no_pain_of_and_not_saved():
    game = played(DAEMON, M("b", 1), dice=[1, 1, 6, 1, 5, 4])
    assert game.left("a") == 2
    assert game.told().index("TookWounds") < game.told().index("Slain")


def test_possession_with_the_other_wounds():
    """CP-R-50 `with-others`: who is slain by it still lands its hits."""
    units = M("a", 0, WS=9, weapons=["daemon weapon"]), M("b", 1, W=2)
    assert played(*units, dice=[1, 1, 1]).slain() == ["a"]
    assert played(*units, dice=[1, 1, 1], rulings={"CP-R-50": "with-others"}).slain() == ["a", "b"]


def test_a_model_that_is_slain_by_its_daemon_already_is_not_called_unhurt():
    """CP-R-50 `with-others`."""
    units = (M("a", 0, W=1, weapons=["sword+daemon"]), M("b", 1, WS=5, weapons=["axe"]))
    game = played(*units, dice=[1, 6], rulings={"CP-R-50": "with-others"})
    assert game.slain() == ["a"]
    assert game.events(Withstood) == []


def test_possession_and_armour():
    """CP-R-50 `armour-save`."""
    game = played(DAEMON, M("b", 1), dice=[1, 1, 6, 1, 4, 3, 4], rulings={"CP-R-50": "armour-save"})
    assert game.left("a") == 2


def test_possession_slays_outright():
    """CP-R-50 `instant-death`."""
    game = played(DAEMON, M("b", 1), dice=[1, 6, 6, 1], rulings={"CP-R-50": "instant-death"})
    assert game.slain() == ["a"]


@pytest.mark.parametrize(("reading", "left"), [("default", None), ("eternal-warrior", 2)])
def test_eternal_warriors(reading, left):
    """CP-R-51."""
    game = played(
        M("a", 0, weapons=["daemon weapon"]),
        M("b", 1, W=3, more={"rules": ("Eternal Warrior",)}),
        dice=[5, 4, 4, 4],
        rulings={"CP-R-51": reading},
    )
    assert game.left("b") == left


def test_all_hits_are_saved_even_when_the_model_is_slain_already():
    """CP-R-11."""
    game = played(M("a", 0, WS=6), M("b", 1, more={"Sv": 4}), dice=[5, 4, 1, 2, 3])
    assert game.slain() == ["b"]
