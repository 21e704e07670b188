"""Functions that call the command line within this process, limit the time of each call, and judge its result."""

import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from msgspec import Struct

from pilein.cli.main import command_of, main, parser_of
from pilein.kernel.errors import PileInError

SECONDS = 20  # of processor time, for one call
FEWER = 4  # for calls that may take as long as they like
LONGEST = 6000  # letters of a sentence
LIMIT = "--limit"
BUDGET = "2s,500MB"
SHOWN = "\n\u200c\u200d"  # joiners belong to names in some scripts
PLAYABLE = ": can be played ("
TALKING = ("fight", "battle")  # they print before they can know of all faults
PATIENT = ("odds", "simulate", "worth", "matrix", "charge", "lab")  # a large battle takes them long


class Call(Struct, frozen=True):
    """The arguments and the typed input of a call."""

    arguments: tuple[str, ...]
    typed: bytes = b""


class Ended(Struct, frozen=True):
    """The result of a call: its exit code and its output."""

    code: int
    out: str
    err: str


class Overdue(BaseException):
    """The error raised when a call takes too long. Its base class keeps ordinary error handlers from catching it."""


def fault_of(call: Call) -> str:
    """Return the fault in the behaviour of a call, or "" if there is none."""
    arguments, seconds = call.arguments, SECONDS
    if arguments and arguments[0] in PATIENT:
        if _takes_a_limit(command_of(list(arguments))[0]):
            arguments = (*arguments, LIMIT, BUDGET)
        else:
            seconds = FEWER
    try:
        ended = run(Call(arguments, call.typed), seconds)
    except Overdue:
        return "" if seconds == FEWER else f"takes more than {seconds} seconds"
    return next(filter(None, (judge(call, ended) for judge in JUDGES)), "")


def run(call: Call, seconds: float) -> Ended:
    streams = [io.TextIOWrapper(io.BytesIO(one), encoding="utf-8") for one in (call.typed, b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with _at_most(seconds):
            code = main(list(call.arguments))
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    said = []
    for stream in streams[1:]:
        stream.flush()
        said.append(stream.buffer.getvalue().decode("utf-8"))
    return Ended(code, *said)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise Overdue after the given CPU time, which does not depend on the load of the machine.

    A sampling run catches the error and ends as if interrupted, so the error is raised again at the end.
    """
    late: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        late.append(number)
        raise Overdue

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    if late:
        raise Overdue


def _takes_a_limit(command: str) -> bool:
    try:
        return LIMIT in parser_of(command).format_help()
    except PileInError:
        return False


def _exit_code(call: Call, ended: Ended) -> str:
    codes = (0, 1, 2) if "--check" in call.arguments else (0, 2)
    return "" if ended.code in codes else f"exit code {ended.code}: {ended.err[-300:]}"


def _no_traceback(_call: Call, ended: Ended) -> str:
    return "a traceback" if "Traceback (most recent" in ended.err + ended.out else ""


def _one_sentence(call: Call, ended: Ended) -> str:
    """Check that bad input prints one line per fault and nothing else, and that the last line ends with a remedy.

    For several files, `check` also names those that can be played.
    """
    if ended.code != 2:
        return ""
    if "--json" in call.arguments:
        return _document_of_a_fault(ended)
    lines = ended.err.splitlines()
    if not lines or not lines[-1].startswith("pilein: ") or "; " not in lines[-1]:
        return f"no sentence with a remedy: {ended.err[-300:]!r}"
    others = [line for line in lines if not line.startswith("pilein: ") or "; " not in line]
    told = [line for line in ended.out.splitlines() if call.arguments[0] != "check" or PLAYABLE not in line]
    if call.arguments[0] not in TALKING and (others or told):
        return f"more than a sentence for each fault: {ended.out[-200:]!r} {ended.err[-300:]!r}"
    return f"a sentence of {len(lines[-1])} letters" if len(lines[-1]) > LONGEST else ""


def _document_of_a_fault(ended: Ended) -> str:
    try:
        fault = json.loads(ended.out)
    except ValueError:
        return f"no document of the fault: {ended.out[-300:]!r}"
    told = [one for one in fault["files"] if "message" in one] if "files" in fault else [fault]  # of several files
    if not told:
        return f"no fault: {fault}"
    return "" if all(one["message"] and one["remedy"] for one in told) else f"no remedy: {fault}"


def _a_document(call: Call, ended: Ended) -> str:
    if "--json" not in call.arguments or ended.code == 2:
        return ""
    try:
        json.loads(ended.out)
    except ValueError:
        return f"no document: {ended.out[-300:]!r}"
    return ""


def _only_what_can_be_shown(_call: Call, ended: Ended) -> str:
    wrong = {one for one in ended.out + ended.err if not (one.isprintable() or one in SHOWN)}
    return f"control characters: {sorted(wrong)!r}" if wrong else ""


JUDGES: tuple[Callable[[Call, Ended], str], ...] = (
    *(_exit_code, _no_traceback, _one_sentence, _a_document, _only_what_can_be_shown),
)


def assert_quiet() -> None:
    """Assert that an internal error is reported in the form intended for users."""
    os.environ.pop("PILEIN_TRACEBACK", None)
