"""Tables in use, with their players, their stored lines and the recipients of messages.

A table is played in a worker process, and its stored lines are authoritative: a worker that does not have the table,
or has an outdated copy, replays the table from the store. An action is acknowledged, and sent to every page, once
its line is stored.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from pilein import __version__
from pilein.protocol.at_table import TableOpened
from pilein.protocol.from_page import Join, OpenTable, Request, Tape
from pilein.protocol.messages import written
from pilein.protocol.replies import Refused
from pilein.protocol.shared_messages import Seat
from pilein.server.jobs import AtTable, Behind, Foresee, Heard, NewTable, Open, Position, Sent
from pilein.server.limits import Limits
from pilein.server.neighbours import Neighbours
from pilein.server.refusals import FULL, GONE_ON, too_long, unstored, worker_died
from pilein.server.seats import hashed, new_name, new_tokens, seat_of
from pilein.server.store import Opened, Store, StoredLine, TakenNumber, Unstored
from pilein.server.threads import Threads
from pilein.server.worker_pool import Died, TooLong, WorkerPool
from pilein.server.writing import Writer

SECRET = 32  # bytes from which the dice are derived
TRIES = 20  # to store an answer while other processes store theirs
SIDES: tuple[Seat, Seat] = ("first", "second")
Tell = Callable[[bytes], None]


class Live:
    """Table with players connected to this process. `lock` is held during each action."""

    def __init__(self, opened: Opened, position: Position) -> None:
        self.opened = opened
        self.position = position
        self.lock = asyncio.Lock()
        self.seats: dict[Tell, Seat] = {}
        self.tapes: dict[Seat, bytes] = {}  # tapes laid here (JSON), for newcomers at other processes
        self.elsewhere = (False, False)  # presence at other processes
        self.going: asyncio.Task[None] | None = None

    @property
    def present(self) -> tuple[bool, bool]:
        """For each side, whether it has a player connected to any process."""
        first, second = self.here
        return first or self.elsewhere[0], second or self.elsewhere[1]

    @property
    def here(self) -> tuple[bool, bool]:
        """For each side, whether it has a player connected to this process."""
        taken = set(self.seats.values())
        return SIDES[0] in taken, SIDES[1] in taken

    def tell(self, sent: Iterable[Sent], asker: Tell | None = None) -> None:
        """Pass messages to their recipients among this process's pages."""
        for one in sent:
            if one.to == "asker":
                if asker is not None:
                    asker(one.message)
                continue
            for tell, seat in list(self.seats.items()):
                if one.to in ("all", seat):
                    tell(one.message)


