"""List the words that a ruleset's scenario files can use, with their meanings: keys, weapons, special rules ..."""

import argparse
import sys
from itertools import groupby
from typing import TYPE_CHECKING

from pilein.engine.rulesets import names, vocabulary
from pilein.lab.document import FORMAT, printed
from pilein.lab.words import TOPICS, Word, meaning, words_of

if TYPE_CHECKING:
    from pilein.cli.terminal import Console

WIDEST = 24  # columns for a word
WEAPONS, UNITS = "weapons", "units"
FEW = 3  # weapons whose keys are explained


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein words`."""
    parser.add_argument(
        "ruleset", metavar="RULESET", nargs="?", help="a ruleset (default: list the rulesets and topics)"
    )
    topics = ", ".join(TOPICS)
    parser.add_argument(
        "topic", metavar="TOPIC", nargs="*", default=(), help=f"{topics}; or text to search for (default: all topics)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the keywords in a ruleset's scenario files, and return the exit code.

    Raises:
        UnknownRule: there is no such ruleset, topic or word. The error suggests the nearest one.
    """
    if arguments.ruleset is None:
        return _listed(as_json=arguments.json)
    found = words_of(vocabulary(arguments.ruleset), *arguments.topic)
    if arguments.json:
        sys.stdout.write(printed({"format": FORMAT, "ruleset": arguments.ruleset, "words": found}))
        return 0
    from pilein.cli.terminal import Console

    show(Console(highlight=False), found)
    if not arguments.topic:
        sys.stdout.write(f"\n`pilein words {arguments.ruleset} TOPIC` lists one topic, TEXT searches.\n")
    return 0


def show(console: "Console", found: tuple[Word, ...]) -> None:
    """Print scenario-file keywords under the headings of their topics."""
    from rich.table import Table
    from rich.text import Text

    is_next = False
    for topic, words in groupby(found, lambda word: word.topic):
        if is_next:
            console.print()
        is_next = True
        console.print(Text.assemble((topic, "bold"), f": {TOPICS[topic][0]}"))
        rows = list(words)
        is_short = topic == WEAPONS and len(rows) > FEW
        table = Table.grid(padding=(0, 2))
        table.add_column(width=min(WIDEST, max(len(word.name) for word in rows) + 2))
        table.add_column(overflow="fold")
        for word in rows:
            table.add_row(Text(f"  {word.name}", style="bold"), Text(meaning(word, is_short=is_short)))
        console.print(table)
        if is_short:
            console.print("  (what these keys mean: the topic `weapon keys`)")
        elif topic == UNITS:
            console.print("  (what has happened to a unit: the topic `statuses`)")


def _listed(*, as_json: bool) -> int:
    """Print the rulesets and the topics, and return the exit code."""
    if as_json:
        sys.stdout.write(printed({"format": FORMAT, "rulesets": names(), "topics": list(TOPICS)}))
        return 0
    lines = ["rulesets: " + ", ".join(names()), "topics:"]
    lines += [f"  {topic:<12} {where}" for topic, (where, _) in TOPICS.items()]
    sys.stdout.write("\n".join([*lines, "", "`pilein words RULESET TOPIC` lists one; a text searches.", ""]))
    return 0
