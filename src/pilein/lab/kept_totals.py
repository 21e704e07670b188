"""Files that keep the partial results of a long computation, so that it can continue later."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pilein.kernel.documents import checksum, converted, decoded
from pilein.kernel.errors import BadRecord
from pilein.kernel.nearest import shortened
from pilein.lab import files
from pilein.lab.files import BadFile
from pilein.lab.locking import locked_for_us

FORMAT = 1
OFTEN = 1.0  # seconds between two writings
REMEDY = "name a new file, or one written with --keep"
ANOTHER = "repeat the original command and options, or choose another file"
Total = TypeVar("Total")


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of a file of partial results: a digest of the question, and the results by name.

    `checksum` covers the other fields.
    """

    format: int
    question: str
    totals: dict[str, Any]
    checksum: str = ""

    def sealed(self) -> "Kept":
        """Return the same content with its checksum."""
        plain = msgspec.to_builtins(self)
        plain.pop("checksum", None)
        return replace(self, checksum=checksum(plain))


class KeptTotals:
    """Partial results of a computation, stored in a file that is written about once a second and at the end."""

    def __init__(self, path: str | Path, question: str, totals: dict[str, Any]) -> None:
        self._path = path
        self._question = question
        self._totals = totals
        self._written = -OFTEN
        self._is_new = False

    @property
    def is_due(self) -> bool:
        """Whether enough time has passed since the file was last written."""
        return monotonic() >= self._written + OFTEN

    def total(self, name: str, kind: type[Total]) -> Total | None:
        """Return the result kept under a name, or None if there is none.

        Raises:
            BadRecord: the result is of another kind.
        """
        return converted(self._totals[name], kind, file=str(self._path)) if name in self._totals else None

    def note(self, name: str, total: object) -> None:
        """Store a result under a name, replacing any earlier result, and write the file if that is due.

        Raises:
            BadFile: the file cannot be written.
        """
        self._totals[name] = msgspec.to_builtins(total)
        self._is_new = True
        if self.is_due:
            self.write()

    def write(self) -> None:
        """Write the results if they have changed. Raises BadFile if the file cannot be written."""
        if self._is_new:
            kept = Kept(FORMAT, self._question, self._totals).sealed()
            files.write(self._path, msgspec.json.encode(kept) + b"\n", sync=True)
            self._written, self._is_new = monotonic(), False


@contextmanager
def kept_in(path: str | Path | None, question: object) -> Iterator[KeptTotals | None]:
    """Open the file of partial results for a computation.

    The plain values in `question` identify the computation. The file is written at the end of the block. Yields None if
    no file is named.

    Raises:
        BadFile: the file cannot be read or written, or another program is writing it.
        BadRecord: the file belongs to a different computation, has been changed, or is not a file of partial results.
    """
    if path is None:
        yield None
        return
    with locked_for_us(path):
        kept = _read(path, checksum(question))
        try:
            yield kept
        finally:
            kept.write()


def _read(path: str | Path, question: str) -> KeptTotals:
    file = str(path)
    try:
        if files.is_special(path):
            raise BadFile(
                "this path names a device, a pipe or a folder, which cannot store results", file=file, remedy=REMEDY
            )
        if not Path(path).exists() or not Path(path).stat().st_size:
            return KeptTotals(path, question, {})
    except (OSError, ValueError) as error:
        raise BadFile(f"the file cannot be used: {files.reason(error)}", file=file, remedy=files.REMEDY) from None
    kept = converted(_assert_format(decoded(files.read(path), file=file, remedy=REMEDY), file), Kept, file=file)
    if kept.checksum != kept.sealed().checksum:
        message = "the checksum of the file is wrong, so the file has been changed since it was written"
        raise BadRecord(message, file=file, key="checksum", remedy="use an unchanged copy, or choose another file")
    if kept.question != question:
        message = (
            "the file belongs to a computation with a different command, scenario, ruleset, player, option or seed"
        )
        raise BadRecord(message, file=file, remedy=ANOTHER)
    return KeptTotals(path, question, dict(kept.totals))


def _assert_format(plain: Any, file: str) -> Any:  # noqa: ANN401 - any JSON
    """Check that a document has the format of partial results, and return it."""
    if not isinstance(plain, dict) or not {"question", "totals"} <= plain.keys():
        raise BadRecord("the file contains no saved results", file=file, remedy=REMEDY)
    if plain.get("format") != FORMAT:
        message = f"the file has format {shortened(str(plain.get('format')))}, but this version reads format {FORMAT}"
        raise BadRecord(message, file=file, remedy="use the version of pilein that wrote it, or choose another file")
    return plain
