"""Result of a tournament, with ratings, the games of each pair, and the skill that each rules text rewards."""

from functools import cached_property
from itertools import chain
from statistics import fmean, pstdev
from typing import Any

from msgspec import Struct

from pilein.agents.ratings import Rating, Scores, added, intervals, strengths
from pilein.agents.schedule import Games
from pilein.lab.answer import Answer
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.figures import Estimate, error_of
from pilein.lab.table import COUNT, Kind, Records, Table, headed

FORMAT = 1
PER_CENT = 100
LEAD = Kind(lambda lead: f"{PER_CENT * lead:+.1f}")
BETWEEN = Kind(lambda ends: f"{PER_CENT * ends[0]:+.1f} to {PER_CENT * ends[1]:+.1f}")
RATING = Kind(lambda points: f"{points:+.0f}")
RATED = Kind(lambda ends: f"{ends[0]:+.0f} to {ends[1]:+.0f}")
NOBODY = "nobody"  # is better, in the table of skill

Leads = list[list[int]]  # leads of games, grouped by the dice that they share


class Meeting(Struct, frozen=True):
    """Games of two players in one fight, in both seats, with the wins of each player and the lead of the first
    player.

    The lead is the share of games won minus the share of games lost, from -1 to 1. To compute the lead's
    interval, from `low` to `high`, the two games that share their dice count as one observation.
    """

    fight: str
    player: str
    enemy: str
    games: int
    won: int
    lost: int
    lead: float
    low: float
    high: float


class Skill(Struct, frozen=True):
    """Skill that a rules text rewards, measured as the mean lead of the best-rated player over the worst-rated.

    At 0 the choice of player makes no difference; at 1 the better player wins every game. Both seats count, so an
    uneven fight lowers the measure: a fight that the stronger army wins anyway leaves little to skill. The interval is
    computed like that of a `Meeting`.
    """

    ruleset: str
    better: str
    worse: str
    lead: float
    low: float
    high: float


