"""Every option of a fight tried: solved one by one in the press, or played in games on the same dice."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.engine.players import Chancy
from pilein.engine.rulesets import rulesets_from
from pilein.engine.sampler import CHUNK, Workers, fewer, processes, sampled
from pilein.kernel.errors import Spent, TooMuch
from pilein.lab.fixed import both_with_fixed
from pilein.lab.policies import policies_of, sides_of
from pilein.lab.simulating_games import Games, policy_of
from pilein.lab.standing import Standing
from pilein.playtest.paired import PairedGames, PairedTally
from pilein.playtest.press import PressFight, Question
from pilein.tabletop.scenario import Scenario

Progress = Callable[[int, int], None]
Tried = Standing | str | None  # the result; why there is none; or nothing changes
ENOUGH = 300_000  # runs of clauses beyond which several processes are faster than one


class Manner(Struct, frozen=True):
    """How options are tried: `games` in each fight that is sampled, `exact` for fractions, processes, limits."""

    games: int
    exact: bool
    workers: Workers
    progress: Progress | None
    meter: Meter


class PressOptions(Struct, frozen=True):
    """A fight in the press and variants of it, to be solved one by one."""

    games: Games
    variants: tuple[Scenario, ...]
    exact: bool

    def begin(self, meter: Meter) -> Callable[[range], list[Tried]]:
        """The function that solves the variants of some numbers."""
        for folder in self.games.folders:
            rulesets_from(folder)
        return partial(self.solved, self.fight(meter))

    def fight(self, meter: Meter) -> PressFight:
        """The fight as it is, compiled; raises TooMuch if there is too much to solve."""
        scenario = self.games.scenario
        one, other = self.games.policies
        policies = policies_of((one, other), scenario.ruleset, sides_of(scenario))
        question = Question(both_with_fixed(self.games.answers(), policies), self.games.phases, self.exact)
        return PressFight(scenario, question, meter)

    def solved(self, fight: PressFight, numbers: range) -> list[Tried]:
        """The results under the variants of some numbers; at a limit of time or memory, why there are none."""
        return [_tried(fight, self.variants[number]) for number in numbers]


def _tried(fight: PressFight, variant: Scenario) -> Tried:
    try:
        return fight.under(variant)
    except Spent as spent:
        return str(spent)
    except TooMuch as error:
        return error.why


def can_be_solved(games: Games) -> bool:
    """Whether a fight is in the press, and no policy of it is random."""
    return games.scenario.press is not None and not any(
        isinstance(policy_of(games, 0, side), Chancy) for side in (0, 1)
    )


def all_solved(fight: PressFight, options: PressOptions, manner: Manner) -> list[Tried]:
    """The result under each variant, in order; by several processes if there is enough to do."""
    wanted = len(options.variants)
    done = manner.progress or (lambda _done, _wanted: None)
    if manner.workers == 1 or fight.standing.work * wanted < ENOUGH:
        found: list[Tried] = []
        for number in range(wanted):
            found += options.solved(fight, range(number, number + 1))
            done(len(found), wanted)
        return found
    parts: list[Tried] = []
    workers = fewer(manner.workers, wanted)
    prepare = partial(options.begin, manner.meter.rest(processes(workers)))
    for _, part in sampled(prepare, range(wanted), workers=workers, chunk=1, is_spent=lambda: manner.meter.is_spent):
        parts += part
        done(len(parts), wanted)
    return parts + [str(manner.meter.reached or "limit reached")] * (wanted - len(parts))


def all_played(games: Games, variants: Sequence[Scenario], manner: Manner) -> PairedTally:
    """Games of the fight as it is and under each variant, on the same dice; fewer if a limit is reached.

    Raises:
        Spent: no game is over.

    """
    pairs, total = PairedGames(games, tuple(variants)), PairedTally(len(variants))
    meter = manner.meter
    several = fewer(manner.workers, -(-manner.games // CHUNK))
    prepare = partial(pairs.begin, meter.rest(processes(several)))
    wanted = range(manner.games)
    for numbers, part in sampled(prepare, wanted, workers=several, chunk=CHUNK, is_spent=lambda: meter.is_spent):
        total.add(part)
        if manner.progress:
            manner.progress(total.games, manner.games)
        if part.games < len(numbers) or meter.is_spent:
            break
    if not total.games:
        raise meter.reached or meter.out_of_time()
    return total
