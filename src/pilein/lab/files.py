"""Files that are read and written: never more than is safe to read, never half of what was to be written."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from pilein.kernel.errors import BadInput

LARGEST = 64 * 2**20  # bytes of a file that is read
REMEDY = "name a file in a folder that exists and can be written"


class BadFile(BadInput):
    """A file or an option that cannot be used."""


def read(path: str | Path, *, most: int = LARGEST) -> bytes:
    """The content of a file of at most `most` bytes. A pipe is read to its end; one that nobody writes to is empty.

    Raises:
        BadFile: it cannot be read, is a device, or is larger.

    """
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as opened:
            kind = os.fstat(opened.fileno()).st_mode
            if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
                raise BadFile("is not a file that can be read", file=str(path), remedy="name a regular file")
            os.set_blocking(opened.fileno(), True)
            content = opened.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadFile(f"cannot be read: {reason}", file=str(path), remedy="name a file that can be read") from None
    if len(content) > most:
        raise BadFile(f"is larger than {most:,} bytes", file=str(path), remedy="name a smaller file")
    return content


def write(path: str | Path, content: bytes | str, *, sync: bool = False) -> None:
    """Put this into a file, replacing it only when the new content has been written whole.

    The content goes to a temporary file in the same folder, which is then renamed. A symbolic link stays a link: the
    file that it names is replaced. A pipe or a device is written to as it is. `sync`: the content is on the disk when
    this returns, so that it survives a loss of power.

    Raises:
        BadFile: it cannot be written; what was there before is unchanged.

    """
    content = content.encode() if isinstance(content, str) else content
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(target, content, sync=sync)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadFile(f"cannot be written: {reason}", file=str(path), remedy=REMEDY) from None


def _replace(target: Path, content: bytes, *, sync: bool) -> None:
    number, beside = tempfile.mkstemp(prefix=".pilein-", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(number, "wb") as opened:
            opened.write(content)
            opened.flush()
            if sync:
                os.fsync(opened.fileno())
        Path(beside).chmod(_mode(target))
        Path(beside).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    if sync:
        _sync_folder(target.parent)


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced; those of a new file where there is none."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """See that a renamed file has its new name after a loss of power, where the system can do that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
