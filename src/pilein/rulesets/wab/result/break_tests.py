"""Break tests of beaten units (WAB-BR-01 to WAB-BR-04, WAB-FE-07, WAB-FE-08, WAB-HA-01, WAB-SB-03, WAB-FZ-08)."""

from msgspec.structs import replace

from pilein.dice import Count
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_at_least, has_rule, is_counted_by_wounds, size_at_start, strength
from pilein.rulesets.wab.combat_events import Broke, HeldOut, StubbornInVain
from pilein.rulesets.wab.nearness import foes, opponents
from pilein.rulesets.wab.psychology.fear import fears, is_outnumbered
from pilein.rulesets.wab.psychology.frenzy import hates, hatred_works, is_frenzied, minds_hatred
from pilein.rulesets.wab.psychology.leadership import Used, further_deduction, leadership, passes_on
from pilein.rulesets.wab.state import NOBODY, Battle, Rout
from pilein.rulesets.wab.steps import Step, clause

TEST, FEAR = "WAB-BR-03", "WAB-FE-07"


@clause(Step.BREAK_TESTS, "WAB-BR-01")
def break_tests(battle: Battle, table: Table, *combat: int) -> Battle:
    """WAB-BR-01. Each unit on the losing side takes its own break test, beginning with the active side.

    Under WAB-R-91 `under5-any-result`, units of fewer than five models break even if they have not lost. If `combat`
    is given, only the units in that combat are tested.
    """
    beaten = dict(battle.aftermath.beaten)
    over = replace(battle.aftermath, beaten=tuple((unit, 0) for unit in beaten))
    for unit in (*battle.setup.units_of(battle.active), *battle.setup.units_of(1 - battle.active)):
        if unit in beaten:
            table.then(Step.BREAK_TEST, unit, beaten[unit])
        elif (
            unit in (combat or (unit,))
            and foes(battle, unit)
            and is_too_small(battle, table, unit)
            and breaks_unbeaten(table)
        ):
            table.then(Step.BREAK_UNIT, unit, SMALL)
    return battle.changed(aftermath=over)


@clause(Step.BREAK_TEST, "WAB-BR-03", "WAB-FE-08")
def break_test(battle: Battle, table: Table, unit: int, by: int) -> Battle:
    """WAB-BR-03, WAB-FE-08. Unless it is broken automatically, a beaten unit rolls 2D6 and passes on its Leadership or
    less.
    """
    if not battle.lives(unit) or battle.status(unit).fleeing:
        return battle
    cause = broken_outright(battle, table, unit)
    if cause and holds_out(battle, table, unit, cause):
        if table.rule("WAB-R-68") != "then-test":
            return battle
        cause = ""
    if not cause:
        lent = lent_by_hatred(battle, table, unit) or leadership(battle, table, unit, "break")
        used = Used(lent, penalty_of(battle, table, unit, by))
        if not passes_on(battle, table, unit, used, "break", TEST):
            table.then(Step.FAIL_TEST, unit)
        return battle
    table.then(Step.BREAK_UNIT, unit, cause)
    return battle


