"""Play many games of one scenario between two policies, and write each game with its answers as a row of a table."""

import argparse
import sys
from typing import Any

from pilein.cli import fight_options, odds_options
from pilein.cli.lab.playtests import PHASES_HELP, add_games, workers
from pilein.cli.parsing import UsageError
from pilein.cli.save_files import assert_writable
from pilein.kernel.nearest import in_one_line

GAMES = 1_000
SUFFIXES = {"csv": ".csv", "parquet": ".parquet"}
PARQUET_HELP = "write the games as a Parquet file (extra `report`)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein games`."""
    add = parser.add_argument
    words = "a scenario file (.toml), or a task like pilein/parry-v0"
    add("scenarios", metavar="SCENARIO", nargs=1, action="extend", default=[], help=words)
    add("--phases", metavar="N|end", default=fight_options.END, help=PHASES_HELP)
    odds_options.add_play(parser)
    add_games(parser, GAMES, "are played")
    add("--csv", metavar="FILE.csv", help="write the games as a table for other programs")
    add("--parquet", metavar="FILE.parquet", help=PARQUET_HELP)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and write them. Returns the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.agents.records import game_rows
    from pilein.agents.schedule import fight_of
    from pilein.cli.progress import progress
    from pilein.lab.limits import budget_of

    if arguments.csv is None and arguments.parquet is None:
        raise UsageError(
            "no output file is named, so the games cannot be written",
            key="--parquet",
            remedy="name a file with --parquet or --csv",
        )
    assert_writable(arguments, tuple(SUFFIXES), SUFFIXES)
    if arguments.parquet:
        from pilein.lab.parquet import assert_parquet

        assert_parquet()
    fight = fight_of(arguments.scenarios[0], fight_options.phases(arguments.phases))
    players = odds_options.policies(arguments.play, fight.scenario)
    rows: list[dict[str, Any]] = []
    meter = budget_of(arguments.limit).started()
    with progress() as report:
        for some in game_rows(
            fight, players, arguments.games, seed=arguments.seed, workers=workers(arguments), meter=meter
        ):
            rows += some
            if report:
                report(len(rows), arguments.games)
    _write(rows, arguments)
    return 0


def _write(rows: list[dict[str, Any]], arguments: argparse.Namespace) -> None:
    """Write one row for each game, and report the number of games."""
    from pilein.lab.files import write
    from pilein.lab.report import as_csv

    if arguments.csv:
        write(arguments.csv, as_csv(rows))
    if arguments.parquet:
        from pilein.lab.parquet import as_parquet

        write(arguments.parquet, as_parquet(rows))
    notes = [f"written: {in_one_line(path)}" for path in (arguments.csv, arguments.parquet) if path]
    if arguments.json:
        from pilein.lab.document import printed

        wins = {side: sum(row["winner"] == side for row in rows) for side in sorted({row["winner"] for row in rows})}
        sys.stdout.write(printed({"format": 1, "games": len(rows), "wins": wins}))
        return
    short = "" if len(rows) == arguments.games else f" of {arguments.games:,}; --limit stopped the rest"
    print("\n".join([f"{len(rows):,} games played{short}", *notes]))
