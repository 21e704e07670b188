"""The checker detects a change to a single number or position in a log."""

import copy
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.checker import scenes
from tests.checker.games import FINDINGS
from tests.checker.playing import random_game, traced
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
    """Add a die that shows the same face as the first."""
    group = next(group for group in entry["groups"] if group["faces"])
    group["faces"] = [*group["faces"], group["faces"][0]]


def _aside(entry: Plain) -> None:
    """Move the start of the path half an inch to the side."""
    entry["route"] = [[entry["route"][0][0] + 63_500, entry["route"][0][1]], *entry["route"][1:]]


def _further(entry: Plain) -> None:
    entry["inches"] += 20


def _other_side(entry: Plain) -> None:
    entry["side"] = 1 - entry["side"]


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
    ("wab", "RanAway", _more("inches", -1), "flight"),
    ("wab", "Pursued", _more("inches"), "flight"),
    ("wab", "Wheeled", _more("degrees", 60), "wheel"),
    ("wab", "Moved", _further, "too far"),
    ("warstrike", "Shot", _more("need"), "to hit"),
    ("warstrike", "Suffered", _more("casualties"), "kills told"),
    ("warstrike", "Suffered", _more("casualties", -1), "kills told"),
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
def test_a_changed_event_in_a_log_is_detected(name: str, kind: str, change: Callable[[Plain], None], due: str) -> None:
    for seed in range(MOST):
        game = _game(name, seed)
        places = [place for place, entry in enumerate(game["events"]) if entry["type"] == kind]
        for place in places[:3]:
            changed = copy.deepcopy(game)
            change(changed["events"][place])
            if (due, place) in set(_kinds(name, changed)) - set(_kinds(name, game)) or _near(name, changed, game, due):
                return
    pytest.fail(f"no change of {kind} is found out as {due}")


def _die(label: str) -> Callable[[Plain], bool]:
    """Return a change that adds one to the first die below 6 in a roll with the given label."""

    def change(entry: Plain) -> bool:
        groups = entry["groups"][:1] if entry["label"] == label else []
        faces = groups[0]["faces"] if groups else []
        low = [place for place, face in enumerate(faces) if face < 6]
        for place in low[:1]:
            faces[place] += 1
        return bool(low)

    return change


def _easier(label: str) -> Callable[[Plain], bool]:
    """Return a change that subtracts one from the score needed by a group with the given label."""

    def change(entry: Plain) -> bool:
        found = [group for group in entry["groups"] if group["label"] == label and group["need"] > 2]
        for group in found[:1]:
            group["need"] -= 1
        return bool(found)

    return change


def _easier_test(entry: Plain) -> bool:
    entry["need"] += 1
    return bool(entry["test"] == "break")


def _marching(entry: Plain) -> bool:
    is_move = bool(entry["manner"] == "moved")
    entry["manner"] = "marched"
    return is_move


def _told_short(entry: Plain) -> bool:
    entry["inches"] -= 1
    return bool(entry["manner"] in {"fell back", "was pushed"} and entry["inches"] > 1)


def _shorter(entry: Plain) -> bool:
    entry["short"] += 1
    return True


def _one_more(label: str) -> Callable[[Plain], bool]:
    """Return a change that adds a die showing 0 to a roll with the given label."""

    def change(entry: Plain) -> bool:
        entry["groups"][0]["faces"] += [0]
        return bool(entry["label"] == label)

    return change


def _rolled_less(entry: Plain) -> bool:
    entry["inches"] -= 6
    return True


ROLLS: list[tuple[str, str, Callable[[Plain], bool], str]] = [
    ("scrollhammer", "Thrown", _die("fall back"), "flight"),
    ("scrollhammer", "RangeRolled", _rolled_less, "too far"),
    ("wab", "Thrown", _one_more("flight"), "flight"),
    ("wab", "Tested", _easier_test, "penalty"),
    ("wab", "Moved", _marching, "march"),
    ("warstrike", "Thrown", _easier("save"), "save"),
    ("warstrike", "Moved", _told_short, "flight"),
    ("wwpd", "Thrown", _easier("wound"), "wound"),
    ("wwpd", "Thrown", _easier("save"), "save"),
    ("scorched", "Thrown", _easier("save"), "save"),
    ("scorched", "Thrown", _easier("Feel No Pain"), "save"),
    ("scorched", "Moved", _told_short, "push"),
    ("scorched", "Collided", _shorter, "collision"),
]


@pytest.mark.parametrize(("name", "kind", "change", "due"), ROLLS, ids=[f"{one[0]}-{one[1]}-{one[3]}" for one in ROLLS])
def test_a_changed_score_or_route_in_a_log_is_detected(
    name: str, kind: str, change: Callable[[Plain], bool], due: str
) -> None:
    for seed in range(MOST):
        game = _game(name, seed)
        for place in [place for place, entry in enumerate(game["events"]) if entry["type"] == kind]:
            changed = copy.deepcopy(game)
            if change(changed["events"][place]) and _near(name, changed, game, due):
                return
    pytest.fail(f"no change of {kind} is found out as {due}")


