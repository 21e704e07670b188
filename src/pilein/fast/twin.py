"""Location of the compiled twin of the geometry.

`python -m pilein.fast` compiles it, and `PILEIN_FAST=1` makes Python use it. Its folder is named after a hash of the
sources and after the Python in use, so that a twin of different sources is never used.
"""

import os
import warnings
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_hash
from pathlib import Path

ASKING = "PILEIN_FAST"  # the environment variable; empty or 0: plain Python
SUFFIX = EXTENSION_SUFFIXES[0]  # of a compiled module: names the interpreter, its version and the machine


def folders(sources: str) -> list[str]:
    """Return the folder of the compiled twin of a package's folder, or no folder if the twin is not wanted or does not
    exist.

    Warns, with a remedy, if a wanted twin does not exist.
    """
    if os.environ.get(ASKING, "") in {"", "0"}:
        return []
    folder = home(Path(sources))
    if folder.is_dir():
        return [str(folder)]
    warnings.warn(
        f"{ASKING} is set, but these sources have not been compiled, so plain Python is used. "
        "Compile them with `python -m pilein.fast`.",
        RuntimeWarning,
        stacklevel=2,
    )
    return []


def home(sources: Path) -> Path:
    """Return the folder where the twin of a package's folder is kept, whether or not it exists."""
    makers = sorted(Path(__file__).parent.glob("*.py"))
    content = b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in (*modules(sources), *makers))
    return cache() / f"{sources.name}-{source_hash(content).hex()}{SUFFIX.rpartition('.')[0]}"


def modules(sources: Path) -> list[Path]:
    """Return the modules in a package's folder, sorted by name."""
    return sorted(path for path in sources.glob("*.py") if path.stem != "__init__")


def cache() -> Path:
    """Return the user's cache folder: `pilein` in XDG_CACHE_HOME, or in ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pilein"
