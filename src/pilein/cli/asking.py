"""The prompt for a person at the terminal: the question, numbered answers and other input."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate, islice

import msgspec

from pilein.cli import keeping
from pilein.cli.interrupts import Interrupted, joined
from pilein.cli.journals import Journal
from pilein.cli.seating import typed_line
from pilein.cli.showing import Show
from pilein.engine.game import Game
from pilein.engine.log import said
from pilein.engine.policies import named
from pilein.engine.saved import save
from pilein.engine.signals import held
from pilein.engine.sources import GivenDice
from pilein.geometry.ticks import INCH
from pilein.kernel.codec import frozen, plain
from pilein.kernel.errors import PileInError, ScriptError
from pilein.kernel.nearest import in_one_line, shortened
from pilein.kernel.requests import Answer, Choice
from pilein.lab.files import BadFile, identity

SHORT = 9  # answers listed at first
MOST = 200  # answers listed after `?`
DEEPEST = 20  # depth of nested brackets
MOST_DIGITS = 18  # digits of an answer's number
PLACE = 4  # numbers of a placement: model, x, y, facing
ENTER = "(Enter)"  # marks the default answer
HELP = (
    "a number, Enter for the marked answer, or an answer as JSON; "
    "? all answers, u undo, s FILE save (s! FILE: replaces an existing file), q quit"
)


class NoAnswer(PileInError):  # noqa: N818 - not an error, but input that is not an answer
    """The input cannot be understood."""


class Person:
    """Puts the game's questions to a person until the game is over or the person quits."""

    def __init__(self, game: Game, show: Show, scenario: str, journal: Journal, *, kept: bool) -> None:
        """`scenario` is the file being played; `kept`: the game is saved when the person quits."""
        self._game = game
        self._show = show
        self._scenario = scenario
        self._journal = journal
        self._is_kept = kept
        self._saved: set[tuple[int, int] | str] = set()  # files that this person has written
        ruleset = game.scenario.ruleset
        self._sensible = tuple(named("sensible", ruleset, seed=0, side=side) for side in (0, 1))

    def play(self) -> None:
        """Ask and play on. Every answer goes to the journal at once; an unfinished game is kept in a file.

        Raises:
            PileInError: the input or the given dice ended; says where the game is kept.
            KeyboardInterrupt: interrupted by the person; says where the game is kept.

        """
        try:
            self._play()
        except KeyboardInterrupt as interruption:
            kept = self._keep()
            with suppress(OSError):  # the terminal may be closed
                self._show.line("")
            raise Interrupted.of(interruption, kept) from None
        except PileInError as error:
            error.remedy = joined(self._keep(), self._more_dice()) or error.remedy
            raise
        except Exception:
            self._show.left(joined("the game was interrupted", self._keep()))
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
        """Number the answers; those with equal labels show the answer itself too."""
        words, usual = Counter(label for label, _ in offered), self._usual(choice)
        for number, (label, answer) in enumerate(offered, 1):
            spelled = f"  {_spelled(answer)}" if words[label] > 1 else ""
            self._show.line(f"  {number}  {label}{spelled}" + (f"  {ENTER}" if answer == usual else ""))
        if all(answer != usual for _, answer in offered):
            self._show.line(f"  {said(choice, usual)}  {ENTER}")

    def _usual(self, choice: Choice) -> Answer:
        """The sensible policy's answer, given by an empty line."""
        return self._sensible[choice.side](self._game.state, choice)

    def _read(self) -> str:
        self._show.prompt()
        line = typed_line()
        if line is None:
            raise PileInError("the input ended at a question", remedy="answer it, or name a policy for --play")
        return line

    def _keep(self) -> str:
        """Keep the game, if anything has happened and no other file keeps it; how to continue it."""
        if not self._game.history.number:
            self._journal.remove()
        if self._is_kept or not self._game.history.number:
            return ""
        with held():
            try:
                kept = keeping.keep(self._game, self._scenario)
            except PileInError as error:
                return self._journal.where(self._game) or str(error)
            self._journal.remove()
            self._is_kept = True
        return kept

    def _more_dice(self) -> str:
        return "the dice that follow are given by --dice" if isinstance(self._game.dice, GivenDice) else ""

    def _obey(self, line: str) -> None:
        choice = self._game.pending
        assert choice is not None
        try:
            if line == "?":
                self._list(choice, list(islice(_different(choice), MOST)))
            elif line == "u":
                self._game.undo()
                self._note()
                self._show.taken_back()
            elif line.split(" ", maxsplit=1)[0] in ("s", "s!"):
                self._save(line.removeprefix("s").removeprefix("!").strip(), force=line.startswith("s!"))
            else:
                self._answer(understood(choice, line) if line else self._usual(choice))
        except ScriptError:
            raise  # given dice or answers are used up
        except PileInError as error:
            self._show.line(f"  {in_one_line(str(error))}")

    def _answer(self, answer: Answer) -> None:
        self._game.answer(answer)
        self._note()
        self._game.run()
        self._show.log()

    def _note(self) -> None:
        before = self._journal.fault
        self._journal.note(self._game)
        if self._journal.fault and not before:
            self._show.line(f"  the journal cannot be written: {self._journal.fault}; type s FILE to save it elsewhere")

    def _save(self, path: str, *, force: bool) -> None:
        if not path:
            raise BadFile("a file is needed", key="s", remedy="type s FILE")
        keeping.assert_named(path, "s")
        keeping.assert_can_be_written(path)
        keeping.assert_is_regular(path, "s")
        self._assert_not_in_use(path)
        is_mine = force or identity(path) in self._saved or keeping.is_played_from(self._scenario, path)
        keeping.put(path, save(self._game), is_mine=is_mine, otherwise="or type s! FILE")
        self._saved.add(identity(path))
        self._show.line(f"  saved to {in_one_line(path)}", dim=True)

    def _assert_not_in_use(self, path: str) -> None:
        for used, words in ((self._scenario, "the scenario"), (self._journal.path, "the journal of this game")):
            if used and keeping.is_same(used, path) and not keeping.is_played_from(self._scenario, path):
                raise BadFile(f"is {words}", file=path, key="s", remedy="name another file")


