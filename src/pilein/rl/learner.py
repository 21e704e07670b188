"""Small numpy learner whose network scores each option of a question by the result that the option should bring.

The learner plays a task against itself, mostly giving the answer with the highest score, and learns from the results
of its games. It sees only features, so it also answers in positions that it has never met, and in other tasks whose
units have the same columns.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pilein.engine.lookahead import Lookahead
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Answer, Choice
from pilein.lab.features import WORD, UnitFeatures, fact_row, option_row
from pilein.lab.tasks import Task
from pilein.lab.tasks import task as known_task
from pilein.rl.playing import RememberedGame

Floats = NDArray[np.float64]
Reached = Callable[[int], object] | None
SLOTS = 64
FACTS = 40  # of a step that are read
SHARED = 6  # columns of units that are the same under every ruleset
SIGNS = 18  # columns of an option before the signs of its word
PLACES = SIGNS + WORD  # columns of an option before the lengths
NEAR, FAR = 6.0, 60.0  # scales: the faces of a die, the inches of a table
HIDDEN = 64
BATCH, BUFFER = 256, 40_000  # answers learnt from at a time, and remembered
EVERY = 4  # games between two steps of learning
RATE, LEAST_RATE = 3e-3, 1e-4
FADING, SQUARES, TINY = 0.9, 0.999, 1e-8  # of Adam
EXPLORING, LEAST_EXPLORING = 0.5, 0.02  # share of answers at random, at the start and at the end


class Learner:
    """Policy that learns by playing a task against itself. `trained` plays the games and returns the policy.

    With `shared`, the learner reads only features that mean the same under every ruleset, so it can go on to play a
    task of another ruleset (`under`).
    """

    def __init__(self, task: str | Task, *, seed: int = 0, shared: bool = False) -> None:
        found = known_task(task)
        rules = ruleset_named(found.scenario.ruleset)
        self._units = UnitFeatures(rules, rules.opened(found.scenario).state)
        self._is_shared = shared
        self._rng = np.random.default_rng(seed)
        self._game = RememberedGame(found, SLOTS, merge=False)
        self._network: _Network | None = None

    def trained(self, games: int, *, seed: int | None = None, reached: Reached = None) -> "Learner":
        """Train the policy with more games against itself, and return it.

        With a `seed`, the random numbers begin anew, as in a new learner with that seed. If given, `reached` is
        called with the number of games played, before each game and after the last.
        """
        buffer = _Buffer()
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        for number in range(games):
            if reached:
                reached(number)
            left = 1 - number / games
            for row, result in self._played(LEAST_EXPLORING + EXPLORING * left):
                buffer.add(row, result)
            if self._network is not None and number % EVERY == 0 and buffer.count > BATCH:
                self._network.learn(*buffer.sample(self._rng), LEAST_RATE + RATE * left)
        if reached:
            reached(games)
        return self

    def under(self, task: str | Task) -> "Learner":
        """Return a learner that applies what this learner has learnt to another task, perhaps of another ruleset.

        Raises:
            BadInput: this learner was not made with `shared`.
        """
        if not self._is_shared:
            raise BadInput(
                "this learner was not made with shared features, so it cannot play another task",
                key="shared",
                remedy="make and train a learner with `shared=True`",
            )
        found = Learner(task, shared=True)
        found._network = self._network
        return found

    def see(self, game: Lookahead) -> None:
        """Keep a reference to the game, because features are computed from its whole state."""

    def __call__(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the answer for which the network expects the best result."""
        answers = [answer for _, answer in islice(choice.candidates(), SLOTS)]
        if self._network is None or len(answers) == 1:
            return answers[0]
        return answers[int(np.argmax(self._network.scores(self._rows(state, choice, answers))))]

    def _played(self, exploring: float) -> list[tuple[Floats, int]]:
        """Let the learner play one game against itself.

        Returns each answer's row, with the result for the side that gave the answer.
        """
        game, path = self._game, []
        game.begin(self._rng)
        while (offer := game.offer) is not None:
            if offer.rows is None:
                offer.rows = self._rows(game.node.position.state, offer.choice, offer.answers)
            if self._network is None:
                self._network = _Network(offer.rows.shape[1], self._rng)
            if self._rng.random() < exploring:
                place = int(self._rng.integers(len(offer.answers)))
            else:
                place = int(np.argmax(self._network.scores(offer.rows)))
            path.append((offer.rows[place], -1 if offer.choice.side else 1))
            game.answer(offer.answers[place])
        lead = game.lead()
        return [(row, sign * lead) for row, sign in path]

    def _rows(self, state: Any, choice: Choice, answers: list[Answer]) -> Floats:  # noqa: ANN401 - the ruleset's own
        """Return a row for each option, made of the moment's features followed by the option's features."""
        units = np.array(self._units.rows(state), dtype=np.float64)
        if self._is_shared:
            first = units[:, 0] == 0
            seen = [units[first, :SHARED].sum(0), units[~first, :SHARED].sum(0)]
        else:
            seen = [np.array(fact_row(state)[:FACTS]), units.ravel()]
        moment = np.concatenate([*seen, [NEAR * choice.side]]) / NEAR
        options = np.array([option_row(choice, answer) for answer in answers], dtype=np.float64)
        options[:, :SIGNS] /= NEAR
        options[:, PLACES:] /= FAR
        return np.hstack([np.tile(moment, (len(answers), 1)), options])


