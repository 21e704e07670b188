"""Answers given in a file or in Python. They are used in order, and each is checked against its question."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pilein.engine.game import Game
from pilein.engine.sources import GivenDice
from pilein.kernel.codec import frozen
from pilein.kernel.documents import converted, decoded
from pilein.kernel.errors import BadInput, BadRecord, PileInError, ScriptError
from pilein.kernel.nearest import shortened
from pilein.kernel.requests import Answer, Choice, answered
from pilein.lab.arguments import is_list
from pilein.lab.files import BadFile, read
from pilein.tabletop.battle import BattleState

REMEDY = 'give a JSON list like [{"clause": "SH-CH-02", "request": "...", "answer": true}]'
LARGEST = 4 * 2**20  # bytes
MOST = 100_000  # answers


class GivenAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Answer given in advance, with the wording and the clause of the question if they are known."""

    answer: Any
    request: str = ""
    clause: str = ""


class GivenAnswers:
    """Policy that gives prepared answers in order, for both sides. `file` is "" if the answers come from a list."""

    def __init__(self, answers: list[GivenAnswer], file: str = "") -> None:
        self.left = list(answers)
        self._file = file
        self._total = len(answers)

    @classmethod
    def of(cls, answers: Sequence[Any]) -> "GivenAnswers":
        """Build the policy from a list. Each element is an answer, or a mapping with an answer and its question.

        Raises:
            BadInput: `answers` is not a list.
            BadRecord: a mapping has unknown keys.
        """
        if not is_list(answers):
            raise BadInput(f"{answers!r} is not a list", key="answers", remedy="give a list of answers, in order")
        given = (one if isinstance(one, Mapping) else {"answer": one} for one in answers)
        return cls([converted(dict(one), GivenAnswer, remedy=REMEDY) for one in given])

    @property
    def place(self) -> str:
        """Phrase for error messages which says that the answers come from a file, or "" if they do not."""
        return " from the file" if self._file else ""

    def __call__(self, _state: BattleState, choice: Choice) -> Answer:
        """Return the next answer.

        Raises:
            ScriptError: no answer is left, the next answer is for another question, or the rules do not allow it.
        """
        where = f"{self._file}: " * bool(self._file) + f"answer {self._total - len(self.left) + 1}"
        if not self.left:
            raise ScriptError(
                f"{where} is missing: {choice.clause} asks {choice.words!r}",
                remedy=f"add the answer{' to the file' * bool(self._file)}",
            )
        given = self.left.pop(0)
        for ours, asked in ((given.clause, choice.clause), (given.request, choice.words)):
            if ours and ours != asked:
                words = f"{where} is for {shortened(ours)!r}, but the game asks {asked!r}"
                raise ScriptError(words, remedy=f"give an answer to {choice.clause} in its place")
        try:
            return answered(choice, frozen(given.answer))
        except PileInError as error:
            raise ScriptError(f"{where} cannot be given: {error.message}", remedy=error.remedy) from None


def answers_in(path: str) -> GivenAnswers:
    """Return the answers in a file.

    Raises:
        BadFile: the file cannot be read, or has no answers.
    """
    content = read(path, most=LARGEST)
    try:
        answers = converted(decoded(content), list[GivenAnswer])
    except BadRecord as error:
        raise BadFile(error.message, file=path, key=error.key, remedy=REMEDY) from None
    if len(answers) > MOST:
        raise BadFile(
            f"the file contains {len(answers):,} answers, more than {MOST:,}", file=path, remedy="give fewer answers"
        )
    return GivenAnswers(answers, path)


def assert_used_up(game: Game, answers: GivenAnswers | None) -> None:
    """Check that a game has used every answer and, if the game is over, all given dice.

    Raises:
        ScriptError: answers or dice are unused.
    """
    if answers is not None and answers.left:
        words = f"some of the given answers are unused, beginning with {answers.left[0].answer!r}"
        raise ScriptError(words, remedy=f"remove these answers{answers.place}, or play more phases")
    if isinstance(game.dice, GivenDice) and game.dice.left and game.is_over:
        left = ",".join(map(str, game.dice.left))
        raise ScriptError(f"some of the given dice are unused: {left}", remedy="remove these dice, or play more phases")
