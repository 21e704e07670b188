"""Options of `pilein fight`, parsed and validated."""

import argparse

from pilein.cli.parsing import whole
from pilein.cli.readings import READINGS, add_readings
from pilein.engine.players import Player
from pilein.engine.policies import NAMES, named
from pilein.engine.sources import GivenDice, Players, TypedDice
from pilein.kernel.errors import UnknownRule
from pilein.kernel.nearest import hint, shortened, unknown_name
from pilein.lab.files import BadFile
from pilein.lab.given_answers import GivenAnswers
from pilein.tabletop.scenario import Scenario

ASK = "ask"
ANSWERS = "answers"
DEFAULT = "sensible"
END = "end"
OF_A_BEGINNING = ("seed", "dice", "phases", "answer", *READINGS)  # options for new games only


DICE_HELP = "the result of every die, in order (unused dice are an error); ask: you type in each roll"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein fight`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml), or a saved game (.json) to continue")
    add_seed(parser)
    add("--dice", metavar="4,5,1|ask", help=DICE_HELP)
    add("--answers", metavar="FILE", help="a JSON list of {request, clause, answer}; unused answers are an error")
    add("--phases", metavar="N|end", help="number of phases; end: until no combat is left (default: 1)")
    add_play(parser)
    add_readings(parser)
    add("--picture", metavar="FILE.svg", help="draw the table before and after the phase")
    add("--html", metavar="FILE.html", help=HTML_HELP)
    add("--record", metavar="FILE.json", help="write the record, for `pilein replay`")
    add("--save", metavar="FILE.json", help="save the game at the end, to continue later")
    add_force(parser)


HTML_HELP = "write a replay as one HTML file, to step through in any browser"
FORCE_HELP = "let --record and --save replace existing files"


def add_force(parser: argparse.ArgumentParser) -> None:
    """Declare --force, which allows existing files to be replaced."""
    parser.add_argument("--force", action="store_true", help=FORCE_HELP)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Declare --seed."""
    words = "random seed (default: drawn at random and printed)"  # files keep 64 bits
    parser.add_argument("--seed", type=whole("--seed", -(2**63), 2**64 - 1), metavar="N", help=words)


PLAY_HELP = (
    f"who answers for a side:\nask (you), {', '.join(NAMES)};\n"
    f"one name for both sides, or two in the order of the file (default: {DEFAULT})"
)


def add_play(parser: argparse.ArgumentParser) -> None:
    """Declare --play, parsed by `players`."""
    parser.add_argument("--play", metavar="red=ask,blue=sensible", default="", help=PLAY_HELP)


def assert_fit_a_saved_game(arguments: argparse.Namespace, first: tuple[str, ...]) -> None:
    """Check that none of the options in `first`, which only new games take, is given.

    Raises:
        BadFile: an option is given.
    """
    for option in first:
        if getattr(arguments, option) not in (None, []):
            remedy = f"omit --{option}, or begin a new game from the scenario"
            raise BadFile("this option cannot be changed in a saved game", key=f"--{option}", remedy=remedy)


def phases(words: str | None, *, or_else: str = "") -> int:
    """Parse a number of phases. None means one phase, and 0 means all phases.

    `or_else` names other words that the command accepts.

    Raises:
        BadFile: the words are not a number of phases.
    """
    if words in (None, END):
        return 0 if words else 1
    if not (words.isascii() and words.isdigit() and len(words) <= len(str(MOST)) and 1 <= int(words) <= MOST):
        remedy = f"give a whole number from 1 to {MOST:,}, or {END!r}{or_else}"
        raise BadFile(f"the number of phases cannot be {shortened(words)!r}", key="--phases", remedy=remedy)
    return int(words)


MOST = 1000


def dice(words: str | None) -> GivenDice | None:
    """Return the given dice, or dice to be typed in, or None if neither is requested.

    Raises:
        BadFile: the values are not dice faces.
    """
    if words is None:
        return None
    if words == ASK:
        return TypedDice(())
    parts = [face for part in words.split(",") for face in part.split() or [""]]
    wrong = [part for part in parts if part not in FACES]
    if wrong:
        message = f"{shortened(wrong[0])!r} is not a die face" if wrong[0] else "a face is missing next to a comma"
        raise BadFile(message, key="--dice", remedy=f"give `{ASK}`, or faces like 4,5,1")
    return GivenDice([int(part) for part in parts])


FACES = ("1", "2", "3", "4", "5", "6")


def players(words: str, scenario: Scenario, seed: int, answers: GivenAnswers | None) -> Players:
    """Return the players of both sides.

    Raises:
        BadFile: a side is unknown, no side uses the file of answers, or a side needs such a file and none is given.
        UnknownRule: a policy does not exist.
    """
    chosen = named_players(words, scenario, ANSWERS if answers else DEFAULT)
    if answers is None and ANSWERS in chosen.values():
        remedy = "name a file with --answers, or use `ask` to answer yourself"
        raise BadFile("no file of answers is given", key=f"--play {ANSWERS}", remedy=remedy)
    if answers is not None and ANSWERS not in chosen.values():
        message, remedy = (
            "no side takes its answers from the file",
            f"omit --answers, or give a side the policy {ANSWERS} with --play",
        )
        raise BadFile(message, key="--answers", remedy=remedy)
    one, other = (player(name, scenario.ruleset, seed, number, answers) for number, name in enumerate(chosen.values()))
    return one, other


def named_players(words: str, scenario: Scenario, otherwise: str) -> dict[str, str]:
    """Return the name of each side's policy.

    A single word applies to both sides. Two words apply to one side each, in scenario order.

    Raises:
        BadFile: a side is unknown, is named twice, or has no policy name.
    """
    sides = [side.name for side in scenario.sides]
    parts = [part.strip() for part in words.split(",")] if words else []
    plain = [part for part in parts if "=" not in part]
    if plain and len(plain) == len(parts) <= len(sides):
        _assert_named(plain, sides)
        return dict(zip(sides, plain * (len(sides) // len(plain)), strict=True))
    if plain:
        raise BadFile(
            f"{shortened(words)!r} does not assign a policy to each side", key="--play", remedy=_example(sides)
        )
    chosen: dict[str, str] = {}
    for side, _, name in (part.rpartition("=") for part in parts):
        _assert_a_side(side, sides, chosen)
        _assert_named([name], sides)
        chosen[side] = name
    return {side: chosen.get(side, otherwise) for side in sides}


def _assert_a_side(side: str, sides: list[str], chosen: dict[str, str]) -> None:
    if side not in sides:
        remedy: str = hint(side, sides, f"name one of the sides: {' and '.join(sides)}")
        raise BadFile(f"there is no side {shortened(side)!r}", key="--play", remedy=remedy)
    if side in chosen:
        remedy = f"give {side}=... only once"
        raise BadFile(f"the side {side!r} is named twice", key="--play", remedy=remedy)


def _assert_named(names: list[str], sides: list[str]) -> None:
    if not all(names):
        raise BadFile("a side has no policy", key="--play", remedy=_example(sides))


def _example(sides: list[str]) -> str:
    return f"name the sides: {sides[0]}={DEFAULT},{sides[1]}=first"


def player(name: str, ruleset: str, seed: int, side: int, answers: GivenAnswers | None = None) -> Player:
    """Return the player with this name.

    Raises:
        UnknownRule: there is no such player.
    """
    if name == ASK or (name == ANSWERS and answers is None):  # a saved game has already used its answers
        return Player(ASK)
    if name == ANSWERS:
        return Player(ANSWERS, answers)
    try:
        return Player(name, named(name, ruleset, seed=seed, side=side))
    except UnknownRule:
        raise unknown_name(name, [*NAMES, ASK], "player") from None
