"""Worker process that plays tables and answers requests, a single job at a time, and keeps tables in memory."""

import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TypeAlias, assert_never

from msgspec import Struct

from pilein.engine.rulesets import rulesets_from
from pilein.engine.signals import ignore_for_good
from pilein.kernel.errors import PileInError
from pilein.protocol import desk
from pilein.protocol.from_page import OpenTable, Request
from pilein.protocol.messages import read, written
from pilein.protocol.outbox import SentTo
from pilein.protocol.refusing import refused
from pilein.protocol.replies import Refused
from pilein.protocol.table import Table
from pilein.server.jobs import AskDesk, AtTable, Behind, Foresee, Heard, Job, JobResult, NewTable, Open, Position, Sent
from pilein.server.limits import Limits
from pilein.server.store import StoredLine

STEPS = 200  # steps that policies play before the events are stored and sent
TOO_LARGE = "the server does not have enough memory for this request"
SMALLER = "use fewer models or phases"


class Held(Struct):
    """Table in memory, with its position and the time of its last use."""

    table: Table
    position: Position
    used: float  # seconds of a steady clock


Shelf: TypeAlias = OrderedDict[str, Held]  # the most recently used is last


def work(connection: Connection, limits: Limits, rulesets: tuple[str, ...]) -> None:
    """Do jobs until the connection is closed. `rulesets` are folders with further rulesets."""
    ignore_for_good()
    for folder in rulesets:
        rulesets_from(folder)
    _limit_memory(limits.memory)
    shelf: Shelf = OrderedDict()
    with suppress(EOFError, OSError):
        while True:
            if connection.poll(limits.idle):
                connection.send(outcome_of(connection.recv(), shelf))
            _tidy(shelf, limits)


def _tidy(shelf: Shelf, limits: Limits) -> None:
    """Drop from memory the tables that are no longer used. A table that is needed again is replayed from the store."""
    now = time.monotonic()
    while shelf:
        oldest = next(iter(shelf.values()))
        if len(shelf) <= limits.kept_by_worker and now - oldest.used < limits.idle:
            return
        shelf.popitem(last=False)


def outcome_of(job: Job, shelf: Shelf) -> JobResult:
    """Return the outcome of a job, or a refusal if it fails."""
    try:
        return _outcome(job, shelf)
    except PileInError as error:
        refusal = refused(_id_of(job.message), error)
    except MemoryError:
        refusal = Refused(id=_id_of(job.message), reason=TOO_LARGE, remedy=SMALLER)
    except Exception:  # noqa: BLE001 - a fault of ours at one table is none of the others' business
        traceback.print_exc()
        refusal = Refused(
            id=_id_of(job.message),
            reason="an internal error stopped this request",
            remedy="look for the traceback in the server's log",
        )
    if isinstance(job, AtTable | Open):
        shelf.pop(job.name, None)  # the table may be half changed
    return written(refusal) if isinstance(job, AskDesk) else Heard(sent=(Sent("asker", written(refusal)),))


def _outcome(job: Job, shelf: Shelf) -> JobResult:
    match job:
        case AskDesk():
            return written(desk.reply(read(job.message), is_served=True))
        case Open():
            return _opened(job, shelf)
        case Foresee():
            return _heard(Table.of(job.content), lambda table: table.hear(job.seat, read(job.message)))
        case AtTable():
            return _at_table(job, shelf)
    assert_never(job)


def _opened(job: Open, shelf: Shelf) -> NewTable:
    opening = read(job.message)
    assert isinstance(opening, OpenTable)
    table = Table(opening, job.secret)
    head = table.stored()
    table.go_on(STEPS)
    shelf[job.name] = Held(table, Position().after(StoredLine(1, table.line)), time.monotonic())
    return NewTable(head, table.line)


def _at_table(job: AtTable, shelf: Shelf) -> Heard | Behind:
    held = shelf.get(job.name)
    if job.position == Position():
        held = Held(Table.of(job.head), job.position, 0.0)
    if held is None or held.position != job.position:
        return Behind()
    held.used = time.monotonic()
    shelf[job.name] = held
    shelf.move_to_end(job.name)
    news = tuple(_news(held, job))
    heard = _heard(held.table, _work_at_table(job))
    if heard.line:
        held.position = held.position.after(StoredLine(held.position.number + 1, heard.line))
    return Heard(news=news, sent=heard.sent, line=heard.line, is_playing=heard.is_playing)


def _news(held: Held, job: AtTable) -> Iterable[Sent]:
    """Apply the job's lines, and yield the events that the job's sender does not know yet."""
    for line in job.lines:
        sent = held.table.again(line.content)
        held.position = held.position.after(line)
        if line.number > job.known:
            yield from _packed(sent)


def _work_at_table(job: AtTable) -> Callable[[Table], tuple[SentTo, ...]]:
    """Return the function that does the job's work at a table. It is called once the table is at the job's position."""

    def does(table: Table) -> tuple[SentTo, ...]:
        if job.message:
            table.present(*job.present)
            return table.hear(job.seat, read(job.message), most=STEPS)
        return table.go_on(STEPS) if job.goes_on else table.present(*job.present)

    return does


def _heard(table: Table, does: Callable[[Table], tuple[SentTo, ...]]) -> Heard:
    before = table.lines
    sent = tuple(_packed(does(table)))
    line = table.line if table.lines > before else b""
    return Heard(sent=sent, line=line, is_playing=table.is_playing)


def _packed(sent: Iterable[SentTo]) -> Iterable[Sent]:
    return (Sent(one.to, written(one.message)) for one in sent)


def _id_of(message: bytes) -> int:
    found = read(message) if message else None
    return found.id if isinstance(found, Request) else 0


def _limit_memory(most: int) -> None:
    """Limit the memory of the process, on systems that allow it."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
