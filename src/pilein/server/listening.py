"""Hearing from other server processes, by PostgreSQL, that they have stored something."""

import asyncio
import logging
from contextlib import suppress

import psycopg

from pilein.server.store import CHANNEL
from pilein.server.tables import Tables

AGAIN = 1.0  # seconds after which a lost connection is tried again
LOG = logging.getLogger(__name__)


class Listening:
    """Follows the tables at which somebody sits. After a lost connection all of them are looked at."""

    def __init__(self, address: str, tables: Tables) -> None:
        self._address = address
        self._tables = tables
        self._task: asyncio.Task[None] | None = None
        self._following: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except psycopg.Error as error:
                LOG.warning("no word from other servers: %s", error)
            await asyncio.sleep(AGAIN)

    async def _listen_once(self) -> None:
        connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        async with connection:
            await connection.execute(f"listen {CHANNEL}")
            for name in self._tables.names:
                self._follow(name)
            async for notice in connection.notifies():
                name, _, number = notice.payload.partition(" ")
                self._follow(name, int(number))

    def _follow(self, name: str, number: int | None = None) -> None:
        """Follow one table, while others are listened to."""
        task = asyncio.create_task(self._tables.follow(name, number))
        self._following.add(task)
        task.add_done_callback(self._following.discard)
