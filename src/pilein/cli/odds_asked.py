"""Chances asked for on the command line: conditions, joint distributions, and what they are under."""

import argparse
import re
from typing import Any, NamedTuple

from pilein.lab.conditions import condition, term
from pilein.lab.figures import Number
from pilein.lab.figures_as_data import as_number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, fraction, percent
from pilein.lab.joint import Joint
from pilein.lab.odds import Odds

ANSWER = re.compile(r"(?:[^:<>=!]+:)?[A-Z]+(?:-[A-Z0-9]+)+=[^=].*")


class Asked(NamedTuple):
    """The chances of conditions, and joint distributions; `given` is the condition that they are under ("": none)."""

    given: str
    chances: tuple[tuple[str, Number], ...]
    joints: tuple[Joint, ...]

    def sections(self) -> tuple[Section, ...]:
        """The tables."""
        asked = f"if {self.given}" if self.given else "condition"
        rows = tuple((words, percent(chance), fraction(chance)) for words, chance in self.chances)
        heads = ((asked, LEFT), ("chance", RIGHT), ("", RIGHT))
        own = (Section("chances asked for", heads, rows),) if rows else ()
        return (*own, *(section for one in self.joints for section in one.sections()))

    def entry(self) -> dict[str, Any]:
        """The entry of the JSON document; empty if nothing is asked."""
        if not (self.chances or self.joints):
            return {}
        chances = [{"condition": words, "chance": as_number(chance)} for words, chance in self.chances]
        return {"asked": {"given": self.given, "chances": chances, "joint": [one.document() for one in self.joints]}}


def conditions(arguments: argparse.Namespace) -> str:
    """The conditions of --given as one; answers among them go to those of --answer.

    All conditions are read, so that a fault is reported before anything is solved.

    Raises:
        BadInput: one is written in another way.

    """
    arguments.answer += [words for words in arguments.conditions if ANSWER.fullmatch(words)]
    found = [words for words in arguments.conditions if not ANSWER.fullmatch(words)]
    for key, given in (("--given", found), ("--chance", arguments.chance)):
        for words in given:
            condition(words, key)
    for words in arguments.joint:
        _terms(words)
    return found[0] if len(found) == 1 else " and ".join(f"({one})" for one in found)


def asked_of(found: Odds, arguments: argparse.Namespace, given: str) -> Asked:
    """What is asked of the odds; with a condition alone, the chance of each outcome under it."""
    wanted = list(arguments.chance)
    if given and not wanted and not arguments.joint:
        wanted = [f'outcome == "{word}"' for word, chance in found.figures.outcome if float(chance)]
    chances = tuple((words, found.chance(words, given=given)) for words in wanted)
    return Asked(given, chances, tuple(found.joint(*_terms(words), given=given) for words in arguments.joint))


def _terms(words: str) -> list[str]:
    """The terms between commas."""
    parts = [part.strip() for part in re.findall(r"(?:\"[^\"]*\"|[^,\"])+", words)]
    for part in parts:
        term(part, "--joint")
    return parts
