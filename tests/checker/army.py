"""The armies in a game. Units and models are numbered in the order of the scenario file, but the `members` of a unit
come before its other models.
"""

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

MM = 1 / 25.4
Plain = dict[str, Any]


@dataclass(frozen=True)
class Base:
    """The outline of a base in inches: either a circle, or a rectangle whose width is measured across the facing."""

    width: float
    depth: float
    is_round: bool

    @property
    def small(self) -> float:
        """Return half of the shorter side of the base."""
        return min(self.width, self.depth) / 2


@dataclass(frozen=True)
class Model:
    """A model with its profile values, weapons, rules and flags."""

    number: int
    unit: str
    side: int
    values: Plain
    weapons: tuple[Plain, ...]
    rules: frozenset[str]
    flags: Plain
    base: Base

    def value(self, name: str, otherwise: int = 0) -> int:
        """Return the value of a characteristic, or `otherwise` if the model lacks it."""
        return int(self.values.get(name, otherwise))


@dataclass
class Unit:
    """A unit as it is at the start of the game."""

    name: str
    side: int
    formation: str
    keys: Plain
    models: list[Model] = field(default_factory=list)


class Army:
    """Both armies of a game, together with the chosen rulings and the ground."""

    def __init__(self, text: str, default_base: str) -> None:
        self.plain = tomllib.loads(text)
        self.ruleset: str = self.plain["ruleset"]
        self.rulings: dict[str, Any] = self.plain.get("rulings", {})
        self.terrain: list[Plain] = self.plain.get("terrain", [])
        self.size = (self.plain["table"]["width"], self.plain["table"]["depth"]) if "table" in self.plain else None
        self.sides: list[str] = list(dict.fromkeys(unit["side"] for unit in self.plain["unit"]))
        self.units: dict[str, Unit] = {}
        self.models: list[Model] = []
        for unit in self.plain["unit"]:
            self._take(unit, default_base)

    def _take(self, keys: Plain, default_base: str) -> None:
        unit = Unit(keys["name"], self.sides.index(keys["side"]), keys.get("formation", ""), keys)
        self.units[unit.name] = unit
        rows = [*keys.get("members", []), *([{"models": keys.get("models", 0)}] if keys.get("models") else [])]
        for row in rows:
            profile = self.plain.get("profiles", {})[row.get("profile", keys.get("profile"))]
            names = row.get("weapons", keys.get("weapons", []))
            rules = [*profile.get("rules", []), *keys.get("rules", []), *row.get("rules", [])]
            for _ in range(row.get("models", 1)):
                model = Model(
                    number=len(self.models),
                    unit=unit.name,
                    side=unit.side,
                    values=profile,
                    weapons=tuple(self.weapon(name) for name in names),
                    rules=frozenset(_plain_name(rule) for rule in rules),
                    flags={key: value for key, value in row.items() if key not in {"models", "profile", "weapons"}},
                    base=base(profile.get("base", default_base)),
                )
                self.models.append(model)
                unit.models.append(model)

    def weapon(self, name: str) -> Plain:
        """Return the name of a weapon and, if the scenario file defines it, its values in the notation of that file."""
        for own, values in self.plain.get("weapons", {}).items():
            if _plain_name(own) == _plain_name(name):
                return {"name": _plain_name(name), "own": True, **values}
        return {"name": _plain_name(name)}

    def side_of(self, unit: str) -> int:
        return self.units[unit].side

    def unit_named(self, words: str) -> str:
        """Return the unit named in a log. For "king of guards", this is the character's unit."""
        return words if words in self.units else words.rpartition(" of ")[2]

    def is_default(self, ruling: str) -> bool:
        return bool(self.rulings.get(ruling, "default") == "default")


def _plain_name(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").lower()


def base(words: str) -> Base:
    """Parse a base such as "25mm", "1in square" or "25x50mm"."""
    found = re.fullmatch(r"([\d.]+)(?:x([\d.]+))?(mm|in)( round| square| oval)?", words)
    assert found, words
    unit = MM if found[3] == "mm" else 1.0
    width = float(found[1]) * unit
    depth = float(found[2]) * unit if found[2] else width
    is_round = found[4] in {" round", " oval"} or (not found[2] and found[4] != " square")
    return Base(width, depth, is_round)
