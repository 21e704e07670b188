"""Serve the page, which offers odds, a rulebook, and tables for several people playing from their browsers.

Tables are stored, and games continue after a restart. Ctrl-C or SIGTERM ends the server.
"""

import argparse
import json
import os
import sys

from pilein.cli.parsing import whole
from pilein.engine.rulesets import folders
from pilein.kernel.errors import BadInput
from pilein.protocol.built_page import BUILD_PAGE

EXTRA = "install the extra with `pip install 'pilein[web]'`"
HIGHEST = 65_535
MOST_WORKERS = 256
MOST_DAYS = 36_500
NO_PAGE = f"pilein: the page has not been built; {BUILD_PAGE}\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein serve`."""
    host, port = "address to listen on (default: 127.0.0.1, this machine)", "port to listen on (default: 8000; 0: any)"
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help=host)
    parser.add_argument("--port", metavar="N", type=whole("--port", 0, HIGHEST), default=8000, help=port)
    parser.add_argument(
        "--store",
        metavar="PLACE",
        default="",
        help="store for tables: a file (sqlite), or postgresql://USER@HOST/DATABASE;\n"
        "by default a file in the user's data folder",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole("--workers", 1, MOST_WORKERS),
        default=max(1, min(MOST_WORKERS, os.cpu_count() or 1)),
        help="number of processes that compute odds (default: one per processor)",
    )
    parser.add_argument(
        "--origin",
        metavar="URL",
        action="append",
        default=[],
        help="address of another page that may connect, such as https://example.org; may be repeated",
    )
    parser.add_argument(
        "--keep",
        metavar="DAYS",
        type=whole("--keep", 0, MOST_DAYS),
        default=365,
        help="delete tables that have not been used for DAYS days (default: 365; 0: never)",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until a signal arrives, and return the exit code.

    Raises:
        BadInput: the extra `web` is not installed, or the address or the store cannot be used.
    """
    try:
        from pilein.server.app import Settings, is_built
        from pilein.server.running import serve
    except ModuleNotFoundError as missing:
        words = f"`pilein serve` needs the extra `web`, of which {missing.name} is not installed"
        raise BadInput(words, remedy=EXTRA) from None

    def say(address: str) -> None:
        sys.stdout.write(json.dumps({"format": 1, "address": address}) if arguments.json else f"Serving at {address}")
        sys.stdout.write("\n")
        sys.stdout.flush()

    if not is_built():
        sys.stderr.write(NO_PAGE)
    settings = Settings(
        workers=arguments.workers, origins=tuple(arguments.origin), keep=arguments.keep, rulesets=folders()
    )
    serve(arguments.host, arguments.port, arguments.store, settings, is_opened=arguments.open, say=say)
    return 0
