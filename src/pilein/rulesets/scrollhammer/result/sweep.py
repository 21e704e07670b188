"""Sweeping Advances: victors run down broken units (SH-SA-01 to SH-SA-07, SH-SA-10 to SH-SA-12, SH-MU-08 to
SH-MU-10).
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Die, Distribution
from pilein.dice.faces import NOBODY, stage_of
from pilein.dice.weights import distribution_of
from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import highest_or_usual, traits_present
from pilein.rulesets.scrollhammer.charge_events import Slain
from pilein.rulesets.scrollhammer.combat_events import Caught, GotAway
from pilein.rulesets.scrollhammer.combats import standing_units
from pilein.rulesets.scrollhammer.contact import engaged_with, foes_of_the_round, standing_foes
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause

# --- The dice of a Sweeping Advance: units beaten, equalled or away ----------------------------------------------


D6 = 6
NO_DIE = -1  # the Initiative of a fleeing unit that rolls nothing
AWAY, EQUALLED, BEATEN = -1, 0, 1
Pairs = tuple[tuple[int, int], ...]
Margins = tuple[int, ...]


class Pursuit(Struct, frozen=True, tag=True):
    """Roll of D6 plus Initiative for each fleeing unit and then for each chasing unit, with the totals compared in
    pairs.

    The outcome gives the worst result of each fleeing unit against any chaser: BEATEN, EQUALLED or AWAY. `pairs`
    holds indices (fleeing, chasing). With `fresh` every pair rolls its own two dice, the fleeing unit first. A unit
    with Initiative NO_DIE rolls no die and is beaten; under `fresh` its opponent does not roll either. `names` lists
    the fleeing and then the chasing units, for display only.
    """

    fleeing: tuple[int, ...]
    chasing: tuple[int, ...]
    pairs: Pairs
    fresh: bool = False
    label: str = "sweeping advance"
    names: tuple[str, ...] = ()

    def thrown(self, die: Die) -> Margins:
        """Roll the dice and return the result of each fleeing unit."""
        stage, faces = stage_of(die), []
        for place in self._rollers():
            stage(self.label, self._initiatives[place], place, self.names[place] if self.names else NOBODY)
            faces.append(die(D6))
        return self._compared(tuple(faces))

    def weights(self) -> Distribution[Margins]:
        """Joint distribution of the results of the fleeing units."""
        return _distribution(self.fleeing, self.chasing, self.pairs, fresh=self.fresh)

    @property
    def _initiatives(self) -> tuple[int, ...]:
        return (*self.fleeing, *self.chasing)

    def _rollers(self) -> list[int]:
        """Units that roll each die, as indices into the fleeing and then the chasing units."""
        if self.fresh:
            thrown = [pair for pair in self.pairs if self.fleeing[pair[0]] != NO_DIE]
            return [place for ahead, behind in thrown for place in (ahead, len(self.fleeing) + behind)]
        return [place for place, initiative in enumerate(self._initiatives) if initiative != NO_DIE]

    def _compared(self, faces: tuple[int, ...]) -> Margins:
        left = iter(faces)
        totals = self._totals_afresh(left) if self.fresh else self._totals(left)
        worst = [AWAY] * len(self.fleeing)
        for (place, _), (ahead, behind) in zip(self.pairs, totals, strict=True):
            margin = (behind > ahead) - (behind < ahead)
            worst[place] = max(worst[place], BEATEN if self.fleeing[place] == NO_DIE else margin)
        return tuple(worst)

    def _totals(self, left: Iterator[int]) -> list[tuple[int, int]]:
        ahead = [0 if initiative == NO_DIE else initiative + next(left) for initiative in self.fleeing]
        behind = [initiative + next(left) for initiative in self.chasing]
        return [(ahead[fleeing], behind[chasing]) for fleeing, chasing in self.pairs]

    def _totals_afresh(self, left: Iterator[int]) -> list[tuple[int, int]]:
        found = []
        for fleeing, chasing in self.pairs:
            initiative = self.fleeing[fleeing]
            rolled = (0, 0) if initiative == NO_DIE else (initiative + next(left), self.chasing[chasing] + next(left))
            found.append(rolled)
        return found


@lru_cache(maxsize=256)
def _distribution(
    fleeing: tuple[int, ...], chasing: tuple[int, ...], pairs: Pairs, *, fresh: bool
) -> Distribution[Margins]:
    """Compute the distribution by enumerating all equally likely rolls. This is feasible because few units break at
    once.
    """
    pursuit = Pursuit(fleeing, chasing, pairs, fresh)
    weights: dict[Margins, int] = {}
    for faces in product(range(1, D6 + 1), repeat=len(pursuit._rollers())):  # noqa: SLF001 - the roll's own distribution
        margins = pursuit._compared(faces)  # noqa: SLF001
        weights[margins] = weights.get(margins, 0) + 1
    return distribution_of(weights)


NO_SWEEP = "No Sweep"  # the rule of models that may not make Sweeping Advances


@clause(Step.SWEEP, "SH-SA-01")
def sweep(battle: Battle, table: Table, winner: int) -> Battle:
    """SH-SA-01. The victors make a Sweeping Advance against each unit that breaks (SH-R-71 may make it optional)."""
    if not battle.combat.aftermath.broken:
        return battle
    able = tuple(unit for unit in standing_units(battle, winner) if _may_pursue(battle, table, unit))
    if able and table.rule("SH-R-71") == "optional":
        names = tuple(battle.unit(unit).name for unit in able)
        able = table.choose(Several(winner, "SH-SA-01", "which units sweep after them", able, 0, len(able), names))
    table.then(Step.PURSUE, *able)
    return battle


@clause(Step.PURSUE, "SH-SA-02")
def pursue(battle: Battle, table: Table, *chasers: int) -> Battle:
    """SH-SA-02. Each unit that is falling back and each free winner rolls a D6 and adds its unmodified Initiative."""
    safe = unpursued(battle, table, chasers)
    fleeing = tuple(unit for unit in battle.combat.aftermath.broken if unit not in safe)
    for unit in safe:
        table.then(Step.BREAK_OFF, unit, 0)
    if fleeing:
        for unit, margin in zip(fleeing, table.roll(pursuit_of(battle, table, fleeing, chasers)), strict=True):
            _decide(table, unit, margin)
    return battle


def pursuit_of(battle: Battle, table: Table, fleeing: tuple[int, ...], chasers: tuple[int, ...]) -> Pursuit:
    """Pursuit roll for the fleeing and chasing units. Each unit has one die or, under `fresh-dice`, one die in each
    pair (SH-R-75).
    """
    pairs = pairs_of(battle, table, fleeing, chasers)
    fresh = len(pairs) > 1 and table.rule("SH-R-75") == "fresh-dice"
    ahead = tuple(_fleeing_initiative(battle, table, unit) for unit in fleeing)
    behind = tuple(pursuit_initiative(battle, table, unit) for unit in chasers)
    names = tuple(battle.unit(unit).name for unit in (*fleeing, *chasers))
    return Pursuit(ahead, behind, pairs, fresh, names=names)


def _fleeing_initiative(battle: Battle, table: Table, unit: int) -> int:
    """Initiative of a fleeing unit. The unit rolls no die only if none of its models has Initiative (SH-R-75)."""
    has_any = any(traits.I for traits in traits_present(battle, unit))
    return pursuit_initiative(battle, table, unit) if has_any else NO_DIE


def pairs_of(battle: Battle, table: Table, fleeing: tuple[int, ...], chasers: tuple[int, ...]) -> Pairs:
    """Pairs of units to compare. Each free winner is paired with every unit that is falling back and that it was
    engaged with (SH-MU-08).
    """
    pairs = tuple(
        (place, other)
        for place, unit in enumerate(fleeing)
        for other, chaser in enumerate(chasers)
        if chaser in engaged_with(battle, unit)
    )
    return pairs if len(pairs) <= 1 or table.holds("SH-MU-08") else pairs[:1]


def pursuit_initiative(battle: Battle, table: Table, unit: int) -> int:
    """Initiative of a unit in a pursuit: the highest of its profiles (SH-SA-03, SH-R-72)."""
    present = {traits.I for traits in traits_present(battle, unit)}
    if len(present) > 1 and not table.holds("SH-SA-03"):
        return min(present)
    return highest_or_usual(battle, table, unit, lambda traits: traits.I, "SH-R-72")


def _may_pursue(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a victorious unit has broken an enemy and may sweep after it."""
    broken = battle.combat.aftermath.broken
    return any(foe in broken for foe in engaged_with(battle, unit)) and may_sweep(battle, table, unit)


