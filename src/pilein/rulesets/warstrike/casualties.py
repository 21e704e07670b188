"""Casualties: who falls, and the attacker's allocation test (WS-RM, WS-AL)."""

from pilein.dice import Count
from pilein.kernel.requests import OneOf, Several, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.allocation import may_pick, picks, words_of_pick
from pilein.rulesets.warstrike.ending import look_at_once
from pilein.rulesets.warstrike.events import AllocationTested, LeaderNamed, Slain
from pilein.rulesets.warstrike.likeness import kinds_of, name_of, one_of_each
from pilein.rulesets.warstrike.rulebook import clause, says
from pilein.rulesets.warstrike.shares import Shares
from pilein.rulesets.warstrike.state import MELEE, NOBODY, Battle
from pilein.rulesets.warstrike.steps import Step
from pilein.rulesets.warstrike.suppression import taking_markers
from pilein.rulesets.warstrike.victims import may_fall
from pilein.rulesets.warstrike.winning import credit_for_destroying
from pilein.tabletop.press import Press

SIX = 6
CAUSES = ("by defensive fire", "by shooting", "in melee")


@clause(Step.FALL)
def fall(battle: Battle, table: Table, unit: int, by: int, kind: int, kills: int) -> Battle:
    """As many models fall as there are casualties; where not all who may fall do, somebody chooses."""
    falling = may_fall(battle, table, unit, by, kind)
    if kind == MELEE:
        battle = _torn_apart(battle, table, unit, kills - len(falling))
        falling = with_surplus(falling, battle.models(unit), kills)
    if kills >= len(falling):
        table.then(Step.TAKE_OFF, unit, by, kind, *falling)
    elif may_test(battle, table, unit, falling):
        table.then(Step.OFFER_ALLOCATION, unit, by, kind, kills)
    else:
        table.then(Step.CHOOSE_CASUALTIES, unit, by, kind, kills)
    return battle


@says("WS-RM-02", without=lambda falling, models, kills: models if kills > len(falling) else falling)
def with_surplus(falling: tuple[int, ...], _models: tuple[int, ...], _kills: int) -> tuple[int, ...]:
    """WS-RM-02. Casualties beyond the models engaged with the unit that struck remove no unengaged ones."""
    return falling


@says("WS-RM-03", without=0)
def markers_for_surplus(surplus: int, reading: str) -> int:
    """WS-RM-03. For them the unit takes one additional marker (WS-R-28 `per-casualty`: one for each)."""
    return surplus if reading == "per-casualty" else 1


def _torn_apart(battle: Battle, table: Table, unit: int, surplus: int) -> Battle:
    if surplus <= 0:
        return battle
    reading = table.rule("WS-R-28") if surplus > 1 else ""
    return taking_markers(battle, table, unit, markers_for_surplus(surplus, reading), "the surplus", "WS-RM-03")


def may_test(battle: Battle, table: Table, unit: int, falling: tuple[int, ...]) -> bool:
    """Whether there is something to choose, and the attacker may test for it (WS-R-49)."""
    if isinstance(battle.field, Press) and len(one_of_each(battle, falling)) == 1:
        return False
    reading = table.rule("WS-R-49")
    return reading == "default" or (reading == "per-half-cycle" and unit not in battle.combat.allocated)


@clause(Step.OFFER_ALLOCATION, "WS-AL-02")
def offer_allocation(battle: Battle, table: Table, unit: int, by: int, kind: int, kills: int) -> Battle:
    """WS-AL-02. The attacker may roll an allocation test to pick some casualties before the defender picks the rest."""
    words = f"roll an allocation test against {battle.name(unit)}?"
    if not table.choose(yes_or_no(battle.side(by), "WS-AL-02", words)):
        table.then(Step.CHOOSE_CASUALTIES, unit, by, kind, kills)
        return battle
    table.then(Step.ROLL_ALLOCATION, unit, by, kind, kills)
    if table.rule("WS-R-49") == "per-half-cycle":
        return battle.fighting(allocated=tuple(sorted((*battle.combat.allocated, unit))))
    return battle


