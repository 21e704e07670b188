"""The checker bites: a log in which one number or one place has been changed is found out."""

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.checker.games import FINDINGS
from tests.checker.playing import random_game
from tests.checker.trace import Trace

Plain = dict[str, Any]
MOST = 60  # games that are looked through for one with the event


@cache
def _game(name: str, seed: int) -> Plain:
    return random_game(name, seed)


def _kinds(name: str, plain: Plain) -> list[tuple[str, int]]:
    return [(one.kind, one.number) for one in FINDINGS[name](Trace(plain))]


def _more(key: str, by: int = 1) -> Callable[[Plain], None]:
    def change(entry: Plain) -> None:
        entry[key] += by

    return change


def _other(key: str) -> Callable[[Plain], None]:
    def change(entry: Plain) -> None:
        entry[key] = not entry[key]

    return change


def _face(entry: Plain) -> None:
    """A die more, of the same face as the first."""
    group = next(group for group in entry["groups"] if group["faces"])
    group["faces"] = [*group["faces"], group["faces"][0]]


def _aside(entry: Plain) -> None:
    """The way sets out half an inch aside."""
    entry["route"] = [[entry["route"][0][0] + 63_500, entry["route"][0][1]], *entry["route"][1:]]


def _further(entry: Plain) -> None:
    entry["inches"] += 20


CASES = [
    ("scrollhammer", "RangeRolled", _more("inches"), "range"),
    ("scrollhammer", "Struck", _more("hit"), "to hit"),
    ("scrollhammer", "Struck", _more("attacks"), "attacks"),
    ("scrollhammer", "Struck", _more("attacks"), "dice"),
    ("scrollhammer", "Suffered", _more("wounds"), "wounds"),
    ("scrollhammer", "CombatWon", _more("margin"), "result"),
    ("scrollhammer", "CombatWon", _more("ranks"), "result"),
    ("scrollhammer", "StepBegan", _more("step", 11), "order"),
    ("scrollhammer", "Moved", _further, "told"),
    ("scrollhammer", "Moved", _aside, "told"),
    ("wab", "Struck", _more("hit"), "to hit"),
    ("wab", "Struck", _more("wound"), "to wound"),
    ("wab", "Struck", _more("attacks"), "dice"),
    ("wab", "Fell", _more("wounds"), "wounds"),
    ("wab", "CombatWon", _more("margin"), "result"),
    ("wab", "Tested", _other("passed"), "test"),
    ("wab", "RanAway", _more("inches"), "flight"),
    ("wab", "Moved", _further, "too far"),
    ("warstrike", "Shot", _more("need"), "to hit"),
    ("warstrike", "Suffered", _more("casualties"), "kills told"),
    ("warstrike", "LdTested", _other("passed"), "test"),
    ("warstrike", "Moved", _further, "too far"),
    ("wwpd", "Struck", _more("hit"), "to hit"),
    ("wwpd", "Struck", _more("attacks"), "attacks"),
    ("wwpd", "LeadershipTested", _other("passed"), "test"),
    ("wwpd", "Moved", _further, "too far"),
    ("scorched", "Thrown", _face, "attacks"),
    ("scorched", "Scored", _more("score"), "score"),
    ("scorched", "LandedHits", _more("hits"), "hits"),
    ("scorched", "LandedHits", _more("AP"), "AP"),
    ("scorched", "TookWounds", _more("wounds"), "wounds"),
]


@pytest.mark.parametrize(("name", "kind", "change", "due"), CASES, ids=[f"{one[0]}-{one[1]}-{one[3]}" for one in CASES])
def test_a_changed_log_is_found_out(name: str, kind: str, change: Callable[[Plain], None], due: str) -> None:
    for seed in range(MOST):
        game = _game(name, seed)
        places = [place for place, entry in enumerate(game["events"]) if entry["type"] == kind]
        for place in places[:3]:
            changed = copy.deepcopy(game)
            change(changed["events"][place])
            if (due, place) in set(_kinds(name, changed)) - set(_kinds(name, game)) or _near(name, changed, game, due):
                return
    pytest.fail(f"no change of {kind} is found out as {due}")


def _near(name: str, changed: Plain, game: Plain, due: str) -> bool:
    """Whether there is a finding more of that kind, told at another entry."""
    kinds = [[kind for kind, _ in _kinds(name, plain)].count(due) for plain in (changed, game)]
    return kinds[0] > kinds[1]
