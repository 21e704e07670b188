"""Table that accepts deeds from pages at its seats and sends the consequences to the pages entitled to see them.

A table has no clock, no source of chance and no connections. Its owner supplies the messages, the secret of the dice
and the storage. After each message, store `line` before sending any reply; `stored` is the complete table. A page
that plays no side gets no options, and no page sees dice in advance.
"""

from collections.abc import Iterator
from typing import NamedTuple, cast

from msgspec.json import Decoder

from pilein.kernel.errors import BadRecord, PileInError
from pilein.protocol.at_table import Happened, TakenBack
from pilein.protocol.drawing import board_with
from pilein.protocol.fair_dice import hash_of
from pilein.protocol.from_page import DEEDS, QUERIES, Deed, FromPage, Join, OpenTable, Query, Say, Tape
from pilein.protocol.messages import written
from pilein.protocol.outbox import ALL, ASKER, Outbox, SentTo
from pilein.protocol.queries import looked
from pilein.protocol.refusing import assert_measurable, assert_short, refused
from pilein.protocol.replies import Done, Reply
from pilein.protocol.reporting import Reporter
from pilein.protocol.seats import carry_out_deed
from pilein.protocol.session import ENDLESS, Session, Wish
from pilein.protocol.shared_messages import Seat
from pilein.protocol.stored import StoredDeed, deed_line, head_line, read_deed, read_table

Sent = SentTo


def asked_of(content: bytes, seat: Seat, query: Query) -> Reply:
    """Return the reply to a query about a stored table.

    The function runs in a worker process, since a forecast takes a long time. The caller limits the time. Raises
    BadRecord as `Table.of` does.
    """
    (sent,) = Table.of(content).hear(seat, query)
    assert isinstance(sent.message, Reply)
    return sent.message


STORY: Decoder[Happened | TakenBack] = Decoder(Happened | TakenBack)
OLDER = "finish the game with the version of pilein that began it"


class DeedResult(NamedTuple):
    """Result of a deed: steps played by policies, events, and whether the players, wish and question changed."""

    steps: int
    happened: tuple[Happened | TakenBack, ...]
    is_other_players: bool
    is_other_wish: bool
    is_moved: bool


