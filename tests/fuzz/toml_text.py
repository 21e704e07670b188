"""A writer for TOML, with just enough features for scenario files and for any value that a mutation puts into them."""

import json
from typing import Any


def written(values: dict[str, Any]) -> str:
    """Write a document as a person would write it, with tables and lists of tables below plain keys."""
    if not isinstance(values, dict):
        return f"a = {_value(values)}\n"
    plain, tables, lists = [], [], []
    for key, value in values.items():
        if isinstance(value, dict):
            tables.append((key, value))
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            lists.append((key, value))
        else:
            plain.append(f"{_key(key)} = {_value(value)}\n")
    parts = plain + [f"\n[{_key(key)}]\n{_body(value)}" for key, value in tables]
    return "".join(parts + [f"\n[[{_key(key)}]]\n{_body(one)}" for key, value in lists for one in value])


def _body(values: dict[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in values.items())


def _key(key: object) -> str:
    words = str(key)
    is_bare = words.isascii() and words.replace("-", "").replace("_", "").isalnum()
    return words if is_bare else _text(words)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, int | float):
        return repr(value)
    return _text(str(value))


def _text(words: str) -> str:
    spelled = json.dumps(words, ensure_ascii=False)
    return "".join(one if one.isprintable() else f"\\U{ord(one):08x}" for one in spelled)
