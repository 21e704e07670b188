"""What a simulation has done so far, in a file: to be read, or to go on with."""

from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from pilein.kernel.errors import BadRecord
from pilein.lab.rulesets import rules
from pilein.lab.simulating_games import Games, PolicyOf
from pilein.lab.tallies import Line, Tally

FORMAT = 1


class Kept(msgspec.Struct, frozen=True):
    """The file: whose simulation it is (`digest` of scenario, version of the rules, policies, phases), what is done."""

    format: int
    digest: str
    seed: int
    way: str
    games: int
    tally: tuple[Line, ...]


def write(path: str | Path, games: Games, way: str, done: Tally) -> None:
    """Keep what has been done; a file that is there is replaced only when the new one is whole.

    Raises:
        BadRecord: it cannot be written.

    """
    kept = Kept(FORMAT, digest(games), games.seed, way, done.games, done.lines())
    beside = Path(f"{path}.part")
    try:
        beside.write_bytes(msgspec.json.encode(kept) + b"\n")
        beside.replace(path)
    except OSError as error:
        remedy = "name a file in a folder that exists and can be written"
        raise BadRecord(f"cannot be written: {error.strerror or error}", file=str(path), remedy=remedy) from None


def read(path: str | Path, games: Games, way: str) -> Tally:
    """What has been done of this simulation.

    Raises:
        BadRecord: the file cannot be read, is of another simulation, or has been changed.

    """
    kept = _kept(path)
    for key, ours, theirs in (("seed", games.seed, kept.seed), ("way", way, kept.way)):
        if ours != theirs:
            remedy = f"go on with --{key} {theirs}, or leave --resume out for a new simulation"
            raise BadRecord(f"is {theirs!r}, not {ours!r}", file=str(path), key=key, remedy=remedy)
    if kept.digest != digest(games):
        message = "is of another simulation: scenario, rulings, rules, players or phases differ"
        raise BadRecord(message, file=str(path), remedy="begin a new one")
    tally = Tally(kept.games, _frozen(kept.tally))
    if not tally.is_whole():
        raise BadRecord("is not as it was saved", file=str(path), key="tally", remedy="begin a new simulation")
    return tally


def seed_in(path: str | Path) -> int:
    """The seed of a simulation that has been kept; raises BadRecord as `read` does."""
    return _kept(path).seed


def digest(games: Games) -> str:
    """What tells a simulation from others, but for its seed."""
    rulebook = rules(games.scenario.ruleset).rulebook
    scenario = msgspec.to_builtins(games.scenario)
    if not games.scenario.struck:
        del scenario["struck"]  # version 0.1.0 did not know it
    told = (FORMAT, rulebook.name, rulebook.version, scenario, games.phases, *map(_name, games.policies))
    return blake2b(msgspec.json.encode(told), digest_size=16).hexdigest()


def _kept(path: str | Path) -> Kept:
    remedy = "name a file that `simulate` has saved"
    try:
        kept = msgspec.json.decode(Path(path).read_bytes(), type=Kept)
    except OSError as error:
        raise BadRecord(f"cannot be read: {error.strerror or error}", file=str(path), remedy=remedy) from None
    except msgspec.DecodeError as error:
        raise BadRecord(str(error), file=str(path), remedy=remedy) from None
    if kept.format != FORMAT:
        raise BadRecord(f"is of format {kept.format}, not {FORMAT}", file=str(path), remedy="begin a new simulation")
    return kept


def _name(policy: PolicyOf) -> str:
    return policy if isinstance(policy, str) else f"{policy.__module__}.{getattr(policy, '__qualname__', policy)}"


def _frozen(value: Any) -> Any:  # noqa: ANN401 - plain values
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
