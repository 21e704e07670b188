"""Random fights of a ruleset: sample scenarios with changed numbers, weapons, rules, formations and statuses."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint, listed
from pilein.lab.arguments import whole
from pilein.lab.scenarios import Scenario
from pilein.tabletop.vocabulary import Key, Vocabulary

KINDS = ("press", "battle", "")  # samples that are changed, in turn
MOST_MODELS = 20
CHANCE = 0.5  # chance that a value is changed
Plain = dict[str, Any]
Change = Callable[[Plain], None]


def random_fights(*ruleset: str, n: int, seed: int = 0) -> tuple[Scenario, ...]:
    """Generate `n` random fights of a ruleset, alternately in the press and on tables.

    The same seed gives the same fights.

    Raises:
        BadInput: not exactly one ruleset is named, there is no such ruleset, or it has no sample scenario.
    """
    if len(ruleset) != 1 or ruleset[0] not in names():
        given = ruleset[0] if len(ruleset) == 1 else ""
        remedy = hint(given, names(), f"name one of {listed(names())}")
        words = f"there is no ruleset {given!r}" if given else "random fights need the name of one ruleset"
        raise BadInput(words, key="random", remedy=remedy)
    found = ruleset_named(ruleset[0])
    samples = [
        text for text in dict.fromkeys(found.sample_of(kind) if kind else found.sample for kind in KINDS) if text
    ]
    if not samples:
        raise BadInput(
            f"{found.name} has no sample scenario to change",
            key="random",
            remedy="name scenarios, or a ruleset that has a sample",
        )
    random = Random(whole(seed, "seed"))  # noqa: S311 - not for secrets
    starts = [Scenario.from_text(text).to_dict() for text in samples]
    return tuple(_changed(starts[number % len(starts)], found.vocabulary, random) for number in range(n))


def _changed(start: Plain, words: Vocabulary, random: Random) -> Scenario:
    """Apply random changes to a scenario, skipping changes that would make it invalid."""
    scenario = Scenario.from_dict(start)
    for change in _changes(scenario.to_dict(), words, random):
        values = scenario.to_dict()
        change(values)
        try:
            changed = Scenario.from_dict(values)
            ruleset_named(changed.ruleset).opened(changed)
        except BadInput:
            continue
        scenario = changed
    return scenario


def _changes(values: Plain, words: Vocabulary, random: Random) -> Iterator[Change]:
    """Yield random changes to profiles, then to units. Each change is drawn on demand."""
    for name in values.get("profiles", {}):
        for key in words.characteristics:
            if random.random() < CHANCE:
                yield _setting("profiles", name, key.name, _drawn(key, random))
        if words.rules and random.random() < CHANCE:
            yield _setting("profiles", name, "rules", [random.choice(sorted(words.rules))])
    for number in range(len(values.get("unit", ()))):
        for name, value in _of_unit(words, random).items():
            yield _setting("unit", number, name, value)


def _of_unit(words: Vocabulary, random: Random) -> Plain:
    """Draw new random values for some of a unit's keys."""
    statuses = [key for key in words.statuses if key.kind != "unit" and random.random() < CHANCE / 2]
    chosen = {key.name: _drawn(key, random) for key in statuses}
    if random.random() < CHANCE:
        chosen["models"] = random.randint(1, MOST_MODELS)
    if words.weapons and random.random() < CHANCE:
        chosen["weapons"] = [random.choice(sorted(words.weapons))]
    if words.formations and random.random() < CHANCE / 2:
        chosen["formation"] = random.choice(sorted(words.formations))
    return chosen


def _setting(section: str, one: str | int, key: str, value: Any) -> Change:  # noqa: ANN401 - of a scenario file
    def change(values: Plain) -> None:
        place = values[section][one]
        members = place.get("members") if section == "unit" else None
        target = members[0] if members and key in ("models", "weapons") else place
        if value is None:
            target.pop(key, None)
        else:
            target[key] = value

    return change


def _drawn(key: Key, random: Random) -> Any:  # noqa: ANN401 - of a scenario file
    """Draw a random legal value for a key."""
    if key.kind == "bool":
        return random.random() < CHANCE
    if key.kind in ("int", "number") and key.least is not None and key.most is not None:
        return random.randint(int(key.least), min(int(key.most), 10))
    return None
