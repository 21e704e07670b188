"""Questions of games that place a model, and the points at which the region shown for them differs from the verdict."""

from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH, TURN
from pilein.geometry.tolerance import CONTACT, EQUAL
from pilein.kernel.requests import Answer, Choice, OneOf
from pilein.lab.finishing import is_placement
from pilein.placement.curves import Curve, at, boundary, distance_from
from pilein.placement.question import place_in
from pilein.placement.rules import zone_for
from pilein.protocol.region import Offered, allowed
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario
from tests.conformance.choosing import Curious

MOST_CLAUSES = 4000
OFFERED = 24
OFF = 2 * CONTACT + EQUAL  # ticks between an allowed place and the region: two tolerances of contact, and of a gain
BESIDE = 14  # nearest models, around which points are drawn
POINTS = 15  # of each kind for a region


class Asked(NamedTuple):
    """A question that places models, and the field on which it is asked."""

    plane: Plane
    choice: Choice

    @property
    def kind(self) -> str:
        return type(self.choice).__name__

    @property
    def offered(self) -> Offered:
        answers = (answer for _, answer in islice(self.choice.candidates(), OFFERED))
        return [(answer[0], place_in(answer)) for answer in answers if is_placement(self.plane.setup, answer)]


class Listening:
    """A policy that takes any candidate, and keeps the questions in which a model may be dragged to a place."""

    def __init__(self, seed: int, heard: list[Asked]) -> None:
        self.curious = Curious(seed)
        self.heard = heard

    def __call__(self, state: Any, choice: Choice) -> Answer:
        answer = self.curious(state, choice)
        if is_placement(state.setup, answer) and not isinstance(choice, OneOf):
            self.heard.append(Asked(state.field, choice))
        return answer


def asked_in(rules: Ruleset, scenario: Scenario, seed: int) -> list[Asked]:
    """Return the questions of one phase, played at random, that place a model."""
    heard: list[Asked] = []
    one, other = (Player("listening", Listening(2 * seed + side, heard)) for side in range(2))
    game = Game(rules, scenario, seed=seed, players=(one, other))
    for _ in range(MOST_CLAUSES):
        if game.is_over:
            break
        game.step()
    return heard


class Probe:
    """Comparison of a question's verdict with its region for one model at one facing."""

    def __init__(self, asked: Asked, chance: Random) -> None:
        self.asked, self.chance = asked, chance
        offered = asked.offered
        self.model = chance.choice(offered)[0]
        self.places = [place for model, place in offered if model == self.model]
        here = asked.plane.place(self.model).facing
        self.facing = chance.choice((self.places[0].facing, here, chance.randrange(TURN)))
        self.width, self.parts = allowed(asked.plane, asked.choice, self.model, self.facing, offered)
        self.judged = 0  # points

    def faults(self) -> Iterator[str]:
        """Yield the points at which region and verdict differ, with their distance from the region in inches."""
        for x, y in self._points_of_the_region():
            if not self._is_allowed(x, y):
                yield f"{self} shows ({x:.0f}, {y:.0f}), which is refused"
        for x, y in self._points_around():
            away = min((distance_from(one, x, y) for one in self.parts), default=1e9)
            is_allowed = self._is_allowed(x, y)
            if is_allowed and away > OFF:
                yield f'{self} does not show ({x:.0f}, {y:.0f}), which is allowed, {away / INCH:.3f}" away'
            if self.width and away == 0 and not is_allowed:
                yield f"{self} shows ({x:.0f}, {y:.0f}), which is refused"

    def __str__(self) -> str:
        return f"{self.asked.kind}, model {self.model} at {self.facing}:"

    def _is_allowed(self, x: float, y: float) -> bool:
        self.judged += 1
        return self.asked.choice.why_not((self.model, round(x), round(y), self.facing)) is None

    def _points_of_the_region(self) -> Iterator[tuple[float, float]]:
        for one in self.chance.choices(self.parts, k=POINTS) if self.parts else ():
            yield at(one, self.chance.uniform(0, one.length))

    def _points_around(self) -> Iterator[tuple[float, float]]:
        """Yield random points near the mover, near the places offered and, if legal places fill no area, in contact
        with other models.
        """
        chance, here = self.chance, self.asked.plane.place(self.model)
        for middle, far in [(here, 4.0)] * POINTS + [(chance.choice(self.places), 0.1 / 4**n) for n in range(3)] * 5:
            x, y = (one + chance.uniform(-far, far) * INCH for one in (middle.x, middle.y))
            yield (x, self._row_at(y, here)) if self.width else (x, y)
        for one in chance.choices(self._rings(), k=2 * POINTS) if not self.width else ():
            x, y = at(one, chance.uniform(0, one.length))
            yield x + chance.uniform(-CONTACT, CONTACT), y + chance.uniform(-CONTACT, CONTACT)

    def _row_at(self, y: float, here: Place) -> float:
        return here.y + round((y - here.y) / self.width) * self.width

    def _rings(self) -> list[Curve]:
        """Return the curves on which the mover touches one of the models nearest to it."""
        shapes, base = self.asked.plane.shapes, self.asked.plane.setup.base(self.model)
        own = shapes[self.model]
        near = sorted(
            (sqrt((one.x - own.x) ** 2 + (one.y - own.y) ** 2), number)
            for number, one in shapes.items()
            if number != self.model
        )
        zones = (zone_for(base, self.facing, shapes[number], 0.0, 0, number) for _, number in near[:BESIDE])
        return [curve for zone in zones for curve in boundary(zone, self.facing)]
