"""Abbreviated logs of sub-phases for tables of cases, each with a battle, dice, answers and the expected log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, Choice, first
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Battle


class Case(Struct, frozen=True):
    """A sub-phase to be played, with the battle, all its dice, the first answers and the expected log.

    Further questions are answered from `LATER`, or else with the first option.
    """

    made: Battle
    told: tuple[str, ...]
    dice: Sequence[int] = ()
    answers: Sequence[Any] = ()


LATER: Mapping[str, Answer] = {"SH-CH-01": (), "SH-MO-06": False, "SH-CO-01": False}
SAID: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "Fled": lambda said: f"flees {said['inches']}",
    "Moved": lambda said: f"{said['model']} {said['manner']} {said['inches']:.1f}",
    "RangeRolled": lambda said: f"rolls {said['inches']}",
    "ChargeFailed": lambda said: "fails",
    "ChargeEnded": lambda said: f"ends: {said['reason']}",
    "LeadershipTested": lambda said: f"{'passes' if said['passed'] else 'fails'} to {said['purpose']}",
    "Scattered": lambda said: "is scattered",
    "LeftOut": lambda said: f"leaves out {said['target']}",
    "LeftTable": lambda said: "leaves the table",
    "StepBegan": lambda said: f"step {said['step']}",
    "Struck": lambda said: f"strikes {said['foe']}: {said['attacks']} at {said['hit']}+ and {said['wound']}+",
    "Marked": lambda said: f"{said['count']} {said['mark']}",
    "Slain": lambda said: f"loses {said['count']}",
    "CombatWon": lambda said: f"{said['winner']} wins by {said['margin']}",
    "CombatDrawn": lambda said: "drawn",
    "CombatStopped": lambda said: "stopped",
    "WipedOut": lambda said: f"{said['side']} is wiped out",
    "Broke": lambda said: "breaks",
    "Held": lambda said: "holds",
    "Caught": lambda said: said["fate"],
    "GotAway": lambda said: "gets away" if said["pursued"] else "is not pursued",
    "GroundBraved": lambda said: f"{said['model']} {'is hurt' if said['hurt'] else 'gets through'}",
}


def log_of(case: Case, clause: Any) -> tuple[str, ...]:
    """Play a sub-phase and return its abbreviated log, after checking that every die and answer was used."""
    left = list(case.answers)

    def answer(choice: Choice) -> Answer:
        if left:
            given = left.pop(0)
            return given(choice) if callable(given) else given
        return LATER[choice.clause] if choice.clause in LATER else first(choice)

    script = Script(RULESET, dice=case.dice, answers=None, policy=answer)
    script.begin(case.made, clause)
    script.assert_used_up()
    assert not left
    return tuple(filter(None, (_short(type(event).__name__, event.fields()) for event in script.events)))


def _short(kind: str, said: Mapping[str, Any]) -> str:
    words = SAID[kind](said) if kind in SAID else ""
    return f"{said['unit']} {words}" if words and "unit" in said else words


def spot(model: int, x: float, y: float) -> tuple[int, int, int, int]:
    """Return the answer that moves a model to a position given in inches."""
    return model, round(x * INCH), round(y * INCH), 0
