"""Questions that players are asked in a fight, found by playing the fight several times."""

from itertools import islice
from typing import Any

from msgspec import Struct

from pilein.engine.log import said
from pilein.kernel.requests import Answer, Choice, Policy
from pilein.lab.limits import Limit, budget_of
from pilein.lab.playing import to_the_end
from pilein.lab.policies import SENSIBLE, policies_of, sides_of
from pilein.lab.scenarios import Given, scenario_of

GAMES = 30
MOST = 24  # answers to a question


class OccurringQuestion(Struct, frozen=True):
    """Question that a side has been asked, with its sentence and the wordings of the answers that were offered.

    `is_open` means that there are more answers than those listed.
    """

    side: str
    clause: str
    answers: tuple[str, ...]
    is_open: bool = False


class OccurringQuestions(Struct, frozen=True):
    """Questions asked in a fight, and the number of games in which they were found."""

    questions: tuple[OccurringQuestion, ...]
    games: int


class NotingPolicy:
    """Policy that records the questions that a side is asked, and lets another policy answer them."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.heard: dict[str, dict[str, None]] = {}  # wordings of answers by sentence, in the order of their first use
        self.open: set[str] = set()

    def __call__(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Record a question unless only one answer is legal, and return the other policy's answer."""
        answer = self._policy(state, choice)
        offered = [words for words, _ in islice(choice.candidates(), MOST + 1)]
        if len(offered) > 1:
            self._note(choice.clause, [*offered, said(choice, answer)])
        return answer

    def questions(self, side: str) -> tuple[OccurringQuestion, ...]:
        """Return the recorded questions as questions that the given side was asked."""
        return tuple(
            OccurringQuestion(side, clause, tuple(islice(answers, MOST)), clause in self.open)
            for clause, answers in self.heard.items()
        )

    def _note(self, clause: str, offered: list[str]) -> None:
        known = self.heard.setdefault(clause, {})
        known.update(dict.fromkeys(offered))
        if len(known) > MOST:
            self.open.add(clause)


def occurring_questions(
    scenario: Given, *, games: int = GAMES, phases: int = 0, budget: Limit = None
) -> OccurringQuestions:
    """Return the questions that come up in several games between sensible policies, in order of first appearance.

    Questions with a single legal answer are left out. After the first game, no further game begins once the budget
    is used up.

    Raises:
        BadScenario: the file or the scenario cannot be played.
    """
    found, meter = scenario_of(scenario, None), budget_of(budget).started()
    sides = sides_of(found)
    one, other = map(NotingPolicy, policies_of(SENSIBLE, found.ruleset, sides))
    played = 0
    while played < games and not (played and meter.is_spent):
        to_the_end(found, (one, other), None, seed=played, phases=phases)
        played += 1
    return OccurringQuestions((*one.questions(sides[0]), *other.questions(sides[1])), played)
