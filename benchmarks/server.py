"""200 tables and 400 sockets at one server: how long an answer takes, memory a table, and how soon it starts.

`python -m benchmarks.server [TABLES] [ANSWERS]`: server and players share this machine.
"""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
import websockets

ROOT = Path(__file__).parents[1]
SCENARIO = ROOT / "examples" / "wwpd" / "leaders.toml"
PAUSE = 4.0  # seconds that a player thinks, on average, before an answer
MEGABYTE = 1_000_000


class Seat:
    """A page at a seat; `replies` are those waited for, by id."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.id = 0
        self.replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def listen(self) -> None:
        """Sort what comes."""
        async for text in self.socket:
            message = json.loads(text)
            if message.get("id") in self.replies:
                self.replies.pop(message["id"]).set_result(message)
            elif message["type"] == "GameOver" or (message["type"] == "Asked" and message["options"]):
                self.asked.put_nowait(message)

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a message and wait for its reply."""
        self.id += 1
        self.replies[self.id] = asyncio.get_running_loop().create_future()
        reply = self.replies[self.id]
        await self.socket.send(json.dumps({"type": kind, "id": self.id, **fields}))
        return await reply


async def game(address: str, number: int, answers: int, times: list[float]) -> None:
    """Play one table by two sockets; a game that is over is followed by another."""
    async with websockets.connect(address) as one, websockets.connect(address) as other:
        seats = (Seat(one), Seat(other))
        tasks = [asyncio.create_task(seat.listen()) for seat in seats]
        opened = await seats[0].ask("OpenTable", toml=SCENARIO.read_text(encoding="utf-8"), phases=50)
        for seat, token in zip(seats, opened["tokens"], strict=False):
            await seat.ask("Join", table=opened["table"], token=token)
        await asyncio.sleep(PAUSE * number / 200)
        players = [asyncio.create_task(play(seat, answers, times)) for seat in seats]
        await asyncio.wait(players)
        for task in tasks:
            task.cancel()


async def play(seat: Seat, answers: int, times: list[float]) -> None:
    """Answer what one seat is asked, and measure from sending to acknowledgement, in seconds."""
    for _ in range(answers):
        try:
            asked = await asyncio.wait_for(seat.asked.get(), 6 * PAUSE)
        except TimeoutError:
            return
        if asked["type"] == "GameOver":
            return
        await asyncio.sleep(PAUSE)
        begun = time.perf_counter()
        reply = await seat.ask("Answer", question=asked["question"], answer=asked["options"][0]["answer"])
        if reply["type"] == "Done":
            times.append(time.perf_counter() - begun)


def memory(process: psutil.Process) -> float:
    """Memory of a process and its children that is theirs alone, in megabytes."""
    return float(sum(one.memory_full_info().uss for one in (process, *process.children(recursive=True))) / MEGABYTE)


async def load(address: str, tables: int, answers: int, times: list[float]) -> None:
    """All tables at once."""
    await asyncio.gather(*(game(address, number, answers, times) for number in range(tables)))


def main(tables: int = 200, answers: int = 10) -> None:
    """Start a server, load it, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        command = [sys.executable, "-m", "pilein.cli.start", "serve", "--port", "0", "--json"]
        server = subprocess.Popen([*command, "--store", f"{folder}/t.sqlite"], stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"].replace("http", "ws", 1) + "ws"
        print(f"start: {time.perf_counter() - begun:.2f} s")
        times: list[float] = []
        asyncio.run(load(address, 2, 2, []))  # so that all workers are there
        process = psutil.Process(server.pid)
        before, warm = memory(process), time.perf_counter()
        asyncio.run(load(address, tables, answers, times))
        seconds = time.perf_counter() - warm
        after = memory(process)
        server.terminate()
        server.wait()
    times.sort()
    print(f"{tables} tables, {2 * tables} sockets: {len(times):,} answers in {seconds:.0f} s")
    print(f"answer: median {1000 * statistics.median(times):.1f} ms, p99 {1000 * times[int(0.99 * len(times))]:.1f} ms")
    print(f"memory a table: {(after - before) / tables:.2f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
