"""Queries about contact, answered alike on a table (`Plane`) and in the press (`Press`).

In the press the first living models of a unit, up to the frontage, touch all such models of the enemy. An equal
number of further models stand behind them, each touching one model in front. The ruleset decides which contacts
engage a model or let it strike.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import ClassVar, Protocol

from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup

Field = Plane | Press
Groups = tuple[tuple[int, ...], ...]


class Engagement(Protocol):
    """Queries about contact that both kinds of field answer. Units and models are given by number."""

    @property
    def setup(self) -> Setup:
        """The set-up of the game."""

    is_on_table: ClassVar[bool]
    """Whether models have places. In the press they have none, and moves, arcs and terrain are ignored."""

    def models(self, unit: int) -> tuple[int, ...]:
        """Living models of a unit, in unit order."""

    def touched_units(self, unit: int) -> tuple[int, ...]:
        """Enemy units touched by any model of a unit, sorted by number."""

    def touching(self, unit: int) -> tuple[int, ...]:
        """Models of a unit that touch an enemy, in unit order."""

    def enemies_met(self, unit: int) -> Mapping[int, tuple[int, ...]]:
        """Map each of a unit's models that touch an enemy, in unit order, to the enemies it touches."""

    def enemies_touching(self, unit: int) -> tuple[int, ...]:
        """Enemy models that touch a unit, sorted by number."""

    def units_met(self, unit: int) -> Mapping[int, tuple[int, ...]]:
        """Map each of a unit's models that touch an enemy, in unit order, to the enemy units it touches."""

    def units_met_by(self, model: int) -> tuple[int, ...]:
        """Enemy units that a living model touches, sorted by number."""

    def supporters(self, unit: int) -> Mapping[int, tuple[int, ...]]:
        """Map each of a unit's models that touches engaged friends but no enemy, in unit order, to those friends."""

    def alike(self, models: tuple[int, ...], look: Callable[[int], Hashable]) -> Groups:
        """Group models for which `look` returns equal values, keeping their order.

        `look` must return everything that may distinguish two models except their positions.
        """

    def spots(self, models: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Base centres of models in ticks. The result is empty in the press."""

    def renumbered(self, lost: Mapping[int, int], gone: frozenset[int]) -> dict[int, int]:
        """Map the old numbers of models to their new numbers after losses. Models not listed keep theirs."""


def first_of_each_kind(field: Engagement, models: tuple[int, ...], look: Callable[[int], Hashable]) -> tuple[int, ...]:
    """Return the first model of each group of identical models. On a table, this is every model."""
    return tuple(group[0] for group in field.alike(models, look))
