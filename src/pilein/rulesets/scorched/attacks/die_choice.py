"""Which die is forced to be rolled again (CP-SW-01): all are on offer, and none is looked at that is not named."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.kernel.requests import NOTHING, Answer
from pilein.rulesets.scorched.state import Hand

NONE = (-1, 0)  # no hand, no face


class Offered(Struct, frozen=True):
    """A hand of which a die may be named: its place, whose it is, its dice."""

    place: int
    name: str
    hand: Hand

    def faces(self) -> tuple[int, ...]:
        """The faces that may be named, each once; of those too low to matter a 1 where ones count."""
        faces = dict.fromkeys(self.hand.open_dice)
        if self.hand.ones > 0:
            faces.setdefault(1)
        return tuple(faces)

    def has(self, face: int) -> bool:
        """Whether such a die may be named."""
        if 0 < face == self.hand.best or face in self.hand.rest:
            return True
        return face == 1 and self.hand.ones > 0


class DieToParry(Struct, frozen=True, tag=True):
    """A die of one of these hands, as (place of the hand, face), or NONE; `about` is the bearer of Parry."""

    side: int
    clause: str
    words: str
    hands: tuple[Offered, ...]
    about: int = NOTHING

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Every die, one of each face and hand, and none."""
        for one in self.hands:
            yield from ((f"the {face} of {one.name}", (one.place, face)) for face in one.faces())
        yield "none", NONE

    def why_not(self, answer: Answer) -> str | None:
        """None if there is such a die."""
        is_pair = isinstance(answer, tuple) and len(answer) == len(NONE)
        if not is_pair or not all(type(number) is int for number in answer):
            return f"the answer is the place of a hand and a face, or {NONE}"
        place, face = answer
        if answer == NONE or any(one.place == place and one.has(face) for one in self.hands):
            return None
        return "the options are " + ", ".join(repr(option) for _, option in self.candidates())
