"""Play a battle turn by turn until it is decided, or continue a saved one."""

import argparse
import secrets
import sys
from pathlib import Path

from pilein.cli import fight_options as options
from pilein.cli import save_files
from pilein.cli.console import Show
from pilein.cli.fight import SEEDS, dice_words, opened, replay_written
from pilein.cli.finalise import leaving
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.journals import Journal
from pilein.cli.parsing import whole
from pilein.cli.readings import READINGS, add_readings, fixed, readings, say_hints
from pilein.engine.battle import MOST_TURNS
from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named
from pilein.lab.battle import battle_document, limited
from pilein.lab.document import printed
from pilein.lab.files import REMEDY, BadFile, reason
from pilein.lab.fixed import unused_hints
from pilein.lab.scenarios import load

OPTIONS = ("picture", "animate", "html", "record", "save")
SVG = ".svg"
DRAWINGS = (".png", ".jpg", ".jpeg", ".gif", ".pdf", ".webp")  # suffixes of files, not folders
TURN = "turn-{:02}.svg"
FIRST = TURN.format(0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein battle`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml), or a saved battle (.json) to continue")
    words = f"the turn limit, 1 to {MOST_TURNS} (default: the scenario's)"
    add("--turns", type=whole("--turns", 1, MOST_TURNS), metavar="N", help=words)
    options.add_seed(parser)
    options.add_play(parser)
    add_readings(parser)
    add("--quiet", action="store_true", help="print the score of each turn without the log")
    add(
        "--picture",
        metavar="FOLDER|FILE.svg",
        help="draw every turn, in a folder with one file per turn or all in one file",
    )
    add("--animate", metavar="FILE.svg", help="draw the whole battle as one animated SVG")
    add("--html", metavar="FILE.html", help=options.HTML_HELP)
    add("--record", metavar="FILE.json", help="write the record, for `pilein replay`")
    add("--save", metavar="FILE.json", help="save the battle at the end, to continue later")
    options.add_force(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play a battle, print the events and write the requested files. Returns the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    assert_writable(arguments)
    game, journal = opened(arguments, None, lambda: _begun(arguments), ("seed", "turns", "answer", *READINGS))
    if not game.battle:
        remedy = f"play this scenario with `pilein fight {arguments.scenario}`"
        raise BadFile("this scenario is a fight of a few phases, not a battle", file=arguments.scenario, remedy=remedy)
    show = Show(game, quiet=arguments.json, brief=arguments.quiet)
    with leaving(game, arguments, journal, lambda: drawn(game, arguments)) as written:
        is_played = _play(game, show, arguments, journal)
    if is_played:
        say_hints(unused_hints(game.fixed, game.rules.name))
    if arguments.json:
        sys.stdout.write(printed(battle_document(game)))
    else:
        show.end(dice_words(game, arguments), written)
    return 0 if is_played else INTERRUPTIONS.code


def _begun(arguments: argparse.Namespace) -> Game:
    scenario = limited(load(arguments.scenario, readings(arguments)), arguments.turns)
    seed = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    players = options.players(arguments.play, scenario, seed, None)
    answer = fixed(arguments, scenario)
    return Game(ruleset_named(scenario.ruleset), scenario, seed=seed, players=players, battle=True, fixed=answer)


def _play(game: Game, show: Show, arguments: argparse.Namespace, journal: Journal) -> bool:
    """Play and print the battle. Returns False if play is interrupted before a person is asked."""
    try:
        _play_on(game, show)
    except KeyboardInterrupt:
        show.log()
        return False
    if game.pending is not None:
        from pilein.cli.prompt import Person

        Person(game, show, arguments.scenario, journal, kept=bool(arguments.save)).play()
    return True


def _play_on(game: Game, show: Show) -> None:
    """Continue until the battle is over or a person must answer, printing each phase at its end."""
    phase = game.phase
    while game.step():
        if game.phase != phase:
            phase = game.phase
            show.log()
    if game.pending is None:
        show.log()


def assert_writable(arguments: argparse.Namespace) -> None:
    """Check before play that every requested file can be written and replaces no file that is needed.

    Raises:
        BadFile: a folder does not exist, or one file serves two purposes.
    """
    if arguments.picture is not None:
        save_files.assert_named(arguments.picture, "--picture")
    is_folder = arguments.picture and not _is_file(arguments.picture)
    save_files.assert_writable(arguments, OPTIONS[1:] if is_folder else OPTIONS)
    if is_folder:
        folder = Path(arguments.picture)
        save_files.assert_can_be_written(str(folder / FIRST if folder.is_dir() else folder))
        for path in folder.glob("turn-*.svg"):
            save_files.assert_may_draw(str(path), "--picture")


def drawn(game: Game, arguments: argparse.Namespace) -> list[str]:
    """Write the requested drawings, and return the paths of their files.

    Raises:
        BadFile: a drawing cannot be written.
    """
    pictures = _pictures(game, arguments.picture) + _animation(game, arguments.animate)
    return pictures + replay_written(game, arguments.html)


def _pictures(game: Game, path: str | None) -> list[str]:
    if not path:
        return []
    from pilein.lab.drawing.battle import sheet, turns

    if _is_file(path):
        _draw(path, sheet(game), "--picture")
        return [path]
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise BadFile(
            f"the folder cannot be created: {reason(error)}", file=path, key="--picture", remedy=REMEDY
        ) from None
    files = []
    for number, drawing in enumerate(turns(game)):
        files.append(str(folder / TURN.format(number)))
        _draw(files[-1], drawing, "--picture")
    return files


def _draw(path: str, drawing: str, option: str) -> None:
    save_files.write_drawing(path, drawing, option)


def _is_file(picture: str) -> bool:
    """Whether the drawing is a file rather than a folder, judged by its name or by an existing file with that name."""
    is_there = save_files.is_there(picture) and not Path(picture).is_dir()
    return is_there or Path(picture).suffix.lower() in (SVG, *DRAWINGS)


def _animation(game: Game, path: str | None) -> list[str]:
    if not path:
        return []
    from pilein.lab.drawing.animation import animated

    _draw(path, animated(game), "--animate")
    return [path]