class _Network:
    """Network with one hidden layer, trained with Adam to predict results."""

    def __init__(self, width: int, rng: np.random.Generator) -> None:
        self._weights: list[Floats] = [
            rng.normal(0, 1 / np.sqrt(width), (width, HIDDEN)),
            np.zeros(HIDDEN),
            rng.normal(0, 1 / np.sqrt(HIDDEN), HIDDEN),
            np.zeros(1),
        ]
        self._means = [np.zeros_like(one) for one in self._weights]
        self._squares = [np.zeros_like(one) for one in self._weights]
        self._steps = 0

    def scores(self, rows: Floats) -> Floats:
        """Return the result that the network expects for each row."""
        first, bias, second, shift = self._weights
        found: Floats = np.tanh(rows @ first + bias) @ second + shift
        return found

    def learn(self, rows: Floats, results: Floats, rate: float) -> None:
        """Take one training step towards the results of the given rows."""
        first, bias, second, shift = self._weights
        hidden = np.tanh(rows @ first + bias)
        error = (hidden @ second + shift - results) / len(rows)
        back = np.outer(error, second) * (1 - hidden * hidden)
        slopes = [rows.T @ back, back.sum(0), hidden.T @ error, np.array([error.sum()])]
        self._steps += 1
        for place, slope in enumerate(slopes):
            self._means[place] += (1 - FADING) * (slope - self._means[place])
            self._squares[place] += (1 - SQUARES) * (slope * slope - self._squares[place])
            step = self._means[place] / (1 - FADING**self._steps)
            size = np.sqrt(self._squares[place] / (1 - SQUARES**self._steps)) + TINY
            self._weights[place] -= rate * step / size


class _Buffer:
    """Buffer of the latest answers with their results."""

    def __init__(self) -> None:
        self.count = 0
        self._rows: Floats = np.zeros((0, 0))
        self._results: Floats = np.zeros(BUFFER)

    def add(self, row: Floats, result: int) -> None:
        """Add an answer. If the buffer is full, the oldest answer is dropped."""
        if not self.count:
            self._rows = np.zeros((BUFFER, len(row)))
        self._rows[self.count % BUFFER], self._results[self.count % BUFFER] = row, result
        self.count += 1

    def sample(self, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Return some of the answers and results, drawn at random."""
        places = rng.integers(min(self.count, BUFFER), size=BATCH)
        return self._rows[places], self._results[places]
