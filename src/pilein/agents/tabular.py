"""Learner that plays against itself and remembers the mean result of each answer that it has given in each position."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from pilein.engine.lookahead import Lookahead, Playout
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice
from pilein.lab.limits import phases_of
from pilein.lab.result import lead_in
from pilein.lab.tasks import Task
from pilein.lab.tasks import task as known_task

EXPLORING = 0.3  # share of answers given at random, at the start; it falls to none
MOST = 24  # answers considered
Reached = Callable[[int], object] | None


class Tabular:
    """Policy learnt by playing a task against itself. In a position that it has never met, it gives the first
    answer.
    """

    def __init__(self, task: str | Task, *, seed: int = 0) -> None:
        self._task = known_task(task)
        self._rules = ruleset_named(self._task.scenario.ruleset)
        self._opening = self._rules.opened(self._task.scenario)
        self._worth: dict[Position, dict[Answer, tuple[int, float]]] = {}
        self._seen: Lookahead | None = None
        self._path: list[tuple[Position, Answer]] = []
        self._exploring = EXPLORING
        self._rng = Random(seed)  # noqa: S311 - training is repeatable

    def trained(self, games: int, *, seed: int | None = None, reached: Reached = None) -> "Tabular":
        """Train the policy with more games against itself, and return it.

        With a `seed`, the random numbers begin anew, as in a new learner with that seed. If given, `reached` is
        called with the number of games played, before each game and after the last.
        """
        if seed is not None:
            self._rng = Random(seed)  # noqa: S311 - training is repeatable
        playout = Playout(self._rules, self._explored, lambda sides: self._rng.randrange(sides) + 1)
        for number in range(games):
            if reached:
                reached(number)
            self._exploring = EXPLORING * (1 - number / games)
            self._path = []
            state = playout.to_the_end(self._opening, 1, phases_of(self._task.phases))
            lead = lead_in(self._rules, state)
            for position, answer in self._path:
                known = self._worth[position]
                times, mean = known[answer]
                known[answer] = times + 1, mean + (lead - mean) / (times + 1)
        if reached:
            reached(games)
        return self

    def see(self, game: Lookahead) -> None:
        """Remember the game's position."""
        self._seen = game

    def __call__(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the answer with the best mean result."""
        known = self._worth.get(self._seen.position) if self._seen is not None else None
        return first(state, choice) if known is None else _best_answer(known, choice.side)

    def _explored(self, position: Position, choice: Choice) -> Answer:
        """Return the best answer so far or, now and then, another answer to explore."""
        known = self._worth.get(position)
        if known is None:
            known = self._worth[position] = {answer: (0, 0.0) for _, answer in islice(choice.candidates(), MOST)}
        untried = [answer for answer, (games, _) in known.items() if not games]
        if untried:
            answer = untried[0]
        elif self._rng.random() < self._exploring:
            answer = self._rng.choice(list(known))
        else:
            answer = _best_answer(known, choice.side)
        self._path.append((position, answer))
        return answer


def _best_answer(known: dict[Answer, tuple[int, float]], side: int) -> Answer:
    sign = -1 if side else 1
    return max(known, key=lambda answer: sign * known[answer][1])
