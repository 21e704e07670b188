"""Measure the structure of the code: `make house`. The targets are in docs/decisions/house.md.

    python -m benchmarks.house [--root CHECKOUT]

prints a table. Figures are read from the sources, except the number of calls for a single wound, which is counted
while a duel is played.
"""

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from benchmarks.measured_modules import MOVES, MOVES_AT_FIRST, OF_ODDS, QUESTIONS
from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.lab import scenarios

SMALL = 40  # lines
DUEL = "examples/scrollhammer/duel.toml"
SEEDS = range(20)
DRIVERS = ("/engine/", "/kernel/", "/tabletop/ruleset.py")  # code that plays any clause
FIRST, LAST = ("strike", "striking.strike"), ("score", "scoring.score")  # keys today, and in version 0.1.0


class Source(NamedTuple):
    """Module with its dotted name, lines in the file, lines of code, lines of imports, and its syntax tree."""

    name: str
    lines: int
    code: int
    imports: int
    tree: ast.Module


def sources(root: Path) -> list[Source]:
    """Return every module below `root`/src, sorted by name."""
    return [_source(path, root / "src") for path in sorted((root / "src").rglob("*.py"))]


def _source(path: Path, base: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    parts = path.relative_to(base).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    blank = {number for number, line in enumerate(text.splitlines(), 1) if not line.strip() or line.strip()[0] == "#"}
    lines = len(text.splitlines())
    code = lines - len(blank | _docstrings(tree))
    return Source(name, lines, code, sum(_length(node) for node in _imports(tree)), tree)


def _docstrings(tree: ast.Module) -> set[int]:
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            found.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return found


def _imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def _length(node: ast.stmt) -> int:
    return _end(node) - node.lineno


def _end(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) + 1


# --- who imports whom ------------------------------------------------------------------------------------------


def arrows(modules: Iterable[Source]) -> dict[str, set[str]]:
    """Map each module to the modules it imports, at load time or later, except packages that only re-export names."""
    modules = list(modules)
    known = {module.name for module in modules}
    return {module.name: set(_imported(module, known)) - {module.name} for module in modules}


def _imported(module: Source, known: set[str]) -> Iterator[str]:
    for node in _imports(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from (inner,) if inner in known else (node.module,) if node.module in known else ()


def circles(imported: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """Return the groups of modules that import each other in a cycle, as strongly connected components.

    The search goes depth first over the imports, then depth first against them in the reverse order of leaving
    (Kosaraju).
    """
    against: dict[str, set[str]] = {one: set() for one in imported}
    for one, others in imported.items():
        for other in others:
            against.setdefault(other, set()).add(one)
    left: list[str] = []
    seen: set[str] = set()
    for one in imported:
        left += _by_leaving(imported, one, seen)
    seen = set()
    groups = (tuple(sorted(_by_leaving(against, one, seen))) for one in reversed(left))
    return sorted(group for group in groups if len(group) > 1)


def _by_leaving(graph: dict[str, set[str]], start: str, seen: set[str]) -> list[str]:
    """Return the unseen modules reached from a module, in the order in which a depth-first walk leaves them."""
    if start in seen:
        return []
    found: list[str] = []
    seen.add(start)
    walk = [(start, iter(sorted(graph.get(start, set()))))]
    while walk:
        one, others = walk[-1]
        other = next((other for other in others if other not in seen), None)
        if other is None:
            found.append(one)
            walk.pop()
        else:
            seen.add(other)
            walk.append((other, iter(sorted(graph.get(other, set())))))
    return found


def of_questions(modules: Iterable[Source], without: Iterable[str] = ()) -> list[Source]:
    """Return the modules of the twelve questions, without modules that match one of the patterns."""
    return [one for one in modules if _matches(one, QUESTIONS) and not _matches(one, without)]


def of_moves(modules: Iterable[Source]) -> list[Source]:
    """Return the modules about the shapes, paths and places of moves."""
    return [one for one in modules if _matches(one, MOVES) or _matches(one, MOVES_AT_FIRST)]


def _matches(module: Source, lines: Iterable[str]) -> bool:
    return any(fnmatch(module.name, f"pilein.{pattern}") for line in lines for pattern in line.split())


def mutual_folders(imported: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return the pairs of folders, neither inside the other, with imports in both directions."""
    crossing = {(_folder(one), _folder(other)) for one, others in imported.items() for other in others}
    return sorted((a, b) for a, b in crossing if a < b and (b, a) in crossing and not _is_inside(a, b))


def _folder(module: str) -> str:
    return module.rpartition(".")[0]


def _is_inside(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def declarations(modules: Iterable[Source]) -> Counter[str]:
    """Count the lines that declare something and compute nothing, by what they declare."""
    found: Counter[str] = Counter()
    for module in modules:
        lines: dict[int, str] = {}
        for node in ast.walk(module.tree):
            lines |= dict.fromkeys(*_declared(node)) if isinstance(node, ast.stmt | ast.Call) else {}
        found.update(lines.values())
        constants = (node for node in module.tree.body if isinstance(node, ast.Assign | ast.AnnAssign))
        found["constants"] += sum(map(_length, constants))
    return found


def _declared(node: ast.stmt | ast.Call) -> tuple[Iterable[int], str]:
    """Return the lines of a node that declare something, and what they declare."""
    whole = range(node.lineno, (node.end_lineno or 0) + 1)
    match node:
        case ast.Import() | ast.ImportFrom():
            return whole, "imports"
        case ast.FunctionDef():
            first = min((one.lineno for one in node.decorator_list), default=node.lineno)
            return range(first, node.body[0].lineno), "headings"
        case ast.ClassDef():
            fields = (one for one in node.body if isinstance(one, ast.Assign | ast.AnnAssign))
            return {node.lineno, *(line for one in fields for line in range(one.lineno, _end(one)))}, "records"
        case ast.Raise():
            return whole, "errors"
        case ast.Call(func=ast.Name("add") | ast.Attribute(attr="add_argument")):
            return whole, "options"
    return (), ""


# --- what stands in the code -----------------------------------------------------------------------------------


def press_checks(modules: Iterable[Source]) -> int:
    """Count the places where rulesets check whether the field is a Press."""
    nodes = (node for module in modules if ".rulesets." in module.name for node in ast.walk(module.tree))
    calls = (node for node in nodes if isinstance(node, ast.Call))
    return sum(ast.unparse(node.func) == "isinstance" and ast.unparse(node.args[1]) == "Press" for node in calls)


def table_checks(modules: Iterable[Source]) -> int:
    """Count the places where rulesets check whether models have positions."""
    nodes = (node for module in modules if ".rulesets." in module.name for node in ast.walk(module.tree))
    return sum(isinstance(node, ast.Attribute) and node.attr == "is_on_table" for node in nodes)


def fields_of(modules: Iterable[Source], module: str, name: str) -> int:
    """Count the fields of the struct with the given module and name."""
    tree = next(one.tree for one in modules if one.name == module)
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    annotated = (node for node in body if isinstance(node, ast.AnnAssign))
    return sum("ClassVar" not in ast.unparse(node.annotation) for node in annotated)


def waivers(root: Path) -> int:
    """Count the lines of source code that waive the ban on Any."""
    return sum(path.read_text(encoding="utf-8").count("ANN401") for path in (root / "src").rglob("*.py"))


def memos(modules: Iterable[Source]) -> int:
    """Count the places in the code that cache a result on a frozen value in its `__dict__`."""
    return sum(
        isinstance(node, ast.Attribute) and node.attr == "__dict__"
        for module in modules
        for node in ast.walk(module.tree)
    )


# --- one wound -------------------------------------------------------------------------------------------------


class Trip(NamedTuple):
    """Calls that lead from one clause to another, counted in functions, files, and changes of file."""

    functions: int
    files: int
    changes: int


def one_wound() -> Trip:
    """Return the calls between the clause that strikes and the clause that scores, in the first duel in which a model
    is wounded.
    """
    scenario = scenarios.load(DUEL)
    for seed in SEEDS:
        one, other = (Player("sensible", named("sensible", "scrollhammer", seed=0, side=side)) for side in (0, 1))
        game = Game(ruleset_named("scrollhammer"), scenario, seed=seed, players=(one, other))
        while game.position.agenda and game.position.agenda[0][0] not in FIRST:
            game.step()
        if trip := _followed(game):
            return trip
    raise AssertionError("no duel of these has a wound")


def _followed(game: Game) -> Trip | None:
    """Return the calls in the duel of a game, or None if no model is wounded."""
    tracer = _Tracer()
    while game.position.agenda:
        if game.position.agenda[0][0] in FIRST:
            tracer = _Tracer()  # nobody was wounded in the earlier steps
        is_last = game.position.agenda[0][0] in LAST
        sys.setprofile(tracer)
        try:
            game.step()
        finally:
            sys.setprofile(None)
        if is_last:
            break
    if not any(isinstance(entry, Told) and type(entry.event).__name__ == "Slain" for entry in game.log):
        return None
    changes = sum(one != other for one, other in pairwise(tracer.files))
    return Trip(len(tracer.functions), len(set(tracer.files)), changes)


class _Tracer:
    """Tracer that records every named function of the rules that is called, and the file of each call.

    Comprehensions and lambdas count as part of the function around them.
    """

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.files: list[str] = []

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        file, name = frame.f_code.co_filename, frame.f_code.co_qualname
        if event != "call" or name.endswith(">") or "/pilein/" not in file:
            return
        if not any(part in file for part in DRIVERS):
            self.functions.add((file, name))
            self.files.append(file)


# --- the table -------------------------------------------------------------------------------------------------


def figures(root: Path) -> list[tuple[str, str, str]]:
    """Return (measure, figure, target) for each measure of a checkout."""
    modules = sources(root)
    code, imported = sum(module.code for module in modules), arrows(modules)
    small = [module.name for module in modules if module.lines <= SMALL and module.tree.body[1:]]
    declared = declarations(of_questions(modules, OF_ODDS))
    pairs, rings = mutual_folders(imported), circles(imported)
    trip = one_wound()
    return [
        ("files", f"{len(modules)}", "about 400"),
        ("lines, of these code", f"{sum(module.lines for module in modules)}, {code}", "48,000 to 50,000"),
        ("files per 1,000 lines of code", f"{1000 * len(modules) / code:.1f}", "about 12"),
        ("the twelve questions: files, lines of code", _size(of_questions(modules)), "half of 10,363"),
        ("the same without odds themselves", _size(of_questions(modules, OF_ODDS)), "4,500"),
        ("moves: files, lines of code", _size(of_moves(modules)), "12,000"),
        ("of these declarations", f"{declared.total()}", _listed(declared)),
        ("imports, share of lines", f"{sum(m.imports for m in modules) / sum(m.lines for m in modules):.1%}", "< 6 %"),
        (f"files of {SMALL} lines or fewer", f"{len(small)}", "< 40"),
        ("folders that import each other, pairs", f"{len(pairs)}", "at most 3"),
        ("import cycles between files", f"{len(rings)}", "0"),
        ("one wound: functions", f"{trip.functions}", "about 110"),
        ("one wound: files", f"{trip.files}", "20"),
        ("one wound: switches between files", f"{trip.changes}", "about 150"),
        (
            "fields of Scrollhammer's Fight",
            f"{fields_of(modules, 'pilein.rulesets.scrollhammer.state', 'Fight')}",
            "< 12",
        ),
        ("isinstance(..., Press) in rulesets", f"{press_checks(modules)}", "< 15"),
        ("is_on_table in rulesets", f"{table_checks(modules)}", "steps of a table alone"),
        ("waivers of Any", f"{waivers(root)}", "few"),
        ("uses of __dict__ on frozen values", f"{memos(modules)}", "one helper"),
    ]


def _size(modules: list[Source]) -> str:
    """Return the number of modules and their lines of code as text."""
    return f"{len(modules)}, {sum(module.code for module in modules)}"


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counts.most_common())


def by_package(modules: Iterable[Source]) -> list[tuple[str, int, int]]:
    """Return (package, files, lines of code) for each folder below `pilein` and each ruleset, the largest first."""
    files: Counter[str] = Counter()
    code: Counter[str] = Counter()
    for module in modules:
        _, *parts = module.name.split(".")
        package = "/".join(parts[: 2 if parts[:1] == ["rulesets"] else 1]) or "pilein"
        files[package] += 1
        code[package] += module.code
    return [(package, files[package], lines) for package, lines in code.most_common()]


def main() -> None:
    """Print the table of figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[1], help="another checkout to measure")
    asked = parser.parse_args()
    for what, figure, wanted in figures(asked.root):
        print(f"{what:<42} {figure:>16}   {wanted}")
    print()
    for package, files, code in by_package(sources(asked.root)):
        print(f"{package:<42} {files:>8} files {code:>8} lines of code")
    imported = arrows(sources(asked.root))
    for ring in circles(imported):
        print("circle:", ", ".join(ring))
    for one, other in mutual_folders(imported):
        print("each other:", one, other)


if __name__ == "__main__":
    main()
