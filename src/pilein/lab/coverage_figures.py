"""Coverage figures for the page and the picture. Each sentence and each option of a ruling has a figure."""

from msgspec import Struct

NEVER_REACHED, NOT_TRIED, NEVER_MATTERED, MATTERED = "never reached", "not tried", "never mattered", "mattered"
NO_CODE = "no code"
STATUSES = (MATTERED, NEVER_MATTERED, NOT_TRIED, NEVER_REACHED, NO_CODE)


class Example(Struct, frozen=True):
    """Game that illustrates a subject, given by its fight's name and file ("" if it has none) and its seed."""

    fight: str
    file: str
    seed: int

    def command(self, phases: int) -> str:
        """Return the `pilein` command that plays the example game."""
        return f"pilein fight {self.file or self.fight} --phases {phases or 'end'} --seed {self.seed}"


class Covered(Struct, frozen=True, kw_only=True):
    """Coverage of a sentence, or of a ruling under an `option`.

    The subject was at work, or asked for, in `clauses` clauses of `games` games. In `tried` games the fight was
    replayed without the subject: `changed` games ended differently (winner, models lost or fate of any unit),
    `decided` games had another outcome, and `unfought` games passed without a single loss although the original game
    had losses. In `stopped` further games the replay could not continue because a policy's answer was no longer
    legal, so their end is unknown. If `has_code` is False, no code refers to the subject, so games cannot reach it.
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
        """ID of the subject, with the option if it is a ruling."""
        return f"{self.id}={self.option}" if self.option else self.id

    @property
    def status(self) -> str:
        """Status of the subject, as one of STATUSES."""
        if not self.games:
            return NEVER_REACHED if self.has_code else NO_CODE
        if not self.tried:
            return NOT_TRIED
        return MATTERED if self.changed else NEVER_MATTERED

    @property
    def is_structural(self) -> bool:
        """Whether leaving out the sentence changes most games, and only by leaving them without a loss."""
        return self.unfought == self.changed > self.tried / 2

    @property
    def weight(self) -> float:
        """Estimated number of games whose end the subject changed, used for sorting."""
        return self.games * self.changed / self.tried if self.tried else 0.0

    @property
    def deciding(self) -> float:
        """Estimated number of games whose outcome the subject changed."""
        return self.games * self.decided / self.tried if self.tried else 0.0


class CoverageFigures(Struct, frozen=True):
    """Figures about games that covered a rules text: every sentence in the order of the text, and every ruling.

    `trials` counts games continued without a subject; `struck` are the sentences that the scenarios leave out, and
    `texts` the texts of scenarios without a file, by name. `phases` is the number of phases played (0: to the end).
    """

    ruleset: str
    phases: int
    fights: tuple[str, ...]
    games: int
    trials: int
    sentences: tuple[Covered, ...]
    rulings: tuple[Covered, ...]
    struck: tuple[str, ...] = ()
    texts: dict[str, str] = {}
