"""Hits are shared out among unlike models, saved unit by unit, and rolled to kill (WS-MX, WS-SV, WS-KL)."""

from collections import Counter

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.barrages import Score
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.shares import Shares
from pilein.rulesets.warstrike.skill import NEVER, Stat, adjusted, comparative
from pilein.rulesets.warstrike.state import Battle, Hits

SIX = 6
Armour = tuple[int, int]  # Ar, To
Numbers = tuple[int, ...]


class Head(Struct, frozen=True):
    """Models of a unit with the same Ar and To, interchangeable when hits are shared out, and their number."""

    unit: int
    Ar: int
    To: int
    models: int


def heads_of(battle: Battle, table: Table, takers: tuple[int, ...]) -> tuple[Head, ...]:
    """WS-R-24. The heads among some models, in the order of units: each with its own Ar, unless ruled otherwise."""
    heads: list[Head] = []
    for unit in sorted({battle.setup.unit_of[model] for model in takers}):
        mine = [battle.traits(model) for model in takers if battle.setup.unit_of[model] == unit]
        votes = Counter((traits.Ar, traits.To) for traits in mine)
        if len(votes) > 1:
            votes = _read(votes, table.rule("WS-R-24"))
        heads += [Head(unit, armour, toughness, count) for (armour, toughness), count in sorted(votes.items())]
    return tuple(heads)


def _read(votes: Counter[Armour], reading: str) -> Counter[Armour]:
    """`majority`: all as most of them, of equals the better; `best`: all as the best."""
    if reading == "default":
        return votes
    most = max(votes.values()) if reading == "majority" else 0
    chosen = max(armour for armour, count in votes.items() if count >= most)
    return Counter({chosen: sum(votes.values())})


def question(battle: Battle, table: Table, heads: tuple[Head, ...], hits: Hits, before: Numbers) -> Shares:
    """WS-MX-01. The question how these hits are shared out, given the hits already dealt to each head.

    No model takes more than one hit more than any other; without this sentence each may take any number.
    """
    names = tuple(f"{battle.name(head.unit)} (Ar {head.Ar})" for head in heads)
    words = f"which models take {hits.count} hits of AP {hits.AP}, Str {hits.Str}?"
    least, most = (0,) * len(heads), (hits.count,) * len(heads)
    if len(heads) > 1 and table.holds("WS-MX-01"):
        least, most = _evenly(tuple(head.models for head in heads), hits.count, before)
    return Shares(battle.side(heads[0].unit), "WS-MX-01", words, hits.count, names, least, most)


def _evenly(models: Numbers, count: int, before: Numbers) -> tuple[Numbers, Numbers]:
    """The fewest and the most hits that each head takes now."""
    each, over = divmod(sum(before) + count, sum(models))
    least = tuple(max(0, each * number - had) for number, had in zip(models, before, strict=True))
    most = tuple(each * number + min(number, over) - had for number, had in zip(models, before, strict=True))
    return least, most


def save_score(table: Table, armour: int, piercing: int) -> Score:
    """WS-SV-01. The defender rolls one armour save for each hit.

    WS-SV-02. A save is a comparative test of the defending model's Ar against the AP of the weapon (WS-R-25).
    """
    if not table.holds("WS-SV-01"):
        return Score(NEVER)
    even = table.number("WS-SV-02")
    return comparative(table, Stat(armour), piercing, even) if table.holds("WS-SV-02") else Score(even)


def toughness_test(table: Table, toughness: int, strength: int) -> tuple[int, int]:
    """What makes a failed save a casualty: (dice, what each of them may show); with no dice it always is one.

    WS-KL-01. Without a To each failed save causes one casualty. WS-KL-02. With a To a Toughness test must be passed.
    WS-KL-03, WS-KL-04. All To dice of a test, thrown by itself, show Str or less; without either sentence it is one
    die. WS-R-26 `six-fails`: a 6 is never low enough.
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
    """WS-KL-05. Str and the weapon's Str+ are added up before the roll to kill (WS-R-02)."""
    if weapon.ranged and weapon.firepower:
        return weapon.firepower
    if not weapon.Str or not table.holds("WS-KL-05"):
        return traits.Str
    stat = adjusted(table, traits.Str, weapon.Str)
    return stat.value + stat.on_die
