"""Entry point of the `pilein` command."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from pilein import __version__
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.parsing import Parser, assert_not_empty
from pilein.cli.reporting import BAD_INPUT, report, say, say_no_more
from pilein.engine.collecting import rarer_collections
from pilein.engine.rulesets import at_fault, folders, rulesets_from
from pilein.engine.signals import held
from pilein.kernel.errors import BadInput, BadScenario, PileInError, TooManyPositions
from pilein.kernel.nearest import unknown

FAULT = 70  # exit code of an internal error
FOLDERS = "PILEIN_RULESETS"  # environment variable: folders of rulesets
RULESETS_HELP = "a folder with your own rulesets; may be repeated"
MOST_WORDS = 2  # in a command's name
WIDEST = 10_000  # plausible widths of a terminal, in columns
COMMANDS = {  # name: (module, description)
    "fight": ("pilein.cli.fight", "play a fight, or continue a saved game"),
    "battle": ("pilein.cli.battle", "play whole turns until a battle is decided, and draw pictures of it"),
    "odds": ("pilein.cli.odds", "compute the exact odds of a fight, or of several side by side"),
    "matrix": ("pilein.cli.matrix", "compare all weapons against each other, by exact odds"),
    "worth": ("pilein.cli.worth", "find out what would help a unit most: an extra model, a better save, a new weapon"),
    "charge": ("pilein.cli.charge", "compute the odds of a charge by distance"),
    "simulate": ("pilein.cli.simulate", "estimate the odds of a fight from many games, with standard errors"),
    "tournament": ("pilein.cli.tournament", "let policies play each other, and rate them; measure the skill of a game"),
    "games": ("pilein.cli.games", "play many games and write each with its answers as a row, in Parquet or CSV"),
    "replay": ("pilein.cli.replay", "replay a recorded game, or check it against the current rules"),
    "rules": ("pilein.cli.rules", "show the rules of a game: order of play, sentences, and rulings on unclear ones"),
    "words": ("pilein.cli.words", "list the words of scenario files: keys, weapons, special rules, terrain"),
    "check": ("pilein.cli.check", "check a scenario or unit file for errors and likely mistakes"),
    "import": ("pilein.cli.import_catalogue", "convert army catalogues from roster programs into a unit file"),
    "new": ("pilein.cli.new", "write a scenario file that you can edit"),
    "serve": ("pilein.cli.serve", "serve a web page with odds, the rulebook and tables to play at"),
    "site": ("pilein.cli.site", "write the web page as static files for any web server"),
    "examples": ("pilein.cli.examples", "list the example scenarios, or copy them into a folder"),
    "lab compare": ("pilein.cli.lab.compare", "compare fights before and after a change to rules or units"),
    "lab sweep": ("pilein.cli.lab.sweep", "compute the odds of a fight for each value of one or two numbers"),
    "lab matchup": ("pilein.cli.lab.matchup", "match every unit in a file against every other, and rank them"),
    "lab points": ("pilein.cli.lab.points", "compute fair points for units and options"),
    "lab rulings": ("pilein.cli.lab.rulings", "show the effect of each reading of each unclear rule"),
    "lab coverage": (
        "pilein.cli.lab.coverage",
        "show which sentences of the rules are ever used, and which change results",
    ),
    "lab report": ("pilein.cli.lab.report", "write all these results as one page, with tables and charts"),
    "new-ruleset": ("pilein.cli.new_ruleset", "write a template for your own ruleset"),
}
GROUPS = {  # name: purpose of its commands; a command in a group has a name of two words
    "lab": "test a set of rules: the effect of its sentences, readings and numbers",
}
HELP = ("-h", "--help", "help")
HEAD = """\
Compute the exact odds of a fight in a tabletop wargame, or play it out by the rules. In such games players
move armies of model soldiers and resolve combats with dice. To begin:

  pilein new scrollhammer fight.toml --press   write a scenario with two units in contact, to edit as you like
  pilein odds fight.toml                       compute who wins, how, and with what losses
  pilein fight fight.toml --play ask           play the fight yourself"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 on success, 2 on bad input, 128 plus the signal's number if
    interrupted.

    `arguments` are the arguments after the program's name, by default those of the process.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _make_printable()
    try:
        with INTERRUPTIONS.heard(to_the_last=arguments is None), rarer_collections():
            return _reported(given)
    except KeyboardInterrupt as interruption:
        return _interrupted(interruption)
    except BrokenPipeError:
        say_no_more()
        return INTERRUPTIONS.code if INTERRUPTIONS.is_heard else 0
    except MemoryError:
        say("there is not enough memory for this command; use fewer models or phases")
        return BAD_INPUT
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "numpy":
            say("this command needs numpy, which is not installed here; install it with `pip install numpy`")
            return BAD_INPUT
        if (
            isinstance(error, OSError) and error.filename is None
        ):  # errors in other files are caught where they are read and written
            return _unheard(error)
        if os.environ.get("PILEIN_TRACEBACK"):
            raise
        return _fault(error)


def _fault(error: Exception) -> int:
    """Report an error in the program or in the user's own ruleset. Returns the exit code."""
    words, place = f"{type(error).__name__}: {error}", at_fault(error)
    if place:
        say(f"the ruleset has an error: {place}: {words}; correct the ruleset (PILEIN_TRACEBACK=1 shows the traceback)")
        return BAD_INPUT
    whose = "an internal error occurred, or an error in your own ruleset" if folders() else "an internal error occurred"
    say(f"{whose}: {words}; {REPORT}")
    return FAULT


