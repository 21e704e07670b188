"""Hints that several rulesets share: what is legal in a scenario, but was probably meant otherwise. Each is a line."""

from collections.abc import Iterator

from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.tabletop.checking import stands
from pilein.tabletop.scenario import Scenario

CHARGED = "charged"


def nobody_charged(scenario: Scenario, *later: str) -> Iterator[str]:
    """In the press, no unit has charged; statuses named in `later` tell that it is a later round."""
    if scenario.press is None or any(unit.statuses.get(CHARGED) for unit in scenario.units):
        return
    if any(unit.statuses.get(status) for unit in scenario.units for status in later):
        return
    or_later = f", or {later[0]} = true in a later round" if later else ""
    mend = f"write charged = true for a unit{or_later}"
    yield f"nobody has charged, and in the press charges are made before play: {mend}"


def on_foot(scenario: Scenario, weapon: str, key: str, mounted: tuple[str, ...]) -> Iterator[str]:
    """Models carry a weapon of riders, but the key of their profile does not say that they are mounted."""
    for name in _profiles_with(scenario, weapon):
        if scenario.profiles[name].values.get(key) not in mounted:
            yield f'{name!r} carry a {weapon} on foot: write {key} = "{mounted[0]}" in its profile if they are mounted'


def long_bases_on_foot(scenario: Scenario, key: str, foot: str, mounted: str) -> Iterator[str]:
    """A base is longer than it is wide, as those of riders are, but the key of the profile says infantry."""
    for name, profile in scenario.profiles.items():
        base = profile.base
        if base.depth > base.width and profile.values.get(key) == foot and _is_fielded(scenario, name):
            size = f"{base.width / INCH * MM:.0f}x{base.depth / INCH * MM:.0f}mm"
            mend = f'write {key} = "{mounted}" in its profile'
            yield f"{name!r} have a base of {size}, as riders do, but are {foot}: {mend}"


MM = 25.4  # millimetres in an inch


def heroes_alone(scenario: Scenario, wounds: str) -> Iterator[str]:
    """A model of several wounds is a unit of loose models by itself, though its side has other units."""
    for unit in scenario.units:
        friends = [one.name for one in scenario.units if one.side == unit.side and one.name != unit.name]
        profile = scenario.profiles[unit.members[0].profile].values
        lasts = profile.get(wounds)
        if unit.models == 1 and friends and unit.formation == "skirmish" and isinstance(lasts, int) and lasts > 1:
            members = f'members = [{{ profile = "{unit.members[0].profile}" }}]'
            yield f"{unit.name!r} fight as a unit of their own: to join {friends[0]!r}, write {members} in that unit"


def out_of_reach(scenario: Scenario, furthest: float) -> Iterator[str]:
    """On a table, a unit is further from every enemy than any charge goes (`furthest`, in inches)."""
    if scenario.table is None:
        return
    outlines: list[list[Shape]] = [[] for _ in scenario.units]
    for one in stands(scenario):
        outlines[one.unit].append(one.outline)
    for number, unit in enumerate(scenario.units):
        foes = [shape for other, shapes in enumerate(outlines) if _is_foe(scenario, number, other) for shape in shapes]
        near = min((gap(own, foe) for own in outlines[number] for foe in foes), default=0.0) / INCH
        if near > furthest:
            yield f'{unit.name!r} are {near:.1f}" from the nearest enemy, and no charge goes further than {furthest:g}"'


def _is_foe(scenario: Scenario, unit: int, other: int) -> bool:
    return scenario.units[unit].side != scenario.units[other].side


def _profiles_with(scenario: Scenario, weapon: str) -> list[str]:
    """The profiles of models that carry a weapon, each once."""
    carriers = (member for unit in scenario.units for member in unit.members if weapon in member.weapons)
    return list(dict.fromkeys(member.profile for member in carriers))


def _is_fielded(scenario: Scenario, profile: str) -> bool:
    return any(member.profile == profile for unit in scenario.units for member in unit.members)
