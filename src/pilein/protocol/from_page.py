"""Messages from a page: requests that need no table, and deeds at a table."""

from typing import Any, Literal, TypeAlias, get_args

from pilein.protocol.shared_messages import Message, Point, Until


class Request(Message, frozen=True, kw_only=True):
    """A message from the page. The reply repeats its `id`."""

    id: int


class AskGames(Request, frozen=True, kw_only=True):
    """Ask for the rulesets and their ready-made examples; the reply is `Games`."""


class AskWords(Request, frozen=True, kw_only=True):
    """Ask for the vocabulary of a ruleset, from which the page builds its forms; the reply is `Words`."""

    ruleset: str


class AskBook(Request, frozen=True, kw_only=True):
    """Ask for the sentences, rulings and order of play of a ruleset; the reply is `Book`."""

    ruleset: str


class AskExample(Request, frozen=True, kw_only=True):
    """Ask for an example by name; the reply is `ScenarioChecked`."""

    name: str


class AskCheck(Request, frozen=True, kw_only=True):
    """Check whether a scenario (TOML) can be played, and ask for it as data; the reply is `ScenarioChecked`."""

    toml: str


class AskToml(Request, frozen=True, kw_only=True):
    """Write as TOML a scenario that is given as data, and check it; the reply is `ScenarioChecked`."""

    scenario: dict[str, Any]


class AskUnits(Request, frozen=True, kw_only=True):
    """Ask for the units of the unit files shipped for a ruleset; the reply is `UnitsFound`."""

    ruleset: str


class AskImport(Request, frozen=True, kw_only=True):
    """Ask for the units of an army list or catalogue of a roster program; the reply is `UnitsFound`.

    `name` is the name of the file, and `content` its bytes in base64.
    """

    ruleset: str
    name: str
    content: str


class AskOdds(Request, frozen=True, kw_only=True):
    """Ask for the odds of a scenario; the reply is `Odds`. If `phases` is 0, play continues until no combat is left.

    `games` games (1 to 10,000) are sampled if there is too much to solve. `fixed` are answers set in advance, as
    with `--answer`.
    """

    toml: str
    phases: int = 0
    games: int = 1000
    fixed: tuple[str, ...] = ()


class AskCharge(Request, frozen=True, kw_only=True):
    """Ask for the odds of a charge by distance; the reply is `ChargeOdds`.

    `unit` and `target` may be left out if each side has only one unit.
    """

    toml: str
    unit: str = ""
    target: str = ""


class AskWorth(Request, frozen=True, kw_only=True):
    """Ask for the effect of raising or lowering each property of one unit or of all units; the reply is `Worth`."""

    toml: str
    unit: str = ""


class AskQuestions(Request, frozen=True, kw_only=True):
    """Ask which questions a fight puts to its players; the reply is `QuestionsFound`.

    If `phases` is 0, play continues until no combat is left.
    """

    toml: str
    phases: int = 0


class Stop(Request, frozen=True, kw_only=True):
    """Stop working on the request `of`, which then gets no reply."""

    of: int


class OpenTable(Request, frozen=True, kw_only=True):
    """Set up a table; the reply is `TableOpened`.

    `players` names the player of each side: "" for a person, else the name of a policy. With `dice` "fair", dice
    come from a seed whose hash everybody sees beforehand; with "typed", people enter the dice that they roll on a
    real table. `record` opens a record or a saved game instead of `toml`, up to the line numbered `until` (null for
    the whole record). A `record` is played for `more` phases beyond its end. `is_alone` means that one page plays
    both sides from the first seat and may take back any decision. Unless `is_detailed` is set, the policy answers
    questions about details; see `Delegate`.
    """

    toml: str = ""
    players: tuple[str, str] = ("", "")
    battle: bool = False
    phases: int = 1
    dice: Literal["fair", "typed"] = "fair"
    record: str = ""
    until: int | None = None
    is_alone: bool = False
    is_detailed: bool = True
    more: int = 0


class Join(Request, frozen=True, kw_only=True):
    """Sit down at a table with the token of a seat; the reply is `Joined`, followed by the events after `since`."""

    table: str
    token: str
    since: int = 0


class Answer(Request, frozen=True, kw_only=True):
    """Answer the question numbered `question`. The answer is refused if a different question is now pending."""

    question: int
    answer: Any


