"""Check under every ruleset that each question is put to the right player: the owner of the unit or model concerned,
the active player or the opponent.
"""

import re
from collections.abc import Iterator

from tests.checker.findings import Finding, Found
from tests.checker.trace import Plain, Trace

ACTIVE = {  # questions of the player whose turn it is, by the column "who" of the registers
    "CP-MA-01",
    "SH-CH-01", "SH-FS-03", "SH-MU-07", "SH-MV-15", "SH-MV-20", "SH-MV-21", "SH-MV-22", "SH-SA-08",
    "WAB-CH-01", "WAB-CH-02", "WAB-SEQ-04", "WAB-SH-02", "WAB-RL-01", "WAB-RL-07",
    "WW-DE-01", "WW-CH-03", "WW-ML-07",
    "WS-AC-01", "WS-WH-04",
}  # fmt: skip
WAITING = {
    "WAB-RX-01",
    "SH-RE-02",
    "WW-PI-01",
    "WW-PI-03",
    "WS-DF-01",
    "WS-DF-08",
    "WS-DF-09",
}  # questions of the other player
OPPONENT = {"SH-MV-15", "WS-AL-02", "WS-AL-05", "WS-AL-06"}  # questions of the enemy of the unit that they are about
ANY = {  # about models of both sides, or of either
    "CP-MA-01", "CP-PA-02", "CP-PA-03", "CP-PA-05", "SH-FS-03", "SH-MU-07", "SH-SA-08", "WS-WH-04", "WW-ML-07",
}  # fmt: skip


def findings(trace: Trace) -> Found:
    for one in trace.asked:
        wrong = _wrong(trace, one)
        if wrong:
            yield Finding("asked", one["at"], f"{one['clause']}: side {one['side']} {wrong}: {one['words']}")
    for number, entry in trace.told("Decided"):
        asked = [one for one in trace.questions(trace.clause(number)[0], number) if one["clause"] == entry["clause"]]
        if trace.asked and entry["side"] not in {one["side"] for one in asked}:
            yield Finding("asked", number, f"{entry['clause']}: side {entry['side']} answered and was not asked")
    yield from _unasked(trace)


def _wrong(trace: Trace, one: Plain) -> str:
    """Return the reason why a question was put to the wrong player, or "" if the player was the right one."""
    clause, side = one["clause"], one["side"]
    is_active = trace.army.sides[side] == _active(trace, one["at"])
    if clause in ACTIVE and not is_active:
        return "is not active"
    if clause in WAITING and is_active:
        return "is active"
    if clause in ANY:
        return ""
    strange = [unit for unit in _about(trace, one) if (trace.army.side_of(unit) == side) == (clause in OPPONENT)]
    return f"does not decide for {strange[0]}" if strange else ""


def _active(trace: Trace, number: int) -> str:
    place = max(place for place, mark in enumerate(trace.marks) if mark <= number)
    return str(trace.actives[place])


def _about(trace: Trace, one: Plain) -> Iterator[str]:
    """Yield the units that a question is about: the first unit named in its text or, if none is named, the first in
    each option.
    """
    named = _units_in(trace, one["words"])
    if named:
        yield named[0]
        return
    for option in one["options"]:
        yield from _units_in(trace, option)[:1] or _units_of_models(trace, option)[:1]


def _units_in(trace: Trace, words: str) -> list[str]:
    """Return the units named in a text, in order. A named model stands for its unit."""
    found = [
        (match.start(), unit) for unit in trace.army.units for match in re.finditer(rf"\b{re.escape(unit)}\b", words)
    ]
    return [unit for _, unit in sorted(found)]


def _units_of_models(trace: Trace, words: str) -> list[str]:
    numbers = [int(match[1]) for match in re.finditer(r"\b(?:model|leader) (\d+)\b", words)]
    return [trace.army.models[number].unit for number in numbers if number < len(trace.army.models)]


def _unasked(trace: Trace) -> Found:
    """WAB-RX-01: a unit that is not fleeing holds unless its owner was asked how it reacts."""
    for number, entry in trace.told("Reacted"):
        earlier = [one for one in trace.asked if one["at"] < number and one["clause"] == "WAB-RX-01"]
        flees = trace.before(number).states.get(entry["unit"], {}).get("fleeing")
        if entry["reaction"] != "hold" and not flees and not any(entry["unit"] in one["words"] for one in earlier):
            yield Finding("asked", number, f"{entry['unit']} {entry['reaction']}: nobody was asked")
