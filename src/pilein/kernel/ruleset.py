"""The registry of one ruleset: its clauses by key, and its rulings.

Sentences of the text stand in the clauses that are registered with them, and wherever code asks whether they hold.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from pilein.kernel.nearest import unknown
from pilein.kernel.rulings import Ruling

Function = TypeVar("Function", bound=Callable[..., Any])


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
        self.rulings: dict[str, Ruling] = {}

    def clause(self, key: str, *ids: str) -> Callable[[Function], Function]:
        """Make a function of (state, table, ...) the clause that the agenda knows by this key.

        Without one of these sentences the clause leaves the state as it is. Records and saves hold the key, so it stays
        when the function is renamed or moved.
        """

        def registered(function: Function) -> Function:
            assert key not in self.clauses, f"two clauses have the key {key}"
            function.key = str(key)  # type: ignore[attr-defined]
            function.sentences = ids  # type: ignore[attr-defined]
            self.clauses[function.key] = function  # type: ignore[attr-defined]
            return function

        return registered

    def find(self, key: str) -> Callable[..., Any]:
        """The clause function of a stable key (as saved in an agenda).

        Raises:
            UnknownRule: no clause has that key.

        """
        try:
            return self.clauses[key]
        except KeyError:
            raise unknown(key, self.clauses, "clause", f"`pilein rules {self.name}` lists them") from None


def words_of(clause: Callable[..., Any]) -> str:
    """The first paragraph of a clause's docstring, in one line."""
    paragraph = (clause.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(line.strip() for line in paragraph.splitlines())
