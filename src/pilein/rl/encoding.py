"""Observations, encoded as arrays of units, models, the moment and the options. The ruleset declares the columns."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pilein.engine.rulesets import ruleset_named
from pilein.lab.features import (
    FACT,
    GLOBAL,
    MODEL,
    OPTION,
    Feature,
    UnitFeatures,
    fact_row,
    global_row,
    model_rows,
    option_row,
)
from pilein.lab.tasks import Task, task
from pilein.rl.playing import Playing

SLOTS = 64
PARTS = ("units", "models", "globals", "facts", "options", "action_mask")
Observation = dict[str, NDArray[Any]]
Arrays = tuple[NDArray[Any], ...]
Columns = dict[str, tuple[Feature, ...]]


def columns(name: str | Task) -> Columns:
    """Return the columns of a task's observations: part -> features, each with its name, range and kind.

    The first six columns of units, and all columns of models, options and globals, are the same in every ruleset.

    Raises:
        UnknownRule: there is no such task.
    """
    return Encoding(task(name), SLOTS).columns


class Encoding:
    """Encoder for one task's arrays, with room for `slots` options."""

    def __init__(self, of: Task, slots: int) -> None:
        rules = ruleset_named(of.scenario.ruleset)
        opening = rules.opened(of.scenario).state
        self._units = UnitFeatures(rules, opening)
        self._slots = slots
        self._shape = {
            "units": len(opening.setup.units),
            "models": sum(len(unit.models) for unit in opening.setup.units),
        }
        self._nothing = self._options([])
        self.columns: Columns = {
            "units": self._units.declared,
            "models": MODEL,
            "globals": GLOBAL,
            "facts": FACT,
            "options": OPTION,
        }

    def space(self) -> spaces.Dict:
        """Return the Gymnasium space that contains all observations."""
        rows = {**self._shape, "options": self._slots}
        parts: dict[str, spaces.Space[Any]] = {name: _box(self.columns[name], rows.get(name)) for name in self.columns}
        return spaces.Dict({**parts, "action_mask": spaces.MultiBinary(self._slots)})

    def encoded(self, game: Playing, side: int, *, is_asked: bool = True) -> Observation:
        """Encode a moment of a game as arrays, as `side` observes it. Only the side that must answer is shown
        options.
        """
        arrays = self.arrays(game, side, is_asked=is_asked)
        return {name: array.copy() for name, array in zip(PARTS, arrays, strict=True)}  # callers may keep the arrays

    def arrays(self, game: Playing, side: int, *, is_asked: bool = True) -> Arrays:
        """Return the arrays of a moment, in the order of PARTS. The arrays are cached, so they must not be changed."""
        picture, moment = game.picture, (game.phase, side)
        if picture.position is None:
            picture.position = self._position(game.state)
        if moment not in picture.moments:
            picture.moments[moment] = np.array(global_row(game.state, *moment), dtype=np.float32)
        offer = game.offer if is_asked else None
        options = self._nothing
        if offer is not None:
            if picture.options is None:
                picture.options = self._options([option_row(offer.choice, one) for one in offer.answers])
            options = picture.options
        units, models, facts = picture.position
        return units, models, picture.moments[moment], facts, *options

    def _options(self, rows: list[tuple[float, ...]]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the rows of options, and the mask that marks the rows in use."""
        mask = np.zeros(self._slots, dtype=np.int8)
        mask[: len(rows)] = 1
        return _padded(rows, self._slots, len(OPTION)), mask

    def _position(self, state: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:  # noqa: ANN401 - the ruleset's own
        """Return the rows of units, the rows of models, and the numbers that describe the current step."""
        units = np.array(self._units.rows(state), dtype=np.float32)
        facts = np.array(fact_row(state), dtype=np.float32)
        return units, _padded(model_rows(state), self._shape["models"], len(MODEL)), facts


def _box(features: tuple[Feature, ...], rows: int | None) -> spaces.Box:
    low = np.array([feature.low for feature in features], dtype=np.float32)
    high = np.array([feature.high for feature in features], dtype=np.float32)
    if rows is not None:
        low, high = np.minimum(np.tile(low, (rows, 1)), 0), np.maximum(np.tile(high, (rows, 1)), 0)  # empty rows are 0
    return spaces.Box(low, high, dtype=np.float32)


def _padded(rows: list[tuple[float, ...]], count: int, width: int) -> NDArray[Any]:
    found = np.zeros((count, width), dtype=np.float32)
    if rows:
        found[: len(rows)] = rows
    return found
