"""Monte Carlo search, which judges an answer by playing games that begin with the answer, with dice of its own.

In a tree search the games build a tree of positions. In positions met before, answers that did well are tried more
often, and so is the sensible policy's answer until another proves better. In a flat search each answer to the
question is tried equally often. Rolls are drawn at random, so each outcome occurs with its true probability. However,
the first games through each answer to the question share the same dice, and so do the second games, and so on, so that
luck has little effect on how answers compare. In the press, positions are remembered, so no clause is run while a game
passes through positions met before.
"""

import time
from bisect import bisect_right
from collections.abc import Hashable
from itertools import islice
from math import sqrt
from random import Random
from typing import Any, cast

from pilein.agents.waiting import Memory, Node, memory_of
from pilein.engine.lookahead import Lookahead, Playout
from pilein.engine.policies import MOST, first
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, is_same
from pilein.lab.result import lead_in
from pilein.tabletop.battle import BattleState
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Ruleset, following, is_last

EXPLORATION = 1.2
TRUST = 0.5  # share of the games that the sensible policy's answer begins with
DOUBT = 1.0  # standard deviation that is assumed of the worth of a game
UNTRIED = -9.0
FEW = 8  # models on a table
MOST_TRIED = 100_000  # positions in the tree of one search
OVER = "over"
PLAYOUTS = 200
PHASES_ON_A_TABLE = 1  # phases looked ahead where models have places
PHASES_IN_THE_PRESS = 12
NEVER = float("inf")
UNDECIDED = 0.8  # worth of a lead of all models to none, where neither side has won yet
TIE = 1e-6  # the same where the game is over


def worth(rules: Ruleset, state: BattleState, *, is_over: bool) -> float:
    """Return the worth of a state to the first side: 1 for a win, -1 for a loss.

    If neither side has won and the game goes on, a lead in models is worth something. If the game is over, the lead in
    models only decides between equal results.
    """
    lead = float(lead_in(rules, state))
    if is_over:
        return lead + TIE * lead_in_models(rules, state)
    return lead or UNDECIDED * lead_in_models(rules, state)


def lead_in_models(rules: Ruleset, state: BattleState) -> float:
    """Return the share of models that the first side has left in unbeaten units, less the second side's share."""
    one, other = (_left(rules, state, side) for side in (0, 1))
    return one - other


def _left(rules: Ruleset, state: BattleState, side: int) -> float:
    """Return the share of a side's models that are left in units that are not beaten."""
    setup, left, of = state.setup, 0, 0
    for unit in setup.units_of(side):
        of += len(setup.units[unit].models)
        if rules.fate(state, unit) not in rules.beaten:
            left += rules.left(state, unit)
    return left / of if of else 0.0


class _Tried:
    """Position in the tree, with its answers, the number of games through each answer, and the sum of their worth.

    The first answer is the sensible policy's.
    """

    __slots__ = ("answers", "games", "shares", "side", "worth")

    def __init__(self, side: int, answers: list[Answer]) -> None:
        others = len(answers) - 1
        self.side = side
        self.answers = answers
        self.shares = [TRUST, *(((1 - TRUST) / others,) * others)] if others else [1.0]
        self.games = [0] * len(answers)
        self.worth = [0.0] * len(answers)

    def promising(self) -> int:
        """Return the index of the answer to try next, judged by its mean worth and its intended share of the games.

        An answer that has never been tried is given the mean worth of all games.
        """
        sign, done = -1 if self.side else 1, sum(self.games)
        mean = sign * sum(self.worth) / max(1, done)
        spread = EXPLORATION * sqrt(done)
        bounds = (
            (sign * total / games if games else mean) + spread * share / (1 + games)
            for games, total, share in zip(self.games, self.worth, self.shares, strict=True)
        )
        return max(enumerate(bounds), key=lambda one: one[1])[0]

    def rarest(self) -> int:
        """Return the index of the answer tried least often."""
        return self.games.index(min(self.games))

    def best(self) -> int:
        """Return the index of the answer whose mean worth is greatest after a margin of doubt is subtracted.

        The margin shrinks as the answer is tried more often.
        """
        sign = -1 if self.side else 1
        ranks = (
            sign * total / games - DOUBT / sqrt(games) if games else UNTRIED
            for games, total in zip(self.games, self.worth, strict=True)
        )
        return max(enumerate(ranks), key=lambda one: one[1])[0]

    def richest(self) -> int:
        """Return the index of the answer with the greatest mean worth."""
        sign = -1 if self.side else 1
        means = (sign * total / max(1, games) for games, total in zip(self.games, self.worth, strict=True))
        return max(enumerate(means), key=lambda one: one[1])[0]


