"""Play a scenario, or go on with a saved game."""

import argparse
import secrets
import sys
from typing import TYPE_CHECKING

from pilein.cli import fight_options as options
from pilein.cli.given_answers import GivenAnswers, answers_in
from pilein.cli.keeping import assert_writable
from pilein.cli.parsing import assert_apart
from pilein.cli.saved_games import is_saved_game
from pilein.engine.game import Game
from pilein.engine.given_dice import GivenDice
from pilein.engine.saved import load as load_saved
from pilein.engine.saved import read_saved, save
from pilein.kernel.errors import ScriptError
from pilein.kernel.record import as_json, from_plain
from pilein.lab.files import read, write
from pilein.lab.rulesets import rules
from pilein.lab.scenarios import load

if TYPE_CHECKING:
    from pilein.cli.showing import Show

SEEDS = 2**32

add_arguments = options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Play, print what happened, and write what was asked for; the exit code.

    Raises:
        PileInError: whatever is wrong with the input.

    """
    from pilein.cli.showing import Show

    assert_apart(arguments, ("seed", "dice", "each die is given"))
    assert_writable(arguments)
    answers = answers_in(arguments.answers) if arguments.answers else None
    game = resumed(arguments, answers) if is_saved_game(arguments.scenario) else _begun(arguments, answers)
    show = Show(game, quiet=arguments.json)
    try:
        _play(game, show, arguments)
    finally:
        _write(game, arguments)
    _assert_used_up(game, answers)
    if arguments.json:
        from pilein.lab.document import fight_document, printed

        sys.stdout.write(printed(fight_document(game)))
        return 0
    show.end(
        dice_words(game, arguments), [path for path in (arguments.picture, arguments.record, arguments.save) if path]
    )
    return 0


def dice_words(game: Game, arguments: argparse.Namespace) -> str:
    """A line that says how to get these dice again."""
    if isinstance(game.dice, GivenDice):
        return f"{game.dice.place} dice as given"
    is_drawn = arguments.seed is None and not is_saved_game(arguments.scenario)
    return f"seed {game.seed}" + (" (drawn; --seed gives these dice again)" if is_drawn else "")


def resumed(
    arguments: argparse.Namespace, answers: GivenAnswers | None, first: tuple[str, ...] = options.OF_A_BEGINNING
) -> Game:
    """A saved game, those at the table who are named now or were before.

    Raises:
        BadFile: an option of `first`, which belong to the beginning of a game, is given.
        BadRecord: it is no saved game, or one that the rules do not play any more.

    """
    path = arguments.scenario
    options.assert_fit_a_saved_game(arguments, first)
    text = read(path)
    record = from_plain(read_saved(text, path).record, path)
    names = record.players
    game = load_saved(text, rules(record.ruleset), file=path)
    if arguments.play or answers or len(names) != len(game.players):
        game.sit_down(options.players(arguments.play, game.scenario, game.seed, answers))
    else:
        one, other = (options.player(name, record.ruleset, game.seed, side) for side, name in enumerate(names))
        game.sit_down((one, other))
    return game


def _begun(arguments: argparse.Namespace, answers: GivenAnswers | None) -> Game:
    scenario = load(arguments.scenario, options.rules(arguments.rule))
    found = rules(scenario.ruleset)
    seed = _seed(arguments)
    players = options.players(arguments.play, scenario, seed, answers)
    phases, dice = options.phases(arguments.phases), options.dice(arguments.dice)
    return Game(found, scenario, seed=seed, players=players, phases=phases, dice=dice)


def _seed(arguments: argparse.Namespace) -> int:
    if arguments.seed is not None:
        return int(arguments.seed)
    return 0 if arguments.dice is not None else secrets.randbelow(SEEDS)


def _play(game: Game, show: "Show", arguments: argparse.Namespace) -> None:
    game.run()
    if game.pending is None:
        show.log()
        return
    from pilein.cli.asking import Person

    Person(game, show, arguments.scenario, kept=bool(arguments.save)).play()


def _write(game: Game, arguments: argparse.Namespace) -> None:
    if arguments.save:
        write(arguments.save, save(game))
    if arguments.record:
        write(arguments.record, as_json(game.record))
    if arguments.picture:
        from pilein.cli.picture.svg import drawn

        write(arguments.picture, drawn(game))


def _assert_used_up(game: Game, answers: GivenAnswers | None) -> None:
    if answers is not None and answers.left:
        words = f"answers are left over: {len(answers.left)}, the first: {answers.left[0].answer!r}"
        raise ScriptError(words, remedy="take them out of the file, or play more phases")
    if isinstance(game.dice, GivenDice) and game.dice.left and game.is_over:
        left = ",".join(map(str, game.dice.left))
        raise ScriptError(f"dice are left over: {left}", remedy="give fewer dice, or play more phases")
