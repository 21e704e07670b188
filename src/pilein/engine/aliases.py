"""Convert records and saves in format 1 (version 0.1.0), which named clauses by file and function.

`aliases.toml` maps those keys to the current keys. A clause whose key changes later also gets an entry in that file.
`former_events.toml` lists renamed events. `former_sentences.toml` lists the events that later versions of a ruleset
log under another sentence, with different wording or with more fields, and the events added since.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.history import Turn, digested
from pilein.engine.log import Told
from pilein.kernel.events import Event, as_plain
from pilein.kernel.record import FORMAT, TRACE, Record


def renamed(record: Record) -> Record:
    """Return the record with current keys. A record in the current format is returned unchanged."""
    if record.format == FORMAT:
        return record
    keys = today(record.ruleset)
    answers = tuple(replace(given, clause=keys.get(given.clause, given.clause)) for given in record.answers)
    return replace(record, entry=keys.get(record.entry, record.entry), answers=answers)


def with_todays_agenda(position: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
    """Return a saved position in format 1 with current keys on its agenda. Invalid entries are left unchanged."""
    keys, agenda = today(ruleset), position.get("agenda")
    if not isinstance(agenda, list) or not all(isinstance(entry, list) and entry for entry in agenda):
        return dict(position)
    return {**position, "agenda": [[keys.get(str(entry[0]), entry[0]), *entry[1:]] for entry in agenda]}


class Trace:
    """Trace of a record, with a few digits for each clause played. The record's format prescribes the digits."""

    def __init__(self, record: Record) -> None:
        self._ruleset = record.ruleset
        self._version = record.ruleset_version
        self._former = {key: old for old, key in today(record.ruleset).items()} if record.format != FORMAT else None
        self._digest = b""

    def piece(self, turn: Turn) -> str:
        """Return the digits of the clause just played. Call this once per clause, in order."""
        if self._former is None and not _respelled(self._ruleset, self._version):
            return turn.piece
        told = (entry.event for entry in turn.log if isinstance(entry, Told))
        events = tuple(self._as_logged(event) for event in told if not self._is_new(event))
        key = turn.key if self._former is None else self._former.get(turn.key, turn.key)
        self._digest = digested(self._digest, key, events)
        return self._digest.hex()[:TRACE]

    def _is_new(self, event: Event) -> bool:
        """Whether the record's version did not yet log events of the given event's kind."""
        known = _respelled(self._ruleset, self._version).get(type(event).__name__)
        return known is not None and known.is_new

    def _as_logged(self, event: Event) -> Event | dict[str, Any]:
        """Return an event as the record's version logged it."""
        known = _respelled(self._ruleset, self._version).get(type(event).__name__)
        if self._former is not None and type(event).__name__ in _former_events().get(self._ruleset, {}):
            return _as_logged(self._ruleset, event if known is None else known.before(event))
        return event if known is None else known.without_added(known.before(event))


class FormerEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """Former form of an event, with its name, its sentences, its field order, and the fields `added` since.

    `clauses` identifies a renamed event by its sentences, since another event may have had the same name.
    """

    former: str = ""
    clauses: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


class FormerSentence(Struct, frozen=True, forbid_unknown_fields=True):
    """Older form of an event, as versions up to `until` logged it.

    `sentences` maps current sentence IDs to the old ones, and `endings` maps current endings of texts to the old
    ones. `added` are the fields that the event has gained since. `is_new` means that those versions did not log
    the event at all.
    """

    until: int
    sentences: dict[str, str] = {}
    endings: dict[str, str] = {}
    added: tuple[str, ...] = ()
    is_new: bool = False

    def before(self, event: Event) -> Event:
        """Return the event with its former sentence and wording."""
        changed = {"clause": self.sentences.get(event.clause, event.clause)}
        for name, value in event.fields().items():
            for today, former in self.endings.items():
                if isinstance(value, str) and value.endswith(today):
                    changed[name] = value.removesuffix(today) + former
        return replace(event, **changed)

    def without_added(self, event: Event) -> Event | dict[str, Any]:
        """Return the event without the fields that it has gained since."""
        if not self.added:
            return event
        return {name: value for name, value in as_plain(event).items() if name not in self.added}


def todays_kind(ruleset: str, kind: str, clause: str) -> str:
    """Return the current name of an event that version 0.1.0 logged under a sentence."""
    found = (name for name, known in _former_events().get(ruleset, {}).items() if known.former == kind)
    return next((name for name in found if clause in _former_events()[ruleset][name].clauses), kind)


def _as_logged(ruleset: str, event: Event) -> Event | dict[str, Any]:
    """Return an event as version 0.1.0 logged it."""
    known = _former_events().get(ruleset, {}).get(type(event).__name__)
    if known is None:
        return event
    plain = as_plain(event)
    plain["type"] = known.former or plain["type"]
    return {name: plain[name] for name in known.fields or plain}


@cache
def _respelled(ruleset: str, version: int) -> dict[str, FormerSentence]:
    """Return, by current name, the events that the given version logged under another sentence or with different
    wording.
    """
    text = files("pilein.engine").joinpath("former_sentences.toml").read_text(encoding="utf-8")
    known = msgspec.convert(tomllib.loads(text), dict[str, dict[str, FormerSentence]]).get(ruleset, {})
    return {name: one for name, one in known.items() if version <= one.until}


@cache
def _former_events() -> dict[str, dict[str, FormerEvent]]:
    text = files("pilein.engine").joinpath("former_events.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, FormerEvent]])


@cache
def today(ruleset: str) -> Mapping[str, str]:
    """Return the current keys of a ruleset's clauses by their keys in format 1."""
    return _table().get(ruleset, {})


@cache
def _table() -> dict[str, dict[str, str]]:
    text = files("pilein.engine").joinpath("aliases.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, str]])
