"""After servers are killed at random moments, no acknowledged answer is lost, and both players continue."""

import random
import time

import pytest

from tests.conftest import SOAK
from tests.server.games import played_through
from tests.server.serving import DEMO, Served

AT_ONCE = 4  # games at a server that is killed
ROUNDS = 1  # so four games on each store, and 200 in a soak


def _killed_at_random(store, number):
    chance = random.Random(number)  # noqa: S311 - no secret
    with Served(store, workers=1) as server:

        def disturb():
            time.sleep(chance.uniform(0.05, 3.0))
            server.kill()
            server.again()

        played_through([server], [AT_ONCE * number + one for one in range(AT_ONCE)], disturb)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_sqlite_keeps_acknowledged_answers_when_the_server_is_killed(tmp_path, number):
    _killed_at_random(str(tmp_path / "tables.sqlite"), number)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_postgresql_keeps_acknowledged_answers_when_the_server_is_killed(postgresql, number):
    _killed_at_random(postgresql, number)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(ROUNDS, 50 * max(SOAK, 1)))
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_store_keeps_acknowledged_answers_in_each_of_many_games_when_its_server_is_killed(
    request, tmp_path, kind, number
):
    store = str(tmp_path / "tables.sqlite") if kind == "sqlite" else request.getfixturevalue("postgresql")
    _killed_at_random(store, number)


def test_two_servers_share_their_tables_and_each_player_may_use_either_server(pair):
    played_through(list(pair), range(100, 103), lambda: None)


def test_the_games_of_a_killed_server_continue_on_the_second_server(pair):
    def disturb():
        time.sleep(1.0)
        pair[0].kill()

    played_through(list(pair), range(200, 203), disturb)


def test_an_answer_sent_to_two_servers_at_once_counts_only_once(pair):
    with pair[0].page() as page, pair[1].page() as twin:
        table, tokens = page.open(DEMO, is_alone=True)
        twin.ask("Join", table=table, token=tokens[0])
        for _ in range(10):
            question = page.asked()
            assert twin.asked()["question"] == question["question"]
            answer = {"question": question["question"], "answer": question["options"][0]["answer"]}
            for each in (page, twin):
                each.told.clear()
            sent = [each.send("Answer", **answer) for each in (page, twin)]
            replies = [each.reply(number)["type"] for each, number in zip((page, twin), sent, strict=True)]
            assert sorted(replies) == ["Done", "Refused"]
            if "GameOver" in {page.asked()["type"], twin.asked()["type"]}:
                break
