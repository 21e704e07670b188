"""A total divided among heads, each of which takes no fewer and no more than it may."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.kernel.requests import Answer


class Shares(Struct, frozen=True, tag=True):
    """How is a total shared out? The answer is one whole number for each head, within its bounds, adding up to it."""

    side: int
    clause: str
    words: str
    total: int
    among: tuple[str, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Every division within the bounds, as much as can be on the first heads first."""
        for shares in _divisions(self.total, self.least, self.most):
            yield ", ".join(f"{share} {head}" for share, head in zip(shares, self.among, strict=True) if share), shares

    def why_not(self, answer: Answer) -> str | None:
        """None if the answer divides the total within the bounds."""
        whole = isinstance(answer, tuple) and all(type(one) is int for one in answer)
        if not whole or len(answer) != len(self.among):
            return f"the answer is {len(self.among)} whole numbers, for {', '.join(self.among)}"
        for share, head, least, most in zip(answer, self.among, self.least, self.most, strict=True):
            if not least <= share <= most:
                return f"{head} takes from {least} to {most}, not {share}"
        return None if sum(answer) == self.total else f"{sum(answer)} shared out, {self.total} to share"

    @property
    def is_settled(self) -> bool:
        """Whether there is but one way."""
        ways = _divisions(self.total, self.least, self.most)
        next(ways)
        return next(ways, None) is None


def _divisions(total: int, least: tuple[int, ...], most: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not most:
        if not total:
            yield ()
        return
    high = min(most[0], total - sum(least[1:]))
    low = max(least[0], total - sum(most[1:]))
    for share in range(high, low - 1, -1):
        for rest in _divisions(total - share, least[1:], most[1:]):
            yield (share, *rest)
