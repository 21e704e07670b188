"""Caches on frozen values hold results separately for each value."""

import ast
from collections import Counter
from pathlib import Path

from pilein.tabletop.memo import Memo, Note, knowing, remembered
from pilein.tabletop.plane import Loose
from tests.rulesets.scrollhammer.builder import GUARD, U, battle

SOURCES = Path("src/pilein")


def test_each_value_has_its_own_cache():
    one, other = Loose((), ()), Loose((), ())
    squares = Memo("squares")
    squares.on(one)[2] = 4
    assert squares.on(one) == {2: 4}
    assert squares.on(other) == {}
    assert one == other


def test_a_note_kept_on_a_value_can_be_read_back():
    crowd = Loose((), ())
    size = Note("size")
    assert size.on(crowd) is None
    assert size.keep(crowd, 0) == size.on(crowd) == 0


def test_cached_properties_of_a_frozen_value_can_be_filled_in_advance():
    field = battle(U("guards", 0, [(GUARD, 1)], at=[(10, 10)])).field
    contacts = field.contacts
    like = knowing(field.wounded(0, 0), contacts=contacts, edge_contacts=None)
    assert like.contacts is contacts
    assert "edge_contacts" not in remembered(like)


def test_no_two_caches_share_a_name():
    """Names must be unique within one ruleset and the packages below it. Two rulesets may use the same name, because
    they never share a field.
    """
    kinds = {"LocalSearches", "Memo", "Note"}
    found = [
        (path.relative_to(SOURCES).parts, node.args[0].value)
        for path, node in _nodes(*kinds)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Subscript)
        and ast.unparse(node.func.value) in kinds
        and isinstance(node.args[0], ast.Constant)
    ]
    assert len(found) > 8
    shared = {name for parts, name in found if parts[0] == "tabletop"}
    by_ruleset = Counter((parts[1], name) for parts, name in found if parts[0] != "tabletop")
    assert not [key for key, count in by_ruleset.items() if count > 1 or key[1] in shared]


def test_only_known_modules_use_the_dict_of_a_frozen_value():
    """Frozen values use `__dict__` only in `memo`. Exceptions, parsed arguments and games are not frozen, so they may
    use it.
    """
    allowed = {"tabletop/memo.py", "kernel/errors.py", "cli/parsing.py", "engine/game.py"}
    users = {
        path.relative_to(SOURCES).as_posix()
        for path, node in _nodes("__dict__")
        if isinstance(node, ast.Attribute) and node.attr == "__dict__"
    }
    assert users <= allowed


def _nodes(*words):
    """Yield each syntax node of the source files that contain one of the words, with its file."""
    for path in SOURCES.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in words):
            yield from ((path, node) for node in ast.walk(ast.parse(text)))
