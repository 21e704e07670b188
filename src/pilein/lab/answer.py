"""Answers: the result of a question as tables, from which its other forms follow."""

from typing import Any

from pilein.kernel.errors import BadInput
from pilein.lab.parquet import as_parquet
from pilein.lab.report import as_csv, as_frame, as_json
from pilein.lab.table import Records, Section, Table, as_html, as_text, sections

LINES = 5  # of an answer in short


class Answer:
    """Forms shared by all answers: text, HTML, CSV, a data frame, five lines. Each follows from `tables` and `to_dict`.

    An answer defines `tables`, `note`, and `data` if its records are not those of its last table.
    """

    @property
    def note(self) -> str:
        """The method by which the figures were computed."""
        return ""

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints at likely mistakes."""
        return ()

    @property
    def is_interrupted(self) -> bool:
        """Whether the user interrupted the computation: the answer covers what had been done."""
        return False

    @property
    def sides(self) -> tuple[str, str]:
        """The two sides, in whose colours the tables are shown."""
        return "", ""

    @property
    def side_of(self) -> dict[str, str]:
        """The side of each unit that the tables name."""
        return {}

    def tables(self) -> tuple[Table, ...]:
        """The tables, assumptions first."""
        raise NotImplementedError

    def data(self) -> Table:
        """The table of the records."""
        return self.tables()[-1]

    def sections(self) -> tuple[Section, ...]:
        """The tables in words, without empty ones."""
        return sections(self.tables())

    def to_dict(self) -> Records:
        """The figures as records, one for each row of a table."""
        return self.data().records()

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """The records as a pandas or polars data frame; raises BadInput if neither is installed."""
        return as_frame(self.to_dict())

    def to_csv(self, program: str = "") -> str:
        """The records as the text of a CSV file; `program` "excel": as a spreadsheet opens it in most of Europe."""
        return as_csv(self.to_dict(), program)

    def to_parquet(self) -> bytes:
        """Return the records as the content of a Parquet file, for which the extra `report` is needed."""
        return as_parquet(self.to_dict())

    def short(self) -> tuple[str, ...]:
        """The answer in five lines at most: the head of its main table, and its note."""
        tables = self.sections()
        return tuple([*(_short(tables[-1]) if tables else ()), *self.note.splitlines()][:LINES])

    def document(self) -> dict[str, Any]:
        """Return the answer as a JSON document."""
        return {"format": 1, "records": as_json(self.to_dict())}

    def to_svg(self) -> str:
        """Draw the answer. Raises BadInput if it has no picture."""
        raise BadInput("this answer has no picture", key="plot", remedy="leave it out")

    def to_html(self, folder: str = "") -> str:  # noqa: ARG002 - for pages with links
        """Return the answer as HTML. `folder` is the folder that the file will be in, for its links."""
        return self._repr_html_()

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


def _short(table: Section) -> list[str]:
    """The title of a table, and its first rows with their headings."""
    heads = [heading for heading, _ in table.columns]
    lines = [table.title[:1].upper() + table.title[1:]]
    for row in table.rows[: LINES - 2]:
        cells = (f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=True) if cell)
        lines.append(", ".join(cells))
    return lines
