"""Chances requested on the command line: of conditions, and as joint distributions, possibly conditional."""

import argparse
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pilein.cli import save_files
from pilein.cli.lab import playtests
from pilein.lab.conditions import condition, term
from pilein.lab.ends import assert_known
from pilein.lab.figures import Number
from pilein.lab.figures_as_data import as_number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section
from pilein.lab.figures_as_words import fraction, percent
from pilein.lab.files import BadFile
from pilein.lab.joint import PAIR, Joint
from pilein.lab.odds import Odds
from pilein.lab.report import as_csv
from pilein.lab.simulated import Simulated
from pilein.tabletop.scenario import Scenario

CSV = ".csv"
ANSWER = re.compile(r"(?:[^:<>=!]+:)?[A-Z]+(?:-[A-Z0-9]+)+=[^=].*")


class Asked(NamedTuple):
    """Chances of conditions, and joint distributions, under the condition `given` ("" if there is none)."""

    given: str
    chances: tuple[tuple[str, Number], ...]
    joints: tuple[Joint, ...]

    def sections(self) -> tuple[Section, ...]:
        """Format the chances and the joint distributions as tables."""
        asked = f"if {self.given}" if self.given else "condition"
        rows = tuple((words, percent(chance), fraction(chance)) for words, chance in self.chances)
        heads = ((asked, LEFT), ("chance", RIGHT), ("", RIGHT))
        own = (Section("chances asked for", heads, rows),) if rows else ()
        return (*own, *(section for one in self.joints for section in one.sections()))

    def notes(self) -> list[str]:
        """Return a line for each conditional joint distribution, with the chance of its condition."""
        return list(dict.fromkeys(f"joint chances {one.note}" for one in self.joints if one.given))

    def entry(self) -> dict[str, Any]:
        """Return the entry in the JSON document. Empty if no chances were requested."""
        if not (self.chances or self.joints):
            return {}
        chances = [{"condition": words, "chance": as_number(chance)} for words, chance in self.chances]
        return {"asked": {"given": self.given, "chances": chances, "joint": [one.document() for one in self.joints]}}


def conditions(arguments: argparse.Namespace) -> str:
    """Combine the conditions of --given into one. Answers among them are added to the answers of --answer.

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

    Raises BadInput if it does not.
    """
    of_conditions = [condition(words).terms for words in (*arguments.chance, given) if words]
    of_joints = [tuple(term(one) for one in _terms(words)) for words in arguments.joint]
    assert_known([one for terms in (*of_conditions, *of_joints) for one in terms], scenario)


def assert_writable(arguments: argparse.Namespace, *others: str) -> None:
    """Check before play that the files of figures, and the files of `others`, can be written.

    Raises:
        BadFile: a file cannot be written, several joint distributions are requested in one file, or a picture is
            requested of a joint distribution that does not have exactly two terms.
    """
    save_files.assert_writable(arguments, ("plot", "csv", *others))
    if arguments.csv is not None:
        save_files.assert_ends_in(arguments.csv, CSV, "--csv")
    for option in ("plot", "csv"):
        if getattr(arguments, option) is not None and len(arguments.joint) > 1:
            raise BadFile("a picture file holds one joint table", key="--joint", remedy=f"name one, or omit --{option}")
    if arguments.plot is not None and arguments.joint and len(_terms(arguments.joint[0])) != PAIR:
        raise BadFile("only two terms make a picture", key="--joint", remedy="name two, or omit --plot")


def written(
    found: Odds | Simulated, asked: Asked, arguments: argparse.Namespace, drawn: Callable[[], str]
) -> list[str]:
    """Write the files of figures, for the joint distribution if one is requested, and return a line for each."""
    joint = asked.joints[0] if asked.joints else None
    csv = as_csv((joint or found).to_dict()) if arguments.csv else None
    plot = (joint.to_svg() if joint else drawn()) if arguments.plot else None
    if arguments.plot:
        save_files.assert_may_draw(arguments.plot, "--plot")
    return playtests.written(arguments, csv=csv, plot=plot)


def asked_of(found: Odds | Simulated, arguments: argparse.Namespace, given: str) -> Asked:
    """Answer the requested questions; if only a condition is given, return the conditional chance of each outcome."""
    wanted = list(arguments.chance)
    if given and not wanted and not arguments.joint:
        wanted = [f'outcome == "{word}"' for word, chance in found.figures.outcome if float(chance)]
    chances = tuple((words, found.chance(words, given=given)) for words in wanted)
    return Asked(given, chances, tuple(found.joint(*_terms(words), given=given) for words in arguments.joint))


def _terms(words: str) -> list[str]:
    """Split terms at commas."""
    parts = [part.strip() for part in re.findall(r"(?:\"[^\"]*\"|[^,\"])+", words)]
    for part in parts:
        term(part, "--joint")
    return parts
