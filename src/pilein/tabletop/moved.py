"""What every ruleset tells of a move, so that logs and pictures can follow it."""

from typing import ClassVar

from pilein.kernel.events import Event


class Moved(Event, frozen=True, kw_only=True, tag=True):
    """A model, or a block as one (`model` -1), has moved; `route`: the corners of its centre's way, in ticks.

    `manner` is what it did, in the ruleset's words.
    """

    template: ClassVar[str] = '{unit} {manner} {inches:.2f}"'

    unit: str
    model: int
    manner: str
    inches: float
    route: tuple[tuple[int, int], ...]
