"""Messages at a table with their recipients.

The messages concern the pending question, the players, the tapes and the end of the game.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from pilein.engine.policies import first
from pilein.lab.log_lines import end_words
from pilein.lab.questions import winner
from pilein.protocol.asking import asked, asked_for_dice, without_options
from pilein.protocol.at_table import Asked, GameOver, Happened, Joined, PlayersNow, Said, TakenBack, Taped, UndoWanted
from pilein.protocol.drawing import board_of
from pilein.protocol.fair_dice import seed_of
from pilein.protocol.seats import SIDES, sees_options
from pilein.protocol.session import Session
from pilein.protocol.shared_messages import Board, Message, Point, Seat

Audience: TypeAlias = Seat | Literal["all", "asker"]
ALL: Audience = "all"
ASKER: Audience = "asker"  # the page that sent the message, alone
SEATS: tuple[Seat, ...] = ("first", "second", "watch")
MOST_SAID = 50  # lines
WATCHER = 2  # the side of those who watch, as messages have it


class SentTo(NamedTuple):
    """Message and its recipients, which are the pages at a seat, all pages, or only the page that asked ("asker")."""

    to: Audience
    message: Message


class Outbox:
    """Outbox for messages about a session's present state. `present` states whether each side is present."""

    def __init__(self, session: Session, secret: bytes) -> None:
        """Store the session and `secret`, the source of fair dice (b"" for typed dice)."""
        self.present = (False, False)
        self._session = session
        self._secret = secret
        self._tapes: dict[int, tuple[Point, ...]] = {}
        self._said: list[Said] = []
        self._asked: Asked | None = None

    def joined(self, request: int, seat: Seat, seen: Sequence[Happened | TakenBack], dice_hash: str) -> Joined:
        """Reply to a page that takes a seat and has already seen the first `seen` events."""
        game, opening = self._session.game, self._session.opening
        last = seen[-1] if seen else None
        return Joined(
            id=request,
            seat=seat,
            board=board_after(board_of(game, game.opening.state), seen),
            number=len(seen),
            dice_hash=dice_hash,
            players=self._names,
            phase=last.phase if isinstance(last, Happened) else 1,
            turn=last.turn if isinstance(last, Happened) else 1,
            toml=opening.toml,
        )

    def status(self, seat: Seat, number: int) -> Iterator[SentTo]:
        """Yield the messages that describe the complete present state to a page that has just joined."""
        yield from (SentTo(ASKER, one.message) for one in self.players(number))
        for side, points in self._tapes.items():
            yield SentTo(ASKER, Taped(side=side, points=points))
        yield from (SentTo(ASKER, one) for one in self._said)
        if self._session.wish is not None:
            yield from (SentTo(ASKER, one.message) for one in self.wish(number))
        if not self._session.is_playing:
            yield from (SentTo(ASKER, one.message) for one in self.waiting(number) if one.to in (ALL, seat))

    def players(self, number: int) -> Iterator[SentTo]:
        """Yield the message that names the players of both sides."""
        delegated = self._session.delegated
        now = PlayersNow(number=number, players=self._names, present=self.present, delegated=delegated)
        yield SentTo(ALL, now)

    def wish(self, number: int) -> Iterator[SentTo]:
        """Yield the message about the wish to take back a decision, or about the wish's withdrawal."""
        wish = self._session.wish
        yield SentTo(ALL, UndoWanted(number=number, side=wish.side if wish else 0, words=wish.words if wish else ""))

    def taped(self, seat: Seat, points: tuple[Point, ...]) -> Iterator[SentTo]:
        """Lay the measuring tape of a seat, and yield the message about it."""
        side = SIDES.get(seat, WATCHER)
        self._tapes[side] = points
        yield SentTo(ALL, Taped(side=side, points=points))

    def said(self, seat: Seat, name: str, text: str) -> Iterator[SentTo]:
        """Yield the message that passes on a person's words. The last messages are kept for newcomers."""
        one = Said(side=SIDES.get(seat, WATCHER), name=name, text=text)
        self._said = [*self._said[1 - MOST_SAID :], one]
        yield SentTo(ALL, one)

    def waiting(self, number: int) -> Iterator[SentTo]:
        """Yield the pending question or roll for each seat, or the end of the game."""
        session = self._session
        if session.game.is_over:
            yield SentTo(ALL, self._over(number))
        elif session.game.pending_roll is not None:
            yield SentTo(ALL, asked_for_dice(session.game, number=number, question_number=session.question))
        elif session.game.pending is not None:
            full = self._question(number)
            for seat in SEATS:
                yield SentTo(seat, full if sees_options(session, seat, full.side) else without_options(full))

    def _question(self, number: int) -> Asked:
        """Pending question with its options, cached for all seats."""
        session = self._session
        if self._asked is None or (self._asked.number, self._asked.question) != (number, session.question):
            usual = (session.game.rules.policy or first)(session.game.state, session.asked)
            self._asked = asked(session.game, session.asked, usual, number=number, question=session.question)
        return self._asked

    def _over(self, number: int) -> GameOver:
        seed = str(seed_of(self._secret)) if self._secret else ""
        game = self._session.game
        won = winner(game)
        return GameOver(
            number=number,
            words=end_words(game),
            dice_secret=self._secret.hex(),
            seed=seed,
            winner=game.state.setup.sides.index(won) if won else None,
            is_to_go_on=not won and not game.battle and game.rules.is_fighting(game.state),
        )

    @property
    def _names(self) -> tuple[str, str]:
        one, other = ("" if player.policy is None else player.name for player in self._session.players)
        return one, other


def board_after(board: Board, happened: Iterable[Happened | TakenBack]) -> Board:
    """Board after the given events."""
    units, models = dict(enumerate(board.units)), {model.number: model for model in board.models}
    for one in happened:
        if isinstance(one, TakenBack):
            units, models = dict(enumerate(one.board.units)), {model.number: model for model in one.board.models}
            continue
        units |= {unit.number: unit for unit in one.units}
        models |= {model.number: model for model in one.models}
        for number in one.gone:
            models.pop(number, None)
    return replace(board, units=tuple(units.values()), models=tuple(models[number] for number in sorted(models)))
