"""Requests that need no table, computed by worker processes. Replies with rulebooks are cached."""

import re
from typing import Any

from pilein.protocol.from_page import AskBook, AskExample, AskGames, AskWords, FromPage
from pilein.protocol.messages import written
from pilein.server.jobs import AskDesk
from pilein.server.limits import Limits
from pilein.server.refusals import too_long, worker_died
from pilein.server.worker_pool import Died, TooLong, WorkerPool

KEPT = (AskGames, AskWords, AskBook, AskExample)  # requests with a constant reply
MOST_KEPT = 300  # replies
ID = re.compile(rb'"id":-?\d+')


class Desks:
    """Access to the engine's desk through two pools, for quick and for long requests."""

    def __init__(self, pool: WorkerPool, far: WorkerPool, limits: Limits) -> None:
        self._pool = pool
        self._far = far
        self._limits = limits
        self._kept: dict[str, bytes] = {}

    async def quick(self, message: FromPage, content: bytes) -> bytes:
        """Return the reply to a quick request, from the cache if the reply never changes."""
        if not isinstance(message, KEPT):
            return await self._asked(self._pool, message.id, content, self._limits.quick)
        key = f"{type(message).__name__} {getattr(message, 'ruleset', '')} {getattr(message, 'name', '')}"
        if key not in self._kept:
            reply = await self._asked(self._pool, message.id, content, self._limits.quick)
            if b'"type":"Refused"' in reply[:40] or len(self._kept) >= MOST_KEPT:
                return reply
            self._kept[key] = reply
        return ID.sub(b'"id":%d' % message.id, self._kept[key], count=1)

    async def long(self, message: FromPage, content: bytes) -> bytes:
        """Return the reply to a long request."""
        return await self._asked(self._far, message.id, content, self._limits.long)

    @staticmethod
    async def _asked(pool: WorkerPool, request: int, content: bytes, seconds: float) -> bytes:
        try:
            reply: Any = await pool.do(AskDesk(content), seconds)
        except TooLong:
            return written(too_long(request, seconds))
        except Died:
            return written(worker_died(request))
        return bytes(reply)
