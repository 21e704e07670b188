"""Clauses played for tests of every step: with dice and answers used up, or by the first answer offered."""

from collections.abc import Sequence
from typing import Any

from pilein.engine.script import Policy, Script
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.wab.combat_phase import close_combat_phase
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle


def table_of(state: Battle) -> Table:
    """The rulings of a battle, as clauses ask for them."""
    return Table(state.setup.readings)


def played(state: Battle, clause: Any, dice: Sequence[int], answers: Sequence[Any] = ()) -> tuple[Battle, Script]:
    """The battle after a clause and all that follows, and its script; every die and answer is used up."""
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, clause)
    script.assert_used_up()
    return after, script


def battle_after(state: Battle, clause: Any, dice: Sequence[int], answers: Sequence[Any] = ()) -> Battle:
    """The battle after a clause and all that follows, every die and answer used up."""
    after, _ = played(state, clause, dice, answers)
    return after


def played_by(
    state: Battle, clause: Any, *arguments: int, dice: tuple[int, ...] = (), policy: Policy = first
) -> tuple[Battle, list[Any], list[str]]:
    """The battle after a clause, its events, and the sentences that asked something; the first answer is taken."""
    script = Script(RULESET, dice=list(dice), answers=None, policy=policy)
    after: Battle = script.begin(state, clause, *arguments)
    return after, script.events, [one.clause for one in script.asked if hasattr(one, "clause")]


def script_of(state: Battle, dice: list[int], answers: list[Any], clause: Any = close_combat_phase) -> Script:
    """The script that has played a clause and all that follows, every die and answer used up."""
    _, script = played(state, clause, dice, answers)
    return script
