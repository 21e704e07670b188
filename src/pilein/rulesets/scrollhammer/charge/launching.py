"""Which answers launch one charge and no other (SH-CH-01)."""

from pilein.kernel.requests import Answer, Choice
from pilein.rulesets.scrollhammer.charge.charge_targets import STOP, Declaration
from pilein.rulesets.scrollhammer.state import Battle


def declared(_battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """The answer by which a unit charges one enemy, or by which nobody else charges; None of other choices."""
    if not isinstance(choice, Declaration):
        return None
    return (unit, target) if choice.why_not((unit, target)) is None else STOP
