"""Replies of the engine to requests that need no table."""

from typing import Any, Literal

from pilein.protocol.shared_messages import Board, Message


class Reply(Message, frozen=True, kw_only=True):
    """A reply to the request `id`."""

    id: int


class Refused(Reply, frozen=True, kw_only=True):
    """The request cannot be carried out. `reason` says why, `line` or `key` gives the place, and `remedy` says what to
    do.
    """

    reason: str
    line: int | None = None
    key: str = ""
    remedy: str = ""


class Done(Reply, frozen=True, kw_only=True):
    """The request was carried out. Its consequences follow as messages to all seats."""


class Example(Message, frozen=True, kw_only=True):
    """A ready-made example scenario."""

    name: str
    title: str
    is_press: bool
    is_battle: bool


class Game(Message, frozen=True, kw_only=True):
    """A ruleset with its policies and examples."""

    ruleset: str
    title: str
    policies: tuple[str, ...]
    examples: tuple[Example, ...]


class Games(Reply, frozen=True, kw_only=True):
    """The rulesets, whether this engine keeps tables for several people, and whether it can sample in bulk."""

    version: str
    games: tuple[Game, ...]
    is_served: bool
    has_numpy: bool


class Field(Message, frozen=True, kw_only=True):
    """Key of a form for a profile, unit, weapon or scenario. `options` lists the allowed words, if they are limited.

    `plain` is the initial value of a required key in a new profile. `is_of_contact` marks a status that only a unit in
    contact can have, and `is_of_own_turn` one that only a unit of the active side can have.
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
    is_of_contact: bool = False
    is_of_own_turn: bool = False


class Word(Message, frozen=True, kw_only=True):
    """A weapon, special rule, armour, formation or kind of ground, with its meaning."""

    name: str
    words: str
    topic: str
    sentences: tuple[str, ...] = ()


class Words(Reply, frozen=True, kw_only=True):
    """Vocabulary of a ruleset: keys of profiles, units (keys shared by all rulesets first), members and weapons.

    `questions` are the questions for which `fixed` of `AskOdds` may overrule a policy. `blocks` are the formations in
    which a unit stands as a block; in all others its models are loose.
    """

    ruleset: str
    profile: tuple[Field, ...]
    unit: tuple[Field, ...]
    words: tuple[Word, ...]
    member: tuple[Field, ...] = ()
    weapon: tuple[Field, ...] = ()
    questions: tuple["QuestionWords", ...] = ()
    blocks: tuple[str, ...] = ()


class QuestionWords(Message, frozen=True, kw_only=True):
    """A question that the rules put to players, with its sentence and sample answers. `also` describes
    further answers.
    """

    key: str
    words: str
    answers: tuple[str, ...]
    also: str = ""


class Sentence(Message, frozen=True, kw_only=True):
    """Numbered sentence of a rules text in our words, with the clauses that implement it and the rulings about it.

    `short` describes a unit that this sentence puts out of the fight. It is "" if the sentence never does so.
    """

    key: str
    words: str
    chapter: str
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    short: str = ""


class IncludedBy(Message, frozen=True, kw_only=True):
    """A preset that decides this ruling.

    If `option` of the preset's own `ruling` is in force, it `chooses` one of this ruling's options.
    """

    ruling: str
    option: str
    chooses: str


class Ruling(Message, frozen=True, kw_only=True):
    """Ambiguity in a rules text, with its options. `usual` is the default.

    `numbered` are the options that take a number, and `number` is their default. `included_by` is the preset that
    chooses for this ruling unless the scenario does.
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
    """A step of the order of play, or a clause in a step."""

    key: str
    words: str
    depth: int
    sentences: tuple[str, ...]


class Book(Reply, frozen=True, kw_only=True):
    """A rules text for reading."""

    ruleset: str
    title: str
    sentences: tuple[Sentence, ...]
    rulings: tuple[Ruling, ...]
    order_of_play: tuple[Step, ...]


class Fault(Message, frozen=True, kw_only=True):
    """A fault in a scenario."""

    reason: str
    line: int | None
    key: str
    remedy: str


