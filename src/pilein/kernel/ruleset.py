"""The registry of one ruleset: its clauses by key, and its rulings.

A sentence of the text is named by the clause that is registered with it, or where code asks whether it holds.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from pilein.kernel.nearest import unknown
from pilein.kernel.rulings import Ruling

Function = TypeVar("Function", bound=Callable[..., Any])


class Rulebook:
    """The registry: clauses register themselves as their modules are imported.

    `state_type` is the struct of a battle under these rules; its field `setup` never changes during a game.
    """

    def __init__(self, name: str, prefix: str, version: int, state_type: type[Any] | None = None) -> None:
        self.name = name
        self.prefix = prefix
        self.version = version
        self.state_type = state_type
        self.clauses: dict[str, Callable[..., Any]] = {}
        self.rulings: dict[str, Ruling] = {}

    def clause(self, key: str, *ids: str) -> Callable[[Function], Function]:
        """Register a function of (state, table, ...) as the clause of this key.

        If one of the sentences `ids` is struck, the clause leaves the state as it is. Records and saves hold the key:
        it stays when the function is renamed or moved.
        """

        def registered(function: Function) -> Function:
            assert key not in self.clauses, f"two clauses have the key {key}"
            function.key = str(key)  # type: ignore[attr-defined]
            function.sentences = ids  # type: ignore[attr-defined]
            self.clauses[function.key] = function  # type: ignore[attr-defined]
            return function

        return registered

    def find(self, key: str) -> Callable[..., Any]:
        """The clause function of a key (as saved in an agenda).

        Raises:
            UnknownRule: no clause has the key.

        """
        try:
            return self.clauses[key]
        except KeyError:
            raise unknown(key, self.clauses, "clause", f"`pilein rules {self.name}` lists them") from None


def words_of(clause: Callable[..., Any]) -> str:
    """The first paragraph of a clause's docstring, in one line."""
    paragraph = (clause.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(line.strip() for line in paragraph.splitlines())
