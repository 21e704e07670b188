"""Riders merged with their mounts into one model, as defined by `[riding]` in `armies.toml` in a ruleset's package."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert, field

FILE = "armies.toml"


class Riding(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a rider whose mount has a profile.

    `changes` to the rider's characteristics are like the changes that armour makes. Characteristics in `takes` come
    from the mount. `names` is the characteristic that names the mount's profile, in rulesets in which mounts fight.
    `most` bounds the characteristics of a mount: a creature above a bound cannot be a mount. `words` describe the
    changes in import reports.
    """

    words: str
    changes: Mapping[str, int | str] = field(default_factory=dict)
    takes: tuple[str, ...] = ()
    names: str = ""
    base: str = ""
    most: Mapping[str, int] = field(default_factory=dict)


@cache
def armies_of(package: str) -> Mapping[str, Any]:
    """Return the tables in a ruleset's `armies.toml`, by name. Without such a file, there are none."""
    file = files(package).joinpath(FILE) if package else None
    return tomllib.loads(file.read_text(encoding="utf-8")) if file is not None and file.is_file() else {}


def riding_of(package: str) -> Riding | None:
    """Return a ruleset's way of merging rider and mount into one model, or None if it has no rules for mounts."""
    found = armies_of(package).get("riding")
    return convert(found, Riding) if found else None
