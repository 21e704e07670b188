"""Games played by two pages while servers are killed. Every acknowledged answer must survive."""

import random
import threading
import time

from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.serving import DEMO, PATIENCE, Page

GONE = (ConnectionClosed, WebSocketException, OSError, EOFError)
STORY = ("Happened", "TakenBack")


class Sitting:
    """A page that sits at a seat and rejoins on any available server, trying `addresses` in turn."""

    def __init__(self, addresses, table, token):
        self.addresses = list(addresses)
        self.place = {"table": table, "token": token}
        self.story = {}  # number: what happened
        self.page = None
        self.sit_down()

    def sit_down(self):
        """Rejoin the table, continuing from the last message seen. A repeated message must be identical to the
        original.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.page = Page(self.addresses[0])
                joined = self.page.ask("Join", **self.place, since=max(self.story, default=0))
                if joined["type"] == "Joined":
                    return
                self.page.close()
            except GONE:
                time.sleep(0.1)
            self.addresses.append(self.addresses.pop(0))
            assert time.monotonic() < end, "no server is there again"

    def listen(self, seconds=0.02):
        """Receive messages. Return the last question or the end of the game if either is among them, and None
        otherwise.
        """
        try:
            while True:
                self.page.told.append(self.page.next(seconds))
        except TimeoutError:
            pass
        return self._taken_in()

    def listen_to_the_end(self):
        """Receive the remaining messages, even if the server ends in the meantime."""
        try:
            self.listen(0.5)
        except GONE:
            self.page.close()
            self.sit_down()
            self.listen(0.5)

    def _taken_in(self):
        last = None
        for one in self.page.told:
            if one["type"] in STORY:
                assert self.story.setdefault(one["number"], one) == one, "the past has changed"
            elif one["type"] in ("Asked", "GameOver"):
                last = one
        self.page.told.clear()
        return last

    def close(self):
        self.page.close()


class Play(threading.Thread):
    """A game of two pages at one table over any number of restarts. `acknowledged` lists the answered questions."""

    def __init__(self, addresses, seed):
        super().__init__(daemon=True)
        self.addresses = addresses
        self.chance = random.Random(seed)  # noqa: S311 - a game is no secret
        self.acknowledged = []
        self.fault = None
        self.is_over = False
        with Page(addresses[0]) as page:
            opened = page.ask("OpenTable", toml=DEMO)
        self.table, self.tokens = opened["table"], opened["tokens"]

    def run(self):
        try:
            self._play()
        except BaseException as fault:  # noqa: BLE001 - told by the test
            self.fault = fault

    def _play(self):
        ways = (self.addresses, self.addresses[::-1])
        pages = [Sitting(way, self.table, token) for way, token in zip(ways, self.tokens, strict=False)]
        end = time.monotonic() + 4 * PATIENCE
        while not self.is_over:
            assert time.monotonic() < end, "the game stands still"
            for page in pages:
                try:
                    self._act(page)
                except GONE:
                    page.page.close()
                    page.sit_down()
        self._compare(pages)

    def _act(self, sitting):
        asked = sitting.listen()
        if asked is None:
            return
        if asked["type"] == "GameOver":
            self.is_over = True
        elif asked["options"]:
            self._answer(sitting, asked)

    def _answer(self, sitting, asked):
        number = asked["question"]
        assert number > max(self.acknowledged, default=0), "an answer that was acknowledged is asked for again"
        option = self.chance.choice(asked["options"][:3])
        reply = sitting.page.ask("Answer", question=number, answer=option["answer"])
        if reply["type"] == "Done":
            self.acknowledged.append(number)

    def _compare(self, pages):
        """Check that a page that joins at the end receives exactly the events that were sent during the game."""
        watcher = Sitting(self.addresses, self.table, self.tokens[2])
        watcher.listen_to_the_end()
        for page in pages:
            page.listen_to_the_end()
            assert page.story == watcher.story
        for page in (watcher, *pages):
            page.close()


def played_through(servers, seeds, disturb):
    """Play a game for each seed while `disturb` disturbs the servers, and return the finished games."""
    games = [Play([server.address for server in servers], seed) for seed in seeds]
    for game in games:
        game.start()
    disturb()
    for game in games:
        game.join(6 * PATIENCE)
        if game.fault is not None:
            raise game.fault
        assert game.is_over
        assert game.acknowledged
    return games
