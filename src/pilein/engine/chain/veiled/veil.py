"""A veil stands for a part of a state that nobody has looked at yet.

A clause that runs to its end without touching a veil would have run the same way whatever is behind it; so one run
stands for all positions that differ there only. Veils may be passed on, copied and put elsewhere; whatever would look
at what is behind raises Unveiled, and the clause is run again with that part of the state in sight. While one
position is viewed plain values and aspects are shown at once, and it is noted what has been looked at.
"""

import operator
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, Protocol

Aspect = tuple[Any, ...]  # the name of a method, and its arguments
LIVES: Aspect = ("__bool__",)


class Part(Protocol):
    """Which part of a state a veil hides."""

    @property
    def aspects(self) -> tuple[str, ...]:
        """Names of methods that tell something of the value without showing all of it."""

    @property
    def implied(self) -> Callable[[Aspect, Mapping[Aspect, Any]], Any]:
        """What known aspects of a value say about another one; None if nothing."""

    def peek(self, aspect: Aspect | None, known: Mapping[Aspect, Any]) -> Any:  # noqa: ANN401
        """An aspect, or all that is behind, if that may be shown now; `known` aspects need no look.

        Raises:
            Unveiled: it may not.

        """


class Unveiled(BaseException):
    """A clause has looked behind a veil: at all of it (`aspect` None), or at one aspect of it."""

    def __init__(self, part: Any, aspect: Aspect | None = None) -> None:  # noqa: ANN401 - whatever the chain made
        super().__init__()
        self.part = part
        self.aspect = aspect


class Veil:
    """Hides the value of a part of a state; `known` are aspects of it that have been looked at already."""

    __slots__ = ("known", "part")

    def __init__(self, part: Any, known: Mapping[Aspect, Any]) -> None:  # noqa: ANN401
        _set_part(self, part)
        _set_known(self, known)

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401
        part = part_of(self)
        if name not in part.aspects:
            raise Unveiled(part)
        return lambda *arguments: _aspect(self, (name, *arguments))

    def __bool__(self) -> bool:
        return bool(_aspect(self, LIVES))


part_of: Callable[[Veil], Any] = Veil.part.__get__  # type: ignore[attr-defined]
_known_of: Callable[[Veil], Mapping[Aspect, Any]] = Veil.known.__get__  # type: ignore[attr-defined]
_set_part = Veil.part.__set__  # type: ignore[attr-defined]
_set_known = Veil.known.__set__  # type: ignore[attr-defined]


def _aspect(veil: Veil, aspect: Aspect) -> Any:  # noqa: ANN401
    known = _known_of(veil)
    if aspect in known:
        return known[aspect]
    part = part_of(veil)
    answer = part.implied(aspect, known) if known else None
    return part.peek(aspect, known) if answer is None else answer


def _looked_at(self: Veil, *_arguments: Any) -> NoReturn:  # noqa: ANN401
    raise Unveiled(part_of(self))


_LOOKS = (
    "hash str repr format next int float complex pos abs invert truediv divmod pow lshift rshift and or xor rtruediv "
    "rfloordiv rmod rdivmod rpow rlshift rrshift rand ror rxor round trunc floor ceil call reversed bytes"
)
for _name in _LOOKS.split():
    setattr(Veil, f"__{_name}__", _looked_at)


def _shown(act: Callable[..., Any]) -> Callable[..., Any]:
    """What is done with a plain value, done with what is behind a veil."""

    def do(self: Veil, *arguments: Any) -> Any:  # noqa: ANN401
        return act(part_of(self).peek(None, _known_of(self)), *arguments)

    return do


_ACTS: dict[str, Callable[..., Any]] = {
    "iter": iter,
    "len": len,
    "radd": lambda value, other: other + value,
    "rsub": lambda value, other: other - value,
    "rmul": lambda value, other: other * value,
}
_ACTS |= {
    name: getattr(operator, name)
    for name in "eq ne lt le gt ge contains getitem index neg add sub mul floordiv mod".split()  # noqa: SIM905
}
for _name, _act in _ACTS.items():
    setattr(Veil, f"__{_name}__", _shown(_act))
