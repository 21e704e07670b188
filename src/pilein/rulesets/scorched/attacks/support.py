"""Spears that lend a die to a friend in the combat (CP-SP)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scorched.attacks.members import models_of
from pilein.rulesets.scorched.events.combat import Supported
from pilein.rulesets.scorched.rulebook import clause
from pilein.rulesets.scorched.sorting.alike import first_of_each
from pilein.rulesets.scorched.sorting.engaged import touching_friends
from pilein.rulesets.scorched.state import NOBODY, Battle
from pilein.rulesets.scorched.steps import Step
from pilein.tabletop.press import Press


def spears_at_hand(battle: Battle) -> tuple[int, ...]:
    """The bearers of spears who touch a friend in the combat under way, in the order in which they act."""
    fighting = _fighting(battle)
    return battle.in_order(spear for spear in battle.spears if not fighting.isdisjoint(touching_friends(battle, spear)))


@clause(Step.DECLARE_SUPPORT, "CP-SP-01", "CP-IX-24")
def declare_support(battle: Battle, table: Table, spear: int) -> Battle:
    """CP-SP-01, CP-IX-24. Who is in no combat but touches, now, a friend who is, lends that friend an attack die."""
    fighting = _fighting(battle)
    touched = tuple(friend for friend in touching_friends(battle, spear) if friend in fighting)
    reading = table.rule("CP-R-38")
    if reading == "all-touched":
        return _lend(battle, table, spear, touched)
    supported = dict(battle.combat.supported)
    if reading != "uncapped":
        touched = tuple(friend for friend in touched if friend not in supported)
    options = first_of_each(battle, touched)
    if not options:
        return battle
    if _may_wait(battle, spear):
        options = (*options, NOBODY)
    labels = tuple("a friend in a later combat" if one == NOBODY else battle.name(one) for one in options)
    words = f"whom does the spear of {battle.name(spear)} support?"
    friend = table.choose(OneOf(battle.side(spear), "CP-SP-01", words, options, labels, about=spear))
    if friend == NOBODY:
        return battle
    spears = tuple(other for other in battle.spears if other != spear)
    return _lend(battle.having(spears=spears), table, spear, (friend,))


def _lend(battle: Battle, table: Table, spear: int, friends: tuple[int, ...]) -> Battle:
    """CP-R-38. Each of these friends has a die more; under `all-touched` one at most, like by default."""
    supported = dict(battle.combat.supported)
    for friend in friends:
        if friend in supported and table.rule("CP-R-38") != "uncapped":
            continue
        table.tell(Supported(**battle.called(spear), friend=battle.name(friend), clause="CP-SP-01"))
        supported[friend] = supported.get(friend, 0) + 1
    return battle.fighting(supported=tuple(sorted(supported.items())))


def _fighting(battle: Battle) -> frozenset[int]:
    return frozenset(models_of(battle.combat.bouts))


def _may_wait(battle: Battle, spear: int) -> bool:
    """Whether it touches a friend who has yet to fight; in the press combats of like models are like each other."""
    later = {model for combat in battle.combats for bout in combat for model in bout}
    waiting = [friend for friend in touching_friends(battle, spear) if friend in later]
    if isinstance(battle.field, Press):
        return len(first_of_each(battle, (*_touched_now(battle, spear), *waiting))) > 1
    return bool(waiting)


def _touched_now(battle: Battle, spear: int) -> tuple[int, ...]:
    fighting = _fighting(battle)
    return tuple(friend for friend in touching_friends(battle, spear) if friend in fighting)
