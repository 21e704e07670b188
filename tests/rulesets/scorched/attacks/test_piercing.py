"""CP-PU, CP-DG, CP-LA: the AP of a model's hits."""

import pytest

from tests.rulesets.scorched.builder import M, played


def test_under_the_own_dice_ruling_only_a_6_on_the_dice_of_the_model_itself_finds_the_gap():
    """CP-R-27 `own-dice`: the die added by the second dagger does not count."""
    units = M("a", 0, weapons=["dagger", "dagger"]), M("b", 1)
    ruling = {"CP-R-27": "own-dice"}
    assert played(*units, dice=[2, 6, 1]).hits() == [("a", "b", 5, 2)]
    assert played(*units, dice=[2, 6, 1], rulings=ruling).hits() == [("a", "b", 5, 0)]
    assert played(*units, dice=[6, 2, 1], rulings=ruling).hits() == [("a", "b", 5, 2)]


@pytest.mark.parametrize(
    ("held", "ap", "reading", "pierces"),
    [
        ("power+two-handed", "modifier", "default", 2),
        ("power+two-handed", "modifier", "set-last", 1),
        ("power+two-handed", "threshold", "default", 1),
        ("dagger+two-handed", "threshold", "default", 1),
        ("dagger+two-handed", "threshold", "set-last", 2),
        ("two-handed weapon", "threshold", "default", 6),
        ("dagger+power", "threshold", "default", 1),
    ],
)
def test_rulings_change_the_order_in_which_ap_effects_are_applied(held, ap, reading, pierces):
    """CP-R-01, CP-R-28: the rulings decide whether an AP is set to a value before or after it is improved."""
    rulings = {"CP-R-01": ap, "CP-R-28": reading}
    game = played(M("a", 0, weapons=[held]), M("b", 1), dice=[6, 1], rulings=rulings)
    assert game.hits()[0][3] == pierces


ONES = [1] * 9


def lance_beside_mace(*, X=False, Y=False):  # noqa: N803
    """Return units in which a mace bearer pushes Y into the lance bearer, who fights X. `X` and `Y` are the flags that
    state whether each enemy moved into contact.
    """
    return (
        M("mace", 0, weapons=["mace"], at=[(10, 10)]),
        M("y", 1, W=9, at=[(11, 10)], charged=Y),
        M("lance", 0, weapons=["lance"], at=[(13, 10)]),
        M("x", 1, W=9, at=[(14, 10)], charged=X),
    )


@pytest.mark.clause("CP-LA-01")
@pytest.mark.parametrize(("charged", "AP"), [({"X": True}, 1), ({"Y": True}, 0)])
def test_a_model_pushed_into_a_lance_bearer_does_not_count_as_having_charged_it(charged, AP):  # noqa: N803
    """CP-R-40 `both-models`: only contact made by a charge counts."""
    both = {"CP-R-40": "both-models"}
    game = played(*lance_beside_mace(**charged), dice=[2, *ONES, 2, *ONES], answers=[0], rulings=both)
    assert game.place("y") == pytest.approx((12, 10), abs=0.002)
    assert game.hits()[1] == ("lance", "x", 1, AP)


@pytest.mark.clause("CP-LA-01")
def test_a_charger_pushed_away_from_a_lance_bearer_still_counts_as_having_charged_it():
    """CP-R-40 `both-models`: Y touched the lance bearer, but is pushed away before the lance bearer fights."""
    units = (
        M("mace", 0, weapons=["mace"], at=[(10, 10)]),
        M("y", 1, W=9, at=[(11, 10)], charged=True),
        M("lance", 0, weapons=["lance"], at=[(11, 11)]),
        M("x", 1, W=9, at=[(11, 12)]),
    )
    game = played(*units, dice=[2, *ONES, 2, *ONES], answers=[0], rulings={"CP-R-40": "both-models"})
    assert game.hits()[1] == ("lance", "x", 1, 1)


@pytest.mark.clause("CP-LA-01")
def test_under_the_within_1_ruling_a_charger_within_an_inch_has_charged_the_lance_bearer():
    """CP-R-09 `within-1`, CP-R-40 `both-models`: models within 1" are engaged, so no base contact is needed."""
    units = M("l", 0, weapons=["lance"], at=[(10, 10)]), M("x", 1, at=[(11.5, 10)], charged=True)
    rulings = {"CP-R-40": "both-models", "CP-R-09": "within-1"}
    assert played(*units, dice=[2, 1], rulings=rulings).hits() == [("l", "x", 1, 1)]
