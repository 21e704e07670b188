"""Figures of coverage: for each sentence and each option of a ruling, for page and picture."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

NEVER_REACHED, NOT_TRIED, NEVER_MATTERED, MATTERED = "never reached", "not tried", "never mattered", "mattered"
NO_CODE = "no code"
STATUSES = (MATTERED, NEVER_MATTERED, NOT_TRIED, NEVER_REACHED, NO_CODE)


class Example(Struct, frozen=True):
    """A game: the name of its fight, the fight's file ("": none), and the game's seed."""

    fight: str
    file: str
    seed: int

    def command(self, phases: int) -> str:
        """The command that plays the game."""
        return f"pilein fight {self.file or self.fight} --phases {phases or 'end'} --seed {self.seed}"


class Covered(Struct, frozen=True, kw_only=True):
    """A sentence, or a ruling that becomes an `option`.

    It was at work, or asked for, in `clauses` clauses of `games` games. In `tried` games the fight went on without it:
    `changed` ended otherwise (who wins, models lost, the fate of any unit), `decided` with another outcome, and
    `unfought` without a single loss, where there had been some. In another `stopped` games the fight could not go on
    without it, since a policy's answer was no longer legal: their end is unknown. Where `has_code` is false, no code
    asks for it, so that games cannot reach it.
    """

    id: str
    option: str
    clauses: int
    games: int
    tried: int
    changed: int
    decided: int
    unfought: int
    stopped: int
    reached_in: Example | None
    changed_in: Example | None
    has_code: bool = True

    @property
    def key(self) -> str:
        """The subject's ID, and the option if it is a ruling."""
        return f"{self.id}={self.option}" if self.option else self.id

    @property
    def status(self) -> str:
        """One of STATUSES."""
        if not self.games:
            return NEVER_REACHED if self.has_code else NO_CODE
        if not self.tried:
            return NOT_TRIED
        return MATTERED if self.changed else NEVER_MATTERED

    @property
    def is_structural(self) -> bool:
        """Whether games in which the sentence is at work end without a loss, or unchanged, when it is left out."""
        return self.unfought == self.changed > self.tried / 2

    @property
    def weight(self) -> float:
        """The sort key: the probable number of games whose end was changed."""
        return self.games * self.changed / self.tried if self.tried else 0.0

    @property
    def deciding(self) -> float:
        """The probable number of games whose outcome was changed."""
        return self.games * self.decided / self.tried if self.tried else 0.0


class CoverageFigures(Protocol):
    """Figures shown for games that covered a rules text; see `Coverage`."""

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""

    @property
    def phases(self) -> int:
        """Number of phases played, 0: to the end."""

    @property
    def fights(self) -> tuple[str, ...]:
        """The names of the fights."""

    @property
    def games(self) -> int:
        """Number of games played."""

    @property
    def trials(self) -> int:
        """Number of times that a game was continued without a subject."""

    @property
    def sentences(self) -> tuple[Covered, ...]:
        """Every sentence, in the order of the text."""

    @property
    def rulings(self) -> tuple[Covered, ...]:
        """Every option of every ruling."""

    @property
    def struck(self) -> tuple[str, ...]:
        """Sentences that scenarios exclude."""

    @property
    def texts(self) -> Mapping[str, str]:
        """Scenarios without a file, by name."""
