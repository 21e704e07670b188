"""Mutations of nested lists and dictionaries that leave most values plausible in their places."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.fuzz import nasty

Place = tuple[Any, Any]  # what holds a value, and under which key or number


def shaken(random: Random, plain: Any, others: list[Any]) -> Any:
    """Return a copy with one to four mutations. Parts of the documents in `others` may be inserted."""
    root = [deepcopy(plain)]
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        places = list(_places(root))
        holder, key = random.choice(places)
        random.choice(OPERATORS)(random, (holder, key), others)
    return root[0] if root else None


def _places(holder: Any) -> Iterator[Place]:
    """Yield every place in a structure, weighted so that shallow and deep places are drawn equally often."""
    waiting = [holder]
    while waiting:
        one = waiting.pop()
        keys = list(one) if isinstance(one, dict) else list(range(len(one)))
        for key in keys[:400]:
            yield one, key
            if isinstance(one[key], dict | list):
                waiting.append(one[key])


def _retype(random: Random, place: Place, _others: list[Any]) -> None:
    holder, key = place
    holder[key] = nasty.of_another_type(random, holder[key])


def _change(random: Random, place: Place, _others: list[Any]) -> None:
    """Replace a value with a different value of the same type."""
    holder, key = place
    old = holder[key]
    if isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = random.choice((old + 1, old - 1, -old, old * 10, *(n for n in nasty.NUMBERS if type(n) is int)))
    elif isinstance(old, float):
        holder[key] = random.choice([number for number in nasty.NUMBERS if isinstance(number, float)])
    elif isinstance(old, str):
        holder[key] = random.choice((*nasty.TEXTS, nasty.misspelled(random, old), old + old, old[:-1], old.upper()))
    elif isinstance(old, list):
        random.shuffle(old)
    else:
        holder[key] = nasty.value(random)


def _drop(_random: Random, place: Place, _others: list[Any]) -> None:
    holder, key = place
    if holder is not None and len(holder):
        del holder[key]
    if isinstance(holder, list) and not holder:
        holder.append(None)


def _double(random: Random, place: Place, _others: list[Any]) -> None:
    """Duplicate an entry once or many times. The copies in a dictionary get new keys."""
    holder, key = place
    if isinstance(holder, list):
        holder[key:key] = [deepcopy(holder[key]) for _ in range(random.choice((1, 1, 2, 20, 600)))]
    else:
        holder[nasty.misspelled(random, str(key))] = deepcopy(holder[key])


def _rename(random: Random, place: Place, _others: list[Any]) -> None:
    holder, key = place
    if isinstance(holder, dict):
        holder[random.choice((nasty.name(random), nasty.misspelled(random, str(key))))] = holder.pop(key)


def _splice(random: Random, place: Place, others: list[Any]) -> None:
    """Replace a value with a value from another document. There, the value is stored either under the same key or under
    any other.
    """
    holder, key = place
    found = list(_places([random.choice(others)])) if others else []
    alike = [one for one in found if one[1] == key] or found
    if alike:
        there, where = random.choice(alike)
        holder[key] = deepcopy(there[where])


def _swap(random: Random, place: Place, _others: list[Any]) -> None:
    holder, key = place
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    other = random.choice(keys)
    holder[key], holder[other] = holder[other], holder[key]


def _nest(random: Random, place: Place, _others: list[Any]) -> None:
    holder, key = place
    holder[key] = random.choice((nasty.nested(random), [holder[key]], {"a": holder[key]}))


OPERATORS: tuple[Callable[[Random, Place, list[Any]], None], ...] = (
    *(_change, _change, _change, _retype, _retype),
    *(_drop, _double, _rename, _splice, _swap, _nest),
)


def torn(random: Random, text: bytes) -> bytes:
    """Return the text cut short, with changed bytes, or with lines dropped, doubled or swapped."""
    kind = random.randrange(6)
    place = random.randrange(len(text) + 1)
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + bytes([random.randrange(256)]) + text[place + 1 :]
    if kind == 2:
        return (
            text[:place]
            + random.choice((b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\xc3", b"[" * 500))
            + text[place:]
        )
    lines = text.splitlines(keepends=True) or [b""]
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    if kind == 3:
        del lines[one]
    elif kind == 4:
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)
