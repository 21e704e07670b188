"""The entry point of the `pilein` command."""

import argparse
import sys
from collections.abc import Sequence

from pilein import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 on success, 2 on bad input.

    `arguments` are those after the program's name; those of the process if left out.
    """
    parser = argparse.ArgumentParser(prog="pilein", description="Play and measure close combats.")
    parser.add_argument("--version", action="version", version=f"pilein {__version__}")
    parser.parse_args(arguments)
    parser.print_help()
    return 0


if __name__ == "__main__":
    sys.exit(main())
