"""Special cases among the rulings of WWPD."""

from pilein.rulesets.wwpd.vocabulary import RULINGS


def test_the_rulings_without_options_are_those_that_the_text_settles() -> None:
    settled = [key for key, ruling in RULINGS.items() if not ruling.options]
    assert settled == ["WW-R-21", "WW-R-22", "WW-R-24", "WW-R-38", "WW-R-39"]