class TryAnswer(Request, frozen=True, kw_only=True):
    """Check whether an answer would be legal, without giving it; the reply is `Tried`."""

    question: int
    answer: Any


class AskRegion(Request, frozen=True, kw_only=True):
    """Ask for the region in which a model may be placed; the reply is `Region`."""

    question: int
    model: int
    facing: float | None = None


class AskForecast(Request, frozen=True, kw_only=True):
    """Ask for each side's chance to win with each option of the question; the reply is `Forecast`."""

    question: int


class AskOffers(Request, frozen=True, kw_only=True):
    """Ask for the charges that options of the question declare, and their chances of success; the reply is `Offers`."""

    question: int


class AskReach(Request, frozen=True, kw_only=True):
    """Ask for the reach of a unit's charge from its present position; the reply is `Reach`.

    If `target` is null, the nearest enemy is charged.
    """

    unit: int
    target: int | None = None


class Throw(Request, frozen=True, kw_only=True):
    """Enter the faces of rolled dice for the roll numbered `question`, at a table with typed dice."""

    question: int
    faces: tuple[int, ...]


class Leave(Request, frozen=True, kw_only=True):
    """Let the policy answer for your side until the end of the step, the unit's moves, the phase or the game."""

    until: Until


class AskRest(Request, frozen=True, kw_only=True):
    """Ask where a unit's models end up if the policy makes the unit's remaining moves; the reply is `Tried`."""

    question: int


class Delegate(Request, frozen=True, kw_only=True):
    """Leave every question of a clause to the policy from now on, or stop doing so.

    The clause "" stands for details, which are questions with a single answer, choices between equal models, and
    compulsory moves.
    """

    clause: str
    is_on: bool


class AskCourse(Request, frozen=True, kw_only=True):
    """Ask how each side's chance of winning changed during a finished game; the reply is `Course`."""


class Undo(Request, frozen=True, kw_only=True):
    """Take back your last decision. If dice have been rolled since, the other side must agree and gets `UndoWanted`."""


class AgreeUndo(Request, frozen=True, kw_only=True):
    """Agree to the other side's wish to take back a decision, or decline it."""

    is_agreed: bool


class SetPlayer(Request, frozen=True, kw_only=True):
    """Let a policy or, with "", a person play your side from now on."""

    policy: str


class Tape(Request, frozen=True, kw_only=True):
    """Lay the measuring tape for every seat to see. An empty tape removes it."""

    points: tuple[Point, ...] = ()


class Say(Request, frozen=True, kw_only=True):
    """Say something to everybody at the table, under a name. An empty `text` announces only the name."""

    name: str = ""
    text: str = ""


class AskRecord(Request, frozen=True, kw_only=True):
    """Ask for the record of the game so far, which `pilein replay` reads; the reply is `RecordOf`.

    While fair dice are secret, the record leaves out their seed. The seed is added once the game is over.
    """


class AskStory(Request, frozen=True, kw_only=True):
    """Ask for all lines and boards of a record, to step through; the reply is `Story`."""

    record: str


class AskFilm(Request, frozen=True, kw_only=True):
    """Ask for a record as an animation; the reply is `Film`."""

    record: str


FromPage: TypeAlias = (
    AskGames
    | AskWords
    | AskBook
    | AskExample
    | AskCheck
    | AskToml
    | AskUnits
    | AskImport
    | AskOdds
    | AskCharge
    | AskWorth
    | AskQuestions
    | Stop
    | OpenTable
    | Join
    | Answer
    | TryAnswer
    | AskRegion
    | AskForecast
    | AskOffers
    | AskReach
    | AskRest
    | AskCourse
    | Throw
    | Leave
    | Delegate
    | Undo
    | AgreeUndo
    | SetPlayer
    | Tape
    | Say
    | AskRecord
    | AskStory
    | AskFilm
)

Deed: TypeAlias = Answer | Throw | Leave | Delegate | Undo | AgreeUndo | SetPlayer  # changes a game
Query: TypeAlias = (
    TryAnswer | AskRegion | AskForecast | AskOffers | AskReach | AskRest | AskCourse | AskRecord
)  # changes nothing
DEEDS, QUERIES = get_args(Deed), get_args(Query)
AT_TABLE = (Join, Tape, Say, *DEEDS, *QUERIES)  # all that a table hears; the rest needs none
