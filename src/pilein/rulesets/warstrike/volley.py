"""Volleys: the attacks that a unit makes together are rolled to hit, and the resulting hits are dealt out, saved, and
rolled to kill (WS-R-60).
"""

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.barrages import Barrage, BarrageOutcome, Burst, Lot, Score
from pilein.rulesets.warstrike.barrages import Suffered as Outcome
from pilein.rulesets.warstrike.casualties import may_fall
from pilein.rulesets.warstrike.events import Suffered
from pilein.rulesets.warstrike.pools import Pool, most_fallen
from pilein.rulesets.warstrike.saves import Head, heads_of, question, save_score, toughness_test
from pilein.rulesets.warstrike.state import MELEE, SHOOTING, Battle, Dealt, Hits
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.suppression import failing_a_save, taking_hits

LABELS = ("defensive fire", "shooting", "melee")
SURE = Score(1)
SENTENCES = ("WS-DF-10", "WS-SH-02", "WS-ME-07")  # by which hits are taken
UNHARMED = (0, False, 0)


class Attack(Struct, frozen=True):
    """Identical attacks, with their dice, score to hit, AP and Str, and the models that may take the hits."""

    dice: int
    hit: Score
    AP: int
    Str: int
    takers: tuple[int, ...]


class Volley(Struct, frozen=True):
    """Attacks of a unit and their kind: DEFENSIVE, SHOOTING or MELEE."""

    by: int
    kind: int


def roll_volley(battle: Battle, table: Table, volley: Volley, attacks: tuple[Attack, ...]) -> Battle:
    """Roll all dice of a volley together. If hits may go to different models, roll only the dice to hit."""
    attacks = tuple(attack for attack in attacks if attack.dice and attack.hit.weight)
    if not attacks:
        return battle
    heads = [heads_of(battle, table, attack.takers) for attack in attacks]
    if all(len(mine) == 1 for mine in heads):
        pools = [_pool(battle, volley.kind, attack.takers) for attack in attacks]
        lots = tuple(_dealt(one, mine[0], 0, pool) for one, mine, pool in zip(attacks, heads, pools, strict=True))
        bursts = tuple((attack.dice, attack.hit) for attack in attacks)
        return _resolved(battle.stirring(), table, volley, lots, bursts)
    each = tuple(Lot(place, SURE) for place in range(len(attacks)))
    bursts_to_hit = tuple(Burst(attack.dice, attack.hit, place) for place, attack in enumerate(attacks))
    outcome = table.roll(
        Barrage(bursts_to_hit, each, (0,) * len(each), label=LABELS[volley.kind], by=battle.name(volley.by))
    )
    table.then(Step.DEAL, volley.by, volley.kind, 0)
    return battle.stirring().fighting(hits=_gathered(attacks, tuple(hits for hits, _, _ in outcome)))


@clause(Step.DEAL)
def deal(battle: Battle, table: Table, by: int, kind: int, place: int) -> Battle:
    """The defender allocates hits group by group, highest AP first and then highest Str (WS-R-21)."""
    if place == len(battle.combat.hits):
        table.then(Step.SAVE_DEALT, by, kind)
        return battle
    lot = battle.combat.hits[place]
    heads = heads_of(battle, table, lot.takers, battle.combat.hits)
    asked = question(battle, table, heads, lot, tuple(_earlier_hits(battle, head) for head in heads))
    shares = next(asked.candidates())[1] if asked.is_settled else table.choose(asked)
    pool = _pool(battle, kind, lot.takers)
    new = tuple(_dealt(lot, head, share, pool) for head, share in zip(heads, shares, strict=True) if share)
    table.then(Step.DEAL, by, kind, place + 1)
    return battle.fighting(dealt=(*battle.combat.dealt, *new))


@clause(Step.SAVE_DEALT)
def save_dealt(battle: Battle, table: Table, by: int, kind: int) -> Battle:
    """WS-MX-02. Saves are rolled together for each unit, and separately from the saves of other units."""
    lots = tuple(sorted((replace(lot, open_to=()) for lot in battle.combat.dealt), key=lambda lot: lot.unit))
    if len({lot.unit for lot in lots}) > 1 and not table.holds("WS-MX-02"):
        lots = tuple(replace(lot, unit=battle.combat.dealt[0].unit) for lot in lots)
    battle = battle.fighting(hits=(), dealt=())
    return _resolved(battle, table, Volley(by, kind), lots, tuple((lot.count, SURE) for lot in lots))


def _resolved(
    battle: Battle, table: Table, volley: Volley, lots: tuple[Dealt, ...], bursts: tuple[tuple[int, Score], ...]
) -> Battle:
    """Prepare the dice of a volley. Saves and tests are ordered unit by unit, and identical hits are kept together."""
    if not lots:
        return battle
    targets = tuple(sorted({(lot.unit, lot.pool) for lot in lots}))
    units = tuple(dict.fromkeys(unit for unit, _ in targets))
    alike = tuple(replace(lot, count=0) for lot in lots)
    order = tuple(sorted(dict.fromkeys(alike), key=lambda lot: (lot.unit, -lot.AP, -lot.Str)))
    dice = sum(number for number, _ in bursts)
    barrage = Barrage(
        tuple(Burst(number, hit, order.index(lot)) for lot, (number, hit) in zip(alike, bursts, strict=True)),
        tuple(_lot(table, lot, targets.index((lot.unit, lot.pool))) for lot in order),
        tuple(len(pool) or _cap(battle, table, unit, volley, dice) for unit, pool in targets),
        label=LABELS[volley.kind],
        by=battle.name(volley.by),
        on=tuple(battle.name(unit) for unit, _ in targets),
    )
    table.then(Step.THROW, volley.by, volley.kind, *units)
    return battle.fighting(barrage=barrage, pools=tuple((unit, pool, 0) for unit, pool in targets if pool))


