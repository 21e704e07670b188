"""Use of a resource whose calls block, such as a store, in threads of its own."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

Thing = TypeVar("Thing")
Given = TypeVar("Given")


class Threads(Generic[Thing]):
    """Resource whose calls block, together with the threads that use it."""

    def __init__(self, thing: Thing, number: int) -> None:
        self.thing = thing
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=type(thing).__name__)

    async def do(self, by: Callable[[Thing], Given]) -> Given:
        """Use the resource in a thread. Work that has begun is finished even if the caller is cancelled."""
        future = asyncio.get_running_loop().run_in_executor(self._threads, by, self.thing)
        return await asyncio.shield(future)

    def close(self) -> None:
        """Wait until all work is done."""
        self._threads.shutdown(wait=True)


async def to_the_end(work: Coroutine[Any, Any, Given]) -> Given:
    """Await work that runs to its end even if the caller is cancelled."""
    return await asyncio.shield(asyncio.create_task(work))
