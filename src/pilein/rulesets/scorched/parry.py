"""Parry: a sword forces an enemy to reroll one attack die (CP-SW)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scorched.attack_dice import NONE, DieToParry, Offered, ReRolled
from pilein.rulesets.scorched.events import AnnouncedParry, Barred, Parried
from pilein.rulesets.scorched.gear import gear_of
from pilein.rulesets.scorched.members import axe_bars_parry, axes_against, enemies_there, in_the_combat
from pilein.rulesets.scorched.profile import SWORD
from pilein.rulesets.scorched.state import NOBODY, NOT_COUNTED, Battle, Hand
from pilein.rulesets.scorched.steps import Step, clause

ANY = -1  # any enemy
ALL = -1  # all dice of a hand
MANY = 100  # more dice than any hand has
Attempt = tuple[int, int]  # bearer, enemy or ANY


def parries_of(battle: Battle, table: Table, model: int, *, despite_axes: bool = False) -> int:
    """Number of Parries of a model in its combat: one or, under `stack`, one for each sword (CP-R-20)."""
    gear = gear_of(battle, table, model)
    if SWORD not in gear.rows or (not despite_axes and axe_bars_parry(battle, table, model)):
        return 0
    swords = gear.swords if gear.swords > 1 and table.rule("CP-R-20") == "stack" else 1
    return swords * table.number("CP-SW-01")


def attempts(battle: Battle, table: Table, *, despite_axes: bool = False) -> tuple[Attempt, ...]:
    """Parries in the combat, in order. By default a Parry may be aimed at a die of any enemy. Under `once-per-enemy` a
    bearer instead has one Parry for each enemy (CP-R-14). `despite_axes` includes Parries that axes still forbid.
    """
    found: list[Attempt] = []
    for bearer in in_the_combat(battle):
        count = parries_of(battle, table, bearer, despite_axes=despite_axes)
        if count:
            foes = enemies_there(battle, bearer)
            is_each = len(foes) > 1 and table.rule("CP-R-14") == "once-per-enemy"
            found += [(bearer, foe) for foe in (foes if is_each else (ANY,))] * count
    return tuple(found)


def parries_against(battle: Battle, table: Table, model: int, *, despite_axes: bool = False) -> int:
    """Number of Parries that can be aimed at a model."""
    return sum(_reaches(battle, attempt, model) for attempt in attempts(battle, table, despite_axes=despite_axes))


def can_be_parried(battle: Battle, table: Table, model: int) -> bool:
    """Whether an enemy in a model's combat can force the model to reroll dice."""
    return any(parries_of(battle, table, enemy) for enemy in enemies_there(battle, model))


def schedule_parries(battle: Battle, table: Table, owners: tuple[int, ...]) -> None:
    """Schedule the Parries, one bearer after another. Under `secret` all bearers name their dice before any die is
    rerolled (CP-R-15).

    `owners` are the models whose dice can be rerolled, in the order of the hands.
    """
    _tell_barred(battle, table)
    every = attempts(battle, table)
    if not every:
        return
    is_secret = len(every) > 1 and table.rule("CP-R-15") == "secret"
    if is_secret:
        for place, (bearer, foe) in enumerate(every):
            table.then(Step.NAME_DIE, bearer, foe, place)
    is_again = len(every) > 1 and table.rule("CP-R-16") == "again"
    for place, (bearer, foe) in enumerate(every):
        if is_again and place and every[place - 1][0] != bearer:
            table.then(Step.LAY_OPEN)
        is_named = is_secret and place < len(every) - 1  # any die on offer may have been named for later
        keep = [MANY if is_named else _kept(battle, every[place:], model) for model in owners]
        table.then(Step.ROLL_NAMED if is_secret else Step.PARRY, bearer, place if is_secret else foe, *keep)


def _tell_barred(battle: Battle, table: Table) -> None:
    """Log the swords that cannot parry because of an axe (CP-AX-01)."""
    for bearer in in_the_combat(battle):
        if SWORD in gear_of(battle, table, bearer).rows and axe_bars_parry(battle, table, bearer):
            axes = tuple(map(battle.name, axes_against(battle, table, bearer)))
            table.tell(Barred(**battle.called(bearer), act="parry", enemies=axes, clause="CP-AX-01"))