class Tournament(Answer):
    """Tournament, finished or in progress. Printing the tournament shows ratings, pairs and skill."""

    def __init__(self, played: Games, leads: tuple[int, ...]) -> None:
        self._games = played
        self.leads = leads

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players in the tournament."""
        return self._games.players

    @property
    def is_complete(self) -> bool:
        """Whether all games have been played."""
        return len(self.leads) == self._games.total

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """Ratings of the players, best first."""
        blocks = self._blocks()
        scores = added(blocks)
        points, between = strengths(scores), intervals(blocks)
        found = [self._rating(player, points[player], between[player]) for player in range(len(self.players))]
        return tuple(sorted(found, key=lambda one: -one.rating))

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Results of every pair in every fight."""
        games = self._games
        return tuple(
            self._meeting(fight.name, one, other, self._leads_of(number, pair))
            for number, fight in enumerate(games.fights)
            for pair, (one, other) in enumerate(games.pairs)
        )

    @cached_property
    def skill(self) -> tuple[Skill, ...]:
        """Skill that each ruleset rewards, measured between the best-rated player and the worst-rated."""
        best, worst = self.ratings[0].player, self.ratings[-1].player
        one, other = sorted((self.players.index(best), self.players.index(worst)))
        pair, sign = self._games.pairs.index((one, other)), 1 if self.players[one] == best else -1
        found: dict[str, Leads] = {}
        for number, fight in enumerate(self._games.fights):
            leads = [[sign * lead for lead in games] for games in self._leads_of(number, pair)]
            found.setdefault(fight.scenario.ruleset, []).extend(leads)
        return tuple(Skill(ruleset, best, worst, *_mean(leads)) for ruleset, leads in found.items())

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein tournament --json`."""
        return {
            "format": FORMAT,
            "complete": self.is_complete,
            "games": len(self.leads),
            "ratings": [_plain(one) for one in self.ratings],
            "meetings": [_plain(one) for one in self.meetings],
            "skill": [_plain(one) for one in self.skill],
        }

    def to_dict(self) -> Records:
        """Return the results of all pairs as records."""
        return [_plain(one) for one in self.meetings]

    def tables(self) -> tuple[Table, ...]:
        """Tables of skill, pairs and ratings."""
        lead = (headed("lead", LEAD), headed("95 %", BETWEEN))
        met = (headed("fight"), headed("player"), headed("against"), headed("games", COUNT), *lead)
        pairs = tuple(
            (one.fight, one.player, one.enemy, one.games, one.lead, (one.low, one.high)) for one in self.meetings
        )
        skills = tuple((one.ruleset, *_ranked(one), one.lead, (one.low, one.high)) for one in self.skill)
        skilled = (headed("ruleset"), headed("better"), headed("worse"), *lead)
        counted = (headed("games", COUNT), headed("won", COUNT), headed("lost", COUNT))
        rated = (headed("player"), headed("rating", RATING), headed("95 %", RATED), *counted)
        rows = tuple(
            (one.player, one.rating, (one.low, one.high), one.games, one.won, one.lost) for one in self.ratings
        )
        return (
            Table("pairs", met, pairs),
            Table("skill: lead of the better player", skilled, skills),
            Table("ratings", rated, rows),
        )

    @property
    def note(self) -> str:
        """Note on the number of games played, and on the seats, dice and seed used."""
        games = self._games
        part = "" if self.is_complete else f" of {games.total:,}"
        return f"{len(self.leads):,}{part} games, both seats, the same dice for every pair; seed {games.seed}"

    def to_svg(self) -> str:
        """Draw each player's rating with its interval."""
        drawn = tuple(Row((one.player,), interval=(one.low, one.high), dot=one.rating) for one in self.ratings)
        return rows(Rows("Ratings", self.note, drawn, ticks="+.0f"))

    def __repr__(self) -> str:
        return f"<Tournament: {', '.join(f'{one.player} {one.rating:+.0f}' for one in self.ratings)}>"

    # --- counting -------------------------------------------------------------------------------------------------

    def _blocks(self) -> list[Scores]:
        """Return the scores for each combination of fight and dice."""
        games, count = self._games, len(self.players)
        found: dict[tuple[int, int], Scores] = {}
        for number, lead in enumerate(self.leads):
            fight, dice, pair, _ = games.place(number)
            scores = found.setdefault((fight, dice), [[0.0] * count for _ in range(count)])
            one, other = games.pairs[pair]
            scores[one][other] += (1 + lead) / 2
            scores[other][one] += (1 - lead) / 2
        return list(found.values())

    def _rating(self, player: int, points: float, between: tuple[float, float]) -> Rating:
        leads: list[int] = []
        for number, lead in enumerate(self.leads):
            one, other = self._games.pairs[self._games.place(number)[2]]
            if player in (one, other):
                leads.append(lead if player == one else -lead)
        return Rating(self.players[player], points, *between, len(leads), leads.count(1), leads.count(-1))

    def _leads_of(self, fight: int, pair: int) -> Leads:
        """Return the first player's leads in the games of a pair in a fight. Each group holds the games of both seats
        with the same dice.
        """
        found: dict[int, list[int]] = {}
        for number, lead in enumerate(self.leads):
            where, dice, who, _ = self._games.place(number)
            if (where, who) == (fight, pair):
                found.setdefault(dice, []).append(lead)
        return list(found.values())

    def _meeting(self, fight: str, one: int, other: int, groups: Leads) -> Meeting:
        names, leads = (self.players[one], self.players[other]), list(chain.from_iterable(groups))
        return Meeting(fight, *names, len(leads), leads.count(1), leads.count(-1), *_mean(groups))


def _mean(groups: Leads) -> tuple[float, float, float]:
    """Return the mean of all leads, followed by the ends of its 95 % interval. Each group is one observation."""
    if not groups:
        return 0.0, -1.0, 1.0
    mean = fmean(chain.from_iterable(groups))
    error = error_of(pstdev(map(fmean, groups)), len(groups))
    return mean, *Estimate(mean, error).interval_within(1)


def _ranked(skill: Skill) -> tuple[str, str]:
    """Return the better player and the worse one for display. If neither leads, nobody is better."""
    return (skill.better, skill.worse) if skill.lead else (NOBODY, NOBODY)


def _plain(one: Struct) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}
