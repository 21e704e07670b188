"""The direction of a push, where the bearer's owner may choose it within bounds (CP-R-31 `within-45`)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.kernel.requests import Answer

WIDEST = 4500  # hundredths of a degree, to either side
OFFERED = (0, 1500, -1500, 3000, -3000, 4500, -4500)


class PushAngle(Struct, frozen=True, tag=True):
    """By how many hundredths of a degree, clockwise, the push turns off the straight line; -4500 to 4500."""

    side: int
    clause: str
    words: str

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Straight on first, then to either side."""
        for angle in OFFERED:
            yield f"{angle / 100:g} degrees" if angle else "straight away", angle

    def why_not(self, answer: Answer) -> str | None:
        """None if the answer is a whole number within the bounds."""
        if type(answer) is not int:
            return "the answer is a whole number of hundredths of a degree"
        return None if abs(answer) <= WIDEST else f"{answer} is not between {-WIDEST} and {WIDEST}"
