"""Play games of a scenario one by one and tally them."""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from msgspec import Struct, field

from pilein.dice.weights import watched
from pilein.engine.budget import UNMETERED, Meter
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.collecting import rarer_collections
from pilein.engine.fixed import FixedAnswers, fixed_from
from pilein.engine.lookahead import Lookahead, SearchPolicy
from pilein.engine.players import Chancy
from pilein.engine.policies import named
from pilein.engine.rulesets import folders, ruleset_named, rulesets_from
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.kernel.errors import Spent
from pilein.kernel.events import Event
from pilein.kernel.requests import Policy
from pilein.lab import questions, tallies
from pilein.lab.fixed import both_with_fixed
from pilein.lab.policies import PolicyOf
from pilein.lab.questions import FirstResult, Label, LastDecisive
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

SIDES = (0, 1)


class Games(Struct, frozen=True):
    """Games to play: the scenario, each side's policy, the number of phases (0 to play to the end) and the common seed.

    `fixed` holds the fixed answers by question. `folders` contain rulesets that worker processes must also read.
    `joint` counts the complete end of each game, for joint chances.
    """

    scenario: Scenario
    policies: tuple[PolicyOf, PolicyOf]
    phases: int
    seed: int
    fixed: dict[str, Any] = field(default_factory=dict)
    folders: tuple[str, ...] = field(default_factory=folders)
    joint: bool = False

    def answers(self) -> FixedAnswers:
        """Return the fixed answers, which take precedence over the policies."""
        one, other = (side.name for side in self.scenario.sides)
        return fixed_from(self.fixed, (one, other))

    def players(self, seed: int, fixed: FixedAnswers | None = None) -> tuple[Policy, Policy]:
        """Return both sides' policies in the game with this seed. `fixed` can pass fixed answers already built."""
        one, other = (policy_of(self, seed, side) for side in SIDES)
        return both_with_fixed(self.answers() if fixed is None else fixed, (one, other))

    def at_hand(self) -> None:
        """Load the rulesets in the folders, as every process that plays games must do first."""
        for folder in self.folders:
            rulesets_from(folder)

    def begin(self, meter: Meter = UNMETERED) -> Callable[[range], tallies.Tally]:
        """Return a function that plays the games with the given numbers, or fewer if a limit is reached."""
        self.at_hand()
        return _Tallying(self, meter).games

    def clauses(self, meter: Meter = UNMETERED) -> int:
        """Count the clauses run in the first game. Counting stops if a limit is reached."""
        return _Tallying(self, meter).clauses()


class _Tallying:
    def __init__(self, games: Games, meter: Meter) -> None:
        self._meter = meter
        self._games = games
        self._rules = ruleset_named(games.scenario.ruleset)
        self._opening = self._rules.opened(games.scenario)
        self._label = questions.label(self._rules)
        self._fixed = games.answers()
        self._memory = memory_of(games, self._rules, meter)

    def games(self, numbers: range) -> tallies.Tally:
        tally = tallies.Tally()
        with suppress(Spent), watched(self._meter.check), rarer_collections():
            for number in numbers:
                self._play(tally, number)
        tally.answered(self._fixed.noted())
        return tally

    def clauses(self) -> int:
        playing = self._playing(0, lambda _: None)
        with suppress(Spent), watched(self._meter.check):
            playing.to_the_end(self._rules, self._opening, self._games.phases)
        return playing.clauses

    def _play(self, tally: tallies.Tally, number: int) -> None:
        labels: list[Label | None] = []
        playing = self._playing(number, lambda event: labels.append(self._label(event)))
        state, phases = playing.to_the_end(self._rules, self._opening, self._games.phases)
        tally.games += 1
        tally.note(tallies.PHASES, phases)
        ended = questions.ended(self._rules, state, self._games.phases)
        tally.note(tallies.OUTCOME, ended.outcome)
        for unit in state.setup.units:
            lost = self._rules.left(self._opening.state, unit.number) - ended.left[unit.number]
            tally.note((tallies.LOSSES, unit.name), lost)
            tally.note((tallies.FATE, unit.name), ended.fates[unit.number])
        told = [label for label in labels if label is not None]
        self._note_events(tally, told, ended.outcome, state)
        if self._games.joint:
            tally.ends[ended, frozenset((label.event, label.unit) for label in told)] += 1

    def _playing(self, number: int, hear: Callable[[Event], object]) -> Playing:
        seed = stream(self._games.seed, number)
        policies = self._games.players(seed, self._fixed)
        return Playing(
            policies,
            Dice(seed),
            hear,
            self._meter.check,
            self._memory,
            trusted=are_ours(self._games),
            seen=Lookahead(
                self._rules, self._games.scenario, self._opening, phases=self._games.phases, fixed=self._fixed
            ),
        )

    def _note_events(self, tally: tallies.Tally, labels: list[Label], outcome: str, state: BattleState) -> None:
        sides = self._opening.state.setup.sides
        course = remembered(LastDecisive(self._rules), labels)
        if course.clause and tallies.is_final(outcome, sides):
            tally.note(tallies.DECIDED, course.clause)
        beaten = questions.beaten(self._rules, state)
        if beaten is not None:
            tally.note((tallies.HOW_WON, sides[beaten.winner]), questions.how_won(beaten, course))
        result = remembered(FirstResult(self._rules), labels)
        lead = None if result is None else questions.lead(sides, result)
        if lead is not None:
            tally.note(tallies.MARGIN, lead)
        for label, often in Counter(label._replace(margin=None) for label in labels).items():
            tally.note((tallies.EVENT, *label), often)


def are_ours(games: Games) -> bool:
    """Whether both policies are built in, which means that they are names rather than a user's functions."""
    return all(isinstance(policy, str) for policy in games.policies)


def are_blind(games: Games) -> bool:
    """Whether both policies depend only on state and question, so that they neither use randomness nor search."""
    return not any(isinstance(policy_of(games, 0, side), Chancy | SearchPolicy) for side in SIDES)


def memory_of(games: Games, rules: Ruleset, meter: Meter, sharers: int = 1) -> ClauseMemory | None:
    """Return the cache of clauses shared by all games, or None if a policy may be random or have a memory of its own.

    `sharers` is the number of caches in use at the same time. Together they take as much memory as a single cache.
    """
    if not are_ours(games) or not are_blind(games):
        return None
    return ClauseMemory(rules, meter.bytes_for_memory // sharers)


def policy_of(games: Games, seed: int, side: int) -> Policy:
    """Return a side's policy in a game with the given seed."""
    policy = games.policies[side]
    return named(policy, games.scenario.ruleset, seed=seed, side=side) if isinstance(policy, str) else policy


def remembered(question: LastDecisive | FirstResult, labels: Iterable[Label], start: Any = None) -> Any:  # noqa: ANN401 - of a monitor
    """Return a monitor's state after the given labels, beginning from its initial state or from another state."""
    state = question.start if start is None else start
    for label in labels:
        state = question.after(state, label)
    return state
