"""History of a game: the clauses played, and the answers to the current clause."""

from collections import Counter
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from pilein.engine.log import Decided, LogEntry, Thrown, woven
from pilein.engine.sources import Answered
from pilein.kernel.errors import PileInError
from pilein.kernel.events import Event
from pilein.kernel.position import Position, Ran
from pilein.kernel.record import TRACE, Given


class Turn(Struct, frozen=True):
    """Clause that has been played, with the position before it, its answers and its effects.

    `first` is the number of answers before the clause. `met` lists the rulings applied, and `used` lists the
    sentences that had an effect.
    """

    before: Position
    phase: int
    first: int
    answers: tuple[Answered, ...]
    log: tuple[LogEntry, ...]
    met: tuple[str, ...]
    used: tuple[str, ...]
    digest: bytes

    @property
    def key(self) -> str:
        """Key of the played clause on the agenda."""
        return str(self.before.agenda[0][0])

    @property
    def piece(self) -> str:
        """Digits that the turn adds to the record's trace."""
        return self.digest.hex()[:TRACE]


class Decision(Struct, frozen=True):
    """Decision in a game, with its number for `undo` and its log entry, which gives the side and the answer."""

    number: int
    entry: Decided


class History(Struct, frozen=True):
    """Clauses played so far, and the answers to the current clause. Answers are numbered consecutively from 0."""

    turns: tuple[Turn, ...] = ()
    answers: tuple[Answered, ...] = ()

    @property
    def number(self) -> int:
        """Number of requests answered so far."""
        return self._first + len(self.answers)

    @property
    def all_answers(self) -> tuple[Answered, ...]:
        """Answers of the whole game, in order."""
        return (*(answered for turn in self.turns for answered in turn.answers), *self.answers)

    @property
    def given(self) -> tuple[Given, ...]:
        """Answers of the whole game in the form of the record, in order."""
        return tuple(answered.given for answered in self.all_answers)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Questions answered so far, by people and policies alike."""
        numbered = enumerate(answered.entry for answered in self.all_answers)
        return tuple(Decision(number, entry) for number, entry in numbered if isinstance(entry, Decided))

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Events, rolls and decisions in order, up to the last complete clause."""
        return tuple(entry for turn in self.turns for entry in turn.log)

    @property
    def met(self) -> tuple[str, ...]:
        """Rulings applied, without repeats, in order of first use."""
        return tuple(dict.fromkeys(ruling for turn in self.turns for ruling in turn.met))

    @property
    def uses(self) -> Counter[str]:
        """For each sentence, the number of clauses played in which the sentence had an effect."""
        return Counter(sentence for turn in self.turns for sentence in turn.used)

    @property
    def trace(self) -> str:
        """Trace of the game, with a few digits for each clause played."""
        return "".join(turn.piece for turn in self.turns)

    @property
    def starts(self) -> tuple[Position, ...]:
        """Positions at the start of each phase played, in order."""
        phases = (turn.phase for turn in self.turns)
        return tuple(
            turn.before for turn, before in zip(self.turns, (0, *phases), strict=False) if turn.phase != before
        )

    def has_rolled(self, phases: int) -> bool:
        """Whether dice were rolled in the last `phases` phases."""
        last = self.turns[-1].phase if self.turns else 0
        late = (turn for turn in self.turns if turn.phase > last - phases)
        return any(isinstance(answered.entry, Thrown) for turn in late for answered in turn.answers)

    def with_answer(self, answered: Answered) -> "History":
        """Return the history with another answer to the current clause."""
        return History(self.turns, (*self.answers, answered))

    def with_turn(self, position: Position, phase: int, ran: Ran) -> "History":
        """Return the history after the next clause of a position has been played to its end."""
        before = Position(position.state, position.agenda)
        key = str(before.agenda[0][0])
        log = woven(key, ran.events, tuple(one.entry for one in self.answers), ran.pauses)
        digest = digested(self.turns[-1].digest if self.turns else b"", key, ran.events)
        turn = Turn(before, phase, self._first, self.answers, tuple(log), ran.met, ran.used, digest)
        return History((*self.turns, turn))

    def until(self, number: int) -> tuple["History", Turn | None]:
        """Return the history before an answer, and the turn to restart for that answer, or None for the current turn.

        Raises PileInError if there is no such answer.
        """
        if not 0 <= number < self.number:
            remedy = "play until something has been answered"
            if self.number:
                remedy = f"give a number from 0 to {self.number - 1}"
            raise PileInError(
                f"the game cannot go back to answer {number}, since it has only {self.number} answers, numbered from 0",
                remedy=remedy,
            )
        if number >= self._first:
            return History(self.turns, self.answers[: number - self._first]), None
        place = next(place for place, turn in enumerate(self.turns) if number < turn.first + len(turn.answers))
        turn = self.turns[place]
        return History(self.turns[:place], turn.answers[: number - turn.first]), turn

    @property
    def _first(self) -> int:
        return self.turns[-1].first + len(self.turns[-1].answers) if self.turns else 0


def digested(before: bytes, key: str, events: tuple[Event | dict[str, Any], ...]) -> bytes:
    """Digest the game so far, given the previous digest, a clause's key and its events."""
    return blake2b(before + key.encode() + msgspec.json.encode(events), digest_size=8).digest()
