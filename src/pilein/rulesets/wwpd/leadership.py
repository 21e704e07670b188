"""Leadership tests: they decide whether units break, fall back or may stay (WW-EN-01 to WW-EN-04)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.dice import Count, Test
from pilein.kernel.requests import Answer
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events import Broke, LeadershipTested, Stayed, Suppressed, WillFallBack
from pilein.rulesets.wwpd.involved import in_order, is_engaged
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause


@clause(Step.TAKE_TESTS)
def take_tests(battle: Battle, table: Table) -> Battle:
    """WW-R-39. After the last Melee all Break tests are taken, followed by the tests of Suppressed units. The active
    side's units test first.
    """
    units = [unit for unit in in_order(battle, tuple(range(len(battle.statuses)))) if battle.lives(unit)]
    breaking = [unit for unit in units if battle.status(unit).may_break]
    hurt = [unit for unit in units if battle.status(unit).wounded]
    suppressed = [unit for unit in units if battle.status(unit).suppressed or battle.status(unit).wounded]
    for test, testing in ((Step.BREAK_TEST, breaking), (Step.WOUNDS_TEST, hurt), (Step.SUPPRESSED_TEST, suppressed)):
        for unit in testing:
            table.then(test, unit)
    if battle.melees and table.rule("WW-R-26") == "any-unit":
        for unit in units:
            if not battle.status(unit).suppressed:
                table.then(Step.OFFER_TO_LEAVE, unit)
    return battle


@clause(Step.BREAK_TEST, "WW-EN-01")
def break_test(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-EN-01. At the end of the phase a unit that is eligible to Break tests its Leadership."""
    passed = _passes(battle, table, unit, "Break")
    if not passed:
        table.then(Step.GIVE_WAY if table.rule("WW-R-06") == "fall-back" else Step.BREAK_UP, unit)
    elif has_to_hold(battle, table, unit) and table.rule("WW-R-36") == "one-test":
        table.then(Step.STAY_OR_GO, unit)
        return battle.having(unit, may_break=False, suppressed=False)
    return battle.having(unit, may_break=False)


@clause(Step.BREAK_UP)
def break_up(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-06. A unit that fails its Break test is removed."""
    models = battle.field.models(unit)
    name, places = battle.unit(unit).name, battle.field.spots(models)
    table.tell(Broke(unit=name, count=len(models), models=models, places=places, clause="WW-EN-01"))
    return battle.having(unit, broke=True).after({}, frozenset(models))


@clause(Step.WOUNDS_TEST)
def wounds_test(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-08 `any-wound`. A unit wounded in the phase tests Leadership, adding 1, and is Suppressed if it fails."""
    battle = battle.having(unit, wounded=False)
    if not battle.lives(unit) or battle.status(unit).suppressed:
        return battle
    if _passes(battle, table, unit, "its Wounds", table.number("WW-EN-02.bonus")):
        return battle
    table.tell(Suppressed(unit=battle.unit(unit).name, clause="WW-EN-02"))
    return battle.having(unit, suppressed=True)


@clause(Step.SUPPRESSED_TEST, "WW-EN-02")
def suppressed_test(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-EN-02. Every Suppressed unit that was in a Firefight or Melee this turn tests Leadership."""
    if battle.lives(unit) and has_to_hold(battle, table, unit):
        passed = _passes(battle, table, unit, "Suppression")
        table.then(Step.STAY_OR_GO if passed else Step.GIVE_WAY, unit)
        if passed and table.rule("WW-R-40") == "until-passed":
            return battle.having(unit, suppressed=False)
    return battle


@clause(Step.GIVE_WAY, "WW-EN-03")
def give_way(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-EN-03. A unit that fails its test must fall back."""
    table.tell(WillFallBack(unit=battle.unit(unit).name, by_choice=False, clause="WW-EN-03"))
    return battle.having(unit, falls_back=True)


@clause(Step.STAY_OR_GO, "WW-EN-04")
def stay_or_go(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-EN-04. A unit that passes its test may stay, or fall back voluntarily."""
    name = battle.unit(unit).name
    words = f"{name}: stay or fall back?"
    if table.choose(StayOrGo(battle.side(unit), unit, words)) == STAY:
        table.tell(Stayed(unit=name, clause="WW-EN-04"))
        return battle
    table.tell(WillFallBack(unit=name, by_choice=True, clause="WW-EN-04"))
    return battle.having(unit, falls_back=True)


@clause(Step.OFFER_TO_LEAVE)
def offer_to_leave(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-26 `any-unit`. A unit that fights or supports in a Melee may leave it even if it is not Suppressed."""
    status = battle.status(unit)
    takes_part = is_engaged(battle, unit) or battle.field.supporters(unit)
    if battle.lives(unit) and takes_part and not (status.suppressed or status.falls_back):
        table.then(Step.STAY_OR_GO, unit)
    return battle


def has_to_hold(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit must test to hold (WW-EN-02, WW-R-25).

    It must if it is Suppressed, was in a Firefight or Melee, and is not falling back already.
    """
    status = battle.status(unit)
    if not status.suppressed or status.falls_back:
        return False
    if any(unit in melee for melee in battle.melees):
        return True
    if status.took_part_in_firefight and not status.hit_in_firefight:
        return table.rule("WW-R-25") != "hit-only"
    return status.took_part_in_firefight


def _passes(battle: Battle, table: Table, unit: int, reason: str, better: int = 0) -> bool:
    """Test a unit on the best Leadership among its models, and return whether it passes (WW-R-05)."""
    values = [battle.setup.kinds[kind].traits.Ld for kind in battle.field.kinds(unit)]
    if table.rule("WW-R-05") == "2d6-under":
        passed = bool(table.roll(Test(max(values) + better, label=reason)))
    else:
        dice = table.number("WW-EN-01.dice" if reason == "Break" else "WW-EN-02.dice")
        passed = table.roll(Count(dice, min(values) - better, label=reason)) > 0
    clause_id = "WW-EN-01" if reason == "Break" else "WW-EN-02"
    table.tell(LeadershipTested(unit=battle.unit(unit).name, reason=reason, passed=passed, clause=clause_id))
    return passed


# --- The question of whether a unit stays or falls back (WW-EN-04) ------------------------------------------------


STAY, FALL_BACK = "stay", "fall back"


class StayOrGo(Struct, frozen=True, tag=True):
    """Choice between staying and falling back, answered by STAY or FALL_BACK."""

    side: int
    unit: int
    words: str
    clause: str = "WW-EN-04"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield both answers, staying first."""
        yield STAY, STAY
        yield FALL_BACK, FALL_BACK

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None."""
        return None if answer in (STAY, FALL_BACK) else f"the answer must be {STAY!r} or {FALL_BACK!r}"
