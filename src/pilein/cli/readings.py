"""Changes to the rules for one run: overridden rulings (`--rule`), excluded sentences (`--without`)."""

import argparse
from collections.abc import Sequence

from pilein.engine.rulesets import vocabulary
from pilein.kernel.nearest import shortened
from pilein.lab.files import BadFile
from pilein.tabletop.notation.rulings import STRUCK
from pilein.tabletop.scenario import Scenario

READINGS = ("rule", "without")  # option names
RULE_HELP = "override a ruling for this run; may be repeated"
WITHOUT_HELP = "exclude a sentence of the rules for this run; may be repeated"


def add_readings(parser: argparse.ArgumentParser) -> None:
    """Declare both options, parsed by `readings`."""
    parser.add_argument("--rule", metavar="SH-R-19=gap", action="append", default=[], help=RULE_HELP)
    parser.add_argument("--without", metavar="SH-CR-06", action="append", default=[], help=WITHOUT_HELP)


def readings(arguments: argparse.Namespace) -> dict[str, str]:
    """The choices for this run: ruling -> option, and sentence -> "struck" for each excluded sentence.

    Raises:
        BadFile: it is written in another way, or a ruling or sentence is named twice.

    """
    return _rulings(arguments.rule) | _struck(arguments.without)


def struck_notes(scenario: Scenario) -> list[str]:
    """A line for each excluded sentence."""
    known = vocabulary(scenario.ruleset).sentences if scenario.struck else {}
    return [f"without {one}: {known[one].words}" for one in scenario.struck]


def struck_entry(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """The entry of a JSON document for excluded sentences; empty if there are none."""
    return {"without": scenario.struck} if scenario.struck else {}


def _rulings(given: Sequence[str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for words in given:
        key, equals, option = words.partition("=")
        if not (key and equals and option):
            raise BadFile(
                f"{shortened(words)!r} is not a ruling and an option", key="--rule", remedy="write it like SH-R-19=gap"
            )
        if key in chosen:
            raise BadFile(f"{shortened(key)} is given twice", key="--rule", remedy=f"leave one of the two {key} out")
        chosen[key] = option
    return chosen


def _struck(given: Sequence[str]) -> dict[str, str]:
    twice = next((one for place, one in enumerate(given) if one in given[:place]), None)
    if twice is not None:
        raise BadFile(f"{shortened(twice)} is given twice", key="--without", remedy="leave one of the two out")
    return dict.fromkeys(given, STRUCK)
