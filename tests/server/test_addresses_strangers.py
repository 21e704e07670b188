"""Requests from strangers are refused with a reason, while the games of others continue."""

import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from pilein.server.addresses import network_of
from tests.server.serving import ABNORMAL, DEMO, DUEL, Page

TOO_LONG = 1009  # code of a connection that is closed because of a message beyond the limit (RFC 6455)

NAMES = ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a\u202eb", "\u0000", "\u001b[31mred", "x" * 5000)


def _plays_on(page):
    """Return whether answers from a page at a table are accepted."""
    return page.answer()["type"] == "Done"


def test_a_page_from_a_different_origin_is_refused_with_the_reason(served):
    for origin in ("https://example.org", "null", f"https://127.0.0.1:{served.port + 1}", "http://127.0.0.1"):
        with Page(served.address, origin=origin) as page:
            assert page.closing() == (1008, "this page comes from another origin")


def test_pages_of_the_server_and_programs_without_an_origin_are_accepted(served):
    for options in ({"origin": f"http://127.0.0.1:{served.port}"}, {}):
        with Page(served.address, **options) as page:
            assert page.ask("AskGames")["is_served"]


def test_an_allowed_origin_is_accepted(serving):
    server = serving(origins=["https://example.org"])
    with server.page(origin="https://example.org") as page:
        assert page.ask("AskGames")["type"] == "Games"


def test_a_message_that_is_too_long_closes_only_its_own_socket(served):
    with served.page() as page, served.page() as stranger:
        page.open(DEMO)
        with suppress(ConnectionClosed):  # the server may close before all of it is sent
            stranger.socket.send('{"type":"AskCheck","id":1,"toml":"' + "x" * 3_000_000 + '"}')
        assert stranger.closing()[0] in {TOO_LONG, ABNORMAL}  # a message still on its way resets the connection
        assert _plays_on(page)


@pytest.mark.parametrize("count", [41, 5_000, 400_000])
def test_messages_nested_too_deeply_are_refused(served, count):
    with served.page() as page:
        page.socket.send('{"type":"Answer","id":7,"question":1,"answer":' + "[" * count + "]" * count + "}")
        reply = page.reply(7)
        assert (reply["type"], reply["reason"]) == ("Refused", "the message is nested too deeply")


@pytest.mark.parametrize(
    "words",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"Nothing","id":3}',
        '{"type":"Answer","id":3}',
        '{"type":"AskOdds","id":3,"toml":5}',
        '{"type":"AskGames","id":3,"more":1}',
        '{"type":"AskGames","id":1e400}',
        '{"id":3}',
        "\x00",
    ],
)
def test_text_that_is_not_a_message_is_refused_with_the_reason(served, words):
    with served.page() as page:
        page.socket.send(words)
        reply = page.next()
        assert reply["type"] == "Refused"
        assert reply["reason"].startswith("the message does not follow the protocol: ")
        assert reply["id"] == (3 if '"id":3' in words else reply["id"])
        assert page.ask("AskGames")["type"] == "Games"


def test_a_binary_message_closes_its_socket(served):
    with served.page() as page:
        page.socket.send(b"\xff\xfe")
        assert page.closing() == (1008, "messages must be sent as text")


def test_a_page_that_floods_the_server_is_refused_and_then_disconnected_while_a_game_goes_on(serving):
    server = serving(limits={"rate": 20, "burst": 30, "refused": 50})
    with server.page() as page, server.page() as flooding:
        page.open(DEMO)
        for _ in range(200):
            try:
                flooding.send("AskGames")
            except ConnectionClosed:
                break
        assert flooding.closing() == (1008, "the page kept sending too many messages")
        refused = [one for one in flooding.told if one["type"] == "Refused"]
        assert {one["reason"] for one in refused} == {"this page sends too many messages a second"}
        assert _plays_on(page)


def test_the_numbers_of_sockets_and_tables_are_limited(serving):
    server = serving(limits={"sockets": 2, "tables": 2, "opened": 3})
    with server.page() as page, server.page() as other:
        with server.page() as third:
            assert third.closing() == (1013, "too many pages are connected to this server")
        page.open()
        assert other.ask("OpenTable", toml=DUEL)["type"] == "TableOpened"
        reasons = [page.ask("OpenTable", toml=DUEL)["reason"] for _ in range(3)]
        assert reasons == ["this server cannot store any more tables"] * 2 + ["this page has opened too many tables"]


def test_a_page_that_reads_nothing_is_disconnected_while_a_game_goes_on(serving):
    server = serving(limits={"waiting": 100, "rate": 10_000, "burst": 10_000})
    with server.page() as page, server.page(max_queue=1) as lazy:
        page.open(DEMO)
        for _ in range(600):
            try:
                lazy.send("AskBook", ruleset="wab")
            except ConnectionClosed:
                break
        assert _plays_on(page)
        assert lazy.closing()[0] in (1013, 1006)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_unit_names_that_are_not_text_are_refused_or_read_as_text(served, name):
    toml = DUEL.replace('name = "', f"name = {json.dumps(name)} # ", 1)
    assert toml != DUEL
    with served.page() as page:
        reply = page.ask("OpenTable", toml=toml)
        if reply["type"] == "Refused":
            assert reply["reason"]
            return
        joined = page.ask("Join", table=reply["table"], token=reply["tokens"][0])
        assert name in {unit["name"] for unit in joined["board"]["units"]}


def test_stale_and_repeated_answers_are_refused_without_a_change_to_the_table(served):
    with served.page() as page:
        table, tokens = page.open(DEMO, is_alone=True)
        question = page.asked()
        answer = {"question": question["question"], "answer": question["options"][0]["answer"]}
        assert page.answer()["type"] == "Done"
        before = page.asked()
        for stale in (answer, {**answer, "question": 0}, {**answer, "question": 10**9}):
            assert page.ask("Answer", **stale)["type"] == "Refused"
        page.id -= 1  # an id that was used before
        assert page.ask("Answer", **answer)["type"] == "Refused"
        with served.page() as again:
            again.ask("Join", table=table, token=tokens[0])
            assert again.asked() == before


def test_the_numbers_of_sockets_and_tables_of_one_address_are_limited(serving):
    server = serving(limits={"sockets_of_address": 2, "opened_by_address": 2})
    with server.page() as page, server.page() as other:
        with server.page() as third:
            assert third.closing() == (1013, "too many pages are connected from this address")
        assert page.ask("OpenTable", toml=DUEL)["type"] == "TableOpened"
        assert other.ask("OpenTable", toml=DUEL)["type"] == "TableOpened"
        assert other.ask("OpenTable", toml=DUEL)["reason"] == "too many tables have been opened from this address"
    with server.page() as page:
        assert page.ask("AskGames")["type"] == "Games"


def test_an_ipv6_network_counts_as_one_address():
    assert network_of("2001:db8:1:2::5") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::5")
    assert network_of("192.0.2.7") == "192.0.2.7"


def test_pages_that_disconnect_in_the_middle_of_an_answer_disturb_no_game(serving):
    server = serving(workers=1)
    with server.page() as page:
        page.open(DEMO, is_alone=True)
        for _ in range(5):
            with server.page() as hasty:
                hasty.open(DEMO, is_alone=True)
                question = hasty.asked()
                hasty.send("Answer", question=question["question"], answer=question["options"][0]["answer"])
                hasty.socket.socket.close()
            assert _plays_on(page)
