"""Kinds of input to mutate: scenario files, records, saves, files of answers, lines typed in answer to questions, and
options.
"""

import json
import tomllib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from pilein.cli.main import COMMANDS, parser_of
from pilein.kernel.documents import checksum
from tests.fuzz import nasty
from tests.fuzz.calling import Call, run
from tests.fuzz.shaking import shaken, torn
from tests.fuzz.toml_text import written

EXAMPLES = Path("examples").resolve()
SMALL = (
    *("scrollhammer/duel", "scrollhammer/stand_and_shoot", "scrollhammer/slaves", "scorched/duel", "scorched/psyker"),
    *("warstrike/two_on_one", "warstrike/monster", "wwpd/leaders", "wab/press", "wab/fear_and_frenzy"),
)
ASKED = ("scrollhammer/stand_and_shoot", "wwpd/leaders", "scorched/psyker")  # whoever plays them is asked something
SIMULATED = "scrollhammer/duel"
TORN = 4  # of which one mutant is no structure any more, but a torn text


class Mutant(Struct, frozen=True):
    """A mutated file and the calls that read it. `file` is the name of the file in the folder in which the
    calls run.
    """

    file: str
    content: bytes
    calls: tuple[Call, ...]


def scenario(random: Random) -> Mutant:
    """Return a scenario file that is checked and played, and whose odds are sometimes computed."""
    text = _example(random.choice(SMALL))
    if random.randrange(TORN):
        plain = tomllib.loads(text.decode())
        content = written(shaken(random, plain, [_plain(random.choice(SMALL))])).encode("utf-8", "surrogatepass")
    else:
        content = torn(random, text)
    figures = random.choice(
        (
            *(
                ("odds",),
                ("odds", "--phases", "end", "--float"),
                ("simulate", "-n", "3", "--seed", "1", "--workers", "1"),
            ),
            *(("worth", "--phases", "1"), ("matrix", "--phases", "1"), ("charge", "--distances", "3")),
            ("simulate", "-n", "3", "--seed", "1", "--workers", "1", "--phases", "end"),
        )
    )
    calls = [("check",), ("fight", "--seed", "1")]
    if not random.randrange(3):
        calls.append(figures)
    return Mutant("mutant.toml", content, tuple(_call(random, one, "mutant.toml") for one in calls))


def record(random: Random) -> Mutant:
    content = _shaken_json(random, "record", random.choice(SMALL))
    calls = tuple(_call(random, one, "mutant.json") for one in (("replay",), ("replay", "--check")))
    return Mutant("mutant.json", content, calls)


def saved(random: Random) -> Mutant:
    content = _shaken_json(random, "saved", random.choice(SMALL))
    return Mutant("mutant.json", content, (_call(random, ("fight", "--play", "sensible"), "mutant.json"),))


def kept(random: Random) -> Mutant:
    content = _shaken_json(random, "simulation", SIMULATED)
    games = ("simulate", "-n", "40", "--workers", "1", "--way", "games", "--resume", "mutant.json")
    call = _call(random, games, str(EXAMPLES / f"{SIMULATED}.toml"))
    return Mutant("mutant.json", content, (call,))


def answers(random: Random) -> Mutant:
    """Return a file of answers to the questions of a game."""
    example = random.choice(ASKED)
    content = _shaken_json(random, "answers", example)
    call = Call(("fight", str(EXAMPLES / f"{example}.toml"), "--seed", "1", "--answers", "mutant.json"))
    return Mutant("mutant.json", content, (call,))


def typed(random: Random) -> Mutant:
    lines = b"".join(
        _line(random) + random.choice((b"\n", b"\n", b"\n", b"\r\n", b"")) for _ in range(random.randrange(9))
    )
    Path("asked.toml").write_bytes(_example(random.choice(ASKED)))  # the journal of the game stands beside it
    call = Call(("fight", "asked.toml", "--seed", "1", "--play", "ask"), lines + random.choice((b"", b"q\n")))
    return Mutant("typed.txt", call.typed, (call,))


