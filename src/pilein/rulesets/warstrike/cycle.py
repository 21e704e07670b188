"""Close-combat phase of a player turn (WS-OV)."""

from msgspec.structs import replace

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.combats import joined
from pilein.rulesets.warstrike.ending import is_decided, is_over
from pilein.rulesets.warstrike.engaged import snapshot
from pilein.rulesets.warstrike.events import CombatEnded, HalfCycleBegan, PhaseBegan, RolesSwapped
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.suppression import taking_markers


@clause(Step.CLOSE_COMBAT_PHASE, "WS-OV-01")
def close_combat_phase(battle: Battle, table: Table) -> Battle:
    """WS-OV-01. Units in combat are found, the defenders fire, the attackers consolidate, the cycle is fought, losers
    fall back, and winners move.
    """
    table.tell(PhaseBegan(side=battle.setup.sides[battle.active], clause="WS-OV-01"))
    table.then(Step.FIGHT_COMBATS)
    table.then(Step.END_OF_PHASE)
    return battle


@clause(Step.END_OF_PHASE)
def end_of_phase(battle: Battle, table: Table) -> Battle:
    """Statuses that last only for this turn are cleared, and the other side's turn is next.

    Markers and counters stay (WS-R-63), and units that have fallen back stay out (WS-R-33). The last action of a
    unit counts until its side's next Action Phase (WS-DF-03).
    """
    counted = [unit for unit, status in enumerate(battle.statuses) if status.hits and battle.lives(unit)]
    if counted and table.rule("WS-R-63") == "back-to-0":
        for unit in counted:
            battle = battle.having(unit, hits=0)
    for one in battle.setup.units:
        was_double = battle.status(one.number).at_the_double and one.side == battle.active
        battle = battle.having(one.number, at_the_double=was_double, moved=False, has_had_its_chance=False)
    return Battle(battle.setup, 1 - battle.active, battle.field, battle.statuses, drawn=battle.drawn)


# --- The close-combat cycle: one side attacks, the other is tested, then their roles swap (WS-CY, WS-SW) ---------


FIRST, UNCOUNTED = 1, 0  # numbers of half-cycles


@clause(Step.BEGIN_CYCLE, "WS-CY-01")
def begin_cycle(battle: Battle, table: Table) -> Battle:
    """WS-CY-01. The cycle starts once all attacking units have consolidated.

    WS-R-37 `next-half-cycle`. Units drawn in by these moves take part from the first half-cycle.
    """
    if battle.fight is None:
        return battle
    joining = battle.combat.joining
    if joining:
        battle = joined(battle.fighting(joining=()), table, joining)
    table.then(Step.HALF_CYCLE, FIRST)
    return battle


@clause(Step.HALF_CYCLE)
def half_cycle(battle: Battle, table: Table, number: int) -> Battle:
    """One side attacks. All its units take the steps of the cycle, and then the other side's units take Ld checks."""
    table.tell(HalfCycleBegan(number=number, side=battle.setup.sides[battle.combat.attacker], clause="WS-CY-02"))
    table.then(Step.NEXT_UNIT)
    table.then(Step.CHECK_LEADERSHIPS)
    table.then(Step.PURSUE)
    table.then(Step.LOOK_ROUND, number)
    if battle.marked and table.rule("WS-R-18") != "per-phase":
        battle = replace(battle, marked=())
    return battle.fighting(
        waiting=battle.attackers,
        stirred=False,
        withdrew=() if number != FIRST else battle.combat.withdrew,
        engaged=snapshot(battle, table),
        allocated=(),
        hitters=(),
    )


@clause(Step.LOOK_ROUND, "WS-CY-05", "WS-SW-01")
def look_round(battle: Battle, table: Table, number: int) -> Battle:
    """WS-CY-05, WS-SW-01. While the defender has units within 6 inches the combat continues, until one side has won.

    WS-OV-02. A combat is fought to its end in the player turn in which it began, not just for one half-cycle.
    """
    if battle.fight is None:
        return battle
    if is_over(battle, table) or not table.holds("WS-OV-02"):
        table.then(Step.END_COMBAT)
        return battle
    battle = worn_down(battle, table)
    fight = battle.combat
    battle = battle.fighting(quiet=0 if fight.stirred else fight.quiet + 1)
    if is_quiet(battle):
        table.then(Step.DRAW, number)
    else:
        table.then(Step.COUNT, number)
    return battle


@clause(Step.COUNT)
def count(battle: Battle, table: Table, number: int) -> Battle:
    """WS-R-04. A combat that reaches its limit of half-cycles is drawn. Until then, roles are swapped."""
    if is_too_long(table, number):
        table.then(Step.DRAW, number)
    else:
        table.then(Step.SWAP_ROLES, number)
    return battle


@clause(Step.SWAP_ROLES, "WS-CY-04", "WS-SW-02")
def swap_roles(battle: Battle, table: Table, number: int) -> Battle:
    """WS-CY-04, WS-SW-02. The remaining defending units attack next, and the former attackers defend.

    WS-SU-01. No markers are removed during the phase, so a unit keeps its markers for the next half-cycle.
    """
    side = 1 - battle.combat.attacker
    table.tell(RolesSwapped(side=battle.setup.sides[side], clause="WS-SW-02"))
    for unit in () if table.holds("WS-SU-01") else battle.combat.units:
        battle = battle.having(unit, markers=0)
    joining = battle.combat.joining
    battle = battle.fighting(attacker=side, joining=())
    if joining:
        battle = joined(battle, table, joining)
    table.then(Step.START_AGAIN, number)
    return battle


