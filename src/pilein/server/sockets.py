"""WebSocket for uvicorn that does not wait for pages that have stopped reading."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SOON = 0.5  # seconds for a page that was silent to read on
AFTERWARDS = 5.0  # the same for a page that has to go


class Socket(WebSocketsSansIOProtocol):
    """WebSocket whose connection is cut a few seconds after it is closed, even if some data have not been read.

    Without this, a closed connection would wait until all written data have been read, and a page that never reads
    would keep its connection and its seat forever.
    """

    def keepalive_timeout(self) -> None:
        """Close the connection because the page did not reply to a ping."""
        super().keepalive_timeout()
        self._cut_in(SOON)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Cut the connection soon, since the application has nothing more to send."""
        super().on_task_complete(task)
        self._cut_in(AFTERWARDS if self.close_timer is None else AFTERWARDS + self.close_timeout)

    def _cut_in(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.transport.abort)
