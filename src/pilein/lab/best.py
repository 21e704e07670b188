"""Best answers in a small fight and the value of each answer, computed by backward induction."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from pilein.chain.decide.backward_induction import BackwardInduction, Decision
from pilein.chain.decide.game_graph import GameGraph, Question
from pilein.dice.weights import added, watched
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.requests import Policy
from pilein.lab.answer import Answer
from pilein.lab.arguments import whole
from pilein.lab.assumptions import basis
from pilein.lab.figures_as_data import as_number
from pilein.lab.figures_as_tables import in_short
from pilein.lab.figures_as_words import percent
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.limits import DEFAULT, TABLE_LIMIT, Limit, Phases, budget_of, phases_of
from pilein.lab.odds import Odds
from pilein.lab.odds_figures import Solution
from pilein.lab.odds_solving import Exact
from pilein.lab.policies import BEST, Policies, certain, pair_of, sides_of
from pilein.lab.questions import label
from pilein.lab.result import lead_in
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.solver import open_model
from pilein.lab.table import CHANCE, NUMBER, Kind, Records, Table, headed
from pilein.tabletop.scenario import Scenario

LIMIT = 50_000  # states of a fight in the press
EXACT_POSITIONS = 3_000  # states times phases: fractions are the default up to this number
SHOWN = 12  # questions shown
ASKED = Kind(percent, missing="")
UNSEEN = 1e-9  # smaller differences between answers are ignored


class AnswerWorth(Struct, frozen=True):
    """Worth of an answer to the side that gives it. `lead` is the side's chance to win minus the enemy's chance to win.

    `taken` is the chance that this answer is given in best play. Positions without the answer contribute 0.
    """

    words: str
    lead: Exact
    taken: Exact


class QuestionWorth(Struct, frozen=True):
    """Question asked in the first phase, with its answers.

    `chance` is the mean number of times that the question is asked, which is a chance if it is asked at most once.
    The `lead` of an answer is a mean over the positions that offer the answer, with both sides playing their best
    afterwards. `worth` is the difference in lead between the best and the worst answer, summed over the positions
    in which the question is asked and weighted by the chances of those positions.
    """

    side: str
    clause: str
    words: str
    chance: Exact
    worth: Exact
    answers: tuple[AnswerWorth, ...]


class Best(Answer, Struct, frozen=True):
    """Odds of a fight under best play, the value of the fight to the first side, and the questions in the first phase.

    `value` is the chance that the first side wins minus the chance that the second wins. Questions are sorted by
    worth.

    Examples:
        >>> import pilein
        >>> pilein.best("examples/scrollhammer/duel.toml", phases=1).value
        Fraction(1099325, 11943936)
    """

    odds: Odds
    value: Exact
    questions: tuple[QuestionWorth, ...]

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints about likely mistakes."""
        return self.odds.hints

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides of the fight."""
        return self.odds.sides

    @property
    def side_of(self) -> dict[str, str]:
        """Map each unit's name to its side."""
        return self.odds.side_of

    def short(self) -> tuple[str, ...]:
        """Return the odds in four lines, followed by the value of the fight."""
        return (*self.odds.short()[:-1], self.note.splitlines()[-1])

    def tables(self) -> tuple[Table, ...]:
        """Tables of the odds, followed by a table of the questions that matter."""
        return (*self.odds.tables(), self.values())

    def values(self) -> Table:
        """Table of the questions that matter, with the value of each answer."""
        rows = [row for question in self._that_matter[:SHOWN] for row in _rows(question)]
        columns = (
            headed("question"),
            headed("asked", ASKED),
            headed("answer"),
            headed("lead", NUMBER),
            headed("taken", CHANCE),
        )
        return Table("value of answers", columns, tuple(rows))

    @property
    def note(self) -> str:
        """Method by which the figures were computed."""
        side, number = self.odds.figures.sides[0], len(self._that_matter)
        asked = f"{number} of {len(self.questions)} questions of the first phase matter"
        asked += f", {SHOWN} are shown" if number > SHOWN else ""
        return f"{self.odds.note}\nbest answers: {side} leads by {100 * float(self.value):+.2f}; {asked}"

    @property
    def _that_matter(self) -> tuple[QuestionWorth, ...]:
        return tuple(question for question in self.questions if question.worth > UNSEEN)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein odds --json`, with the questions."""
        asked = [_plain(question) for question in self.questions]
        return {**self.odds.document(), "best": {"value": as_number(self.value), "questions": asked}}

    def to_dict(self) -> Records:
        """Return one record per answer: {side, clause, question, asked, answer, lead, taken}."""
        return [
            {
                "side": question.side,
                "clause": question.clause,
                "question": question.words,
                "asked": question.chance,
                "answer": answer.words,
                "lead": answer.lead,
                "taken": answer.taken,
            }
            for question in self.questions
            for answer in question.answers
        ]

    def to_svg(self) -> str:
        """Draw the odds under best play. See `Odds.to_svg`."""
        return self.odds.to_svg()

    def __repr__(self) -> str:
        return f"<Best of {self.odds.scenario.ruleset}: {in_short(self.odds.figures)}>"


def best(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies = BEST,
    *,
    phases: Phases = "end",
    exact: bool | None = None,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    limit: int | None = None,
    budget: Limit = DEFAULT,
) -> Best:
    """Solve a scenario in which one side or both always give the best answer, looking ahead to the end.

    The best answer has the greatest lead after `phases` phases ("end" or 0 means at the end). The lead is the chance
    to win minus the enemy's chance. Both sides know everything except future dice. `policy` is "best" for both sides,
    or a pair of "best" and another policy. `exact` selects fractions (True) or floats (False); the default depends on
    the size. `fixed` answers take precedence over best answers. `budget` limits time and memory, as in "5min,2GB".

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: a question has too many answers, or play never ends.
        TooManyPositions: there are more positions than `limit` (50,000 in the press, 5,000 on a table).
        Spent: the budget runs out. There are no partial results.
        UnknownRule: there is no such policy, ruling or option.
    """
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    ruleset = ruleset_named(found.ruleset)
    begun = ruleset.opened(found)
    meter, answers = budget_of(budget).started(), fixed_answers(fixed, found)
    most = (limit and whole(limit, "limit", 0)) or usual_limit(found)
    with watched(meter.check):
        model = open_model(ruleset, begun, _players(policy, found), answers, meter, label(ruleset))
        graph = GameGraph(model, begun, phases=span, limit=most)
    in_fractions = len(graph.order) * graph.last <= EXACT_POSITIONS if exact is None else exact
    decided = BackwardInduction(graph, partial(lead_in, ruleset), exact=in_fractions)
    solution = Solution(decided.chain(), ruleset, begun.state, phases=span, exact=in_fractions)
    found_odds = Odds(found, solution.figures(), phases=span, solution=solution)
    found_odds.assumptions, found_odds.hints = basis(found, policy, answers, phases=span, otherwise=BEST)
    meter.pause()
    return Best(found_odds, decided.value, _gathered(decided.decisions(), begun.state.setup.sides))


def usual_limit(scenario: Scenario) -> int:
    """Return the default limit on the number of states."""
    return TABLE_LIMIT if scenario.press is None else LIMIT


def _players(chosen: Policies, scenario: Scenario) -> tuple[Policy | None, Policy | None]:
    """Return the policy of each side, with None for a side that gives the best answers."""
    pair = pair_of(chosen, sides_of(scenario), otherwise=BEST)
    one, other = (None if who == BEST else certain(who, scenario.ruleset, side) for side, who in enumerate(pair))
    return one, other


def _gathered(asked: Any, sides: tuple[str, str]) -> tuple[QuestionWorth, ...]:  # noqa: ANN401 - any number of decisions
    """Merge decisions that ask the same question in different positions, and sort the questions by worth."""
    same: dict[tuple[int, str, str], list[Decision]] = {}
    for one in asked:
        question: Question = one.question
        same.setdefault((question.side, question.clause, question.words), []).append(one)
    found = [_merged_decisions(sides[side], clause, words, ones) for (side, clause, words), ones in same.items()]
    return tuple(sorted(found, key=lambda one: (-float(one.worth), -float(one.chance), one.words)))


def _merged_decisions(side: str, clause: str, words: str, ones: list[Decision]) -> QuestionWorth:
    chance = added(one.chance for one in ones)
    spreads = [one.chance * (max(one.values) - min(one.values)) for one in ones]
    labels = dict.fromkeys(answer for one in ones for answer in one.question.answers)
    answers = tuple(_answer(answer, ones, chance) for answer in labels)
    return QuestionWorth(side, clause, words, chance, added(spreads), answers)


def _answer(words: str, ones: list[Decision], chance: Exact) -> AnswerWorth:
    zero = chance * 0
    offered, lead, taken = zero, zero, zero
    for one in ones:
        if words in one.question.answers:
            place = one.question.answers.index(words)
            offered += one.chance
            lead += one.chance * one.values[place] * (-1 if one.question.side else 1)
            taken += one.chance if place == one.best else zero
    return AnswerWorth(words, lead / offered if offered else zero, taken / chance if chance else zero)


def _rows(question: QuestionWorth) -> Iterator[tuple[object, ...]]:
    """Yield a row for each answer. The first row also shows the question and its chance."""
    words = f"{question.side}: {question.words} ({question.clause})"
    for place, one in enumerate(question.answers):
        yield (
            *((None, None) if place else (words, question.chance)),
            one.words,
            f"{100 * float(one.lead):+.2f}",
            one.taken,
        )


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