@clause(Step.ROLL_ALLOCATION)
def roll_allocation(battle: Battle, table: Table, unit: int, by: int, kind: int, kills: int) -> Battle:
    """The test is rolled, and what it allows is picked."""
    sixes = table.roll(Count(dice_of_test(), SIX, label="allocation test"))
    table.tell(AllocationTested(unit=battle.name(unit), sixes=sixes, clause="WS-AL-03"))
    falling = may_pick(may_fall(battle, table, unit, by, kind), battle.models(unit))
    options = picks(battle, table, falling, kills, sixes)
    words = words_of_pick(battle.name(unit), sixes)
    labels = tuple(", ".join(name_of(battle, model) for model in some) or "nobody" for some in options)
    picked = table.choose(OneOf(battle.side(by), "WS-AL-05", words, options, labels))
    table.then(Step.CHOOSE_CASUALTIES, unit, by, kind, kills - len(picked), *picked)
    return battle


@says("WS-AL-03", without=0)
def dice_of_test() -> int:
    """WS-AL-03. The test is 2D6 against one enemy unit, of which the sixes are counted."""
    return 2


@clause(Step.CHOOSE_CASUALTIES, "WS-AL-01", "WS-AL-04")
def choose_casualties(battle: Battle, table: Table, unit: int, by: int, kind: int, kills: int, *picked: int) -> Battle:
    """WS-AL-01, WS-AL-04. The defender chooses who else falls, all of them where no six was rolled."""
    left = tuple(model for model in may_fall(battle, table, unit, by, kind) if model not in picked)
    chosen = _chosen(battle, table, unit, left, max(0, min(kills, len(left))))
    table.then(Step.TAKE_OFF, unit, by, kind, *picked, *chosen)
    return battle


def _chosen(battle: Battle, table: Table, unit: int, left: tuple[int, ...], number: int) -> tuple[int, ...]:
    if number in (0, len(left)):
        return left[:number]
    words, side = f"{battle.name(unit)}: who falls?", battle.side(unit)
    if not isinstance(battle.field, Press):
        labels = tuple(name_of(battle, model) for model in left)
        named: tuple[int, ...] = table.choose(Several(side, "WS-AL-01", words, left, number, number, labels))
        return named
    kinds = kinds_of(battle, left)
    names = tuple(name_of(battle, models[0]) for models in kinds)
    most = tuple(map(len, kinds))
    asked = Shares(side, "WS-AL-01", words, number, names, (0,) * len(kinds), most)
    shares = next(asked.candidates())[1] if asked.is_settled else table.choose(asked)
    return tuple(model for models, share in zip(kinds, shares, strict=True) for model in models[:share])


@clause(Step.TAKE_OFF)
def take_off(battle: Battle, table: Table, unit: int, by: int, kind: int, *fallen: int) -> Battle:
    """The fallen are taken off."""
    if not fallen:
        return battle
    credit_for_destroying(battle, table, unit, by, fallen)
    battle = removed(battle, table, unit, fallen, CAUSES[kind], "WS-RM-01")
    look_at_once(battle, table)
    return battle


def removed(battle: Battle, table: Table, unit: int, fallen: tuple[int, ...], cause: str, clause_id: str) -> Battle:
    """The battle without these models of a unit; a leader among them leads no more (WS-R-52)."""
    on_table = not isinstance(battle.field, Press)
    spots = tuple((place.x, place.y) for place in map(battle.plane.place, fallen)) if on_table else ()
    models = fallen if on_table else ()
    name = battle.name(unit)
    table.tell(Slain(unit=name, count=len(fallen), cause=cause, models=models, places=spots, clause=clause_id))
    led = battle.status(unit).leader not in fallen
    battle = battle.on(battle.field.without(frozenset(fallen)))
    if led:
        return battle
    if battle.lives(unit) and table.rule("WS-R-52") == "new-leader":
        table.then(Step.NAME_LEADER, unit)
    return battle.having(unit, leader=NOBODY)


@clause(Step.NAME_LEADER)
def name_leader(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-R-52 `new-leader`. The owner names a new leader at once."""
    models = one_of_each(battle, battle.models(unit))
    labels = tuple(name_of(battle, model) for model in models)
    words = f"{battle.name(unit)}: who leads now?"
    leader = table.choose(OneOf(battle.side(unit), "WS-AL-01", words, models, labels))
    table.tell(LeaderNamed(unit=battle.name(unit), model=leader, clause="WS-AL-01"))
    return battle.having(unit, leader=leader)
