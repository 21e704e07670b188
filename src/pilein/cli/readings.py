"""Options that change the game for one run by setting rulings, excluding sentences, changing numbers in the text or
fixing answers.
"""

import argparse
import re
import sys
from collections.abc import Sequence

from pilein.engine.fixed import FixedAnswers
from pilein.engine.rulesets import vocabulary
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.files import BadFile
from pilein.lab.fixed import fixed_answers
from pilein.tabletop.notation.rulings import STRUCK
from pilein.tabletop.scenario import Scenario

READINGS = ("rule", "without", "set")  # names of options that change the rules
RULE_HELP = "override a ruling for this run; may be repeated"
ANSWER_HELP = (
    "fix the answer to a question in the rules, before any policy is asked; for one side: red:SH-RE-02=hold;\n"
    "may be repeated (`pilein rules NAME --questions` lists questions and answers)"
)
WHOLE = re.compile(r"-?\d{1,6}", re.ASCII)
SET_HELP = "change a number in the rules for this run; may be repeated (`pilein rules NAME --numbers` lists numbers)"
WITHOUT_HELP = "exclude a sentence of the rules for this run; may be repeated"


def add_readings(parser: argparse.ArgumentParser) -> None:
    """Declare the options parsed by `readings`, and --answer."""
    parser.add_argument("--rule", metavar="SH-R-19=gap", action="append", default=[], help=RULE_HELP)
    add_answer(parser)
    parser.add_argument("--without", metavar="SH-CR-06", action="append", default=[], help=WITHOUT_HELP)
    parser.add_argument("--set", metavar="SH-CR-04=2", action="append", default=[], help=SET_HELP)


def add_answer(parser: argparse.ArgumentParser) -> None:
    """Declare --answer, parsed by `fixed`."""
    parser.add_argument("--answer", metavar="SH-RE-02=hold", action="append", default=[], help=ANSWER_HELP)


def fixed(arguments: argparse.Namespace, scenario: Scenario) -> FixedAnswers:
    """Return the fixed answers.

    Raises:
        BadInput: an answer is malformed, given twice, or not an answer to its question.
    """
    return fixed_answers(answers(arguments), scenario, "--answer")


def answers(arguments: argparse.Namespace) -> dict[str, str]:
    """Return a mapping from each question to its fixed answer, both as written on the command line.

    Raises:
        BadFile: an answer is malformed, or given twice.
    """
    chosen: dict[str, str] = {}
    for words in arguments.answer:
        question, equals, answer = words.partition("=")
        if not (question and equals and answer):
            message = f"{shortened(words)!r} is not a question with its answer"
            raise BadFile(
                message,
                key="--answer",
                remedy="write the question and its answer in the form SH-RE-02=hold, or red:SH-RE-02=hold",
            )
        if question in chosen:
            raise BadFile(
                f"the question {shortened(question)} is answered twice",
                key="--answer",
                remedy="answer each question once",
            )
        chosen[question] = answer
    return chosen


def say_hints(hints: Sequence[str]) -> None:
    """Print hints about likely mistakes on standard error."""
    for words in hints:
        sys.stderr.write(f"pilein: hint: {in_one_line(words)}\n")


def readings(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the rulings, numbers and struck sentences chosen for this run, by key.

    A ruling maps to its chosen option, an excluded sentence to "struck", and a number of the text to its value.

    Raises:
        BadFile: a choice is malformed, or a name is given twice.
    """
    rulings = pairs_in(arguments.rule, "--rule", "a ruling with an option", "SH-R-19=gap")
    numbers = pairs_in(arguments.set, "--set", "a number with its value", "SH-CR-04=2")
    without = struck(arguments.without)
    for key, value in numbers.items():
        head, dot, _ = key.partition(".")
        if dot and "-" not in head:  # units.NAME.models
            raise BadFile(
                f"{shortened(key)} is a value of the scenario, not a number in the rules",
                key="--set",
                remedy="change the file, or try the change with `pilein lab compare --set`",
            )
        if not WHOLE.fullmatch(value):
            raise BadFile(
                f"{shortened(value)!r} is not a whole number",
                key="--set",
                remedy=f"give {key} a whole number, such as {key}=2",
            )
        if key in without:
            raise BadFile(
                f"{shortened(key)} is both set to a number and excluded",
                key="--set",
                remedy="omit either --set or --without for it",
            )
    return rulings | without | numbers


def text_notes(scenario: Scenario) -> list[str]:
    """Return a line for each excluded sentence, and for each number with a changed value."""
    words = vocabulary(scenario.ruleset)
    struck = [f"without {one}: {words.sentences[one].words}" for one in scenario.struck]
    numbers = ((words.numbers[key], value) for key, value in scenario.numbers.items())
    return [*struck, *(f"{one.id} = {value}, not {one.default}: {one.words}" for one, value in numbers)]


def text_entry(scenario: Scenario) -> dict[str, object]:
    """Return the JSON entries for excluded sentences and for changed numbers. There is no entry for an empty list."""
    struck = {"without": scenario.struck} if scenario.struck else {}
    return struck | ({"numbers": scenario.numbers} if scenario.numbers else {})


def pairs_in(given: Sequence[str], option: str, what: str, example: str) -> dict[str, str]:
    """Parse the values of an option that takes `key=value`, by key. `what` describes the expected value.

    Raises:
        BadFile: a value is malformed, or a key is given twice.
    """
    chosen: dict[str, str] = {}
    for words in given:
        key, equals, value = words.partition("=")
        if not (key and equals and value):
            raise BadFile(f"{shortened(words)!r} is not {what}", key=option, remedy=f"write it in the form {example}")
        if key in chosen:
            raise BadFile(f"{shortened(key)} is given twice", key=option, remedy=f"give {key} once")
        chosen[key] = value
    return chosen


def struck(given: Sequence[str]) -> dict[str, str]:
    """Return a mapping from each excluded sentence to "struck". Raises BadFile if a sentence is given twice."""
    twice = next((one for place, one in enumerate(given) if one in given[:place]), None)
    if twice is not None:
        raise BadFile(f"{shortened(twice)} is excluded twice", key="--without", remedy="exclude each sentence once")
    return dict.fromkeys(given, STRUCK)
