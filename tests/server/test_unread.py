"""A page that never reads its messages loses its seat, and the server stops without waiting for it."""

import json
import os
import signal
import socket
import struct
import time

import pytest

from tests.server.serving import DEMO, PATIENCE

UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PROMPT = 3.0  # seconds that an end may take
LARGE = 20_000_000  # bytes of a file: over what sockets hold
BOOKS = 60  # of 100 kB and more: over what sockets hold


class Deaf:
    """A page that takes a seat, asks for books and never reads a message."""

    def __init__(self, port, table, token):
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect(("127.0.0.1", port))
        self._socket.sendall(UPGRADE.format(port=port).encode())
        assert self._socket.recv(12) == b"HTTP/1.1 101"
        self._send(type="Join", id=1, table=table, token=token)

    def ask_for_books(self):
        for number in range(BOOKS):
            self._send(type="AskBook", id=2 + number, ruleset="wab")

    def _send(self, **message):
        content, mask = json.dumps(message).encode(), os.urandom(4)
        masked = bytes(one ^ mask[at % 4] for at, one in enumerate(content))
        self._socket.sendall(b"\x81" + struct.pack("!BH", 0x80 | 126, len(content)) + mask + masked)

    def close(self):
        self._socket.close()


@pytest.fixture
def beside_a_deaf_page(serving):
    """Yield a server, a page at one of its tables, and a second page at that table. The second page never reads a
    message.
    """
    begun = []

    def begin(**limits):
        server = serving(limits={"rate": 10_000, "burst": 10_000, **limits})
        page = server.page()
        table, tokens = page.open(DEMO)
        deaf = Deaf(server.port, table, tokens[1])
        begun.extend((page, deaf))
        _wait_until(page, present=[True, True])
        deaf.ask_for_books()
        return server, page

    yield begin
    for one in begun:
        one.close()


def _wait_until(page, present):
    """Read messages until the page has learnt that exactly the expected seats are present."""
    end = time.monotonic() + PATIENCE
    while True:
        for message in page.told:
            if message["type"] == "PlayersNow" and message["present"] == present:
                return
        page.told = [page.next(end - time.monotonic())]


def test_the_seat_of_a_page_that_never_reads_its_messages_is_freed(beside_a_deaf_page):
    _, page = beside_a_deaf_page(unread=1.0)
    _wait_until(page, present=[True, False])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_stops_despite_a_page_that_never_reads_its_messages(beside_a_deaf_page, number):
    server, _ = beside_a_deaf_page()
    began = time.monotonic()
    server.process.send_signal(number)
    _, said = server.process.communicate(timeout=PATIENCE)
    assert (server.process.returncode, said) == (0, "")
    assert time.monotonic() - began < PROMPT


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_stops_despite_a_page_that_asks_for_a_file_and_never_reads_it(serving, tmp_path, number):
    (tmp_path / "index.html").write_text("<p>", encoding="utf-8")
    (tmp_path / "large.js").write_bytes(bytes(range(250)) * (LARGE // 250))
    server = serving(page=str(tmp_path))
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(b"GET /large.js HTTP/1.1\r\nHost: x\r\n\r\n")
        assert deaf.recv(12) == b"HTTP/1.1 200"
        time.sleep(0.5)  # until the rest waits for it
        began = time.monotonic()
        server.process.send_signal(number)
        _, said = server.process.communicate(timeout=PATIENCE)
    assert (server.process.returncode, said) == (0, "")
    assert time.monotonic() - began < PROMPT