@clause(Step.FAIL_TEST)
def fail_test(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-67. A unit that fails its break test breaks, unless it gives ground instead."""
    if gives_ground_instead(battle, table, unit):
        return battle.changed(aftermath=replace(battle.aftermath, giving=(*battle.aftermath.giving, unit)))
    table.then(Step.BREAK_UNIT, unit, TEST)
    return battle


def broken_outright(battle: Battle, table: Table, unit: int) -> str:
    """Sentence ID of the rule that breaks a beaten unit without a test, or ""."""
    if is_too_small(battle, table, unit):
        return SMALL
    return FEAR if breaks_in_fear(battle, table, unit) else ""


def breaks_in_fear(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a beaten unit breaks without a test because a feared enemy outnumbers it (WAB-FE-07).

    By default only the feared models in the combat are counted. Under WAB-R-63 `feared-side-total` all enemies in
    the combat are counted.
    """
    enemies = opponents(battle, unit)
    feared = tuple(enemy for enemy in enemies if fears(battle, table, unit, enemy))
    if not feared:
        return False
    breaks = is_outnumbered(battle, table, unit, feared)
    if not breaks and feared != enemies and is_outnumbered(battle, table, unit, enemies):
        breaks = table.rule("WAB-R-63") == "feared-side-total"
    return breaks and table.holds("WAB-FE-07")


def holds_out(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    """Roll a D6 for a stubborn unit that is broken outright. Return whether the unit holds, as it does on a roll of 4
    or more (WAB-SB-03, WAB-R-68).
    """
    if not is_stubborn(battle, table, unit):
        return False
    if cause == SMALL and table.rule("WAB-R-68") != "includes-under-five":
        return False
    if not table.holds("WAB-SB-03"):
        return False
    holds = bool(table.roll(Count(1, table.number("WAB-SB-03"), label="stubborn")))
    told = HeldOut if holds else StubbornInVain
    table.tell(told(unit=battle.unit(unit).name, clause="WAB-SB-03"))
    return holds


def penalty_of(battle: Battle, table: Table, unit: int, by: int) -> int:
    """Penalty on a unit's Leadership for a break test: the difference between the two scores (WAB-BR-02).

    Under WAB-R-66 `hatred-unmodified`, a unit that uses the Leadership from hatred has no penalty.
    """
    if lent_by_hatred(battle, table, unit) and table.rule("WAB-R-66") == "hatred-unmodified":
        return 0
    difference = by * table.number("WAB-BR-02") if by and table.holds("WAB-BR-02") else 0
    return difference + further_deduction(battle, table, unit, "break")


def lent_by_hatred(battle: Battle, table: Table, unit: int) -> int:
    """Leadership from hatred that a unit may use for break tests: 10, or 0 if hatred does not apply (WAB-HA-01).

    The unit must be fighting an enemy that it hates. Under WAB-R-66 `hatred-any-combat` any combat will do.
    """
    if not hatred_works(battle, table, unit):
        return 0
    is_met = any(hates(battle, unit, foe) for foe in opponents(battle, unit))
    is_moved = is_met or table.rule("WAB-R-66") == "hatred-any-combat"
    return table.number("WAB-HA-01") if is_moved and table.holds("WAB-HA-01") else 0


@clause(Step.BREAK_UNIT, "WAB-BR-04")
def break_unit(battle: Battle, table: Table, unit: int, cause: str) -> Battle:
    """WAB-BR-04. A unit that fails its test is broken and runs once all combats are resolved.

    WAB-FZ-08. When broken in combat, a unit stops being frenzied.
    """
    table.tell(Broke(unit=battle.unit(unit).name, clause=cause))
    if is_frenzied(battle, unit) and table.holds("WAB-FZ-08"):
        battle = battle.having(unit, frenzy_lost=True)
    rout = Rout(unit, chief_foe(battle, table, unit), broken=True)
    return battle.having(unit, fleeing=True, won=False, sixes_only=False).routing(rout)


def chief_foe(battle: Battle, table: Table, unit: int) -> int:
    """Enemy with the most models in contact, the first such enemy if several tie, or NOBODY if none is in contact
    (WAB-R-92).
    """
    enemies = foes(battle, unit)
    if len(enemies) <= 1:
        return enemies[0] if enemies else NOBODY
    if not battle.is_on_table:
        return max(enemies, key=lambda foe: (strength(battle, table, foe), -foe))
    touched = battle.plane.contacts.enemies
    unit_of = battle.setup.unit_of
    return max(
        enemies,
        key=lambda foe: (sum(any(unit_of[t] == unit for t in touched[m]) for m in battle.field.models(foe)), -foe),
    )


# --- Units of fewer than five models, and when they break (WAB-BR-08, WAB-R-91) ----------------------------------


SMALL = "WAB-BR-08"


def is_too_small(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit breaks without a test because it has fewer than five models (WAB-BR-08, WAB-R-91).

    Chariots and elephants count as one model per wound, except under `under5-all`. Under `began-five-or-more` the
    rule does not affect units that began the battle with fewer than five models.
    """
    few = table.number("WAB-BR-08") - 1
    if has_at_least(battle, unit, few + 1):
        return False
    reading = table.rule("WAB-R-91")
    if reading == "began-five-or-more" and size_at_start(battle, unit) <= few:
        return False
    is_counted_singly = reading == "under5-all" or not is_counted_by_wounds(battle, unit)
    return (is_counted_singly or strength(battle, table, unit) <= few) and table.holds("WAB-BR-08")


def breaks_unbeaten(table: Table) -> bool:
    """Whether small units break regardless of the result of their combat (WAB-R-91)."""
    return table.rule("WAB-R-91") == "under5-any-result"


@clause(Step.ANSWER_SMALL)
def answer_small(battle: Battle, table: Table, unit: int, foe: int, waits: int = 0) -> Battle:
    """WAB-R-91 `under5-any-time`. A unit is broken as soon as it has fewer than five models, in any phase.

    In close combat the unit breaks after all combats are resolved. In any other phase it runs from `foe`, either at
    once or, if `waits` is set, in the compulsory step.
    """
    if not battle.lives(unit) or has_at_least(battle, unit, table.number("WAB-BR-08")) or battle.status(unit).fleeing:
        return battle
    if table.rule("WAB-R-91") != "under5-any-time" or not is_too_small(battle, table, unit):
        return battle
    if battle.fight is not None:
        table.then(Step.BREAK_UNIT, unit, SMALL)
        return battle
    table.then(Step.TAKE_FLIGHT, unit, foe, waits, SMALL)
    if not waits:
        table.then(Step.FLIGHTS)
    return battle


# --- Stubborn units, and others that give ground instead of fleeing (WAB-SB-02, WAB-R-67, WAB-R-69) --------------


TWICE = 2


def is_stubborn(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit is stubborn. A frenzied unit never is (WAB-R-65)."""
    return has_rule(battle, unit, "Stubborn") and minds_hatred(battle, table, unit)


def gives_ground_instead(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit that failed its break test gives ground instead of fleeing, because it is stubborn or, under
    `outnumber-2to1`, outnumbers its enemies.
    """
    return stands_once(battle, table, unit) or outnumbers_twice(battle, table, unit)


def stands_once(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a stubborn unit gives ground instead of fleeing (WAB-SB-02).

    It may do so once per battle (WAB-R-67). Under `once-per-combat` it may do so once against the same enemies, and
    under `every-failure` every time.
    """
    if not is_stubborn(battle, table, unit):
        return False
    may_again = not battle.status(unit).stubborn_used or table.rule("WAB-R-67") == "every-failure"
    return may_again and table.holds("WAB-SB-02")


def outnumbers_twice(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a beaten unit outnumbers its enemies two to one and may therefore hold (WAB-R-69 `outnumber-2to1`)."""
    enemies = sum(strength(battle, table, foe) for foe in foes(battle, unit))
    return strength(battle, table, unit) >= TWICE * enemies and table.rule("WAB-R-69") == "outnumber-2to1"


def restored(battle: Battle, table: Table) -> Battle:
    """Let stubborn units that have left combat give ground again in their next combat (WAB-R-67 `once-per-combat`)."""
    for unit in battle.setup.units:
        number = unit.number
        is_free = battle.status(number).stubborn_used and not foes(battle, number)
        if is_free and table.rule("WAB-R-67") == "once-per-combat":
            battle = battle.having(number, stubborn_used=False)
    return battle
