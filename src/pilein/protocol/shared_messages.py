"""Parts of messages in both directions: boards, units, models, lines of the log, options."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]
Seat = Literal["first", "second", "watch"]  # the two sides, in the order of the scenario, and the gallery
Until = Literal["step", "unit", "phase", "end"]  # how long a policy answers for a side


class Message(Struct, frozen=True, kw_only=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Any message; `type` is its class."""


class Profile(Message, frozen=True, kw_only=True):
    """Properties of all models of a kind: the base (`kind` is round, square, oval ...) in inches, the role."""

    name: str
    base: str
    width: float
    depth: float
    role: str = ""


class Model(Message, frozen=True, kw_only=True):
    """A model on the table. `number` stays the same all game long; in the press x, y and facing are null."""

    number: int
    unit: int
    profile: int
    x: float | None
    y: float | None
    facing: float | None
    wounds_lost: int = 0


class Unit(Message, frozen=True, kw_only=True):
    """A unit and its fate; `fate` is in the words of the ruleset."""

    number: int
    name: str
    side: int
    formation: str
    files: int
    before: int
    left: int
    fate: str
    is_beaten: bool
    in_contact_with: tuple[int, ...] = ()
    statuses: tuple[str, ...] = ()


class Ground(Message, frozen=True, kw_only=True):
    """A piece of terrain."""

    kind: str
    name: str
    polygon: tuple[Point, ...]


class Objective(Message, frozen=True, kw_only=True):
    """A goal of a battle in words, and its place if it has one."""

    words: str
    place: Point | None = None
    radius: float = 0.0


class Board(Message, frozen=True, kw_only=True):
    """Everything to draw. `table` is null in the press, where units stand in ranks and files without places."""

    ruleset: str
    sides: tuple[str, str]
    colours: tuple[str, str]
    table: Point | None
    grounds: tuple[Ground, ...]
    objectives: tuple[Objective, ...]
    profiles: tuple[Profile, ...]
    units: tuple[Unit, ...]
    models: tuple[Model, ...]


class Line(Message, frozen=True, kw_only=True):
    """A line of the log: an event, a roll or a decision.

    `sentences` are the IDs of the sentences it comes from, `rulings` those of the rulings used in it. A roll has
    `dice`: its parts, each with a label, the faces, and which of them count as successes (null if that means nothing).
    `heading` is the level of a line above others (0: the highest), null for other lines.
    """

    kind: Literal["event", "roll", "decision"]
    text: str
    sentences: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    side: int | None = None
    dice: tuple["DiceShown", ...] = ()
    heading: int | None = None


class DiceShown(Message, frozen=True, kw_only=True):
    """Dice thrown together."""

    label: str
    faces: tuple[int, ...]
    successes: tuple[bool, ...] | None = None


class Option(Message, frozen=True, kw_only=True):
    """A legal answer. `answer` is what `Answer` sends back; `note` says for instance how likely a charge arrives.

    `place` is where the answer puts a model: what the page draws. `is_usual`: the sensible policy would give it.
    `unit` is the unit that acts, `targets` are the other units that the words name, `models` the models.
    """

    index: int
    words: str
    answer: Any
    note: str = ""
    place: Model | None = None
    unit: int | None = None
    is_usual: bool = False
    targets: tuple[int, ...] = ()
    models: tuple[int, ...] = ()