class Tables:
    """All tables in use in this process."""

    def __init__(
        self,
        store: Threads[Store],
        pool: WorkerPool,
        far: WorkerPool,
        limits: Limits,
        neighbours: Neighbours | None = None,
    ) -> None:
        """Keep the store and the pools. `pool` plays tables, `far` computes long forecasts, and `neighbours` is the
        channel to the other servers that use the store.
        """
        self._store = store
        self._writer = Writer(store)
        self._pool = pool
        self._far = far
        self._limits = limits
        self._neighbours = neighbours
        self._live: dict[str, Live] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the tables with players connected to this process."""
        return tuple(self._live)

    @property
    def sitting(self) -> dict[str, tuple[bool, bool]]:
        """Return, by the table's name and by side, whether a player is connected to this process."""
        return {name: live.here for name, live in self._live.items()}

    # --- opening and sitting down ------------------------------------------------------------------------------

    async def open(self, request: OpenTable) -> bytes:
        """Open a table and return the reply."""
        name, tokens = new_name(), new_tokens()
        job = Open(name, written(request), secrets.token_bytes(SECRET))
        try:
            outcome = await self._pool.do(job, self._limits.quick, name)
            if not isinstance(outcome, NewTable):
                return outcome.sent[0].message  # type: ignore[no-any-return] # the refusal
            one, other, watch = map(hashed, tokens)
            opened = Opened(name, outcome.head, (one, other, watch), __version__)
            line = StoredLine(1, outcome.line)
            if not await self._store.do(lambda store: store.add(opened, (line,), self._limits.tables)):
                return written(replace(FULL, id=request.id))
        except (TooLong, Died, Unstored) as error:
            return written(refusal(request.id, error, self._limits.quick))
        return written(TableOpened(id=request.id, table=name, tokens=tokens))

    async def seat(self, request: Join) -> tuple[Live, Seat] | None:
        """Find the table and the seat for a token. Returns None if either does not exist.

        Raises:
            Unstored: the store does not answer.
        """
        live = self._live.get(request.table)
        if live is None:
            opened = await self._store.do(lambda store: store.table(request.table))
            if opened is None:
                seat_of(request.token, ("", "", ""))  # takes as long as for an existing table
                return None
            lines = await self._store.do(lambda store: store.lines(request.table))
            live = self._live.get(request.table) or Live(opened, Position().after(*lines))
        seat = seat_of(request.token, live.opened.hashes)
        return None if seat is None else (live, seat)

    async def join(self, live: Live, seat: Seat, tell: Tell, request: Join) -> Live:
        """Seat a page and send it past events, followed by later events. Returns the table that this process keeps."""
        live = self._live.setdefault(live.opened.name, live)
        async with live.lock:
            live.seats[tell] = seat
            self._changed()
            try:
                heard = await self._at_worker(live, seat=seat, message=written(request))
            except (TooLong, Died, Unstored) as error:
                tell(written(refusal(request.id, error, self._limits.rebuilt)))
                return live
            live.tell(heard.sent, tell)
            live.tell((await self._at_worker(live)).sent)
        self._go_on(live, is_playing=heard.is_playing)
        return live

    async def leave(self, live: Live, tell: Tell) -> None:
        """Vacate a page's seat. This process forgets a table without players."""
        seat = live.seats.pop(tell, None)
        if not live.seats:
            if self._live.get(live.opened.name) is live:
                del self._live[live.opened.name]
            self._pool.forget(live.opened.name)
        self._changed()
        if live.seats and seat in SIDES:
            async with live.lock:
                try:
                    live.tell((await self._at_worker(live)).sent)
                except (TooLong, Died, Unstored):
                    return  # presence is announced again with the next message

    # --- other processes ---------------------------------------------------------------------------------------

    def _changed(self) -> None:
        if self._neighbours is not None:
            self._neighbours.changed()

    async def look(self, name: str, server: str = "") -> None:
        """Tell a table's pages which sides have players connected to other processes.

        If players came or went in another process, the tapes laid here are announced to the other processes
        as well.
        """
        live = self._live.get(name)
        if live is None or self._neighbours is None:
            return
        if server != self._neighbours.name:
            for seat, tape in live.tapes.items():
                self._neighbours.lay(name, seat, tape)
        async with live.lock:
            try:
                elsewhere = await self._neighbours.elsewhere(name)
                if elsewhere != live.elsewhere:
                    live.elsewhere = elsewhere
                    live.tell((await self._at_worker(live)).sent)
            except (TooLong, Died, Unstored):
                return  # presence is announced again with the next change

    async def measured(self, name: str, server: str, seat: Seat, tape: bytes) -> None:
        """Pass on a tape (JSON) that was laid in another process."""
        live = self._live.get(name)
        if live is None or self._neighbours is None or server == self._neighbours.name:
            return
        live.tapes.pop(seat, None)
        async with live.lock:
            with suppress(TooLong, Died, Unstored):
                live.tell((await self._at_worker(live, seat=seat, message=tape)).sent)

    def _lay(self, live: Live, seat: Seat, tape: Tape) -> None:
        """Announce to the other processes a tape that was laid in this process."""
        if self._neighbours is not None:
            live.tapes[seat] = written(Tape(id=0, points=tape.points))
            self._neighbours.lay(live.opened.name, seat, live.tapes[seat])

    # --- playing -----------------------------------------------------------------------------------------------

    async def hear(self, live: Live, tell: Tell, message: Request, content: bytes) -> None:
        """Carry out a page's message, given both parsed and as JSON, and send its consequences to all recipients."""
        seat = live.seats.get(tell, "watch")
        try:
            async with live.lock:
                heard = await self._carry_out(live, seat=seat, message=content)
                live.tell(heard.sent, tell)
            if isinstance(message, Tape) and len(heard.sent) > 1:  # not refused
                self._lay(live, seat, message)
            self._go_on(live, is_playing=heard.is_playing)
        except (TooLong, Died, Unstored) as error:
            tell(written(refusal(message.id, error, self._limits.quick)))

    async def foresee(self, live: Live, tell: Tell, request: int, message: bytes) -> None:
        """Answer a long query (JSON), without blocking the table."""
        seat = live.seats.get(tell, "watch")
        try:
            lines = await self._store.do(lambda store: store.lines(live.opened.name))
            content = b"".join([live.opened.head, *(line.content for line in lines)])
            heard = await self._far.do(Foresee(content, seat, message), self._limits.long)
            if live.position.number > max((line.number for line in lines), default=0):
                tell(written(replace(GONE_ON, id=request)))
                return
            live.tell((one for one in heard.sent if one.to == "asker"), tell)
        except (TooLong, Died, Unstored) as error:
            tell(written(refusal(request, error, self._limits.long)))

    async def follow(self, name: str, number: int | None = None) -> None:
        """Apply lines stored by other processes, and send their events to the table's pages. Does nothing if line
        `number` is already known.
        """
        live = self._live.get(name)
        if live is None:
            return
        async with live.lock:
            if number is not None and number <= live.position.number:
                return  # it was stored by this process
            try:
                lines = await self._store.do(lambda store: store.lines(name, live.position.number))
                if lines:
                    await self._at_worker(live, lines=lines)
            except (TooLong, Died, Unstored) as error:
                live.tell((Sent("all", written(refusal(0, error, self._limits.quick))),))

    async def _carry_out(self, live: Live, **doing: Any) -> Heard:  # noqa: ANN401 - fields of AtTable
        """Perform an action at a table and store its line. If another process stores a line first, the action is
        retried.
        """
        for _ in range(TRIES):
            heard = await self._at_worker(live, **doing)
            if not heard.line:
                return heard
            line = StoredLine(live.position.number + 1, heard.line)
            try:
                await self._writer.append(live.opened.name, line)
            except TakenNumber:
                continue  # the worker's table is out of position: it is replayed from the store
            live.position = live.position.after(line)
            return heard
        raise Unstored("other servers keep storing lines before this one")

    async def _at_worker(self, live: Live, lines: tuple[StoredLine, ...] = (), **doing: Any) -> Heard:  # noqa: ANN401
        """Have a worker act at a table, and pass the resulting news to the table's pages."""
        opened = live.opened
        known = live.position.number
        job = AtTable(
            name=opened.name,
            head=opened.head,
            position=live.position,
            lines=lines,
            known=known,
            present=live.present,
            **doing,
        )
        outcome = await self._pool.do(job, self._limits.quick, opened.name)
        if isinstance(outcome, Behind):
            lines = await self._store.do(lambda store: store.lines(opened.name))
            again = replace(job, position=Position(), lines=lines)
            outcome = await self._pool.do(again, self._limits.rebuilt, opened.name)
            live.position = Position().after(*lines)
        else:
            live.position = live.position.after(*lines)
        live.tell(outcome.news)
        return outcome  # type: ignore[no-any-return] # of such a job

    def _go_on(self, live: Live, *, is_playing: bool) -> None:
        """Let policies play on, a few steps at a time, until a person is asked."""
        if is_playing and (live.going is None or live.going.done()):
            live.going = asyncio.create_task(self._going_on(live))

    async def _going_on(self, live: Live) -> None:
        try:
            is_playing = True
            while is_playing and live.seats:
                async with live.lock:
                    heard = await self._carry_out(live, goes_on=True)
                    live.tell(heard.sent)
                    is_playing = heard.is_playing
        except (TooLong, Died, Unstored) as error:
            words = written(refusal(0, error, self._limits.quick))
            live.tell((Sent("all", words),))


def refusal(request: int, error: Exception, seconds: float) -> Refused:
    """Refuse a request that could not be carried out."""
    if isinstance(error, TooLong):
        return too_long(request, seconds)
    return unstored(request, str(error)) if isinstance(error, Unstored) else worker_died(request)
