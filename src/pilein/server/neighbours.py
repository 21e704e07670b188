"""Sender of news about occupied seats and measuring tapes to other servers that use the same PostgreSQL database.

Every process sends signs of life. A process that is silent for three intervals counts as gone, together with its
players.
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
    """Channel to the other processes, which know this process by its `name`. Signs of life are sent every `seconds`."""

    def __init__(self, store: Threads[Store], seconds: float) -> None:
        self.name = secrets.token_hex(8)
        self._store = store
        self._seconds = seconds
        self._changed = asyncio.Event()
        self._tapes: dict[tuple[str, Seat], bytes] = {}
        self._telling: asyncio.Task[None] | None = None

    def start(self, sitting: Callable[[], Sitting]) -> None:
        """Start announcing this process's players."""
        self._telling = asyncio.create_task(self._tell_always(sitting))

    async def close(self) -> None:
        """Stop announcing players, after a last announcement that all of them have left."""
        if self._telling is not None:
            self._telling.cancel()
            with suppress(asyncio.CancelledError):
                await self._telling
        with suppress(Unstored):
            await self._store.do(lambda store: store.leave(self.name))

    def changed(self) -> None:
        """Take note that a player has sat down or left."""
        self._changed.set()

    def lay(self, table: str, seat: Seat, tape: bytes) -> None:
        """Announce the current position of a seat's tape (JSON)."""
        self._tapes[table, seat] = tape
        self._changed.set()

    async def elsewhere(self, table: str) -> tuple[bool, bool]:
        """Return, for each side of a table, whether players on that side are connected to other processes. Raises
        Unstored.
        """
        return await self._store.do(lambda store: store.elsewhere(self.name, table))

    async def _tell_always(self, sitting: Callable[[], Sitting]) -> None:
        while True:
            self._changed.clear()
            try:
                await self._tell(dict(sitting()))
            except Unstored as error:
                LOG.warning("other servers cannot be informed of the players at this server's tables: %s", error)
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
