"""Explain why a change to the text has no effect, by checking whether the changed part came up in games."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct

from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.engine.sampler import stream
from pilein.kernel.errors import Spent
from pilein.lab.altering import is_of_the_text
from pilein.lab.readings import noting, opening
from pilein.lab.replays import Moment, Replay
from pilein.lab.simulating_games import Games

GAMES = 50  # in all fights together


class CameUp(Struct):
    """Number of games played and, by ID, the number of games in which a subject was at work or was looked up.

    A policy, or the check of how a fight ends, may look up a ruling that is not at work.
    """

    games: int = 0
    at_work: dict[str, int] = {}
    looked_at: dict[str, int] = {}


def reasons(fights: Sequence[Games], keys: Iterable[str], meter: Meter) -> tuple[str, ...]:
    """Return a sentence for each key of the text, stating whether the key came up in games of the unchanged fights."""
    words = vocabulary(fights[0].scenario.ruleset)
    known = [key for key in keys if is_of_the_text(words, key)]
    if not known:
        return ()
    found = _played(fights, meter)
    return tuple(_reason(key, found) for key in known) if found.games else ()


def _played(fights: Sequence[Games], meter: Meter) -> CameUp:
    """Play several games of each fight and note the rules at work. Fewer games are played if a limit is reached."""
    found = CameUp()
    with suppress(Spent), watched(meter.check):
        for number in range(-(-GAMES // len(fights))):
            for games in fights:
                _note(found, games, number, meter)
    return found


def _note(found: CameUp, games: Games, number: int, meter: Meter) -> None:
    begun = opening(ruleset_named(games.scenario.ruleset), games.scenario)
    used: set[str] = set()
    for _, ran in Replay(games, stream(games.seed, number), meter).steps(Moment(begun)):
        used.update(ran.used, ran.met)
    found.games += 1
    for counts, ids in ((found.at_work, used), (found.looked_at, noting(begun).taken())):
        for one in ids:
            counts[one] = counts.get(one, 0) + 1


def _reason(key: str, found: CameUp) -> str:
    """Describe how often a key came up in games. A number counts as at work whenever its sentence is at work."""
    of = f"of {found.games:,} games of this, as it was"
    at_work = max((found.at_work.get(one, 0) for one in _names(key)), default=0)
    looked_at = found.looked_at.get(key, 0)
    if at_work:
        return f"{key} was at work in {at_work:,} {of}: its effect there changes no result"
    if looked_at:
        return f"{key} was looked at in {looked_at:,} {of}, and was at work in none"
    return f"{key} never came up in {found.games:,} games of this, as it was: nothing here asks for it"


def _names(key: str) -> Iterator[str]:
    """Yield the key and, if the key is a number, the sentence that contains it."""
    yield key
    yield key.partition(".")[0]
