"""The option `--limit` of whatever computes for long: `pilein.lab.budgets` reads it."""

import argparse

DEFAULT = "60s,1GB"
HELP = (
    "time and memory limit, like 5min or 5min,2GB, or none;\n"
    "at the limit the command stops with what it has (default: 60s,1GB)"
)


def add_limit(parser: argparse.ArgumentParser) -> None:
    """Declare it."""
    parser.add_argument("--limit", metavar="60s,1GB", default=DEFAULT, help=HELP)
