"""A page without a token receives nothing, and no page can act for a seat that is not its own."""

from pathlib import Path

import pytest

from pilein.server.seats import SEATS, hashed, new_tokens, seat_of
from tests.server.serving import DEMO

ACTS = {
    "Answer": {"question": 1, "answer": None},
    "Leave": {"until": "end"},
    "SetPlayer": {"policy": "sensible"},
    "Undo": {},
    "TryAnswer": {"question": 1, "answer": None},
    "Throw": {"question": 1, "faces": [6]},
}


def test_each_token_is_valid_only_for_its_seat():
    tokens = new_tokens()
    hashes = tuple(map(hashed, tokens))
    assert [seat_of(token, hashes) for token in tokens] == list(SEATS)
    assert [seat_of(one, hashes) for one in ("", "x", tokens[0] + "x", tokens[0][:-1], "\ud800", *hashes)] == [None] * 8


def test_tokens_cannot_be_guessed():
    tokens = {token for _ in range(100) for token in new_tokens()}
    assert len(tokens) == 300
    assert min(map(len, tokens)) >= 32


def test_a_forged_token_is_refused_with_the_same_message_as_an_unknown_table(served):
    with served.page() as page, served.page() as stranger:
        table, tokens = page.open(DEMO)
        for where, token in ((table, tokens[0][::-1]), (table, ""), ("nowhere", tokens[0])):
            reply = stranger.ask("Join", table=where, token=token)
            assert (reply["type"], reply["reason"]) == (
                "Refused",
                "the table does not exist, or the link has a wrong token",
            )
        assert not stranger.told
        other, other_tokens = page.ask("OpenTable", toml=DEMO), tokens
        assert stranger.ask("Join", table=other["table"], token=other_tokens[0])["type"] == "Refused"


@pytest.mark.parametrize("act", ACTS)
def test_every_action_without_a_seat_is_refused(served, act):
    with served.page() as page:
        reply = page.ask(act, **ACTS[act])
        assert (reply["type"], reply["remedy"]) == ("Refused", "join a table first, by sending Join")


@pytest.mark.parametrize("act", ACTS)
def test_spectators_may_not_act(served, act):
    with served.page() as page, served.page() as watcher:
        table, tokens = page.open(DEMO)
        number = page.asked()["question"]
        assert watcher.ask("Join", table=table, token=tokens[2])["seat"] == "watch"
        fields = {key: number if key == "question" else value for key, value in ACTS[act].items()}
        assert watcher.ask(act, **fields)["type"] == "Refused"
        assert page.asked()["question"] == number


def test_no_player_can_answer_for_the_opponent_or_see_the_options_of_the_opponent(served):
    with served.page() as first, served.page() as second:
        table, tokens = first.open(DEMO)
        second.ask("Join", table=table, token=tokens[1])
        pages = (first, second)
        question = first.asked()
        mine, other = pages[question["side"]], pages[1 - question["side"]]
        assert mine.asked()["options"]
        assert not other.asked()["options"]
        answer = mine.asked()["options"][0]["answer"]
        refused = other.ask("Answer", question=question["question"], answer=answer)
        assert refused["type"] == "Refused"
        assert mine.ask("Answer", question=question["question"], answer=answer)["type"] == "Done"


def test_only_the_hashes_of_tokens_are_stored(served):
    with served.page() as page:
        _, tokens = page.open(DEMO)
    files = Path(served.store).parent.glob("tables.sqlite*")
    stored = b"".join(file.read_bytes() for file in files)
    assert all(hashed(token).encode() in stored for token in tokens)
    assert not [token for token in tokens if token.encode() in stored]


def test_a_page_can_take_seats_at_only_one_table(served):
    with served.page() as page:
        page.open(DEMO)
        opened = page.ask("OpenTable", toml=DEMO)
        reply = page.ask("Join", table=opened["table"], token=opened["tokens"][0])
        assert (reply["type"], reply["reason"]) == ("Refused", "this page already sits at another table")


def test_a_table_announces_which_players_are_present(served):
    with served.page() as first:
        table, tokens = first.open(DEMO)
        second = served.page()
        second.ask("Join", table=table, token=tokens[1])
        assert _present(first) == [True, True]
        second.close()
        assert _present(first) == [True, False]


def _present(page):
    """Wait for the next change of the players present, and return them."""
    page.told.clear()
    while True:
        message = page.next()
        if message["type"] == "PlayersNow" and (message["present"] != [True, False] or not page.told):
            return message["present"]
        page.told.append(message)
