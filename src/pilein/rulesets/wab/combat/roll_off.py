"""Two dice against each other until one shows more (WAB-R-78, WAB-R-90)."""

from msgspec import Struct

from pilein.dice import Die, Law
from pilein.dice.faces import NO_SUBJECT, SIDES, stage_of


class RollOff(Struct, frozen=True, tag=True):
    """A die for each side, the active player's first, both thrown again as long as they are equal."""

    label: str = "roll-off"

    def thrown(self, die: Die) -> bool:
        """Whether the active player's shows more."""
        stage_of(die)(self.label, 0, NO_SUBJECT)
        while True:
            first, second = die(SIDES), die(SIDES)
            if first != second:
                return first > second

    def weights(self) -> Law[bool]:
        """The law of that."""
        return ((False, 1), (True, 1))
