"""Turn of a player: its four phases, and the statuses cleared at its end (WAB-SEQ-01)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement_events import PhaseBegan
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.state import Aftermath, Battle
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.steps import Step, clause

MOVE, SHOOT, FIGHT = "movement", "shooting", "close combat"


@clause(Step.PLAYER_TURN, "WAB-SEQ-01")
def player_turn(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-01. A player turn has four phases: start of turn, movement, shooting, and close combat.

    In the press, which has no positions, a turn has only the close combat phase.
    """
    if battle.is_on_table:
        table.then(Step.BEGIN_PHASE, "start of turn")
        table.then(Step.START_OF_TURN)
        table.then(Step.BEGIN_PHASE, MOVE)
        table.then(Step.MOVEMENT_PHASE)
        table.then(Step.BEGIN_PHASE, SHOOT)
        table.then(Step.SHOOTING_PHASE)
    table.then(Step.BEGIN_PHASE, FIGHT)
    table.then(Step.CLOSE_COMBAT_PHASE)
    table.then(Step.END_OF_TURN)
    return _with_last_moves_forgotten(battle, table)


@clause(Step.BEGIN_PHASE)
def begin_phase(battle: Battle, table: Table, name: str) -> Battle:
    """A phase begins, and records that apply only to the previous phase are cleared."""
    table.tell(PhaseBegan(side=battle.setup.sides[battle.active], name=name, clause="WAB-SEQ-01"))
    for unit in battle.setup.units:
        battle = battle.having(unit.number, shot_down=0, panicked=())
    return battle


@clause(Step.END_OF_TURN)
def end_of_turn(battle: Battle, _table: Table) -> Battle:
    """Statuses that last only for this turn are cleared, and the other side's turn is next."""
    touching = {unit.number: foes(battle, unit.number) for unit in battle.setup.units}
    charging = tuple(unit for unit in touching if battle.status(unit).charge == "pursuing")
    for unit, enemies in touching.items():
        is_afraid = battle.status(unit).sixes_only and any(foe in charging for foe in enemies)
        battle = battle.with_status(unit, _kept(battle.status(unit), enemies, sixes_only=is_afraid))
    assaults = tuple(one for one in battle.assaults if one.foe in touching[one.unit])
    return battle.changed(
        active=1 - battle.active,
        assaults=assaults,
        routs=(),
        charges=(),
        volleys=(),
        fight=None,
        aftermath=Aftermath(),
    )


def next_of(battle: Battle, table: Table, units: tuple[int, ...], words: str) -> int:
    """Ask the owner which unit moves next (WAB-SEQ-04)."""
    names = tuple(battle.unit(unit).name for unit in units)
    chosen: int = table.choose(OneOf(battle.side(units[0]), "WAB-SEQ-04", words, units, names))
    return chosen


def _with_last_moves_forgotten(battle: Battle, table: Table) -> Battle:
    """Clear the record of how the active side's units last moved (WAB-R-50).

    Their lists of ignored enemies are cleared as well (WAB-R-60), unless the scenario fixes these lists
    (`ignored-flag`).
    """
    for unit in battle.setup.units_of(battle.active):
        battle = battle.having(unit, move="")
        if battle.status(unit).ignored and table.rule("WAB-R-60") != "ignored-flag":
            battle = battle.having(unit, ignored=())
    return battle


def _kept(status: Status, enemies: tuple[int, ...], *, sixes_only: bool) -> Status:
    return Status(
        fleeing=status.fleeing,
        won=status.won and any(foe in enemies for foe in status.fought),
        fought=tuple(foe for foe in status.fought if foe in enemies),
        rounds=status.rounds if enemies else 0,
        stubborn_used=status.stubborn_used,
        frenzy_lost=status.frenzy_lost,
        terrified=status.terrified,
        move=status.move,
        ignored=status.ignored,
        charge="pursuit" if status.charge == "pursuing" and enemies else "",
        sixes_only=sixes_only,
        began=status.began,
        uphill=status.uphill,
        defended=status.defended,
    )
