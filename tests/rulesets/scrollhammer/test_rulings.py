"""Special cases among the rulings of Scrollhammer."""

from pilein.kernel.rulings import Reading, readings
from pilein.rulesets.scrollhammer.vocabulary import RULINGS


def test_ruling_options_taken_from_fantasy_rules_are_marked_as_such() -> None:
    marked = {
        key: option.name for key, ruling in RULINGS.items() for option in reversed(ruling.options) if option.fantasy
    }
    assert marked == {
        "SH-R-06": "skirmish-1",
        "SH-R-14": "from-charger",
        "SH-R-15": "ride-down",
        "SH-R-23": "roll-tie",
        "SH-R-36": "failed-move",
        "SH-R-54": "rear-rank",
        "SH-R-61": "ranks-before",
    }


def test_the_ruling_on_endless_combats_may_be_set_to_a_number_other_than_its_default() -> None:
    assert readings(RULINGS, {"SH-R-69": Reading("break_off", 6)})["SH-R-69"] == Reading("break-off", 6)
