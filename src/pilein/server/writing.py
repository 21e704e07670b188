"""Writer that gathers lines for the store. Lines that arrive during a commit are stored together in the next commit."""

import asyncio
from typing import NamedTuple

from pilein.server.store import New, Store, StoredLine, Unstored
from pilein.server.threads import Threads

MOST = 200  # lines per commit


class Waiting(NamedTuple):
    """Line waiting to be stored, and the future that its caller awaits."""

    new: New
    stored: asyncio.Future[None]


class Writer:
    """Writer that stores many lines per commit, since a commit waits for the disk and sqlite allows one at a time."""

    def __init__(self, store: Threads[Store]) -> None:
        self._store = store
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, name: str, line: StoredLine) -> None:
        """Store a line of a table durably before returning. Raises as `Store.append` does."""
        waiting = Waiting(New(name, line), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await waiting.stored

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            for one, fault in zip(batch, await self._stored([one.new for one in batch]), strict=True):
                if one.stored.done():
                    continue  # nobody waits any more
                if fault is None:
                    one.stored.set_result(None)
                else:
                    one.stored.set_exception(fault)

    async def _stored(self, news: list[New]) -> tuple[Exception | None, ...]:
        try:
            return await self._store.do(lambda store: store.append_all(news))
        except Exception as error:  # noqa: BLE001 - whoever waits must hear of it
            return tuple(Unstored(str(error)) for _ in news)
