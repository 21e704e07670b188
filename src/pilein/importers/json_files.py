"""Rosters and catalogues in JSON, converted to the elements of the XML formats under the same names."""

import json
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement

TEXT = "$text"  # the text of an element, beside its attributes
SHARED = "shared"  # of lists: "sharedProfiles" has profiles


class TooLargeError(Exception):
    """Error for a file that has too many elements or is nested too deeply."""


def is_json(content: bytes) -> bool:
    """Whether a file starts like JSON rather than XML."""
    head = content[:200]
    text = head[: len(head) // 4 * 4].decode(json.detect_encoding(head), errors="ignore")
    return text.lstrip("\ufeff \t\r\n").startswith(("{", "["))


def root_in(content: bytes, roots: Mapping[str, str], most: int, deepest: int) -> Element | None:
    """Parse a JSON file and return its root element, or None if the file is not from a roster program.

    Raises:
        ValueError: the file is not JSON. A `json.JSONDecodeError` gives the line.
        TooLargeError: the file has more than `most` elements or is nested deeper than `deepest`.
    """
    try:
        found = json.loads(content)
    except RecursionError:
        raise TooLargeError(f"{deepest} levels of nesting") from None
    if not isinstance(found, dict):
        return None
    tag = next((one for one in roots if isinstance(found.get(one), dict)), None)
    if tag is None:
        return None
    root = Element(tag)
    _Reader(most, deepest).fill(root, found[tag], 1)
    return root


class _Reader:
    """Converter that turns JSON objects into elements and counts the elements."""

    def __init__(self, most: int, deepest: int) -> None:
        self.left, self.most, self.deepest = most, most, deepest

    def fill(self, element: Element, values: Mapping[str, Any], depth: int) -> None:
        """Fill an element with attributes, child elements and text from its JSON object."""
        self.left -= 1
        if self.left < 0 or depth > self.deepest:
            raise TooLargeError(f"{self.most:,} elements" if self.left < 0 else f"{self.deepest} levels of nesting")
        for key, value in values.items():
            if isinstance(value, list):
                self._list(SubElement(element, key), value, depth + 1)
            elif isinstance(value, dict):
                self.fill(SubElement(element, key), value, depth + 1)
            elif key == TEXT:
                element.text = _written(value)
            elif value is not None:
                element.set(key, _written(value))

    def _list(self, element: Element, values: list[Any], depth: int) -> None:
        tag = _singular(element.tag)
        for one in values:
            if isinstance(one, dict):
                self.fill(SubElement(element, tag), one, depth + 1)
            elif not isinstance(one, list):
                self.fill(SubElement(element, tag), {TEXT: one}, depth + 1)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _singular(name: str) -> str:
    """Element name for the members of a list, such as "profile" for "sharedProfiles" and "entry" for "entries"."""
    own = name.removeprefix(SHARED)
    own = own[:1].lower() + own[1:]
    return f"{own[:-3]}y" if own.endswith("ies") else own.removesuffix("s")
