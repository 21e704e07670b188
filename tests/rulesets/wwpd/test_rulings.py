"""Special cases among the rulings of WWPD."""

from pilein.rulesets.wwpd.vocabulary import RULINGS


def test_only_rulings_that_the_text_settles_have_no_options() -> None:
    settled = [key for key, ruling in RULINGS.items() if not ruling.options]
    assert settled == ["WW-R-21", "WW-R-22", "WW-R-24", "WW-R-38", "WW-R-39"]
