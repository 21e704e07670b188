"""Write records as Parquet files. This requires the extra `report`."""

from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from pilein.kernel.errors import BadInput
from pilein.lab.table import Records

NEEDED = "pyarrow"
PLAIN = (bool, int, float, str, type(None))


def assert_parquet() -> None:
    """Raise BadInput if this installation cannot write Parquet files."""
    if find_spec(NEEDED) is None:
        remedy = "install it with `pip install 'pilein[report]'`, or write CSV instead"
        raise BadInput(f"Parquet files need {NEEDED}, which is not installed here", remedy=remedy)


def as_parquet(records: Records) -> bytes:
    """Encode records as a Parquet file with a column for each key. Fractions and estimates become floats."""
    assert_parquet()
    arrow = import_module("pyarrow")
    written = BytesIO()
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = {name: _column([record.get(name) for record in records]) for name in names}
    import_module("pyarrow.parquet").write_table(arrow.table(columns), written)
    return written.getvalue()


def _column(values: list[Any]) -> list[Any]:
    """Convert the values of a column to a single type, numbers if possible and strings otherwise."""
    plain = [value if isinstance(value, PLAIN) else float(value) for value in values]
    kinds = {type(value) for value in plain if value is not None}
    if kinds <= {int, float} and len(kinds) > 1:
        return [None if value is None else float(value) for value in plain]
    if len(kinds) > 1:
        return [None if value is None else str(value) for value in plain]
    return plain
