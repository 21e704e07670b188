"""Methods shared by all results: printing, display in a notebook, drawing, and conversion to data."""

import csv
import re
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from io import SEEK_END, StringIO
from typing import Any, Protocol, runtime_checkable

import msgspec

from pilein.kernel.errors import BadInput
from pilein.lab.figures import Estimate
from pilein.lab.table import Records

FRAMES = ("pandas", "polars")
EXCEL = "excel"
MARK = "\ufeff"  # byte order mark: the file is UTF-8


@runtime_checkable
class Report(Protocol):
    """Result of a question. `str` gives tables as text, and `repr` gives one short line. Notebooks show tables.

    Examples:
        >>> import pilein
        >>> odds = pilein.odds("examples/scrollhammer/duel.toml")
        >>> isinstance(odds, pilein.Report)
        True
    """

    def document(self) -> dict[str, Any]:
        """Return the result as a JSON document of dictionaries, lists, strings, numbers, true, false and null."""
        ...

    def to_dict(self) -> Records:
        """Return the result as records, one for each row of a table."""
        ...

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """Return the records as a pandas or polars data frame.

        Raises:
            BadInput: neither library is installed.
        """
        ...

    def to_svg(self) -> str:
        """Return a picture of the result as SVG text."""
        ...

    def _repr_html_(self) -> str: ...


def as_frame(records: Records) -> Any:  # noqa: ANN401 - of pandas or of polars
    """Return records as a pandas data frame, or as a polars data frame if pandas is not installed.

    Numbers become floats, and mixed values become strings.

    Raises:
        BadInput: neither library is installed.
    """
    name = next((name for name in FRAMES if find_spec(name)), None)
    if name is None:
        remedy = "install pandas or polars, or use the records that `to_dict` returns"
        raise BadInput("a data frame needs pandas or polars, but neither is installed here", remedy=remedy)
    return import_module(name).DataFrame([{key: _cell(key, one) for key, one in row.items()} for row in records])


def as_csv(records: Records, program: str = "") -> str:
    r"""Return records as the text of a CSV file with a header line. Fractions become decimal numbers.

    An apostrophe precedes text that a spreadsheet would evaluate, such as the unit name "=1+1". For the `program`
    "excel", cells are separated by semicolons, numbers have a decimal comma, and a byte order mark declares the text
    as UTF-8. The file then opens as a table in countries that use a decimal comma.

    Examples:
        >>> as_csv([{"side": "red", "wins": Fraction(1, 4)}])
        'side,wins\nred,0.25\n'
    """
    is_excel = program == EXCEL
    written = StringIO(MARK if is_excel else "")
    written.seek(0, SEEK_END)
    names = list(dict.fromkeys(name for record in records for name in record))
    writer = csv.writer(written, lineterminator="\n", delimiter=";" if is_excel else ",")
    writer.writerow(map(_inert, names))
    for record in records:
        cells = (_inert(_number(record.get(name, ""))) for name in names)
        writer.writerow(_with_comma(cell) if is_excel else cell for cell in cells)
    return written.getvalue()


def _with_comma(value: Any) -> Any:  # noqa: ANN401
    """Format a number with a decimal comma. Other values are returned unchanged."""
    return str(value).replace(".", ",") if isinstance(value, float) else value


FORMULA = re.compile(r"\s*[=+\-@\t\r]")  # first characters of cells that spreadsheets evaluate
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?%?")


def _inert(value: Any) -> Any:  # noqa: ANN401
    """Prefix a cell where necessary so that no spreadsheet evaluates it."""
    is_run = isinstance(value, str) and FORMULA.match(value) and not PLAIN_NUMBER.fullmatch(value)
    return f"'{value}" if is_run else value


def _number(value: Any) -> Any:  # noqa: ANN401
    return float(value) if isinstance(value, Fraction | Estimate) else value


def as_json(document: Any) -> Any:  # noqa: ANN401 - any document
    """Convert all structs in a document to dictionaries, and tuples to lists."""
    return msgspec.to_builtins(document)


def _cell(key: str, value: Any) -> Any:  # noqa: ANN401
    if key == "value":  # words in some figures, numbers in others
        return str(value)
    return _number(value)
