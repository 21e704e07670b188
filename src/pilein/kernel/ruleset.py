"""The registry of one ruleset: its clauses, what each sentence of the text is carried by, and its rulings.

A sentence is carried by exactly one place in the code. Most are functions on the agenda (`clause`); the others are
predicates, charts and numbers that clauses read (`says`), which declare what is left when the sentence is struck out.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from pilein.kernel.nearest import unknown
from pilein.kernel.rulings import Ruling

Function = TypeVar("Function", bound=Callable[..., Any])


class Carrier(Struct, frozen=True):
    """The place in the code that carries sentences of the text.

    `without` is what the function gives back when its sentences are struck out: for a clause on the agenda the state
    as it was (`KEEPS_STATE`), otherwise a value or a function of the same arguments.
    """

    function: Callable[..., Any]
    ids: tuple[str, ...]
    without: Any

    @property
    def where(self) -> str:
        """Module and function, for people."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def words(self) -> str:
        """The first paragraph of the function's docstring."""
        paragraph = (self.function.__doc__ or "").strip().split("\n\n")[0]
        return " ".join(line.strip() for line in paragraph.splitlines())


def KEEPS_STATE(state: Any, *_rest: Any) -> Any:  # noqa: N802, ANN401 - a constant that happens to be callable
    """What is left of a clause that is struck out: the state as it was."""
    return state


class Rulebook:
    """One ruleset while it is being written: clauses register themselves as their modules are imported.

    `state_type` is the struct that holds a battle under these rules; its field `setup` is what never changes.
    """

    def __init__(self, name: str, prefix: str, version: int, state_type: type[Any] | None = None) -> None:
        self.name = name
        self.prefix = prefix
        self.version = version
        self.state_type = state_type
        self.clauses: dict[str, Callable[..., Any]] = {}
        self.carriers: dict[str, Carrier] = {}
        self.rulings: dict[str, Ruling] = {}

    def clause(self, key: str, *ids: str) -> Callable[[Function], Function]:
        """Make a function of (state, table, ...) the clause that the agenda knows by this key.

        It carries these sentences. Records and saves hold the key, so it stays when the function is renamed or moved.
        """

        def registered(function: Function) -> Function:
            assert key not in self.clauses, f"two clauses have the key {key}"
            function.key = str(key)  # type: ignore[attr-defined]
            function.sentences = ids  # type: ignore[attr-defined]
            self.clauses[function.key] = function  # type: ignore[attr-defined]
            return self._carried(function, ids, KEEPS_STATE)

        return registered

    def says(self, *ids: str, without: Any) -> Callable[[Function], Function]:  # noqa: ANN401
        """Mark a predicate, chart or number that carries these sentences, and what is left if they are struck out."""
        return lambda function: self._carried(function, ids, without)

    def find(self, key: str) -> Callable[..., Any]:
        """The clause function of a stable key (as saved in an agenda).

        Raises:
            UnknownRule: no clause has that key.

        """
        try:
            return self.clauses[key]
        except KeyError:
            raise unknown(key, self.clauses, "clause", f"`pilein rules {self.name}` lists them") from None

    def _carried(self, function: Function, ids: tuple[str, ...], without: Any) -> Function:  # noqa: ANN401
        carrier = Carrier(function, ids, without)
        for one in ids:
            assert one not in self.carriers, f"{one} is carried by {self.carriers[one].where} already"
            self.carriers[one] = carrier
        return function
