"""`python -m pilein.fast`: compile the geometry, once for each version of Pile In and of Python."""

import sys
from pathlib import Path

import pilein
from pilein.fast.making import Uncompiled, made
from pilein.fast.twin import ASKING


def main() -> int:
    """Compile the geometry and explain how to use it. Returns 1 on failure."""
    print("Compiling the geometry (about a minute) ...", flush=True)
    try:
        folder = made(Path(pilein.__file__).parent / "geometry")
    except Uncompiled as reason:
        print(reason, file=sys.stderr)
        return 1
    print(f"Compiled into {folder}.\nSet {ASKING}=1 to use it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
