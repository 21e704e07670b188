"""News for other servers on the same PostgreSQL: seats taken, and measuring tapes.

Every process gives signs of life. One that is silent for three times the interval between them is gone, and so are
its players.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

from pilein.protocol.shared_messages import Seat
from pilein.server.store import Store, Unstored
from pilein.server.threads import Threads

PAUSE = 0.05  # seconds: others see a dragged tape at twenty positions a second
SILENT = 3  # intervals without a sign of life
LOG = logging.getLogger(__name__)
Sitting: TypeAlias = Mapping[str, tuple[bool, bool]]  # by table: whether somebody is there on each side


class Neighbours:
    """Channel to the neighbours of this process, which know it by its `name`; signs of life come every `seconds`."""

    def __init__(self, store: Threads[Store], seconds: float) -> None:
        self.name = secrets.token_hex(8)
        self._store = store
        self._seconds = seconds
        self._changed = asyncio.Event()
        self._tapes: dict[tuple[str, Seat], bytes] = {}
        self._telling: asyncio.Task[None] | None = None

    def start(self, sitting: Callable[[], Sitting]) -> None:
        """Start announcing the players here."""
        self._telling = asyncio.create_task(self._tell_always(sitting))

    async def close(self) -> None:
        """Announce that all have left."""
        if self._telling is not None:
            self._telling.cancel()
            with suppress(asyncio.CancelledError):
                await self._telling
        with suppress(Unstored):
            await self._store.do(lambda store: store.leave(self.name))

    def changed(self) -> None:
        """Note that somebody sat down or left."""
        self._changed.set()

    def lay(self, table: str, seat: Seat, tape: bytes) -> None:
        """Announce the current position of a seat's tape (JSON)."""
        self._tapes[table, seat] = tape
        self._changed.set()

    async def elsewhere(self, table: str) -> tuple[bool, bool]:
        """Whether somebody sits on each side of a table in other processes. Raises Unstored."""
        return await self._store.do(lambda store: store.elsewhere(self.name, table))

    async def _tell_always(self, sitting: Callable[[], Sitting]) -> None:
        while True:
            self._changed.clear()
            try:
                await self._tell(dict(sitting()))
            except Unstored as error:
                LOG.warning("other servers do not hear who sits here: %s", error)
            await asyncio.sleep(PAUSE)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._seconds)

    async def _tell(self, sitting: Sitting) -> None:
        tapes, self._tapes = self._tapes, {}
        words = [f"{table} tape {self.name} {seat} {tape.decode()}" for (table, seat), tape in tapes.items()]
        silent = SILENT * self._seconds
        await self._store.do(lambda store: store.beat(self.name, sitting, silent))
        if words:
            await self._store.do(lambda store: store.notify(words))
