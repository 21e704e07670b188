"""Random fights of a ruleset, made by changing numbers, weapons, rules, formations and statuses of sample scenarios."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint, listed
from pilein.lab.altering import Value, altered, value_now
from pilein.lab.arguments import whole
from pilein.lab.scenarios import Scenario
from pilein.tabletop.vocabulary import Key, Vocabulary

KINDS = ("press", "battle", "")  # samples that are changed, in turn
MOST_MODELS = 20
CHANCE = 0.5  # chance that a value is changed


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
    starts = [Scenario.from_text(text) for text in samples]
    return tuple(_changed(starts[number % len(starts)], found.vocabulary, random) for number in range(n))


def _changed(scenario: Scenario, words: Vocabulary, random: Random) -> Scenario:
    """Apply random changes to a scenario, skipping changes that would make it invalid."""
    for key, value in _changes(scenario, words, random):
        with suppress(BadInput):
            changed = altered(scenario, _of_members(scenario, key, value))
            ruleset_named(changed.ruleset).opened(changed)
            scenario = changed
    return scenario


def _of_members(scenario: Scenario, key: str, value: Value) -> dict[str, Value]:
    """Return a change as keys with values. If the unit has members, models and weapons are changed in the first one."""
    unit, _, of_unit = key.rpartition(".")
    members = value_now(scenario, f"{unit}.members") if of_unit in ("models", "weapons") else None
    if not isinstance(members, list):
        return {key: value}
    return {f"{unit}.members": [{**members[0], of_unit: value}, *members[1:]]}


def _changes(scenario: Scenario, words: Vocabulary, random: Random) -> Iterator[tuple[str, Value]]:
    """Yield random changes to profiles, then to units, as (key, value). Each change is drawn on demand."""
    for name in scenario.to_dict().get("profiles", {}):
        for key in words.characteristics:
            if random.random() < CHANCE:
                yield f"profiles.{name}.{key.name}", _drawn(key, random)
        if words.rules and random.random() < CHANCE:
            yield f"profiles.{name}.rules", [random.choice(sorted(words.rules))]
    for unit in scenario.units:
        for name, value in _of_unit(words, random).items():
            yield f"units.{unit.name}.{name}", value


def _of_unit(words: Vocabulary, random: Random) -> dict[str, Value]:
    statuses = [key for key in words.statuses if key.kind != "unit" and random.random() < CHANCE / 2]
    chosen: dict[str, Value] = {key.name: _drawn(key, random) for key in statuses}
    if random.random() < CHANCE:
        chosen["models"] = random.randint(1, MOST_MODELS)
    if words.weapons and random.random() < CHANCE:
        chosen["weapons"] = [random.choice(sorted(words.weapons))]
    if words.formations and random.random() < CHANCE / 2:
        chosen["formation"] = random.choice(sorted(words.formations))
    return chosen


def _drawn(key: Key, random: Random) -> Value:
    if key.kind == "bool":
        return random.random() < CHANCE
    if key.kind in ("int", "number") and key.least is not None and key.most is not None:
        return random.randint(int(key.least), min(int(key.most), 10))
    return None
