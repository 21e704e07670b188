"""Store of tables, with the opening of each table and a line for every action.

The lines of a table are numbered from 1 without gaps. A number can be stored only once: if two processes both accept
an answer to the same question, the second gets `TakenNumber`.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, OperationalError

from pilein.kernel.errors import BadInput

FORMAT = 1  # of the tables below
CHANNEL = "pilein"  # of PostgreSQL's notifications
KINDS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
REMEDY = "name a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE"
LOCK = 7_453_466_100  # any number of ours: PostgreSQL's advisory locks have numbers
CONNECTIONS = 5  # to PostgreSQL, kept by one process

_METADATA = MetaData()
_FORMAT = Table("pilein_format", _METADATA, Column("format", Integer, primary_key=True))
_TABLES = Table(
    "pilein_tables",
    _METADATA,
    Column("name", String(40), primary_key=True),
    Column("head", LargeBinary, nullable=False),  # how it was opened, and the source of the dice
    Column("first", String(64), nullable=False),  # hashes of the tokens
    Column("second", String(64), nullable=False),
    Column("watch", String(64), nullable=False),
    Column("version", String(40), nullable=False),  # of pilein
    Column("opened", Float, nullable=False),  # seconds since 1970
)
_LINES = Table(
    "pilein_lines",
    _METADATA,
    Column("name", String(40), ForeignKey("pilein_tables.name", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("content", LargeBinary, nullable=False),  # as the table gave it
    Column("stored", Float, nullable=False),  # seconds since 1970
)
_SERVERS = Table(  # processes that share the store, and their last sign of life
    "pilein_servers",
    _METADATA,
    Column("server", String(40), primary_key=True),
    Column("beat", Float, nullable=False),  # seconds since 1970, by the clock of the database
)
_SITTING = Table(  # tables at which somebody sits, and on which sides
    "pilein_sitting",
    _METADATA,
    Column("server", String(40), ForeignKey("pilein_servers.server", ondelete="CASCADE"), primary_key=True),
    Column("name", String(40), primary_key=True, index=True),
    Column("first", Boolean, nullable=False),
    Column("second", Boolean, nullable=False),
)
_NOW = func.extract("epoch", func.clock_timestamp())


class TakenNumber(Exception):  # noqa: N818 - it is expected
    """Raised when another process has already stored a line with this number."""


class Unstored(Exception):  # noqa: N818 - named by what it means
    """Raised when the store failed to save or read data. The message gives the reason."""


class Opened(Struct, frozen=True):
    """A table as it was opened, with its first line, its seats' token hashes and the version of pilein."""

    name: str
    head: bytes
    hashes: tuple[str, str, str]
    version: str


class StoredLine(Struct, frozen=True):
    """Line that records an action at a table, in the form that the table produced."""

    number: int
    content: bytes


class New(Struct, frozen=True):
    """Line to be stored, with the name of its table."""

    name: str
    line: StoredLine


