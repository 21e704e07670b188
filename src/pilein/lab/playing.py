"""The Python calls: load a scenario and play it, in one line each."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.events import Event
from pilein.kernel.record import Record, sealed
from pilein.kernel.requests import Policy
from pilein.lab.document import fight_document
from pilein.lab.scenarios import load as load_file
from pilein.lab.scenarios import scenario_of
from pilein.lab.sentences import sentence
from pilein.lab.spans import Phases, phases_of
from pilein.lab.summary import Outcome, UnitLine, outcome, unit_lines
from pilein.tabletop.scenario import Scenario

SENSIBLE = "sensible"


class Played:
    """A game that has been played: its outcome, units, events and record. Printing it tells what happened."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def outcome(self) -> Outcome:
        """Phases played, whether enemies are still in contact, and the models left by side."""
        return outcome(self.game)

    @property
    def units(self) -> tuple[UnitLine, ...]:
        """Every unit before and after, in the order of the scenario."""
        return unit_lines(self.game)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return tuple(entry.event for entry in self.game.log if isinstance(entry, Told))

    @property
    def record(self) -> Record:
        """What it takes to play the same game again."""
        return sealed(self.game.record)

    def document(self) -> dict[str, Any]:
        """The game as the JSON document of `pilein fight --json`."""
        return fight_document(self.game)

    def __str__(self) -> str:
        return "\n".join(f"{sentence(event)}  {event.clause}" for event in self.events)


def load(path: str | Path) -> Scenario:
    """The scenario in a file.

    Raises:
        BadScenario: it cannot be played; names file, line, key and remedy.

    """
    return load_file(path)


def play(
    scenario: Scenario | str | Path,
    *,
    seed: int = 0,
    policy: str | Policy = SENSIBLE,
    phases: Phases = 1,
    rulings: Mapping[str, str] | None = None,
) -> Played:
    """Play a scenario, or the one in a file: so many phases, "end" (or 0) for as many as it takes until no
    combat is left.

    `policy` answers for both sides: the name of one (`sensible`, `first`, `random`) or a function of (state, choice).
    `rulings` takes other readings for once, as {"SH-R-19": "gap"}.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: no number of phases.
        UnknownRule: no such policy, ruling or option.

    """
    found = scenario_of(scenario, rulings)
    one, other = (player_of(policy, found, seed, side) for side in (0, 1))
    game = Game(ruleset_named(found.ruleset), found, seed=seed, players=(one, other), phases=phases_of(phases))
    game.run()
    return Played(game)


def player_of(policy: str | Policy, scenario: Scenario, seed: int, side: int) -> Player:
    """A side's player, whose policy is known by name or given; raises UnknownRule for a name that none has."""
    if isinstance(policy, str):
        return Player(policy, named(policy, scenario.ruleset, seed=seed, side=side))
    return Player(getattr(policy, "__name__", "policy"), policy)
