"""Games that programs and people can play question by question, copy, undo, save and search."""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pilein.engine import game as engine
from pilein.engine.log import LogEntry, Told
from pilein.engine.lookahead import Lookahead
from pilein.engine.rulesets import ruleset_named
from pilein.engine.saved import load as load_saved
from pilein.engine.saved import load_position, read_saved, save
from pilein.engine.sources import Dice, GivenDice, Live, OpenDice, Thrower
from pilein.kernel.codec import frozen
from pilein.kernel.errors import BadInput
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.record import Record, from_plain, sealed
from pilein.kernel.requests import Answer
from pilein.lab import files
from pilein.lab.arguments import is_list, spelled, whole
from pilein.lab.asked import Option, Outcome, PendingRoll, Question
from pilein.lab.document import fight_document
from pilein.lab.drawing.svg import drawn
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.limits import Phases, phases_of
from pilein.lab.policies import ASK, SENSIBLE, Policies, players_by, players_of
from pilein.lab.report import as_json
from pilein.lab.result import GameResult, result_of
from pilein.lab.scenarios import Given, Scenario, found_good, scenario_of
from pilein.lab.table_text import table_text
from pilein.lab.view import View, view_of

OUTCOMES = "choose one of the `outcomes` of the roll with `with_outcome`"
OPEN = "ask"  # dice whose outcomes are chosen
DiceOf: TypeAlias = Sequence[int] | Literal["ask"] | None  # faces, open dice, or None for dice from the seed


