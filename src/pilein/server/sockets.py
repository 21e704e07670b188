"""uvicorn's WebSocket, without waiting for pages that do not read."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SOON = 0.5  # seconds for a page that was silent to read on
AFTERWARDS = 5.0  # the same for a page that has to go


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket whose connection is cut a few seconds after it was closed, even if unread.

    A closed connection waits until everything written has been read, so a page that never reads would keep the
    connection, and its seat, forever.
    """

    def keepalive_timeout(self) -> None:
        """Close because the page did not reply to a ping."""
        super().keepalive_timeout()
        self._cut_in(SOON)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Note that the application has nothing more to send."""
        super().on_task_complete(task)
        self._cut_in(AFTERWARDS if self.close_timer is None else AFTERWARDS + self.close_timeout)

    def _cut_in(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.transport.abort)
