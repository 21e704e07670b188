"""Load one server with 200 tables and 400 sockets, and measure its answer times, memory per table, and start time.

`python -m benchmarks.server [TABLES] [ANSWERS]` runs the server and the players on this machine.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import websockets

ROOT = Path(__file__).parents[1]
SCENARIO = ROOT / "examples" / "wwpd" / "leaders.toml"
PAUSE = 4.0  # seconds that a player thinks, on average, before an answer
AT_ONCE = 8  # tables that are opened at the same time, before the clock starts
MEGABYTE = 1_000_000


@dataclass
class Measured:
    """Answer times, and the CPU seconds that the server and the players used meanwhile.

    Memory is in megabytes.
    """

    times: list[float] = field(default_factory=list)
    seconds: float = 0.0
    server: float = 0.0
    players: float = 0.0
    memory: float = 0.0


class Seat:
    """Page at a seat. `replies` maps the ID of each request to its awaited reply."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.id = 0
        self.replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.listening: asyncio.Task[None]

    async def listen(self) -> None:
        """Receive messages, and pass each one to the request or the game that awaits it."""
        async for text in self.socket:
            message = json.loads(text)
            if message.get("id") in self.replies:
                self.replies.pop(message["id"]).set_result(message)
            elif message["type"] == "GameOver" or (message["type"] == "Asked" and message["options"]):
                self.asked.put_nowait(message)

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a message and return the reply."""
        self.id += 1
        self.replies[self.id] = asyncio.get_running_loop().create_future()
        reply = self.replies[self.id]
        await self.socket.send(json.dumps({"type": kind, "id": self.id, **fields}))
        return await reply


async def seated(address: str, opening: asyncio.Semaphore) -> tuple[Seat, Seat]:
    """Open a new table with two pages, one for each side, and return their seats."""
    async with opening:
        seats = Seat(await websockets.connect(address)), Seat(await websockets.connect(address))
        for seat in seats:
            seat.listening = asyncio.create_task(seat.listen())
        opened = await seats[0].ask("OpenTable", toml=SCENARIO.read_text(encoding="utf-8"), phases=50)
        for seat, token in zip(seats, opened["tokens"], strict=False):
            await seat.ask("Join", table=opened["table"], token=token)
    return seats


async def game(seats: tuple[Seat, Seat], begin: float, answers: int, times: list[float]) -> None:
    """Let two pages play a game at their table, starting at the given moment."""
    await asyncio.sleep(begin)
    await asyncio.gather(*(play(seat, answers, times) for seat in seats))


async def play(seat: Seat, answers: int, times: list[float]) -> None:
    """Answer the questions put to one seat, and record the seconds from sending each answer to its acknowledgement."""
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


def processor(process: psutil.Process) -> float:
    """Return the seconds of CPU time that a process and its children have used."""
    used = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return float(sum(one.user + one.system for one in used))


def memory(process: psutil.Process) -> float:
    """Return the memory that belongs to a process and its children alone, in megabytes."""
    return float(sum(one.memory_full_info().uss for one in (process, *process.children(recursive=True))) / MEGABYTE)


async def load(address: str, tables: int, answers: int, measured: Measured, server: psutil.Process) -> None:
    """Play all tables at the same time, once all pages are seated, and measure the cost from then on."""
    opening = asyncio.Semaphore(AT_ONCE)
    games = await asyncio.gather(*(seated(address, opening) for _ in range(tables)))
    begun, used, own = time.perf_counter(), processor(server), time.process_time()
    spread = enumerate(games)
    await asyncio.gather(*(game(seats, PAUSE * place / tables, answers, measured.times) for place, seats in spread))
    measured.seconds = time.perf_counter() - begun
    measured.server, measured.players = processor(server) - used, time.process_time() - own
    measured.memory = memory(server)
    for seats in games:
        for seat in seats:
            seat.listening.cancel()
            await seat.socket.close()


def main(tables: int = 200, answers: int = 10) -> None:
    """Start a server, load it, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        command = [sys.executable, "-m", "pilein.cli.start", "serve", "--port", "0", "--json"]
        server = subprocess.Popen([*command, "--store", f"{folder}/t.sqlite"], stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"].replace("http", "ws", 1) + "ws"
        print(f"start: {time.perf_counter() - begun:.2f} s")
        process = psutil.Process(server.pid)
        before, measured = Measured(), Measured()
        asyncio.run(load(address, 2, 2, before, process))  # so that all workers are there
        asyncio.run(load(address, tables, answers, measured, process))
        server.terminate()
        server.wait()
    show(tables, measured, (measured.memory - before.memory) / tables)


def show(tables: int, measured: Measured, megabytes: float) -> None:
    """Print the figures and the load under which they were measured."""
    times = sorted(measured.times)
    share = 1000 / len(times)
    rate = len(times) / measured.seconds
    print(f"{tables} tables, {2 * tables} sockets, players that think for {PAUSE:g} s: {len(times):,} answers")
    print(f"{rate:.0f} answers a second; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"answer: median {1000 * statistics.median(times):.1f} ms, p99 {1000 * times[int(0.99 * len(times))]:.1f} ms")
    print(
        f"processor time an answer: server {share * measured.server:.1f} ms, players {share * measured.players:.1f} ms"
    )
    print(f"memory a table: {megabytes:.2f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
