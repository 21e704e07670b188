"""Session at a table, in which people answer, leave decisions to policies, and take decisions back."""

from copy import copy
from functools import partial
from typing import Any

from msgspec import Struct

from pilein.engine.game import Game
from pilein.engine.log import Decided, Thrown
from pilein.engine.players import PERSON
from pilein.engine.policies import first
from pilein.engine.sources import Players
from pilein.kernel.codec import frozen
from pilein.kernel.errors import PileInError
from pilein.kernel.requests import Answer, Choice
from pilein.lab.finishing import Left, is_detail, left_for
from pilein.lab.typed_dice import throw
from pilein.protocol.fair_dice import players_seed
from pilein.protocol.from_page import OpenTable
from pilein.protocol.opening import game_of
from pilein.protocol.players import Notes, seated
from pilein.protocol.refusing import assert_shallow
from pilein.protocol.shared_messages import Until

ENDLESS = 10**9  # steps
DETAILS = ""  # the clause that stands for all questions about details


class Wish(Struct, frozen=True):
    """A side's wish to go back to one of its answers, given by number."""

    side: int
    number: int
    words: str


class Session:
    """Game at a table, with its pending question, notes, and any wish to take back a decision.

    `question` is the number of the pending question and rises whenever play moves on. `wish` is a decision that a
    side wants to take back, while the other side has not yet agreed.
    """

    def __init__(self, opening: OpenTable, secret: bytes) -> None:
        self.opening = opening
        self.notes = Notes()
        self._seated = partial(seated, seed=players_seed(secret), notes=self.notes)
        self.game: Game = game_of(opening, secret, self._seated)
        self.question = 1
        self.wish: Wish | None = None
        self.is_playing = True  # whether policies have more to play
        self._by_hand: tuple[tuple[int, int], ...] = ()  # (side, number of the answer)
        self._left: dict[int, Left] = {}
        details = () if opening.is_detailed else ((0, DETAILS), (1, DETAILS))
        self._always: frozenset[tuple[int, str]] = frozenset(details)  # (side, clause) left to the policy for good

    # --- playing ---------------------------------------------------------------------------------------------

    def play_on(self, most: int = ENDLESS) -> int:
        """Play at most `most` steps, until a person must answer or type in dice. Returns the number of steps played."""
        for steps in range(1, most + 1):
            if not self.game.step() and not self._is_left():
                self.is_playing = False
                return steps
        self.is_playing = True
        return most

    def answer(self, answer: Any) -> None:  # noqa: ANN401 - any JSON
        """Answer the pending question. Raises IllegalAnswer if the rules do not allow the answer."""
        choice = self.asked
        assert_shallow(answer)
        by_hand = (choice.side, self.game.history.number)
        self.game.answer(frozen(answer))
        self._moved_on(by_hand)

    def throw(self, faces: tuple[int, ...]) -> None:
        """Enter rolled dice. Raises PileInError if the dice do not fit the roll."""
        throw(self.game, faces)
        self._moved_on()

    def leave(self, side: int, until: Until) -> None:
        """Leave a side's questions to the policy. Raises BadInput for "unit" if the question is not about a unit."""
        choice = self.asked
        left = left_for(until, self.game, choice, self.usual)
        self._left[side] = left
        self._moved_on((side, self.game.history.number))

    def delegate(self, side: int, clause: str, *, is_on: bool) -> None:
        """Leave all questions of a clause, or with "" all questions about details, to the policy, or stop doing so."""
        if not is_on:
            self._always -= {(side, clause)}
            return
        choice = self.game.pending
        self._always |= {(side, clause)}
        if choice is not None and choice.side == side and self._is_always(choice, self.usual):
            self._moved_on((side, self.game.history.number))

    def _is_always(self, choice: Choice, usual: Answer) -> bool:
        if (choice.side, choice.clause) in self._always:
            return True
        return (choice.side, DETAILS) in self._always and is_detail(self.game, choice, usual)

    @property
    def delegated(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Clauses whose questions each side leaves to the policy for good. An empty name stands for details."""
        one, other = (tuple(sorted(clause for whose, clause in self._always if whose == side)) for side in (0, 1))
        return one, other

    def sit_down(self, side: int, policy: str) -> None:
        """Let a policy or a person ("") play a side from now on. Raises UnknownRule if there is no such policy."""
        player = self._seated(policy, self.game.scenario.ruleset, side) if policy else PERSON
        one, other = self.game.players
        self.game.sit_down((player, other) if side == 0 else (one, player))
        self._left.pop(side, None)
        self._moved_on()

    @property
    def asked(self) -> Choice:
        """The pending question.

        Raises:
            PileInError: no question is pending.
        """
        choice = self.game.pending
        if choice is None:
            raise PileInError("no question is waiting for an answer", remedy="wait for the next question")
        return choice

    @property
    def usual(self) -> Answer:
        """Return the sensible policy's answer to the pending question, and record it for replays of stored tables."""
        return self.notes.answer(self._sensible, self.game.state, self.asked)

    @property
    def proposed(self) -> Answer:
        """Return the sensible policy's answer to the pending question, without recording it, because queries change
        nothing.
        """
        return self._sensible(self.game.state, self.asked)

    def proposal(self, twin: Game) -> Answer:
        """Return the sensible policy's answer to the pending question of a copy of the game."""
        assert twin.pending is not None
        return self._sensible(twin.state, twin.pending)

    def _sensible(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        return (self.game.rules.policy or first)(state, choice)

    @property
    def trace(self) -> str:
        """Short digest of the history, used to compare two replays."""
        turns = self.game.history.turns
        return turns[-1].piece if turns else ""

    @property
    def players(self) -> Players:
        """Players of both sides."""
        return self.game.players

    def _moved_on(self, by_hand: tuple[int, int] | None = None) -> None:
        self.question += 1
        self.wish = None
        self.is_playing = True
        if by_hand is not None:
            self._by_hand += (by_hand,)

    def _is_left(self) -> bool:
        """Let the policy answer the pending question if the question is left to it. Returns whether the policy
        answered.
        """
        choice = self.game.pending
        if choice is None:
            return False
        left = self._left.get(choice.side)
        if left is None and not any(whose == choice.side for whose, _ in self._always):
            return False
        usual = self.usual
        if left is not None and not left.holds(self.game, choice, usual):
            del self._left[choice.side]
            left = None
        if left is None and not self._is_always(choice, usual):
            return False
        self.game.answer(usual)
        return True

    # --- taking back -----------------------------------------------------------------------------------------

    def last_decision(self, side: int | None) -> Wish:
        """Return the last decision that the given side made by hand or, for None, that either side made.

        Raises:
            PileInError: there is no such decision.
        """
        own = [(who, number) for who, number in self._by_hand if side in (None, who)]
        if not own:
            raise PileInError(
                "you have made no decision to take back", remedy="answer a question before you take anything back"
            )
        who, number = own[-1]
        answers = self.game.history.all_answers[number : number + 1]
        entry = answers[0].entry if answers else None
        return Wish(who, number, entry.sentence if isinstance(entry, Decided) else "")

    def is_free(self, wish: Wish) -> bool:
        """Whether a decision may be taken back without consent, because no dice have been rolled since and the other
        side has decided nothing.
        """
        since = self.game.history.all_answers[wish.number :]
        is_own = all(side == wish.side for side, number in self._by_hand if number > wish.number)
        return is_own and not any(isinstance(one.entry, Thrown) for one in since)

    def take_back(self, wish: Wish) -> None:
        """Go back to a decision, so that its question is pending again."""
        if wish.number < self.game.history.number:
            self.game.go_back(wish.number)
        self._by_hand = tuple(one for one in self._by_hand if one[1] < wish.number)
        self._left.clear()
        if self.game.pending is not None:
            self._always -= {(wish.side, self.game.pending.clause)}
        self._moved_on()
        self.is_playing = False

    # --- all or nothing ----------------------------------------------------------------------------------------

    def moment(self) -> tuple[Any, ...]:
        """Snapshot of the session, for `return_to`."""
        game = copy(self.game)
        return (
            game,
            self.game.dice.place,
            self.question,
            self.wish,
            self.is_playing,
            self._by_hand,
            dict(self._left),
            self._always,
        )

    def return_to(self, moment: tuple[Any, ...]) -> None:
        """Go back to a moment, as if nothing had happened since."""
        game, place, self.question, self.wish, self.is_playing, self._by_hand, self._left, self._always = moment
        self.game = game
        self.game.dice.place = place
