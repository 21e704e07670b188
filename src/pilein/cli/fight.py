"""Play a scenario, or continue a saved game."""

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pilein.cli import fight_options as options
from pilein.cli.finalise import leaving
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.journals import Journal, is_journal
from pilein.cli.parsing import assert_apart
from pilein.cli.readings import fixed, readings, say_hints
from pilein.cli.save_files import assert_writable, is_saved_game, write_drawing
from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named
from pilein.engine.saved import load as load_saved
from pilein.engine.saved import read_saved
from pilein.engine.sources import GivenDice
from pilein.kernel.errors import ScriptError
from pilein.kernel.record import from_plain
from pilein.lab.files import read, write
from pilein.lab.fixed import unused_hints
from pilein.lab.given_answers import GivenAnswers, answers_in, assert_used_up
from pilein.lab.scenarios import load

if TYPE_CHECKING:
    from pilein.cli.console import Show

SEEDS = 2**32
PATIENCE = 2.0  # seconds before progress is shown

add_arguments = options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Play a fight, print the events and write the requested files. Returns the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.console import Show

    assert_apart(arguments, ("seed", "dice", "--dice already gives each die"))
    assert_writable(arguments)
    answers = answers_in(arguments.answers) if arguments.answers else None
    game, journal = opened(arguments, answers, lambda: _begun(arguments, answers))
    show = Show(game, quiet=arguments.json)
    with leaving(game, arguments, journal, lambda: _drawn(game, arguments)) as written:
        is_played = _play(game, show, arguments, journal)
    if is_played:
        assert_used_up(game, answers)
        say_hints(unused_hints(game.fixed, game.rules.name))
    if arguments.json:
        from pilein.lab.document import fight_document, printed

        sys.stdout.write(printed(fight_document(game)))
    else:
        show.end(dice_words(game, arguments), written)
    return 0 if is_played else INTERRUPTIONS.code


def dice_words(game: Game, arguments: argparse.Namespace) -> str:
    """Describe a game's dice and the options that reproduce them."""
    if isinstance(game.dice, GivenDice):
        return f"{game.dice.place} dice as given"
    is_shown = arguments.seed is None and not is_saved_game(arguments.scenario)
    return f"seed {game.seed}" + (f" (--seed {game.seed} gives the same dice)" if is_shown else "")


def opened(
    arguments: argparse.Namespace,
    answers: GivenAnswers | None,
    begin: Callable[[], Game],
    first: tuple[str, ...] = options.OF_A_BEGINNING,
) -> tuple[Game, Journal]:
    """Return the game in the file and its journal: a new game, a saved game, or an unfinished game continued.

    Raises:
        BadFile: an option in `first`, which is for new games only, is given for a saved game.
        BadRecord: the file does not contain a game, or the current rules play it differently.
    """
    from pilein.cli.session import from_journal, seated

    path = arguments.scenario
    if not is_saved_game(path):
        return seated(arguments, begin, lambda game: _seat(game, arguments, answers))
    options.assert_fit_a_saved_game(arguments, tuple(option for option in first if option != "dice"))
    if is_journal(path):
        game, journal = from_journal(path, lambda game: _seat(game, arguments, answers))
    else:
        game, journal = seated(
            arguments, lambda: _resumed(arguments, answers), lambda game: _seat(game, arguments, answers)
        )
    _give_more_dice(game, arguments)
    return game, journal


def _resumed(arguments: argparse.Namespace, answers: GivenAnswers | None) -> Game:
    path = arguments.scenario
    text = read(path)
    record = from_plain(read_saved(text, path).record, path)
    game = load_saved(text, ruleset_named(record.ruleset), file=path)
    _seat(game, arguments, answers)
    return game


def _seat(game: Game, arguments: argparse.Namespace, answers: GivenAnswers | None) -> None:
    """Seat the players named on the command line or in the saved game."""
    if arguments.play or answers:
        game.sit_down(options.players(arguments.play, game.scenario, game.seed, answers))
    else:
        names, ruleset = [player.name for player in game.players], game.scenario.ruleset
        one, other = (options.player(name, ruleset, game.seed, side) for side, name in enumerate(names))
        game.sit_down((one, other))


def _give_more_dice(game: Game, arguments: argparse.Namespace) -> None:
    """Add dice to a game that began with given dice."""
    more = options.dice(getattr(arguments, "dice", None))
    if more is None:
        return
    if not isinstance(game.dice, GivenDice):
        options.assert_fit_a_saved_game(arguments, ("dice",))
        return
    game.dice = type(more)((*game.dice.faces, *more.faces), game.dice.place)
    game.sit_down(game.players)


def _begun(arguments: argparse.Namespace, answers: GivenAnswers | None) -> Game:
    scenario = load(arguments.scenario, readings(arguments))
    found = ruleset_named(scenario.ruleset)
    seed = _seed(arguments)
    players = options.players(arguments.play, scenario, seed, answers)
    phases, dice = options.phases(arguments.phases), options.dice(arguments.dice)
    answer = fixed(arguments, scenario)
    return Game(found, scenario, seed=seed, players=players, phases=phases, dice=dice, fixed=answer)


def _seed(arguments: argparse.Namespace) -> int:
    if arguments.seed is not None:
        return int(arguments.seed)
    return 0 if arguments.dice is not None else secrets.randbelow(SEEDS)


def _play(game: Game, show: "Show", arguments: argparse.Namespace, journal: Journal) -> bool:
    """Play and print the fight. Returns False if play is interrupted before a person is asked.

    If the given dice run out, the log so far is printed.
    """
    try:
        run_shown(game)
    except KeyboardInterrupt:
        show.log()
        return False
    except ScriptError:
        show.log()
        raise
    if game.pending is None and game.pending_roll is None:
        show.log()
        return True
    from pilein.cli.prompt import Person

    redraw = (lambda: _picture(game, arguments.picture)) if arguments.picture else None
    Person(game, show, arguments.scenario, journal, kept=bool(arguments.save), picture=redraw).play()
    return True


def _drawn(game: Game, arguments: argparse.Namespace) -> list[str]:
    return _picture(game, arguments.picture) + replay_written(game, arguments.html)


def _picture(game: Game, path: str | None) -> list[str]:
    if not path:
        return []
    from pilein.lab.drawing.svg import drawn

    write_drawing(path, drawn(game), "--picture")
    return [path]


def replay_written(game: Game, path: str | None) -> list[str]:
    """Write the replay as a page, if requested, and return the path of its file.

    Raises:
        BadFile: the page cannot be written.
        BadInput: the browser page has not been built.
    """
    if not path:
        return []
    from pilein.protocol.replay_page import replay_page

    write(path, replay_page(game))
    return [path]


def run_shown(game: Game) -> None:
    """Play until a person must answer or the game ends. If this takes a long time, show the current phase and
    clause.
    """
    begun = time.monotonic()
    while game.step():
        if time.monotonic() - begun > PATIENCE and sys.stderr.isatty():
            _run_on(game)
            return


def _run_on(game: Game) -> None:
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from pilein.cli.terminal import Console

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(_words(game))
        while game.step():
            shown.update(task, description=_words(game))


def _words(game: Game) -> str:
    return f"phase {game.phase}: {len(game.history.turns):,} clauses played"