@clause(Step.ANNOUNCE_PARRY, "CP-SW-01")
def announce_parry(battle: Battle, table: Table, bearer: int) -> Battle:
    """CP-SW-01, CP-R-14 `before-dice`. Before any dice are rolled, the bearer names the enemy it will parry."""
    foes = enemies_there(battle, bearer)
    for _ in range(parries_of(battle, table, bearer)):
        labels = (*(battle.name(foe) for foe in foes), "nobody")
        words = f"which enemy does {battle.name(bearer)} parry?"
        foe = table.choose(OneOf(battle.side_of(bearer), "CP-SW-01", words, (*foes, NOBODY), labels, about=bearer))
        if foe != NOBODY:
            names = battle.called(bearer) | {"enemy": battle.name(foe)}
            table.tell(AnnouncedParry(**names, clause="CP-SW-01"))
        announced = (*battle.combat.announced, (bearer, foe))
        battle = battle.fighting(announced=announced)
    return battle


@clause(Step.PARRY, "CP-SW-01")
def parry(battle: Battle, table: Table, bearer: int, foe: int, *keep: int) -> Battle:
    """CP-SW-01. The bearer may force an enemy in its combat to reroll one attack die of the bearer's choice.

    `keep` gives, for each hand, the number of highest dice that still matter afterwards, or -1 if that number does
    not change.
    """
    place, face = _named_die(battle, table, bearer, foe)
    if battle.combat.announced:
        battle = battle.fighting(announced=_still_announced(battle, bearer))
    if place >= 0:
        table.then(Step.ROLL_AGAIN, place, bearer, face, *keep)
        return battle
    return battle.fighting(hands=_trimmed(battle.combat.hands, keep))


@clause(Step.ROLL_AGAIN)
def roll_again(battle: Battle, table: Table, place: int, bearer: int, face: int, *keep: int) -> Battle:
    """CP-R-16. One die is rerolled. The new face stands, even if it is higher, and the die is not rolled a
    third time.
    """
    hands = battle.combat.hands
    hand = hands[place]
    rest = list(hand.open_dice)
    if face in rest:
        rest.remove(face)
    is_counted = hand.ones != NOT_COUNTED
    least = rest[keep[place] - 1] if len(rest) >= keep[place] else 1
    new = table.roll(ReRolled(least, is_counted, by=battle.name(hand.model)))
    ones = hand.ones - (face == 1) + (new == 1) if is_counted else NOT_COUNTED
    fixed = tuple(sorted((*hand.fixed, new), reverse=True))
    changed = _hand(hand, rest, ones, fixed) if keep[place] > 1 else _settled(hand, rest, ones, fixed)
    names = battle.called(bearer) | {"enemy": battle.name(hand.model)}
    table.tell(Parried(**names, face=face, left=changed.highest, clause="CP-SW-01"))
    battle = battle.fighting(hands=_trimmed((*hands[:place], changed, *hands[place + 1 :]), keep))
    return _still_named(battle, table, bearer, (place, face), new) if battle.combat.announced else battle


def _still_named(battle: Battle, table: Table, bearer: int, die: tuple[int, int], new: int) -> Battle:
    """Record the new face in other Parries that named the rerolled die, so that the die is rerolled for them again
    (CP-R-15 `secret`, CP-R-16 `again`).
    """
    place, face = die
    if face in battle.combat.hands[place].open_dice or table.rule("CP-R-16") != "again":
        return battle
    every, announced = attempts(battle, table), battle.combat.announced
    others = {one for one in announced if one[1:] == die and every[one[0]][0] != bearer}
    return battle.fighting(announced=tuple((*one[:2], new) if one in others else one for one in announced))


@clause(Step.NAME_DIE, "CP-SW-01")
def name_die(battle: Battle, table: Table, bearer: int, foe: int, number: int) -> Battle:
    """CP-SW-01, CP-R-15 `secret`. The bearer names the die before any die is rerolled."""
    before = sum(other == bearer for other, _ in attempts(battle, table)[:number])
    place, face = _named_die(battle, table, bearer, foe, before)
    return battle.fighting(announced=(*battle.combat.announced, (number, place, face)))


@clause(Step.ROLL_NAMED)
def roll_named(battle: Battle, table: Table, bearer: int, number: int, *keep: int) -> Battle:
    """CP-R-15 `secret`. The named die is rerolled, unless it has already been rerolled."""
    named = {one[0]: one[1:] for one in battle.combat.announced if len(one) > 2}  # noqa: PLR2004 - with a die
    place, face = named.get(number, NONE)
    if place >= 0 and Offered(place, "", battle.combat.hands[place]).has(face):
        table.then(Step.ROLL_AGAIN, place, bearer, face, *keep)
    return battle


