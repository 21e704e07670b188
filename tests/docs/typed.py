"""The strict type checker, for programs shown on a page."""

import os
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT


def report_on(*files: Path) -> str:
    """Return the report of `mypy --strict` on files in one folder, which may import each other.

    It runs with the settings and the cache of `make lint`, so what the files import has usually been checked before.
    """
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, files)],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(files[0].parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    return checked.stdout + checked.stderr
