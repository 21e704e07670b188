"""The question whether a unit stays where it is or falls back (WW-EN-04)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.kernel.requests import Answer

STAY, FALL_BACK = "stay", "fall back"


class StayOrGo(Struct, frozen=True, tag=True):
    """Whether a unit stays or falls back: the answer is STAY or FALL_BACK."""

    side: int
    unit: int
    words: str
    clause: str = "WW-EN-04"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """To stay, or to fall back."""
        yield STAY, STAY
        yield FALL_BACK, FALL_BACK

    def why_not(self, answer: Answer) -> str | None:
        """None if it is one of the two."""
        return None if answer in (STAY, FALL_BACK) else f"a unit can {STAY!r} or {FALL_BACK!r}"
