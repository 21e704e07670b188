"""Leadership tests: the Leadership used, and the re-rolls permitted (WAB-LT).

A test is identified by name: "panic", "fear", "terror", "rally", "reform", "break", "hold" or "return".
"""

from typing import NamedTuple

from pilein.dice import Test
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import is_at_half_strength, is_unit_of_skirmishers, living_traits
from pilein.rulesets.wab.movement_events import Tested
from pilein.rulesets.wab.nearness import models_within
from pilein.rulesets.wab.state import NOBODY, Battle

LEAST = 2  # lowest score on 2D6: for a lower target no dice are rolled (WAB-R-95)
PSYCHOLOGY = ("panic", "fear", "terror")
OWN_SENTENCES = ("break", "rally")  # tests whose own sentences define passing and failing


def passes(
    battle: Battle, table: Table, unit: int, test: str, cause: str, *, penalty: int = 0, again: str = ""
) -> bool:
    """Take a Leadership test and return whether the unit passes.

    `penalty` is subtracted from the Leadership used. `cause` is the sentence that requires the test, and `again` a
    sentence that permits one re-roll.
    """
    used = Used(leadership(battle, table, unit, test), penalty)
    return passes_on(battle, table, unit, used, test, cause, again=again)


class Used(NamedTuple):
    """Leadership used in a test, from any source, and the penalty on it."""

    leadership: int
    penalty: int


def passes_on(battle: Battle, table: Table, unit: int, used: Used, test: str, cause: str, *, again: str = "") -> bool:
    """Take a test on a given Leadership and return whether the unit passes. `cause` and `again` are as in `passes`."""
    need = used.leadership - used.penalty
    if need < LEAST and is_held_by_ones(table, test):
        need = LEAST
    passed = passes_roll(table, need, test)
    if not passed and need >= LEAST:
        again = again or ("WAB-LT-06" if may_roll_again(battle, table, unit, test) else "")
        words = f"{battle.unit(unit).name}: re-roll the failed {test} test?"
        if again and table.choose(yes_or_no(battle.side(unit), again, words)):
            passed = passes_roll(table, need, test)
    parts = [f"Leadership {used.leadership}", f"less {used.penalty}"] if used.penalty else []
    parts += [] if need >= LEAST else ["not rolled"]
    name = battle.unit(unit).name
    table.tell(Tested(unit=name, test=test, need=need, passed=passed, parts=tuple(parts), clause=cause))
    return passed


def passes_roll(table: Table, need: int, test: str) -> bool:
    """Roll 2D6 and return whether the test passes. A roll of the Leadership or less passes, and a higher roll fails
    (WAB-LT-01, WAB-LT-02).

    For break tests and rallies, separate sentences say this.
    """
    if need < LEAST:
        return False
    if test not in OWN_SENTENCES and not table.holds("WAB-LT-01"):
        return True
    passed = bool(table.roll(Test(need, label=f"{test} test")))
    return passed or (test not in OWN_SENTENCES and not table.holds("WAB-LT-02"))


def is_held_by_ones(table: Table, test: str) -> bool:
    """Whether a double one always passes. It does so only under WAB-R-92 `double-one-holds`, in break tests."""
    return test == "break" and table.rule("WAB-R-92") == "double-one-holds"


def leadership(battle: Battle, table: Table, unit: int, test: str) -> int:
    """Leadership of a unit in a test: its own or, at its owner's option, its General's."""
    own = own_leadership(battle, unit)
    lent = lent_leadership(battle, table, unit, test)
    if lent <= own:
        return own
    words = f"{battle.unit(unit).name}: take the {test} test on the General's Leadership of {lent}?"
    return lent if table.choose(yes_or_no(battle.side(unit), "WAB-LT-04", words)) else own


def own_leadership(battle: Battle, unit: int) -> int:
    """Highest Leadership among the models of a unit."""
    return max((traits.Ld for traits in living_traits(battle, unit)), default=0)


def half_strength_deduction(battle: Battle, unit: int) -> int:
    """Leadership deduction of 1 for a unit at half strength or less (WAB-LT-03)."""
    return battle.number("WAB-LT-03") if is_at_half_strength(battle, unit) and battle.holds("WAB-LT-03") else 0


def further_deduction(battle: Battle, table: Table, unit: int, test: str) -> int:
    """Half-strength deduction that a ruling extends to further tests: fear and terror tests under `half-all-psych`, and
    break tests as well under `half-all` (WAB-R-29).
    """
    if not is_at_half_strength(battle, unit):
        return 0
    reading = table.rule("WAB-R-29")
    applies = reading == "half-all" or (reading == "half-all-psych" and test != "break")
    return half_strength_deduction(battle, unit) if applies else 0


def lent_leadership(battle: Battle, table: Table, unit: int, test: str) -> int:
    """Leadership that a unit within 12" of its General may use, or 0 if it may not (WAB-LT-04, WAB-LT-05, WAB-R-31).

    Skirmishers may not use it.
    """
    general = bearer_of(battle, battle.side(unit), "general")
    if general == NOBODY or test == "return" or (is_unit_of_skirmishers(battle, unit) and table.holds("WAB-LT-05")):
        return 0
    if not models_within(battle, table, (general,), battle.field.models(unit), table.number("WAB-LT-04")):
        return 0
    lent = battle.model_traits(general).Ld
    if test not in (*PSYCHOLOGY, "break") and lent > own_leadership(battle, unit):
        reading = table.rule("WAB-R-31")
        if reading == "general-break-psych-only" or (reading == "general-not-rally" and test == "rally"):
            return 0
    return lent if table.holds("WAB-LT-04") else 0


def may_roll_again(battle: Battle, table: Table, unit: int, test: str) -> bool:
    """Whether a unit within 12" of the battle standard may re-roll a failed break test (WAB-LT-06, WAB-LT-07).

    Skirmishers may not re-roll. The standard never permits a re-roll of a psychology test (WAB-LT-08).
    """
    bearer = bearer_of(battle, battle.side(unit), "battle_standard")
    if bearer == NOBODY or test not in (*PSYCHOLOGY, "break"):
        return False
    if test != "break" and table.holds("WAB-LT-08"):
        return False
    if is_unit_of_skirmishers(battle, unit) and table.holds("WAB-LT-07"):
        return False
    far = table.number("WAB-LT-06")
    return models_within(battle, table, (bearer,), battle.field.models(unit), far) and table.holds("WAB-LT-06")


def bearer_of(battle: Battle, side: int, duty: str) -> int:
    """Model of the side that holds a duty ("general" or "battle_standard"), or NOBODY if there is none or it cannot
    serve.
    """
    for number, kind in enumerate(battle.setup.kinds):
        is_sought = getattr(kind.traits, duty) and battle.side(kind.unit) == side
        if is_sought and number in battle.field.kinds(kind.unit) and serves(battle, kind.unit, duty):
            return next(one for one in battle.field.models(kind.unit) if battle.setup.kind_of[one] == number)
    return NOBODY


def serves(battle: Battle, unit: int, duty: str) -> bool:
    """Whether a unit's General or battle standard can help other units (WAB-R-31).

    A fleeing General cannot, but a broken unit is not fleeing until all combats are resolved (WAB-BR-07). In the
    press, a unit that has fled is gone together with its standard.
    """
    if not battle.status(unit).fleeing or (duty != "general" and battle.is_on_table):
        return True
    return any(rout.unit == unit and rout.broken and not rout.distance for rout in battle.routs)
