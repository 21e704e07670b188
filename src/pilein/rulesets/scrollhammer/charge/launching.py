"""Which answer launches a charge (SH-CH-01)."""

from pilein.kernel.requests import Answer, Choice
from pilein.rulesets.scrollhammer.charge.charge_targets import Declaration
from pilein.rulesets.scrollhammer.state import Battle


def declared(_battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """The answer by which a unit charges one enemy, if that is asked and it may."""
    if not isinstance(choice, Declaration) or choice.why_not((unit, target)) is not None:
        return None
    return (unit, target)
