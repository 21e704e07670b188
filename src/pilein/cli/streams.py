"""Check whether a stream may be a terminal, without importing rich. That import takes longer than a small fight."""

import os
from typing import TextIO

FORCED = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")  # variables by which rich takes files for terminals


def may_be_terminal(stream: TextIO) -> bool:
    """Whether rich may treat a stream as a terminal."""
    return stream.isatty() or any(os.environ.get(name) for name in FORCED)
