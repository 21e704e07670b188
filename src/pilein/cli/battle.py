"""Play a battle turn by turn until it is decided, or continue a saved one."""

import argparse
import secrets
import sys

from pilein.cli import fight_options as options
from pilein.cli.battle_files import assert_writable, drawn
from pilein.cli.fight import SEEDS, dice_words, opened
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.journals import Journal
from pilein.cli.leaving import leaving
from pilein.cli.readings import READINGS, add_readings, readings
from pilein.cli.showing import Show
from pilein.engine.battle import MOST_TURNS
from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.nearest import shortened
from pilein.lab.battle import battle_document, limited
from pilein.lab.document import printed
from pilein.lab.files import BadFile
from pilein.lab.scenarios import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml), or a saved battle (.json) to continue")
    add("--turns", metavar="N", help=f"the turn limit, 1 to {MOST_TURNS} (default: that of the scenario)")
    options.add_seed(parser)
    options.add_play(parser)
    add_readings(parser)
    add("--quiet", action="store_true", help="print the score of each turn without the log")
    add("--picture", metavar="FOLDER|FILE.svg", help="draw every turn: in a folder, or all on one sheet")
    add("--animate", metavar="FILE.svg", help="draw the whole battle as one animated picture")
    add("--record", metavar="FILE.json", help="write the record, for `pilein replay`")
    add("--save", metavar="FILE.json", help="save the battle as it stands at the end, to continue later")
    options.add_force(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play, print what happened, and write what was asked for; the exit code.

    Raises:
        PileInError: whatever is wrong with the input.

    """
    assert_writable(arguments)
    game, journal = opened(arguments, None, lambda: _begun(arguments), ("seed", "turns", *READINGS))
    if not game.battle:
        remedy = f"go on with `pilein fight {arguments.scenario}`"
        raise BadFile("this is no battle, but a fight of so many phases", file=arguments.scenario, remedy=remedy)
    show = Show(game, quiet=arguments.json, brief=arguments.quiet)
    with leaving(game, arguments, journal, lambda: drawn(game, arguments)) as written:
        is_played = _play(game, show, arguments, journal)
    if arguments.json:
        sys.stdout.write(printed(battle_document(game)))
    else:
        show.end(dice_words(game, arguments), written)
    return 0 if is_played else INTERRUPTIONS.code


def _begun(arguments: argparse.Namespace) -> Game:
    scenario = limited(load(arguments.scenario, readings(arguments)), _turns(arguments.turns))
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    players = options.players(arguments.play, scenario, seed, None)
    return Game(ruleset_named(scenario.ruleset), scenario, seed=seed, players=players, battle=True)


def _turns(words: str | None) -> int | None:
    if words is None:
        return None
    if not (words.isascii() and words.isdigit() and len(words) <= len(str(MOST_TURNS))):
        raise BadFile(f"{shortened(words)!r} is no number of turns", key="--turns", remedy=f"give 1 to {MOST_TURNS}")
    return int(words)


def _play(game: Game, show: Show, arguments: argparse.Namespace, journal: Journal) -> bool:
    """Play, and tell it; False if it is interrupted where no person is asked, who would have left."""
    try:
        _play_on(game, show)
    except KeyboardInterrupt:
        show.log()
        return False
    if game.pending is not None:
        from pilein.cli.asking import Person

        Person(game, show, arguments.scenario, journal, kept=bool(arguments.save)).play()
    return True


def _play_on(game: Game, show: Show) -> None:
    """Play on, telling each phase when it is over, until the battle is, or a person must be asked."""
    phase = game.phase
    while game.step():
        if game.phase != phase:
            phase = game.phase
            show.log()
    if game.pending is None:
        show.log()
