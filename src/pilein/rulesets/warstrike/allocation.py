"""What an allocation test allows (WS-AL-05 to WS-AL-08)."""

from itertools import combinations

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.likeness import is_leader, kinds_of
from pilein.rulesets.warstrike.rulebook import says
from pilein.rulesets.warstrike.state import Battle

Options = tuple[tuple[int, ...], ...]
TWO = 2


@says("WS-AL-07", without=lambda _falling, models: models)
def may_pick(falling: tuple[int, ...], _models: tuple[int, ...]) -> tuple[int, ...]:
    """WS-AL-07. The attacker may not choose an unengaged model (WS-R-15: in shooting, none that may not fall)."""
    return falling


@says("WS-AL-08", without=TWO)
def most_picks(kills: int) -> int:
    """WS-AL-08. He may not choose more models than there were casualties."""
    return min(TWO, kills)


def picks(battle: Battle, table: Table, falling: tuple[int, ...], kills: int, sixes: int) -> Options:
    """Whom the attacker may choose after so many sixes; models that cannot be told apart are offered once."""
    leaders = tuple(model for model in falling if is_leader(battle, model))
    others = kinds_of(battle, tuple(model for model in falling if model not in leaders))
    if sixes == 1:
        return with_one_six(others, leaders)
    if sixes < TWO:
        return ((),)
    most = most_picks(kills)
    options = with_two_sixes(others, leaders, most)
    if leaders and most == TWO and table.rule("WS-R-50") == "leader-plus-one":
        return (*options, *((*leaders, *some) for some in _some(others, 1)))
    return options


@says("WS-AL-05", without=((),))
def with_one_six(others: Options, _leaders: tuple[int, ...]) -> Options:
    """WS-AL-05. One six: the attacker chooses the first casualty, but not the unit leader (WS-R-51)."""
    return (*_some(others, 1), ())


@says("WS-AL-06", without=((),))
def with_two_sixes(others: Options, leaders: tuple[int, ...], most: int) -> Options:
    """WS-AL-06. Two sixes: he chooses the leader as the first casualty, or up to two other models."""
    leader = (leaders,) if leaders else ()
    more = _some(others, TWO) if most == TWO else ()
    return (*leader, *more, *_some(others, 1), ())


def words_of_pick(name: str, sixes: int) -> str:
    """The question."""
    return f"{name}: whom does the attacker pick with {sixes} six{'es' if sixes > 1 else ''}?"


def _some(kinds: Options, number: int) -> Options:
    """Every selection of so many models, like ones counting once."""
    places = tuple(place for place, models in enumerate(kinds) for _ in models[:number])
    chosen = sorted(set(combinations(places, number)))
    return tuple(tuple(kinds[place][some[:here].count(place)] for here, place in enumerate(some)) for some in chosen)
