"""Read and write files. The size of a file to read is limited, and no file is ever left half written."""

import errno
import os
import secrets
import select
import stat
import time
from contextlib import suppress
from pathlib import Path

from pilein.kernel.errors import BadInput

LARGEST = 64 * 2**20  # largest file read, in bytes
PATIENCE = 2.0  # seconds to wait for a program at the other end of a pipe
PAUSE = 0.02  # seconds between checks for a reader of a pipe
REMEDY = "name a file in an existing folder to which you can write"
FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
BINARY = getattr(os, "O_BINARY", 0)
AT_ONCE = getattr(os, "O_NONBLOCK", 0)


def remedy_of(error: Exception) -> str:
    """Suggest a remedy for an error that prevents a file from being written."""
    is_full = isinstance(error, OSError) and error.errno in FULL
    return "free some space on the disk, or name a file on another disk" if is_full else REMEDY


class BadFile(BadInput):
    """Raised when a file, or an option that names a file, cannot be used."""


def read(path: str | Path, *, most: int = LARGEST) -> bytes:
    """Return the content of a file that has at most `most` bytes. A pipe is read to its end.

    Raises:
        BadFile: the file cannot be read, is a device, is a pipe without a writer, or is too large.
    """
    try:
        content = contents(path, most + 1)
    except (OSError, ValueError) as error:
        raise BadFile(
            f"the file cannot be read: {reason(error)}",
            file=str(path),
            remedy="name an existing file that you can read",
        ) from None
    if len(content) > most:
        raise BadFile(f"the file has more than {most:,} bytes", file=str(path), remedy="name a smaller file")
    return content


def contents(path: str | Path, most: int) -> bytes:
    """Return the first `most` bytes of a file or a pipe, or the whole content if it is shorter.

    Raises:
        OSError: the file cannot be read, is a device, or is a pipe without a writer.
        ValueError: the name contains a NUL.
    """
    number = os.open(path, os.O_RDONLY | AT_ONCE | BINARY)
    try:
        kind = os.fstat(number).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
            raise OSError(errno.EINVAL, "it is a device")
        begun = _begun(number) if stat.S_ISFIFO(kind) else b""
        return begun + _rest(number, most - len(begun))
    finally:
        os.close(number)


def write(path: str | Path, content: bytes | str, *, sync: bool = False) -> None:
    """Write a file, replacing an existing one only when the new content is complete.

    The content goes to a temporary file in the same folder, and that file is then renamed. A symbolic link stays a
    link, and its target is replaced. Pipes and devices are written directly. With `sync`, the content is on disk
    before the function returns and survives a power failure.

    Raises:
        BadFile: the file cannot be written. The old content is unchanged.
    """
    content = content.encode() if isinstance(content, str) else content
    try:
        if is_special(path):
            _write_through(path, content)
        else:
            _replace(Path(os.path.realpath(path)), content, sync=sync)
    except (OSError, ValueError) as error:
        raise BadFile(f"the file cannot be written: {reason(error)}", file=str(path), remedy=remedy_of(error)) from None


def create(path: str | Path, content: bytes | str, *, sync: bool = False) -> None:
    """Create a file with this content. If several programs create the file at once, exactly one succeeds.

    Raises:
        FileExistsError: a file with that name exists.
        BadFile: the file cannot be written. No file is left behind.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        raise BadFile(f"the file cannot be written: {reason(error)}", file=str(path), remedy=remedy_of(error)) from None
    try:
        write(path, content, sync=sync)
    except BaseException:
        with suppress(OSError):
            Path(path).unlink()
        raise


def is_special(path: str | Path) -> bool:
    """Whether a path names a device, a pipe or a folder, rather than a regular file or a path that does not exist.

    Raises:
        OSError: the path cannot be accessed.
        ValueError: the name contains a NUL.
    """
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - Path.stat does no more
    except FileNotFoundError:
        return False


def identity(path: str | Path) -> tuple[int, int] | str:
    """Return the identity that all names and links of a file share: the device and inode.

    For a file that does not exist yet, the identity is its real path.

    Raises:
        OSError: the path cannot be accessed.
        ValueError: the name contains a NUL.
    """
    try:
        found = os.stat(path)  # noqa: PTH116 - Path.stat does no more
    except FileNotFoundError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino


def reason(error: OSError | ValueError) -> str:
    """Return the reason why a file cannot be read or written."""
    return getattr(error, "strerror", None) or str(error)


def _begun(pipe: int) -> bytes:
    """Wait for the writer of a pipe. Returns the bytes received so far.

    Raises:
        OSError: there is no writer.
    """
    waiting = select.poll()
    waiting.register(pipe, select.POLLIN)
    begun = b""
    if not waiting.poll(PATIENCE * 1000):
        try:
            begun = os.read(pipe, 1)
        except BlockingIOError:
            pass  # a writer has opened it and has not written yet
        else:
            if not begun:
                raise OSError(errno.EPIPE, "no program is writing to this pipe")
    os.set_blocking(pipe, True)
    return begun


def _rest(number: int, most: int) -> bytes:
    parts = []
    while most > 0 and (part := os.read(number, min(most, 2**20))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _write_through(path: str | Path, content: bytes) -> None:
    """Write content directly to a device or a pipe."""
    with os.fdopen(_opened_for_writing(path), "wb") as opened:
        if AT_ONCE:
            os.set_blocking(opened.fileno(), True)
        opened.write(content)


def _opened_for_writing(path: str | Path) -> int:
    """Open a device or a pipe for writing, waiting briefly for a pipe's reader."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return os.open(path, os.O_WRONLY | AT_ONCE | BINARY)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                raise OSError(errno.ENXIO, "no program is reading this pipe") from None
        time.sleep(PAUSE)


def _replace(target: Path, content: bytes, *, sync: bool) -> None:
    beside = target.with_name(f".pilein-{secrets.token_hex(8)}.part")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
    try:
        with os.fdopen(number, "wb") as opened:
            opened.write(content)
            opened.flush()
            _copy_permissions(target, opened.fileno())
            if sync:
                os.fsync(opened.fileno())
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    if sync:
        _sync_folder(target.parent)


def _copy_permissions(target: Path, number: int) -> None:
    """Give a new file the permissions and the owner of the file it replaces, if any."""
    if target.exists() and hasattr(os, "fchown"):
        before = target.stat()
        with suppress(OSError):
            os.fchown(number, before.st_uid, before.st_gid)
        with suppress(OSError):
            os.fchmod(number, stat.S_IMODE(before.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the renaming of a file survive a power failure, on systems that support this."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
