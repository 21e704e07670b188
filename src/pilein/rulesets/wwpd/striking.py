"""Rules for rolling to hit: the number of dice for each target, and whether all dice of the Melee form a single roll
(WW-RS-02, WW-RS-08).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events import Hit, Struck
from pilein.rulesets.wwpd.exchanges import Against, Crowd, Exchange
from pilein.rulesets.wwpd.involved import in_order, in_order_struck, involved, may_be_hit, rolls_first, striker_of
from pilein.rulesets.wwpd.losing import mark_of, score_to_hit, scores, taken_off, then_shaken
from pilein.rulesets.wwpd.profile import Weapon
from pilein.rulesets.wwpd.re_rolls import GroupedSuccesses, Throw
from pilein.rulesets.wwpd.state import Battle, Melee, Pool
from pilein.rulesets.wwpd.steps import Step, clause

UNHARMED = (False, 0)


@clause(Step.STRIKE)
def strike(battle: Battle, table: Table) -> Battle:
    """The dice of a Melee are prepared, and are rolled at once if no decision interrupts them."""
    throws, pools = _throws(battle, table)
    if not throws:
        return replace(battle, melee=None)
    battle = battle.fighting(throws=throws, pools=pools, aims=())
    exchange, struck = _exchange(battle, table)
    if exchange is not None:
        table.then(Step.EXCHANGE_ATTACKS)
        crowds = tuple(may_be_hit(battle, table, unit) if unit in struck else () for unit in _all_units(battle))
        return battle.fighting(exchange=exchange, struck=struck, crowds=crowds)
    table.then(Step.ROLL_TO_HIT)
    for unit in _in_order_of_allocating(battle, table, tuple(dict.fromkeys(pool.foe for pool in pools))):
        table.then(Step.ALLOCATE, unit)
    table.then(Step.ROLL_WOUNDS)
    return battle.fighting(dealt=((),) * len(battle.statuses))


def _in_order_of_allocating(battle: Battle, table: Table, units: tuple[int, ...]) -> tuple[int, ...]:
    """Return the order in which hits on struck units are allocated, by the active player and then by the opponent
    (WW-R-39).
    """
    own_first = in_order(battle, units)
    is_struck_from_both_sides = len({battle.side(unit) for unit in units}) > 1
    if is_struck_from_both_sides and table.rule("WW-R-20") == "attacker-allocates":
        return in_order_struck(battle, units)
    return own_first


@clause(Step.EXCHANGE_ATTACKS)
def exchange_attacks(battle: Battle, table: Table) -> Battle:
    """All dice of a Melee are rolled together, stage by stage, because the models in each target are identical and
    there are no choices to make.
    """
    fight = battle.fight
    for unit in sorted(fight.struck):
        table.then(Step.SUFFER_ATTACKS, unit)
    then_shaken(table, fight.struck)
    outcome = dict(zip(fight.struck, table.roll(fight.exchange), strict=True))  # type: ignore[arg-type]
    return battle.fighting(suffered=tuple(outcome.get(unit, UNHARMED) for unit in _all_units(battle)))


@clause(Step.SUFFER_ATTACKS)
def suffer_attacks(battle: Battle, table: Table, unit: int) -> Battle:
    """A unit suffers the results of the dice."""
    fight = battle.fight
    models, (is_marked, fallen) = fight.crowds[unit], fight.suffered[unit]
    battle = taken_off(battle, table, tuple((model, 1) for model in models[:fallen]))
    suffered = (*fight.suffered[:unit], UNHARMED, *fight.suffered[unit + 1 :])
    return battle.fighting(suffered=suffered).wounding(unit, (is_marked, ()))


@clause(Step.ROLL_TO_HIT)
def roll_to_hit(battle: Battle, table: Table) -> Battle:
    """WW-R-39. Both sides roll to hit. The dice of the side that rolls first come first."""
    fight = battle.fight
    counts = table.roll(GroupedSuccesses(fight.throws, len(fight.pools), "hit", _throwers(battle)))
    pools = tuple(replace(pool, hits=count) for pool, count in zip(fight.pools, counts, strict=True))
    for foe in dict.fromkeys(pool.foe for pool in pools):
        total = sum(pool.hits for pool in pools if pool.foe == foe)
        table.tell(Hit(unit=battle.unit(foe).name, count=total, clause="WW-RS-02"))
    return battle.fighting(pools=pools, throws=())


def _throwers(battle: Battle) -> tuple[str, ...]:
    """Names of the strikers that roll to hit, one for each throw."""
    return tuple(striker_of(battle, battle.fight.pools[throw.group].foe) for throw in battle.fight.throws)


def _throws(battle: Battle, table: Table) -> tuple[tuple[Throw, ...], tuple[Pool, ...]]:
    """Dice to hit, in order (WW-R-39), with identical consecutive throws merged, and the pools in order of their first
    striker.

    Each player rolls a number of dice equal to the total Rate of Attacks of their models in the Melee (WW-RS-02).
    Rolls are combined only if both players agree. As the players are never asked, different weapons stay separate
    (WW-RS-08).
    """
    sides = rolls_first(battle)
    aims = sorted((sides.index(battle.setup.side_of(model)), model, foe) for model, foe in battle.fight.aims)
    skills = {foe: _best_skill(battle, table, foe) for foe in dict.fromkeys(foe for _, _, foe in aims)}
    pools: dict[Pool, int] = {}
    throws: list[Throw] = []
    told: dict[tuple[int, int, str, int], int] = {}
    for turn, model, foe in aims:
        traits = battle.traits(model)
        if traits.rate and table.holds("WW-RS-02"):
            weapon = traits.weapon if table.holds("WW-RS-08") else Weapon("all alike")
            group = pools.setdefault(Pool(foe, weapon), len(pools))
            need = score_to_hit(table, traits.skill, skills[foe])
            _add(throws, Throw(traits.rate, need, group, turn))
            key = (battle.unit_of(model), foe, traits.weapon.name, need)
            told[key] = told.get(key, 0) + traits.rate
    _tell(battle, table, told)
    return tuple(throws), tuple(pools)


def _best_skill(battle: Battle, table: Table, foe: int) -> int:
    """Best skill among the involved models in a struck unit (WW-R-01)."""
    return max(battle.traits(model).skill for model in involved(battle, table, foe))


def _add(throws: list[Throw], throw: Throw) -> None:
    """Add a throw, merging it with the last throw if the two differ only in their number of dice."""
    if throws and replace(throws[-1], dice=throw.dice) == throw:
        throw = replace(throw, dice=throws.pop().dice + throw.dice)
    throws.append(throw)


def _tell(battle: Battle, table: Table, told: dict[tuple[int, int, str, int], int]) -> None:
    for (unit, foe, weapon, need), dice in told.items():
        names = battle.unit(unit).name, battle.unit(foe).name
        table.tell(Struck(unit=names[0], foe=names[1], weapon=weapon, attacks=dice, hit=need, clause="WW-RS-02"))


def _all_units(battle: Battle) -> range:
    return range(len(battle.statuses))


def _exchange(battle: Battle, table: Table) -> tuple[Exchange | None, tuple[int, ...]]:
    """Return the whole Melee as a single roll, and the units struck, or None and () if a decision
    interrupts the dice.
    """
    fight = battle.fight
    if battle.is_on_table or _is_dealt_or_spilt_otherwise(table):
        return None, ()
    foes = in_order_struck(battle, tuple(dict.fromkeys(pool.foe for pool in fight.pools)))
    crowds = tuple(may_be_hit(battle, table, foe) for foe in foes)
    if not all(_are_alike(battle, models) for models in crowds):
        return None, ()
    sides = rolls_first(battle)
    against = tuple(
        Against(foes.index(pool.foe), *scores(table, pool.weapon, battle.traits(crowds[foes.index(pool.foe)][0])))
        for pool in fight.pools
    )
    struck = tuple(
        Crowd(len(models), mark_of(battle, table, foe), 1 - sides.index(battle.side(foe)))
        for foe, models in zip(foes, crowds, strict=True)
    )
    if _may_be_dealt_otherwise(fight, against, struck):
        return None, ()
    strikers = tuple(striker_of(battle, foe) for foe in foes)
    names = tuple(battle.unit(foe).name for foe in foes)
    return Exchange(fight.throws, against, struck, "blows", _throwers(battle), strikers, names), foes


def _may_be_dealt_otherwise(fight: Melee, against: tuple[Against, ...], struck: tuple[Crowd, ...]) -> bool:
    """Whether the allocation of hits may matter (WW-RS-03).

    It may matter if a crowd takes different kinds of hits and possibly more hits than it has models.
    """
    for crowd, one in enumerate(struck):
        groups = [group for group, other in enumerate(against) if other.crowd == crowd]
        if len({(against[group].wound, against[group].save) for group in groups}) > 1:
            dice = sum(throw.dice for throw in fight.throws if throw.group in groups)
            if dice > one.heads:
                return True
    return False


def _are_alike(battle: Battle, models: Iterable[int]) -> bool:
    """Whether models are of one kind with a single Wound each, so that it does not matter which models are struck."""
    kinds = {battle.setup.kind_of[model] for model in models}
    return len(kinds) == 1 and battle.setup.kinds[min(kinds)].traits.wounds == 1


def _is_dealt_or_spilt_otherwise(table: Table) -> bool:
    return table.rule("WW-R-20") == "random" or table.rule("WW-R-23") == "spill-over"
