"""Saves: hits are shared among models that differ, saves are rolled unit by unit, and unsaved hits are rolled to kill
(WS-MX, WS-SV, WS-KL).
"""

from collections import Counter

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.barrages import Score
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.shares import Shares
from pilein.rulesets.warstrike.skill import NEVER, Stat, adjusted, comparative
from pilein.rulesets.warstrike.state import Battle, Fight, Hits

SIX = 6
Numbers = tuple[int, ...]


class Head(Struct, frozen=True):
    """Models of a unit with the same Ar and To, which are interchangeable when hits are shared out.

    `open_to` holds the numbers of the hit groups in the volley that these models may take. It is used only if models
    differ in the groups they may take.
    """

    unit: int
    Ar: int
    To: int
    models: tuple[int, ...]
    open_to: Numbers = ()


def heads_of(battle: Battle, table: Table, takers: tuple[int, ...], lots: tuple[Hits, ...] = ()) -> tuple[Head, ...]:
    """Group models into heads, unit by unit. Each head has its own Ar, unless WS-R-24 prescribes a shared value."""
    differ = any(lot.takers != takers for lot in lots)
    heads: list[Head] = []
    for unit in sorted({battle.setup.unit_of[model] for model in takers}):
        mine = {model: battle.traits(model) for model in takers if battle.setup.unit_of[model] == unit}
        same = _same_armour(Counter(traits.Ar for traits in mine.values()), table)
        groups: dict[tuple[int, int, Numbers], Numbers] = {}
        for model, traits in mine.items():
            open_to = tuple(place for place, lot in enumerate(lots) if model in lot.takers) if differ else ()
            look = traits.Ar if same is None else same, traits.To, open_to
            groups[look] = (*groups.get(look, ()), model)
        heads += [Head(unit, *look[:2], models, look[2]) for look, models in sorted(groups.items())]
    return tuple(heads)


def _same_armour(votes: Counter[int], table: Table) -> int | None:
    """Ar that all models count as having under WS-R-24, or None if each model uses its own Ar.

    Under `majority` it is the most common value, or the better value if two are tied. Under `best` it is the best
    value.
    """
    reading = table.rule("WS-R-24") if len(votes) > 1 else "default"
    if reading == "default":
        return None
    most = max(votes.values()) if reading == "majority" else 0
    return max(armour for armour, count in votes.items() if count >= most)


def question(battle: Battle, table: Table, heads: tuple[Head, ...], hits: Hits, before: Numbers) -> Shares:
    """Question that asks how hits are shared out, given the hits already dealt to each head (WS-MX-01).

    No model takes a second hit before every other model has taken one, and likewise for further hits. Without
    WS-MX-01 a model may take any number of hits.
    """
    names = tuple(f"{battle.name(head.unit)} ({_in_words(head, heads)})" for head in heads)
    words = f"which models take {hits.count} hits of AP {hits.AP}, Str {hits.Str}?"
    least, most = (0,) * len(heads), (hits.count,) * len(heads)
    if len(heads) > 1 and table.holds("WS-MX-01"):
        least, most = _evenly(tuple(len(head.models) for head in heads), hits.count, before)
    return Shares(battle.side(heads[0].unit), "WS-MX-01", words, hits.count, names, least, most)


def _in_words(head: Head, heads: tuple[Head, ...]) -> str:
    """Describe a head, as distinct from the other heads of its unit, by its Ar and, if needed, by its To and its
    models.
    """
    like = [other for other in heads if (other.unit, other.Ar) == (head.unit, head.Ar)]
    words = [f"Ar {head.Ar}"]
    if len({other.To for other in like}) > 1:
        words.append(f"To {head.To}" if head.To else "no To")
    if sum(other.To == head.To for other in like) > 1:
        words += [f"model {model}" for model in head.models]
    return ", ".join(words)


def _evenly(models: Numbers, count: int, before: Numbers) -> tuple[Numbers, Numbers]:
    """Minimum and maximum number of hits that each head takes now, if hits go first to models with the fewest."""
    loads = [_spread(number, had) for number, had in zip(models, before, strict=True)]
    level = 0
    while sum(max(0, level + 1 - load) for each in loads for load in each) <= count:
        level += 1
    least = tuple(sum(max(0, level - load) for load in each) for each in loads)
    over = count - sum(least)
    most = tuple(few + min(over, sum(load <= level for load in each)) for few, each in zip(least, loads, strict=True))
    return least, most


def _spread(models: int, hits: int) -> list[int]:
    """Number of hits on each of several identical models that share the hits evenly."""
    each, over = divmod(hits, models)
    return [each + (number < over) for number in range(models)]


def lot_in_hand(fight: Fight) -> int:
    """Index of the hit group to be dealt next, or the number of groups if all have been dealt."""
    done = sum(one.count for one in fight.dealt)
    for place, lot in enumerate(fight.hits):
        if not done:
            return place
        done -= lot.count
    return len(fight.hits)


def save_score(table: Table, armour: int, piercing: int) -> Score:
    """Score needed for an armour save, rolled for each hit (WS-SV-01). It tests Ar against the weapon's AP (WS-SV-02,
    WS-R-25).
    """
    if not table.holds("WS-SV-01"):
        return Score(NEVER)
    even = table.number("WS-SV-02")
    return comparative(table, Stat(armour), piercing, even) if table.holds("WS-SV-02") else Score(even)


def toughness_test(table: Table, toughness: int, strength: int) -> tuple[int, int]:
    """Return the test that turns a failed save into a casualty, as (number of dice, highest face that passes). With no
    dice every failed save kills.

    For a model without a To each failed save causes one casualty (WS-KL-01); for a model with a To a Toughness test
    must be passed (WS-KL-02). The number of dice is the To, and all of them must show Str or less (WS-KL-03,
    WS-KL-04). Under WS-R-26 `six-fails` a 6 never passes.
    """
    if not toughness:
        return (0 if table.holds("WS-KL-01") else 1), strength
    if not table.holds("WS-KL-02"):
        return 0, strength
    dice = toughness if table.holds("WS-KL-03") else 1
    if dice > 1 and not table.holds("WS-KL-04"):
        dice = 1
    if strength >= SIX and table.rule("WS-R-26") == "six-fails":
        return dice, SIX - 1
    return dice, strength


def killing_strength(table: Table, traits: Traits, weapon: Weapon) -> int:
    """Bearer's Str plus the weapon's Str+, calculated before the roll to kill (WS-KL-05, WS-R-02)."""
    if weapon.ranged and weapon.firepower:
        return weapon.firepower
    if not weapon.Str or not table.holds("WS-KL-05"):
        return traits.Str
    stat = adjusted(table, traits.Str, weapon.Str)
    return stat.value + stat.on_die