class ScenarioChecked(Reply, frozen=True, kw_only=True):
    """A scenario as TOML, as data and as a board, with hints. If it has faults, there is no board."""

    toml: str
    scenario: dict[str, Any] | None
    board: Board | None
    faults: tuple[Fault, ...] = ()
    hints: tuple[str, ...] = ()


class Figure(Message, frozen=True, kw_only=True):
    """Figure and its uncertainty.

    The figure is exact if `games` is 0. If not, it comes from that many sampled games, and the true value lies
    between `low` and `high` 19 times in 20. An unknown figure is left out.
    """

    games: int = 0
    low: float | None = None
    high: float | None = None


class Chance(Figure, frozen=True, kw_only=True):
    """A labelled chance. It is exactly 0 or 1 only for a certainty; a chance very close to certain is not rounded."""

    words: str = ""
    chance: float


class Mean(Figure, frozen=True, kw_only=True):
    """A labelled mean."""

    mean: float


class SideOdds(Message, frozen=True, kw_only=True):
    """A side's chance to win, and the chance of each way of winning."""

    side: str
    wins: Chance
    how: tuple[Chance, ...]


class UnitOdds(Message, frozen=True, kw_only=True):
    """Losses of a unit (chances of 0, 1, 2, ... models), their mean, and the chances of the unit's fates."""

    unit: str
    side: str
    models: int
    mean_losses: Mean
    losses: tuple[Chance, ...]
    fates: tuple[Chance, ...]


class Odds(Reply, frozen=True, kw_only=True):
    """Odds of a scenario. `phases` are the chances that the fight lasts one phase, two phases, and so on.

    `deciding` are the sentences that ended fights, most frequent first.
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
    """Outcomes of a charge from a distance in inches. The chances in `outcomes` add up to 1.

    The first outcome is that the charge arrives. The other fields are mean numbers of models as text, with an
    interval if the number is sampled: the models in contact, and the models that the charger and the target lose
    by the time all charges have been made.
    """

    distance: float
    outcomes: tuple[Chance, ...]
    in_contact: str
    lost: str
    target_lost: str


class ChargeOdds(Reply, frozen=True, kw_only=True):
    """The odds of a charge by distance. `why` explains why the charge never arrives from certain distances."""

    charger: str
    target: str
    points: tuple[ChargeEnds, ...]
    why: tuple[str, ...]
    assumes: tuple[str, ...]


class Change(Message, frozen=True, kw_only=True):
    """A change and its effect on each side's chance to win, with a sentence that explains it."""

    words: str
    unit: str
    wins: tuple[float, float]
    reason: str = ""


class Worth(Reply, frozen=True, kw_only=True):
    """Worth of each change to a scenario, largest effect first.

    `left_out` lists changes that cannot be tried, with the reasons. `out_of_time` lists changes for which no time was
    left.
    """

    base: tuple[float, float]
    changes: tuple[Change, ...]
    without_effect: tuple[str, ...]
    left_out: tuple[str, ...]
    out_of_time: tuple[str, ...]
    assumes: tuple[str, ...]


class QuestionFound(Message, frozen=True, kw_only=True):
    """A question that a side is asked in a fight, with its sentence and the wordings of its answers.

    `is_open` means that the question has further answers.
    """

    side: str
    key: str
    answers: tuple[str, ...]
    is_open: bool


class QuestionsFound(Reply, frozen=True, kw_only=True):
    """The questions of a fight that have more than one legal answer, found by playing the fight `games` times."""

    questions: tuple[QuestionFound, ...]
    games: int


class UnitFound(Message, frozen=True, kw_only=True):
    """Unit that a set-up can take: its keys, and the profiles and weapons that the keys name."""

    name: str
    source: str
    unit: dict[str, Any]
    profiles: dict[str, Any]
    weapons: dict[str, Any]


class UnitsFound(Reply, frozen=True, kw_only=True):
    """Units of a library or an army list. `left_out` names, with the reasons, units that cannot fight."""

    units: tuple[UnitFound, ...]
    left_out: tuple[str, ...] = ()
