"""The engine inside a page serves a desk and tables without a server."""

import json
from itertools import count

import pilein
from pilein.protocol.alone import Alone
from tests.protocol.sitting import example

DESK, RED, BLUE, GALLERY = 1, 2, 3, 4


def alone():
    numbers = count(1)
    return Alone(lambda: next(numbers).to_bytes(32, "little"))


def said(engine, line, **message):
    return [(to, json.loads(text)) for to, text in engine.hear(line, json.dumps(message))]


def opened(engine, **more):
    toml = example("warstrike/boarding.toml")
    ((to, reply),) = said(engine, DESK, type="OpenTable", id=1, toml=toml, **more)
    assert to == DESK
    assert reply["type"] == "TableOpened"
    return reply["table"], reply["tokens"]


def test_the_engine_in_the_page_computes_the_same_odds_as_the_library():
    toml = example("scrollhammer/duel.toml")
    ((_, odds),) = said(alone(), DESK, type="AskOdds", id=7, toml=toml)
    expected = pilein.odds("examples/scrollhammer/duel.toml").figures
    assert odds["id"] == 7
    assert [side["wins"]["chance"] for side in odds["sides"]] == [float(chance) for _, chance in expected.outcome[:2]]


def joined(engine, line, table, token):
    sent = said(engine, line, type="Join", id=1, table=table, token=token)
    return [one for to, one in sent if to == line]


def test_events_at_a_table_are_sent_to_every_connection_that_has_joined_the_table():
    engine = alone()
    table, tokens = opened(engine)
    heard = [joined(engine, line, table, token) for line, token in zip((RED, BLUE, GALLERY), tokens, strict=True)]
    assert [one[0]["type"] for one in heard] == ["Joined"] * 3
    engine.close(GALLERY)
    asked = next(one for one in heard[1] if one["type"] == "Asked")
    answering = (RED, BLUE)[asked["side"]]
    options = next(one for one in heard[asked["side"]] if one["type"] == "Asked")["options"]
    answer = options[0]["answer"]
    sent = said(engine, answering, type="Answer", id=3, question=asked["question"], answer=answer)
    told = [(to, one["type"]) for to, one in sent]
    assert told[0] == (answering, "Done")
    assert {(RED, "Happened"), (BLUE, "Happened")} <= {*told}
    assert all(to != GALLERY for to, _ in told)


def test_a_spectator_receives_a_game_between_policies_up_to_its_end():
    engine = alone()
    table, tokens = opened(engine, players=["sensible", "sensible"])
    sent = said(engine, GALLERY, type="Join", id=1, table=table, token=tokens[2])
    kinds = [one["type"] for _, one in sent]
    assert kinds.count("Happened") > 1
    assert kinds[-1] == "GameOver"


def test_an_answer_from_a_connection_that_has_not_joined_a_table_is_refused():
    engine = alone()
    opened(engine)
    ((to, refused),) = said(engine, RED, type="Answer", id=5, question=1, answer=0)
    assert (to, refused["type"], refused["remedy"]) == (RED, "Refused", "join a table first")


def test_joining_a_table_opened_by_a_different_page_is_refused():
    ((_, refused),) = said(alone(), RED, type="Join", id=5, table="elsewhere", token="x")  # noqa: S106 - a made-up one
    assert refused["reason"] == "this table does not exist on this page"
    assert "lost when the page is closed" in refused["remedy"]


def test_a_message_of_an_unknown_type_is_refused_by_the_engine_in_the_page():
    ((_, text),) = alone().hear(DESK, '{"type": "Dance", "id": 1}')
    assert json.loads(text)["type"] == "Refused"
