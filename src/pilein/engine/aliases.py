"""Records and saves of format 1 (version 0.1.0), whose clauses were known by file and function, read as of today.

`aliases.toml` has the only table of those keys. A clause that is given another key later gets an entry there too.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec.structs import replace

from pilein.engine.history import Turn, digested
from pilein.engine.log import Told
from pilein.kernel.record import FORMAT, TRACE, Record


def renamed(record: Record) -> Record:
    """The record with today's keys; one of today's format is returned as it is."""
    if record.format == FORMAT:
        return record
    keys = today(record.ruleset)
    answers = tuple(replace(given, clause=keys.get(given.clause, given.clause)) for given in record.answers)
    return replace(record, entry=keys.get(record.entry, record.entry), answers=answers)


def with_todays_agenda(position: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """The plain values of a saved position of format 1, its agenda with today's keys; unreadable ones stay."""
    keys, agenda = today(ruleset), position.get("agenda")
    if not isinstance(agenda, list) or not all(isinstance(entry, list) and entry for entry in agenda):
        return dict(position)
    return {**position, "agenda": [[keys.get(str(entry[0]), entry[0]), *entry[1:]] for entry in agenda]}


class Trace:
    """The digits that a record keeps of each clause played, as the record's format has them."""

    def __init__(self, record: Record) -> None:
        self._former = {key: old for old, key in today(record.ruleset).items()} if record.format != FORMAT else None
        self._digest = b""

    def piece(self, turn: Turn) -> str:
        """The digits of the clause that has just been played, to be asked once for each in order."""
        if self._former is None:
            return turn.piece
        events = tuple(entry.event for entry in turn.log if isinstance(entry, Told))
        self._digest = digested(self._digest, self._former.get(turn.key, turn.key), events)
        return self._digest.hex()[:TRACE]


@cache
def today(ruleset: str) -> Mapping[str, str]:
    """Today's keys of a ruleset's clauses by those of format 1."""
    return _table().get(ruleset, {})


@cache
def _table() -> dict[str, dict[str, str]]:
    text = files("pilein.engine").joinpath("aliases.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, str]])
