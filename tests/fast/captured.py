"""Play a phase of a measured table and print the answer to each question that the rules ask the core, with each number
exact to the last bit: `python -m tests.fast.captured "WWPD, 20 v 20" 1 2`.

A question is a call of one of the core's functions from a module outside the core. As long as all answers are equal,
both kinds of code are asked the same questions.
"""

import sys
from collections.abc import Callable, Iterator
from functools import wraps
from types import ModuleType
from typing import Any

from benchmarks.playing import opening, play
from benchmarks.tables import TABLES
from pilein.fast.twin import SOURCES, modules
from tests.fast.reckoning import exact, kind

CORE = frozenset("pilein." + ".".join(path.relative_to(SOURCES).with_suffix("").parts) for path in modules())
Function = Callable[..., Any]


def capture(lines: list[str]) -> None:
    """Make every module outside the core record the answers that the core's functions give it."""
    for module in list(sys.modules.values()):
        if module.__name__.startswith(("pilein.rulesets.", "pilein.tabletop.")) and module.__name__ not in CORE:
            for name, asked in _asked_by(module):
                setattr(module, name, _recording(asked, lines))


def _asked_by(module: ModuleType) -> list[tuple[str, Function]]:
    return [
        (name, value)
        for name, value in vars(module).items()
        if callable(value) and not isinstance(value, type) and getattr(value, "__module__", None) in CORE
    ]


def _recording(asked: Function, lines: list[str]) -> Function:
    name = asked.__name__

    def record(answer: object) -> None:
        lines.append(f"{name}: {exact(answer)}")

    def each(answers: Iterator[object]) -> Iterator[object]:
        for answer in answers:
            record(answer)
            yield answer

    @wraps(asked)
    def recorded(*arguments: object, **named: object) -> object:
        answer = asked(*arguments, **named)
        if hasattr(answer, "__next__"):
            return each(answer)
        record(answer)
        return answer

    return recorded


def main() -> None:
    """Play the phases of a table with the given seeds, and print the answers."""
    text = TABLES[sys.argv[1]]()
    lines: list[str] = []
    play(opening(text), 0)  # imports what is imported late
    capture(lines)
    for seed in range(int(sys.argv[2]), int(sys.argv[3])):
        play(opening(text), seed)
    sys.stdout.writelines(line + "\n" for line in (kind(), *lines))


if __name__ == "__main__":
    main()