class Table:
    """Table between two sides.

    `line` is the line that the last message added to the stored table, or b"" if it added none.
    """

    def __init__(self, opening: OpenTable, secret: bytes) -> None:
        """Set up a table with nothing played yet. `opened` and `of` play on from there."""
        self.line = b""
        self._session = Session(opening, secret)
        self._reporter = Reporter(self._session.game)
        self._happened: list[bytes] = []  # as JSON, which is smaller
        self._stored = [head_line(opening, secret)]
        is_typed = opening.dice == "typed"
        self._dice_hash = "" if is_typed else hash_of(secret)
        self._outbox = Outbox(self._session, b"" if is_typed else secret)

    @classmethod
    def opened(cls, opening: OpenTable, secret: bytes, *, most: int = ENDLESS) -> "Table":
        """Return a new table, played up to its first question or for `most` steps. `secret` is 32 unguessable bytes.

        Raises:
            PileInError: the scenario, the record or a player's name cannot be used.
        """
        table = cls(opening, secret)
        table.go_on(most)
        return table

    @classmethod
    def of(cls, content: bytes) -> "Table":
        """Restore a stored table.

        Raises:
            BadRecord: the table is damaged, or the current rules play it differently.
        """
        opening, secret, deeds = read_table(content)
        table = cls(opening, secret)
        for done in deeds:
            table._repeat(done)
        return table

    def stored(self) -> bytes:
        """Return the complete table in the form that `of` reads. It contains the secret of the dice."""
        return b"".join(self._stored)

    @property
    def lines(self) -> int:
        """Number of stored lines, including the opening."""
        return len(self._stored)

    @property
    def number(self) -> int:
        """Number of the last event."""
        return len(self._happened)

    @property
    def is_playing(self) -> bool:
        """Whether policies have more steps to play. See `go_on`."""
        return self._session.is_playing

    # --- hearing ----------------------------------------------------------------------------------------------

    def hear(self, seat: Seat, message: FromPage, *, most: int = ENDLESS) -> tuple[Sent, ...]:
        """Handle a page's message at a seat. Policies then play at most `most` steps. See `go_on`."""
        self.line = b""
        try:
            return tuple(self._heard(seat, message, most))
        except PileInError as error:
            return (SentTo(ASKER, refused(message.id, error)),)

    def go_on(self, most: int = ENDLESS) -> tuple[Sent, ...]:
        """Let policies play on for at most `most` steps. Like a deed, this adds a `line`."""
        self.line = b""
        if not self._session.is_playing:
            return ()
        return self._carry_out("watch", None, most)

    def again(self, line: bytes) -> tuple[Sent, ...]:
        """Repeat a deed carried out elsewhere, from its stored line. Raises BadRecord if the line does not fit this
        table.
        """
        self.line = b""
        return self._announced(self._repeat(read_deed(line)))

    def present(self, first: bool, second: bool) -> tuple[Sent, ...]:  # noqa: FBT001 - one of each side
        """Set whether each of the two sides is present, and announce the players."""
        self._outbox.present = (first, second)
        return tuple(self._outbox.players(self.number))

    def _heard(self, seat: Seat, message: FromPage, most: int) -> Iterator[Sent]:
        if isinstance(message, Join):
            yield from self._joined(seat, message)
        elif isinstance(message, DEEDS):
            deed = cast("Deed", message)
            sent = self._carry_out(seat, deed, most)
            yield SentTo(ASKER, Done(id=message.id))
            yield from sent
        elif isinstance(message, QUERIES):
            yield SentTo(ASKER, looked(self._session, seat, cast("Query", message)))
        elif isinstance(message, Tape):
            assert_measurable(message.points, self._session.game.state.setup.size)
            yield SentTo(ASKER, Done(id=message.id))
            yield from self._outbox.taped(seat, message.points)
        elif isinstance(message, Say):
            assert_short(message.name, message.text)
            yield SentTo(ASKER, Done(id=message.id))
            yield from self._outbox.said(seat, message.name.strip(), message.text.strip())
        else:
            words = f"{type(message).__name__} cannot be sent to a table"
            raise PileInError(words, remedy="send it from a page that has not joined a table")

    def _joined(self, seat: Seat, message: Join) -> Iterator[Sent]:
        since = message.since if 0 <= message.since <= self.number else 0
        story = [STORY.decode(one) for one in self._happened]
        yield SentTo(ASKER, self._outbox.joined(message.id, seat, story[:since], self._dice_hash))
        yield from (SentTo(ASKER, one) for one in story[since:])
        yield from self._outbox.status(seat, self.number)

    # --- doing -------------------------------------------------------------------------------------------------

    def _carry_out(self, seat: Seat, deed: Deed | None, most: int) -> tuple[Sent, ...]:
        session = self._session
        session.notes.begin()
        outcome = self._carried_out(seat, deed, most)
        said = tuple(session.notes.said)
        self.line = deed_line(StoredDeed(seat=seat, deed=deed, steps=outcome.steps, said=said, trace=session.trace))
        self._stored.append(self.line)
        return self._announced(outcome)

    def _repeat(self, done: StoredDeed) -> DeedResult:
        self._session.notes.begin(done.said)
        try:
            outcome = self._carried_out(done.seat, done.deed, done.steps)
        except PileInError as error:
            raise BadRecord(
                f"a stored step cannot be repeated under the current rules: {error.message}", remedy=OLDER
            ) from None
        if self._session.trace != done.trace:
            raise BadRecord("the stored game runs differently under the current rules", remedy=OLDER)
        self._stored.append(deed_line(done))
        return outcome

    def _carried_out(self, seat: Seat, deed: Deed | None, most: int) -> DeedResult:
        """Carry out a deed and let policies play on. After an error, restore the session."""
        session, moment = self._session, self._session.moment()
        players, wish, question = (session.players, session.delegated), session.wish, session.question
        try:
            back = None if deed is None else carry_out_deed(session, seat, deed)
            steps = session.play_on(most) if session.is_playing else 0
        except BaseException:
            session.return_to(moment)
            raise
        happened = tuple(self._news(back))
        self._happened += map(written, happened)
        is_moved = bool(happened) or session.question != question or deed is None
        return DeedResult(
            steps, happened, (session.players, session.delegated) != players, session.wish != wish, is_moved
        )

    def _news(self, back: Wish | None) -> Iterator[Happened | TakenBack]:
        """Yield new events, after the notice of any decision taken back."""
        game, number = self._session.game, self.number + 1
        if back is not None:
            self._reporter.taken_back(game)
            board = board_with(game, self._reporter.board)
            yield TakenBack(number=number, lines=self._reporter.lines, board=board, words=back.words)
            number += 1
        yield from self._reporter.news(game, number)

    def _announced(self, outcome: DeedResult) -> tuple[Sent, ...]:
        """Return the events, for all seats, followed by changes of players, wish and question."""
        sent = [SentTo(ALL, one) for one in outcome.happened]
        if outcome.is_other_players:
            sent += self._outbox.players(self.number)
        if outcome.is_other_wish:
            sent += self._outbox.wish(self.number)
        if outcome.is_moved and not self.is_playing:
            sent += self._outbox.waiting(self.number)
        return tuple(sent)
