"""Peculiarities of the rulings of Scorched."""

from pilein.rulesets.scorched.vocabulary import RULINGS


def test_the_usual_reading_of_ap_has_its_own_name() -> None:
    assert RULINGS["CP-R-01"].option("modifier") == "default"
