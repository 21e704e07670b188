"""`python -m pilein.fast`: compile the core, once for each version of Pile In and of Python."""

import sys

from pilein.fast.making import Uncompiled, made
from pilein.fast.twin import ASKING


def main() -> int:
    """Compile the core and explain how to use it. Returns 1 on failure."""
    print("Compiling searches and geometry (less than a minute) ...", flush=True)
    try:
        folder = made()
    except Uncompiled as reason:
        print(reason, file=sys.stderr)
        return 1
    print(f"Compiled into {folder}.\nSet {ASKING}=1 to use it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
