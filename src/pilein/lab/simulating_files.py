"""Saved simulations. Each file holds the results so far, so that the simulation can be read or continued later."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from pilein.engine.aliases import todays_kind
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.documents import checksum, converted, decoded
from pilein.kernel.errors import BadRecord
from pilein.kernel.nearest import shortened
from pilein.kernel.record import WIDEST
from pilein.lab import files, kept_tallies
from pilein.lab.files import BadFile
from pilein.lab.locking import locked_for_us
from pilein.lab.policies import PolicyOf
from pilein.lab.simulating_games import Games
from pilein.lab.tallies import EVENT, Tally, TallyLine
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario, Unit

FORMAT = 1
MOST_GAMES = 10**12
REMEDY = "name a file saved by `simulate`"
WITHOUT = "or omit --resume for a new simulation"
SIDES = (0, 1)
ANOTHER = "or choose another file for a new simulation"


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Content of a saved simulation's file: the simulation and its results.

    `digest` identifies the simulation by scenario, rules version, policies and phases. `checksum` covers the other
    fields. Version 0.1.0 wrote no checksum, scenario, policies or phases. `policies` are names, or "" for a
    function. `fixed` holds fixed answers by question.
    """

    format: int
    digest: str
    seed: int
    way: Annotated[str, msgspec.Meta(pattern="^(walks|games)$")]
    games: int
    tally: tuple[TallyLine, ...]
    checksum: str = ""
    scenario: dict[str, Any] | None = None
    policies: tuple[str, ...] = ()
    phases: int = 1
    fixed: dict[str, Any] = {}

    def sealed(self) -> "Kept":
        """Return the same content with its checksum."""
        plain = msgspec.to_builtins(self)
        plain.pop("checksum", None)
        return replace(self, checksum=checksum(plain))


def write(path: str | Path, games: Games, way: str, done: Tally) -> None:
    """Save the results so far. An existing file is replaced only when the new one is complete.

    Raises:
        BadRecord: the file cannot be written, or is not a regular file.
    """
    kept = Kept(
        FORMAT,
        digest(games),
        games.seed,
        way,
        done.games,
        done.lines(),
        scenario=msgspec.to_builtins(games.scenario),
        policies=tuple(policy if isinstance(policy, str) else "" for policy in games.policies),
        phases=games.phases,
        fixed=games.fixed,
    ).sealed()
    try:
        _assert_regular(path)
        files.write(path, msgspec.json.encode(kept) + b"\n", sync=True)
    except BadFile as error:
        raise _bad_record(error) from None


@contextmanager
def writing(path: str | Path | None) -> Iterator[None]:
    """Lock the file, if there is one, against other simulations for the duration of the block.

    Raises:
        BadRecord: another simulation is writing the file.
    """
    try:
        with nullcontext() if path is None else locked_for_us(path):
            yield
    except BadFile as error:
        raise _bad_record(error) from None


def saved_results(path: str | Path | None, resume: str | Path | None, games: Games, way: str) -> Tally:
    """Return the results so far, from the file to save to or else from `resume`.

    If neither file is given, the results are empty.

    Raises:
        BadRecord: the file has other contents or is not a regular file, or `resume` cannot be continued.
    """
    if path is None or not holds_something(path):
        return read(resume, games, way) if resume else Tally()
    if resume is not None and files.identity(path) != files.identity(resume):
        remedy = "name a new file, or omit --resume to continue the games in this one"
        raise BadRecord("the file already holds the results of other games", file=str(path), key="save", remedy=remedy)
    return read(path, games, way, otherwise=WITHOUT if resume else ANOTHER)


def begun(save: str | Path | None, resume: str | Path | None) -> str | Path | None:
    """Return the file of the simulation to continue (`resume` or an existing `save`), or None for a new simulation."""
    if resume:
        return resume
    return save if save and holds_something(save) else None


def holds_something(path: str | Path) -> bool:
    """Whether the file exists and is not empty.

    Raises:
        BadRecord: the file is not a regular file, or cannot be accessed.
    """
    try:
        _assert_regular(path)
        return Path(path).exists() and Path(path).stat().st_size > 0
    except BadFile as error:
        raise _bad_record(error) from None


def _assert_regular(path: str | Path) -> None:
    try:
        is_special = files.is_special(path)
    except (OSError, ValueError) as error:
        raise BadFile(
            f"the file cannot be written: {files.reason(error)}", file=str(path), remedy=files.REMEDY
        ) from None
    if is_special:
        words = "this path names a device, a pipe or a folder, which cannot store results"
        raise BadFile(words, file=str(path), key="save", remedy="choose another file")


def _bad_record(error: BadFile) -> BadRecord:
    return BadRecord(error.message, file=error.file, key=error.key, remedy=error.remedy)