def options(random: Random) -> Mutant:
    """Return a command with random options, each with a random value."""
    name = random.choice([one for one in COMMANDS if one != "serve"])  # which does not end
    given = [str(EXAMPLES / f"{random.choice(SMALL)}.toml")] if random.randrange(8) else []
    known = [one for one in parser_of(name)._actions if one.option_strings and one.dest not in WRITES]
    for action in random.sample(known, k=min(random.randrange(4), len(known))):
        option = random.choice((*action.option_strings, nasty.misspelled(random, action.option_strings[-1])))
        spelled = ([option, _word(random)], [f"{option}={_word(random)}"])
        given += [option] if action.nargs == 0 else random.choice(spelled)
    if name == "simulate":
        given += ["-n", "3", "--workers", "1"]
    return Mutant("options.txt", repr([*name.split(), *given]).encode(), (Call((*name.split(), *given)),))


WRITES = ("picture", "animate", "plot", "record", "save", "workers", "distances", "help")  # or takes long


def _word(random: Random) -> str:
    words = ("1", "end", "sensible", "red=first", "1,2,3", "SH-R-65=on-dice", str(random.choice(nasty.NUMBERS)))
    return random.choice((*nasty.TEXTS, *words)).replace("\x00", "")  # no argument can hold it


def _line(random: Random) -> bytes:
    if random.randrange(4):
        return random.choice(LINES)
    return random.choice((json.dumps(nasty.value(random)).encode(), random.randbytes(8).replace(b"\n", b"")))


LINES = (
    *(b"", b"1", b"2", b"0", b"-1", b"?", b"u", b"q", b"s", b"s kept.json", b"s /nowhere/x", b"s a\x00b", b"yes"),
    *(b"[0]", b"[false]", b"=1", b"=true", b"{}", b"null", b"1e5", b'"hold"', b"\xe9", b"\x00", b"\x1b[A", b"\x03"),
    *(b"9" * 20, b"9" * 5000, b"[" * 3, b"[" * 900, b"[[0]" * 900, b"=" * 50, b"x" * 100_000),
)


def _call(random: Random, command: tuple[str, ...], file: str) -> Call:
    first, *rest = command
    return Call((first, file, *rest, *random.choice(((), (), ("--json",)))))


def _shaken_json(random: Random, what: str, example: str) -> bytes:
    text = _kept(example)[what]
    if not random.randrange(TORN):
        return torn(random, text)
    other = json.loads(_kept(random.choice(ASKED))[what])
    found = shaken(random, json.loads(text), [other])
    if random.randrange(4):
        _seal(found)
    return json.dumps(found).encode()


def _seal(document: Any) -> None:
    """Put correct checksums into a mutant that has checksums, so that its content is examined too."""
    if not isinstance(document, dict) or "checksum" not in document:
        return
    _seal(document.get("record"))
    if "record" in document:
        held: Any = [document.get(key) for key in ("format", "record", "position")]
    else:
        held = {key: value for key, value in document.items() if key != "checksum"}
    with suppress(OverflowError, RecursionError, ValueError):  # it is refused before the checksum is looked at
        document["checksum"] = checksum(held)


@lru_cache
def _example(name: str) -> bytes:
    return (EXAMPLES / f"{name}.toml").read_bytes()


def _plain(name: str) -> dict[str, Any]:
    return tomllib.loads(_example(name).decode())


@lru_cache
def _kept(name: str) -> dict[str, bytes]:
    """Return the files left by a game of the example: its record, its save, and a file of the answers given."""
    files = {"record": Path("kept.record.json").resolve(), "saved": Path("kept.saved.json").resolve()}
    files |= {"simulation": Path("kept.simulation.json").resolve()}
    game = ("fight", str(EXAMPLES / f"{name}.toml"), "--seed", "1", "--record", str(files["record"]))
    ended = run(Call((*game, "--save", str(files["saved"]))), 60)
    assert ended.code == 0, ended.err
    games = ("simulate", game[1], "-n", "20", "--seed", "1", "--workers", "1", "--way", "games")
    assert run(Call((*games, "--save", str(files["simulation"]))), 60).code == 0
    found = {what: path.read_bytes() for what, path in files.items()}
    given = [one for one in json.loads(found["record"])["answers"] if one["kind"] == "choice"]
    chosen = [{"request": one["request"], "answer": one["answer"]} for one in given]
    for path in files.values():
        path.unlink()
    return {**found, "answers": json.dumps(chosen).encode()}


KINDS: dict[str, Callable[[Random], Mutant]] = {
    "scenario": scenario,
    "record": record,
    "saved": saved,
    "kept": kept,
    "answers": answers,
    "typed": typed,
    "options": options,
}
