"""Check whether a saved tally could come from games of a given scenario."""

from collections.abc import Callable
from typing import NamedTuple

from pilein.engine.rulesets import ruleset_named
from pilein.lab.figures import APART, DRAWN, FIGHTING, HOW, UNRESOLVED, WINS
from pilein.lab.questions import events_of
from pilein.lab.simulating_games import Games
from pilein.lab.tallies import (
    DECIDED,
    EVENT,
    FATE,
    HOW_WON,
    LOSSES,
    MARGIN,
    OUTCOME,
    PHASES,
    Answer,
    Question,
    TallyLine,
    is_final,
)
from pilein.tabletop.ruleset import MOST_PHASES, Ruleset

Counts = dict[Answer, int]
MOST_MARGIN = 1_000_000  # greatest margin of a combat result: more than all wounds of the largest table
MOST_TOLD = 1_000_000_000  # times that an event may happen in one game
PAIR = 2  # a fact: its name and truth


class Possible(NamedTuple):
    """Answers that are possible in a scenario's games: models, sides, outcomes, fates, clauses, and boolean fields by
    event.
    """

    games: int
    phases: int
    sides: tuple[str, str]
    outcomes: frozenset[str]
    units: dict[str, int]
    side_of: dict[str, str]
    fates: frozenset[str]
    beaten: frozenset[str]
    clauses: frozenset[str]
    events: dict[str, tuple[str, ...]]


def why_not(lines: tuple[TallyLine, ...], total: int, games: Games) -> str:
    """Return the reason why `total` games of the given kind cannot have produced this tally, or "" if they can."""
    possible = _possible(games, total)
    known: dict[Question, Counts] = {}
    for question, answers in lines:
        reason = _why_no_line(question, answers, possible)
        if reason:
            return reason
        if question in known:
            return "a question is counted twice"
        known[question] = dict(answers)
    return _why_not_together(known, possible)


def _possible(games: Games, total: int) -> Possible:
    found = ruleset_named(games.scenario.ruleset)
    opening = found.opened(games.scenario).state
    units, sides = opening.setup.units, opening.setup.sides
    on = (FIGHTING, APART) if games.phases else (UNRESOLVED, APART)
    return Possible(
        total,
        games.phases or MOST_PHASES,
        sides,
        frozenset((*(WINS.format(side=side) for side in sides), DRAWN, *on)),
        {unit.name: found.left(opening, unit.number) for unit in units},
        {unit.name: sides[unit.side] for unit in units},
        frozenset(found.fates),
        frozenset(found.beaten),
        _sentences(found),
        events_of(found),
    )


def _sentences(found: Ruleset) -> frozenset[str]:
    """Return all sentence IDs, from the ruleset's text and from the keys of its clauses."""
    own = (sentence for clause in found.clauses.values() for sentence in clause.sentences)
    return frozenset((*own, *found.sentences))


def _why_no_line(question: Question, answers: tuple[tuple[Answer, int], ...], possible: Possible) -> str:
    judge = _JUDGES.get(question[0]) if question and isinstance(question[0], str) else None
    if judge is None:
        return "it counts answers to an unknown question"
    counts = [count for _, count in answers]
    if min(counts, default=0) < 1 or len({answer for answer, _ in answers}) < len(answers):
        return f"an answer to {question[0]!r} is counted more than once"
    if sum(counts) > possible.games or (question[0] in OF_EVERY_GAME and sum(counts) < possible.games):
        return f"the question {question[0]!r} is not answered for every game"
    return judge(question, dict(answers), possible)


def _words_of(known: Callable[[Possible], frozenset[str]], length: int) -> Callable[[Question, Counts, Possible], str]:
    """Return the validator for a question that is answered by one of several known words."""

    def judge(question: Question, counts: Counts, possible: Possible) -> str:
        is_asked = len(question) == length and (length == 1 or _is_unit(question[1], possible))
        return (
            ""
            if is_asked and known(possible).issuperset(counts)
            else f"the question {question[0]!r} has an unknown answer"
        )

    return judge


def _numbers_of(bounds: Callable[[Question, Possible], range]) -> Callable[[Question, Counts, Possible], str]:
    """Return the validator for a question that is answered by a whole number."""

    def judge(question: Question, counts: Counts, possible: Possible) -> str:
        within = bounds(question, possible)
        is_within = all(isinstance(number, int) and number in within for number in counts)
        return "" if is_within else f"the question {question[0]!r} has an answer that is out of bounds"

    return judge


