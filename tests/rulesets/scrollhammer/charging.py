"""Charges for tests, with guards (unit 0, side 0) at the bottom, reavers (unit 1, side 1) at the top, and a script to
play them.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.ticks import inches
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Battle, Charge, Status
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle

FALLING = Status(falling_back=True)


def guards(at: Sequence[tuple[float, ...]], traits: Any = GUARD, **options: Any) -> U:
    return U(options.pop("name", "guards"), 0, [(traits, len(at))], at=at, **options)


def reavers(at: Sequence[tuple[float, ...]], traits: Any = REAVER, **options: Any) -> U:
    return U(options.pop("name", "reavers"), 1, [(traits, len(at))], at=at, **options)


def rank(count: int, x: float, y: float, facing: float, traits: Any = REAVER, files: int = 0, **options: Any) -> U:
    return U(
        options.pop("name", "reavers"),
        options.pop("side", 1),
        [(traits, count)],
        block=(x, y, facing, files or count),
        formation="ranks",
        **options,
    )


def facing_off(gap: float, own: int = 1, foes: int = 1, **options: Any) -> Battle:
    """Return a battle of a row of guards facing a row of reavers across the gap, with 1.5" between the centres of
    neighbours.
    """
    below = [(10 + 1.5 * number, 10) for number in range(own)]
    above = [(10 + 1.5 * number, 11 + gap) for number in range(foes)]
    return battle(guards(below), reavers(above), **options)


def under_way(made: Battle, *targets: int, **charge: Any) -> Battle:
    """Return the battle after unit 0 has declared a charge on the targets."""
    named = targets or (1,)
    arcs = charge.pop("arcs", ("",) * len(named))
    return replace(made.having(0, declared=True), charge=Charge(0, named, arcs=arcs, **charge))


def play(
    made: Battle,
    dice: Sequence[int] = (),
    answers: Sequence[Any] | None = None,
    clause: Any = charge_sub_phase,
    *more: Any,
) -> tuple[Battle, Script]:
    """Play a clause and everything that follows from it. Without answers, every question is answered with its first
    candidate. Every die must be used.
    """
    script = Script(RULESET, dice=dice, answers=answers, policy=first)
    after = script.begin(made, clause, *more)
    script.assert_used_up()
    return after, script


def kinds(script: Script) -> list[str]:
    return [type(event).__name__ for event in script.events]


def told(script: Script, kind: str) -> Any:
    """Return the only event of the given kind. Fail if there is none or more than one."""
    found = [event for event in script.events if type(event).__name__ == kind]
    assert len(found) == 1, (kind, kinds(script))
    return found[0]


def where(made: Battle, model: int) -> tuple[float, float]:
    place = made.plane.place(model)
    return round(inches(place.x), 3), round(inches(place.y), 3)


def charged(made: Battle, *targets: int, inches: int, answers: Any = None, **charge: Any) -> tuple[Battle, Script]:
    """Play the charge move of the first unit with the given range, and return the resulting battle and the script."""
    return play(under_way(made, *targets, range=inches, **charge), (), answers, charge_move)


def questions(made: Battle, answers: list[Any], dice: tuple[int, ...] = ()) -> list[str]:
    """Return the clauses that ask questions during a Charge sub-phase."""
    _, script = play(made, dice, answers)
    return [request.clause for request in script.asked if hasattr(request, "clause")]