class TreeSearch:
    """Policy that searches with a given number of playouts, or for a number of seconds.

    It gives the same answer in the same position, unless it searches for a number of seconds. `is_flat` selects a
    flat search.
    """

    def __init__(self, playouts: int = PLAYOUTS, seconds: float = NEVER, *, is_flat: bool = False) -> None:
        self._playouts = playouts
        self._seconds = seconds
        self._is_flat = is_flat
        self._seen: Lookahead | None = None

    def see(self, game: Lookahead) -> None:
        """Remember the game's position."""
        self._seen = game

    def __call__(self, _state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the best answer found."""
        seen = self._seen
        assert seen is not None, "the game has been shown"
        if self._seconds != NEVER or seen.fixed or not _may_recur(seen):
            return self._found(self._search(seen, choice))
        known = memory_of(seen.rules, seen.position.state.setup).answers
        asked = seen.position, seen.phase, seen.phases, self._playouts, self._is_flat
        if asked not in known:
            known[asked] = self._found(self._search(seen, choice))
        return known[asked]

    def _search(self, seen: Lookahead, choice: Choice) -> "_Search":
        if isinstance(seen.position.state.field, Plane):
            return _OnTable(seen, choice, is_flat=self._is_flat)
        memory = memory_of(seen.rules, seen.position.state.setup)
        return _InPress(seen, choice, memory, is_flat=self._is_flat)

    def _found(self, search: "_Search") -> Answer:
        if len(search.root.answers) > 1:
            end = time.monotonic() + self._seconds
            done = 0
            while done < self._playouts and (done < len(search.root.answers) or time.monotonic() < end):
                search.play()
                done += 1
        return search.answer()


def _may_recur(seen: Lookahead) -> bool:
    """Whether the same position may occur in another game, as it may in the press or with few models on a table."""
    state = seen.position.state
    return not isinstance(state.field, Plane) or len(state.setup.kind_of) <= FEW


class _Search:
    """Single search, with a tree of positions and the games played through it."""

    phases: int  # looked ahead

    def __init__(self, seen: Lookahead, choice: Choice, start: Hashable, *, is_flat: bool) -> None:
        self._seen = seen
        self._rng = Random(0)  # noqa: S311 - the search must give the same answer each time
        self._is_flat = is_flat
        self._usual = seen.rules.policy or first
        self.root = self._node(seen.position, choice)
        self._tree: dict[Hashable, _Tried] = {start: self.root}
        self._path: list[tuple[_Tried, int]] = []
        self._is_in_tree = True
        self._last = seen.phase + self.phases - 1

    def play(self) -> None:
        """Play one game from the position, and add its worth to the tree."""
        self._path, self._is_in_tree = [], True
        found = self._played()
        for node, place in self._path:
            node.games[place] += 1
            node.worth[place] += found

    def answer(self) -> Answer:
        return self.root.answers[self.root.richest() if self._is_flat else self.root.best()]

    def _played(self) -> float:
        raise NotImplementedError

    def _is_over(self, state: BattleState, phase: int) -> bool:
        """Whether the whole game, not only the part that the search plays, has ended with a phase."""
        return not self._seen.battle and is_last(self._seen.rules, state, phase, self._seen.phases)

    def _tried(self, key: Hashable, position: Position, choice: Choice) -> Answer | None:
        """Return the answer to try in a position, or None if play continues outside the tree."""
        node = self._tree.get(key)
        if self._is_flat and node is not self.root:
            self._is_in_tree = False
            return None
        if node is None:
            self._is_in_tree = False  # play on without the tree, which has grown by one position, or is full
            if len(self._tree) >= MOST_TRIED:
                return None
            node = self._tree[key] = self._node(position, choice)
        place = node.rarest() if self._is_flat else node.promising()
        if not self._path:
            self._rng.seed(node.games[place])
        self._path.append((node, place))
        return node.answers[place]

    def _node(self, position: Position, choice: Choice) -> _Tried:
        """Return the entry for a new position. The sensible policy's answer is tried first."""
        usual = self._usual(position.state, choice)
        offered = [answer for _, answer in islice(choice.candidates(), MOST)]
        return _Tried(choice.side, [usual, *(one for one in offered if not is_same(one, usual))])


class _OnTable(_Search):
    """Search on a table, where positions outside the tree hardly ever recur."""

    phases = PHASES_ON_A_TABLE

    def __init__(self, seen: Lookahead, choice: Choice, *, is_flat: bool) -> None:
        super().__init__(seen, choice, seen.position, is_flat=is_flat)
        self._playout = Playout(seen.rules, self._answered, self._die, seen.fixed)

    def _played(self) -> float:
        seen, phase = self._seen, self._seen.phase
        end = self._playout.one_phase(seen.position)
        while phase < self._last:
            after = following(seen.rules, end, phase, seen.phases)
            if after is None:
                break
            end, phase = self._playout.one_phase(after), phase + 1
        return worth(seen.rules, end.state, is_over=self._is_over(end.state, phase))

    def _die(self, sides: int) -> int:
        return self._rng.randrange(sides) + 1

    def _answered(self, position: Position, choice: Choice) -> Answer:
        tried = self._tried(position, position, choice) if self._is_in_tree else None
        return self._usual(position.state, choice) if tried is None else tried


class _InPress(_Search):
    """Search in the press, where games pass through remembered positions."""

    phases = PHASES_IN_THE_PRESS

    def __init__(self, seen: Lookahead, choice: Choice, memory: Memory, *, is_flat: bool) -> None:
        self._memory = memory
        self._start = memory.node(seen.position)
        super().__init__(seen, choice, self._start, is_flat=is_flat)

    def _played(self) -> float:
        node, phase = self._start, self._seen.phase
        while True:
            if node.sums:
                node = self._memory.drawn(node, bisect_right(node.sums, int(self._rng.random() * node.sums[-1])))
            elif node.request is not None:
                node = self._after_answer(node)
            else:
                begun = self._next_phase(node, phase) if phase < self._last else None
                if begun is None:
                    break
                node, phase = begun, phase + 1
        rules, state = self._seen.rules, node.position.state
        is_over = self._is_over(state, phase)
        if is_over not in node.worth:
            node.worth[is_over] = worth(rules, state, is_over=is_over)
        return node.worth[is_over]

    def _next_phase(self, node: Node, phase: int) -> Node | None:
        key = OVER, phase, self._seen.phases
        if key not in node.after:
            begun = following(self._seen.rules, node.position, phase, self._seen.phases)
            if begun is None:
                return None
            after = self._memory.node(begun)
            if not after.is_kept:
                return after
            node.after[key] = after
        return node.after[key]

    def _after_answer(self, node: Node) -> Node:
        choice, fixed = cast("Choice", node.request), self._seen.fixed
        given = fixed.answer(choice) if fixed else None
        if given is not None:
            return self._memory.after(node, given[0])
        key = node if node.is_kept else node.position
        tried = self._tried(key, node.position, choice) if self._is_in_tree else None
        if tried is not None:
            return self._memory.after(node, tried)
        if node.usual is not None:
            return node.usual
        usual = self._memory.after(node, self._usual(node.position.state, choice))
        if usual.is_kept:
            node.usual = usual
        return usual
