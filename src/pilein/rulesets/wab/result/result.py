"""Result of a combat: the scores, the winner and the margin (WAB-CR-01, WAB-CR-10, WAB-CC-14)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import Bonuses, bonuses, has_charged, has_momentum, loses_momentum, side_of
from pilein.rulesets.wab.characteristics import living_traits
from pilein.rulesets.wab.combat_events import CombatDrawn, CombatWon, WipedOut
from pilein.rulesets.wab.fight.order_of_attack import RollOff
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.state import NOBODY, Battle, Fight
from pilein.rulesets.wab.steps import Step, clause


@clause(Step.WORK_OUT, "WAB-CC-14")
def work_out(battle: Battle, table: Table) -> Battle:
    """WAB-CC-14. When all engaged models have fought, the winner is determined. A side with no models left has lost."""
    fight = battle.fight
    assert fight is not None
    standing = tuple(unit for unit in fight.units if battle.lives(unit))
    lost = tuple(unit for unit in fight.units if unit not in standing)
    battle = battle.changed(fight=None, aftermath=replace(battle.aftermath, lost=(*battle.aftermath.lost, *lost)))
    sides = {battle.side(unit) for unit in standing}
    if len(sides) < len({battle.side(unit) for unit in fight.units}):
        return left_alone(battle, table, standing) if standing else battle
    parts = leads_of(battle, table, fight)
    lead = sum(parts.values())
    winner = winning_side(battle, table, lead)
    if winner == NOBODY:
        winner, lead = tie_break(battle, table, standing), 1
    if winner == NOBODY:
        table.tell(CombatDrawn(clause="WAB-CR-10"))
        return won_by(battle, standing, NOBODY, 0)
    told = (*parts_of_score(parts, 1 if winner == battle.active else -1), *without_momentum(battle, table, standing))
    table.tell(CombatWon(winner=battle.setup.sides[winner], margin=abs(lead), parts=told, clause="WAB-CR-10"))
    return won_by(battle, standing, winner, abs(lead))


def left_alone(battle: Battle, table: Table, units: tuple[int, ...]) -> Battle:
    """Record that units have won their combat because all their enemies are gone."""
    winner = battle.side(units[0])
    sides = battle.setup.sides
    table.tell(WipedOut(side=sides[1 - winner], winner=sides[winner], clause="WAB-CC-14"))
    return won_by(battle, units, winner, 0)


def leads_of(battle: Battle, table: Table, fight: Fight) -> dict[str, int]:
    """Active side's lead in each part of the score."""
    ours, theirs = (
        bonuses(battle, table, side_of(battle, side, fight.units)) for side in (battle.active, 1 - battle.active)
    )
    wounds = wounds_caused(battle, table, fight)
    pairs = zip(Bonuses._fields, ours, theirs, strict=True)
    return {"wounds": wounds, "ranks": fight.ranks, **{name: own - other for name, own, other in pairs}}


def parts_of_score(parts: dict[str, int], sign: int) -> tuple[str, ...]:
    """Parts of the score in which the sides differ, as text that gives one side's lead ("ranks +2")."""
    return tuple(f"{name.replace('_', ' ')} {sign * lead:+d}" for name, lead in parts.items() if lead)


def without_momentum(battle: Battle, table: Table, units: tuple[int, ...]) -> tuple[str, ...]:
    """Notes, one for each side that charged or won the last round but is denied Momentum by the ground on which its
    units stand (WAB-CR-09).
    """
    claim = (unit for unit in units if has_charged(battle, unit) or battle.status(unit).won)
    sides = dict.fromkeys(battle.side(unit) for unit in claim if loses_momentum(battle, table, unit))
    lacking = (side for side in sides if not has_momentum(battle, table, side, units))
    return tuple(f"no Momentum for {battle.setup.sides[side]} in difficult ground: WAB-CR-09" for side in lacking)


def wounds_caused(battle: Battle, table: Table, fight: Fight) -> int:
    """Active side's lead in wounds caused, with which the comparison of the scores starts (WAB-CR-01).

    Under WAB-R-88 `count-sns` the lead includes wounds from stand and shoot.
    """
    lead = fight.lead
    shot = {side: sum(battle.status(unit).volleyed for unit in _of(battle, side, fight)) for side in (0, 1)}
    if any(shot.values()) and table.rule("WAB-R-88") == "count-sns":
        lead += shot[battle.active] - shot[1 - battle.active]
    return lead if lead and table.holds("WAB-CR-01") else 0


def winning_side(battle: Battle, table: Table, lead: int) -> int:
    """Side that wins the combat because its total is higher, or NOBODY if the totals are equal (WAB-CR-10,
    WAB-R-90).
    """
    if lead == 0 or not table.holds("WAB-CR-10"):
        return NOBODY
    return battle.active if lead > 0 else 1 - battle.active


def tie_break(battle: Battle, table: Table, units: tuple[int, ...]) -> int:
    """Side that wins a draw by 1, or NOBODY (WAB-R-90).

    Under `musician-breaks-ties`, if each side has a musician, the side with the higher D6 wins.
    """
    playing = {battle.side(unit) for unit in units if any(one.musician for one in living_traits(battle, unit))}
    if len(playing) == 1 or not playing or table.rule("WAB-R-90") != "musician-breaks-ties":
        return NOBODY
    return battle.active if table.roll(RollOff(label="musicians")) else 1 - battle.active


def won_by(battle: Battle, units: tuple[int, ...], winner: int, margin: int) -> Battle:
    """Record the result of a round: the units of the winning side have won it, and the opposing units have lost it by
    `margin`.
    """
    beaten, won = battle.aftermath.beaten, battle.aftermath.won
    for unit in units:
        fought = tuple(sorted({*battle.status(unit).fought, *foes(battle, unit)}))
        rounds = battle.status(unit).rounds + battle.is_on_table
        battle = battle.having(unit, won=battle.side(unit) == winner, fought=fought, rounds=rounds)
        if margin and battle.side(unit) != winner:
            beaten = (*beaten, (unit, margin))
        if battle.side(unit) == winner:
            won = (*won, unit)
    return battle.changed(aftermath=replace(battle.aftermath, beaten=beaten, won=won))


def _of(battle: Battle, side: int, fight: Fight) -> tuple[int, ...]:
    return tuple(unit for unit in fight.units if battle.side(unit) == side)
