"""Snap-Fire: shots without aim, as defensive fire and close-combat shooting use them (WS-R-14)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Score
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.comparative import EVEN, NEVER, Stat, comparative
from pilein.rulesets.warstrike.events import Shot
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.saves import killing_strength
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.volley import Attack


class Shots(Struct, frozen=True):
    """Shots of a volley with one weapon at one unit, in a row of like models."""

    foe: int
    weapon: str
    attack: Attack


def shots_of(
    battle: Battle, table: Table, models: tuple[int, ...], foe: int, takers: tuple[int, ...]
) -> Iterator[Shots]:
    """What these models shoot at a unit of which `takers` may be hit: weapon by weapon, in the order of the models."""
    if not takers:
        return
    evasion = max(battle.traits(taker).Ev for taker in takers)
    weapons = dict.fromkeys(weapon for model in models for weapon in battle.traits(model).ranged_weapons)
    for weapon in weapons:
        for model in models:
            traits = battle.traits(model)
            for _ in range(traits.ranged_weapons.count(weapon)):
                hit = score_to_shoot(table, traits, evasion)
                strength = killing_strength(table, traits, weapon)
                yield Shots(foe, weapon.name, Attack(rate_of(table, weapon), hit, weapon.AP, strength, takers))


def rate_of(table: Table, weapon: Weapon) -> int:
    """WS-R-14. One die for each weapon; `half-rate`: half its rate; `assault-full`: all, if it is for assault."""
    if weapon.rate == 1:
        return 1
    reading = table.rule("WS-R-14")
    if reading == "half-rate":
        return max(1, weapon.rate // 2)
    return weapon.rate if reading == "assault-full" and weapon.assault else 1


def score_to_shoot(table: Table, traits: Traits, evasion: int) -> Score:
    """WS-SH-02. Shots are resolved as in the Action Phase: BS against Ev (WS-R-14; `bs1`: a BS of 1)."""
    if not table.holds("WS-SH-02"):
        return Score(EVEN)
    skill = 1 if traits.BS != 1 and table.rule("WS-R-14") == "bs1" else traits.BS
    return comparative(table, Stat(skill), evasion)


def in_rows(shots: Iterator[Shots]) -> tuple[Shots, ...]:
    """Like shots that follow each other as one: their dice fall in the same order."""
    rows: list[Shots] = []
    for one in shots:
        if rows and replace(rows[-1], attack=replace(rows[-1].attack, dice=one.attack.dice)) == one:
            dice = rows[-1].attack.dice + one.attack.dice
            rows[-1] = replace(one, attack=replace(one.attack, dice=dice))
        else:
            rows.append(one)
    return tuple(rows)


def tell_shots(battle: Battle, table: Table, unit: int, rows: tuple[Shots, ...], clause: str) -> None:
    """Say who has shot at whom."""
    for row in rows:
        need = row.attack.hit.need if row.attack.hit.weight else NEVER
        table.tell(
            Shot(
                unit=battle.name(unit),
                foe=battle.name(row.foe),
                weapon=row.weapon,
                shots=row.attack.dice,
                need=need,
                clause=clause,
            )
        )
