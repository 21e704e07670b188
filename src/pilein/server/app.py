"""Web application that serves the page with its files, the version, and the socket for messages."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

import pilein.protocol
from pilein import __version__
from pilein.protocol.built_page import BUILD_PAGE
from pilein.protocol.messages import VERSION
from pilein.server.addresses import Addresses, network_of
from pilein.server.desks import Desks
from pilein.server.headers import SafeHeaders
from pilein.server.limits import Limits
from pilein.server.neighbours import Neighbours
from pilein.server.store import Store, Unstored
from pilein.server.tables import Tables
from pilein.server.threads import Threads
from pilein.server.visitors import LATER, POLICY, Visitor
from pilein.server.worker_pool import SPARE, Worker, WorkerPool, get_ready

if TYPE_CHECKING:
    from pilein.server.listening import Listening

PAGE = Path(pilein.protocol.__file__).parent / "page"
NOT_BUILT = f"The page has not been built: {BUILD_PAGE}.\n"
QUICK = 2  # worker processes that play tables
DAY = 86_400  # seconds
LOG = logging.getLogger(__name__)
THREADS = 5  # threads that use the store
FOR_GOOD = "public, max-age=31536000, immutable"  # files with names that change with their content


class Settings(Struct, frozen=True, kw_only=True):
    """Settings of a server. `origins` lists other pages that may connect, and `workers` is the number of processes for
    odds.

    `rulesets` are folders with further rulesets, in addition to the rulesets of this package and of other installed
    packages.
    """

    workers: int = 2
    origins: tuple[str, ...] = ()
    keep: int = 365  # days that a table is kept after its last use; 0: forever
    page: Path = PAGE
    limits: Limits = Limits()
    rulesets: tuple[str, ...] = ()


class Server:
    """Server with its store, tables, worker pools and limits per address."""

    def __init__(self, store: Store, settings: Settings) -> None:
        make = partial(Worker, settings.limits, settings.rulesets)
        self.settings = settings
        self.visitors = 0
        self._addresses = Addresses(settings.limits)
        self._pool = WorkerPool(QUICK, SPARE, make)
        self._far = WorkerPool(settings.workers, 0, make)
        self._store = Threads(store, THREADS)
        self._neighbours = Neighbours(self._store, settings.limits.beat) if store.is_shared else None
        self._tables = Tables(self._store, self._pool, self._far, settings.limits, self._neighbours)
        self._desks = Desks(self._pool, self._far, settings.limits)
        self._listening = _listening(store, self._tables)

    @asynccontextmanager
    async def running(self, _app: Starlette) -> AsyncIterator[None]:
        """Run the background work of the server until the application ends."""
        starting = asyncio.get_running_loop().run_in_executor(None, self._start)
        if self._listening is not None:
            self._listening.start()
        if self._neighbours is not None:
            self._neighbours.start(lambda: self._tables.sitting)
        tidying = asyncio.create_task(self._tidy())
        try:
            yield
        finally:
            tidying.cancel()
            await starting
            if self._listening is not None:
                await self._listening.close()
            if self._neighbours is not None:
                await self._neighbours.close()
            self._pool.close()
            self._far.close()
            self._store.close()
            self._store.thing.close()

    async def _tidy(self) -> None:
        """Delete old, unused tables immediately and then once a day."""
        while self.settings.keep:
            before = time.time() - self.settings.keep * DAY
            try:
                deleted = await self._store.do(lambda store: store.delete(before, self._tables.names))  # noqa: B023
                if deleted:
                    LOG.info("%d tables that had not been used for %d days were deleted", deleted, self.settings.keep)
            except Unstored as error:
                LOG.warning("old tables could not be deleted: %s", error)
            await asyncio.sleep(DAY)

    def _start(self) -> None:
        get_ready()
        self._pool.start()
        self._far.start()

    async def visit(self, socket: WebSocket) -> None:
        """Serve a connected page until it disconnects."""
        await socket.accept()
        if not is_welcome(socket, self.settings.origins):
            await socket.close(POLICY, "this page comes from another origin")
            return
        if self.visitors >= self.settings.limits.sockets:
            await socket.close(LATER, "too many pages are connected to this server")
            return
        address = network_of(socket.client.host if socket.client else "")
        if not self._addresses.enters(address):
            await socket.close(LATER, "too many pages are connected from this address")
            return
        self.visitors += 1
        opens = partial(self._addresses.opens, address)
        try:
            await Visitor(socket, self._tables, self._desks, self.settings.limits, opens).stay()
        finally:
            self.visitors -= 1
            self._addresses.leaves(address)


def _listening(store: Store, tables: Tables) -> "Listening | None":
    """Return the listener for news from other servers, or None if only this server uses the store."""
    if not store.is_shared:
        return None
    from pilein.server.listening import Listening  # noqa: PLC0415 - only PostgreSQL needs its driver: a quick start

    return Listening(store.address, tables)


def is_welcome(socket: WebSocket, origins: tuple[str, ...]) -> bool:
    """Whether a page comes from this server or an allowed origin. Programs that are not browsers and send no origin are
    welcome.
    """
    origin = socket.headers.get("origin")
    if origin is None or origin in origins:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host")


class PageFiles(StaticFiles):
    """Files of the page. Files with a hash in their names may be cached forever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the response for a file, with a header that controls caching."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_GOOD if path.startswith("assets") else "no-cache"
        return response


def application(store: Store, settings: Settings) -> Starlette:
    """Build the web application for a store."""
    server = Server(store, settings)
    routes: list[BaseRoute] = [Route("/api/version", version), WebSocketRoute("/ws", server.visit)]
    if is_built(settings.page):
        routes.append(Mount("/", PageFiles(directory=settings.page, html=True)))
    else:
        routes.append(Route("/", not_built))
    middleware = [Middleware(SafeHeaders), Middleware(GZipMiddleware, minimum_size=1000)]
    return Starlette(routes=routes, middleware=middleware, lifespan=server.running)


def is_built(page: Path = PAGE) -> bool:
    """Whether the page has been built."""
    return (page / "index.html").is_file()


async def version(_request: Request) -> Response:
    """Return the versions of the program and of the protocol."""
    return JSONResponse({"version": __version__, "protocol": VERSION})


async def not_built(_request: Request) -> Response:
    """Return a reply that explains how to build the page."""
    return PlainTextResponse(NOT_BUILT, status_code=503)