def read(path: str | Path, games: Games, way: str, *, otherwise: str = WITHOUT) -> Tally:
    """Read this simulation's results so far.

    `otherwise` is the part of the remedy that says how to start a new simulation.

    Raises:
        BadRecord: the file cannot be read, belongs to another simulation, or has been changed.
    """
    kept = _kept(path)
    for key, ours, theirs in (("seed", games.seed, kept.seed), ("way", way, kept.way)):
        if ours != theirs:
            remedy = f"continue with --{key} {theirs}, {otherwise}"
            raise BadRecord(
                f"the games were saved with the {key} {theirs!r}, but {ours!r} is given",
                file=str(path),
                key=key,
                remedy=remedy,
            )
    if kept.digest != digest(games):
        message = (
            "the file belongs to a simulation with a different scenario, ruleset, ruling, player or number of phases"
        )
        raise BadRecord(
            message, file=str(path), remedy=f"give the scenario and options of that simulation, {otherwise}"
        )
    lines = tuple(_with_todays_kind(line, games.scenario.ruleset) for line in _frozen(kept.tally))
    reason = kept_tallies.why_not(lines, kept.games, games)
    if reason:
        message = f"the file has been changed since it was saved: {reason}"
        raise BadRecord(message, file=str(path), key="tally", remedy="use an unchanged copy, or start a new simulation")
    return Tally(kept.games, lines)


class Saved(msgspec.Struct, frozen=True):
    """Saved simulation, with the number of games requested, the way of playing, and the tally so far."""

    games: Games
    way: str
    tally: Tally


def saved_in(path: str | Path) -> Saved:
    """Read a saved simulation.

    Raises:
        BadRecord: the file cannot be read, has been changed, or does not identify its simulation because version 0.1.0
            wrote it or a policy has no name.
    """
    kept = _kept(path)
    if kept.scenario is None or not all(kept.policies) or len(kept.policies) != len(SIDES):
        message = "the file does not name the scenario and the policies of its games"
        raise BadRecord(
            message, file=str(path), remedy="continue the simulation with simulate(scenario, policy, resume=path)"
        )
    one, other = kept.policies
    games = Games(converted(kept.scenario, Scenario, file=str(path)), (one, other), kept.phases, kept.seed, kept.fixed)
    return Saved(games, kept.way, read(path, games, kept.way))


def seed_in(path: str | Path) -> int:
    """Return the seed of a saved simulation. Raises BadRecord as `read` does."""
    return _kept(path).seed


def way_in(path: str | Path) -> str:
    """Return the way in which a saved simulation plays its games. Raises BadRecord as `read` does."""
    return _kept(path).way


def digest(games: Games) -> str:
    """Return a digest that identifies a simulation except for its seed."""
    rules = ruleset_named(games.scenario.ruleset)
    scenario = msgspec.to_builtins(games.scenario)
    if not games.scenario.struck:
        del scenario["struck"]  # new since version 0.1.0
    if not games.scenario.numbers:
        del scenario["numbers"]  # new since version 0.2.0
    if games.scenario.press and not any(_is_block(unit, rules) for unit in games.scenario.units):
        scenario["press"] |= {} if isinstance(games.scenario.press.frontage, int) else {"frontage": None}  # as before
    fixed = [games.fixed] if games.fixed else []
    parts = (FORMAT, rules.name, rules.version, scenario, games.phases, *map(_name, games.policies), *fixed)
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def _is_block(unit: Unit, rules: Ruleset) -> bool:
    return rules.vocabulary.formations.get(unit.formation) == "block"


def _kept(path: str | Path) -> Kept:
    file = str(path)
    try:
        content = files.read(path)
    except BadFile as error:
        raise BadRecord(error.message, file=file, remedy=REMEDY) from None
    plain = decoded(content, file=file, remedy=REMEDY)
    version = plain.get("format", FORMAT) if isinstance(plain, dict) else FORMAT
    if version != FORMAT:
        message = f"the file has format {shortened(str(version))}, but this version reads format {FORMAT}"
        raise BadRecord(message, file=file, remedy="use the version of pilein that wrote it, or start a new simulation")
    kept = converted(plain, Kept, file=file, remedy=REMEDY)
    if kept.checksum and kept.checksum != kept.sealed().checksum:
        message = "the checksum of the file is wrong, so the file has been changed since it was saved"
        raise BadRecord(message, file=file, key="checksum", remedy="use an unchanged copy, or start a new simulation")
    if kept.seed.bit_length() > WIDEST or not 0 <= kept.games <= MOST_GAMES:
        raise BadRecord(
            "a number is out of bounds, so the file has been changed since it was saved", file=file, remedy=REMEDY
        )
    return kept


def _with_todays_kind(line: Any, ruleset: str) -> Any:  # noqa: ANN401 - whatever JSON held
    """Rename the event in a line of a tally to its current name."""
    match line:
        case ((word, str(kind), unit, facts, str(clause), margin), counts) if word == EVENT:
            return (word, todays_kind(ruleset, kind, clause), unit, facts, clause, margin), counts
    return line


def _name(policy: PolicyOf) -> str:
    return policy if isinstance(policy, str) else f"{policy.__module__}.{getattr(policy, '__qualname__', policy)}"


def _frozen(value: object) -> Any:  # noqa: ANN401 - plain values
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
