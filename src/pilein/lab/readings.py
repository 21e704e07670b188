"""Other readings of a fight. The module lists every option of every ruling, describes the effects of options, and makes
openings that record the rulings in use.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import BadInput
from pilein.kernel.position import Position
from pilein.kernel.rulings import DEFAULT, Noting, Reading, Ruling
from pilein.lab.figures import Number
from pilein.lab.known_fights import with_setup
from pilein.tabletop.notation.rulings import with_rulings
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

UNSEEN = 5e-7  # smaller differences count as none
Pair = tuple[Number, Number]


class Option(Struct, frozen=True):
    """Option of a ruling, other than the option in force, with its name and wording."""

    ruling: str
    name: str
    words: str

    @property
    def key(self) -> str:
        """Ruling and option in the form that `--rule` takes, such as SH-R-19=gap."""
        return f"{self.ruling}={self.name}"


class OptionEffect(Struct, frozen=True):
    """Fight under another option of a ruling, with its differences from the unchanged fight.

    `wins` and `losses` are each side's chance to win and mean number of models lost, and `gains` and `more_lost` are
    the differences. A number is a fraction or a float if it is solved, and an Estimate if it is sampled.
    """

    option: Option
    wins: Pair
    losses: Pair
    gains: Pair
    more_lost: Pair

    @property
    def size(self) -> tuple[float, float]:
        """Key for sorting effects: first the share of fights whose winner changes, then the change in models lost.

        A share of fights that moves from one outcome to another counts once.
        """
        one, other = map(float, self.gains)
        return (abs(one) + abs(other) + abs(one + other)) / 2, max(abs(float(one)) for one in self.more_lost)

    @property
    def matters(self) -> bool:
        """Whether the option changes the winner or the models lost."""
        return max(self.size) >= UNSEEN


def options_of(scenario: Scenario) -> Iterator[Option]:
    """Yield every option that is not in force, ruling by ruling, in the order of the text."""
    for ruling in vocabulary(scenario.ruleset).rulings.values():
        now = scenario.rulings.get(ruling.id, Reading()).option
        for name, words in _named(ruling):
            if name != now:
                yield Option(ruling.id, name, words)


def _named(ruling: Ruling) -> Iterator[tuple[str, str]]:
    yield DEFAULT, ruling.default
    yield from ((one.name, one.words) for one in ruling.options)


def under(scenario: Scenario, option: Option) -> Scenario:
    """Return the scenario with the option in force.

    Raises:
        BadInput: the option needs a number and has none, or the scenario cannot be played with it.
    """
    changed = with_rulings(scenario, vocabulary(scenario.ruleset), {option.ruling: option.name})
    ruleset_named(scenario.ruleset).opened(changed)
    return changed


def opening(ruleset: Ruleset, scenario: Scenario) -> Position:
    """Return the first position of a fight. Its readings record each ruling that is used."""
    begun = ruleset.opened(scenario)
    setup = begun.state.setup
    return with_setup(begun, replace(setup, readings=Noting(setup.readings)))


def noting(position: Position) -> Noting:
    """Return the readings of an opening, which record the rulings that are used."""
    readings = position.state.setup.readings
    assert isinstance(readings, Noting), "an opening made by `opening`"
    return readings


def changed_rulings(one: Position, other: Position) -> frozenset[str] | None:
    """Return the rulings in which two openings differ, or None if the openings differ in anything else."""
    mine, theirs = one.state.setup, other.state.setup
    if with_setup(other, mine) != one or replace(theirs, readings=mine.readings) != mine:
        return None
    return frozenset(key for key in mine.readings if dict.get(mine.readings, key) != dict.get(theirs.readings, key))


def tried(scenario: Scenario, option: Option) -> Scenario | str:
    """Return the scenario under an option, or the reason it cannot be played."""
    try:
        return under(scenario, option)
    except BadInput as error:
        return error.message
