"""Write the page and the engine as static files, so that no server is needed."""

import argparse
from pathlib import Path

from pilein.engine.rulesets import from_outside
from pilein.kernel.nearest import listed
from pilein.protocol.site import write_site

HERE = Path(__file__).parents[3]  # a checkout
RUNTIME = HERE / "page" / "node_modules" / "pyodide"
WHEELS = HERE / "out" / "wheels-for-browsers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein site`."""
    parser.add_argument("folder", metavar="FOLDER", help="a new folder for the files")
    parser.add_argument(
        "--runtime", default=str(RUNTIME), metavar="FOLDER", help="folder of the unpacked npm package pyodide"
    )
    parser.add_argument(
        "--wheels", default=str(WHEELS), metavar="FOLDER", help="folder with the wheel of msgspec for browsers"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the folder of static files, and return the exit code.

    Raises:
        BadInput: the folder is not empty, or a required file or program is missing.
    """
    folder = Path(arguments.folder)
    written = write_site(folder, Path(arguments.runtime), Path(arguments.wheels))
    size = sum((folder / name).stat().st_size for name in written)
    print(f"{len(written)} files, {size / 1e6:.0f} MB, in {arguments.folder}: put them on any web space.")
    added = sorted(from_outside())
    if added:
        print(f"With the rulesets {listed(added)}.")
    print("Try it: python -m http.server -d", arguments.folder)
    return 0
