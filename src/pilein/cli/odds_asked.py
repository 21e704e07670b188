"""Chances of conditions, and joint distributions, requested on the command line. Both may be conditional."""

import argparse
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pilein.cli import answers
from pilein.cli.answers import Parts, files_of
from pilein.lab.answer import LINES, first_of
from pilein.lab.conditions import condition, term
from pilein.lab.ends import assert_known
from pilein.lab.figures import Number
from pilein.lab.figures_as_data import as_number
from pilein.lab.figures_as_tables import events_table
from pilein.lab.figures_as_words import percent
from pilein.lab.files import BadFile
from pilein.lab.joint import PAIR, Joint
from pilein.lab.odds import Odds
from pilein.lab.simulated import Simulated
from pilein.lab.table import CHANCE, FRACTION, Table, headed
from pilein.tabletop.scenario import Scenario

ANSWER = re.compile(r"(?:[^:<>=!]+:)?[A-Z]+(?:-[A-Z0-9]+)+=[^=].*")


class Asked(NamedTuple):
    """Requested chances of conditions and joint distributions, given the condition `given` ("" if there is none)."""

    given: str
    chances: tuple[tuple[str, Number], ...]
    joints: tuple[Joint, ...]

    def tables(self) -> tuple[Table, ...]:
        """Tables of the requested chances."""
        asked = f"if {self.given}" if self.given else "condition"
        rows = tuple((words, chance, chance) for words, chance in self.chances)
        own = Table("chances asked for", (headed(asked), headed("chance", CHANCE), headed("", FRACTION)), rows)
        return (own, *(table for one in self.joints for table in one.tables()))

    def notes(self) -> list[str]:
        """Return a line for each conditional joint distribution, with the chance of its condition."""
        return list(dict.fromkeys(f"joint chances {one.note}" for one in self.joints if one.given))

    def short(self, fight: Odds | Simulated) -> tuple[str, ...]:
        """Return the requested figures of a fight in at most five lines, or no lines if no figures were requested."""
        if self.joints:
            return self.joints[0].short()
        if not self.chances:
            return ()
        given = f" if {self.given}" if self.given else ""
        rows = [f"{words}{given}: {percent(chance)}" for words, chance in self.chances]
        title, *_, note = fight.short()
        return (title, *first_of(rows, LINES - 2), note)

    def entry(self) -> dict[str, Any]:
        """Return the entry for the JSON document. The entry is empty if no chances were requested."""
        if not (self.chances or self.joints):
            return {}
        chances = [{"condition": words, "chance": as_number(chance)} for words, chance in self.chances]
        return {"asked": {"given": self.given, "chances": chances, "joint": [one.document() for one in self.joints]}}


def conditions(arguments: argparse.Namespace) -> str:
    """Combine the conditions of --given into one, and move any answers among them to the answers of --answer.

    All conditions are parsed, so that a fault is reported before any odds are solved.

    Raises:
        BadInput: a condition is malformed.
    """
    arguments.answer += [words for words in arguments.conditions if ANSWER.fullmatch(words)]
    found = [words for words in arguments.conditions if not ANSWER.fullmatch(words)]
    for key, given in (("--given", found), ("--chance", arguments.chance)):
        for words in given:
            condition(words, key)
    for words in arguments.joint:
        _terms(words)
    return found[0] if len(found) == 1 else " and ".join(f"({one})" for one in found)


def assert_asks_of(scenario: Scenario, arguments: argparse.Namespace, given: str) -> None:
    """Check before play that the scenario has the units and sides that conditions and terms name.

    Raises BadInput if a unit or side does not exist.
    """
    of_conditions = [condition(words).terms for words in (*arguments.chance, given) if words]
    of_joints = [tuple(term(one) for one in _terms(words)) for words in arguments.joint]
    assert_known([one for terms in (*of_conditions, *of_joints) for one in terms], scenario)


def assert_writable(arguments: argparse.Namespace, *others: str) -> None:
    """Check before play that the files of figures, and the files named by the options in `others`, can be written.

    Raises:
        BadFile: a file cannot be written, several joint distributions are requested in one file, or a picture is
            requested of a joint distribution that does not have exactly two terms.
    """
    answers.assert_writable(arguments, *others)
    for option in ("plot", "csv"):
        if getattr(arguments, option) is not None and len(arguments.joint) > 1:
            raise BadFile(
                f"--{option} can show only one joint distribution, but {len(arguments.joint)} are asked for",
                key="--joint",
                remedy=f"give --joint once, or omit --{option}",
            )
    if arguments.plot is not None and arguments.joint and len(_terms(arguments.joint[0])) != PAIR:
        raise BadFile(
            "a picture of a joint distribution needs exactly two terms",
            key="--joint",
            remedy="name two terms, or omit --plot",
        )


def parts_of(
    found: Odds | Simulated, asked: Asked, arguments: argparse.Namespace, *, events: bool, drawn: Callable[[], str]
) -> Parts:
    """Write the files of the joint distribution if one is requested, and otherwise the files of all figures.

    Returns the requested additional parts. `events` requests the list of events, and `drawn` draws the figures.
    """
    files = files_of(asked.joints[0], arguments) if asked.joints else files_of(found, arguments, drawn)
    tables = (events_table(found.events if events else ()), *asked.tables())
    return Parts(tables, asked.notes(), entries=asked.entry(), files=files, short=asked.short(found))


def asked_of(found: Odds | Simulated, arguments: argparse.Namespace, given: str) -> Asked:
    """Answer the requested questions. If only a condition is given, return the conditional chance of each outcome."""
    wanted = list(arguments.chance)
    if given and not wanted and not arguments.joint:
        wanted = [f'outcome == "{word}"' for word, chance in found.figures.outcome if float(chance)]
    chances = tuple((words, found.chance(words, given=given)) for words in wanted)
    return Asked(given, chances, tuple(found.joint(*_terms(words), given=given) for words in arguments.joint))


def _terms(words: str) -> list[str]:
    """Split a list of terms at its commas."""
    parts = [part.strip() for part in re.findall(r"(?:\"[^\"]*\"|[^,\"])+", words)]
    for part in parts:
        term(part, "--joint")
    return parts
