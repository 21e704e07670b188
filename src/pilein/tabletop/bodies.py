"""The body of a unit in the press: its living models by kind, and answers that need only part of the counts.

A caller that asks only for the facts it needs shares the answer with all bodies that have these facts in common.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

Counts = tuple[tuple[int, int, int], ...]  # (kind, wounds lost, how many), in the order of kinds
Groups = tuple[tuple[int, ...], ...]  # kinds that have something in common


class Body(Struct, frozen=True):
    """The living models of a unit; in each kind those with most wounds lost come first. True if any model lives.

    `aspects` are questions that can be answered without revealing all of it.
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
        """Whether at least this many models live."""
        return self.living() >= models

    def kinds(self) -> tuple[int, ...]:
        """The kinds that have living models, in their order."""
        return tuple(sorted({kind for kind, _, _ in self.counts}))

    def present(self, groups: Groups) -> tuple[int, ...]:
        """The indices of the groups of kinds that have living models."""
        return tuple(place for place, group in enumerate(groups) if any(kind in group for kind, _, _ in self.counts))

    def count(self, kind: int, among: int | None = None) -> int:
        """Number of living models of a kind, in the whole unit or among its first `among`."""
        counts = self.counts if among is None else self.at_most(among)
        return sum(count for of, _, count in counts if of == kind)

    def at_most(self, most: int) -> Counts:
        """The counts for the first models, up to this number: the front, if it is that wide."""
        found = []
        for kind, lost, count in self.counts:
            if most <= 0:
                break
            found.append((kind, lost, min(count, most)))
            most -= count
        return tuple(found)

    def largest(self, groups: Groups) -> int:
        """The index of the group of kinds with most models; of tied groups, the first."""
        sizes = [sum(count for kind, _, count in self.counts if kind in group) for group in groups]
        return sizes.index(max(sizes))

    def leaders(self, groups: Groups, among: int | None = None) -> tuple[int, ...]:
        """The indices of the groups of kinds with most models, in all or among the first models."""
        counts = self.counts if among is None else self.at_most(among)
        sizes = [sum(count for kind, _, count in counts if kind in group) for group in groups]
        return tuple(place for place, size in enumerate(sizes) if size == max(sizes))

    def up_to(self, most: int) -> int:
        """Number of living models, counted up to this number."""
        return min(most, self.living())

    @staticmethod
    def implied(aspect: tuple[Any, ...], known: Mapping[tuple[Any, ...], Any]) -> Any:  # noqa: ANN401
        """The answer to a question, if known answers imply it; else None."""
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
        """Number of ranks with at least `least` models when the unit stands in this number of files."""
        full, rest = divmod(self.living(), files)
        return full * (files >= least) + (rest >= least)
