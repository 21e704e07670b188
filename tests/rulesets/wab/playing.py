"""Functions that play clauses in tests, either with given dice and answers or with the first answer offered."""

from collections.abc import Sequence
from typing import Any

from pilein.engine.script import Policy, Script
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.wab.fight.combat_phase import close_combat_phase
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle


def table_of(state: Battle) -> Table:
    """Return the table through which clauses read the rulings of a battle."""
    return Table(state.setup.readings)


def played(state: Battle, clause: Any, dice: Sequence[int], answers: Sequence[Any] = ()) -> tuple[Battle, Script]:
    """Run a clause and everything that follows from it. Return the resulting battle and the script, after checking that
    every die and answer was used.
    """
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, clause)
    script.assert_used_up()
    return after, script


def battle_after(state: Battle, clause: Any, dice: Sequence[int], answers: Sequence[Any] = ()) -> Battle:
    """Run a clause and everything that follows from it. Return the resulting battle, after checking that every die and
    answer was used.
    """
    after, _ = played(state, clause, dice, answers)
    return after


def played_by(
    state: Battle, clause: Any, *arguments: int, dice: tuple[int, ...] = (), policy: Policy = first
) -> tuple[Battle, list[Any], list[str]]:
    """Run a clause with the first answer to each question. Return the resulting battle, its events, and the sentences
    for which questions were asked.
    """
    script = Script(RULESET, dice=list(dice), answers=None, policy=policy)
    after: Battle = script.begin(state, clause, *arguments)
    return after, script.events, [one.clause for one in script.asked if hasattr(one, "clause")]


def script_of(state: Battle, dice: list[int], answers: list[Any], clause: Any = close_combat_phase) -> Script:
    """Run a clause and everything that follows from it. Return the script, after checking that every die and answer was
    used.
    """
    _, script = played(state, clause, dice, answers)
    return script
