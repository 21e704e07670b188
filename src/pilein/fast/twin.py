"""Location of the compiled twin of the core: the modules of `CORE`, in which searches spend their time.

`python -m pilein.fast` compiles it, and `PILEIN_FAST=1` makes Python use it. Its folder is named after a hash of the
sources and after the Python in use, so that a twin of different sources is never used.
"""

import os
import warnings
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_hash
from pathlib import Path

ASKING = "PILEIN_FAST"  # the environment variable; empty or 0: plain Python
SUFFIX = EXTENSION_SUFFIXES[0]  # of a compiled module: names the interpreter, its version and the machine
SOURCES = Path(__file__).parents[1]
CORE = {  # the modules that are compiled, by package
    "geometry": """
        advances barriers block_sweep blocks chains circular_sweep configuration_space contact_envelope contact_locus
        enclosed_regions enclosures first_contact free_intervals frontal_obstacles gaps landing looked passages
        rounded routes search shapes sight straight_sweeps ticks tolerance
    """,
    "placement": "along contact curves moves paths rules solve terms zones",
    "tabletop": "distances memo touching",
    "tabletop/movement": "ground landings local_searches memory placing reachability sides straight_runs ways",
}


def folders(package: str) -> list[str]:
    """Return the folder with a package's compiled modules, or no folder if the twin is not wanted or does not exist.

    The package is given by its own folder. Warns, with a remedy, if a wanted twin does not exist.
    """
    if os.environ.get(ASKING, "") in {"", "0"}:
        return []
    twin = found()
    return [] if twin is None else [str(twin / Path(package).relative_to(SOURCES))]


@lru_cache(maxsize=1)
def found() -> Path | None:
    """Return the folder of the twin, or None, with a warning, if it does not exist.

    Each program looks and warns once, although several packages ask for the twin.
    """
    twin = home()
    if twin.is_dir():
        return twin
    warnings.warn(
        f"{ASKING} is set, but these sources have not been compiled, so plain Python is used. "
        "Compile them with `python -m pilein.fast`.",
        RuntimeWarning,
        stacklevel=3,
    )
    return None


def home() -> Path:
    """Return the folder where the twin of the present sources is kept, whether or not it exists."""
    makers = sorted(Path(__file__).parent.glob("*.py"))
    sources = sorted(path for package in CORE for path in (SOURCES / package).glob("*.py"))  # with types of values
    content = b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in (*sources, *makers))
    return cache() / f"twin-{source_hash(content).hex()}{SUFFIX.rpartition('.')[0]}"


def modules() -> list[Path]:
    """Return the sources of the core's modules, sorted by package and name."""
    return [SOURCES / package / f"{name}.py" for package, names in CORE.items() for name in names.split()]


def cache() -> Path:
    """Return the user's cache folder: `pilein` in XDG_CACHE_HOME, or in ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pilein"
