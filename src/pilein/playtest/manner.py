"""How the fights of a playtest are worked out: exactly, or by games on shared dice; players, phases, limits."""

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.kernel.errors import BadInput, TooMuch
from pilein.lab.arguments import whole
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.limits import HALF, Limit, Phases, budget_of, phases_of
from pilein.lab.policies import Policies, pair_of, sides_of
from pilein.lab.simulating_games import Games
from pilein.playtest.worlds import Measured, Progress, can_be_solved, solved
from pilein.tabletop.scenario import Scenario

AUTO, EXACT, SAMPLED = "auto", "exact", "sampled"
WAYS = (AUTO, EXACT, SAMPLED)
GAMES = 2_000
MOST = 10**9


class Manner(Struct, frozen=True):
    """The way ("auto", "exact" or "sampled"), what is played by whom, and what it may cost."""

    way: str
    games: int
    policy: Policies
    phases: int
    fixed: Fixed
    seed: int
    workers: int
    progress: Progress | None
    meter: Meter

    def games_of(self, scenario: Scenario) -> Games:
        """The games of a scenario."""
        answers = fixed_answers(self.fixed, scenario).plain()
        return Games(scenario, pair_of(self.policy, sides_of(scenario)), self.phases, self.seed, answers)

    def solved(self, *worlds: Games) -> tuple[Measured, ...] | None:
        """The measures of fights, exact; None if they are to be sampled, or one of them has to be.

        Raises:
            TooMuch: there is too much to solve, and nothing else will do.

        """
        is_due = self.way == EXACT
        if self.way == SAMPLED or not (is_due or all(can_be_solved(one) for one in worlds)):
            return None
        try:
            return tuple(solved(one, self.meter.part(1 if is_due else HALF), anyway=is_due) for one in worlds)
        except TooMuch as error:
            if is_due:
                raise
            error.__traceback__ = None  # it would keep what was compiled
            return None


def manner_of(  # noqa: PLR0913 - as it is asked for
    *,
    way: str,
    games: int,
    policy: Policies,
    phases: Phases,
    fixed: Fixed,
    seed: int,
    workers: int,
    progress: Progress | None,
    budget: Limit,
) -> Manner:
    """The manner that is asked for, its clock started.

    Raises:
        BadInput: an invalid way, or number of games, phases or workers, a seed or limit that is none.

    """
    if way not in WAYS:
        raise BadInput(f"{way!r} is not a way to work out odds", key="way", remedy=f"use one of {', '.join(WAYS)}")
    wanted = whole(games, "games", 1)
    if wanted > MOST:
        raise BadInput(f"{wanted} is too many", key="games", remedy=f"give {MOST} at most")
    meter, span = budget_of(budget).started(), phases_of(phases)
    return Manner(way, wanted, policy, span, fixed, whole(seed, "seed"), whole(workers, "workers", 1), progress, meter)
