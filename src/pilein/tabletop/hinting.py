"""Hints shared by several rulesets. A hint is a line about something in a scenario that is legal but probably
unintended.
"""

from collections.abc import Iterator
from math import inf
from typing import TypeAlias

from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.kernel.remedies import Remedy, line
from pilein.tabletop.checking import stands
from pilein.tabletop.scenario import Scenario

Outlines: TypeAlias = list[list[Shape]]  # bases by unit

CHARGED = "charged"


def nobody_charged(scenario: Scenario, *later: str) -> Iterator[str]:
    """Yield a hint if no unit in the press has charged. There is no hint if a unit has a status in `later`, because
    such a status marks a later round.
    """
    if scenario.press is None or any(unit.statuses.get(CHARGED) for unit in scenario.units):
        return
    if any(unit.statuses.get(status) for unit in scenario.units for status in later):
        return
    or_later = f", or {later[0]} = true in a later round" if later else ""
    on_page = f", or set {later[0]} in a later round" if later else ""
    mend = line(CHARGED) + Remedy(f" for a unit{or_later}", on_page=f" for a unit{on_page}")
    yield "no unit has charged, and in the press units charge before play: " + mend


def on_foot(scenario: Scenario, weapon: str, key: str, mounted: tuple[str, ...]) -> Iterator[str]:
    """Yield a hint for models that carry a rider's weapon although their profile does not mark them as mounted."""
    for name in _profiles_with(scenario, weapon):
        if scenario.profiles[name].values.get(key) not in mounted:
            mend = line(key, f'"{mounted[0]}"') + " in its profile if they are mounted"
            yield f"{name!r} carries a {weapon} on foot: " + mend


def long_bases_on_foot(scenario: Scenario, key: str, foot: str, mounted: str) -> Iterator[str]:
    """Yield a hint for each infantry profile whose base, like a rider's, is longer than it is wide."""
    for name, profile in scenario.profiles.items():
        base = profile.base
        if base.depth > base.width and profile.values.get(key) == foot and _is_fielded(scenario, name):
            size = f"{base.width / INCH * MM:.0f}x{base.depth / INCH * MM:.0f}mm"
            mend = line(key, f'"{mounted}"') + " in its profile"
            yield f"{name!r} have a base of {size}, as riders do, but are {foot}: " + mend


MM = 25.4  # millimetres in an inch


BESIDE = 6 * INCH  # distance to friends within which a hero was probably meant to join them


def heroes_alone(scenario: Scenario, wounds: str) -> Iterator[str]:
    """Yield a hint for each unit that consists of a single loose model with several wounds and stands beside friends or
    in the press.
    """
    for number, unit in enumerate(scenario.units):
        lasts = scenario.profiles[unit.members[0].profile].values.get(wounds)
        is_hero = unit.models == 1 and unit.formation == "skirmish" and isinstance(lasts, int) and lasts > 1
        friend = next(_friends_beside(scenario, number), "") if is_hero else ""
        if friend:
            members = f'members = [{{ profile = "{unit.members[0].profile}" }}]'
            join = f"{unit.name!r} fight as a separate unit: to let them join {friend!r}, "
            yield join + Remedy(f"write {members} in that unit", on_page="remove them, and add a hero to that unit")


def _friends_beside(scenario: Scenario, number: int) -> Iterator[str]:
    """Yield friendly units within 6 inches of a unit. The press has no positions, so all friendly units count there."""
    outlines, side = _outlines(scenario), scenario.units[number].side
    for other, unit in enumerate(scenario.units):
        is_friend = other != number and unit.side == side
        if is_friend and (scenario.table is None or _gap(outlines[number], outlines[other]) <= BESIDE):
            yield unit.name


def out_of_reach(scenario: Scenario, furthest: float) -> Iterator[str]:
    """Yield a hint for each unit on a table that is further than `furthest`, the longest charge in inches, from every
    enemy.
    """
    if scenario.table is None:
        return
    outlines = _outlines(scenario)
    for number, unit in enumerate(scenario.units):
        foes = [other for other in range(len(scenario.units)) if _is_foe(scenario, number, other)]
        near = min((_gap(outlines[number], outlines[foe]) for foe in foes), default=inf) / INCH
        if furthest < near < inf:  # units without a position are never out of reach
            yield f'{unit.name!r} are {near:.1f}" from the nearest enemy, but no charge goes further than {furthest:g}"'


def _outlines(scenario: Scenario) -> Outlines:
    """Return the base outlines of each unit's models. The result is empty in the press."""
    outlines: Outlines = [[] for _ in scenario.units]
    if scenario.table is not None:
        for one in stands(scenario):
            outlines[one.unit].append(one.outline)
    return outlines


def _gap(bases: list[Shape], others: list[Shape]) -> float:
    return min((gap(base, other) for base in bases for other in others), default=inf)


def _is_foe(scenario: Scenario, unit: int, other: int) -> bool:
    return scenario.units[unit].side != scenario.units[other].side


def _profiles_with(scenario: Scenario, weapon: str) -> list[str]:
    """Return the profiles of models that carry a weapon, without duplicates."""
    carriers = (member for unit in scenario.units for member in unit.members if weapon in member.weapons)
    return list(dict.fromkeys(member.profile for member in carriers))


def _is_fielded(scenario: Scenario, profile: str) -> bool:
    return any(member.profile == profile for unit in scenario.units for member in unit.members)
