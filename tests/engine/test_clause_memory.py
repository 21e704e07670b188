"""Games with a clause cache equal games without one, even if the cache is full or has disabled itself."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from pilein.engine import clause_memory
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.play import playing
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.kernel.errors import Spent
from pilein.kernel.requests import is_choice
from pilein.lab import scenarios

ROOM = 10**9
TABLES = (
    "scorched/duel",
    "scrollhammer/second_round",
    "scrollhammer/stand_and_shoot",
    "wab/pursuit",
    "warstrike/press",
    "wwpd/plain_men",
)
GAMES = 12


class _Fight:
    """A fight whose clauses are run for one game at a time, each game with its own dice."""

    def __init__(self, name):
        self.scenario = scenarios.load(f"examples/{name}.toml")
        self.rules = ruleset_named(self.scenario.ruleset)
        self.opening = self.rules.opened(self.scenario)
        self.policy = named("sensible", self.scenario.ruleset, seed=0, side=0)

    def ran(self, number, memory=None, asked=None):
        """Run all clauses of a phase, and return the events, the rulings met, the sentences used, the pauses, and the
        position after each clause.
        """
        dice = Dice(stream(7, number))
        positions = [self.opening]

        def ask(state, request):
            assert state == positions[-1].state
            if asked is not None:
                asked.append(request)
            if not is_choice(request):
                return request.thrown(dice.die)
            return self.policy(state, request)

        found = []
        for ran in (memory or _Plain(self.rules)).playing(self.opening, ask):
            positions.append(ran.position)
            found.append(ran)
        return found


class _Plain:
    def __init__(self, rules):
        self._rules = rules

    def playing(self, position, ask):
        states = [position.state]
        for ran in playing(self._rules, position, lambda request: ask(states[-1], request)):
            states.append(ran.position.state)
            yield ran


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("room", [ROOM, 30_000], ids=["with room", "often full"])
def test_every_clause_has_the_same_result_with_and_without_the_clause_cache(name, room, monkeypatch):
    monkeypatch.setattr(clause_memory, "EARLY_OVERHEAD", 0)
    fight = _Fight(name)
    memory = ClauseMemory(fight.rules, room)
    for number in range(GAMES):
        assert fight.ran(number, memory) == fight.ran(number)
    assert memory.met + memory.run == sum(len(fight.ran(number)) for number in range(GAMES))


def test_a_game_replayed_from_the_clause_cache_runs_no_clause_and_asks_only_for_rolls():
    fight = _Fight("scrollhammer/second_round")
    memory, asked = ClauseMemory(fight.rules, ROOM), []
    first = fight.ran(3, memory)
    run = memory.run
    assert fight.ran(3, memory, asked) == first
    assert memory.run == run
    assert memory.met == len(first)
    assert not any(is_choice(request) for request in asked)


def test_a_full_clause_cache_keeps_the_clauses_that_recur(monkeypatch):
    monkeypatch.setattr(clause_memory, "WEIGHED", 1)
    fight = _Fight("scrollhammer/second_round")
    memory = ClauseMemory(fight.rules, 500_000)
    for number in (3, 3):
        fight.ran(number, memory)
    often = len(fight.ran(3))
    for number in range(4, 4 + 8 * GAMES):
        before = memory._bytes
        fight.ran(number, memory)
        if memory._bytes < before:
            break
    else:
        pytest.fail("it was never full")
    run = memory.run
    assert fight.ran(3, memory) == fight.ran(3)
    assert memory.run - run < often / 2


def test_replaying_cached_clauses_one_by_one_gives_the_same_game_as_the_engine():
    fight = _Fight("scrollhammer/second_round")
    memory = ClauseMemory(fight.rules, ROOM)
    for _ in range(2):
        dice, position, found = Dice(stream(7, 3)), fight.opening, []
        while position.agenda:

            def ask(request, position=position, dice=dice):
                return fight.policy(position.state, request) if is_choice(request) else request.thrown(dice.die)

            found.append(memory.turned(position, ask))
            position = found[-1].position
        assert found == fight.ran(3)
    assert memory.met == memory.run == len(fight.ran(3))


def test_a_cached_clause_is_followed_by_the_rest_of_the_current_agenda():
    fight = _Fight("scrollhammer/second_round")
    memory, opening = ClauseMemory(fight.rules, ROOM), fight.opening
    entry, dice = opening.agenda[0], Dice(stream(7, 3))

    def after(rest):
        def ask(state, request):
            return fight.policy(state, request) if is_choice(request) else request.thrown(dice.die)

        position = replace(opening, agenda=(entry, *rest))
        return next(memory.playing(position, ask)).position.agenda

    alone = after(())
    for rest in ((), (entry,), (entry, entry), ()):
        assert after(rest) == (*alone, *rest)
    assert memory.run == 1


@pytest.mark.parametrize(("when", "factor"), [("JUDGED", "OVERHEAD"), ("EARLY", "EARLY_OVERHEAD")])
def test_a_cache_with_few_hits_disables_itself_and_play_continues(when, factor, monkeypatch):
    monkeypatch.setattr(clause_memory, when, 20)
    monkeypatch.setattr(clause_memory, factor, 1e9)
    fight = _Fight("warstrike/press")
    memory = ClauseMemory(fight.rules, ROOM)
    games = [fight.ran(number, memory) for number in range(GAMES)]
    assert memory.is_given_up
    assert games == [fight.ran(number) for number in range(GAMES)]


def test_a_cache_with_many_hits_is_kept(monkeypatch):
    fight = _Fight("scrollhammer/second_round")
    monkeypatch.setattr(clause_memory, "JUDGED", len(fight.ran(0)) + 1)
    monkeypatch.setattr(clause_memory, "OVERHEAD", 1e-3)
    memory = ClauseMemory(fight.rules, ROOM)
    for number in (0, 0, 1):
        fight.ran(number, memory)
    assert memory.run >= clause_memory.JUDGED
    assert not memory.is_given_up


def test_games_of_several_phases_have_the_same_end_and_number_of_clauses_with_and_without_a_cache():
    fight = _Fight("scrollhammer/duel")
    memory = ClauseMemory(fight.rules, ROOM)
    for number in range(GAMES):
        ends = []
        for one in (None, memory):
            events = []
            game = Playing((fight.policy, fight.policy), Dice(stream(1, number)), events.append, memory=one)
            ends.append((game.to_the_end(fight.rules, fight.opening, 3), game.clauses, events))
        assert ends[0] == ends[1]
    assert memory.met


def test_an_aborted_game_leaves_the_cache_unchanged():
    fight = _Fight("scrollhammer/second_round")
    memory = ClauseMemory(fight.rules, ROOM)
    whole = fight.ran(0)
    for broken_at in range(1, 12):
        left = iter(range(broken_at))

        def check(left=left):
            if next(left, None) is None:
                raise Spent("a second", "2s")

        game = Playing((fight.policy, fight.policy), Dice(stream(7, 0)), lambda _: None, check, memory)
        with pytest.raises(Spent):
            game.to_the_end(fight.rules, fight.opening, 1)
        assert fight.ran(0, memory) == whole


def test_states_are_cached_without_the_geometry_computed_for_their_fields():
    fight = _Fight("scrollhammer/stand_and_shoot")
    memory = ClauseMemory(fight.rules, ROOM)
    fight.ran(0, memory)
    assert memory.run
    fields = [known.state.field for known in memory._states.values()]
    assert all(not field.__dict__ for field in fields)
    assert all(not set(standing.__dict__) for field in fields for standing in field.standings)
    assert all(one is not other for one, other in pairwise(memory._states))
