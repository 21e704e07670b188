"""Entry point of `pilein`. Ctrl-C ends it without a traceback, even while modules are being imported."""

import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until `main` handles signals


def start() -> int:
    """Run the command line of this process and return its exit code."""
    from pilein.cli.main import main

    return main()


if __name__ == "__main__":
    sys.exit(start())
