"""A person at the terminal: the question in words, numbered answers, and what else may be typed."""

import sys
from collections import Counter
from itertools import islice

import msgspec

from pilein.cli.files import BadFile, write
from pilein.cli.showing import Show
from pilein.engine.game import Game
from pilein.engine.saved import save
from pilein.kernel.errors import PileInError
from pilein.kernel.plain import frozen, plain
from pilein.kernel.requests import Answer, Choice

SHORT = 9  # answers offered at once
MOST = 200  # answers offered at all
HELP = "a number, or the answer as JSON; ? all answers, u take back, s FILE save, q leave the game"


class NoAnswer(PileInError):  # noqa: N818 - what was typed is no answer
    """What was typed cannot be understood."""


class Person:
    """Asks a person whatever the game asks, until the game is over or the person leaves."""

    def __init__(self, game: Game, show: Show, rescue: str, *, kept: bool) -> None:
        self._game = game
        self._show = show
        self._rescue = rescue
        self._kept = kept

    def play(self) -> None:
        """Ask and play on.

        Raises:
            PileInError: the input ended at a question; it says where the game is kept.

        """
        self._show.log()
        self._show.line(f"You may type {HELP}.", dim=True)
        while self._game.pending is not None:
            self._ask(self._game.pending)
            line = self._read()
            if line == "q":
                return
            self._obey(line)

    def _ask(self, choice: Choice) -> None:
        side = self._game.state.setup.sides[choice.side]
        self._show.question(side, choice.words, choice.clause)
        offered = list(islice(choice.candidates(), SHORT + 1))
        self._list(offered[:SHORT])
        if len(offered) > SHORT:
            self._show.line("  ?  more", dim=True)

    def _list(self, offered: list[tuple[str, Answer]]) -> None:
        """Number the answers; those in the same words are told apart by the answers themselves."""
        words = Counter(label for label, _ in offered)
        for number, (label, answer) in enumerate(offered, 1):
            self._show.line(f"  {number}  {label}" + (f"  {plain(answer)}" if words[label] > 1 else ""))

    def _read(self) -> str:
        self._show.prompt()
        line = sys.stdin.readline()
        if not line:
            self._gone()
        return line.strip()

    def _gone(self) -> None:
        words = "the input ended at a question"
        if self._kept or not self._game.history.number:
            raise PileInError(f"{words}; the game is kept in the file that --save names" if self._kept else words)
        write(self._rescue, save(self._game))
        raise PileInError(f"{words}; go on with `pilein fight {self._rescue} --play ask`")

    def _obey(self, line: str) -> None:
        choice = self._game.pending
        assert choice is not None
        try:
            if line == "?":
                self._list(list(islice(choice.candidates(), MOST)))
            elif line == "u":
                self._game.undo()
                self._show.taken_back()
            elif line == "s" or line.startswith("s "):
                self._save(line[1:].strip())
            else:
                self._game.answer(understood(choice, line))
                self._game.run()
                self._show.log()
        except PileInError as error:
            self._show.line(f"  {error}")

    def _save(self, path: str) -> None:
        if not path:
            raise BadFile("a file is needed", key="s", remedy="type s FILE")
        write(path, save(self._game))
        self._show.line(f"  saved to {path}", dim=True)


def understood(choice: Choice, line: str) -> Answer:
    """The answer that was typed: a candidate's number or label, or the answer itself as JSON (`=5` for a bare number).

    Raises:
        NoAnswer: it is none of these.

    """
    offered = list(islice(choice.candidates(), MOST))
    if line.isascii() and line.isdigit():
        if not 1 <= int(line) <= len(offered):
            raise NoAnswer(f"there is no answer number {line}: type 1 to {len(offered)}, or the answer as JSON")
        return offered[int(line) - 1][1]
    for label, answer in offered:
        if line.casefold() == label.casefold():
            return answer
    try:
        return frozen(msgspec.json.decode(line.removeprefix("=")))
    except msgspec.DecodeError:
        raise NoAnswer(f"{line!r} is not understood; type {HELP}") from None
