"""Who takes the hits of a volley: models that save and withstand alike, unit by unit (WS-R-24)."""

from collections import Counter

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.state import Battle

Armour = tuple[int, int]  # Ar, To


class Head(Struct, frozen=True):
    """Models of a unit with the same Ar and To among whom it does not matter who takes a hit; so many of them."""

    unit: int
    Ar: int
    To: int
    models: int


def heads_of(battle: Battle, table: Table, takers: tuple[int, ...]) -> tuple[Head, ...]:
    """WS-R-24. The heads among some models, in the order of units: each with its own Ar, unless another reading."""
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
