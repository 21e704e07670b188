"""Shooting phase: targets are named, volleys are shot, and units under fire test (WAB-SH-01, WAB-SH-02)."""

from pilein.kernel.requests import OneOf, Split
from pilein.kernel.table import Table
from pilein.rulesets.wab.combat_events import NamedTarget
from pilein.rulesets.wab.fight.closing_ranks import with_ranks_closed
from pilein.rulesets.wab.flight.flight import LAST
from pilein.rulesets.wab.shooting.shooters import may_shoot, shooters, targets_of
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step, clause

WAIT = NOBODY - 1  # other units name their targets first


@clause(Step.SHOOTING_PHASE, "WAB-SH-01")
def shooting_phase(battle: Battle, table: Table) -> Battle:
    """WAB-SH-01. The active player's troops with missile weapons may shoot. All targets are named first."""
    able = tuple(unit for unit in battle.standing_units(battle.active) if may_shoot(battle, table, unit))
    _next_to_name(table, 0, able)
    table.then(Step.VOLLEYS)
    return battle


def _next_to_name(table: Table, waited: int, units: tuple[int, ...]) -> None:
    if units:
        table.then(Step.NAME_TARGET, units[0], waited, *units[1:])


@clause(Step.NAME_TARGET, "WAB-SH-02")
def name_target(battle: Battle, table: Table, unit: int, waited: int = 0, *later: int) -> Battle:
    """WAB-SH-02. The active player names a target for a unit, names none, or lets the unit wait until targets have been
    named for others.

    `later` lists the units that name their targets afterwards. The last `waited` units in `later` have waited since
    a target was last named.
    """
    targets = targets_of(battle, table, unit)
    if len(targets) > 1 and table.rule("WAB-R-76") == "free-split":
        _next_to_name(table, 0, later)
        return split_among(battle, table, unit, targets)
    target = _named(battle, table, unit, targets, may_wait=waited < len(later)) if targets else NOBODY
    if target == WAIT:
        _next_to_name(table, waited + 1, (*later, unit))
        return battle
    _next_to_name(table, 0 if targets else waited, later)
    if target == NOBODY:
        return battle
    table.tell(NamedTarget(unit=battle.unit(unit).name, target=battle.unit(target).name, clause="WAB-SH-02"))
    return battle.changed(volleys=(*battle.volleys, (unit, target)))


def _named(battle: Battle, table: Table, unit: int, targets: tuple[int, ...], *, may_wait: bool) -> int:
    options = (*targets, NOBODY, WAIT) if may_wait else (*targets, NOBODY)
    labels = (*(battle.unit(target).name for target in targets), "none", "wait for others to shoot")[: len(options)]
    words = f"{battle.unit(unit).name}: shoot at which unit?"
    chosen: int = table.choose(OneOf(battle.side(unit), "WAB-SH-02", words, options, labels, unit))
    return chosen


def split_among(battle: Battle, table: Table, unit: int, targets: tuple[int, ...]) -> Battle:
    """Name a target for each model of a unit (WAB-R-76 `free-split`). The unit is listed once per shooting model."""
    most = max(sum(shooters(battle, table, unit, target, reaction=False).values()) for target in targets)
    names = tuple(battle.unit(target).name for target in targets)
    words = f"{battle.unit(unit).name}: how many models shoot at which unit?"
    shares = table.choose(Split(battle.side(unit), "WAB-SH-02", words, most, names))
    named = tuple((unit, target) for target, share in zip(targets, shares, strict=True) for _ in range(share))
    return battle.changed(volleys=(*battle.volleys, *named))


@clause(Step.VOLLEYS)
def volleys(battle: Battle, table: Table) -> Battle:
    """WAB-R-76. Volleys are shot in the order in which targets were named, followed by panic tests and flights.

    A unit that fails an immediate test (WAB-R-58, WAB-R-59) runs right after the volley that broke it.
    """
    for unit, target in dict.fromkeys(battle.volleys):
        models = battle.volleys.count((unit, target))
        is_split = any(one == unit and other != target for one, other in battle.volleys) or models > 1
        table.then(Step.SHOOT, unit, target, 0, models if is_split else 0)
        table.then(Step.FLIGHTS)
    table.then(Step.SHAKEN_BY_SHOTS)
    return battle.changed(volleys=())


@clause(Step.SHAKEN_BY_SHOTS)
def shaken_by_shots(battle: Battle, table: Table) -> Battle:
    """WAB-R-59. At the end of the phase ranks are closed and units that lost a quarter of their models test. Units that
    fail run.
    """
    for unit in (*battle.setup.units_of(battle.active), *battle.setup.units_of(1 - battle.active)):
        if battle.status(unit).shot_down:
            battle = with_ranks_closed(battle, unit)
            table.then(Step.SHOT_PANIC, unit, 0)
    table.then(Step.ANSWER)
    table.then(Step.FLIGHTS, LAST)
    return battle
