"""Server process of `pilein serve`, which serves the application at an address until a signal arrives."""

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn
from platformdirs import user_data_path

from pilein.kernel.errors import BadInput
from pilein.server.app import Settings, application
from pilein.server.sockets import Socket
from pilein.server.store import opened

GRACE = 3  # seconds for open requests to end
AT_THE_END = 0.5  # seconds for a page that is sent something to read it
BACKLOG = 512
HANDOVER = 0.0005  # seconds until a thread that has heard from a worker or the store gets its turn
NOT_MINE = {
    errno.EADDRINUSE: ("is in use", "choose another port with --port, or end the program that uses this one"),
    errno.EACCES: ("may not be used by this user", "choose a port above 1023 with --port"),
    errno.EADDRNOTAVAIL: (
        "cannot be opened, because this machine does not have that address",
        "name another address with --host",
    ),
}
NO_HOST = ("cannot be opened, because the address cannot be found", "name another address with --host")


class Quiet(uvicorn.Server):
    """Server that ends on a signal without raising the signal again."""

    def handle_exit(self, sig: int, _frame: FrameType | None) -> None:
        """Stop gracefully on the first signal and immediately on a second Ctrl-C."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down without waiting for pages that read slowly."""
        asyncio.get_running_loop().call_later(AT_THE_END, self._cut)
        await super().shutdown(sockets)

    def _cut(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def default_store() -> str:
    """Path of the store in the user's data folder, which is created if necessary."""
    folder = user_data_path("pilein", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        words = f"the folder {folder} cannot be created: {error.strerror}"
        raise BadInput(words, key="--store", remedy="name another file with --store") from None
    return str(folder / "tables.sqlite")


def serve(host: str, port: int, store: str, settings: Settings, *, is_opened: bool, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C.

    `say` is called with the address once connections are accepted. If `is_opened` is set, a browser is opened as
    well.

    Raises:
        BadInput: the address or the store cannot be used.
    """
    entrance = _entrance(host, port)
    try:
        app = application(opened(store or default_store()), settings)
    except BadInput:
        entrance.close()
        raise
    address = _address(host, entrance)
    say(address)
    if is_opened:
        webbrowser.open(address)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws=Socket,
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
    )
    gc.freeze()  # what is loaded now stays
    sys.setswitchinterval(HANDOVER)
    asyncio.run(Quiet(config).serve([entrance]))


def _entrance(host: str, port: int) -> socket.socket:
    """Open a socket that listens at the address, so that connections queue while the server starts."""
    entrance = None
    try:
        entrance = socket.socket(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0])
        if os.name == "posix":
            entrance.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        entrance.bind((host, port))
        entrance.listen(BACKLOG)
    except OSError as error:
        if entrance is not None:
            entrance.close()
        words, remedy = NOT_MINE.get(error.errno or 0, NO_HOST)
        raise BadInput(f"port {port} on {host} {words}", key="--port", remedy=remedy) from None
    return entrance


def _address(host: str, entrance: socket.socket) -> str:
    """Server address in the form that a user types into a browser."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{entrance.getsockname()[1]}/"
