"""Folder that holds a report's figures, one file for each part. A new folder appears only when it is complete."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pilein.cli.save_files import assert_named
from pilein.lab.files import BadFile, reason, write
from pilein.lab.report import as_csv
from pilein.lab.table import Records

KEY = "--data"
REMEDY = "name a new folder inside a folder to which you can write"
FORCE = "choose another folder, or replace the files in this one with --force"


def assert_folder(path: str, *, with_parquet: bool, may_replace: bool) -> None:
    """Check that a folder can be written to, and that no file in it is replaced without permission.

    Raises:
        BadFile: the folder cannot be written to, or has files that must not be replaced.
        BadInput: Parquet files are requested, but this installation cannot write them.
    """
    from pilein.lab.parquet import assert_parquet

    if with_parquet:
        assert_parquet()
    if assert_usable(path, KEY) and not may_replace:
        raise BadFile("this folder is not empty", file=path, key=KEY, remedy=FORCE)


def assert_usable(path: str, key: str) -> bool:
    """Check that a folder can be written to, and return whether it has files. Raises BadFile if the check fails."""
    assert_named(path, key)
    folder = Path(path)
    try:
        if folder.exists() and not folder.is_dir():
            raise BadFile("this path names a file, not a folder", file=path, key=key, remedy=REMEDY)
        is_full = folder.is_dir() and any(folder.iterdir())
    except (OSError, ValueError) as error:
        raise BadFile(f"the folder cannot be used: {reason(error)}", file=path, key=key, remedy=REMEDY) from None
    parent = folder if folder.is_dir() else folder.absolute().parent
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise BadFile(f"the folder cannot be {_why_not(folder, parent)}", file=path, key=key, remedy=REMEDY)
    return is_full


def _why_not(folder: Path, parent: Path) -> str:
    """Return the end of a sentence that says why the folder cannot be created or written to."""
    if parent == folder:
        return "written to: it is write-protected"
    if parent.is_dir():
        return "created: its parent folder is write-protected"
    return f"created: there is no folder {str(folder.parent)!r}"


def write_folder(path: str, tables: Mapping[str, Records], *, with_parquet: bool) -> None:
    """Write the tables, each as NAME.csv and NAME.parquet. A new folder appears when it is complete.

    Files in an existing folder are replaced one by one, each when it is complete.

    Raises:
        BadFile: a file cannot be written.
    """
    folder, contents = Path(path).absolute(), dict(_contents(tables, with_parquet=with_parquet))
    if folder.is_dir():
        for name, content in contents.items():
            write(folder / name, content)
        return
    try:
        with tempfile.TemporaryDirectory(prefix=".pilein-", suffix=".part", dir=folder.parent) as beside:
            complete = Path(beside) / folder.name
            complete.mkdir()
            for name, content in contents.items():
                write(complete / name, content)
            complete.rename(folder)
    except OSError as error:
        raise BadFile(f"the folder cannot be written to: {reason(error)}", file=path, key=KEY, remedy=REMEDY) from None


def _contents(tables: Mapping[str, Records], *, with_parquet: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each data file: CSV and, if wanted, Parquet."""
    from pilein.lab.parquet import as_parquet

    for name, records in tables.items():
        yield f"{name}.csv", as_csv(records).encode()
        if with_parquet:
            yield f"{name}.parquet", as_parquet(records)