class Game:
    """Game in progress. It advances by itself to the next question or, with open dice, to the next roll.

    `policy` answers for both sides, or is a pair with one policy for each. A policy is "ask", which makes the game
    wait, the name of a policy, or a function of (state, choice). `dice` is a list of faces to use in order, or "ask",
    which makes the game wait at each roll for the choice of an outcome. By default the dice come from `seed`. `phases`
    is the number of phases; with "end" (or 0) the game lasts until no combat is left. If `battle` is set, the game
    lasts until the battle is decided. `fixed` and `rulings` are as in `play`.

    Examples:
        >>> import pilein
        >>> game = pilein.Game("examples/warstrike/boarding.toml", seed=1)
        >>> game.pending
        <Question to crew: which unit fires defensively? (WS-DF-01), one of>
        >>> [option.words for option in game.options]
        ['guardsmen', 'hold fire']
        >>> game.choose(0)
        >>> game.view().unit("guardsmen").left
        6
        >>> game.undo()

    Raises:
        BadScenario: the scenario cannot be played.
        BadInput: the number of phases or a policy is invalid.
        UnknownRule: there is no such policy, ruling or option.
    """

    def __init__(  # noqa: PLR0913 - its parts
        self,
        scenario: Given,
        policy: Policies = ASK,
        *,
        seed: int = 0,
        phases: Phases = 1,
        battle: bool = False,
        dice: DiceOf = None,
        fixed: Fixed = None,
        rulings: Mapping[str, str] | None = None,
    ) -> None:
        found, seed = scenario_of(scenario, rulings), whole(seed, "seed")
        self._game = engine.Game(
            ruleset_named(found.ruleset),
            found,
            seed=seed,
            players=players_of(policy, found, seed, otherwise=ASK),
            phases=phases_of(phases),
            battle=battle,
            dice=dice_of(dice),
            fixed=fixed_answers(fixed, found),
        )
        self._game.run()

    @classmethod
    def of(cls, game: engine.Game) -> "Game":
        """Wrap a game of the engine as a game for programs. Both objects share the same game."""
        found = cls.__new__(cls)
        found._game = game  # noqa: SLF001 - our own
        return found

    # --- the present ---------------------------------------------------------------------------------------------

    @property
    def scenario(self) -> Scenario:
        """Scenario that is being played."""
        scenario = self._game.scenario
        return scenario if isinstance(scenario, Scenario) else found_good(scenario)

    @property
    def seed(self) -> int:
        """Seed from which the game's dice are rolled."""
        return self._game.seed

    @property
    def phase(self) -> int:
        """Current phase, counted from 1."""
        return self._game.phase

    @property
    def is_over(self) -> bool:
        """Whether all requested phases are over."""
        return self._game.is_over

    @property
    def position(self) -> Position:
        """Position of the game: state, agenda, and the answers given to the current clause.

        Positions are hashable, and the same position in another process is equal.
        """
        return self._game.position

    @property
    def state(self) -> Any:  # noqa: ANN401 - the ruleset's own
        """State in the ruleset's own form. Use `view` for a form common to all rulesets."""
        return self._game.state

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Log of the game: events, rolls and decisions, in order."""
        return self._game.log

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the game so far, in order."""
        return tuple(entry.event for entry in self._game.log if isinstance(entry, Told))

    @property
    def record(self) -> Record:
        """Record from which the game can be replayed. Raises PileInError if outcomes of rolls were chosen."""
        return sealed(self._game.record)

    @property
    def uses(self) -> Mapping[str, int]:
        """Number of clauses so far in which each sentence had an effect, by sentence ID."""
        return self._game.history.uses

    def result(self) -> GameResult:
        """Winner, lead and reason as the game stands. They are final if the game is over."""
        return result_of(self._game)

    def view(self) -> View:
        """Return units, models, positions, wounds and statuses as plain data, in a form common to all rulesets."""
        return view_of(self._game)

    # --- playing ----------------------------------------------------------------------------------------------

    @property
    def pending(self) -> Question | PendingRoll | None:
        """Question that waits for an answer or, with open dice, roll that waits for an outcome.

        None if nothing is pending.
        """
        roll = self._game.pending_roll
        if roll is not None:
            return PendingRoll(roll, str(self._game.position.agenda[0][0]))
        choice = self._game.pending
        return None if choice is None else Question(choice, self._game.state.setup.sides)

    @property
    def options(self) -> tuple[Option, ...]:
        """Options of the pending question, as in `Question.options`, or no options if no question is pending."""
        pending = self.pending
        return pending.options if isinstance(pending, Question) else ()

    def answer(self, answer: Answer) -> None:
        """Answer the pending question and play to the next one.

        Raises:
            IllegalAnswer: the rules do not allow the answer. The question remains pending.
            PileInError: no question is pending.
        """
        if isinstance(self.pending, PendingRoll):
            raise BadInput("the game is waiting for a roll, not for an answer", key="answer", remedy=OUTCOMES)
        self._game.answer(frozen(answer))
        self._game.run()

    def choose(self, index: int) -> None:
        """Answer with the option at this index. Raises as `answer` does, or BadInput if there is no such option."""
        if isinstance(self.pending, PendingRoll):
            raise BadInput("the game is waiting for a roll, not for an answer", key="options", remedy=OUTCOMES)
        self.answer(_at(index, self.options, "options").answer)

    def run(self) -> None:
        """Play until a question or a roll is pending, or to the end. Needed only after `undo` or `fork`."""
        self._game.run()

    def undo(self, to: int | None = None) -> None:
        """Undo the decision with this number, by default the last. The question it answered is then pending again.

        Raises:
            PileInError: there is no such decision.
        """
        self._game.undo(to)

    # --- searching -----------------------------------------------------------------------------------------------

    def fork(self, seed: int = 0, *, dice: Literal["ask"] | None = None, policy: Policies | None = None) -> "Game":
        """Return a copy of the game with separate dice, which do not reveal this game's dice.

        With `dice="ask"` the copy waits at each roll, so that a search sees every outcome with its chance. `policy`
        plays the copy from here on, as in a new game. If a question is pending, `run` lets the policy answer it.

        Raises:
            BadInput: the seed is not a whole number, `dice` is neither "ask" nor None, or a policy is invalid.
            UnknownRule: there is no such policy.
        """
        if dice not in (None, OPEN):
            raise BadInput(
                f"the dice of a copy cannot be {spelled(dice)}", key="dice", remedy='give "ask", or leave `dice` out'
            )
        game, number = self._game, seed if type(seed) is int else whole(seed, "seed")
        players = None if policy is None else players_of(policy, game.scenario, number, otherwise=ASK)
        return Game.of(game.fork(number, is_open=dice is not None, players=players))

    def rollout(self, policy: Policies = SENSIBLE, seed: int = 0) -> GameResult:
        """Copy the game, let a policy play the copy to the end with separate dice, and return the result.

        The game itself does not change.

        Raises:
            BadInput: the seed or a policy is invalid, or a policy leaves a question open.
            UnknownRule: there is no such policy.
        """
        copy_of_it = self.fork(seed, policy=policy)
        copy_of_it.run()
        if copy_of_it.pending is not None:
            raise BadInput(
                "the game stopped at a question that no policy answers",
                key="policy",
                remedy="name a policy for each side",
            )
        return copy_of_it.result()

    @classmethod
    def at(cls, seen: Lookahead, policy: Policies = ASK, *, seed: int = 0) -> "Game":
        """Return the game shown to a policy (see `SearchPolicy`) as a copy to search, with separate dice and no record.

        Raises:
            BadInput: the seed or a policy is invalid.
            UnknownRule: there is no such policy.
        """
        number = whole(seed, "seed")
        sides = seen.position.state.setup.sides
        players = players_by(policy, seen.rules.name, sides, number, otherwise=ASK)
        game = engine.Game.at(seen, players, dice=Dice(number))
        game.run()
        return cls.of(game)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcomes of the pending roll, with chances that add up to 1, or no outcomes if no roll is pending."""
        pending = self.pending
        return pending.outcomes if isinstance(pending, PendingRoll) else ()

    def with_answer(self, answer: Answer) -> "Game":
        """Return a copy of the game in which the pending question is answered. Raises as `answer` does."""
        twin = Game.of(self._twin())
        twin.answer(answer)
        return twin

    def with_outcome(self, outcome: Outcome | int) -> "Game":
        """Return a copy in which the pending roll has this outcome, given directly or by its index.

        Raises:
            BadInput: there is no such outcome.
            PileInError: no roll is pending.
        """
        found = outcome if isinstance(outcome, Outcome) else _at(outcome, self.outcomes, "outcomes")
        twin = self._twin()
        twin.suppose(found.value)
        twin.run()
        return Game.of(twin)

    def _twin(self) -> engine.Game:
        """Copy the game together with its dice, whether they are open or seeded."""
        game = self._game
        twin = game.fork(game.seed, is_open=isinstance(game.dice, OpenDice))
        if not isinstance(twin.dice, OpenDice):
            twin.dice = copy(game.dice)
            twin.dice_from = game.dice_from
            twin.source = Live(twin.players, twin.dice, twin.fixed)
        return twin

    # --- saving -------------------------------------------------------------------------------------------------

    def save(self, path: str | Path | None = None) -> bytes:
        """Return the game as a JSON document and, if a path is given, write it there. `Game.load` continues the game.

        Raises:
            BadFile: the file cannot be written.
            PileInError: outcomes of rolls were chosen, so the game cannot be saved.
        """
        content = save(self._game)
        if path is not None:
            files.write(path, content)
        return content

    @classmethod
    def load(cls, saved: str | Path | bytes, policy: Policies = ASK, *, replay: bool = True) -> "Game":
        """Load a game from a file, or from the result of `save` (bytes or str). `policy` is as for a new game.

        With `replay=False` the saved position is used directly if its checksum and the version of the rules match.
        This is much faster, but the game has no record, and its log begins at the saved position. Battles are always
        replayed.

        Raises:
            BadFile: the file cannot be read.
            BadRecord: the file is damaged, or the current rules play the game differently.
        """
        if isinstance(saved, str) and saved.lstrip().startswith("{"):
            saved = saved.encode()
        file = "" if isinstance(saved, bytes) else str(saved)
        content = saved if isinstance(saved, bytes) else files.read(saved)
        read = read_saved(content, file)
        record = from_plain(read.record, file)
        rules = ruleset_named(record.ruleset)
        game = (None if replay else load_position(read, record, rules)) or load_saved(content, rules, file=file)
        game.sit_down(players_of(policy, game.scenario, game.seed, otherwise=ASK))
        game.run()
        return cls.of(game)

    def __getstate__(self) -> dict[str, Any]:
        kept = dict(vars(self._game))
        for name in ("rules", "source"):  # recreated, since they hold functions
            del kept[name]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game = engine.Game.__new__(engine.Game)
        vars(game).update(kept)
        game.rules = ruleset_named(game.scenario.ruleset)
        game.source = Live(game.players, game.dice, game.fixed)
        self._game = game

    # --- results ---------------------------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """Return the game so far as the JSON document of `pilein fight --json`."""
        found: dict[str, Any] = as_json(fight_document(self._game))
        return found

    # --- display ---------------------------------------------------------------------------------------------

    def to_svg(self) -> str:
        """Draw the table before and after the game, to scale."""
        return drawn(self._game)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return table_text(self.view())

    def __repr__(self) -> str:
        what = "over" if self.is_over else repr(self.pending).strip("<>")
        return f"<Game of {self._game.scenario.ruleset}, phase {self.phase}: {what}>"


def dice_of(dice: DiceOf) -> Thrower | None:
    """Return the dice that an argument describes: given faces, open dice, or None if the dice come from the seed.

    Raises:
        BadInput: the values are not dice faces.
    """
    if dice is None:
        return None
    if isinstance(dice, str) and dice == OPEN:
        return OpenDice()
    if isinstance(dice, str) or not is_list(dice) or not all(type(face) is int for face in dice):
        raise BadInput(
            f"{dice!r} is not a list of dice faces", key="dice", remedy='give a list like [4, 6, 1], or "ask"'
        )
    return GivenDice(dice)


def _at(index: int, ones: Sequence[Any], what: str) -> Any:  # noqa: ANN401 - an option or an outcome
    if not 0 <= whole(index, what) < len(ones):
        remedy = f"give an index from 0 to {len(ones) - 1}" if ones else "call `run` to play on to the next question"
        raise BadInput(f"{index} is not the index of any of the {len(ones)} {what}", key=what, remedy=remedy)
    return ones[whole(index, what)]
