"""End of a combat, and the markers that units remove because of it (WS-EC, WS-SU)."""

from pilein.kernel.requests import OneOf, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.engaged import are_close, enemies_near
from pilein.rulesets.warstrike.events import CombatEnded
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.suppression import removing_markers


def is_over(battle: Battle, table: Table) -> bool:
    """Whether the combat is over because no opposing units have models within 6 inches of each other (WS-EC-01).

    Units that will join in the next half-cycle already count (WS-R-37 `next-half-cycle`).
    """
    here, there = (battle.fighters_and_joining(side) for side in (0, 1))
    are_apart = not any(are_close(battle, table, one, other) for one in here for other in there)
    return are_apart and table.holds("WS-EC-01")


def look_at_once(battle: Battle, table: Table, *, opening: bool = False) -> bool:
    """End the combat immediately if a ruling says so, and return whether it ends.

    The rulings are WS-R-47 `continuously` and, if `opening` is set, WS-R-10 `ends-at-once`. If all of the defender's
    units have fallen back, the combat does not end yet, because the winners first consolidate (WS-LD-04).
    """
    if battle.fight is None or not is_over(battle, table) or are_all_gone(battle):
        return False
    ends = table.rule("WS-R-47") == "continuously" or (opening and table.rule("WS-R-10") == "ends-at-once")
    if ends:
        table.then(Step.END_COMBAT)
    return ends


def are_all_gone(battle: Battle) -> bool:
    """Whether the defender has no unit left in the combat and one or more of its units have fallen back or routed
    (WS-R-34).
    """
    return not battle.defenders and bool(fugitives(battle))


def is_decided(battle: Battle, table: Table) -> bool:
    """Whether only the winners' consolidation remains to be played in the combat (WS-LD-04), under WS-R-47
    `continuously`.
    """
    return are_all_gone(battle) and is_over(battle, table) and table.rule("WS-R-47") == "continuously"


def fugitives(battle: Battle) -> tuple[int, ...]:
    """Units of the defending side that have fallen back or routed out of this combat."""
    side = 1 - battle.combat.attacker
    return tuple(unit for unit, _ in battle.combat.fled if battle.side(unit) == side)


@clause(Step.END_COMBAT)
def end_combat(battle: Battle, table: Table) -> Battle:
    """The current combat is over."""
    if battle.fight is None:
        return battle
    table.tell(CombatEnded(reason=_reason(battle, table), clause="WS-EC-01"))
    if {*battle.attackers} <= {*battle.combat.withdrew}:
        _relieve(battle, table)
    return battle.beginning(None)


def _reason(battle: Battle, table: Table) -> str:
    left = [side for side in (0, 1) if battle.fighters(side)]
    if len(left) == 1:
        return f"{battle.setup.sides[left[0]]} won"
    if not left:
        return "nobody is left in it"
    return "the sides have parted" if is_over(battle, table) else "no more of it is played"


def _relieve(battle: Battle, table: Table) -> None:
    """Offer each defending unit that has markers the chance to remove one, because all attackers have walked away
    (WS-SU-05).
    """
    defenders = tuple(unit for unit in battle.defenders if battle.status(unit).markers)
    if defenders and battle.attackers and table.holds("WS-SU-05"):
        table.then(Step.OFFER_RELIEF, *defenders)


# --- Winners remove markers for the units they beat (WS-SU-03, WS-SU-04, WS-R-29, WS-R-30) ------------------------


def credit_for(battle: Battle, table: Table, unit: int) -> None:
    """Let the units that beat a unit remove a marker. By default these are all opposing units near the beaten unit
    (WS-R-30).

    Under `hitters-only` they are the units that hit it in this half-cycle, wherever they are now. Under `one-unit` a
    single unit nearby is chosen.
    """
    foes = battle.attackers if battle.side(unit) != battle.combat.attacker else battle.defenders
    if not foes:
        return
    reading, near = table.rule("WS-R-30"), enemies_near(battle, table, unit)
    winners = tuple(foe for foe in foes if foe in near)
    if reading == "hitters-only":
        winners = tuple(foe for foe in foes if (unit, foe) in battle.combat.hitters)
    if reading == "one-unit" and len(winners) > 1:
        table.then(Step.NAME_WINNER, *winners)
        return
    for winner in winners:
        table.then(Step.RECOVER, winner)


def credit_for_destroying(battle: Battle, table: Table, unit: int, by: int, fallen: tuple[int, ...]) -> None:
    """Give credit for a destroyed unit, unless it had already fallen back (WS-R-29 `destroyed-count`)."""
    if len(fallen) < battle.living(unit) or battle.side(by) != battle.combat.attacker:
        return
    is_fighting = unit in battle.combat.units and battle.can_fight(unit)
    if is_fighting and table.rule("WS-R-29") == "destroyed-count":
        credit_for(battle, table, unit)


@clause(Step.NAME_WINNER)
def name_winner(battle: Battle, table: Table, *winners: int) -> Battle:
    """WS-R-30 `one-unit`. The owner names the unit that gets the credit for a beaten enemy."""
    labels = tuple(map(battle.name, winners))
    words = "which unit has won?"
    table.then(Step.RECOVER, table.choose(OneOf(battle.side(winners[0]), "WS-SU-03", words, winners, labels)))
    return battle


@clause(Step.RECOVER, "WS-SU-03")
def recover(battle: Battle, table: Table, winner: int) -> Battle:
    """WS-SU-03. A winner may immediately remove one marker for each enemy unit that it routs or forces to fall back.

    WS-SU-04. A winner may do so even while it is fighting other enemy units.
    """
    if not battle.status(winner).markers:
        return battle
    if enemies_near(battle, table, winner) and not table.holds("WS-SU-04"):
        return battle
    words = f"{battle.name(winner)}: remove a marker?"
    if table.choose(yes_or_no(battle.side(winner), "WS-SU-03", words)):
        return removing_markers(battle, table, winner, "WS-SU-03").stirring()
    return battle


@clause(Step.OFFER_RELIEF)
def offer_relief(battle: Battle, table: Table, *defenders: int) -> Battle:
    """Each defending unit with markers may remove one, because all attackers have walked away."""
    for unit in defenders[:1]:
        table.then(Step.OFFER_RELIEF, *defenders[1:])
        words = f"{battle.name(unit)}: remove a marker?"
        if table.choose(yes_or_no(battle.side(unit), "WS-SU-05", words)):
            return removing_markers(battle, table, unit, "WS-SU-05")
    return battle
