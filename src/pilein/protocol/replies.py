"""Replies of the engine to questions that need no table."""

from typing import Any, Literal

from pilein.protocol.shared_messages import Board, Message


class Reply(Message, frozen=True, kw_only=True):
    """The reply to the request `id`."""

    id: int


class Refused(Reply, frozen=True, kw_only=True):
    """The request cannot be met: the reason, the line or key at fault, and the remedy."""

    reason: str
    line: int | None = None
    key: str = ""
    remedy: str = ""


class Done(Reply, frozen=True, kw_only=True):
    """The request was carried out; its consequences come as messages to all."""


class Example(Message, frozen=True, kw_only=True):
    """A ready-made example."""

    name: str
    title: str
    is_press: bool
    is_battle: bool


class Game(Message, frozen=True, kw_only=True):
    """A ruleset."""

    ruleset: str
    title: str
    policies: tuple[str, ...]
    examples: tuple[Example, ...]


class Games(Reply, frozen=True, kw_only=True):
    """The rulesets, and whether this engine keeps tables for several people and can sample in bulk."""

    version: str
    games: tuple[Game, ...]
    is_served: bool
    has_numpy: bool


class Field(Message, frozen=True, kw_only=True):
    """A key of a form: of a profile, unit, weapon or scenario. `options` are the words it allows, if it lists them.

    `plain` is what a new profile begins with, for a key that has to be there.
    """

    key: str
    kind: Literal["number", "text", "flag", "choice", "several", "table"]
    words: str
    least: float | None = None
    most: float | None = None
    options: tuple[str, ...] = ()
    usual: Any = None
    is_required: bool = False
    plain: Any = None


class Word(Message, frozen=True, kw_only=True):
    """A weapon, special rule, armour, formation or kind of ground, with its meaning."""

    name: str
    words: str
    topic: str
    sentences: tuple[str, ...] = ()


class Words(Reply, frozen=True, kw_only=True):
    """The vocabulary of a ruleset: keys of profiles, units (those of all games first), members and own weapons.

    `questions` are those that a policy may be overruled in, with `fixed` of `AskOdds`.
    """

    ruleset: str
    profile: tuple[Field, ...]
    unit: tuple[Field, ...]
    words: tuple[Word, ...]
    member: tuple[Field, ...] = ()
    weapon: tuple[Field, ...] = ()
    questions: tuple["QuestionWords", ...] = ()


class QuestionWords(Message, frozen=True, kw_only=True):
    """A question of a rules text to players, by its sentence, with answers that it has; `also`: others, in words."""

    key: str
    words: str
    answers: tuple[str, ...]
    also: str = ""


class Sentence(Message, frozen=True, kw_only=True):
    """A numbered sentence of a rules text in our words, the clauses that carry it out, and the rulings about it.

    `short` describes a unit that it puts out of the fight, if it does.
    """

    key: str
    words: str
    chapter: str
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    short: str = ""


class IncludedBy(Message, frozen=True, kw_only=True):
    """Another ruling whose `option` makes a choice for this one as well: it `chooses` one of this one's options."""

    ruling: str
    option: str
    chooses: str


class Ruling(Message, frozen=True, kw_only=True):
    """A place where a text leaves a case open: the options with their words; `usual` is the default.

    `numbered` are the options with a number, `number` is the one they have unless another is given. `included_by` is
    the preset that chooses for this ruling unless the scenario does.
    """

    key: str
    words: str
    usual: str
    options: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    number: int | None = None
    included_by: IncludedBy | None = None


class Step(Message, frozen=True, kw_only=True):
    """A step of the order of play."""

    key: str
    words: str
    depth: int
    sentences: tuple[str, ...]


class Book(Reply, frozen=True, kw_only=True):
    """A rules text to read."""

    ruleset: str
    title: str
    sentences: tuple[Sentence, ...]
    rulings: tuple[Ruling, ...]
    order_of_play: tuple[Step, ...]


class Fault(Message, frozen=True, kw_only=True):
    """Fault of a scenario."""

    reason: str
    line: int | None
    key: str
    remedy: str


class ScenarioChecked(Reply, frozen=True, kw_only=True):
    """A scenario: as TOML, as data, as a board; with its faults (then it has no board), hints and assumptions."""

    toml: str
    scenario: dict[str, Any] | None
    board: Board | None
    faults: tuple[Fault, ...] = ()
    hints: tuple[str, ...] = ()


class Figure(Message, frozen=True, kw_only=True):
    """A figure and how sure it is.

    It is exact where `games` is 0. Otherwise it comes from this number of sampled games, and lies between `low` and
    `high` 19 times in 20. A figure of which nothing is known is left out.
    """

    games: int = 0
    low: float | None = None
    high: float | None = None


class Chance(Figure, frozen=True, kw_only=True):
    """A chance with its words. Only what is certain has an exact chance of 0 or 1, however near another chance is."""

    words: str = ""
    chance: float


class Mean(Figure, frozen=True, kw_only=True):
    """A mean."""

    mean: float


class SideOdds(Message, frozen=True, kw_only=True):
    """Odds of a side: its chance to win, and its ways of winning."""

    side: str
    wins: Chance
    how: tuple[Chance, ...]


class UnitOdds(Message, frozen=True, kw_only=True):
    """Losses of a unit (the chance of each number of models, from 0 on), their mean, and its fates."""

    unit: str
    side: str
    models: int
    mean_losses: Mean
    losses: tuple[Chance, ...]
    fates: tuple[Chance, ...]


class Odds(Reply, frozen=True, kw_only=True):
    """The odds. `phases` are the chances that it lasts one phase, two, and so on.

    `deciding` are the sentences by which fights ended, most frequent first.
    """

    is_exact: bool
    games: int
    sides: tuple[SideOdds, SideOdds]
    neither: tuple[Chance, ...]
    units: tuple[UnitOdds, ...]
    phases: tuple[Chance, ...]
    deciding: tuple[Chance, ...]
    assumes: tuple[str, ...]
    hints: tuple[str, ...] = ()
    seconds: float = 0.0


class ChargeEnds(Message, frozen=True, kw_only=True):
    """Ends of a charge from a distance in inches: `outcomes` add up to 1, the first is that the charge arrives.

    Mean numbers of models in words, with their interval where they were sampled: those in contact, those that charger
    and target lose until all charges have been made.
    """

    distance: float
    outcomes: tuple[Chance, ...]
    in_contact: str
    lost: str
    target_lost: str


class ChargeOdds(Reply, frozen=True, kw_only=True):
    """The odds of a charge by distance. `why` says why it never arrives from some distances."""

    charger: str
    target: str
    points: tuple[ChargeEnds, ...]
    why: tuple[str, ...]
    assumes: tuple[str, ...]


class Change(Message, frozen=True, kw_only=True):
    """A change and its effect: the differences of both sides' chances to win, and the sentence that explains it."""

    words: str
    unit: str
    wins: tuple[float, float]
    reason: str = ""


class Worth(Reply, frozen=True, kw_only=True):
    """Worth of each change of a scenario, largest effect first."""

    base: tuple[float, float]
    changes: tuple[Change, ...]
    without_effect: tuple[str, ...]
    assumes: tuple[str, ...]
