"""Dice that somebody has thrown already, taken in order."""

from collections.abc import Sequence

from pilein.kernel.errors import ScriptError

MORE = "give more dice, or leave them out for dice from a seed"


class GivenDice:
    """Shows the given faces one by one; `place` counts those shown.

    Raises:
        ScriptError: they run out, or a face is none of the die's.

    """

    def __init__(self, faces: Sequence[int], place: int = 0) -> None:
        self.faces = tuple(faces)
        self.place = place

    def die(self, sides: int) -> int:
        """The next face."""
        if self.place >= len(self.faces):
            raise ScriptError(f"the dice run out: {len(self.faces)} are given, and one more is thrown", remedy=MORE)
        face = self.faces[self.place]
        if not 1 <= face <= sides:
            message = f"die {self.place + 1} shows {face}, which is no face of a D{sides}"
            raise ScriptError(message, remedy=f"give 1 to {sides} there")
        self.place += 1
        return face

    @property
    def left(self) -> tuple[int, ...]:
        """The faces not yet shown."""
        return self.faces[self.place :]
