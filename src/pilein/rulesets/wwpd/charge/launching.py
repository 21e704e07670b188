"""Which answers launch a charge (WW-DE-01)."""

from pilein.kernel.requests import Answer, Choice, Several
from pilein.rulesets.wwpd.state import Battle

DECLARING = "WW-DE-01"


def declared(_battle: Battle, choice: Choice, unit: int, _target: int) -> Answer | None:
    """The answer by which a unit charges, and no other: its models then go where the rules send them (WW-CH-03)."""
    if not isinstance(choice, Several) or choice.clause != DECLARING or unit not in choice.of:
        return None
    return (unit,)
