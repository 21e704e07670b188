"""Which answers launch one charge and no other."""

from pilein.kernel.requests import Answer, Choice
from pilein.rulesets.wab.movement.charge_choice import NO_MORE, ChargeChoice
from pilein.rulesets.wab.state import Battle


def declared(_battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """The answer by which a unit charges a target alone, or by which nobody else charges; None of other choices.

    Who has to charge is left to charge.
    """
    if not isinstance(choice, ChargeChoice):
        return None
    answers: tuple[Answer, ...] = ((target, unit), NO_MORE)
    return next((answer for answer in answers if choice.why_not(answer) is None), None)
