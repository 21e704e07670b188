"""Parts of messages in both directions, such as boards, units, models, log lines and options."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]
Seat = Literal["first", "second", "watch"]  # the two sides, in the order of the scenario, and the gallery
Until = Literal["step", "unit", "phase", "end"]  # how long a policy answers for a side


class Message(Struct, frozen=True, kw_only=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """Base class of all messages. `type` is the name of the message's class."""


class Profile(Message, frozen=True, kw_only=True):
    """Properties that models with the same profile share: base (round, square, oval ...), size in inches, and role."""

    name: str
    base: str
    width: float
    depth: float
    role: str = ""


class Model(Message, frozen=True, kw_only=True):
    """A model. `number` never changes during a game. In the press, x, y and facing are null."""

    number: int
    unit: int
    profile: int
    x: float | None
    y: float | None
    facing: float | None
    wounds_lost: int = 0


class Unit(Message, frozen=True, kw_only=True):
    """A unit and its fate, in the ruleset's words."""

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
    """Description of a battle objective, with its place if it has one."""

    words: str
    place: Point | None = None
    radius: float = 0.0


class Board(Message, frozen=True, kw_only=True):
    """A complete board. `table` is null in the press, where units stand in ranks and files without positions."""

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
    """Line of the log: an event, a roll or a decision.

    `sentences` are the IDs of its sentences, and `rulings` the IDs of the rulings that applied. A roll has `dice`,
    whose parts each have a label, the faces, and whether each face is a success (null if success has no meaning).
    `heading` is the level of a heading (0 is the highest), or null for other lines.
    """

    kind: Literal["event", "roll", "decision"]
    text: str
    sentences: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    side: int | None = None
    dice: tuple["DiceShown", ...] = ()
    heading: int | None = None


class DiceShown(Message, frozen=True, kw_only=True):
    """Dice rolled together."""

    label: str
    faces: tuple[int, ...]
    successes: tuple[bool, ...] | None = None


class Option(Message, frozen=True, kw_only=True):
    """Legal answer. `answer` is the value that `Answer` sends back. `note` gives, for instance, the chance that a
    charge arrives.

    `place` is the model's place after the answer, as the page draws it. `is_usual` means that the sensible policy
    would give this answer. `unit` is the unit that acts. `targets` are the other units that the words name, and
    `models` the models.
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
