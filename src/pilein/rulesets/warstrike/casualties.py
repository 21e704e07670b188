"""Rules for casualties: the models to remove, and the attacker's allocation test (WS-RM, WS-AL)."""

from itertools import combinations, islice

from pilein.dice import Count
from pilein.kernel.requests import OneOf, Several, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.ending import credit_for_destroying, look_at_once
from pilein.rulesets.warstrike.engaged import engaged_with, unengaged
from pilein.rulesets.warstrike.events import AllocationTested, LeaderNamed, Slain
from pilein.rulesets.warstrike.pools import Fallen, Pool, fall_together, most_fallen, within_reach
from pilein.rulesets.warstrike.shares import Shares, first_of_each_kind, is_leader, kinds_of, name_of
from pilein.rulesets.warstrike.state import DEFENSIVE, MELEE, NOBODY, Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.suppression import taking_markers

Models = tuple[int, ...]
Options = tuple[Models, ...]
TWO = 2  # number of sixes in an allocation test
PICKS = ("WS-AL-04", "WS-AL-05", "WS-AL-06")  # by the number of sixes
CAUSES = ("by defensive fire", "by shooting", "in melee")
SENTENCES = ("WS-DF-10", "WS-SH-02", "WS-RM-01")  # selections of models to remove


@clause(Step.FALL)
def fall(battle: Battle, table: Table, unit: int, by: int, kind: int, kills: int) -> Battle:
    """One model is removed per casualty. If only some of the eligible models are removed, a player chooses them.

    WS-RM-02. Casualties beyond the number of models engaged with the striking unit remove no unengaged models.
    """
    falling = may_fall(battle, table, unit, by, kind)
    surplus = kills - len(falling)
    if kind == MELEE and surplus > 0:
        battle = _torn_apart(battle, table, unit, surplus)
        if not table.holds("WS-RM-02"):
            falling = battle.models(unit)
    if kills >= len(falling):
        table.then(Step.TAKE_OFF, unit, by, kind, *falling)
    elif may_test(battle, table, unit, falling):
        table.then(Step.OFFER_ALLOCATION, unit, by, kind, kills)
    else:
        table.then(Step.CHOOSE_CASUALTIES, unit, by, kind, kills)
    return battle


def may_fall(battle: Battle, table: Table, unit: int, by: int, kind: int) -> tuple[int, ...]:
    """Models of a unit that may be removed as casualties of the attacks of unit `by` (WS-R-14, WS-R-15).

    In melee only models engaged with the striking unit are removed (WS-RM-01).
    """
    if kind == MELEE:
        return engaged_with(battle, table, unit, by) if table.holds("WS-RM-01") else battle.models(unit)
    if kind == DEFENSIVE:
        return battle.models(unit)
    return within_reach(pools_at(battle, unit)) if battle.is_on_table else unengaged(battle, table, unit)


def pools_at(battle: Battle, unit: int) -> tuple[Pool, ...]:
    """Pools of shots at a unit. There are none except for close-combat shooting on a table."""
    return tuple(pool for pool in battle.combat.pools if pool[0] == unit)


def _torn_apart(battle: Battle, table: Table, unit: int, surplus: int) -> Battle:
    """Give a unit with surplus casualties another marker (WS-RM-03). Under WS-R-28 `per-casualty` each surplus casualty
    adds a marker.
    """
    if not table.holds("WS-RM-03"):
        return battle
    markers = surplus if surplus > 1 and table.rule("WS-R-28") == "per-casualty" else table.number("WS-RM-03")
    return taking_markers(battle, table, unit, markers, "the surplus", "WS-RM-03")


def may_test(battle: Battle, table: Table, unit: int, falling: tuple[int, ...]) -> bool:
    """Whether the attacker may test to choose casualties and has a choice to make (WS-R-49)."""
    if not battle.is_on_table and len(first_of_each_kind(battle, falling)) == 1:
        return False
    reading = table.rule("WS-R-49")
    return reading == "default" or (reading == "per-half-cycle" and unit not in battle.combat.allocated)


@clause(Step.OFFER_ALLOCATION, "WS-AL-02")
def offer_allocation(battle: Battle, table: Table, unit: int, by: int, kind: int, kills: int) -> Battle:
    """WS-AL-02. The attacker may roll an allocation test to pick some casualties before the defender picks the
    remainder.
    """
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
    """WS-AL-03. The attacker rolls 2D6 against one enemy unit and picks models according to the number of sixes.

    WS-AL-07. The attacker may not choose an unengaged model or, in shooting, a model that may not be removed
    (WS-R-15).
    """
    dice = table.number("WS-AL-03.dice") if table.holds("WS-AL-03") else 0
    sixes = table.roll(Count(dice, table.number("WS-AL-03.score"), label="allocation test", by=battle.name(by)))
    table.tell(AllocationTested(unit=battle.name(unit), sixes=sixes, clause="WS-AL-03"))
    falling, models = may_fall(battle, table, unit, by, kind), battle.models(unit)
    if falling != models and not table.holds("WS-AL-07"):
        falling = models
    options = picks(battle, table, falling, kills, sixes)
    pools = pools_at(battle, unit)
    if pools:
        options = tuple(some for some in options if fall_together(pools, _inside(pools, some)))
    words = words_of_pick(battle.name(unit), sixes)
    labels = tuple(", ".join(name_of(battle, model) for model in some) or "nobody" for some in options)
    picked = table.choose(OneOf(battle.side(by), PICKS[min(sixes, TWO)], words, options, labels))
    table.then(Step.CHOOSE_CASUALTIES, unit, by, kind, kills - len(picked), *picked)
    return battle


