"""Result of a combat: the winner, the margin and the consequences (SH-CR-06 to SH-CR-09)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.bonuses import number_lead, rank_lead, standard_lead
from pilein.rulesets.scrollhammer.combat_events import CombatDrawn, CombatWon, StayedLocked, WipedOut
from pilein.rulesets.scrollhammer.combats import wiped_out
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.state import NOBODY, Battle
from pilein.rulesets.scrollhammer.steps import Step, clause


@clause(Step.WORK_OUT)
def work_out(battle: Battle, table: Table) -> Battle:
    """A side with no models left loses. If both sides have models, their scores decide. Then the units move."""
    wiped = wiped_out(battle, table)
    if wiped:
        table.then(Step.WIN_OUTRIGHT, *wiped)
    else:
        table.then(Step.COMPARE, rank_lead(battle, table), number_lead(battle, table), standard_lead(battle, table))
    if battle.is_on_table and len(wiped) <= 1:
        table.then(Step.END_PILE_IN)
        table.then(Step.CONSOLIDATE)
    table.then(Step.CLOSE)
    return battle


@clause(Step.WIN_OUTRIGHT)
def win_outright(battle: Battle, table: Table, *wiped: int) -> Battle:
    """SH-R-64. If one side is wiped out, the other side wins and no unit checks Morale. If both sides are wiped out,
    the combat is drawn.
    """
    sides = battle.setup.sides
    if len(wiped) == 1:
        table.tell(WipedOut(side=sides[wiped[0]], winner=sides[1 - wiped[0]], clause="SH-CR-09"))
    else:
        table.tell(CombatDrawn(reason="nobody is left", clause="SH-CR-09"))
    return battle


@clause(Step.COMPARE)
def compare(battle: Battle, table: Table, ranks: int, number: int, standards: int) -> Battle:
    """The sides compare their scores, adding up wounds, ranks, numbers and standards of all their units."""
    lead = battle.combat.lead + ranks + number + standards
    winner = winning_side(battle, table, lead)
    if winner == NOBODY:
        table.then(Step.DRAW)
        return battle.fighting(lead=0)
    own = 1 if winner == battle.active else -1
    parts = {"wounds": own * battle.combat.lead, "ranks": own * ranks, "number": own * number}
    name = battle.setup.sides[winner]
    table.tell(CombatWon(winner=name, margin=abs(lead), **parts, standards=own * standards, clause="SH-CR-06"))
    table.then(Step.LOSE, 1 - winner, abs(lead))
    return battle.fighting(lead=0)


def winning_side(battle: Battle, table: Table, lead: int) -> int:
    """Side with the higher score, or NOBODY if the combat is drawn (SH-CR-06)."""
    if lead == 0 or not table.holds("SH-CR-06"):
        return NOBODY
    return battle.active if lead > 0 else 1 - battle.active


@clause(Step.DRAW, "SH-CR-08")
def draw(battle: Battle, table: Table) -> Battle:
    """SH-CR-08. If scores are equal, the combat is drawn and continues next turn."""
    table.tell(CombatDrawn(reason="equal scores", clause="SH-CR-08"))
    return battle


@clause(Step.LOSE, "SH-CR-07")
def lose(battle: Battle, table: Table, loser: int, margin: int) -> Battle:
    """SH-CR-07. The losing side's units check Morale. Units that fail fall back, pursued by the winners (SH-R-77 sets
    the order).
    """
    table.then(Step.CHECK_LOSERS, loser, margin)
    table.then(Step.SWEEP, 1 - loser)
    table.then(Step.FALL_BACK_FROM_COMBAT)
    return battle


@clause(Step.CLOSE)
def close(battle: Battle, table: Table) -> Battle:
    """The combat is over for this phase, and the restrictions on units that are still locked are recorded."""
    for unit in battle.combat.units:
        if is_locked(battle, unit):
            bars = "; ".join(bars_of(battle, table, unit))
            table.tell(StayedLocked(unit=battle.unit(unit).name, bars=bars, clause="SH-LK-01"))
    return replace(battle, fight=None, bonds=_still_bound(battle))


def _still_bound(battle: Battle) -> tuple[tuple[int, ...], ...]:
    """Multiple combats that stay joined, without the units that are no longer locked (SH-R-82 `stay-one`)."""
    bonds = (tuple(unit for unit in bond if is_locked(battle, unit)) for bond in battle.bonds)
    return tuple(bond for bond in bonds if bond)


def bars_of(battle: Battle, table: Table, unit: int) -> tuple[str, ...]:
    """Restrictions on a locked unit, or an empty tuple if the unit is not locked.

    A locked unit neither fires in the shooting phase (SH-LK-01) nor moves or marches in the Movement phase
    (SH-LK-02). Shooting forces no Morale check or Pinning test on it (SH-LK-03), and it cannot go to ground
    (SH-LK-04).
    """
    if not is_locked(battle, unit):
        return ()
    bars = (
        "may not fire" if table.holds("SH-LK-01") else "",
        "may not move or march" if table.holds("SH-LK-02") else "",
        "takes no Morale check or Pinning test for shooting" if table.holds("SH-LK-03") else "",
        "may not go to ground" if table.holds("SH-LK-04") else "",
        how_shot_at(table),
    )
    return tuple(bar for bar in bars if bar)


def how_shot_at(table: Table) -> str:
    """Restriction on shooting at a locked unit (SH-R-83). Shooting is not allowed or, under `random-hits`, its hits are
    allocated at random.
    """
    return "shots at it hit at random" if table.rule("SH-R-83") == "random-hits" else "may not be shot at"
