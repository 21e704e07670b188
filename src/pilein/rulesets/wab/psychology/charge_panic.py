"""Panic at a charge: in flank or rear, or by an enemy that was ignored (WAB-PA-06, WAB-PA-09)."""

from collections.abc import Iterator

from pilein.kernel.table import Table
from pilein.rulesets.wab.ground.arcs import sees
from pilein.rulesets.wab.psychology.panic import IN_FLANK
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import NOBODY, Battle, Charge
from pilein.rulesets.wab.steps import Step

BY_IGNORED = "WAB-PA-09"
FORMED = 5  # models: WAB-R-57 `min5`


@clause(Step.CHARGE_PANIC)
def charge_panic(battle: Battle, table: Table, target: int) -> Battle:
    """WAB-R-35, WAB-R-57. When charges at it are known to be in reach, the target takes its panic tests."""
    for cause, charger in (
        (IN_FLANK, charger_in_flank(battle, table, target)),
        (BY_IGNORED, ignored_charger(battle, table, target)),
    ):
        if charger != NOBODY:
            table.then(Step.PANIC_TEST, target, cause, charger, 0)
    return battle


def charger_in_flank(battle: Battle, table: Table, target: int) -> int:
    """WAB-PA-06. A unit tests if charged in flank or rear, whether already in combat or not: the first such charger.

    WAB-R-57: of any size; `min5`: of five models or more.
    """
    for charge in _arriving(battle, target):
        is_small = battle.living(charge.unit) < FORMED
        if charge.arc != "front" and not (is_small and table.rule("WAB-R-57") == "min5"):
            return charge.unit if table.holds("WAB-PA-06") else NOBODY
    return NOBODY


def ignored_charger(battle: Battle, table: Table, target: int) -> int:
    """WAB-PA-09. A unit tests if charged by an ignored enemy: the first such charger, NOBODY if there is none.

    WAB-R-60: one whose nearness it left out of account when it marched, or that the scenario names (`ignored-flag`);
    `ignored-unseen`: one outside its arc of vision; `ignored-never`: nobody.
    """
    for charge in _arriving(battle, target):
        was_ignored = charge.unit in battle.status(target).ignored
        is_unseen = not sees(battle, table, target, charge.unit)
        if (was_ignored or is_unseen) and _counts(table.rule("WAB-R-60"), was_ignored=was_ignored, is_unseen=is_unseen):
            return charge.unit if table.holds("WAB-PA-09") else NOBODY
    return NOBODY


def _counts(reading: str, *, was_ignored: bool, is_unseen: bool) -> bool:
    if reading == "ignored-unseen":
        return is_unseen
    return was_ignored and reading != "ignored-never"


def _arriving(battle: Battle, target: int) -> Iterator[Charge]:
    return (charge for charge in battle.charges if charge.target == target and charge.in_reach)
