"""Changes for one run: overridden rulings (`--rule`), excluded sentences (`--without`), fixed answers (`--answer`)."""

import argparse
import sys
from collections.abc import Sequence

from pilein.engine.fixed import FixedAnswers
from pilein.engine.rulesets import vocabulary
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.files import BadFile
from pilein.lab.fixed import fixed_answers
from pilein.tabletop.notation.rulings import STRUCK
from pilein.tabletop.scenario import Scenario

READINGS = ("rule", "without")  # names of options that change the rules
RULE_HELP = "override a ruling for this run; may be repeated"
ANSWER_HELP = (
    "fix the answer to a question of the rules, before any policy; of one side: red:SH-RE-02=hold;\n"
    "may be repeated (`pilein rules NAME --questions` lists questions and answers)"
)
WITHOUT_HELP = "exclude a sentence of the rules for this run; may be repeated"


def add_readings(parser: argparse.ArgumentParser) -> None:
    """Declare both options, parsed by `readings`."""
    parser.add_argument("--rule", metavar="SH-R-19=gap", action="append", default=[], help=RULE_HELP)
    add_answer(parser)
    parser.add_argument("--without", metavar="SH-CR-06", action="append", default=[], help=WITHOUT_HELP)


def add_answer(parser: argparse.ArgumentParser) -> None:
    """Declare --answer, parsed by `fixed`."""
    parser.add_argument("--answer", metavar="SH-RE-02=hold", action="append", default=[], help=ANSWER_HELP)


def fixed(arguments: argparse.Namespace, scenario: Scenario) -> FixedAnswers:
    """The fixed answers.

    Raises:
        BadInput: one is written in another way, given twice, or not an answer to that question.

    """
    return fixed_answers(answers(arguments), scenario, "--answer")


def answers(arguments: argparse.Namespace) -> dict[str, str]:
    """The answers by question, as they are written.

    Raises:
        BadFile: one is written in another way, or given twice.

    """
    chosen: dict[str, str] = {}
    for words in arguments.answer:
        question, equals, answer = words.partition("=")
        if not (question and equals and answer):
            message = f"{shortened(words)!r} is not a question and its answer"
            raise BadFile(message, key="--answer", remedy="write it like SH-RE-02=hold, or red:SH-RE-02=hold")
        if question in chosen:
            raise BadFile(f"{shortened(question)} is answered twice", key="--answer", remedy="leave one of the two out")
        chosen[question] = answer
    return chosen


def say_hints(hints: Sequence[str]) -> None:
    """Print hints on standard error."""
    for words in hints:
        sys.stderr.write(f"pilein: hint: {in_one_line(words)}\n")


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
