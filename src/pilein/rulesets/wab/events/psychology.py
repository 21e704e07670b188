"""Leadership tests and what comes of them."""

from typing import ClassVar

from pilein.kernel.events import Event


class Tested(Event, frozen=True, kw_only=True, tag=True):
    """A unit took a Leadership test: on 2D6 it needed `need` or less."""

    template: ClassVar[str] = "{unit} {passed:passed|failed} its {test} test on {need}"

    unit: str
    test: str
    need: int
    passed: bool


class Panicked(Event, frozen=True, kw_only=True, tag=True):
    """A unit failed a panic test; the event's clause is the cause."""

    template: ClassVar[str] = "{unit} panicked"

    unit: str


class StoodInFear(Event, frozen=True, kw_only=True, tag=True):
    """A unit failed its fear test but was not outnumbered: it stands, and hits on sixes only."""

    template: ClassVar[str] = "{unit} stood, afraid"

    unit: str


class HeldBack(Event, frozen=True, kw_only=True, tag=True):
    """A unit did not dare to charge an enemy that it fears."""

    template: ClassVar[str] = "{unit} did not dare to charge"

    unit: str
