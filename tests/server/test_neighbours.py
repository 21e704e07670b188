"""Two server processes on one PostgreSQL database share the seats and measuring tapes of their tables."""

import time

import pytest

from pilein.server.store import Opened, StoredLine, opened
from tests.server.serving import DEMO, PATIENCE, Served

SOON = {"beat": 0.5}  # seconds between signs of life
TAPE = [[1.0, 2.0], [3.5, 4.0]]


@pytest.fixture
def two(postgresql):
    with (
        Served(postgresql, workers=1, limits=SOON) as one,
        Served(postgresql, workers=1, limits=SOON) as other,
    ):
        yield one, other


def _told(page, wanted):
    """Wait until a page has received the expected message."""
    end = time.monotonic() + PATIENCE
    while True:
        for message in page.told:
            if wanted.items() <= message.items():
                page.told.clear()
                return
        page.told.append(page.next(end - time.monotonic()))


def _present(first, second):
    return {"type": "PlayersNow", "present": [first, second]}


def test_players_at_one_server_are_announced_at_the_neighbouring_server(two):
    with two[0].page() as page:
        table, tokens = page.open(DEMO)
        with two[1].page() as far:
            far.ask("Join", table=table, token=tokens[1])
            _told(far, _present(True, True))
            _told(page, _present(True, True))
        _told(page, _present(True, False))


def test_players_at_a_killed_server_are_reported_as_absent_after_a_while(two):
    with two[0].page() as page, two[1].page() as far:
        table, tokens = page.open(DEMO)
        far.ask("Join", table=table, token=tokens[1])
        _told(page, _present(True, True))
        two[1].kill()
        _told(page, _present(True, False))


def test_a_server_announces_to_its_neighbours_that_its_players_are_leaving_when_it_stops(pair):
    with pair[0].page() as page, pair[1].page() as far:
        table, tokens = page.open(DEMO)
        far.ask("Join", table=table, token=tokens[1])
        _told(page, _present(True, True))
        pair[1].close()
        begun = time.monotonic()
        _told(page, _present(True, False))
        assert time.monotonic() - begun < 10


def test_a_measuring_tape_is_shown_at_the_neighbouring_server_and_to_later_visitors(two):
    taped = {"type": "Taped", "side": 0, "points": TAPE}
    with two[0].page() as page, two[1].page() as far, two[1].page() as later:
        table, tokens = page.open(DEMO)
        page.ask("Tape", points=TAPE)
        far.ask("Join", table=table, token=tokens[1])
        _told(far, taped)
        later.ask("Join", table=table, token=tokens[2])
        _told(later, taped)
        page.ask("Tape", points=[])
        _told(far, taped | {"points": []})


def test_a_table_with_a_player_at_the_neighbouring_server_is_kept(postgresql):
    store = opened(postgresql)
    for name in ("taken", "empty"):
        store.add(Opened(name, b"", ("1", "2", "3"), ""), (StoredLine(1, b"one"),), 10_000)
    store.beat("other", {"taken": (False, False)}, 100.0)
    store.delete(time.time() + 1)
    assert store.table("taken") is not None
    assert store.table("empty") is None
    store.leave("other")
    store.delete(time.time() + 1)
    assert store.table("taken") is None
    store.close()


def test_a_silent_server_is_forgotten_and_may_return(postgresql):
    store = opened(postgresql)
    store.beat("silent", {"table": (True, False)}, 100.0)
    assert store.elsewhere("other", "table") == (True, False)
    assert store.elsewhere("silent", "table") == (False, False)
    time.sleep(0.2)
    store.beat("other", {}, 0.1)
    assert store.elsewhere("other", "table") == (False, False)
    store.beat("silent", {"table": (True, False)}, 100.0)
    assert store.elsewhere("other", "table") == (True, False)
    for server in ("silent", "other"):
        store.leave(server)
    store.close()
