"""`python -m pilein.fast`: compile the geometry, once for every version of Pile In and of Python."""

import sys
from pathlib import Path

import pilein
from pilein.fast.making import Uncompiled, made
from pilein.fast.twin import ASKING


def main() -> int:
    """Compile it and tell how it is used; 1 where that fails."""
    print("Compiling the geometry: this takes a minute.", flush=True)
    try:
        folder = made(Path(pilein.__file__).parent / "geometry")
    except Uncompiled as reason:
        print(reason, file=sys.stderr)
        return 1
    print(f"Compiled into {folder}.\nSet {ASKING}=1 to play with it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
