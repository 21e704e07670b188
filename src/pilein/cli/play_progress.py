"""A line on standard error that says how far a long phase has come; only where that is a terminal."""

import sys
import time

from pilein.engine.game import Game

PATIENCE = 2.0  # seconds: what is over sooner shows nothing


def run_shown(game: Game) -> None:
    """Play on until a person must answer, or to the end; after a while say at which phase and clause the game is."""
    begun = time.monotonic()
    while game.step():
        if time.monotonic() - begun > PATIENCE and sys.stderr.isatty():
            _run_on(game)
            return


def _run_on(game: Game) -> None:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(_words(game))
        while game.step():
            shown.update(task, description=_words(game))


def _words(game: Game) -> str:
    return f"phase {game.phase}: {len(game.history.turns):,} clauses played"
