"""Files that a command reads and writes, and what went wrong with them in words."""

from pathlib import Path

from pilein.kernel.errors import BadInput


class BadFile(BadInput):
    """A file or an option that cannot be used."""


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
