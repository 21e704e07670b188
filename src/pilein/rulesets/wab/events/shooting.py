"""Targets named, and shots."""

from typing import ClassVar

from pilein.kernel.events import Event


class NamedTarget(Event, frozen=True, kw_only=True, tag=True):
    """A unit is to shoot at a target."""

    template: ClassVar[str] = "{unit} took aim at {target}"

    unit: str
    target: str


class Shot(Event, frozen=True, kw_only=True, tag=True):
    """Models have shot: so many shots, the scores they needed (7 and more: by a second die), and what they cost."""

    template: ClassVar[str] = (
        "{unit} shot at {target}: {shots:shot} by {weapon}, {hit}+ to hit, {wound}+ to wound, "
        "{wounds:wound} unsaved, {fallen:model} lost"
    )

    unit: str
    target: str
    weapon: str
    shots: int
    hit: int
    wound: int
    wounds: int
    fallen: int
