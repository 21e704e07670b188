"""Body of a unit in the press: its living models by kind, and queries that read only part of the counts.

A caller that makes only the queries it needs can share its result among all bodies that give the same answers.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

Counts = tuple[tuple[int, int, int], ...]  # (kind, wounds lost, count), in order of kinds
Groups = tuple[tuple[int, ...], ...]  # kinds that have something in common


class Body(Struct, frozen=True):
    """Living models of a unit, counted by kind and wounds lost. Models that have lost more wounds come before others of
    their kind. A body is true if any model lives.

    `aspects` lists the queries that can be answered without revealing the full counts.
    """

    aspects: ClassVar[tuple[str, ...]] = (
        "living",
        "up_to",
        "at_least",
        "kinds",
        "present",
        "count",
        "at_most",
        "largest",
        "leaders",
        "ranks",
    )

    counts: Counts

    def __bool__(self) -> bool:
        return bool(self.counts)

    def living(self) -> int:
        """Number of living models."""
        return sum(count for _, _, count in self.counts)

    def at_least(self, models: int) -> bool:
        """Whether at least `models` models are alive."""
        return self.living() >= models

    def kinds(self) -> tuple[int, ...]:
        """Kinds that have living models, in order."""
        return tuple(sorted({kind for kind, _, _ in self.counts}))

    def present(self, groups: Groups) -> tuple[int, ...]:
        """Indices of the groups that have a living model. Each group lists kinds of models."""
        return tuple(place for place, group in enumerate(groups) if any(kind in group for kind, _, _ in self.counts))

    def count(self, kind: int, among: int | None = None) -> int:
        """Number of living models of a kind, in the whole unit or among its first `among` models."""
        counts = self.counts if among is None else self.at_most(among)
        return sum(count for of, _, count in counts if of == kind)

    def at_most(self, most: int) -> Counts:
        """Counts of the first `most` models, such as the front rank."""
        found = []
        for kind, lost, count in self.counts:
            if most <= 0:
                break
            found.append((kind, lost, min(count, most)))
            most -= count
        return tuple(found)

    def largest(self, groups: Groups) -> int:
        """Index of the group with the most models. A group is a list of kinds. If several groups tie, the first one is
        returned.
        """
        sizes = [sum(count for kind, _, count in self.counts if kind in group) for group in groups]
        return sizes.index(max(sizes))

    def leaders(self, groups: Groups, among: int | None = None) -> tuple[int, ...]:
        """Indices of all groups of kinds with the most models, in the whole unit or among its first `among` models."""
        counts = self.counts if among is None else self.at_most(among)
        sizes = [sum(count for kind, _, count in counts if kind in group) for group in groups]
        return tuple(place for place, size in enumerate(sizes) if size == max(sizes))

    def up_to(self, most: int) -> int:
        """Number of living models, capped at `most`."""
        return min(most, self.living())

    @staticmethod
    def implied(aspect: tuple[Any, ...], known: Mapping[tuple[Any, ...], Any]) -> Any:  # noqa: ANN401
        """Return the answer to a query if the known answers imply it, or else None."""
        question, *numbers = aspect
        if question == "__bool__" and ("kinds",) in known:
            return bool(known["kinds",])
        if question == "up_to":
            wider = max((most for (asked, *most) in known if asked == question), default=[-1])
            return min(known[question, *wider], *numbers) if wider >= numbers else None
        if question == "at_most":
            for (asked, *wider), counts in known.items():
                if asked == question and wider >= numbers:
                    return Body(counts).at_most(*numbers)
        return None

    def ranks(self, files: int, least: int = 1) -> int:
        """Number of ranks with at least `least` models when the unit stands in `files` files."""
        full, rest = divmod(self.living(), files)
        return full * (files >= least) + (rest >= least)
