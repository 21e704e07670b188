"""A scenario together with the place where it was written."""

from msgspec import Struct, field

from pilein.kernel.errors import BadScenario
from pilein.tabletop.notation.sections import Source
from pilein.tabletop.scenario import Scenario


class Loaded(Struct, frozen=True):
    """A scenario and where it was written. Without a source (a scenario made in Python) faults name no line."""

    scenario: Scenario
    source: Source = field(default_factory=Source)

    def fault(self, message: str, *path: str | int, remedy: str) -> BadScenario:
        """Make the error for a place: `fault("...", "unit", 2, "positions", remedy="...")` for the third unit."""
        return self.source.fault(path, message, remedy)
