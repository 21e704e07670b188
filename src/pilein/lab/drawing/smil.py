"""SVG animations that run together in an endless loop. Each repetition lasts as long as the film.

Viewers without animation show the end of the film, because each element's static value is its last key.
"""

from collections.abc import Sequence
from typing import NamedTuple

Key = tuple[float, str]  # a time in seconds, a value


class Clock(NamedTuple):
    """Clock for animations, with the duration of a film in seconds."""

    seconds: float

    def moving(self, kind: str, keys: Sequence[Key]) -> str:
        """Animate an element's `translate` or `rotate` evenly from key to key.

        Returns "" if the value never changes.
        """
        return self._animation(f'animateTransform attributeName="transform" type="{kind}"', keys)

    def fading(self, keys: Sequence[Key]) -> str:
        """Animate an element's opacity evenly from key to key. Returns "" if the opacity never changes."""
        return self._animation('animate attributeName="opacity"', keys)

    def growing(self, name: str, last: float) -> str:
        """Animate a dimension of an element so that it grows from 0 to `last` over the whole film."""
        return self._animation(f'animate attributeName="{name}"', [(0.0, "0"), (self.seconds, f"{last:.1f}")])

    def seen(self, mark: str, start: float, end: float) -> str:
        """Show a mark from `start` to `end` without fading. A mark that is visible when the film ends stays visible."""
        if start <= 0 and end >= self.seconds:
            return mark
        keys = [(0.0, "0"), (start, "1"), (end, "0")] if start > 0 else [(0.0, "1"), (end, "0")]
        keys = [key for key in keys if key[0] < self.seconds]
        jumps = self._animation('animate attributeName="opacity" calcMode="discrete"', keys, closed=False)
        return f'<g opacity="{int(end >= self.seconds)}">{jumps}{mark}</g>'

    def _animation(self, head: str, keys: Sequence[Key], *, closed: bool = True) -> str:
        if len({value for _, value in keys}) <= 1:
            return ""
        every = list(keys)
        if closed:
            before = [(0.0, every[0][1])] if every[0][0] > 0 else []
            after = [(self.seconds, every[-1][1])] if every[-1][0] < self.seconds else []
            every = [*before, *every, *after]
        times = ";".join(_share(time / self.seconds) for time, _ in every)
        values = ";".join(value for _, value in every)
        return f'<{head} dur="{self.seconds:g}s" repeatCount="indefinite" keyTimes="{times}" values="{values}"/>'


def _share(share: float) -> str:
    """Format a share of the film's duration as briefly as possible."""
    return f"{min(1.0, max(0.0, share)):.4f}".rstrip("0").rstrip(".") or "0"
