"""Which answers launch a charge."""

from pilein.kernel.requests import Answer, Choice
from pilein.rulesets.wab.movement.charge_choice import ChargeChoice
from pilein.rulesets.wab.state import Battle


def declared(_battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """The answer by which a unit charges a target alone; None where the choice cannot be answered so."""
    if not isinstance(choice, ChargeChoice) or choice.why_not((target, unit)) is not None:
        return None
    return target, unit
