"""Where the compiled twin of the geometry lies, once it has been made and whenever it is asked for.

`python -m pilein.fast` makes it, `PILEIN_FAST=1` asks for it. Its folder is named after what it was made of: the
sources to the letter, and the Python that it runs in. So a twin of other sources is never taken for it.
"""

import os
import warnings
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_hash
from pathlib import Path

ASKING = "PILEIN_FAST"  # the environment variable; empty or 0 asks for nothing
SUFFIX = EXTENSION_SUFFIXES[0]  # of a compiled module: names the interpreter, its version and the machine


def folders(sources: str) -> list[str]:
    """Return the folder with the compiled twin of a package's folder; none if it is not asked for or not there.

    Warns, with what to do about it, where it is asked for and not there.
    """
    if os.environ.get(ASKING, "") in {"", "0"}:
        return []
    folder = home(Path(sources))
    if folder.is_dir():
        return [str(folder)]
    warnings.warn(
        f"{ASKING} is set, but these sources have not been compiled: plain Python goes on instead. "
        "`python -m pilein.fast` compiles them.",
        RuntimeWarning,
        stacklevel=2,
    )
    return []


def home(sources: Path) -> Path:
    """Return where the twin of a package's folder is kept, whether or not it is there."""
    makers = sorted(Path(__file__).parent.glob("*.py"))
    content = b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in (*modules(sources), *makers))
    return cache() / f"{sources.name}-{source_hash(content).hex()}{SUFFIX.rpartition('.')[0]}"


def modules(sources: Path) -> list[Path]:
    """Return the modules of a package's folder, in order."""
    return sorted(path for path in sources.glob("*.py") if path.stem != "__init__")


def cache() -> Path:
    """Return the user's folder for what can be made again: `pilein` in XDG_CACHE_HOME, or in .cache at home."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pilein"
