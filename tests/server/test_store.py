"""The store keeps its content in order, and each line number can be used only once."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from pilein.kernel.errors import BadInput
from pilein.server.store import New, Opened, StoredLine, TakenNumber, Unstored, opened

TABLE = Opened("table", b"head", ("1" * 64, "2" * 64, "3" * 64), "0.2.0")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Return the path of a new SQLite file or the URL of a PostgreSQL server."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    url = request.getfixturevalue("postgresql")
    store = opened(url)
    with store._engine.begin() as connection:
        connection.execute(text("delete from pilein_tables"))
    store.close()
    return url


def test_lines_written_through_one_store_are_visible_through_a_second_one(place):
    store = opened(place)
    lines = (StoredLine(1, b"one"), StoredLine(2, b"\x00\xff"))
    assert store.add(TABLE, lines[:1], 10)
    store.append("table", lines[1])
    store.close()
    again = opened(place)
    assert again.table("table") == TABLE
    assert again.table("other") is None
    assert again.lines("table") == lines
    assert again.lines("table", after=1) == lines[1:]
    again.close()


def test_a_line_number_that_is_already_stored_is_refused(place):
    store, other = opened(place), opened(place)
    store.add(TABLE, (StoredLine(1, b"one"),), 10)
    with pytest.raises(TakenNumber):
        other.append("table", StoredLine(1, b"another"))
    assert store.lines("table") == (StoredLine(1, b"one"),)
    store.close()
    other.close()


def test_each_line_number_is_taken_by_only_one_of_many_simultaneous_writers(place):
    stores = [opened(place) for _ in range(4)]
    stores[0].add(TABLE, (), 10)

    def fill(store):
        taken = []
        while len(taken) + 1 <= 5:
            number = len(store.lines("table")) + 1
            try:
                store.append("table", StoredLine(number, b"%d" % number))
            except TakenNumber:
                continue
            taken.append(number)
        return taken

    with ThreadPoolExecutor(4) as threads:
        numbers = [number for taken in threads.map(fill, stores) for number in taken]
    assert sorted(numbers) == list(range(1, 21))
    for store in stores:
        store.close()


def test_a_table_beyond_the_allowed_number_is_not_stored(place):
    store = opened(place)
    assert store.add(TABLE, (), 1)
    assert not store.add(Opened("other", b"", TABLE.hashes, ""), (), 1)
    assert store.table("other") is None
    store.close()


def test_a_line_of_an_unknown_table_is_not_stored(place):
    store = opened(place)
    with pytest.raises((TakenNumber, Unstored)):
        store.append("nowhere", StoredLine(1, b""))
    store.close()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("mysql://host/name", "a store of the type 'mysql' is not supported"),
        ("sqlite://", "the address of an SQLite store must contain a file name"),
        ("sqlite:///:memory:", "the address of an SQLite store must contain a file name"),
        ("postgresql://user@127.0.0.1:1/nothing", "the store cannot be opened: "),
        ("postgresql://user@127.0.0.1:port/nothing", "the store's address is not a valid URL: "),
        ("/nowhere/at/all/tables.sqlite", "the store cannot be opened: unable to open database file"),
    ],
)
def test_a_store_that_cannot_be_opened_is_refused_in_one_sentence(place, words):
    with pytest.raises(BadInput) as caught:
        opened(place)
    assert caught.value.message.startswith(words)
    assert caught.value.key == "--store"
    assert "\n" not in str(caught.value)


def test_a_store_in_a_different_format_is_refused(place):
    store = opened(place)
    with store._engine.begin() as connection:
        connection.execute(text("update pilein_format set format = 99"))
    try:
        with pytest.raises(BadInput, match="the store has format 99, but this version reads format 1"):
            opened(place)
    finally:
        with store._engine.begin() as connection:
            connection.execute(text("update pilein_format set format = 1"))
        store.close()


def test_a_file_that_is_not_a_store_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("not a database, but long enough to look like one" * 20, encoding="utf-8")
    with pytest.raises(BadInput, match="the store cannot be opened"):
        opened(str(file))


def test_lines_of_several_tables_are_committed_together_and_a_bad_line_affects_no_other_line(place):
    store = opened(place)
    other = Opened("other", b"head", TABLE.hashes, "0.2.0")
    for table in (TABLE, other):
        store.add(table, (StoredLine(1, b"one"),), 10)
    news = [
        New("table", StoredLine(2, b"two")),
        New("other", StoredLine(1, b"taken")),
        New("table", StoredLine(2, b"again")),
    ]
    faults = store.append_all(news)
    assert [type(fault) for fault in faults] == [type(None), TakenNumber, TakenNumber]
    faults = store.append_all([New("gone", StoredLine(1, b"one")), New("other", StoredLine(2, b"two"))])
    assert [type(fault) for fault in faults] == [Unstored, type(None)]
    assert store.lines("table") == (StoredLine(1, b"one"), StoredLine(2, b"two"))
    assert store.lines("other") == (StoredLine(1, b"one"), StoredLine(2, b"two"))
    store.close()


def test_tables_that_have_long_been_inactive_are_deleted_with_their_lines(place):
    store = opened(place)
    for name in ("old", "played", "sat at"):
        store.add(Opened(name, b"", TABLE.hashes, ""), (StoredLine(1, b"one"),), 10)
    begun = time.time() + 0.001
    time.sleep(0.01)
    store.append("played", StoredLine(2, b"two"))
    assert store.delete(begun, ("sat at",)) == 1
    assert store.table("old") is None
    assert store.lines("old") == ()
    assert len(store.lines("played")) == 2
    assert store.table("sat at") is not None
    store.close()
