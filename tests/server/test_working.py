"""Long computations run in worker processes, are limited, and can be stopped."""

import os
import signal
import time

import psutil

from tests.server.serving import DEMO, DUEL, FIREFIGHT

ENDLESS = {"toml": DEMO, "phases": 200, "games": 10_000}  # as much as may be asked for
LIMIT = 8.0  # seconds of processor time that long work may take


def _workers(server):
    found = psutil.Process(server.process.pid).children(recursive=True)
    return [one for one in found if "resource_tracker" not in " ".join(one.cmdline())]


def test_an_endless_request_for_odds_is_stopped_while_a_second_table_gets_its_answers(serving):
    server = serving(workers=1, limits={"long": LIMIT})
    with server.page() as page, server.page() as stranger:
        page.open(DEMO, is_alone=True)
        endless, began = stranger.send("AskOdds", **ENDLESS), time.monotonic()
        for _ in range(3):
            assert page.answer()["type"] == "Done"
        assert time.monotonic() < began + LIMIT, "answered while the odds were still under way"
        reply = stranger.reply(endless)
        assert (reply["type"], reply["reason"]) == ("Refused", "the request took more than 8 s and was stopped")
        assert stranger.ask("AskOdds", toml=DUEL)["is_exact"], "the worker is made anew"


def test_a_request_that_is_stopped_gets_no_reply_and_frees_its_worker(serving):
    server = serving(workers=1)
    with server.page() as page:
        assert page.ask("AskOdds", toml=DUEL)["is_exact"]
        endless = page.send("AskOdds", **ENDLESS)
        time.sleep(0.3)
        assert page.ask("Stop", of=endless)["type"] == "Done"
        assert page.ask("AskOdds", toml=DUEL)["is_exact"]
        assert endless not in {one.get("id") for one in page.told}


def test_the_newest_long_request_of_a_page_replaces_earlier_ones(serving):
    server = serving(workers=1)
    with server.page() as page:
        endless = [page.send("AskOdds", **ENDLESS) for _ in range(3)]
        assert page.ask("AskOdds", toml=DUEL)["is_exact"]
        replies = [one for one in page.told if one.get("id") in endless]
        assert [one["reason"] for one in replies] == ["a newer request replaced this one"] * 3


def test_work_started_by_a_page_is_stopped_when_the_page_is_closed(serving):
    server = serving(workers=1)
    with server.page() as stranger:
        stranger.send("AskOdds", **ENDLESS)
        time.sleep(1)
    with server.page() as page:
        assert page.ask("AskOdds", toml=DUEL)["is_exact"]


def test_the_death_of_a_worker_process_ends_no_game(serving):
    server = serving(workers=1)
    with server.page() as page:
        page.open(DEMO, is_alone=True)
        for _ in range(3):
            assert page.answer()["type"] == "Done"
        for worker in _workers(server):
            if not worker.children():
                os.kill(worker.pid, signal.SIGKILL)
        replies = [page.answer()["type"] for _ in range(2)]
        assert replies[-1] == "Done"


def test_a_server_can_give_a_side_to_a_policy(served):
    with served.page() as page:
        page.open(DEMO, players=["", "sensible"])
        for _ in range(40):
            question = page.asked()
            if question["type"] == "GameOver":
                break
            assert question["side"] == 0
            assert page.answer()["type"] == "Done"
        assert any(one["type"] == "Happened" for one in page.told)


def test_a_game_between_two_policies_on_a_server_is_played_to_its_end(served):
    with served.page() as page:
        page.open(DEMO, players=["sensible", "sensible"], phases=6)
        assert page.asked()["type"] == "GameOver"


def test_the_server_computes_a_forecast_in_a_worker_process(served):
    with served.page() as page:
        page.open(FIREFIGHT, is_alone=True)
        question = page.asked()
        reply = page.ask("AskForecast", question=question["question"])
        assert reply["type"] == "Forecast", reply
        assert len(reply["options"]) == len(question["options"])
        assert page.asked() == question


def test_a_forecast_is_refused_if_the_question_has_been_answered_in_the_meantime(serving):
    server = serving(workers=1)
    with server.page() as page, server.page() as stranger:
        page.open(FIREFIGHT, is_alone=True)
        asked = page.asked()["question"]
        stranger.send("AskOdds", **ENDLESS)  # the worker has to do this first
        time.sleep(1)
        late = page.send("AskForecast", question=asked)
        time.sleep(0.5)
        assert page.answer()["type"] == "Done"
        stranger.close()
        reply = page.reply(late)
        assert (reply["type"], reply["reason"]) == ("Refused", "the game has moved on since this request was sent")


def test_the_server_computes_the_reach_of_a_charge_in_a_worker_process(served):
    with served.page() as page:
        page.open(FIREFIGHT, is_alone=True)
        reply = page.ask("AskReach", unit=0)
        assert reply["type"] == "Reach", reply
        assert reply["points"]


def test_a_page_without_a_seat_gets_no_forecast(served):
    with served.page() as page:
        assert page.ask("AskReach", unit=0)["remedy"] == "join a table first, by sending Join"
        assert page.ask("AskForecast", question=1)["remedy"] == "join a table first, by sending Join"
