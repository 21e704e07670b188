"""How falling back ends, in the Movement phase of a unit's owner (SH-R-84)."""

from pilein.dice import Test
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import leadership
from pilein.rulesets.scrollhammer.events.falling_back import Regrouped
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step

DOUBLE_ONE = 2
QUARTER = 4
HALF = 2


@clause(Step.REGROUP)
def regroup(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-R-84. A unit that falls back and passes its test regroups; it does not charge this turn."""
    test = regroup_test(battle, table, unit)
    if test is None or not table.roll(test):
        return battle
    table.tell(Regrouped(unit=battle.unit(unit).name, clause="SH-MO-05"))
    return battle.having(unit, falling_back=False, charge_barred=True)


def regroup_test(battle: Battle, table: Table, unit: int) -> Test | None:
    """SH-R-84. 2D6 on Leadership; with less than a quarter of its models on a double 1 only; None: it may not try.

    Under `half-strength` a unit below half may not.
    """
    living, fielded = battle.living(unit), len(battle.unit(unit).models)
    if not living or not battle.status(unit).falling_back:
        return None
    if HALF * living < fielded and table.rule("SH-R-84") == "half-strength":
        return None
    need = DOUBLE_ONE if QUARTER * living < fielded else leadership(battle, table, unit)
    return Test(need, label="regroup")
