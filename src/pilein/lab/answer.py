"""Base class of all answers. An answer holds its result as tables, and all other forms are derived from them."""

from collections.abc import Sequence
from typing import Any

from pilein.kernel.errors import BadInput
from pilein.lab.limits import INTERRUPTED
from pilein.lab.parquet import as_parquet
from pilein.lab.report import as_csv, as_frame, as_json
from pilein.lab.table import Records, Section, Table, as_html, as_text, sections

LINES = 5  # of an answer in short


class Answer:
    """Forms shared by all answers: text, HTML, CSV, a data frame and a five-line summary.

    Each form is derived from `tables` and `to_dict`. An answer defines `tables` and `note`. It also defines `data`
    if its records are not the rows of its last table.
    """

    @property
    def note(self) -> str:
        """Method by which the figures were computed."""
        return ""

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints about likely mistakes."""
        return ()

    @property
    def is_interrupted(self) -> bool:
        """Whether the user interrupted the computation. If so, the answer covers only the work done by then."""
        return str(getattr(self, "stopped", "")).startswith(INTERRUPTED)

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides, whose colours are used in the tables."""
        return "", ""

    @property
    def side_of(self) -> dict[str, str]:
        """Side of each unit named in the tables."""
        return {}

    def tables(self) -> tuple[Table, ...]:
        """All tables of the answer. The assumptions come first."""
        raise NotImplementedError

    def headline(self) -> Table:
        """Table whose first rows make up the short form of the answer."""
        return self.tables()[-1]

    def data(self) -> Table:
        """Table whose rows are the answer's records."""
        return self.tables()[-1]

    def sections(self) -> tuple[Section, ...]:
        """Tables of the answer with their cells formatted. Empty tables are omitted."""
        return sections(self.tables())

    def to_dict(self) -> Records:
        """Return the figures as records, one for each row of a table."""
        return self.data().records()

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """Return the records as a pandas or polars data frame. Raises BadInput if neither library is installed."""
        return as_frame(self.to_dict())

    def to_csv(self, program: str = "") -> str:
        """Return the records as the text of a CSV file.

        If `program` is "excel", the file has the format that spreadsheet programs in most of Europe expect.
        """
        return as_csv(self.to_dict(), program)

    def to_parquet(self) -> bytes:
        """Return the records as the content of a Parquet file. This needs the extra `report`."""
        return as_parquet(self.to_dict())

    def short(self) -> tuple[str, ...]:
        """Return the answer in at most five lines: the first rows of the main table, and the note."""
        tables = sections((self.headline(),)) or self.sections()
        return tuple([*(_short(tables[-1]) if tables else ()), *self.note.splitlines()][:LINES])

    def document(self) -> dict[str, Any]:
        """Return the answer as a JSON document."""
        return {"format": 1, "records": as_json(self.to_dict())}

    def to_svg(self) -> str:
        """Draw the answer. Raises BadInput if the answer has no picture."""
        raise BadInput("this answer has no picture", key="plot", remedy="print the answer without a plot")

    def to_html(self, folder: str = "") -> str:  # noqa: ARG002 - for pages with links
        """Return the answer as HTML. Links are relative to `folder`, the folder in which the file will be saved."""
        return self._repr_html_()

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


def _short(table: Section) -> list[str]:
    heads = [heading for heading, _ in table.columns]
    rows = [
        ", ".join(f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=True) if cell) for row in table.rows
    ]
    return [table.title[:1].upper() + table.title[1:], *first_of(rows, LINES - 2)]


def first_of(lines: Sequence[str], most: int) -> list[str]:
    """Return at most `most` lines. If lines are left out, the last line states how many.

    Examples:
        >>> first_of(["a", "b", "c"], 2)
        ['a', '... (2 more rows)']
    """
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], f"... ({len(lines) - most + 1:,} more rows)"]
