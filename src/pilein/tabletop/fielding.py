"""Fielding of a scenario: numbering its units and models, sorting the models into kinds and putting them in place."""

from collections.abc import Callable
from typing import Any

from pilein.geometry.polygons import Polygon
from pilein.kernel.numbers import set_to
from pilein.kernel.rulings import Readings, readings
from pilein.tabletop.bodies import Body
from pilein.tabletop.checking import block_of
from pilein.tabletop.plane import Loose, Plane, Standing
from pilein.tabletop.press import Press
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.setup import Ground, Kind, Setup, UnitSetup
from pilein.tabletop.vocabulary import Values, Vocabulary

TraitsOf = Callable[[Scenario, Unit, Member], Any]
FilesOf = Callable[[Unit], int]


def no_files(_unit: Unit) -> int:
    """Return 0 as the number of files. This is the default, for rulesets that define no number of files."""
    return 0


def fielded(
    scenario: Scenario, force: Readings, traits_of: TraitsOf, usual_files: FilesOf = no_files
) -> tuple[Setup, Plane | Press]:
    """Return the set-up of a scenario and its field at the start of play.

    `force` holds every ruling (see `in_force`). `traits_of` builds the ruleset's traits of a member. `usual_files`
    returns the default width of a unit in the press, for units to which the scenario gives no width.
    """
    setup = setup_of(scenario, force, traits_of, usual_files)
    lost = _wounds_lost(scenario, setup)
    if scenario.press is None:
        standings = tuple(
            _standing(scenario, unit, made) for unit, made in zip(scenario.units, setup.units, strict=True)
        )
        return setup, Plane(setup, standings, tuple(sorted(lost.items())))
    number = {unit.name: place for place, unit in enumerate(scenario.units)}
    pairs = tuple((number[one], number[other]) for one, other in scenario.press.pairs)
    bodies = tuple(Body(tuple(_counts(setup, unit.models, lost))) for unit in setup.units)
    return setup, Press(setup, pairs, scenario.press.frontage, bodies)


def in_force(scenario: Scenario, vocabulary: Vocabulary) -> Readings:
    """Return every ruling and number of the rules text, with the value that the scenario sets or the default."""
    return readings(vocabulary.rulings, scenario.rulings) | set_to(vocabulary.numbers, scenario.numbers)


def setup_of(scenario: Scenario, force: Readings, traits_of: TraitsOf, usual_files: FilesOf = no_files) -> Setup:
    """Build the part of a game that does not change during play."""
    names = tuple(side.name for side in scenario.sides)
    kinds: list[Kind] = []
    kind_of: list[int] = []
    units: list[UnitSetup] = []
    for number, unit in enumerate(scenario.units):
        first = len(kind_of)
        for member in unit.members:
            base = scenario.profiles[member.profile].base
            kinds.append(Kind(member.profile, number, base, traits_of(scenario, unit, member)))
            kind_of += [len(kinds) - 1] * member.models
        files = unit.place.files if unit.place else _number(unit.statuses, "files") or usual_files(unit)
        models = range(first, len(kind_of))
        units.append(UnitSetup(number, unit.name, names.index(unit.side), unit.formation, models, files))
    return Setup(
        ruleset=scenario.ruleset,
        sides=(names[0], names[1]),
        edges=(scenario.sides[0].edge, scenario.sides[1].edge),
        units=tuple(units),
        kinds=tuple(kinds),
        kind_of=tuple(kind_of),
        unit_of=tuple(kinds[kind].unit for kind in kind_of),
        size=(scenario.table.width, scenario.table.depth) if scenario.table else None,
        grounds=tuple(
            Ground(one.kind, Polygon(one.polygon), one.blocks_sight, one.name, one.height, one.cover)
            for one in scenario.terrain
        ),
        readings=force,
        struck=frozenset(scenario.struck),
        objectives=scenario.objectives,
    )


def _standing(scenario: Scenario, unit: Unit, made: UnitSetup) -> Standing:
    if unit.place is None:
        return Loose(tuple(made.models), unit.positions or ())
    return block_of(scenario, unit, made.models.start)


def _wounds_lost(scenario: Scenario, setup: Setup) -> dict[int, int]:
    """Return the wounds already lost, by model number. The member key `lost` applies to every model of that member."""
    members = [member for unit in scenario.units for member in unit.members]
    lost = [_number(member.values, "lost") for member in members]
    return {model: lost[kind] for model, kind in enumerate(setup.kind_of) if lost[kind]}


def _counts(setup: Setup, models: range, lost: dict[int, int]) -> list[tuple[int, int, int]]:
    kinds = sorted({setup.kind_of[model] for model in models})
    return [(kind, lost.get(setup.first_of_kind[kind], 0), setup.kind_of.count(kind)) for kind in kinds]


def _number(values: Values, key: str) -> int:
    value = values.get(key)
    return value if isinstance(value, int) else 0
