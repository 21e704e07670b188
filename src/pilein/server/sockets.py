"""uvicorn's WebSocket, without waiting for pages that do not read."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SOON = 0.5  # seconds in which a page that was silent may still read
AFTERWARDS = 5.0  # the same for one that has to go


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket whose connection is cut some seconds after it was closed, read or not.

    A connection that is closed waits until all that was written is read, so a page that never reads would keep it, and
    its seat, for good.
    """

    def keepalive_timeout(self) -> None:
        """Close because the page did not reply to a ping."""
        super().keepalive_timeout()
        self._cut_in(SOON)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has nothing to tell any more."""
        super().on_task_complete(task)
        self._cut_in(AFTERWARDS if self.close_timer is None else AFTERWARDS + self.close_timeout)

    def _cut_in(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.transport.abort)
