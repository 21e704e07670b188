"""Two dice against each other: who shows more?"""

from msgspec import Struct

from pilein.dice import Die, Law
from pilein.dice.faces import NO_SUBJECT, SIDES, stage_of


class RollOff(Struct, frozen=True, tag=True):
    """A die for each of two; `until_decided`: thrown again as long as they are equal."""

    until_decided: bool = False
    label: str = "roll-off"

    def thrown(self, die: Die) -> int:
        """1 if the first is higher, -1 if the second is, 0 if neither."""
        stage_of(die)(self.label, 0, NO_SUBJECT)
        while True:
            first, second = die(SIDES), die(SIDES)
            if first != second or not self.until_decided:
                return (first > second) - (first < second)

    def weights(self) -> Law[int]:
        """The law of that."""
        return ((-1, 1), (1, 1)) if self.until_decided else ((-1, 5), (0, 2), (1, 5))