def _models(question: Question, possible: Possible) -> range:
    is_asked = len(question) == 2 and _is_unit(question[1], possible)  # noqa: PLR2004 - its word and the unit
    return range(possible.units[question[1]] + 1) if is_asked else range(0)


def _is_unit(name: object, possible: Possible) -> bool:
    return isinstance(name, str) and name in possible.units


def _validated_way(question: Question, counts: Counts, possible: Possible) -> str:
    is_asked = len(question) == PAIR and question[1] in possible.sides
    return "" if is_asked and counts.keys() <= HOW.keys() else f"the question {question[0]!r} has an unknown answer"


def _event(question: Question, counts: Counts, possible: Possible) -> str:
    """Return the reason why an event is impossible, or "" if it is possible.

    The event's kind, subject, boolean fields, clause and frequency are checked. An event may not have a margin.
    """
    if len(question) != 6 or not all(isinstance(question[place], str) for place in (1, 2, 4)):  # noqa: PLR2004
        return "an event is malformed"
    _, kind, unit, facts, clause, margin = question
    is_known = kind in possible.events and clause in possible.clauses and margin is None
    if not is_known or unit not in ("", *possible.sides, *possible.units):
        return "it counts an event that these rules do not have"
    if not _are_facts(facts, possible.events[kind]):
        return f"the event {kind!r} has fields that these rules do not give it"
    is_within = all(isinstance(often, int) and 1 <= often <= MOST_TOLD for often in counts)
    return "" if is_within else f"the event {kind!r} happened a number of times that is out of bounds"


def _are_facts(facts: object, names: tuple[str, ...]) -> bool:
    if not isinstance(facts, tuple) or not all(isinstance(fact, tuple) and len(fact) == PAIR for fact in facts):
        return False
    return tuple(name for name, _ in facts) == names and all(isinstance(is_so, bool) for _, is_so in facts)


OF_EVERY_GAME = (*OUTCOME, *PHASES, FATE, LOSSES)
_JUDGES: dict[str, Callable[[Question, Counts, Possible], str]] = {
    OUTCOME[0]: _words_of(lambda possible: possible.outcomes, 1),
    DECIDED[0]: _words_of(lambda possible: possible.clauses, 1),
    PHASES[0]: _numbers_of(lambda question, possible: range((len(question) == 1) * (possible.phases + 1))),
    MARGIN[0]: _numbers_of(lambda question, _: range(-MOST_MARGIN, (len(question) == 1) * (MOST_MARGIN + 1))),
    FATE: _words_of(lambda possible: possible.fates, 2),
    LOSSES: _numbers_of(_models),
    EVENT: _event,
    HOW_WON: _validated_way,
}


def _why_not_together(known: dict[Question, Counts], possible: Possible) -> str:
    """Return the reason why the tallied answers contradict each other.

    Every game has an outcome and a number of phases, and every unit has a fate and losses.
    """
    if not possible.games:
        return "" if not known else "it has answers but no games"
    asked = [OUTCOME, PHASES, *((kind, unit) for kind in (FATE, LOSSES) for unit in possible.units)]
    missing = next((question for question in asked if question not in known), None)
    if missing is not None:
        return f"the question {missing[0]!r} is not answered"
    outcome = known[OUTCOME]
    final = sum(count for word, count in outcome.items() if is_final(str(word), possible.sides))
    if sum(known.get(DECIDED, {}).values()) > final:
        return "more games are decided than won, lost or drawn"
    for side, other in (possible.sides, possible.sides[::-1]):
        if sum(known.get((HOW_WON, side), {}).values()) > outcome.get(WINS.format(side=side), 0):
            return f"the ways in which {side!r} wins add up to more than its wins"
        lost = outcome.get(WINS.format(side=other), 0) + outcome.get(DRAWN, 0)
        if not _can_be_lost(lost, side, known, possible):
            return f"the outcomes do not agree with the fates of {side!r}"
    return ""


def _can_be_lost(games: int, side: str, known: dict[Question, Counts], possible: Possible) -> bool:
    """Whether a side can have lost this number of games, given how often each of its units was beaten."""
    beaten = [
        sum(count for word, count in known[FATE, unit].items() if word in possible.beaten)
        for unit, of in possible.side_of.items()
        if of == side
    ]
    return sum(beaten) - (len(beaten) - 1) * possible.games <= games <= min(beaten)
