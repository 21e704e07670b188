"""Interactive prompt, which shows a person the question and numbered answers, and reads an answer or a command."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import islice

from pilein.cli import save_files
from pilein.cli.console import Show
from pilein.cli.interrupts import Interrupted, joined
from pilein.cli.journals import Journal
from pilein.cli.session import typed_line
from pilein.cli.typed_answers import HELP, MOST, different, json_of, spelled, understood
from pilein.engine.game import Game
from pilein.engine.log import said
from pilein.engine.policies import named
from pilein.engine.saved import save
from pilein.engine.signals import held
from pilein.engine.sources import GivenDice
from pilein.kernel.errors import PileInError, ScriptError
from pilein.kernel.nearest import in_one_line
from pilein.kernel.requests import Answer, Choice
from pilein.lab.charges_on_offer import ChargeOnOffer, charges_on_offer
from pilein.lab.files import BadFile, identity
from pilein.lab.finishing import Left, left_by
from pilein.lab.typed_dice import HELP as DICE
from pilein.lab.typed_dice import add, question

SHORT = 9  # answers listed at first
ENTER = "(Enter)"  # marks the default answer
OVER = "It is over: u undoes the last answer, m shows the map, Enter ends."
MAP, RULE, UNDO, QUIT = "m", "?", "u", "q"


Draw = Callable[[], object]


class Person:
    """Person who is asked the game's questions until the game is over or the person quits."""

    def __init__(
        self, game: Game, show: Show, scenario: str, journal: Journal, *, kept: bool, picture: Draw | None = None
    ) -> None:
        """Prepare to ask about a game played from the file `scenario`.

        `kept` means that the game is saved when the person quits. `picture` redraws the table before each
        question.
        """
        self._game = game
        self._show = show
        self._scenario = scenario
        self._journal = journal
        self._is_kept = kept
        self._saved: set[tuple[int, int] | str] = set()  # files that this person has written
        self._left: dict[int, Left] = {}  # side -> questions it leaves to the policy
        self._charges: tuple[int, tuple[ChargeOnOffer, ...]] = (-1, ())  # number of earlier answers, charges then
        self._picture = picture
        ruleset = game.scenario.ruleset
        self._sensible = tuple(named("sensible", ruleset, seed=0, side=side) for side in (0, 1))

    def play(self) -> None:
        """Ask the person every question, and play on after each answer.

        Every answer is written to the journal immediately, and an unfinished game is kept in a file.

        Raises:
            PileInError: the input or the given dice ran out. The error states where the game is kept.
            KeyboardInterrupt: the person interrupted the game. The error states where the game is kept.
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
        while self._is_waiting() or self._is_taken_back():
            if self._is_left():
                continue
            self._redraw()
            self._put()
            line = self._read()
            if line == QUIT:
                kept = self._keep()
                if kept:
                    self._show.line(f"  {kept}", dim=True)
                return
            self._obey(line)

    def _is_waiting(self) -> bool:
        return self._game.pending is not None or self._game.pending_roll is not None

    def _is_left(self) -> bool:
        """Let the policy answer the question if the person has left it to the policy. Returns False otherwise."""
        choice = self._game.pending
        if choice is None or choice.side not in self._left:
            return False
        usual = self._usual(choice)
        if not self._left[choice.side].holds(self._game, choice, usual):
            del self._left[choice.side]
            return False
        self._answer(usual)
        return True

    def _is_taken_back(self) -> bool:
        """Ask, after the last answer, whether the person wants to undo it. If so, the question is pending again."""
        self._redraw()
        while self._game.history.decisions:
            self._show.line(OVER, dim=True)
            self._show.prompt()
            line = typed_line()
            if line == MAP:
                self._show.map()
            elif line == UNDO:
                self._undo()
                return True
            elif line in (None, "", QUIT):
                break
        return False

    def _redraw(self) -> None:
        if self._picture is not None:
            self._picture()

    def _put(self) -> None:
        """Show the pending question, or the pending roll that needs dice."""
        choice = self._game.pending
        if choice is not None:
            self._ask(choice)
        else:
            self._show.line(f"  {question(self._game)}")

    def _ask(self, choice: Choice) -> None:
        side = self._game.state.setup.sides[choice.side]
        self._show.question(side, choice.words, choice.clause)
        offered = list(islice(different(choice), SHORT + 1))
        self._list(choice, offered[:SHORT])
        if len(offered) > SHORT:
            self._show.line("  ?  more", dim=True)

    def _list(self, choice: Choice, offered: list[tuple[str, Answer]]) -> None:
        """List the answers by number. Answers with equal labels are also shown as data."""
        words, usual = Counter(label for label, _ in offered), self._usual(choice)
        for number, (label, answer) in enumerate(offered, 1):
            data = f"  {spelled(answer)}" if words[label] > 1 else ""
            line = f"  {number}  {label}{data}{self._charge(choice, answer)}"
            self._show.line(line + (f"  {ENTER}" if answer == usual else ""))
        if all(answer != usual for _, answer in offered):
            self._show.line(f"     {said(choice, usual)}  {ENTER}")

    def _charge(self, choice: Choice, answer: Answer) -> str:
        """Describe the distance and chance of the charge that an answer declares, or return "" for other answers."""
        number, found = self._charges
        if number != self._game.history.number:
            number, found = self._game.history.number, charges_on_offer(self._game, choice)
            self._charges = number, found
        return "".join(f"  ({one.words})" for one in found if one.answer == answer)

    def _usual(self, choice: Choice) -> Answer:
        """Return the sensible policy's answer, which an empty line selects."""
        return self._sensible[choice.side](self._game.state, choice)

    def _read(self) -> str:
        self._show.prompt()
        line = typed_line()
        if line is None:
            raise PileInError(
                "the input ended before the question was answered",
                remedy="supply more input, or name a policy with --play",
            )
        return line

    def _keep(self) -> str:
        """Keep the game, unless nothing has been played or the game is already kept in another file.

        Returns a message that says how to continue the game, or "".
        """
        if not self._game.history.number:
            self._journal.remove()
        if self._is_kept or not self._game.history.number:
            return ""
        with held():
            try:
                kept = save_files.keep(self._game, self._scenario)
            except PileInError as error:
                return self._journal.advice(self._game) or str(error)
            self._journal.remove()
            self._is_kept = True
        return kept

    def _more_dice(self) -> str:
        return "use --dice to give the dice still to be rolled" if isinstance(self._game.dice, GivenDice) else ""

    def _obey(self, line: str) -> None:
        """Carry out a line of input, or explain why the line is invalid."""
        try:
            if not self._is_looked_up(line):
                self._play_on(line)
        except ScriptError:
            raise  # given dice or answers ran out
        except PileInError as error:
            self._show.line(f"  {in_one_line(str(error))}")

    def _is_looked_up(self, line: str) -> bool:
        """Show the map or the rule, or save the game, if the line asks for that. Returns False if it does not."""
        if line == MAP:
            self._show.map()
        elif line == RULE:
            self._explain(self._game.pending)
        elif line.split(" ", maxsplit=1)[0] in ("s", "s!"):
            self._save(line.removeprefix("s").removeprefix("!").strip(), force=line.startswith("s!"))
        else:
            return False
        return True

    def _play_on(self, line: str) -> None:
        """Undo a decision, answer the question, or leave answers to the policy, as the line of input requests."""
        choice = self._game.pending
        if line == UNDO:
            self._undo()
        elif choice is None:
            self._throw(line)
        elif line.split(" ", maxsplit=1)[0] == "a":
            self._left[choice.side] = left_by(line, self._game, choice, self._usual(choice))
        else:
            self._answer(understood(choice, line) if line else self._usual(choice))

    def _explain(self, choice: Choice | None) -> None:
        """Show the sentence that asks the question, all possible answers, and an example of an answer in JSON."""
        if choice is None:
            self._show.line(f"  {DICE}")
            return
        sentence = self._game.rules.sentences.get(choice.clause)
        if sentence is not None:
            self._show.line(f"  {choice.clause}: {sentence.words}")
        offered = list(islice(different(choice), MOST))
        self._list(choice, offered)
        if offered:
            self._show.line(f"  answer {len(offered)} as JSON: {json_of(offered[-1][1])}", dim=True)

    def _undo(self) -> None:
        decisions = self._game.history.decisions
        self._game.undo()
        self._left.clear()
        self._note()
        undone = decisions[len(self._game.history.decisions)].entry if decisions else None
        self._show.taken_back("" if undone is None else undone.sentence)

    def _answer(self, answer: Answer) -> None:
        self._game.answer(answer)
        self._note()
        self._game.run()
        self._show.log()

    def _throw(self, line: str) -> None:
        add(self._game, line)
        self._game.run()
        self._note()
        self._show.log()

    def _note(self) -> None:
        before = self._journal.fault
        self._journal.note(self._game)
        if self._journal.fault and not before:
            self._show.line(f"  the journal cannot be written: {self._journal.fault}; type s FILE to save it elsewhere")

    def _save(self, path: str, *, force: bool) -> None:
        if not path:
            raise BadFile("no file is named for the saved game", key="s", remedy="type s FILE")
        save_files.assert_named(path, "s")
        save_files.assert_can_be_written(path)
        save_files.assert_is_regular(path, "s")
        self._assert_not_in_use(path)
        is_mine = force or identity(path) in self._saved or save_files.is_played_from(self._scenario, path)
        save_files.put(path, save(self._game), is_mine=is_mine, otherwise="or type s! FILE to replace this one")
        self._saved.add(identity(path))
        self._show.line(f"  saved to {in_one_line(path)}", dim=True)

    def _assert_not_in_use(self, path: str) -> None:
        for used, words in ((self._scenario, "the scenario"), (self._journal.path, "the journal of this game")):
            if used and save_files.is_same(used, path) and not save_files.is_played_from(self._scenario, path):
                raise BadFile(
                    f"this file is {words}, which would be overwritten",
                    file=path,
                    key="s",
                    remedy="name a different file",
                )