@pytest.mark.parametrize(("name", "due"), [("warstrike", "run down"), ("wwpd", "too far")])
def test_a_pursuit_or_a_pile_in_move_far_from_all_enemies_is_detected(name: str, due: str) -> None:
    for seed in range(MOST):
        game = _game(name, seed)
        for entry in game["events"]:
            if entry.get("clause") in {"WS-LD-05", "WW-PI-03"}:
                changed = copy.deepcopy(game)
                _parted(changed)
                if _near(name, changed, game, due):
                    return
    pytest.fail(f"nobody far off is found out as {due}")


def test_a_charger_moved_to_the_opposite_side_of_its_target_block_is_detected() -> None:
    for seed in range(MOST):
        game = _game("scrollhammer", seed)
        trace = Trace(game)
        for number, entry in trace.told("Moved"):
            changed = copy.deepcopy(game)
            came = entry["manner"] == "charged" and entry["model"] >= 0 and _put_behind(trace, number, changed)
            if came and _near("scrollhammer", changed, game, "side"):
                return
    pytest.fail("nobody is found out")


def _put_behind(trace: Trace, number: int, changed: Plain) -> bool:
    """Move the charger to the opposite side of the block that it touches, and return whether it touched a block."""
    world, model = trace.after(number), trace.events[number]["model"]
    foes = world.near(model, world.side(1 - trace.army.models[model].side), 0.0018) if model in world.places else []
    blocks = [one for one in foes if trace.army.units[trace.army.models[one].unit].formation == "ranks"]
    for moment in changed["moments"] if blocks else ():
        place = moment["places"].get(str(model))
        if place is not None and moment["at"] > number:
            x, y, _ = world.places[blocks[0]]
            place[:2] = [2 * x - place[0], 2 * y - place[1]]
            return True
    return False


def test_a_missing_question_to_the_defenders_of_a_merged_combat_is_detected() -> None:
    for seed in range(MOST):
        text = "\n".join(['ruleset = "warstrike"', *scenes.chain(Random(seed))]) + "\n"  # noqa: S311 - can be repeated
        game = traced(text, seed, (0.2, 0.6), phases=2)
        changed = copy.deepcopy(game)
        changed["asked"] = [one for one in game["asked"] if one["clause"] != "WS-DF-01"]
        if any(one["type"] == "CombatsMerged" for one in game["events"]) and _near(
            "warstrike", changed, game, "merged"
        ):
            return
    pytest.fail("nobody is found out")


def _parted(game: Plain) -> None:
    """Move the two sides of a recorded game ten inches further apart."""
    second = Trace(game).army.sides[1]
    units = [unit for unit in Trace(game).army.units.values() if Trace(game).army.sides[unit.side] == second]
    theirs = {str(model.number) for unit in units for model in unit.models}
    for moment in game["moments"]:
        for model, place in moment["places"].items():
            place[1] += 10.0 if model in theirs else 0.0


QUESTIONS = [
    ("scrollhammer", "SH-CH-01"),
    ("scrollhammer", "SH-RE-02"),
    ("scrollhammer", "SH-AL-02"),
    ("scrollhammer", "SH-MV-22"),
    ("scrollhammer", "SH-PI-08"),
    ("wab", "WAB-CH-01"),
    ("wab", "WAB-RX-01"),
    ("wab", "WAB-CC-02"),
    ("wab", "WAB-SEQ-04"),
    ("wab", "WAB-FL-02"),
    ("warstrike", "WS-SH-01"),
    ("warstrike", "WS-AL-01"),
    ("warstrike", "WS-AL-02"),
    ("warstrike", "WS-DF-01"),
    ("wwpd", "WW-DE-01"),
    ("wwpd", "WW-RS-03"),
    ("wwpd", "WW-EN-04"),
    ("wwpd", "WW-PI-03"),
    ("scorched", "CP-SW-01"),
    ("scorched", "CP-SH-01"),
]


@pytest.mark.parametrize(("name", "clause"), QUESTIONS)
def test_a_question_put_to_the_wrong_player_is_detected(name: str, clause: str) -> None:
    game, place = next(_with_question(name, clause))
    changed = copy.deepcopy(game)
    _other_side(changed["asked"][place])
    assert ("asked", changed["asked"][place]["at"]) in set(_kinds(name, changed)) - set(_kinds(name, game))


@pytest.mark.parametrize("name", FINDINGS)
def test_an_answer_from_the_wrong_player_is_detected(name: str) -> None:
    for seed in range(MOST):
        game = _game(name, seed)
        places = [place for place, entry in enumerate(game["events"]) if entry["type"] == "Decided"]
        if places:
            changed = copy.deepcopy(game)
            _other_side(changed["events"][places[0]])
            assert ("asked", places[0]) in set(_kinds(name, changed)) - set(_kinds(name, game))
            return
    pytest.fail("nobody decides anything")


def _with_question(name: str, clause: str) -> Iterator[tuple[Plain, int]]:
    """Yield each game that contains the question, with the index of the question."""
    for seed in range(MOST):
        game = _game(name, seed)
        yield from ((game, place) for place, one in enumerate(game["asked"]) if one["clause"] == clause)


def _near(name: str, changed: Plain, game: Plain, due: str) -> bool:
    """Return whether the changed game has more findings of the expected kind than the original."""
    kinds = [[kind for kind, _ in _kinds(name, plain)].count(due) for plain in (changed, game)]
    return kinds[0] > kinds[1]