def picks(battle: Battle, table: Table, falling: tuple[int, ...], kills: int, sixes: int) -> Options:
    """Selections of models that the attacker may choose after rolling `sixes` sixes, counting identical models once.

    With one six the attacker chooses the first casualty, but not the unit leader (WS-AL-05, WS-R-51). With two sixes
    the attacker chooses either the leader as the first casualty or up to two other models (WS-AL-06). They may not
    choose more models than there are casualties (WS-AL-08).
    """
    leaders = tuple(model for model in falling if is_leader(battle, model))
    others = kinds_of(battle, tuple(model for model in falling if model not in leaders))
    if sixes == 1 and table.holds("WS-AL-05"):
        return (*_selections(others, 1), ())
    if sixes < TWO or not table.holds("WS-AL-06"):
        return ((),)
    most = table.number("WS-AL-06")
    is_capped = kills < most and table.holds("WS-AL-08")
    sizes = range(min(most, kills) if is_capped else most, 1, -1)
    several = tuple(some for size in sizes for some in _selections(others, size))
    options = (*((leaders,) if leaders else ()), *several, *_selections(others, 1), ())
    if leaders and (kills >= TWO or not is_capped) and table.rule("WS-R-50") == "leader-plus-one":
        return (*options, *((*leaders, *some) for some in _selections(others, 1)))
    return options


def words_of_pick(name: str, sixes: int) -> str:
    """Question that asks the attacker to pick casualties."""
    many, number = ("s", f"{sixes} sixes") if sixes > 1 else ("", f"{sixes} six")
    return f"{name}: which model{many} does the attacker choose with {number}?"


def _selections(kinds: Options, number: int) -> Options:
    """All selections of `number` models, treating models of one kind as identical."""
    places = tuple(place for place, models in enumerate(kinds) for _ in models[:number])
    chosen = sorted(set(combinations(places, number)))
    return tuple(tuple(kinds[place][some[:here].count(place)] for here, place in enumerate(some)) for some in chosen)


@clause(Step.CHOOSE_CASUALTIES, "WS-AL-01", "WS-AL-04")
def choose_casualties(battle: Battle, table: Table, unit: int, by: int, kind: int, kills: int, *picked: int) -> Battle:
    """WS-AL-01, WS-AL-04. The defender chooses the remaining casualties, or all casualties if no six was rolled."""
    falling, pools = may_fall(battle, table, unit, by, kind), pools_at(battle, unit)
    left = tuple(model for model in falling if model not in picked)
    number = max(0, min(kills, len(left)))
    if len({models for _, models, killed in pools if killed}) > 1:
        chosen = _chosen_from_pools(battle, table, left, pools, number, picked)
    else:
        chosen = _chosen(battle, table, unit, left, number)
    table.then(Step.TAKE_OFF, unit, by, kind, *picked, *chosen)
    return battle


def _inside(pools: tuple[Pool, ...], models: Models) -> Models:
    reached = within_reach(pools)
    return tuple(model for model in models if model in reached)


def _chosen_from_pools(
    battle: Battle, table: Table, left: Models, pools: tuple[Pool, ...], number: int, picked: Models
) -> Models:
    """Choose casualties so that each model falls to a shot that may kill it (WS-R-15)."""
    unit = pools[0][0]
    labels = tuple(name_of(battle, model) for model in left)
    words = f"{battle.name(unit)}: which models are removed?"
    inside = _inside(pools, picked)
    number = min(number, most_fallen(pools) - len(inside))
    asked = Fallen(battle.side(unit), "WS-AL-01", words, left, number, labels, pools, inside)
    ways = [answer for _, answer in islice(asked.candidates(), 2)]
    chosen: Models = ways[0] if len(ways) == 1 else table.choose(asked)
    return chosen


def _chosen(battle: Battle, table: Table, unit: int, left: tuple[int, ...], number: int) -> tuple[int, ...]:
    if number in (0, len(left)):
        return left[:number]
    words, side = f"{battle.name(unit)}: which models are removed?", battle.side(unit)
    if battle.is_on_table:
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
    """The casualties are removed. All units hit by a volley lose their casualties before it is judged whether the
    combat is over (WS-R-47).
    """
    if not fallen:
        return battle
    credit_for_destroying(battle, table, unit, by, fallen)
    battle = removed(battle, table, unit, fallen, CAUSES[kind], SENTENCES[kind])
    if not any(kills for _, _, kills in battle.combat.suffered):
        look_at_once(battle, table)
    return battle


def removed(battle: Battle, table: Table, unit: int, fallen: tuple[int, ...], cause: str, clause_id: str) -> Battle:
    """Return a copy of the battle without the fallen models of a unit. If the leader fell, the unit has no leader
    (WS-R-52).
    """
    name, spots = battle.name(unit), battle.field.spots(fallen)
    models = fallen if battle.is_on_table else ()
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
    """WS-R-52 `new-leader`. The owner immediately names a new leader."""
    models = first_of_each_kind(battle, battle.models(unit))
    labels = tuple(name_of(battle, model) for model in models)
    words = f"{battle.name(unit)}: which model leads now?"
    leader = table.choose(OneOf(battle.side(unit), "WS-AL-01", words, models, labels))
    table.tell(LeaderNamed(unit=battle.name(unit), model=leader, clause="WS-AL-01"))
    return battle.having(unit, leader=leader)
