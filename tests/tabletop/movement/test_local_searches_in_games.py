"""A search whose cached result is reused in a game gives the same result when repeated, even after all distant models
have moved.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pilein.geometry.looked import Box
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import BadScenario
from pilein.lab.scenarios import Scenario, load
from pilein.lab.simulating import simulate
from pilein.rulesets.scrollhammer.pile_in import choice as pile_in_choice
from pilein.rulesets.scrollhammer.pile_in.places import Mover
from pilein.tabletop.movement import local_searches
from pilein.tabletop.movement.local_searches import LocalSearches, Searched
from pilein.tabletop.plane import Loose, Plane, Standing
from tests.checker.random_tables import table
from tests.conftest import SOAK

EXAMPLES = ("scrollhammer/demo",)
RANDOM = ("scrollhammer",)
Found = Callable[[Plane, Searched, Callable[[], Any]], Any]


def _scenarios(ruleset: str, seeds: range) -> Iterator[Scenario]:
    for seed in seeds:
        try:
            yield Scenario.from_text(table(ruleset, seed))
        except BadScenario:
            continue


def _play(scenario: Scenario, games: int) -> None:
    simulate(scenario, n=games, seed=3, workers=1, way="games", budget=None, phases=1)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Counter[bool]:
    """Count the searches made and the searches reused. Each reused search is repeated and compared."""
    counts, found = Counter[bool](), LocalSearches.found

    def compared(self: LocalSearches[Any], plane: Plane, asked: Searched, search: Callable[[], Any]) -> Any:
        made: list[None] = []

        def searching() -> Any:
            made.append(None)
            return search()

        value = found(self, plane, asked, searching)
        counts[not made] += 1
        assert made or search() == value
        return value

    monkeypatch.setattr(LocalSearches, "found", compared)
    return counts


@pytest.mark.parametrize("name", EXAMPLES)
def test_cached_searches_in_the_example_scenarios_find_the_same_places_as_new_searches(
    searched: Counter[bool], name: str
) -> None:
    _play(load(f"examples/{name}.toml"), 4)
    assert searched[True]


@pytest.mark.parametrize("ruleset", RANDOM)
def test_cached_searches_on_random_tables_find_the_same_places_as_new_searches(
    searched: Counter[bool], ruleset: str
) -> None:
    for scenario in _scenarios(ruleset, range(12)):
        _play(scenario, 3)
    assert searched[True]


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", RANDOM)
@pytest.mark.parametrize("batch", range(10 * max(SOAK, 1)))
@pytest.mark.usefixtures("searched")
def test_cached_searches_on_a_thousand_random_tables_find_the_same_places_as_new_searches(
    ruleset: str, batch: int
) -> None:
    for scenario in _scenarios(ruleset, range(1000 + batch * 50, 1050 + batch * 50)):
        _play(scenario, 6)


# --- everybody far away moves -------------------------------------------------------------------------------------


class _Elsewhere:
    """A patch that repeats each pile-in search on a field in which all models outside the boxes of the search have
    moved.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.compared = Counter[str]()
        self._chance = Random(1)  # noqa: S311 - a test that can be repeated
        self._searched = pile_in_choice._searched
        monkeypatch.setattr(pile_in_choice, "_searched", self._compared)

    def _compared(self, mover: Mover) -> Any:
        value = self._searched(mover)
        asked, plane = pile_in_choice._asked(mover), mover.battle.plane
        here = local_searches.looked_by(plane, mover.model).box
        named = local_searches.looked_for_named(plane, mover.model).box
        if asked is None or here is None or named is None:
            return value
        both = local_searches._rounded(here, asked.kept_off), local_searches._rounded(named, 0.0)
        field = self._others_moved(plane, both, asked.named)
        other = Mover(replace(mover.battle, field=field), mover.stage, mover.model)
        again = pile_in_choice._asked(other)
        if field != plane and again is not None and (again.key, again.named) == (asked.key, asked.named):
            self.compared[mover.stage.name] += 1
            assert self._searched(other) == value
        return value

    def _others_moved(self, plane: Plane, boxes: tuple[Box, Box], named: tuple[tuple[int, ...], ...]) -> Plane:
        standings: list[Standing] = []
        for unit, standing in enumerate(plane.standings):
            far = local_searches._reaches(plane.setup)[unit]
            if isinstance(standing, Loose):
                places = [
                    self._moved(place, boxes if any(model in group for group in named) else boxes[:1], far)
                    for model, place in zip(standing.models, standing.places, strict=True)
                ]
                standings.append(Loose(standing.models, tuple(places)))
            else:
                standings.append(standing)
        return Plane(plane.setup, tuple(standings), plane.lost)

    def _moved(self, place: Place, boxes: tuple[Box, ...], far: float) -> Place:
        """Return a place outside the boxes, often just outside, or the same place if none is found."""
        left, bottom, right, top = (round(one) for one in boxes[0])
        wide = 2 * INCH
        x, y = self._chance.randint(left - wide, right + wide), self._chance.randint(bottom - wide, top + wide)
        other = Place(x, y, self._chance.choice((place.facing, 4500)))
        return place if any(_is_in(one, box, far) for one in (place, other) for box in boxes) else other


def _is_in(place: Place, box: Box, far: float) -> bool:
    return box[0] - far <= place.x <= box[2] + far and box[1] - far <= place.y <= box[3] + far


def test_a_pile_in_does_not_depend_on_models_outside_the_area_it_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = _Elsewhere(monkeypatch)
    _play(load("examples/scrollhammer/demo.toml"), 2)
    for scenario in _scenarios("scrollhammer", range(12)):
        _play(scenario, 2)
    assert elsewhere.compared.total() > 100
    assert elsewhere.compared["near"] > 10


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(10 * max(SOAK, 1)))
def test_pile_ins_on_a_thousand_random_tables_do_not_depend_on_distant_models(
    monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    _Elsewhere(monkeypatch)
    for scenario in _scenarios("scrollhammer", range(1000 + batch * 50, 1050 + batch * 50)):
        _play(scenario, 3)
