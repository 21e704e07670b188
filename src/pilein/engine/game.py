"""Game of a scenario, played with dice by people and policies. It can be recorded, and its decisions can be undone."""

from typing import Any, cast

import msgspec
from msgspec.structs import replace

from pilein.dice import Outcome, Roll
from pilein.engine import battle as battles
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.fixed import NONE_FIXED, FixedAnswers
from pilein.engine.history import History
from pilein.engine.log import LogEntry, woven
from pilein.engine.lookahead import Lookahead, show
from pilein.engine.play import turned
from pilein.engine.players import PERSON
from pilein.engine.sources import Answered, Dice, Live, OpenDice, Players, Source, Thrower, chosen, supposed
from pilein.kernel.errors import PileInError
from pilein.kernel.position import Position, Ran
from pilein.kernel.record import GIVEN, SEED, Origin, Record
from pilein.kernel.requests import Answer, Choice, Pending, Request, is_choice
from pilein.tabletop.ruleset import Ruleset, following
from pilein.tabletop.scenario import Scenario


class Game:
    """Game in progress. `phases` is the number of phases to play, or 0 for all. If `battle` is set, the game lasts
    until the battle is decided.

    `position` is the current position, with the answers given so far to the current clause. `waiting` is that
    clause's unanswered request, and `under_way` its log so far. `history` holds all earlier clauses. Only the game
    knows its dice: policies see the state and the question. `fixed` answers take precedence over the players'
    answers.

    Raises:
        BadScenario: the ruleset cannot play the scenario.
    """

    def __init__(  # noqa: PLR0913 - its parts
        self,
        rules: Ruleset,
        scenario: Scenario,
        *,
        seed: int = 0,
        players: Players = (PERSON, PERSON),
        phases: int = 1,
        battle: bool = False,
        dice: Thrower | None = None,
        fixed: FixedAnswers = NONE_FIXED,
    ) -> None:
        self.rules = rules
        self.scenario = scenario
        self.seed = seed
        self.players = players
        self.phases = 0 if battle else phases
        self.battle = battle
        self.phase = 1
        self.dice: Thrower = Dice(seed) if dice is None else dice
        self.dice_from: Origin = SEED if isinstance(self.dice, Dice) and self.dice.seed == seed else GIVEN
        self.fixed = fixed
        self.source: Source = Live(players, self.dice, fixed)
        self.opening = rules.opened(scenario)
        self.position = self.opening
        self.history = History()
        self.waiting: Request | None = None
        self.under_way: tuple[LogEntry, ...] = ()
        self.is_supposed = False
        self.memory: ClauseMemory | None = None

    # --- playing ------------------------------------------------------------------------------------------

    @property
    def pending(self) -> Choice | None:
        """Question that waits for a person, or None if there is no such question."""
        return self.waiting if self.waiting is not None and is_choice(self.waiting) else None

    @property
    def pending_roll(self) -> Roll | None:
        """Roll that waits for an outcome (with open dice), or None if there is no such roll."""
        return None if self.waiting is None or is_choice(self.waiting) else cast("Roll", self.waiting)

    @property
    def is_over(self) -> bool:
        """Whether all requested phases have been played."""
        return self.position.is_over

    def run(self) -> None:
        """Play until a person must answer, or to the end of the game."""
        while self.step():
            pass

    def play_more(self, phases: int) -> None:
        """Play more phases than were requested at first. This has no effect in a battle or during a phase."""
        if self.is_over and not self.battle:
            self.phases = self.phase + phases
            self._begin_next_phase()

    def sit_down(self, players: Players) -> None:
        """Replace the players of the game from now on."""
        self.players = players
        self.source = Live(players, self.dice, self.fixed)

    def step(self) -> bool:
        """Play one clause. Returns False if the clause waits for an answer or no clause is left to play.

        An error or interruption leaves the game unchanged.
        """
        if self.position.is_over:
            return False
        before = self._moment()
        try:
            return self._step()
        except BaseException:
            self._return_to(before)
            raise

    def _step(self) -> bool:
        try:
            ran = self._turned()
        except Pending as pending:
            self._wait(pending)
            return False
        self.history = self.history.with_turn(self.position, self.phase, ran)
        self.position = ran.position
        self.waiting, self.under_way = None, ()
        if self.position.is_over:
            self._begin_next_phase()
        return True

    def _turned(self) -> Ran:
        if self.memory is None or self.position.answers:
            return turned(self.rules, self.position, self._ask)
        ran = self.memory.turned(self.position, self._ask)
        return replace(ran, pauses=(len(ran.events),) * len(self.history.answers))

    def answer(self, answer: Answer) -> None:
        """Answer the pending question and play its clause as far as possible. `run` continues from there.

        Raises:
            IllegalAnswer: the rules do not allow the answer. The question remains pending.
            PileInError: no question is pending, or the clause fails and the question remains pending.
        """
        choice = self.pending
        if choice is None:
            raise PileInError(
                "no question is waiting for an answer", remedy="call `run` to play on to the next question"
            )
        player = self.players[choice.side]
        self._go_on_with(chosen(choice, answer, self._key, by=player.name, place=self.dice.place))

    def suppose(self, outcome: Outcome) -> None:
        """Give the pending roll a chosen outcome and play its clause as far as possible.

        From then on the game has no record, since records keep faces rather than outcomes.

        Raises:
            IllegalAnswer: the roll has no such outcome. The roll remains pending.
            PileInError: no roll is pending, or the clause fails and the roll remains pending.
        """
        roll = self.pending_roll
        if roll is None:
            raise PileInError("no roll is waiting for an outcome", remedy="fork with open dice, then call `run`")
        self._go_on_with(supposed(roll, outcome, self._key))
        self.is_supposed = True

    def _go_on_with(self, answered: Answered) -> None:
        before = self._moment()
        self._note(answered)
        try:
            self.step()
        except Exception:  # not for an interruption: the answer stands
            self._return_to(before)
            raise

    def _wait(self, pending: Pending) -> None:
        answers = tuple(answered.entry for answered in self.history.answers)
        self.waiting = pending.request
        self.under_way = tuple(woven(self._key, pending.events, answers, pending.pauses[: len(answers)]))

    def _moment(self) -> tuple[Any, ...]:
        return self.history, self.position, self.phase, self.waiting, self.under_way, self.dice.place

    def _return_to(self, moment: tuple[Any, ...]) -> None:
        self.history, self.position, self.phase, self.waiting, self.under_way, self.dice.place = moment

    def _begin_next_phase(self) -> None:
        if self.battle:
            begun = battles.begun(self.rules, self.scenario, self.history, self.position)
        else:
            begun = following(self.rules, self.position, self.phase, self.phases)
        if begun is not None:
            self.position = begun
            self.phase += 1

    @property
    def lookahead(self) -> Lookahead:
        """Return the game as a searching player sees it, without the seed and the dice."""
        return Lookahead(
            self.rules,
            self.scenario,
            self.position,
            phase=self.phase,
            phases=self.phases,
            battle=self.battle,
            history=self.history,
            fixed=self.fixed,
        )

    @classmethod
    def at(cls, seen: Lookahead, players: Players = (PERSON, PERSON), *, dice: Thrower | None = None) -> "Game":
        """Return a game that continues from a lookahead. The game has separate dice and no record."""
        game = cls.__new__(cls)
        game.rules, game.scenario, game.seed, game.players = seen.rules, cast("Scenario", seen.scenario), 0, players
        game.phases, game.battle, game.phase = seen.phases, seen.battle, seen.phase
        game.dice = Dice(0) if dice is None else dice
        game.dice_from, game.fixed = GIVEN, seen.fixed
        game.source = Live(players, game.dice, seen.fixed)
        game.opening = game.position = seen.position
        game.history, game.waiting, game.under_way = seen.history, None, ()
        game.is_supposed, game.memory = True, None
        return game

    def _ask(self, request: Request) -> Answer:
        if is_choice(request):
            show(self.players[request.side].policy, lambda: self.lookahead)
        answered = self.source.answer(self.position.state, request, self._key, self.history.number)
        self._note(answered)
        return answered.answer

    def _note(self, answered: Answered) -> None:
        history, position = self.history.with_answer(answered), self.position.with_answer(answered.answer)
        self.history, self.position, self.waiting = history, position, None

    @property
    def _key(self) -> str:
        return cast("str", self.position.agenda[0][0])

    # --- the past -----------------------------------------------------------------------------------

    @property
    def state(self) -> Any:  # noqa: ANN401 - the ruleset's own
        """State of the game at its current position."""
        return self.position.state

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Events, rolls and decisions in order, up to the last complete clause."""
        return self.history.log

    @property
    def met(self) -> tuple[str, ...]:
        """Rulings applied, without repeats, in order of first use."""
        return self.history.met

    @property
    def record(self) -> Record:
        """Record from which the game so far can be replayed. `sealed` adds its checksum.

        Raises:
            PileInError: outcomes of rolls were chosen with `suppose`, or clauses were remembered.
        """
        if self.is_supposed:
            raise PileInError(
                "this copy has no record, because outcomes of its rolls were chosen or remembered",
                remedy="use the record of the game from which this copy was forked",
            )
        return Record(
            ruleset=self.rules.name,
            ruleset_version=self.rules.version,
            scenario=msgspec.to_builtins(self.scenario),
            seed=self.seed,
            place=self.dice.place,
            entry=str(self.opening.agenda[0][0]) if self.opening.agenda else "",
            phases=self.phases,
            battle=self.battle,
            players=tuple(player.name for player in self.players),
            over=self.is_over,
            dice=self.dice_from,
            answers=self.history.given,
            trace=self.history.trace,
            fixed=self.fixed.plain() or msgspec.UNSET,
        )

    # --- undoing, copying --------------------------------------------------------------------------------

    def undo(self, to: int | None = None) -> None:
        """Return to a decision, given by its number. The question is pending again, and later dice fall as before.

        The default is the last decision by a person or, if no person has made a decision, the last decision.
        `answer` then gives a different answer, and `run` lets the player answer again.

        Raises:
            PileInError: there is no such decision.
        """
        numbers = [decision.number for decision in self.history.decisions]
        number = self._last_decision() if to is None else to
        if number not in numbers:
            words = (
                "the game has no decision to undo"
                if to is None
                else f"answer {to} was not a decision, so it cannot be undone"
            )
            raise PileInError(
                words,
                remedy=f"give the number of a decision: {', '.join(map(str, numbers))}"
                if numbers
                else "play until a decision has been made",
            )
        self.go_back(number)

    def go_back(self, number: int) -> None:
        """Return to an answer, given by its number. The question or roll is pending again; `run` repeats the roll.

        Raises:
            PileInError: there is no such answer.
        """
        before = self._moment()
        try:
            self._go_back(number)
        except BaseException:
            self._return_to(before)
            raise

    def _go_back(self, number: int) -> None:
        history, turn = self.history.until(number)
        self.dice.place = self.history.all_answers[number].given.place
        self.history = history
        if turn is not None:
            self.position, self.phase = turn.before, turn.phase
        answers = tuple(answered.answer for answered in self.history.answers)
        self.position = Position(self.position.state, self.position.agenda, answers)
        try:
            turned(self.rules, self.position)
        except Pending as pending:
            self._wait(pending)

    def fork(
        self,
        seed: int,
        *,
        is_open: bool = False,
        memory: ClauseMemory | None = None,
        players: Players | None = None,
    ) -> "Game":
        """Return a copy of the game to search with. Its separate dice do not reveal this game's dice.

        With open dice the copy waits at each roll for an outcome; see `suppose`. With a memory the copy does not
        rerun clauses that another copy with the same players has run. Because remembered questions are not asked
        again, such a copy has no record, and its log puts the answers of a clause last. `players` play the copy from
        here on; by default they are the game's players.
        """
        twin = Game.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.seed = seed
        twin.dice = OpenDice() if is_open else Dice(seed)
        twin.dice_from = GIVEN  # from here on the dice use another seed
        twin.players = players or self.players
        twin.source = Live(twin.players, twin.dice, self.fixed)
        twin.memory, twin.is_supposed = memory, self.is_supposed or memory is not None
        return twin

    def _last_decision(self) -> int:
        persons = {player.name for player in self.players if player.policy is None}
        decisions = self.history.decisions
        own = [decision for decision in decisions if decision.entry.by in persons]
        return (own or decisions)[-1].number if decisions else -1
