"""Show a recorded game again, or check it against today's rules."""

import argparse
import sys

from pilein.cli.files import read, write
from pilein.engine.replay import check, replayed
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import Record
from pilein.kernel.record import read as read_record
from pilein.lab.document import FORMAT, fight_document, printed
from pilein.lab.rulesets import rules

DIFFERS = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("record", metavar="RECORD", help="a file that `pilein fight --record` wrote")
    parser.add_argument(
        "--check", action="store_true", help="only say whether today's rules give the same (exit code 1: no)"
    )
    parser.add_argument("--picture", metavar="FILE.svg", help="draw the table before and after")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Play the record again; the exit code.

    Raises:
        BadRecord: it cannot be read, or today's rules play it otherwise.

    """
    record = read_record(read(arguments.record), arguments.record)
    if arguments.check:
        return _check(record, arguments)
    try:
        game = replayed(record, rules(record.ruleset))
    except BadRecord as error:
        remedy = "`--check` says no more; an older version of pilein may replay it"
        raise BadRecord(error.message, file=arguments.record, key=error.key, remedy=remedy) from None
    if arguments.picture:
        from pilein.cli.picture.svg import drawn

        write(arguments.picture, drawn(game))
    if arguments.json:
        sys.stdout.write(printed(fight_document(game)))
        return 0
    from pilein.cli.showing import Show

    show = Show(game)
    show.log()
    show.end(f"seed {record.seed}", [arguments.picture] if arguments.picture else [])
    return 0


def _check(record: Record, arguments: argparse.Namespace) -> int:
    today = rules(record.ruleset)
    difference = check(record, today)
    if arguments.json:
        versions = {"recorded": record.ruleset_version, "today": today.rulebook.version}
        document = {
            "format": FORMAT,
            "same": difference is None,
            "difference": difference,
            "ruleset_versions": versions,
        }
        sys.stdout.write(printed(document))
    elif difference is None:
        sys.stdout.write(f"{arguments.record}: today's rules give the same game\n")
    else:
        sys.stdout.write(f"{arguments.record}: differs in {difference.clause or 'the set-up'}: {difference.what}\n")
    return 0 if difference is None else DIFFERS
