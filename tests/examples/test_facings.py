from collections.abc import Iterator
from math import cos, dist, radians, sin
from pathlib import Path

import pytest

from pilein import Scenario
from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named
from pilein.lab.drawing.scene import figures_of
from pilein.lab.drawing.things import Figure
from pilein.lab.drawing.ways import middle
from pilein.tabletop.plane import Plane
from tests.examples.playthrough import EXAMPLES

SIDEWAYS = 0.2  # the cosine of the angle to an enemy in sight, a little less than a right angle
FLEEING = ("fleeing", "falling_back")
SAMPLES = [(name, kind) for name in ("scrollhammer", "wab", "scorched", "wwpd", "warstrike") for kind in ("", "battle")]


def backs_shown(scenario: Scenario) -> set[str]:
    """Return the units that face no enemy, because all enemies are behind or beside them."""
    field = Game(ruleset_named(scenario.ruleset), scenario, seed=1).state.field
    if not isinstance(field, Plane):
        return set()
    sides = {number: unit.side for number, unit in enumerate(field.setup.units)}
    figures = figures_of(field)
    found = set()
    for unit in scenario.units:
        number = scenario.units.index(unit)
        own = [one for one in figures if one.unit == number]
        foes = [one for one in figures if sides[one.unit] != sides[number]]
        if not any(unit.statuses.get(word) for word in FLEEING) and not any(ahead(own, foes)):
            found.add(unit.name)
    return found


def ahead(own: list[Figure], foes: list[Figure]) -> Iterator[bool]:
    """Yield, for each enemy model, whether it stands in front of the unit."""
    x, y = middle([(one.x, one.y) for one in own])
    facing = radians(own[0].facing)
    for foe in foes:
        along = (foe.x - x) * sin(facing) + (foe.y - y) * cos(facing)
        yield along > SIDEWAYS * dist((x, y), (foe.x, foe.y))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_unit_of_an_example_faces_an_enemy(path: Path) -> None:
    assert backs_shown(Scenario.load(path)) == set()


@pytest.mark.parametrize(("name", "kind"), SAMPLES)
def test_every_unit_of_a_sample_scenario_faces_an_enemy(name: str, kind: str) -> None:
    rules = ruleset_named(name)
    assert backs_shown(Scenario.from_text(rules.sample_of(kind) if kind else rules.sample)) == set()
