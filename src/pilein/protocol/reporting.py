"""Events of a game as messages: log lines, each with its changes to the board."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from pilein.engine.battle import turn_of
from pilein.engine.game import Game
from pilein.engine.log import LogEntry
from pilein.lab.battle_scores import score_line, scores
from pilein.lab.log_lines import numbered, phase_words
from pilein.protocol.at_table import Happened
from pilein.protocol.drawing import Changed, Drawn, changed, drawn
from pilein.protocol.lines import line_of, with_rulings
from pilein.protocol.shared_messages import Line

NOTHING = Changed()


class Entry(NamedTuple):
    """Log entry with the number of its clause (from 0) and the number of its phase."""

    turn: int
    phase: int
    entry: LogEntry


class Placed(NamedTuple):
    """Log line with the number of the last log entry that it covers, and with the number of its clause."""

    end: int
    turn: int
    line: Line


class Reporter:
    """Reporter that reports each line of a game once."""

    def __init__(self, game: Game) -> None:
        self._ends: list[int] = []  # the number of the last entry of each line
        self._shown = 0  # entries
        self._phase = 0
        self._scored = 0  # turns of a battle
        self._state = game.opening.state
        self._drawn = drawn(game.rules, game.opening.state, self._state)

    @property
    def lines(self) -> int:
        """Number of reported lines that are still valid."""
        return len(self._ends)

    def entries_of(self, line: int) -> int:
        """Number of log entries covered by the first `line` lines."""
        return 0 if line < 1 or not self._ends else self._ends[min(line, len(self._ends)) - 1] + 1

    def lines_until(self, entry: int) -> int:
        """Number of lines that end before a given log entry. Entries are counted from 0."""
        return sum(end < entry for end in self._ends)

    @property
    def board(self) -> Drawn:
        """Units and models as last reported."""
        return self._drawn

    def news(self, game: Game, number: int) -> Iterator[Happened]:
        """Yield the events since the last report, clause by clause. `number` is the number of the first message."""
        lines = list(self._new_lines(game))
        self._ends += [one.end for one in lines]
        for turn, run in groupby(lines, key=lambda one: one.turn):
            group = list(run)
            said = with_rulings(game, turn, [one.line for one in group])
            yield self._happened(game, _after(game, turn), number, group[0].turn, said)
            number += 1
        if self._state is not game.state and self._changes(game, game.state) != NOTHING:
            yield self._happened(game, game.state, number, len(game.history.turns), [])
        self._show(game, game.state)

    def taken_back(self, game: Game) -> None:
        """Forget lines whose entries were taken back."""
        entries = len(game.log) + len(game.under_way)
        while self._ends and self._ends[-1] >= entries:
            self._ends.pop()
        self._shown = self._ends[-1] + 1 if self._ends else 0
        shown = _entries(game)[: self._shown]
        self._phase = shown[-1].phase if shown else 0
        self._scored = min(self._scored, turn_of(game.phase) - 1)
        self._show(game, game.state)

    def _new_lines(self, game: Game) -> Iterator[Placed]:
        entries = _entries(game)
        shown, self._shown = self._shown, len(entries)
        for phase, run in groupby(entries[shown:], key=lambda one: one.phase):
            group = list(run)
            yield from (Placed(shown, group[0].turn, line) for line in self._opening(game, phase))
            for place, item in numbered(one.entry for one in group):
                yield Placed(shown + place, group[place].turn, line_of(game, item))
            shown += len(group)
        if game.is_over and game.battle and entries:
            last = len(entries) - 1, entries[-1].turn
            yield from (Placed(*last, line) for line in self._scores(game, turn_of(game.phase)))

    def _opening(self, game: Game, phase: int) -> Iterator[Line]:
        """Yield the score of the previous turn, and the heading of the phase that begins."""
        if game.battle:
            yield from self._scores(game, turn_of(phase) - 1)
        if phase != self._phase and game.phases != 1:
            yield Line(kind="event", text=phase_words(game, phase), sentences=(), heading=0)
        self._phase = phase

    def _scores(self, game: Game, upto: int) -> Iterator[Line]:
        if upto > self._scored:
            for score in scores(game)[self._scored : upto]:
                yield Line(kind="event", text=score_line(game, score), sentences=(), heading=1)
            self._scored = upto

    def _happened(self, game: Game, state: Any, number: int, turn: int, lines: list[Line]) -> Happened:  # noqa: ANN401
        changes = self._changes(game, state)
        self._show(game, state)
        turns = game.history.turns
        phase = turns[turn].phase if turn < len(turns) else game.phase
        return Happened(
            number=number,
            lines=tuple(lines),
            models=changes.models,
            gone=changes.gone,
            units=changes.units,
            phase=phase,
            turn=turn_of(phase),
        )

    def _changes(self, game: Game, state: Any) -> Changed:  # noqa: ANN401 - the ruleset's own
        if state is self._state:
            return NOTHING
        return changed(self._drawn, drawn(game.rules, game.opening.state, state))

    def _show(self, game: Game, state: Any) -> None:  # noqa: ANN401 - the ruleset's own
        if state is not self._state:
            self._state, self._drawn = state, drawn(game.rules, game.opening.state, state)


def _entries(game: Game) -> list[Entry]:
    """Return all entries of the log, including the entries of the unfinished clause."""
    turns = game.history.turns
    found = [Entry(number, turn.phase, entry) for number, turn in enumerate(turns) for entry in turn.log]
    return found + [Entry(len(turns), game.phase, entry) for entry in game.under_way]


def _after(game: Game, turn: int) -> Any:  # noqa: ANN401 - the ruleset's own
    """Return the state after a clause. For the last clause, or an unfinished clause, it is the present state."""
    turns = game.history.turns
    return turns[turn + 1].before.state if turn + 1 < len(turns) else game.state
