"""Servers in separate processes, and pages that talk to them."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
ABNORMAL = 1006  # code of a connection that ended without a closing message (RFC 6455)
PATIENCE = 60  # seconds until a test gives up
PROGRAM = """
import sys, msgspec
from pathlib import Path
from pilein.server.app import Settings
from pilein.server.running import serve
store, port, settings = sys.argv[1], int(sys.argv[2]), msgspec.json.decode(sys.argv[3])
page = {"page": Path(settings.pop("page"))} if "page" in settings else {}
settings = msgspec.structs.replace(msgspec.convert(settings, Settings), **page)
serve("127.0.0.1", port, store, settings, is_opened=False, say=lambda address: print(address, flush=True))
"""
DUEL = (ROOT / "examples/scrollhammer/duel.toml").read_text(encoding="utf-8")
FIREFIGHT = (ROOT / "examples/wwpd/firefight.toml").read_text(encoding="utf-8")  # two options, soon over
DEMO = (ROOT / "examples/scrollhammer/demo.toml").read_text(encoding="utf-8")


class Served:
    """A server in a separate process. `settings` are fields of Settings, and `limits` are fields of Limits."""

    def __init__(self, store, port=0, **settings):
        self.store = store
        self.settings = settings
        self._begin(port)

    def _begin(self, port):
        words = msgspec.json.encode(self.settings).decode()
        command = [sys.executable, "-c", PROGRAM, self.store, str(port), words]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.process.stderr.read()
        self.port = int(self.address.rpartition(":")[2].strip("/"))

    def kill(self):
        self.process.kill()
        self._ended()

    def again(self):
        """Restart the server at the same address with the same store."""
        self._begin(self.port)

    def close(self):
        """Stop the server with SIGTERM, and return its standard error."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self):
        said = self.process.communicate(timeout=PATIENCE)[1]
        self.process.stdout.close()
        return said

    def page(self, **options):
        return Page(self.address, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Page:
    """A page that sends requests and stores all other messages that it receives."""

    def __init__(self, address, **options):
        self._open = ExitStack()
        address = address.replace("http", "ws", 1) + "ws"
        self.socket = self._open.enter_context(connect(address, max_size=None, **options))
        self.told = []
        self.id = 0

    def send(self, kind, **fields):
        """Send a message and return its ID."""
        self.id += 1
        self.socket.send(json.dumps({"type": kind, "id": self.id, **fields}))
        return self.id

    def ask(self, kind, **fields):
        """Send a message, and wait for its reply."""
        return self.reply(self.send(kind, **fields))

    def reply(self, number, seconds=PATIENCE):
        """Wait for the reply to the message with the given number."""
        end = time.monotonic() + seconds
        while True:
            message = self.next(end - time.monotonic())
            if message.get("id") == number:
                return message
            self.told.append(message)

    def next(self, seconds=PATIENCE):
        """Return the next message, or raise TimeoutError if none arrives."""
        return json.loads(self.socket.recv(timeout=max(0.001, seconds)))

    def open(self, toml=DUEL, **fields):
        """Open a table, take its first seat, and return the table and its tokens."""
        opened = self.ask("OpenTable", toml=toml, **fields)
        assert opened["type"] == "TableOpened", opened
        joined = self.ask("Join", table=opened["table"], token=opened["tokens"][0])
        assert joined["type"] == "Joined", joined
        return opened["table"], opened["tokens"]

    def asked(self, seconds=PATIENCE):
        """Return the pending question for any seat, or the end of the game."""
        end = time.monotonic() + seconds
        while True:
            for message in reversed(self.told):
                if message["type"] in ("Asked", "GameOver"):
                    return message
            self.told.append(self.next(end - time.monotonic()))

    def answer(self):
        """Answer the pending question with its first option, and return the reply."""
        question = self.asked()
        self.told = [one for one in self.told if one["type"] != "Asked"]
        reply = self.ask("Answer", question=question["question"], answer=question["options"][0]["answer"])
        if reply["type"] != "Done":
            self.told.append(question)
        return reply

    def closing(self, seconds=PATIENCE):
        """Wait until the server closes the connection, and return the code and the reason.

        The code is 1006 if the connection was reset before the server's last words arrived.
        """
        end = time.monotonic() + seconds
        try:
            while True:
                self.told.append(self.next(end - time.monotonic()))
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (ABNORMAL, "")

    def close(self):
        self._open.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
