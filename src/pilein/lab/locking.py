"""Files that two programs must not write at once."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from filelock import FileLock, Timeout

from pilein.lab.files import BadFile


@contextmanager
def alone_with(path: str | Path) -> Iterator[None]:
    """Within, no other program that asks the same has this file.

    The lock is a hidden file beside it, which goes when this ends. Where the folder cannot be written or its system
    knows no locks, there is none.

    Raises:
        BadFile: another program has it now.

    """
    lock = Lock(path)
    if not lock.taken():
        remedy = "wait until it has ended, or name another file"
        raise BadFile("another pilein is writing this file", file=str(path), remedy=remedy)
    try:
        yield
    finally:
        lock.release()


class Lock:
    """The right to write a file, which one program at a time has."""

    def __init__(self, path: str | Path) -> None:
        real = Path(path).resolve()
        digest = blake2b(real.name.encode(errors="surrogateescape"), digest_size=8).hexdigest()
        self._path = real.with_name(f".pilein-{digest}.lock")
        self._lock = FileLock(self._path)

    def taken(self) -> bool:
        """Take it, if no other program has it; whether that is so."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        except (OSError, NotImplementedError):
            return True  # a folder or a system without locks
        return True

    def release(self) -> None:
        """Let others have it."""
        if self._lock.is_locked:
            with suppress(OSError):
                self._path.unlink()
            self._lock.release()
