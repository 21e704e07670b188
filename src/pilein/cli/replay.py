"""Replay a recorded game, or check it against the current rules."""

import argparse
import sys

from pilein.cli.fight import replay_written
from pilein.cli.fight_options import HTML_HELP
from pilein.cli.save_files import assert_writable, write_drawing
from pilein.engine.game import Game
from pilein.engine.replay import Difference, check, replayed
from pilein.engine.rulesets import BRING, ruleset_named
from pilein.kernel.errors import COPY, BadRecord, UnknownRule
from pilein.kernel.nearest import in_one_line
from pilein.kernel.record import CHANGED, Record
from pilein.kernel.record import read as read_record
from pilein.lab.document import FORMAT, fight_document, printed
from pilein.lab.files import BadFile, read, write
from pilein.tabletop.ruleset import Ruleset

DIFFERS = 1
DRAWINGS = ("picture", "animate", "html")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein replay`."""
    parser.add_argument("record", metavar="RECORD", help="a record of a fight or battle, written by --record")
    parser.add_argument(
        "--check",
        action="store_true",
        help="only check whether the current rules give the same game (exit code 1 if not)",
    )
    parser.add_argument("--picture", metavar="FILE.svg", help="draw the table before and after play")
    parser.add_argument("--animate", metavar="FILE.svg", help="draw a battle as one animated SVG")
    parser.add_argument("--html", metavar="FILE.html", help=HTML_HELP)


def run(arguments: argparse.Namespace) -> int:
    """Replay or check the record, and return the exit code.

    Raises:
        BadRecord: the record cannot be read or has been changed, or the current rules play it differently.
    """
    _assert_drawable(arguments)
    record = read_record(read(arguments.record), arguments.record)
    today = _rules(record, arguments.record)
    try:
        if arguments.check:
            return _check(record, today, arguments)
        game = replayed(record, today)
    except BadRecord as error:
        remedy = _remedy(record, today) if error.remedy == COPY else error.remedy
        raise BadRecord(error.message, file=arguments.record, key=error.key, remedy=remedy) from None
    _draw(game, arguments)
    if arguments.json:
        from pilein.lab.battle import battle_document

        sys.stdout.write(printed(battle_document(game) if game.battle else fight_document(game)))
        return 0
    from pilein.cli.console import Show

    show = Show(game)
    show.log()
    show.end(f"seed {record.seed}", [path for path in (arguments.picture, arguments.animate, arguments.html) if path])
    return 0


def _assert_drawable(arguments: argparse.Namespace) -> None:
    """Check that the requested drawings can be made and replace no file that is needed."""
    assert_writable(arguments, DRAWINGS)
    asked = next((option for option in DRAWINGS if getattr(arguments, option)), "")
    if arguments.check and asked:
        message, remedy = (
            f"--check cannot be combined with --{asked}, because --check draws nothing",
            f"omit --check or --{asked}",
        )
        raise BadFile(message, file=arguments.record, key=f"--{asked}", remedy=remedy)


def _draw(game: Game, arguments: argparse.Namespace) -> None:
    if arguments.animate and not game.battle:
        remedy = "omit --animate, or name a record of `pilein battle`"
        message = "this is the record of a fight, not of a battle"
        raise BadFile(message, file=arguments.record, key="--animate", remedy=remedy)
    if arguments.picture:
        from pilein.lab.drawing.svg import drawn

        write_drawing(arguments.picture, drawn(game), "--picture")
    if arguments.animate:
        from pilein.lab.drawing.animation import animated

        write(arguments.animate, animated(game))
    replay_written(game, arguments.html)


def _rules(record: Record, path: str) -> Ruleset:
    try:
        return ruleset_named(record.ruleset)
    except UnknownRule as error:
        remedy = error.remedy if error.nearest else BRING
        raise BadRecord(error.message, file=path, key="ruleset", remedy=remedy) from None


def _remedy(record: Record, today: Ruleset) -> str:
    if record.ruleset_version == today.version:
        return "use an unchanged copy of the record, or undo changes to the rules made without a new version"
    return f"use the version of pilein that wrote the record: it was played {_versions(record, today)}"


def _versions(record: Record, today: Ruleset) -> str:
    return f"under version {record.ruleset_version} of {record.ruleset}, but the current version is {today.version}"


def _check(record: Record, today: Ruleset, arguments: argparse.Namespace) -> int:
    difference = check(record, today)
    if arguments.json:
        versions = {"recorded": record.ruleset_version, "today": today.version}
        document = {
            "format": FORMAT,
            "same": difference is None,
            "changed": record.is_changed if record.checksum else None,
            "difference": difference,
            "ruleset_versions": versions,
        }
        sys.stdout.write(printed(document))
    else:
        same_version = record.ruleset_version == today.version
        played = "" if same_version else f" (played {_versions(record, today)})"
        sys.stdout.write(f"{in_one_line(arguments.record)}: {_found(record, difference)}{played}\n")
    return 0 if difference is None else DIFFERS


def _found(record: Record, difference: Difference | None) -> str:
    """Describe whether a record agrees with the current rules."""
    if difference is None:
        unseen = "" if record.checksum else f"; {UNSEEN}"
        return f"the current rules give the same game{unseen}"
    if record.is_changed and difference.what == CHANGED:
        return f"{CHANGED}, though the current rules give the same events"
    changed = f"{CHANGED}; " if record.is_changed else ""
    return f"{changed}differs in {difference.clause or 'the set-up'}: {difference.what}"


UNSEEN = "it has no checksum (version 0.1.0 wrote none), so changes that do not affect the game cannot be detected"
