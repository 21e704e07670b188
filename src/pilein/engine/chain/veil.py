"""A veil stands for a part of a state that nobody has looked at yet.

A clause that runs to its end without touching a veil would have run the same way whatever is behind it; so one run
stands for all positions that differ there only. Veils may be passed on, copied and put elsewhere; whatever would look
at what is behind raises Unveiled, and the clause is run again with that part of the state in sight.
"""

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
    if answer is None:
        raise Unveiled(part, aspect)
    return answer


def _looked_at(self: Veil, *_arguments: Any) -> NoReturn:  # noqa: ANN401
    raise Unveiled(part_of(self))


_LOOKS = (
    "eq ne lt le gt ge hash str repr format len iter next getitem contains index int float complex neg pos abs invert "
    "add sub mul truediv floordiv mod divmod pow lshift rshift and or xor radd rsub rmul rtruediv rfloordiv rmod "
    "rdivmod rpow rlshift rrshift rand ror rxor round trunc floor ceil call reversed bytes"
)
for _name in _LOOKS.split():
    setattr(Veil, f"__{_name}__", _looked_at)
