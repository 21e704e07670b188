"""Python function that plays a game and returns its result."""

from collections.abc import Mapping, Sequence
from typing import Any

from pilein.engine import game as engine
from pilein.engine.log import Told
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.events import Event
from pilein.kernel.record import Record, sealed
from pilein.lab import questions
from pilein.lab.answer import Answer
from pilein.lab.arguments import whole
from pilein.lab.document import Result, UnitLine, fight_document, outcome, unit_lines
from pilein.lab.drawing.svg import drawn
from pilein.lab.figures import WINS
from pilein.lab.fixed import Fixed, fixed_answers, unused_hints
from pilein.lab.game import DiceOf, Game, dice_of
from pilein.lab.given_answers import GivenAnswers, assert_used_up
from pilein.lab.limits import Phases, phases_of
from pilein.lab.policies import ASK, SENSIBLE, Policies, players_of
from pilein.lab.report import as_json
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.sentences import sentence
from pilein.lab.table import LEFT, NUMBER, TEXT, Column, Kind, Table
from pilein.tabletop.scenario import Scenario

WAITING = "name a policy or give answers, or play the fight with `pilein.Game`"
YES = Kind(lambda is_so: "yes" if is_so else "", LEFT)
COLUMNS = (
    *(Column("unit", TEXT, "unit"), Column("side", TEXT, "side")),
    *(Column("models_before", NUMBER, "models"), Column("models_after", NUMBER, "left")),
    *(
        Column("wounds_lost", NUMBER, "wounds lost"),
        Column("in_contact", YES, "in contact"),
        Column("status", TEXT, "status"),
    ),
)


class Played(Answer):
    """Finished game, with its outcome, units, events and record. Printing the game shows the events."""

    def __init__(self, game: engine.Game) -> None:
        self._game = game

    @property
    def game(self) -> Game:
        """The underlying game, for inspecting, drawing, forking or undoing."""
        return Game.of(self._game)

    @property
    def outcome(self) -> Result:
        """Outcome of the game: phases played, whether enemies are still in contact, and models left on each side."""
        return outcome(self._game)

    @property
    def winner(self) -> str:
        """Side that won because it alone has units that still count, or "" if neither side won.

        Examples:
            >>> import pilein
            >>> pilein.play("examples/scrollhammer/duel.toml", seed=3, phases="end").winner
            'houses'
        """
        setup, ending = self._game.state.setup, questions.ending(self._game.rules, self._game.state)
        return next((side for side in setup.sides if ending == WINS.format(side=side)), "")

    @property
    def units(self) -> tuple[UnitLine, ...]:
        """Units before and after the game, in scenario order."""
        return unit_lines(self._game)

    @property
    def hints(self) -> tuple[str, ...]:
        """Notes on fixed answers that were never used, one for each answer."""
        return unused_hints(self._game.fixed, self._game.rules.name)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the game, in order."""
        return tuple(entry.event for entry in self._game.log if isinstance(entry, Told))

    @property
    def record(self) -> Record:
        """Record from which the game can be replayed."""
        return sealed(self._game.record)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein fight --json`."""
        found: dict[str, Any] = as_json(fight_document(self._game))
        return found

    def to_svg(self) -> str:
        """Draw the table before and after, to scale."""
        return drawn(self._game)

    def __str__(self) -> str:
        return "\n".join(f"{sentence(event)}  {event.clause}" for event in self.events)

    def __repr__(self) -> str:
        left = ", ".join(f"{one.unit} {one.models_after} of {one.models_before}" for one in self.units)
        return f"<{type(self).__name__} of {self._game.scenario.ruleset}, seed {self._game.seed}: {left}>"

    def tables(self) -> tuple[Table, ...]:
        """Table of all units before and after the game, in scenario order."""
        names = UnitLine.__struct_fields__[:-1]
        rows = tuple((*(getattr(one, name) for name in names), ", ".join(one.status)) for one in self.units)
        return (Table(f"{self._game.scenario.ruleset}, seed {self._game.seed}", COLUMNS, rows),)

    @property
    def note(self) -> str:
        """Sentence that describes how the game ended."""
        found = self.outcome
        phases = f"{found.phases} phase{'' if found.phases == 1 else 's'} played"
        return f"{phases}; enemies are still in contact" if found.unresolved else phases


def play(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies | None = None,
    *,
    seed: int = 0,
    phases: Phases = 1,
    dice: DiceOf = None,
    answers: Sequence[Any] | None = None,
    fixed: Fixed = None,
    rulings: Mapping[str, str] | None = None,
) -> Played:
    """Play a scenario, given directly or as a file, for a number of phases.

    With "end" (or 0), play until no combat is left. `policy` answers for both sides, or each side has its own: a pair,
    or {"red": ...}. A policy is a name (`sensible`, `first`, `random`) or a function of (state, choice). `dice` is a
    list of faces, which are used in order instead of the seed's dice. `answers` are given, one after another, to the
    questions of sides without a policy. Each is an answer, or {"answer": ..., "clause": ..., "request": ...}, which
    also names the question. `fixed` gives a question of the text the same answer whenever it is asked, without asking a
    policy, as {"SH-RE-02": "hold"} or, for one side, {"red:SH-RE-02": "hold"}. A fixed answer is either the words of an
    option or the answer itself. `rulings` overrides rulings for one run, as {"SH-R-19": "gap"}.

    Examples:
        >>> import pilein
        >>> pilein.play("examples/scrollhammer/duel.toml", seed=3)
        <Played of scrollhammer, seed 3: hill king 1 of 1, noble 1 of 1>

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: the number of phases, a policy or the dice are invalid.
        ScriptError: dice or answers run out, do not fit, or are left over.
        UnknownRule: there is no such policy, ruling or option.
    """
    found, wanted = scenario_of(scenario, rulings), phases_of(phases)
    return Played(to_the_end(found, policy, answers, seed=seed, phases=wanted, dice=dice, fixed=fixed))


def to_the_end(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Scenario,
    policy: Policies | None,
    answers: Sequence[Any] | None,
    *,
    seed: int,
    phases: int = 1,
    battle: bool = False,
    dice: DiceOf = None,
    fixed: Fixed = None,
) -> engine.Game:
    """Play a game to its end and return it. Every question must be answered. Raises as `play` does."""
    given = None if answers is None else GivenAnswers.of(answers)
    seed = whole(seed, "seed")
    otherwise = SENSIBLE if given is None else ASK
    players = players_of(otherwise if policy is None else policy, scenario, seed, otherwise=otherwise, answers=given)
    game = engine.Game(
        ruleset_named(scenario.ruleset),
        scenario,
        seed=seed,
        players=players,
        phases=phases,
        battle=battle,
        dice=dice_of(dice),
        fixed=fixed_answers(fixed, scenario),
    )
    game.run()
    if game.pending is not None or game.pending_roll is not None:
        waits = "a question" if game.pending is not None else "a roll"
        raise BadInput(
            f'the fight cannot be played to its end, because {waits} is waiting for a player ("ask")',
            key="policy" if game.pending else "dice",
            remedy=WAITING,
        )
    assert_used_up(game, given)
    return game