@clause(Step.LAY_OPEN)
def lay_open(battle: Battle, _table: Table) -> Battle:
    """CP-R-16 `again`. The next bearer may force rerolls of dice that were already rerolled."""
    hands = tuple(_laid_open(hand) for hand in battle.combat.hands)
    return battle.fighting(hands=hands)


def _named_die(battle: Battle, table: Table, bearer: int, foe: int, before: int = 0) -> tuple[int, int]:
    """Die that a bearer names, as (index of the hand, face), or NONE if the bearer forces no reroll.

    `before` is the number of the bearer's announced Parries whose dice have been named but not yet rerolled.
    """
    foe, is_bound = _announced(battle, table, (bearer, foe), before)
    if foe == NOBODY and is_bound:
        return NONE
    hands = tuple(_hands_to_force(battle, bearer, foe))
    if not hands:
        return NONE
    words = f"which die does {battle.name(bearer)} parry?"
    choice = DieToParry(battle.side_of(bearer), "CP-SW-01", words, hands, bearer)
    place, face = table.choose(_without_declining(choice) if is_bound else choice)
    return place, face


def _without_declining(choice: DieToParry) -> OneOf:
    """Question with the same options except NONE, for a player who has announced a Parry."""
    dice = [(label, option) for label, option in choice.candidates() if option != NONE]
    labels, options = zip(*dice, strict=True)
    return OneOf(choice.side, choice.clause, choice.words, options, labels, choice.about)


def _announced(battle: Battle, table: Table, attempt: Attempt, before: int) -> tuple[int, bool]:
    """Enemy that has to reroll, and whether the bearer is bound by an announcement (CP-R-14 `before-dice`)."""
    bearer, foe = attempt
    fight = battle.combat
    if not (fight.announced or fight.two_handed) or table.rule("CP-R-14") != "before-dice":
        return foe, False
    named = [one for one in battle.combat.announced if one[0] == bearer and len(one) == 2]  # noqa: PLR2004
    return (named[before][1], True) if before < len(named) else (NOBODY, True)


def _hands_to_force(battle: Battle, bearer: int, foe: int) -> Iterator[Offered]:
    foes = enemies_there(battle, bearer) if foe == ANY else (foe,)
    for place, hand in enumerate(battle.combat.hands):
        if hand.model in foes and (hand.best or hand.open_ones > 0):
            yield Offered(place, battle.name(hand.model), hand)


def _trimmed(hands: tuple[Hand, ...], keep: tuple[int, ...]) -> tuple[Hand, ...]:
    """Return copies of the hands without the dice that can no longer affect the outcome."""
    return tuple(
        [
            hand if most == ALL else replace(hand, rest=hand.rest[: most - 1] if most > 1 else ())
            for hand, most in zip(hands, keep, strict=True)
        ]
    )


def _still_announced(battle: Battle, bearer: int) -> tuple[tuple[int, ...], ...]:
    """Announced Parries without the given bearer's first Parry, which has been carried out."""
    announced = battle.combat.announced
    done = next((place for place, one in enumerate(announced) if one[0] == bearer), len(announced))
    return announced[:done] + announced[done + 1 :]


def _laid_open(hand: Hand) -> Hand:
    return _hand(hand, sorted((*hand.open_dice, *hand.fixed), reverse=True), hand.ones, ())


def _settled(hand: Hand, dice: list[int], ones: int, fixed: tuple[int, ...]) -> Hand:
    """Return a hand with no rerollable dice, in which only the highest face matters."""
    return Hand(hand.model, max((*dice[:1], *fixed)), (), ones, (), hand.is_own)


def _hand(hand: Hand, dice: list[int], ones: int, fixed: tuple[int, ...]) -> Hand:
    return Hand(hand.model, dice[0] if dice else 0, tuple(dice[1:]), ones, fixed, hand.is_own)


def _kept(battle: Battle, attempts_left: tuple[Attempt, ...], model: int) -> int:
    """Number of a model's highest dice that matter after the first remaining Parry, or ALL if that Parry cannot target
    the model.
    """
    now, *later = attempts_left
    if not _reaches(battle, now, model):
        return ALL
    return 1 + sum(_reaches(battle, attempt, model) for attempt in later)


def _reaches(battle: Battle, attempt: Attempt, model: int) -> bool:
    bearer, foe = attempt
    return model == foe if foe != ANY else battle.side_of(bearer) != battle.side_of(model)
