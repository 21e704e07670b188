"""Service of a connected page. The page's messages are checked and carried out, and replies are sent in order."""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect

from pilein.protocol import from_page
from pilein.protocol.from_page import AT_TABLE, FromPage, Join, OpenTable, Stop
from pilein.protocol.messages import read, written
from pilein.protocol.replies import Done, Refused
from pilein.server.desks import Desks
from pilein.server.limits import Bucket, Limits, is_too_deep
from pilein.server.refusals import (
    NO_SEAT,
    NOT_SEATED,
    OPENED_BY_ADDRESS,
    OPENED_ENOUGH,
    REPLACED,
    SEATED,
    TOO_DEEP,
    TOO_FAST,
    unreadable,
    unstored,
)
from pilein.server.store import Unstored
from pilein.server.tables import Live, Tables
from pilein.server.threads import to_the_end

POLICY, TOO_BIG, LATER = 1008, 1009, 1013  # codes for closing a WebSocket
AT_TABLE_LONG = (from_page.AskForecast, from_page.AskOffers, from_page.AskReach, from_page.AskCourse)
LONG = (
    from_page.AskOdds,
    from_page.AskCharge,
    from_page.AskWorth,
    from_page.AskQuestions,
    from_page.AskStory,
    from_page.AskFilm,
    from_page.AskImport,
    *AT_TABLE_LONG,
)
ID = re.compile(rb'"id"\s*:\s*(\d{1,15})')
GOODBYE = 1.0  # seconds for a page to take the reason why it is closed
LONGEST = 1000  # bytes searched for the id of a malformed message


class Closing(Exception):  # noqa: N818 - named by what it does
    """Raised to close the socket with the given code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Visitor:
    """Socket of a page. Messages are handled in order, except for a single long request that runs alongside them."""

    def __init__(
        self, socket: WebSocket, tables: Tables, desks: Desks, limits: Limits, opens: Callable[[], bool]
    ) -> None:
        """Prepare to serve a socket. `opens` states whether the page's address may open another table."""
        self._socket = socket
        self._opens = opens
        self._tables = tables
        self._desks = desks
        self._limits = limits
        self._bucket = Bucket(limits.rate, limits.burst)
        self._refused = 0
        self._opened = 0
        self._live: Live | None = None
        self._long: asyncio.Task[None] | None = None
        self._long_id = 0
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(limits.waiting)
        self._is_slow = asyncio.Event()

    async def stay(self) -> None:
        """Receive and send messages until the page disconnects or is disconnected."""
        tasks = [asyncio.create_task(one) for one in (self._hear_all(), self._tell_all(), self._is_slow.wait())]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await self._say_goodbye(ended.pop())
        finally:
            for task in (*tasks, self._long):
                if task is not None:
                    task.cancel()
            if self._live is not None:
                await to_the_end(self._tables.leave(self._live, self._tell))

    async def _say_goodbye(self, ended: asyncio.Task[object]) -> None:
        if self._is_slow.is_set():
            await self._close(LATER, "the page reads too slowly")
            return
        try:
            await ended
        except Closing as closing:
            await self._close(closing.code, closing.reason)
        except (WebSocketDisconnect, RuntimeError):
            return  # the page has gone

    async def _close(self, code: int, reason: str) -> None:
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(GOODBYE):
                await self._socket.close(code, reason)

    # --- telling ----------------------------------------------------------------------------------------------

    def _tell(self, message: bytes) -> None:
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self._is_slow.set()

    async def _tell_all(self) -> None:
        while True:
            message = (await self._waiting.get()).decode()
            try:
                async with asyncio.timeout(self._limits.unread):
                    await self._socket.send_text(message)
            except TimeoutError:
                self._is_slow.set()

    def _refuse(self, refused: Refused, request: int) -> None:
        self._tell(written(replace(refused, id=request)))

    # --- hearing ----------------------------------------------------------------------------------------------

    async def _hear_all(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            content = received.get("text")
            if content is None:
                raise Closing(POLICY, "messages must be sent as text")
            await self._heard(content.encode())

    async def _heard(self, content: bytes) -> None:
        if len(content) > self._limits.message:
            raise Closing(TOO_BIG, f"the message has more than {self._limits.message:,} bytes")
        if not self._bucket.takes(time.monotonic()):
            self._refused += 1
            if self._refused > self._limits.refused:
                raise Closing(POLICY, "the page kept sending too many messages")
            self._refuse(TOO_FAST, _id_in(content))
        elif is_too_deep(content, self._limits.depth):
            self._refuse(TOO_DEEP, _id_in(content))
        else:
            await self._read(content)

    async def _read(self, content: bytes) -> None:
        try:
            message = read(content)
        except (msgspec.DecodeError, RecursionError) as error:
            self._tell(written(unreadable(_id_in(content), str(error))))
            return
        await self._carry_out(message, content)

    async def _carry_out(self, message: FromPage, content: bytes) -> None:
        match message:
            case Stop():
                self._stop(message)
            case OpenTable():
                await self._open(message)
            case Join():
                await self._join(message)
            case _ if isinstance(message, LONG):
                self._begin_long(message, content)
            case _ if isinstance(message, AT_TABLE):
                if self._live is None:
                    self._refuse(NOT_SEATED, message.id)
                else:
                    await to_the_end(self._tables.hear(self._live, self._tell, message, content))
            case _:
                self._tell(await self._desks.quick(message, content))

    async def _open(self, message: OpenTable) -> None:
        self._opened += 1
        if self._opened > self._limits.opened:
            self._refuse(OPENED_ENOUGH, message.id)
        elif not self._opens():
            self._refuse(OPENED_BY_ADDRESS, message.id)
        else:
            self._tell(await to_the_end(self._tables.open(message)))

    async def _join(self, message: Join) -> None:
        try:
            found = await self._tables.seat(message)
        except Unstored as error:
            self._tell(written(unstored(message.id, str(error))))
            return
        if found is None:
            self._refuse(NO_SEAT, message.id)
        elif self._live is not None and self._live.opened.name != found[0].opened.name:
            self._refuse(SEATED, message.id)
        else:
            self._live = found[0]
            self._live = await to_the_end(self._tables.join(*found, self._tell, message))

    # --- what takes long --------------------------------------------------------------------------------------

    def _begin_long(self, message: FromPage, content: bytes) -> None:
        """Start a long request, and cancel any other long request still running."""
        if self._long is not None and not self._long.done():
            self._long.cancel()
            self._refuse(REPLACED, self._long_id)
        if isinstance(message, AT_TABLE_LONG):
            if self._live is None:
                self._refuse(NOT_SEATED, message.id)
                return
            work = self._tables.foresee(self._live, self._tell, message.id, content)
        else:
            work = self._ask(message, content)
        self._long, self._long_id = asyncio.create_task(work), message.id

    async def _ask(self, message: FromPage, content: bytes) -> None:
        self._tell(await self._desks.long(message, content))

    def _stop(self, message: Stop) -> None:
        if self._long is not None and self._long_id == message.of:
            self._long.cancel()
            self._long = None
        self._tell(written(Done(id=message.id)))


def _id_in(content: bytes) -> int:
    """Return the ID of a message that cannot be carried out, or 0 if no ID can be found."""
    found = ID.search(content[:LONGEST]) or ID.search(content[-LONGEST:])
    return int(found[1]) if found else 0
