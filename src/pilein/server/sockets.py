"""uvicorn's WebSocket, which lets go of a page that does not read: what it never takes is not waited for."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

AT_THE_END = 0.5  # seconds in which a page may still read when the server ends
AFTERWARDS = 5.0  # the same when only this page has to go


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket whose connection is cut some seconds after it was closed, read or not.

    A connection that is closed waits until all that was written is read. Without a cut, a page that never reads would
    keep it, and its seat.
    """

    def shutdown(self) -> None:
        """Close because the server ends."""
        super().shutdown()
        self._cut_in(AT_THE_END)

    def keepalive_timeout(self) -> None:
        """Close because the page did not reply to a ping."""
        super().keepalive_timeout()
        self._cut_in(AT_THE_END)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application has nothing to tell any more."""
        super().on_task_complete(task)
        self._cut_in(AFTERWARDS if self.close_timer is None else AFTERWARDS + self.close_timeout)

    def _cut_in(self, seconds: float) -> None:
        self.loop.call_later(seconds, self.transport.abort)
