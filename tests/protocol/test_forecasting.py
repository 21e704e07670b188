"""A forecast of an answer's value is exact, sampled with an interval, or missing. The usual answer is examined
first.
"""

import pytest

from pilein.engine.budget import UNLIMITED, Budget
from pilein.engine.clause_memory import ClauseMemory
from pilein.kernel.codec import frozen
from pilein.kernel.errors import PileInError
from pilein.protocol import exact_forecasts, forecasting
from pilein.protocol.forecasting import Wins, forecast_of, sampled
from pilein.protocol.from_page import AskForecast, OpenTable
from pilein.protocol.session import Session
from tests.clocks import Clock
from tests.protocol.sitting import SECRET, example

DEMO = "scrollhammer/demo.toml"
BRAWL = "scorched/brawl.toml"
DUEL = "scrollhammer/duel.toml"
ARMIES = "wab/two_armies.toml"
QUERY = AskForecast(id=1, question=1)


def at(name, **opening):
    session = Session(OpenTable(id=1, toml=example(name), players=("", ""), **opening), SECRET)
    session.play_on()
    return session


def of_games(monkeypatch, won, games, name=DEMO):
    """Return a forecast in which each option has won the given number of games out of those played with it."""
    monkeypatch.setattr(forecasting, "sampled", lambda _game, answers, _meter: [Wins(won, games) for _ in answers])
    return forecast_of(at(name), QUERY)


def test_a_forecast_without_a_finished_game_has_no_figures(monkeypatch):
    found = of_games(monkeypatch, (0, 0), 0)
    assert {option.wins for option in found.options} == {None}
    assert found.assumes[-1] == "no game ended within 15 s, so nothing is known yet"
    assert not found.is_exact


def test_a_forecast_from_a_single_game_has_a_wide_interval(monkeypatch):
    found = of_games(monkeypatch, (1, 0), 1)
    one, other = found.options[0].wins
    assert (one.chance, one.games, one.high) == (1, 1, 1)
    assert one.low == pytest.approx(0.2065, abs=0.0001)
    assert (other.chance, other.low) == (0, 0)
    assert found.assumes[-1].startswith("1 game for each option")


def test_a_forecast_from_forty_games_has_the_interval_of_a_sample_of_that_size(monkeypatch):
    found = of_games(monkeypatch, (26, 10), 40)
    one, other = found.options[0].wins
    assert (one.chance, one.games, other.chance, other.games) == (0.65, 40, 0.25, 40)
    assert (one.low, one.high) == pytest.approx((0.495, 0.779), abs=0.001)


@pytest.mark.parametrize(("name", "is_battle"), [(ARMIES, True), (BRAWL, False)])
def test_a_forecast_begins_with_the_answer_that_the_policy_would_give(monkeypatch, name, is_battle):
    monkeypatch.setattr(forecasting, "sampled", lambda _game, answers, _meter: [Wins((0, 0), 0) for _ in answers])
    session = at(name, battle=is_battle)
    found = [option.index for option in forecast_of(session, QUERY).options]
    usual = next(one.index for one in forecasting._usual_first(session) if one.is_usual)
    assert found[0] == usual
    assert found[1:] == sorted(set(found) - {usual})


def test_an_exact_forecast_does_not_depend_on_the_clock():
    """On a busy machine, the odds must be either the same as usual or missing."""
    exact = forecast_of(at(DUEL), QUERY, UNLIMITED)
    assert exact.is_exact
    assert {one.games for option in exact.options for one in option.wins} == {0}
    assert forecast_of(at(DUEL), QUERY, Budget(10, None, Clock(1e-6))) == exact
    late = forecast_of(at(DUEL), QUERY, Budget(10, None, Clock(1)))
    assert {option.wins for option in late.options} == {None}
    assert late.assumes[-1] == "not solved within 10 s, so nothing is known yet"


def test_a_forecast_that_needs_too_much_work_is_sampled_even_without_a_time_limit(monkeypatch):
    monkeypatch.setattr(exact_forecasts, "WORK", 10)
    monkeypatch.setattr(forecasting, "GAMES", 1)
    found = forecast_of(at(DUEL), QUERY, UNLIMITED)
    assert not found.is_exact
    assert {one.games for option in found.options for one in option.wins} == {1}


def test_a_forecast_of_a_finished_game_is_refused():
    session = at(DUEL)
    while session.game.pending is not None:
        session.answer(session.usual)
        session.play_on()
    with pytest.raises(PileInError, match="no question is waiting"):
        forecast_of(session, QUERY)


@pytest.mark.parametrize(("name", "is_battle"), [(DUEL, False), (BRAWL, False), ("warstrike/press.toml", True)])
def test_the_games_of_a_forecast_share_a_cache_so_that_no_clause_is_run_twice(monkeypatch, name, is_battle):
    session = at(name, battle=is_battle)
    answers = [frozen(option.answer) for option in forecasting._usual_first(session)[:3]]
    monkeypatch.setattr(forecasting, "GAMES", 6)
    memories = []

    def noted(*arguments):
        memories.append(ClauseMemory(*arguments))
        return memories[-1]

    monkeypatch.setattr(forecasting, "ClauseMemory", noted)
    found = sampled(session.game, answers, UNLIMITED.started())
    assert memories[0].met
    monkeypatch.setattr(forecasting, "ClauseMemory", lambda *_: None)
    assert sampled(session.game, answers, UNLIMITED.started()) == found