class Store:
    """Store in a file (sqlite) or on PostgreSQL. Its methods block, and may be called from several threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def is_shared(self) -> bool:
        """Whether several processes may use the store and share news."""
        return self._engine.dialect.name == "postgresql"

    @property
    def address(self) -> str:
        """Address of a shared store, used to open a listening connection."""
        return self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def add(self, table: Opened, lines: tuple[StoredLine, ...], most: int) -> bool:
        """Store a new table unless there are `most` tables already. Returns whether the table was stored."""
        first, second, watch = table.hashes
        hashes = {"first": first, "second": second, "watch": watch}
        row = {"name": table.name, "head": table.head, "version": table.version, "opened": time.time()}
        with self._transaction() as connection:
            count: int = connection.execute(select(func.count()).select_from(_TABLES)).scalar_one()
            if count >= most:
                return False
            connection.execute(insert(_TABLES).values(**row, **hashes))
            for line in lines:
                connection.execute(insert(_LINES).values(**_row(table.name, line)))
        return True

    def table(self, name: str) -> Opened | None:
        """Return the table with this name, or None."""
        with self._transaction() as connection:
            row = connection.execute(select(_TABLES).where(_TABLES.c.name == name)).one_or_none()
        if row is None:
            return None
        return Opened(row.name, row.head, (row.first, row.second, row.watch), row.version)

    def lines(self, name: str, after: int = 0) -> tuple[StoredLine, ...]:
        """Return the lines of a table numbered above `after`, in order."""
        wanted = select(_LINES).where(_LINES.c.name == name, _LINES.c.number > after).order_by(_LINES.c.number)
        with self._transaction() as connection:
            return tuple(StoredLine(row.number, row.content) for row in connection.execute(wanted))

    def append(self, name: str, line: StoredLine) -> None:
        """Store a line durably before returning.

        Raises:
            TakenNumber: a line with this number is already stored.
            Unstored: the store did not save the line, or did not confirm that it did.
        """
        (fault,) = self.append_all([New(name, line)])
        if fault is not None:
            raise fault

    def append_all(self, news: Sequence[New]) -> tuple[Exception | None, ...]:
        """Store lines of several tables in a single commit.

        Returns, for each line, None or the error that `append` would raise.
        """
        try:
            with self._transaction() as connection:
                order = sorted(range(len(news)), key=lambda index: news[index].name)  # as others do: no deadlock
                faults = {index: self._appended(connection, news[index]) for index in order}
        except Unstored as error:
            return tuple(error for _ in news)
        except IntegrityError:  # a table is gone: the other tables' lines are stored all the same
            if len(news) == 1:
                return (Unstored("this table no longer exists"),)
            return tuple(fault for new in news for fault in self.append_all([new]))
        return tuple(faults[index] for index in range(len(news)))

    def _appended(self, connection: Connection, new: New) -> Exception | None:
        insertion = (postgresql if self.is_shared else sqlite).insert(_LINES).values(**_row(new.name, new.line))
        unless_taken = insertion.on_conflict_do_nothing(index_elements=["name", "number"])
        if connection.execute(unless_taken.returning(_LINES.c.number)).first() is None:
            return TakenNumber(new.line.number)
        if self.is_shared:
            _notify(connection, (f"{new.name} {new.line.number}",))
        return None

    def delete(self, before: float, but: Sequence[str] = ()) -> int:
        """Delete tables unused since `before` (seconds since 1970), and return the number of deleted tables.

        Tables named in `but` are kept, as are tables with players connected to any process.
        """
        newer = select(_LINES.c.name).where(_LINES.c.name == _TABLES.c.name, _LINES.c.stored >= before)
        taken = select(_SITTING.c.name).where(_SITTING.c.name == _TABLES.c.name)
        old = select(_TABLES.c.name).where(_TABLES.c.opened < before, ~newer.exists(), ~taken.exists())
        with self._transaction() as connection:
            names = [name for name in connection.execute(old).scalars() if name not in set(but)]
            for name in names:
                connection.execute(delete(_TABLES).where(_TABLES.c.name == name))
        return len(names)

    # --- other processes on PostgreSQL ---------------------------------------------------------------------------

    def beat(self, server: str, sitting: Mapping[str, tuple[bool, bool]], silent: float) -> None:
        """Record a process's sign of life and its players, and remove processes that have been silent for `silent`
        seconds.
        """
        alive = postgresql.insert(_SERVERS).values(server=server, beat=_NOW)
        alive = alive.on_conflict_do_update(index_elements=["server"], set_={"beat": _NOW})
        with self._transaction() as connection:
            connection.execute(alive)
            _seat(connection, server, sitting)
        with self._transaction() as connection:
            dead = select(_SERVERS.c.server).where(_SERVERS.c.beat < _NOW - silent).order_by(_SERVERS.c.server)
            for other in connection.execute(dead).scalars().all():
                _leave(connection, other)

    def leave(self, server: str) -> None:
        """Remove a process that is shutting down."""
        with self._transaction() as connection:
            _leave(connection, server)

    def elsewhere(self, server: str, name: str) -> tuple[bool, bool]:
        """Return, for each side of a table, whether players on that side are connected to other processes."""
        wanted = select(_SITTING).where(_SITTING.c.name == name, _SITTING.c.server != server)
        with self._transaction() as connection:
            rows = connection.execute(wanted).all()
        return any(row.first for row in rows), any(row.second for row in rows)

    def notify(self, notices: Iterable[str]) -> None:
        """Send notices to all processes."""
        with self._transaction() as connection:
            _notify(connection, notices)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise Unstored(_words(error)) from error


def _row(name: str, line: StoredLine) -> dict[str, object]:
    return {"name": name, "number": line.number, "content": line.content, "stored": time.time()}


def _notify(connection: Connection, notices: Iterable[str]) -> None:
    for words in notices:
        connection.execute(text("select pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words})


def _seat(connection: Connection, server: str, sitting: Mapping[str, tuple[bool, bool]]) -> None:
    """Record which sides are taken at the tables of a process, and announce the tables at which this has changed."""
    rows = connection.execute(select(_SITTING).where(_SITTING.c.server == server))
    before = {row.name: (row.first, row.second) for row in rows}
    changed = [name for name in sorted({*before, *sitting}) if before.get(name) != sitting.get(name)]
    for name in changed:
        connection.execute(delete(_SITTING).where(_SITTING.c.server == server, _SITTING.c.name == name))
        if name in sitting:
            first, second = sitting[name]
            connection.execute(insert(_SITTING).values(server=server, name=name, first=first, second=second))
    _notify(connection, (f"{name} here {server}" for name in changed))


def _leave(connection: Connection, server: str) -> None:
    """Remove a process, and announce the tables that its players have left."""
    _seat(connection, server, {})
    connection.execute(delete(_SERVERS).where(_SERVERS.c.server == server))


def opened(place: str) -> Store:
    """Open the store at a place: a file, or a URL for sqlite or PostgreSQL. The database tables are created on first
    use.

    Raises:
        BadInput: the store cannot be opened, or its format belongs to another version.
    """
    engine = _engine(place)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":  # one process at a time makes the tables
                connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": LOCK})
            _METADATA.create_all(connection)
            found = connection.execute(select(_FORMAT.c.format)).scalars().all()
            if not found:
                connection.execute(insert(_FORMAT).values(format=FORMAT))
    except DBAPIError as error:
        engine.dispose()
        words = f"the store cannot be opened: {_words(error)}"
        raise BadInput(
            words, key="--store", remedy="check that the file or database exists and can be written to"
        ) from None
    if found not in ([], [FORMAT]):
        engine.dispose()
        words = f"the store has format {max(found)}, but this version reads format {FORMAT}"
        raise BadInput(words, key="--store", remedy="use the version of pilein that created it, or another store")
    return Store(engine)


def _engine(place: str) -> Engine:
    """Database engine for a store, not yet connected."""
    kind, found, rest = place.partition("://")
    if not found:
        return _sqlite(f"sqlite:///{place}")
    if kind not in KINDS:
        raise BadInput(f"a store of the type {kind!r} is not supported", key="--store", remedy=REMEDY)
    address = f"{KINDS[kind]}://{rest}"
    try:
        make_url(address)
        return _sqlite(address) if kind == "sqlite" else _postgresql(address)
    except (ArgumentError, NoSuchModuleError, ValueError, TypeError) as error:
        raise BadInput(f"the store's address is not a valid URL: {error}", key="--store", remedy=REMEDY) from None


def _sqlite(address: str) -> Engine:
    if make_url(address).database in (None, "", ":memory:"):
        raise BadInput("the address of an SQLite store must contain a file name", key="--store", remedy=REMEDY)
    engine = create_engine(address, connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - one of sqlite's
        for words in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            connection.execute(f"pragma {words}")

    return engine


def _postgresql(address: str) -> Engine:
    waits = {"connect_timeout": 10}
    return create_engine(address, pool_size=CONNECTIONS, pool_pre_ping=True, connect_args=waits)


def _words(error: DBAPIError) -> str:
    """First line of a database error, preceded by the error's type unless it is an OperationalError."""
    kind = "" if isinstance(error, OperationalError) else f"{type(error.orig).__name__}: "
    return kind + (str(error.orig).strip().splitlines() or [""])[0]
