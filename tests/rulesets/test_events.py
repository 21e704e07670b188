"""Event kinds have unique names within a ruleset, and headings are marked by their kind."""

import tomllib
from pathlib import Path

import pytest

from pilein.engine import aliases
from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.events import Event
from pilein.tabletop.events import Heading


def kinds(ruleset):
    """Return the event kinds that the ruleset itself defines."""
    ruleset_named(ruleset)
    waiting, found = [Event], []
    while waiting:
        made = waiting.pop().__subclasses__()
        waiting += made
        found += [kind for kind in made if kind.__module__.startswith(f"pilein.rulesets.{ruleset}.")]
    return found


@pytest.mark.parametrize("ruleset", names())
def test_no_two_events_of_a_ruleset_share_a_name(ruleset):
    called = [kind.__name__ for kind in kinds(ruleset)]
    assert len(called) > 10
    assert sorted(set(called)) == sorted(called)


@pytest.mark.parametrize("ruleset", names())
def test_an_event_derived_from_a_shared_event_has_a_name_that_ends_in_the_shared_name(ruleset):
    """A ruleset's own `Slain` is also a `Slain`, so looking events up by kind or by name finds the same events."""
    for kind in kinds(ruleset):
        made_from = kind.__mro__[1]
        if made_from not in (Event, Heading):
            assert kind.__name__.endswith(made_from.__name__)


@pytest.mark.parametrize("ruleset", names())
def test_an_event_is_a_heading_if_and_only_if_its_name_ends_in_began(ruleset):
    assert all(issubclass(kind, Heading) == kind.__name__.endswith("Began") for kind in kinds(ruleset))


@pytest.mark.parametrize("ruleset", names())
def test_every_former_name_of_an_event_or_field_belongs_to_an_event_that_still_exists(ruleset):
    path = Path(aliases.__file__).with_name("former_events.toml")
    former = tomllib.loads(path.read_text(encoding="utf-8")).get(ruleset, {})
    known = {kind.__name__: kind for kind in kinds(ruleset)}
    for name, entry in former.items():
        assert name in known
        if "fields" in entry:
            assert {*entry["fields"], *entry.get("added", ())} == {"type", *known[name].__struct_fields__}
        else:
            assert entry["clauses"]
