"""A person at the terminal: the question in words, numbered answers, and what else may be typed."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec

from pilein.agents.named import named
from pilein.cli.keeping import interrupted_by_hanging_up, keep
from pilein.cli.showing import Show
from pilein.engine.game import Game
from pilein.engine.log import said
from pilein.engine.saved import save
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import PileInError
from pilein.kernel.plain import frozen, plain
from pilein.kernel.requests import Answer, Choice
from pilein.lab.files import BadFile, write

SHORT = 9  # answers offered at once
MOST = 200  # answers offered at all
PLACE = 4  # numbers that place a model: itself, x, y, facing
ENTER = "(Enter)"  # marks the answer that an empty line gives
HELP = (
    "a number, Enter for the answer so marked, or the answer as JSON; "
    "? all answers, u take back, s FILE save, q leave the game"
)


class NoAnswer(PileInError):  # noqa: N818 - what was typed is no answer
    """What was typed cannot be understood."""


class Person:
    """Asks a person whatever the game asks, until the game is over or the person leaves."""

    def __init__(self, game: Game, show: Show, scenario: str, *, kept: bool) -> None:
        """`scenario` is the file being played; `kept` tells that the game will be saved when the person leaves."""
        self._game = game
        self._show = show
        self._scenario = scenario
        self._kept = kept
        ruleset = game.scenario.ruleset
        self._sensible = tuple(named("sensible", ruleset, seed=0, side=side) for side in (0, 1))

    def play(self) -> None:
        """Ask and play on. Whoever goes away before the end finds the game in a file.

        Raises:
            PileInError: the input ended at a question; it says where the game is kept.
            KeyboardInterrupt: the person has interrupted; where the game is kept has been said.

        """
        try:
            with interrupted_by_hanging_up():
                self._play()
        except KeyboardInterrupt:
            kept = self._keep()
            self._show.left("; ".join(part for part in ("interrupted", kept) if part))
            raise

    def _play(self) -> None:
        self._show.log()
        self._show.line(f"You may type {HELP}.", dim=True)
        while self._game.pending is not None:
            self._ask(self._game.pending)
            line = self._read()
            if line == "q":
                kept = self._keep()
                if kept:
                    self._show.line(f"  {kept}", dim=True)
                return
            self._obey(line)

    def _ask(self, choice: Choice) -> None:
        side = self._game.state.setup.sides[choice.side]
        self._show.question(side, choice.words, choice.clause)
        offered = list(islice(_different(choice), SHORT + 1))
        self._list(choice, offered[:SHORT])
        if len(offered) > SHORT:
            self._show.line("  ?  more", dim=True)

    def _list(self, choice: Choice, offered: list[tuple[str, Answer]]) -> None:
        """Number the answers; those in the same words are told apart by the answers themselves."""
        words, usual = Counter(label for label, _ in offered), self._usual(choice)
        for number, (label, answer) in enumerate(offered, 1):
            spelled = f"  {_spelled(answer)}" if words[label] > 1 else ""
            self._show.line(f"  {number}  {label}{spelled}" + (f"  {ENTER}" if answer == usual else ""))
        if all(answer != usual for _, answer in offered):
            self._show.line(f"  {said(choice, usual)}  {ENTER}")

    def _usual(self, choice: Choice) -> Answer:
        """What the sensible policy answers: an empty line stands for it."""
        return self._sensible[choice.side](self._game.state, choice)

    def _read(self) -> str:
        self._show.prompt()
        line = sys.stdin.readline()
        if not line:
            remedy = self._keep() or "answer it, or name a policy for --play"
            raise PileInError("the input ended at a question", remedy=remedy)
        return line.strip()

    def _keep(self) -> str:
        """Keep the game, if anything has happened in it, where nothing else does; how to go on with it."""
        if self._kept:
            return "the game is kept in the file that --save names"
        return keep(self._game, self._scenario) if self._game.history.number else ""

    def _obey(self, line: str) -> None:
        choice = self._game.pending
        assert choice is not None
        try:
            if line == "?":
                self._list(choice, list(islice(_different(choice), MOST)))
            elif line == "u":
                self._game.undo()
                self._show.taken_back()
            elif line == "s" or line.startswith("s "):
                self._save(line[1:].strip())
            else:
                self._game.answer(understood(choice, line) if line else self._usual(choice))
                self._game.run()
                self._show.log()
        except PileInError as error:
            self._show.line(f"  {error}")

    def _save(self, path: str) -> None:
        if not path:
            raise BadFile("a file is needed", key="s", remedy="type s FILE")
        write(path, save(self._game))
        self._show.line(f"  saved to {path}", dim=True)


def _different(choice: Choice) -> Iterator[tuple[str, Answer]]:
    """Each answer offered, once."""
    known = set()
    for label, answer in choice.candidates():
        if answer not in known:
            known.add(answer)
            yield label, answer


def _spelled(answer: Answer) -> str:
    """An answer as it is; a model's place in inches and degrees."""
    if isinstance(answer, tuple) and len(answer) == PLACE and all(type(one) is int for one in answer):
        _, x, y, facing = answer
        return f"at {x / INCH:.2f}, {y / INCH:.2f}, facing {facing / 100:g}"
    return str(plain(answer))


def understood(choice: Choice, line: str) -> Answer:
    """The answer that was typed: a candidate's number or label, or the answer itself as JSON (`=5` for a bare number).

    Raises:
        NoAnswer: it is none of these.

    """
    offered = list(islice(_different(choice), MOST))
    if line.isascii() and line.isdigit():
        if not 1 <= int(line) <= len(offered):
            remedy = f"type 1 to {len(offered)}, or the answer as JSON"
            raise NoAnswer(f"there is no answer number {line}", remedy=remedy)
        return offered[int(line) - 1][1]
    for label, answer in offered:
        if line.casefold() == label.casefold():
            return answer
    try:
        return frozen(msgspec.json.decode(line.removeprefix("=")))
    except msgspec.DecodeError:
        raise NoAnswer(f"{line!r} is not understood", remedy=f"type {HELP}") from None