def _pool(battle: Battle, kind: int, takers: tuple[int, ...]) -> tuple[int, ...]:
    """Models near enough to a pool's firers to fall to close-combat shooting on a table (WS-R-15)."""
    return takers if kind == SHOOTING and battle.is_on_table else ()


def _lot(table: Table, lot: Dealt, target: int) -> Lot:
    dice, most = toughness_test(table, lot.To, lot.Str)
    return Lot(target, save_score(table, lot.Ar, lot.AP), dice, most)


def _cap(battle: Battle, table: Table, unit: int, volley: Volley, dice: int) -> int:
    """Number of casualties that matter: the number that can be removed, plus one in melee for the surplus (WS-R-28)."""
    falling = len(may_fall(battle, table, unit, volley.by, volley.kind))
    if volley.kind != MELEE:
        return falling
    return dice if dice > falling and table.rule("WS-R-28") == "per-casualty" else falling + 1


@clause(Step.THROW)
def throw(battle: Battle, table: Table, by: int, kind: int, *units: int) -> Battle:
    """The dice of a volley are rolled. Each unit then suffers the results and loses its casualties."""
    barrage = battle.combat.barrage
    assert barrage is not None, "dice are laid out before they are thrown"
    for unit in units:
        table.then(Step.SUFFER, unit, by, kind)
    for unit in units:
        table.then(Step.TAKE_CASUALTIES, unit, by, kind)
    results, pools = table.roll(barrage), battle.combat.pools
    if pools:
        pools = tuple((unit, pool, one[-1]) for (unit, pool, _), one in zip(pools, results, strict=True))
        outcome = {unit: _joined(results, pools, unit) for unit in units}
    else:
        outcome = dict(zip(units, results, strict=True))
    suffered = tuple(outcome.get(unit, UNHARMED) for unit in range(len(battle.statuses)))
    return battle.fighting(barrage=None, suffered=suffered, pools=pools)


def _joined(results: BarrageOutcome, pools: tuple[Pool, ...], unit: int) -> Outcome:
    """Return the hits on a unit, whether any of its saves failed, and its casualties, added up over all pools."""
    mine = [one for one, (target, _, _) in zip(results, pools, strict=True) if target == unit]
    kills = most_fallen(tuple(pool for pool in pools if pool[0] == unit))
    return sum(hits for hits, _, _ in mine), any(failed for _, failed, _ in mine), kills


@clause(Step.SUFFER)
def suffer(battle: Battle, table: Table, unit: int, by: int, kind: int) -> Battle:
    """A unit counts the hits of a volley and, if a save failed, takes its marker for the first failed save."""
    hits, failed, kills = battle.combat.suffered[unit]
    table.tell(Suffered(unit=battle.name(unit), hits=hits, casualties=kills, clause=SENTENCES[kind]))
    battle = _noted(battle, table, unit, by) if hits else battle
    battle = taking_hits(battle, table, unit, hits)
    return failing_a_save(battle, table, unit) if failed else battle


@clause(Step.TAKE_CASUALTIES)
def take_casualties(battle: Battle, table: Table, unit: int, by: int, kind: int) -> Battle:
    """The unit loses its casualties from the volley, unless another unit's casualties have ended the combat
    (WS-R-47).
    """
    if battle.fight is None:
        return battle
    kills = battle.combat.suffered[unit][-1]
    if kills:
        table.then(Step.FALL, unit, by, kind, kills)
    suffered = tuple(UNHARMED if one == unit else other for one, other in enumerate(battle.combat.suffered))
    return battle.fighting(suffered=suffered)


def _noted(battle: Battle, table: Table, unit: int, by: int) -> Battle:
    """Record the units hit in this half-cycle, each with the unit that hit it (WS-R-30 `hitters-only`)."""
    if table.rule("WS-R-30") != "hitters-only":
        return battle
    return battle.fighting(hitters=tuple(sorted({*battle.combat.hitters, (unit, by)})))


def _gathered(attacks: tuple[Attack, ...], hits: tuple[int, ...]) -> tuple[Hits, ...]:
    """Merge identical hits, sorted by highest AP, then highest Str, then fewest models that may take the hits."""
    lots: dict[Hits, int] = {}
    for attack, count in zip(attacks, hits, strict=True):
        like = Hits(0, attack.AP, attack.Str, attack.takers)
        lots[like] = lots.get(like, 0) + count
    ordered = sorted(lots, key=lambda lot: (-lot.AP, -lot.Str, len(lot.takers)))
    return tuple(replace(lot, count=lots[lot]) for lot in ordered if lots[lot])


def _earlier_hits(battle: Battle, head: Head) -> int:
    """Number of hits dealt so far to models of a head."""
    look = head.unit, head.Ar, head.To, head.open_to
    return sum(one.count for one in battle.combat.dealt if (one.unit, one.Ar, one.To, one.open_to) == look)


def _dealt(hits: Attack | Hits, head: Head, count: int, pool: tuple[int, ...]) -> Dealt:
    return Dealt(head.unit, count, hits.AP, hits.Str, head.Ar, head.To, pool, head.open_to)
