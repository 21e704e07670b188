"""The body of a unit in the press: its living models counted, like ones together, and what can be told of them in part.

Whoever asks for no more than he needs to know shares the answer with all bodies that are alike in that.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

Counts = tuple[tuple[int, int, int], ...]  # (kind, wounds lost, how many), in the order of kinds
Groups = tuple[tuple[int, ...], ...]  # kinds that are alike in something


class Body(Struct, frozen=True):
    """The living models of a unit; those of a kind that have lost most wounds come first. True if anybody lives.

    `aspects` are its questions that can be answered without showing all of it.
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
        """How many models live."""
        return sum(count for _, _, count in self.counts)

    def at_least(self, models: int) -> bool:
        """Whether so many models live."""
        return self.living() >= models

    def kinds(self) -> tuple[int, ...]:
        """The kinds that have living models, in their order."""
        return tuple(sorted({kind for kind, _, _ in self.counts}))

    def present(self, groups: Groups) -> tuple[int, ...]:
        """The places of the groups of kinds that have living models."""
        return tuple(place for place, group in enumerate(groups) if any(kind in group for kind, _, _ in self.counts))

    def count(self, kind: int, among: int | None = None) -> int:
        """How many models of a kind live, in all or among the first so many."""
        counts = self.counts if among is None else self.at_most(among)
        return sum(count for of, _, count in counts if of == kind)

    def at_most(self, most: int) -> Counts:
        """The counts of the first so many models: the front, if it is as wide."""
        found = []
        for kind, lost, count in self.counts:
            if most <= 0:
                break
            found.append((kind, lost, min(count, most)))
            most -= count
        return tuple(found)

    def largest(self, groups: Groups) -> int:
        """The place of the group of kinds that has most models; of groups with as many, of the first."""
        sizes = [sum(count for kind, _, count in self.counts if kind in group) for group in groups]
        return sizes.index(max(sizes))

    def leaders(self, groups: Groups, among: int | None = None) -> tuple[int, ...]:
        """The places of the groups of kinds that have most models, in all or among the first so many."""
        counts = self.counts if among is None else self.at_most(among)
        sizes = [sum(count for kind, _, count in counts if kind in group) for group in groups]
        return tuple(place for place, size in enumerate(sizes) if size == max(sizes))

    def up_to(self, most: int) -> int:
        """How many models live, as far as there are no more than so many."""
        return min(most, self.living())

    @staticmethod
    def implied(aspect: tuple[Any, ...], known: Mapping[tuple[Any, ...], Any]) -> Any:  # noqa: ANN401
        """What a body whose answers `known` are these would answer to another question; None if they do not say."""
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
        """How many ranks of at least so many models they fill, so many files wide."""
        full, rest = divmod(self.living(), files)
        return full * (files >= least) + (rest >= least)
