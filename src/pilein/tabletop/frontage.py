"""Number of models of a unit in the press that reach the enemy. The number is limited by a fixed frontage or by the
files of both sides.

Two lines face each other as after a charge: centred or, if all bases have the same width, with files aligned. If an
odd number of files overhangs, the extra file is on the right. An overhanging file touches the last enemy by a corner
or not at all.
"""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from pilein.tabletop.setup import Setup

BY_FILES: Literal["files"] = "files"
Frontage = int | Literal["files"] | None  # the most models that touch; None: all touch


def touching_a_line(files: int, width: int, line: int, *, in_line: bool = True, corners: bool = True) -> int:
    """Number of files, each `width` ticks wide, that touch an enemy line `line` ticks wide in front of them."""
    surplus = files * width - line
    if surplus <= 0:
        return files
    if in_line:
        aside = surplus // width
        return files - (max(0, aside - 2) if corners else aside)
    pairs = -(-surplus // (2 * width)) - 1 if corners else surplus // (2 * width)
    return files - 2 * pairs


class Ranked(Struct, frozen=True):
    """A block as fielded, with its numbers of files and models and the number of front-rank models in contact.

    All ranks but the last stay full. The last rank fills from the left, and its models stay in place even if they have
    no enemy in front of them. If the last rank is also the front rank, it closes up from one side.
    """

    files: int
    fielded: int
    abreast: int

    def reaching(self, models: int, through: int, *, corners: bool = True) -> int:
        """Number of living models that touch an enemy directly or through up to `through` friends.

        The friends stand in front, to the side or at a corner.
        """
        ranks = range(through + 1)
        wide = [min(self.files, self.abreast + 2 * (through if corners else through - rank)) for rank in ranks]
        return sum(map(self._of_rank, ranks, wide, [models - rank * self.files for rank in ranks]))

    def _of_rank(self, rank: int, wide: int, models: int) -> int:
        """Number of models in the middle `wide` files of one rank. `models` counts the models in this rank and all
        ranks behind it.
        """
        if models >= self.files:
            return wide
        if rank:
            return max(0, min(wide, models - self._models_aside(rank, wide)))
        one_side = (self.files - wide + 1) // 2
        return min(wide, models, max(models - one_side, self.abreast))

    def _models_aside(self, rank: int, wide: int) -> int:
        """Number of models fielded in a rank outside the middle `wide` files."""
        there = max(0, min(self.files, self.fielded - rank * self.files))
        left = (self.files - wide) // 2
        return there - max(0, min(wide, there - left))


@lru_cache(maxsize=1024)
def base_width(setup: Setup, unit: int) -> int:
    """Width of a unit's widest base, in ticks."""
    return max(kind.base.width for kind in setup.kinds if kind.unit == unit)


@lru_cache(maxsize=1024)
def has_corners(setup: Setup, unit: int) -> bool:
    """Whether all bases of a unit are rectangular, so that corner contact is possible."""
    return all(kind.base.kind == "rectangle" for kind in setup.kinds if kind.unit == unit)
