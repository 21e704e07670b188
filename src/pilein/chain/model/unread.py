"""Read tracking. `Unread` is the placeholder for a value that has not been read yet.

A clause that runs to its end without reading a value would have run the same way with any value, so a single run
covers all positions that differ only in that value. An `Unread` can be passed on, copied and stored elsewhere. Code
that needs the value raises ReadRequired, and the clause is run again with that value readable. While a single
position is being read (`ReadSet`), plain values and aspects are supplied at once, and the read is noted.
"""

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NoReturn, Protocol

Aspect = tuple[Any, ...]  # a method's name and its arguments
TRUTH: Aspect = ("__bool__",)
Distribution = tuple[tuple[Any, int], ...]  # values with their weights


class Source(Protocol):
    """Source of an unread value, which is a variable of the state or a deferred draw."""

    @property
    def aspects(self) -> tuple[str, ...]:
        """Names of methods that reveal part of the source's value."""

    @property
    def implied(self) -> Callable[[Aspect, Mapping[Aspect, Any]], Any]:
        """Function that infers an aspect from known aspects. It returns None if they imply nothing."""

    def read(self, aspect: Aspect | None, known: Mapping[Aspect, Any]) -> Any:  # noqa: ANN401
        """Read an aspect, or the whole value (None), if it is available now. Aspects in `known` need no read.

        Raises:
            ReadRequired: the value is not available.
        """


class ReadRequired(BaseException):
    """Raised when a clause needs an unread value, either the whole value (`aspect` None) or one aspect."""

    def __init__(self, source: Any, aspect: Aspect | None = None) -> None:  # noqa: ANN401 - a variable or a draw
        super().__init__()
        self.source = source
        self.aspect = aspect


class DeferredDraw:
    """Component of a roll that is drawn only after the clause is over.

    Until then only its marginal distribution is known.
    """

    __slots__ = ("distribution",)

    aspects: tuple[str, ...] = ()
    implied: Callable[..., Any] = staticmethod(lambda *_: None)

    def __init__(self, distribution: Distribution) -> None:
        self.distribution = distribution

    def read(self, aspect: Aspect | None, _known: Mapping[Aspect, Any]) -> NoReturn:
        """Raise ReadRequired, because the component cannot be read before it is drawn."""
        raise ReadRequired(self, aspect)

    @property
    def kind(self) -> type[Any]:
        """Type of the values that the component can have."""
        return type(self.distribution[0][0])


class Unread:
    """Stand-in for the value of a source. `known` are the aspects already read."""

    __slots__ = ("known", "source")

    def __init__(self, source: Any, known: Mapping[Aspect, Any]) -> None:  # noqa: ANN401
        _set_source(self, source)
        _set_known(self, known)

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401
        source = source_of(self)
        if name not in source.aspects:
            raise ReadRequired(source)
        return partial(_aspect, self, name)

    def __bool__(self) -> bool:
        return bool(_aspect(self, *TRUTH))


source_of: Callable[[Unread], Any] = Unread.source.__get__  # type: ignore[attr-defined]
_known_of: Callable[[Unread], Mapping[Aspect, Any]] = Unread.known.__get__  # type: ignore[attr-defined]
_set_source = Unread.source.__set__  # type: ignore[attr-defined]
_set_known = Unread.known.__set__  # type: ignore[attr-defined]


def _aspect(unread: Unread, *aspect: Any) -> Any:  # noqa: ANN401
    known = _known_of(unread)
    if aspect in known:
        return known[aspect]
    source = source_of(unread)
    answer = source.implied(aspect, known) if known else None
    return source.read(aspect, known) if answer is None else answer


def _read_required(self: Unread, *_arguments: Any) -> NoReturn:  # noqa: ANN401
    raise ReadRequired(source_of(self))


_WHOLE_VALUE = (
    "hash str repr format next int float complex pos abs invert truediv divmod pow lshift rshift and or xor rtruediv "
    "rfloordiv rmod rdivmod rpow rlshift rrshift rand ror rxor round trunc floor ceil call reversed bytes"
)
for _name in _WHOLE_VALUE.split():
    setattr(Unread, f"__{_name}__", _read_required)


def _on_the_value(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap an operation on a plain value so that it is applied to the value read."""

    def carry_out(self: Unread, *arguments: Any) -> Any:  # noqa: ANN401
        return operation(source_of(self).read(None, _known_of(self)), *arguments)

    return carry_out


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "iter": iter,
    "len": len,
    "radd": lambda value, other: other + value,
    "rsub": lambda value, other: other - value,
    "rmul": lambda value, other: other * value,
}
_OPERATIONS |= {
    name: getattr(operator, name)
    for name in "eq ne lt le gt ge contains getitem index neg add sub mul floordiv mod".split()  # noqa: SIM905
}
for _name, _operation in _OPERATIONS.items():
    setattr(Unread, f"__{_name}__", _on_the_value(_operation))