def _different(choice: Choice) -> Iterator[tuple[str, Answer]]:
    """The answers offered, without repetition."""
    known = set()
    for label, answer in choice.candidates():
        if answer not in known:
            known.add(answer)
            yield label, answer


def _spelled(answer: Answer) -> str:
    """An answer as data; a model's place in inches and degrees."""
    if isinstance(answer, tuple) and len(answer) == PLACE and all(type(one) is int for one in answer):
        _, x, y, facing = answer
        return f"at {x / INCH:.2f}, {y / INCH:.2f}, facing {facing / 100:g}"
    return str(plain(answer))


def understood(choice: Choice, line: str) -> Answer:
    """The answer typed: a number or label of the list, or the answer as JSON (`=5` for a plain number).

    Raises:
        NoAnswer: the line is neither.

    """
    offered = list(islice(_different(choice), MOST))
    if line.isascii() and line.isdigit():
        if len(line) > MOST_DIGITS or not 1 <= int(line) <= len(offered):
            remedy = f"type 1 to {len(offered)}, or the answer as JSON"
            raise NoAnswer(f"there is no answer number {shortened(line)}", remedy=remedy)
        return offered[int(line) - 1][1]
    for label, answer in offered:
        if line.casefold() == label.casefold():
            return answer
    try:
        return frozen(msgspec.json.decode(_shallow(line.removeprefix("="))))
    except ValueError:
        raise NoAnswer(f"{shortened(line)!r} is not an answer", remedy=f"type {HELP}") from None


def _shallow(line: str) -> str:
    """The line; raises ValueError if its brackets are nested too deeply."""
    if max(accumulate((one == "[") - (one == "]") for one in line), default=0) > DEEPEST:
        raise ValueError
    return line