@clause(Step.START_AGAIN, "WS-SW-03")
def start_again(battle: Battle, table: Table, number: int) -> Battle:
    """WS-SW-03. The cycle starts again. Half-cycles are counted only if they have a limit (WS-R-04)."""
    table.then(Step.HALF_CYCLE, number + 1 if table.number("WS-R-04") else UNCOUNTED)
    return battle


# --- Attacking units go through the steps of the cycle one by one (WS-CY-02, WS-OV-03) ---------------------------


@clause(Step.NEXT_UNIT, "WS-CY-02")
def next_unit(battle: Battle, table: Table, turn: int = 0) -> Battle:
    """WS-CY-02. Attacking units take all steps, one unit at a time, until every unit has done so.

    WS-R-43. The attacking side chooses the next unit. Under `alternate` the players choose in turn, beginning with
    the attacking side.
    """
    if battle.fight is None:
        return battle
    waiting = tuple(unit for unit in battle.combat.waiting if battle.can_fight(unit))
    if not waiting or is_decided(battle, table):
        return battle.fighting(waiting=()) if battle.combat.waiting else battle
    labels, side = tuple(map(battle.name, waiting)), battle.combat.attacker
    alternate = len(waiting) > 1 and table.rule("WS-R-43") == "alternate"
    if turn and alternate:
        side = 1 - side
    turns = (1 - turn,) if alternate or battle.combats else ()  # a merging combat may bring more units
    unit = table.choose(OneOf(side, "WS-CY-02", "which unit acts next?", waiting, labels))
    table.then(Step.GO_THROUGH, unit)
    table.then(Step.NEXT_UNIT, *turns)
    return battle.fighting(waiting=tuple(other for other in waiting if other != unit))


@clause(Step.GO_THROUGH, "WS-OV-03")
def go_through(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-OV-03. A unit shoots at short range, strikes in melee, and moves."""
    if any(battle.traits(model).ranged_weapons for model in battle.models(unit)):
        table.then(Step.CLOSE_COMBAT_SHOOTING, unit)
    table.then(Step.MELEE_ATTACKS, unit)
    if battle.is_on_table:
        table.then(Step.CONSOLIDATE_IN_CYCLE, unit)
    if table.rule("WS-R-17") == "reset-per-attack":
        table.then(Step.RESET_COUNTERS, *battle.combat.units)
    return battle


@clause(Step.RESET_COUNTERS)
def reset_counters(battle: Battle, _table: Table, *units: int) -> Battle:
    """WS-R-17 `reset-per-attack`. After each attacking unit's activation the hit counters return to 0.

    If the activation has ended the combat (WS-R-47 `continuously`), the counters of `units` are reset. These are the
    units that fought in the combat.
    """
    for unit in units if battle.fight is None else battle.combat.units:
        battle = battle.having(unit, hits=0)
    return battle


# --- Combats that would never end (WS-R-04) -----------------------------------------------------------------------


QUIET = 2  # half-cycles in a row without change, WS-R-04


def is_quiet(battle: Battle) -> bool:
    """Whether nothing has changed and no dice have been rolled for two half-cycles (WS-R-04)."""
    return battle.combat.quiet >= QUIET


def is_too_long(table: Table, number: int) -> bool:
    """Whether the limit of half-cycles, if any, has been reached (WS-R-04)."""
    limit = table.number("WS-R-04")
    return limit > 0 and number >= limit


def worn_down(battle: Battle, table: Table) -> Battle:
    """Give each unit in the combat a marker after every second half-cycle (WS-R-04 `attrition`)."""
    if battle.combat.attacker == battle.active or table.rule("WS-R-04") != "attrition":
        return battle
    for unit in battle.combat.units:
        if battle.can_fight(unit):
            battle = taking_markers(battle, table, unit, 1, "attrition", "WS-CY-05")
    return battle.stirring()


@clause(Step.DRAW)
def draw(battle: Battle, table: Table, number: int = UNCOUNTED) -> Battle:
    """WS-R-04. The combat is a draw. Under `current-player-withdraws` the current player's units fall back instead."""
    if table.rule("WS-R-04") == "current-player-withdraws":
        for unit in battle.fighters(battle.active):
            table.then(Step.FALL_BACK, unit)
        table.then(Step.PURSUE)
        table.then(Step.LOOK_AFTER_WITHDRAWAL, number, *battle.fighters_and_joining(battle.active))
        return battle
    table.tell(CombatEnded(reason="a draw, for it would never end (WS-R-04)", clause="WS-CY-05"))
    return replace(battle.beginning(None), drawn=True)


@clause(Step.LOOK_AFTER_WITHDRAWAL)
def look_after_withdrawal(battle: Battle, table: Table, number: int, *before: int) -> Battle:
    """WS-R-37. The combat is over, unless the pursuit has drawn in units of the current player that are not in
    `before`.
    """
    if battle.fight is None:
        return battle
    if is_over(battle, table) or {*battle.fighters_and_joining(battle.active)} <= {*before}:
        table.then(Step.END_COMBAT)
        return battle
    table.then(Step.COUNT, number)
    return battle.fighting(quiet=0)
