"""Locks on files that only one program at a time may write to."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from pilein.lab.files import BadFile


@contextmanager
def locked_for_us(path: str | Path) -> Iterator[None]:
    """Lock a file for the duration of the block, against other programs that use this function.

    The lock is a hidden file beside the locked file and is removed at the end. If no file can be created in the
    folder, or the system has no locks, the file is not locked.

    Raises:
        BadFile: another program has the lock.
    """
    lock = Lock(path)
    if not lock.taken():
        remedy = "wait until it has ended, or choose another file"
        raise BadFile("another pilein process is writing this file", file=str(path), remedy=remedy)
    try:
        yield
    finally:
        lock.release()


class Lock:
    """Lock that protects a file. Only one program at a time can hold it."""

    def __init__(self, path: str | Path) -> None:
        real = Path(path).resolve()
        digest = blake2b(real.name.encode(errors="surrogateescape"), digest_size=8).hexdigest()
        self._path = real.with_name(f".pilein-{digest}.lock")
        from filelock import FileLock  # noqa: PLC0415 - needed only to write files

        self._lock = FileLock(self._path)

    def taken(self) -> bool:
        """Take the lock if it is free. Returns whether it was taken."""
        from filelock import Timeout  # noqa: PLC0415 - see above

        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        except (OSError, NotImplementedError):
            return True  # a read-only folder, or a system without locks
        return True

    def release(self) -> None:
        """Release the lock and remove its file."""
        if self._lock.is_locked:
            with suppress(OSError):
                self._path.unlink()
            self._lock.release()
