"""Receiver of news about stored lines, players and measuring tapes, sent by other servers through PostgreSQL."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import psycopg

from pilein.server.store import CHANNEL
from pilein.server.tables import Tables

AGAIN = 1.0  # seconds after which a lost connection is tried again
LOG = logging.getLogger(__name__)


class Listening:
    """Listener for news about tables used by this process. After a lost connection it checks every table in use."""

    def __init__(self, address: str, tables: Tables) -> None:
        self._address = address
        self._tables = tables
        self._task: asyncio.Task[None] | None = None
        self._following: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start listening."""
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except psycopg.Error as error:
                LOG.warning("news from other servers cannot be received: %s", error)
            await asyncio.sleep(AGAIN)

    async def _listen_once(self) -> None:
        connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        async with connection:
            await connection.execute(f"listen {CHANNEL}")
            for name in self._tables.names:
                self._begin(self._tables.follow(name))
                self._begin(self._tables.look(name))
            async for notice in connection.notifies():
                self._hear(notice.payload)

    def _hear(self, notice: str) -> None:
        """Handle a notice that a line was stored, that a table's players changed, or that a tape was laid."""
        match notice.split(" ", 4):
            case [name, "here", server]:
                self._begin(self._tables.look(name, server))
            case [name, "tape", server, ("first" | "second" | "watch") as seat, tape]:
                self._begin(self._tables.measured(name, server, seat, tape.encode()))
            case [name, number] if number.isdecimal():
                self._begin(self._tables.follow(name, int(number)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background until the listener is closed."""
        task = asyncio.create_task(work)
        self._following.add(task)
        task.add_done_callback(self._following.discard)
