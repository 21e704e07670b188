"""Play a battle turn by turn until it is decided, or go on with a saved one."""

import argparse
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from pilein.cli import fight_options as options
from pilein.cli.battle_files import assert_writable, write_files
from pilein.cli.fight import SEEDS, dice_words, resumed
from pilein.cli.main import INTERRUPTED
from pilein.cli.saved_games import is_saved_game
from pilein.cli.showing import Show
from pilein.engine.battle import MOST_TURNS
from pilein.engine.game import Game
from pilein.kernel.nearest import shortened
from pilein.lab.battle import battle_document, limited
from pilein.lab.document import printed
from pilein.lab.files import BadFile
from pilein.lab.rulesets import rules
from pilein.lab.scenarios import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml), or a saved battle (.json) to go on with")
    add("--turns", metavar="N", help=f"how many turns at most, 1 to {MOST_TURNS} (default: as the scenario has it)")
    options.add_seed(parser)
    options.add_play(parser)
    options.add_rule(parser)
    add("--quiet", action="store_true", help="print the score of each turn, and no log")
    add("--picture", metavar="FOLDER|FILE.svg", help="draw every turn: into a folder, or all on one sheet")
    add("--animate", metavar="FILE.svg", help="draw the whole battle as one picture that moves")
    add("--record", metavar="FILE.json", help="write the record, for `pilein replay`")
    add("--save", metavar="FILE.json", help="write the battle as it stands in the end, to go on with")


def run(arguments: argparse.Namespace) -> int:
    """Play, print what happened, and write what was asked for; the exit code.

    Raises:
        PileInError: whatever is wrong with the input.

    """
    assert_writable(arguments)
    game = _resumed(arguments) if is_saved_game(arguments.scenario) else _begun(arguments)
    show = Show(game, quiet=arguments.json, brief=arguments.quiet)
    try:
        with _asked_to_stop() as is_stopped:
            _play(game, show, is_stopped)
        if game.pending is not None:
            from pilein.cli.asking import Person

            Person(game, show, arguments.scenario, kept=bool(arguments.save)).play()
    finally:
        written = write_files(game, arguments)
    if arguments.json:
        sys.stdout.write(printed(battle_document(game)))
    else:
        show.end(dice_words(game, arguments), written)
    return INTERRUPTED if is_stopped() else 0


def _begun(arguments: argparse.Namespace) -> Game:
    scenario = limited(load(arguments.scenario, options.rules(arguments.rule)), _turns(arguments.turns))
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    players = options.players(arguments.play, scenario, seed, None)
    return Game(rules(scenario.ruleset), scenario, seed=seed, players=players, battle=True)


def _turns(words: str | None) -> int | None:
    if words is None:
        return None
    if not (words.isascii() and words.isdigit() and len(words) <= len(str(MOST_TURNS))):
        raise BadFile(f"{shortened(words)!r} is no number of turns", key="--turns", remedy=f"give 1 to {MOST_TURNS}")
    return int(words)


def _resumed(arguments: argparse.Namespace) -> Game:
    game = resumed(arguments, None, ("seed", "turns", "rule"))
    if not game.battle:
        remedy = f"go on with `pilein fight {arguments.scenario}`"
        raise BadFile("this is no battle, but a fight of so many phases", file=arguments.scenario, remedy=remedy)
    return game


def _play(game: Game, show: Show, is_stopped: Callable[[], bool]) -> None:
    """Play on, telling each phase when it is over, until the battle is, or a person must be asked."""
    phase = game.phase
    while not is_stopped() and game.step():
        if game.phase != phase:
            phase = game.phase
            show.log()
    if game.pending is None:
        show.log()


@contextmanager
def _asked_to_stop() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C asks to stop at the next clause; a second one interrupts."""
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)
