"""Which answers take a unit into contact: nobody declares a charge (WS-WH-06), it consolidates (WS-AC-01)."""

from pilein.kernel.requests import Answer, Choice, OneOf
from pilein.rulesets.warstrike.consolidation.consolidation import CLAUSES, FIRST
from pilein.rulesets.warstrike.consolidation.plans import close_in
from pilein.rulesets.warstrike.consolidation.unit_move import UnitMove
from pilein.rulesets.warstrike.state import Battle

NEXT_COMBAT = "WS-WH-04"


def declared(battle: Battle, choice: Choice, unit: int, target: int) -> Answer | None:
    """The answer that fights the combat of a unit first, or closes in on its target: into contact where it can."""
    if isinstance(choice, UnitMove) and choice.clause == CLAUSES[FIRST] and choice.unit == unit:
        return _closing_in(battle, choice, target)
    if isinstance(choice, OneOf) and choice.clause == NEXT_COMBAT:
        return next((place for place in choice.options if {unit, target} <= {*battle.combats[place]}), None)
    return None


def _closing_in(battle: Battle, choice: UnitMove, target: int) -> Answer:
    """On the target alone; where its coherency forbids that, as the first plan has it."""
    if battle.can_fight(target):
        moves = close_in(choice, battle.models(target))
        if choice.why_not(moves) is None:
            return moves
    return next(answer for _, answer in choice.candidates())
