"""Best answers: a small fight looked through to its end, and what each answer on the way there is worth."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein.dice.weights import added, watched
from pilein.engine.chain.answers.choosing import OpenText, Question
from pilein.engine.chain.answers.deciding import Asked, Decided
from pilein.engine.chain.answers.thicket import Thicket
from pilein.engine.chain.veiled.text import Text
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.requests import Policy
from pilein.lab import questions
from pilein.lab.budgets import DEFAULT, TABLE_LIMIT, Limit, budget_of
from pilein.lab.figures import WINS
from pilein.lab.figures_as_data import as_number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, as_html, as_text, percent, sections
from pilein.lab.odds import Odds
from pilein.lab.odds_figures import Solution
from pilein.lab.odds_policies import pair_of, policies_of
from pilein.lab.odds_solving import Exact
from pilein.lab.questions import label
from pilein.lab.scenarios import scenario_of
from pilein.lab.spans import Phases, phases_of
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

BEST = "best"
LIMIT = 50_000  # positions of a fight in the press
EXACT_POSITIONS = 3_000  # times phases: up to so many, fractions are reckoned unasked
SHOWN = 12  # questions
UNSEEN = 1e-9  # an answer is better than another by more than that

Play = str | Policy | tuple[str | Policy, str | Policy]


class AnswerWorth(Struct, frozen=True):
    """An answer in words, and what it is worth: the chance that the side that gives it wins, less that of the other.

    `taken` is the chance that it is given, by who answers for the best; where it cannot be given at all, it counts for
    nothing.
    """

    words: str
    lead: Exact
    taken: Exact


class QuestionWorth(Struct, frozen=True):
    """A question of the first phase, the chance (or mean number of times) that it is asked, and its answers.

    `lead` of an answer is a mean over the positions in which it is offered; after it everybody plays for the best.
    `worth` is what is between the best answer and the worst, position by position, as often as each comes up.
    """

    side: str
    clause: str
    words: str
    chance: Exact
    worth: Exact
    answers: tuple[AnswerWorth, ...]


class Best(Struct, frozen=True):
    """The odds of a fight of best answers, what it is worth to the first side, and the questions of the first phase.

    `value` is the chance that the first side wins, less that of the second. Questions: what matters most comes first.
    """

    odds: Odds
    value: Exact
    questions: tuple[QuestionWorth, ...]

    def sections(self) -> tuple[Section, ...]:
        """The questions, as a table for people."""
        rows = [row for question in self._that_matter[:SHOWN] for row in _rows(question)]
        heads = (("question", LEFT), ("asked", RIGHT), ("answer", LEFT), ("lead", RIGHT), ("taken", RIGHT))
        return (Section("what answers are worth", heads, tuple(rows)),) if rows else ()

    @property
    def note(self) -> str:
        """How the figures were come by."""
        side, number = self.odds.figures.sides[0], len(self._that_matter)
        asked = f"{number} of {len(self.questions)} questions of the first phase matter"
        shown = f", {SHOWN} are shown" if number > SHOWN else ""
        return f"{self.odds.note}\nbest answers: {side} leads by {100 * float(self.value):+.2f}; {asked}{shown}"

    @property
    def _that_matter(self) -> tuple[QuestionWorth, ...]:
        return tuple(question for question in self.questions if question.worth > UNSEEN)

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein odds --json`, with the questions."""
        asked = [_plain(question) for question in self.questions]
        return {**self.odds.document(), "best": {"value": as_number(self.value), "questions": asked}}

    def __str__(self) -> str:
        return as_text((*sections(self.odds.figures, self.odds.scenario.ruleset), *self.sections()), self.note)

    def _repr_html_(self) -> str:
        return as_html((*sections(self.odds.figures, self.odds.scenario.ruleset), *self.sections()), self.note)


