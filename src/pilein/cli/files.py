"""Files that a command reads and writes, and what went wrong with them in words."""

from pathlib import Path

from pilein.kernel.errors import PileInError


class BadFile(PileInError):  # noqa: N818 - named like BadScenario
    """A file or an option that cannot be used: which, where in it, what is wrong, what to do."""

    def __init__(self, message: str, *, file: str = "", key: str = "", remedy: str = "") -> None:
        words = ": ".join(part for part in (file, key, message) if part)
        super().__init__(f"{words}; {remedy}" if remedy else words)
        self.file = file
        self.line = 0
        self.key = key
        self.message = message
        self.remedy = remedy


def read(path: str) -> bytes:
    """What is in a file.

    Raises:
        BadFile: it cannot be read.

    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadFile(f"cannot be read: {error.strerror or error}", file=path) from None


def write(path: str, content: bytes | str) -> None:
    """Put this into a file.

    Raises:
        BadFile: it cannot be written.

    """
    content = content.encode() if isinstance(content, str) else content
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        remedy = "name a file in a folder that exists and can be written"
        raise BadFile(f"cannot be written: {error.strerror or error}", file=path, remedy=remedy) from None
