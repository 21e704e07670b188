"""Units that are falling back when a charge reaches them (SH-R-15)."""

from pilein.dice import Test
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import leadership
from pilein.rulesets.scrollhammer.events.charging import LeadershipTested, Regrouped, Scattered
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.REGROUP_WHEN_CHARGED)
def regroup_when_charged(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-15. A target that is falling back when the charge is found to be in range tests Leadership to regroup.

    If it fails it is destroyed. Under `fight` it fights on without a test; under `ride-down` it is destroyed when the
    charger has completed its move.
    """
    if battle.charge is None or not battle.status(target).falling_back or not battle.living(target):
        return battle
    reading = table.rule("SH-R-15")
    if reading == "fight":
        return battle
    if reading == "ride-down":
        return battle.charging(ridden=(*battle.charge.ridden, target))
    need = leadership(battle, table, target)
    passed: bool = table.roll(Test(need, label="regroup"))
    name = battle.unit(target).name
    table.tell(LeadershipTested(unit=name, purpose="regroup", leadership=need, passed=passed, clause="SH-RE-04"))
    if not passed:
        return scattered(battle, table, target)
    table.tell(Regrouped(unit=name, clause="SH-RE-04"))
    return battle.having(target, falling_back=False, reaction="none")


@clause(Step.RIDE_DOWN)
def ride_down(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-15 `ride-down`. The charger has completed its move: what was falling back is destroyed."""
    if battle.charge is None or target not in battle.charge.ridden or not battle.living(target):
        return battle
    return scattered(battle, table, target)


def scattered(battle: Battle, table: Table, unit: int) -> Battle:
    """The battle without a unit that was caught while falling back."""
    models = battle.plane.models(unit)
    name = battle.unit(unit).name
    table.tell(Scattered(unit=name, count=len(models), models=models, clause="SH-RE-04"))
    return battle.on(battle.plane.without(frozenset(models)))
