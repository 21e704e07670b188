"""Hits shared out among unlike models, and saved unit by unit (WS-MX)."""

from msgspec.structs import replace

from pilein.rulesets.warstrike.heads import Head
from pilein.rulesets.warstrike.rulebook import says
from pilein.rulesets.warstrike.shares import Shares
from pilein.rulesets.warstrike.state import Battle, Dealt, Hits

Numbers = tuple[int, ...]


def question(battle: Battle, heads: tuple[Head, ...], lot: Hits, before: Numbers) -> Shares:
    """How are these hits shared out, so many having been dealt to each head before?"""
    names = tuple(f"{battle.name(head.unit)} (Ar {head.Ar})" for head in heads)
    words = f"who takes {lot.count} hits of AP {lot.AP}, Str {lot.Str}?"
    least, most = bounds(tuple(head.models for head in heads), lot.count, before)
    return Shares(battle.side(heads[0].unit), "WS-MX-01", words, lot.count, names, least, most)


@says("WS-MX-01", without=lambda models, count, _before: ((0,) * len(models), (count,) * len(models)))
def bounds(models: Numbers, count: int, before: Numbers) -> tuple[Numbers, Numbers]:
    """WS-MX-01. No model bears more than one hit more than any other: the fewest and most that each head takes now."""
    each, over = divmod(sum(before) + count, sum(models))
    least = tuple(max(0, each * number - had) for number, had in zip(models, before, strict=True))
    most = tuple(each * number + min(number, over) - had for number, had in zip(models, before, strict=True))
    return least, most


@says("WS-MX-02", without=lambda dealt: tuple(replace(lot, unit=dealt[0].unit) for lot in dealt))
def kept_apart(dealt: tuple[Dealt, ...]) -> tuple[Dealt, ...]:
    """WS-MX-02. The saves of each unit are rolled together, and apart from those of others."""
    return tuple(sorted(dealt, key=lambda lot: lot.unit))