def may_sweep(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may make a Sweeping Advance.

    It may not if it is still engaged, if any of its models may not make Sweeping Advances (SH-SA-12), or if none of its
    models has Initiative (SH-R-75).
    """
    present = traits_present(battle, unit)
    if not any(traits.I for traits in present):
        return False
    if any(traits.has(NO_SWEEP) for traits in present) and table.holds("SH-SA-12"):
        return False
    return is_free(battle, table, unit)


def is_free(battle: Battle, table: Table, unit: int) -> bool:
    """Whether every enemy unit locked with a winner falls back or is wiped out (SH-SA-10, SH-MU-10, SH-R-76)."""
    is_held = bool(standing_foes(battle, unit))
    if not is_held and len(foes_of_the_round(battle, unit)) > 1:
        is_held = table.rule("SH-R-76") == "before-checks"
    return not (is_held and table.holds("SH-SA-10") and table.holds("SH-MU-10"))


def unpursued(battle: Battle, table: Table, chasers: tuple[int, ...]) -> tuple[int, ...]:
    """Broken units that no enemy is free to pursue. These units fall back safely without a roll (SH-SA-11)."""
    broken = battle.combat.aftermath.broken
    safe = tuple(unit for unit in broken if not set(engaged_with(battle, unit)).intersection(chasers))
    return safe if safe and table.holds("SH-SA-11") else ()


def _decide(table: Table, unit: int, margin: int) -> None:
    if not is_caught(table, margin):
        table.then(Step.BREAK_OFF, unit, 1)
    else:
        table.then(Step.DESTROY if is_destroyed(table, margin) else Step.STAY_CAUGHT, unit)


def is_caught(table: Table, margin: int) -> bool:
    """Whether a unit that is falling back is caught, because the winner's total is equal or higher (SH-SA-04)."""
    return margin >= EQUALLED and table.holds("SH-SA-04")


def is_destroyed(table: Table, margin: int) -> bool:
    """Whether a caught unit is destroyed, as it is if the winner's total is higher (SH-SA-05).

    By default a unit is destroyed as well if the totals are equal (SH-MU-09, SH-R-70).
    """
    if margin == BEATEN:
        return table.holds("SH-SA-05")
    return table.rule("SH-R-70") != "equal-stays" and table.holds("SH-MU-09")


@clause(Step.DESTROY, "SH-SA-06")
def destroy(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-SA-06. A caught unit is destroyed, and all its models are immediately removed as casualties."""
    name, models = battle.unit(unit).name, battle.field.models(unit)
    table.tell(Caught(unit=name, fate="destroyed", clause="SH-SA-06"))
    table.tell(Slain(unit=name, count=len(models), models=models, cause="sweeping advance", clause="SH-SA-06"))
    return battle.on(battle.field.without(frozenset(models)))


@clause(Step.BREAK_OFF, "SH-SA-07")
def break_off(battle: Battle, table: Table, unit: int, pursued: int) -> Battle:
    """SH-SA-07. A unit breaks off safely if its total is higher or if no enemy pursues it (SH-SA-11)."""
    told_by = "SH-SA-07" if pursued else "SH-SA-11"
    table.tell(GotAway(unit=battle.unit(unit).name, pursued=bool(pursued), clause=told_by))
    return battle


@clause(Step.STAY_CAUGHT)
def stay_caught(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-R-70 `equal-stays`. A unit that is caught but not destroyed stays in place and remains locked."""
    table.tell(Caught(unit=battle.unit(unit).name, fate="it stays locked", clause="SH-SA-04"))
    broken = tuple(other for other in battle.combat.aftermath.broken if other != unit)
    return battle.fighting(aftermath=replace(battle.combat.aftermath, broken=broken)).having(unit, falling_back=False)
