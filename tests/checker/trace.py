"""The trace of a game's log entries, with the table before and after each entry."""

import json
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.checker.army import Army, Model
from tests.checker.plane import SURE, TOUCH, Place, far, gap

TICKS = 127_000  # to the inch
Plain = dict[str, Any]
BASES = {"scrollhammer": "1in square", "wab": "20mm square"}


class World:
    """A snapshot of the table at one moment, with the positions of living models, the wounds that they have lost, and
    the statuses of units.
    """

    def __init__(self, army: Army, places: dict[int, Place], lost: dict[int, int], states: dict[str, Plain]) -> None:
        self.army = army
        self.places = places
        self.lost = lost
        self.states = states
        self._touching: dict[float, dict[int, frozenset[int]]] = {}

    def living(self, unit: str) -> list[Model]:
        return [model for model in self.army.units[unit].models if model.number in self.places]

    def side(self, side: int) -> list[Model]:
        return [model for model in self.army.models if model.side == side and model.number in self.places]

    def gap(self, one: int, other: int) -> float:
        models = self.army.models
        return gap(models[one].base, self.places[one], models[other].base, self.places[other])

    def near(self, one: int, others: list[Model], reach: float) -> list[int]:
        base, place = self.army.models[one].base, self.places[one]
        maybe = [other.number for other in others if far(base, place, other.base, self.places[other.number]) <= reach]
        return [other for other in maybe if other != one and self.gap(one, other) <= reach]

    def touching(self, slack: float) -> dict[int, frozenset[int]]:
        """Map each model to all models, friends and enemies, in contact with it."""
        if slack not in self._touching:
            everybody = [model for model in self.army.models if model.number in self.places]
            found = {one.number: frozenset(self.near(one.number, everybody, slack)) for one in everybody}
            self._touching[slack] = found
        return self._touching[slack]

    @property
    def is_contact_certain(self) -> bool:
        """Whether positions rounded to four decimals show for all pairs of models whether they touch."""
        return self.touching(SURE) == self.touching(TOUCH)


class Trace:
    """A recorded game in the form in which the checker reads it."""

    def __init__(self, plain: Plain) -> None:
        self.army = Army(plain["scenario"], BASES.get(_ruleset(plain["scenario"]), "25mm"))
        self.seed: int = plain["seed"]
        self.version: str | int = plain.get("version", 0)
        self.events: list[Plain] = plain["events"]
        self.asked: list[Plain] = plain.get("asked", [])
        self.over: bool = plain.get("over", True)
        self.marks = [moment["at"] for moment in plain["moments"]]
        self.phases = [moment["phase"] for moment in plain["moments"]]
        self.actives = [moment["active"] for moment in plain["moments"]]
        self.worlds = list(_worlds(self.army, plain["moments"]))

    @property
    def on_table(self) -> bool:
        """Return whether the models have positions."""
        return self.army.size is not None

    def before(self, number: int) -> World:
        return self.worlds[bisect_right(self.marks, number) - 1]

    def after(self, number: int) -> World:
        return self.worlds[min(bisect_right(self.marks, number), len(self.worlds) - 1)]

    def stood(self, model: int, number: int) -> Place | None:
        """Return the position of a model before the clause that logged the entry, or its last position if it had
        already fallen.
        """
        worlds = reversed(self.worlds[: bisect_right(self.marks, number)])
        return next((world.places[model] for world in worlds if model in world.places), None)

    def clause(self, number: int) -> tuple[int, int]:
        """Return the number of the first entry of the clause that logged the entry, and the number of the first entry
        after that clause.
        """
        place = bisect_right(self.marks, number)
        return self.marks[place - 1], self.marks[place] if place < len(self.marks) else len(self.events)

    def told(self, *types: str) -> Iterator[tuple[int, Plain]]:
        """Yield the entries of the given types, with their numbers in the log."""
        return ((number, entry) for number, entry in enumerate(self.events) if entry["type"] in types)

    def questions(self, first: int, last: int) -> list[Plain]:
        return [one for one in self.asked if first <= one["at"] <= last]


def _ruleset(text: str) -> str:
    return next(line.split('"')[1] for line in text.splitlines() if line.startswith("ruleset"))


def _worlds(army: Army, moments: list[Plain]) -> Iterator[World]:
    places: dict[int, Place] = {}
    lost: dict[int, int] = {}
    states: dict[str, Plain] = {}
    for moment in moments:
        places, lost, states = dict(places), dict(lost), {**states, **moment["units"]}
        for model, (x, y, facing, wounds) in moment["places"].items():
            places[int(model)] = (x, y, facing)
            lost[int(model)] = wounds
        for model in moment["gone"]:
            places.pop(int(model), None)
        yield World(army, places, lost, states)


def route(entry: Plain) -> list[tuple[float, float]]:
    return [(x / TICKS, y / TICKS) for x, y in entry.get("route", ())]


def read(path: Path) -> Trace:
    return Trace(json.loads(path.read_text("utf-8")))
