"""Schedule of a tournament's games, in a fixed order by fight, then dice, then pair, then seat."""

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
    """Named scenario of a tournament, played for a number of phases or, as a battle, until it is decided."""

    name: str
    scenario: Scenario
    phases: int
    battle: bool = False


class Games(Struct, frozen=True):
    """All games of a tournament, numbered by fight, then dice, then pair, then seat."""

    players: tuple[str, ...]
    fights: tuple[Fight, ...]
    games: int
    seed: int
    folders: tuple[str, ...] = ()

    @property
    def pairs(self) -> list[Pair]:
        """All pairs of players, given by their numbers."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        """Total number of games in the tournament."""
        return len(self.fights) * self.games * len(self.pairs) * SEATS

    def place(self, number: int) -> tuple[int, int, int, int]:
        """Return the fight, dice, pair and seat of a game.

        Seat 0 means that the first player of the pair has the first side.
        """
        number, seat = divmod(number, SEATS)
        number, pair = divmod(number, len(self.pairs))
        fight, dice = divmod(number, self.games)
        return fight, dice, pair, seat

    @property
    def digest(self) -> str:
        """Return a digest that identifies a tournament by its players, fights and seed, whatever the number of
        games.
        """
        plain = msgspec.json.encode([self.players, self.fights, self.seed], order="sorted")
        return sha256(plain).hexdigest()[:DIGITS]


def fight_of(given: Given | Task, phases: Phases, number: int = 1) -> Fight:
    """Return the fight for a scenario, a scenario file, or a task.

    A task has its own number of phases. The fight of a scenario file is named after the file.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        UnknownRule: there is no such task.
    """
    task = task_of(given)
    if task is not None:
        return Fight(task.id, task.scenario, phases_of(task.phases), task.battle)
    assert not isinstance(given, Task), "a task is known"
    found = scenario_of(given, None)
    name = f"{found.ruleset}/{Path(given).stem}" if isinstance(given, str | Path) else f"{found.ruleset} {number}"
    return Fight(name, found, phases_of(phases))
