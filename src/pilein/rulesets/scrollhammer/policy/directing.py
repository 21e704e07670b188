"""Policy for splitting attacks over weapons, enemy units and Initiative steps (SH-WP, SH-MU-04)."""

from collections.abc import Iterator
from math import fsum

from pilein.kernel.requests import Answer, OneOf, Split, first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import locked_with
from pilein.rulesets.scrollhammer.fight.directing import Strikers, arms, name_of_kind, strikers
from pilein.rulesets.scrollhammer.initiative import kinds_of, step_of, strikes_at
from pilein.rulesets.scrollhammer.policy.attacks import Head, worth_of, worths_of, wounds_left
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from pilein.rulesets.scrollhammer.policy.tie_breaks import View, middle, view_of
from pilein.rulesets.scrollhammer.state import Battle

Worths = tuple[tuple[Head, float], ...]


def split_of_attacks(battle: Battle, choice: Split) -> Answer:
    """Use the best weapon on the unit that suffers most, until that unit can be expected to be dead (SH-WP-04,
    SH-MU-04).
    """
    table = preview_table(battle)
    for group in _groups_asked(battle, table, choice):
        worths = worths_of(battle, table, group)
        if _labels(battle, table, group.kind, worths) == choice.among:
            shares = _shares(battle, table, group, worths, choice.total)
            return tuple(shares.get(head, 0) for head, _ in worths)
    return first(choice)


def split_by_speed(battle: Battle, choice: Split) -> Answer:
    """Put all attacks into the step of the most effective weapon (SH-R-46)."""
    best = _best_step(battle, choice.side, choice.among)
    return tuple(choice.total if place == best else 0 for place in range(len(choice.among)))


def step_of_bonus(battle: Battle, choice: OneOf) -> Answer:
    """Put the bonus attacks into the step of the most effective weapon (SH-R-46)."""
    return choice.options[_best_step(battle, choice.side, choice.labels)]


def _shares(battle: Battle, table: Table, group: Strikers, worths: Worths, total: int) -> dict[Head, int]:
    """Distribute attacks over weapons and enemy units. The best target comes first. Once it has enough attacks, the
    next best target follows.
    """
    unit = battle.setup.kinds[group.kind].unit
    shares: dict[Head, int] = {}
    left = total
    for head, worth in _best_of_each_foe(battle, unit, worths):
        wanted = _attacks_to_kill(battle, table, head[1], worth)
        shares[head] = min(left, wanted)
        left -= shares[head]
    if left:
        best = max(worths, key=lambda pair: pair[1])[0]
        shares[best] = shares.get(best, 0) + left
    return shares


def _best_of_each_foe(battle: Battle, unit: int, worths: Worths) -> Worths:
    view = view_of(battle, unit)
    best: dict[int, tuple[Head, float]] = {}
    for head, worth in worths:
        if head[1] not in best or worth > best[head[1]][1]:
            best[head[1]] = (head, worth)
    return tuple(sorted(best.values(), key=lambda pair: (-pair[1], *_seen(battle, view, pair[0][1]), pair[0])))


def _attacks_to_kill(battle: Battle, table: Table, foe: int, worth: float) -> int:
    """Expected number of further attacks needed to kill a unit, beyond the attacks already declared."""
    if worth <= 0:
        return 0
    wounds = wounds_left(battle, foe) - _declared_on(battle, table, foe)
    return max(0, -int(-wounds // worth))


def _declared_on(battle: Battle, table: Table, foe: int) -> float:
    declared = [one for one in battle.combat.exchange.declared if one.foe == foe]
    return fsum(one.attacks * worth_of(battle, table, one.kind, (one.weapon, foe)) for one in declared)


def _seen(battle: Battle, view: View, foe: int) -> tuple[int, ...]:
    return () if view.is_blind else view.of(*middle(battle, battle.plane.models(foe)))


def _groups_asked(battle: Battle, table: Table, choice: Split) -> Iterator[Strikers]:
    """Yield the groups that match the kind of model named in a question."""
    for kind in range(len(battle.setup.kinds)):
        if choice.words.startswith(f"{name_of_kind(battle, kind)}: "):
            yield from strikers(battle, table, kind)


def _kinds_of_side(battle: Battle, side: int) -> list[int]:
    units = battle.fight.units if battle.fight else ()
    return [kind for unit in units if battle.side(unit) == side for kind in kinds_of(battle, unit)]


def _labels(battle: Battle, table: Table, kind: int, worths: Worths) -> tuple[str, ...]:
    weapons = arms(battle, table, kind)
    return tuple(f"{weapons[weapon].name} on {battle.unit(foe).name}" for (weapon, foe), _ in worths)


def _best_step(battle: Battle, side: int, heads: tuple[str, ...]) -> int:
    """Index of a kind's most effective step, with the steps listed quickest first."""
    table = preview_table(battle)
    for kind in _kinds_of_side(battle, side):
        steps = strikes_at(battle, table, kind)
        foes = locked_with(battle, battle.setup.kinds[kind].unit)
        if foes and len(steps) == len(heads):
            return max(range(len(steps)), key=lambda place: _worth_at(battle, table, kind, foes[0], steps[place]))
    return 0


def _worth_at(battle: Battle, table: Table, kind: int, foe: int, step: int) -> float:
    weapons = enumerate(arms(battle, table, kind))
    ready = [place for place, weapon in weapons if step_of(battle, table, kind, weapon) == step]
    return max((worth_of(battle, table, kind, (place, foe)) for place in ready), default=0.0)
