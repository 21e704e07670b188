"""Units that Fight in Ranks: how they charge, close up and reform."""

from typing import ClassVar

from pilein.kernel.events import Event


class SideStruck(Event, frozen=True, kw_only=True, tag=True):
    """A unit charges that side of a block: front, left, right or rear."""

    template: ClassVar[str] = "{unit} charged the {side} of {target}"

    unit: str
    target: str
    side: str


class Overhung(Event, frozen=True, kw_only=True, tag=True):
    """A charging block is wider than the side it charges: how many files stand out, on its left and on its right."""

    template: ClassVar[str] = "{unit} stood out by {left:file} on the left and {right:file} on the right"

    unit: str
    left: float
    right: float


class ClosedUp(Event, frozen=True, kw_only=True, tag=True):
    """Models of a block have moved into places before or beside them; `ways` are from and to, in ticks."""

    template: ClassVar[str] = "{unit} closed up, {count:model} moved"

    unit: str
    count: int
    models: tuple[int, ...]
    ways: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


class Reformed(Event, frozen=True, kw_only=True, tag=True):
    """A block has reformed about its centre: its new facing in degrees and number of files."""

    template: ClassVar[str] = "{unit} reformed, {files} files wide, facing {facing:g}"

    unit: str
    files: int
    facing: float