def _reported(given: list[str]) -> int:
    """Run a command, reporting any fault in its input. Returns the exit code."""
    try:
        code = _run(given)
    except PileInError as error:
        code = report(error, as_json="--json" in given)
    sys.stdout.flush()
    return code


def _interrupted(interruption: KeyboardInterrupt) -> int:
    """Report that a signal ended the command, and where the game is kept. Returns the exit code."""
    kept = getattr(interruption, "words", "")
    say(f"interrupted; {kept}" if kept else "interrupted")
    try:
        sys.stdout.flush()
    except OSError:  # the terminal is closed
        say_no_more()
    return INTERRUPTIONS.code


def _unheard(error: OSError) -> int:
    """Report that standard output cannot be written to. Returns the exit code."""
    say_no_more()
    if INTERRUPTIONS.is_heard:  # its terminal is closed
        return INTERRUPTIONS.code
    say(f"standard output cannot be written: {error.strerror or error}; {ELSEWHERE}")
    return BAD_INPUT


ELSEWHERE = "free some space on the disk, or redirect the output to another disk"


OPTIONS = {
    "budget": "--limit",
    "fixed": "--answer",
    "players": "--play",
}  # names of arguments in Python -> options with another name
REPORT = "please report it with the scenario, the seed and the traceback, which PILEIN_TRACEBACK=1 shows"


def _run(given: list[str]) -> int:
    folders, given = _folders(given)
    if given[:1] == ["--version"]:
        sys.stdout.write(f"pilein {__version__}\n")
        return 0
    name, given = command_of(given)
    if not name or name in GROUPS:
        sys.stdout.write(_help(name))
        return 0
    try:
        arguments = parser_of(name).parse_intermixed_args(given)
    except SystemExit:  # argparse has printed its help
        return 0
    arguments.rulesets = [*folders, *arguments.rulesets]
    for folder in arguments.rulesets:
        rulesets_from(folder)
    try:
        code: int = import_module(COMMANDS[name][0]).run(arguments)
    except SystemExit:  # rich: the reader of the output is gone
        return 0
    except (BadScenario, TooManyPositions) as error:
        error.file = error.file or getattr(arguments, "scenario", "")
        raise
    except BadInput as error:
        error.key = _option(name, error.key)
        raise
    return code


def _option(name: str, argument: str) -> str:
    """Return the command-line option for an argument's Python name. Other keys are returned unchanged."""
    given = {option: action.dest for option, action in parser_of(name)._option_string_actions.items()}  # noqa: SLF001
    option = OPTIONS.get(argument, f"--{argument}")
    return option if option in given else next((one for one, to in given.items() if to == argument), argument)


def command_of(given: list[str]) -> tuple[str, list[str]]:
    """Split off the command's name, which has two words if the command is in a group and is "" if no command is given.

    Returns the name and the arguments after it.
    """
    words = 0
    while words < MOST_WORDS and given[words:] and given[words] not in HELP and (not words or given[0] in GROUPS):
        words += 1
    return " ".join(given[:words]), given[words:]


def _folders(given: list[str]) -> tuple[list[str], list[str]]:
    """Return the ruleset folders, and the arguments that remain.

    The folders are named in the environment or by options before the command.
    """
    folders = [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]
    while given and given[0].split("=")[0] == "--rulesets":
        option, *after = given
        _, equals, folder = option.partition("=")
        if not equals:
            folder, *after = after or [""]
        assert_not_empty(folder, "--rulesets", "DIR")
        folders, given = [*folders, folder], after
    return folders, given


def parser_of(name: str) -> Parser:
    """Return the parser for a command's arguments.

    Raises:
        UnknownRule: there is no such command.
    """
    if name not in COMMANDS:
        group, _, _ = name.partition(" ")
        where = f"pilein {group} --help" if group in GROUPS else "pilein --help"
        raise unknown(name, COMMANDS, "command", f"`{where}` lists the commands")
    with held():
        module = import_module(COMMANDS[name][0])
    parser = Parser(prog=f"pilein {name}", description=module.__doc__)
    module.add_arguments(parser)
    parser.add_argument("--rulesets", metavar="DIR", action="append", default=[], help=RULESETS_HELP)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def _help(group: str = "") -> str:
    """Return the help text that lists all commands, or the commands in one group. Grouped commands are listed last."""
    if group:
        head, usage = f"{GROUPS[group][0].upper()}{GROUPS[group][1:]}.", f"{group} COMMAND"
    else:
        head, usage = HEAD, "COMMAND"
    names = [name for name in COMMANDS if not group or name.startswith(f"{group} ")]
    lines = [head, "", f"usage: pilein {usage} ...", ""]
    lines += [f"  {name:<{max(map(len, names), default=0)}} {COMMANDS[name][1]}" for name in names]
    lines += ["", f"`pilein {usage} --help` lists its options; every command takes --json and --rulesets DIR.", ""]
    return "\n".join(lines)


def _make_printable() -> None:
    """Make output safe.

    Closed streams are opened, an invalid terminal width is ignored, and characters that the terminal cannot show are
    replaced.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - as long as the program
    width = os.environ.get("COLUMNS", "1")
    if not (width.isascii() and width.isdigit() and len(width) <= len(str(WIDEST)) and 1 <= int(width) <= WIDEST):
        del os.environ["COLUMNS"]  # use the terminal's width, or the usual one
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
