"""Games of random scenarios, in which every clause is checked after it has been played."""

from typing import Any

from msgspec import Struct

from pilein.engine.game import Game
from pilein.engine.play import turned
from pilein.engine.players import Player
from pilein.engine.replay import check
from pilein.engine.sources import Answered, Source
from pilein.kernel.codec import codec_of
from pilein.kernel.position import Position, Ran
from pilein.kernel.requests import Answer, Policy, Request, is_choice
from pilein.lab.sentences import sentence
from pilein.tabletop.scenario import Scenario
from tests.conformance.choosing import Curious
from tests.conformance.fields import faults_of_change
from tests.conformance.subjects import Faults, Step, Subject

MOST_CLAUSES = 4000  # in one phase of some dozen models
MOST_REQUESTS = 400  # in one clause


class Watching:
    """A source of answers that records the requests made to it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.asked: list[Request] = []

    def answer(self, state: Any, request: Request, key: str, number: int) -> Answered:
        self.asked.append(request)
        assert len(self.asked) < MOST_REQUESTS, f"{key} asks without end"
        return self.source.answer(state, request, key, number)


class Watched(Struct):
    """A finished game, with its faults, its number of steps and the sentences under which questions were asked. The
    first fault ends the game.
    """

    game: Game
    faults: Faults
    steps: int
    asked: list[str]


def watched(
    subject: Subject,
    scenario: Scenario,
    seed: int,
    *,
    phases: int = 1,
    sensible: tuple[Policy | None, ...] = (None,) * 2,
) -> Watched:
    """Play a scenario at random and check every clause. A fault or an error ends the game.

    `sensible` holds the policies of the sides; a side without a policy takes any answer.
    """
    curious = (Curious(2 * seed), Curious(2 * seed + 1))
    one, other = (
        Player("curious", curious[side]) if own is None else Player("sensible", own)
        for side, own in enumerate(sensible)
    )
    players = (one, other)
    game = Game(subject.rules, scenario, seed=seed, players=players, phases=phases)
    source = Watching(game.source)
    game.source = source
    seen = Watched(game, [], 0, [])
    while not game.is_over and not seen.faults:
        source.asked.clear()
        seen.faults += _step(subject, game, source) + [fault for one in curious for fault in one.faults]
        seen.steps += 1
        seen.asked += [request.clause for request in source.asked if is_choice(request)]
        if seen.steps > MOST_CLAUSES * phases:
            seen.faults.append(f"the phase does not end: {game.position.agenda[:3]} after {seen.steps} clauses")
    if not seen.faults:
        seen.faults += _faults_of_record(game)
    return seen


def _step(subject: Subject, game: Game, source: Watching) -> Faults:
    """Play one clause and return its faults."""
    before, phase = game.position, game.phase
    key = before.agenda[0][0]
    if not game.step():
        return [f"{key}: the game stands still"]
    turn = game.history.turns[-1]
    answers = tuple(answered.answer for answered in turn.answers)
    again, asked = _again(subject, before, answers)
    step = Step(before, again.position, again.events)
    same_phase = game.phase == phase
    if same_phase and again.position != game.position:
        return [f"{key}: played twice, it comes to two positions"]
    faults = [] if asked == source.asked else [f"{key}: played twice, it asks {asked} for {source.asked}"]
    faults += [f"{key}: {fault}" for fault in _faults_of_saving(subject, step, answers)]
    faults += [f"{key}: {fault}" for fault in faults_of_step(subject, step)]
    if not again.position.agenda:
        faults += [f"at the end: {fault}" for fault in _faults_at_end(subject, game, phase, again.position)]
    return faults


def _again(subject: Subject, before: Position, answers: tuple[Answer, ...]) -> tuple[Ran, list[Request]]:
    """Run the clause again with the same answers, and return the requests that it makes."""
    left = list(reversed(answers))
    asked: list[Request] = []

    def ask(request: Request) -> Answer:
        asked.append(request)
        return left.pop()

    ran = turned(subject.rules, before, ask)
    assert not left, f"{before.agenda[0][0]}: played twice, it leaves answers over"
    return ran, asked


def _faults_of_saving(subject: Subject, step: Step, answers: tuple[Answer, ...]) -> Faults:
    """Check that a position saved and loaded equals the original and continues in the same way."""
    codec = codec_of(type(step.before.state))
    position = Position(step.before.state, step.before.agenda, answers)
    loaded = codec.decode(codec.encode(position), position.state.setup)
    if loaded != position or hash(loaded) != hash(position):
        return ["saved and loaded, the position is another"]
    if codec.encode(loaded) != codec.encode(position):
        return ["saved twice, the position is written otherwise"]
    ran = turned(subject.rules, loaded)
    if ran.position != step.after or ran.events != step.events:
        return ["saved and loaded, the clause plays otherwise"]
    return []


def faults_of_step(subject: Subject, step: Step) -> Faults:
    """Return the faults of the position after a clause."""
    state = step.after.state
    absent = subject.off_table(step.before.state)
    faults = faults_of_change(step.before.state.field, state.field, subject.wounds_of, absent)
    if state.setup is not step.before.state.setup:
        faults.append("the set-up has changed")
    unknown = [entry for entry in step.after.agenda if entry[0] not in subject.rules.clauses]
    faults += [f"{entry} is no clause" for entry in unknown]
    odd = [entry for entry in step.after.agenda if not all(type(part) in {int, str} for part in entry[1:])]
    faults += [f"{entry} holds more than whole numbers and texts" for entry in odd]
    for event in step.events:
        if not sentence(event).strip():
            faults.append(f"{event} has no words")
        if not event.clause.startswith(subject.rules.prefix):
            faults.append(f"{event} names no sentence")
    return faults + subject.faults_of(step)


def _faults_at_end(subject: Subject, game: Game, phase: int, end: Position) -> Faults:
    turns = [turn for turn in game.history.turns if turn.phase == phase]
    told = tuple(entry.event for turn in turns for entry in turn.log if hasattr(entry, "event"))
    return subject.faults_at_end(turns[0].before, end, told)


def _faults_of_record(game: Game) -> Faults:
    """Check that replaying the game's record gives the same events."""
    difference = check(game.record, game.rules)
    return [] if difference is None else [f"the record: {difference.clause}: {difference.what}"]
