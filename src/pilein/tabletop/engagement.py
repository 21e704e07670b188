"""Questions about contact, answered in the same way on a table (`Plane`) and in the press (`Press`).

In the press the first living models of a unit touch the enemy, up to the frontage, each of them all of the enemy's
first models; as many again stand behind and touch one of them each. The effect of contact (which models are engaged,
which strike) is left to the ruleset.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import ClassVar, Protocol

from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup

Field = Plane | Press
Groups = tuple[tuple[int, ...], ...]


class Engagement(Protocol):
    """Contact as both kinds of field report it. Units and models are numbers; `models(unit)` gives the living ones."""

    @property
    def setup(self) -> Setup:
        """The set-up of the game."""

    is_on_table: ClassVar[bool]
    """Whether models have places; in the press they have none, and moves, arcs and terrain are passed over."""

    def models(self, unit: int) -> tuple[int, ...]:
        """The living models of a unit, in unit order."""

    def touched_units(self, unit: int) -> tuple[int, ...]:
        """The enemy units that any model of a unit touches, by number."""

    def touching(self, unit: int) -> tuple[int, ...]:
        """The models of a unit that touch an enemy, in unit order."""

    def enemies_met(self, unit: int) -> Mapping[int, tuple[int, ...]]:
        """The models of a unit in contact with an enemy, in order, each with the enemies it touches."""

    def enemies_touching(self, unit: int) -> tuple[int, ...]:
        """The enemy models that touch a unit, by number."""

    def units_met(self, unit: int) -> Mapping[int, tuple[int, ...]]:
        """The models of a unit in contact with an enemy, in order, each with the enemy units it touches."""

    def units_met_by(self, model: int) -> tuple[int, ...]:
        """The enemy units that a living model touches, by number."""

    def supporters(self, unit: int) -> Mapping[int, tuple[int, ...]]:
        """The models of a unit in contact only with engaged friends, in order, each with those friends."""

    def alike(self, models: tuple[int, ...], look: Callable[[int], Hashable]) -> Groups:
        """Models grouped by equal `look` (all differences except their places), in order."""

    def spots(self, models: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Base centres of models in ticks; nothing in the press."""

    def renumbered(self, lost: Mapping[int, int], gone: frozenset[int]) -> dict[int, int]:
        """The new numbers of models after losses, by their old numbers; models not listed keep theirs."""


def first_of_each_kind(field: Engagement, models: tuple[int, ...], look: Callable[[int], Hashable]) -> tuple[int, ...]:
    """The first model in each group of identical models: on a table, all of them."""
    return tuple(group[0] for group in field.alike(models, look))