def best(
    scenario: Scenario | str | Path,
    play: Play = BEST,
    *,
    phases: Phases = 1,
    exact: bool | None = None,
    rulings: Mapping[str, str] | None = None,
    limit: int | None = None,
    budget: Limit = DEFAULT,
) -> Best:
    """The odds of a scenario when a side, or both, give the best answers that they are offered, looking all the way.

    The best answer is that of the greatest lead: the chance to win less that of the enemy, when so many `phases` are
    over ("end" or 0: to the end). Both sides know everything but the dice to come. `play` is "best" for both
    sides, or a pair of which the other may be a policy. `exact`: in fractions (True), in floats (False), or as the size
    allows. `budget` limits time and memory, like "5min,2GB"; None: not at all.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: a question has too many answers, or play to the end has none.
        TooManyPositions: there are more than `limit` (50,000 in the press, 5,000 on a table).
        Spent: the budget is, before it has been looked through: nothing is known until it has.
        UnknownRule: no such policy, ruling or option.

    """
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    ruleset = ruleset_named(found.ruleset)
    begun = ruleset.opened(found)
    meter = budget_of(budget).started()
    text = OpenText(Text(ruleset, (first, first), label(ruleset), meter=meter), _players(play, found.ruleset))
    most = limit or (TABLE_LIMIT if found.press is None else LIMIT)
    with watched(meter.check):
        thicket = Thicket(text, begun, phases=span, limit=most)
    in_fractions = len(thicket.order) * thicket.last <= EXACT_POSITIONS if exact is None else exact
    decided = Decided(thicket, partial(_lead, ruleset), exact=in_fractions)
    solution = Solution(decided.chain(span), ruleset, begun.state, phases=span, exact=in_fractions)
    asked = _gathered(decided.asked(), begun.state.setup.sides)
    found_odds = Odds(found, solution.figures(), phases=span, solution=solution)
    meter.pause()
    return Best(found_odds, decided.value, asked)


def _players(play: Play, ruleset: str) -> tuple[Policy | None, Policy | None]:
    one, other = pair_of(play)
    named = policies_of(tuple("first" if who == BEST else who for who in (one, other)), ruleset)  # type: ignore[arg-type]
    return (None if one == BEST else named[0], None if other == BEST else named[1])


def _lead(ruleset: Ruleset, state: BattleState) -> int:
    """1 if the first side has won, -1 if the second has."""
    ending, (one, other) = questions.ending(ruleset, state), state.setup.sides
    return (ending == WINS.format(side=one)) - (ending == WINS.format(side=other))


def _gathered(asked: Any, sides: tuple[str, str]) -> tuple[QuestionWorth, ...]:  # noqa: ANN401 - any number of Asked
    """What is asked in the same words, position by position, taken together."""
    same: dict[tuple[int, str, str], list[Asked]] = {}
    for one in asked:
        question: Question = one.question
        same.setdefault((question.side, question.clause, question.words), []).append(one)
    found = [_together(sides[side], clause, words, ones) for (side, clause, words), ones in same.items()]
    return tuple(sorted(found, key=lambda one: (-float(one.worth), -float(one.chance), one.words)))


def _together(side: str, clause: str, words: str, ones: list[Asked]) -> QuestionWorth:
    chance = added(one.chance for one in ones)
    spreads = [one.chance * (max(one.values) - min(one.values)) for one in ones]
    labels = dict.fromkeys(answer for one in ones for answer in one.question.answers)
    answers = tuple(_answer(answer, ones, chance) for answer in labels)
    return QuestionWorth(side, clause, words, chance, added(spreads), answers)


def _answer(words: str, ones: list[Asked], chance: Exact) -> AnswerWorth:
    nought = chance * 0
    offered, lead, taken = nought, nought, nought
    for one in ones:
        if words in one.question.answers:
            place = one.question.answers.index(words)
            offered += one.chance
            lead += one.chance * one.values[place] * (-1 if one.question.side else 1)
            taken += one.chance if place == one.best else nought
    return AnswerWorth(words, lead / offered if offered else nought, taken / chance if chance else nought)


def _rows(question: QuestionWorth) -> list[tuple[str, ...]]:
    heads = [(f"{question.side}: {question.words} ({question.clause})", percent(question.chance))]
    heads += [("", "")] * (len(question.answers) - 1)
    shown = ((one.words, f"{100 * float(one.lead):+.2f}", percent(one.taken)) for one in question.answers)
    return [(*head, *told) for head, told in zip(heads, shown, strict=True)]


def _plain(question: QuestionWorth) -> dict[str, Any]:
    answers = [
        {"answer": one.words, "lead": as_number(one.lead), "taken": as_number(one.taken)} for one in question.answers
    ]
    return {
        "side": question.side,
        "clause": question.clause,
        "question": question.words,
        "asked": as_number(question.chance),
        "worth": as_number(question.worth),
        "answers": answers,
    }
