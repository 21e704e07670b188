"""The games of a tournament, in a fixed order: fight by fight, dice by dice, pair by pair, seat by seat."""

from hashlib import sha256
from itertools import combinations
from pathlib import Path

import msgspec
from msgspec import Struct

from pilein.lab.limits import Phases, phases_of
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.tasks import Task, task_of
from pilein.tabletop.scenario import Scenario

SEATS = 2
DIGITS = 16  # of a digest
Pair = tuple[int, int]


class Fight(Struct, frozen=True):
    """A scenario of a tournament, by name: the number of phases, or a battle until it is decided."""

    name: str
    scenario: Scenario
    phases: int
    battle: bool = False


class Games(Struct, frozen=True):
    """All games of a tournament, by number: fight by fight, dice by dice, pair by pair, seat by seat."""

    players: tuple[str, ...]
    fights: tuple[Fight, ...]
    games: int
    seed: int
    folders: tuple[str, ...] = ()

    @property
    def pairs(self) -> list[Pair]:
        """Pairs of players, by number."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        """Number of games."""
        return len(self.fights) * self.games * len(self.pairs) * SEATS

    def place(self, number: int) -> tuple[int, int, int, int]:
        """Fight, dice, pair and seat of a game: seat 0 if the first of the pair has the first side."""
        number, seat = divmod(number, SEATS)
        number, pair = divmod(number, len(self.pairs))
        fight, dice = divmod(number, self.games)
        return fight, dice, pair, seat

    @property
    def digest(self) -> str:
        """A digest of what the games are, all but their number."""
        plain = msgspec.json.encode([self.players, self.fights, self.seed], order="sorted")
        return sha256(plain).hexdigest()[:DIGITS]


def fight_of(given: Given | Task, phases: Phases, number: int = 1) -> Fight:
    """The fight of a scenario, its file, or a task, which has its own number of phases; named after the file.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        UnknownRule: no such task.

    """
    task = task_of(given)
    if task is not None:
        return Fight(task.id, task.scenario, phases_of(task.phases), task.battle)
    assert not isinstance(given, Task), "a task is known"
    found = scenario_of(given, None)
    name = f"{found.ruleset}/{Path(given).stem}" if isinstance(given, str | Path) else f"{found.ruleset} {number}"
    return Fight(name, found, phases_of(phases))
