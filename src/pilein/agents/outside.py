"""External programs as players.

Each question and each answer is one line of JSON, much as UCI, the protocol of chess programs, sends one line for
each message. The program reads lines from its standard input and writes lines to its standard output:

    {"type": "hello", "protocol": 1}                      answered by {"type": "ready", "name": "..."}
    {"type": "ask", "ruleset": ..., "side": ..., "clause": ..., "question": ..., "options": [...], "view": {...}}
                                                          answered by {"type": "answer", "index": 0}

The program's standard input is closed when the process that runs the game ends. Before it answers, the program may
ask for playouts, each with its own seed: {"type": "playout", "index": 0, "seed": 7} is answered by {"type":
"played", "lead": 1}, where the lead is that of the side that must answer. The program does not see future dice.
"""

import atexit
import json
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from itertools import islice
from queue import Empty, Queue
from threading import Thread
from typing import Any, TextIO, cast

from pilein.engine.lookahead import Lookahead
from pilein.kernel.codec import plain
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import shortened
from pilein.kernel.requests import Answer, Choice
from pilein.lab.features import option_row
from pilein.lab.game import Game
from pilein.lab.policies import SENSIBLE
from pilein.lab.view import view_of

PROTOCOL = 1
MOST = 1000  # options named
PATIENCE = 60.0  # seconds for one line
KEY = "policy program"
REMEDY = "make the program follow the protocol in docs/agents.md"


class Programs:
    """External programs that are running. Each program plays all games in which its command is named."""

    def __init__(self) -> None:
        self._running: dict[str, _Program] = {}  # by command
        atexit.register(self.end)

    def of(self, command: str) -> "_Program":
        """Return the running program for a command. A program that has ended is started again.

        Raises:
            BadInput: the program cannot be started, ends, is silent for a minute, or does not say that it is ready.
        """
        found = self._running.get(command)
        if found is not None and found.process.poll() is None:
            return found
        if found is not None:
            found.end()
        found = self._running[command] = _Program(command)
        return found

    def end(self) -> None:
        """End all programs."""
        while self._running:
            self._running.popitem()[1].end()


class Outside:
    """Policy whose answers come from an external program.

    The policy is shown the game, so that it can describe the game to the program and run playouts. `programs` owns the
    program; by default, it is the set of programs that this process runs.
    """

    def __init__(self, command: str, programs: Programs | None = None) -> None:
        self._command = command
        self._programs = STARTED if programs is None else programs
        self._seen: Lookahead | None = None

    def see(self, game: Lookahead) -> None:
        """Remember the game's position."""
        self._seen = game

    def __call__(self, _state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the external program's answer to a question.

        Raises:
            BadInput: the program cannot be started, ends, is silent for a minute, or does not send a valid answer.
        """
        assert self._seen is not None, "the game has been shown"
        program = self._programs.of(self._command)
        game = Game.at(self._seen)
        offered = list(islice(choice.candidates(), MOST))
        program.say(_question(self._seen, game, choice, offered))
        while True:
            said = program.heard()
            if said.get("type") == "playout":
                program.say({"type": "played", "lead": _playout(game, choice, offered, said)})
                continue
            index = said.get("index")
            if said.get("type") != "answer" or type(index) is not int or not 0 <= index < len(offered):
                raise BadInput(
                    f"the program sent {shortened(json.dumps(said))} instead of the index of an answer",
                    key=KEY,
                    remedy=REMEDY,
                )
            return offered[index][1]


def _question(seen: Lookahead, game: Game, choice: Choice, offered: list[tuple[str, Answer]]) -> dict[str, Any]:
    options = [
        {"words": words, "answer": plain(answer), "features": option_row(choice, answer)} for words, answer in offered
    ]
    return {
        "type": "ask",
        "ruleset": seen.rules.name,
        "side": seen.position.state.setup.sides[choice.side],
        "clause": choice.clause,
        "question": choice.words,
        "options": options,
        "view": view_of(game._game).to_dict(),  # noqa: SLF001 - our own
    }


def _playout(game: Game, choice: Choice, offered: list[tuple[str, Answer]], said: dict[str, Any]) -> int:
    index, seed = said.get("index"), said.get("seed", 0)
    if type(index) is not int or type(seed) is not int or not 0 <= index < len(offered):
        raise BadInput(f"the program sent {shortened(json.dumps(said))} instead of a playout", key=KEY, remedy=REMEDY)
    lead = game.fork(seed).with_answer(offered[index][1]).rollout(SENSIBLE, seed).lead
    return -lead if choice.side else lead


class _Program:
    """External program that is running, with the lines that it has written so far."""

    def __init__(self, command: str) -> None:
        self._command = command
        try:
            self.process = subprocess.Popen(  # noqa: S603 - the user's own program
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise BadInput(
                f"the program {shortened(command)!r} cannot be started: {error}",
                key=KEY,
                remedy="correct the command, or install the program that it names",
            ) from None
        self._lines: Queue[str] = Queue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._greet()
        except BadInput:
            self.end()
            raise

    def _greet(self) -> None:
        self.say({"type": "hello", "protocol": PROTOCOL})
        if self.heard().get("type") != "ready":
            raise BadInput(
                f"the program {shortened(self._command)!r} did not report that it was ready", key=KEY, remedy=REMEDY
            )

    def _listen(self) -> None:
        with cast("TextIO", self.process.stdout) as written:
            for line in written:
                self._lines.put(line)
        self._lines.put("")

    def say(self, message: dict[str, Any]) -> None:
        """Write a line to the program. If the program has ended, this is noticed later, when its answer is missing."""
        stream = cast("TextIO", self.process.stdin)
        with suppress(OSError):
            stream.write(json.dumps(message) + "\n")
            stream.flush()

    def heard(self) -> dict[str, Any]:
        """Return the next message from the program."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except Empty:
            self.end()
            words = f"the program {shortened(self._command)!r} has not replied for {PATIENCE:.0f} seconds"
            raise BadInput(words, key=KEY, remedy="make the program reply sooner") from None
        if not line:
            raise BadInput(f"the program {shortened(self._command)!r} ended before it replied", key=KEY, remedy=REMEDY)
        try:
            said = json.loads(line)
        except ValueError:
            said = None
        if not isinstance(said, dict):
            raise BadInput(
                f"the program sent {shortened(line.strip())!r} instead of a JSON object", key=KEY, remedy=REMEDY
            )
        return said

    def end(self) -> None:
        """Close the program's standard input, and terminate the program if it keeps running."""
        with suppress(OSError):
            cast("TextIO", self.process.stdin).close()
        try:
            self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGTERM if os.name != "nt" else signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=1)
        self._listener.join(timeout=1)


STARTED = Programs()  # by this process
