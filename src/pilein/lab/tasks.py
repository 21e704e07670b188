"""Graded tasks for programs that learn or search. A task is a scenario with a number of phases, a name and a version.

A task's scenario is stored in a file whose hash is kept here. A task never changes; a changed task gets a new
version.
"""

import tomllib
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert

from pilein.kernel.errors import BadRuleset
from pilein.kernel.nearest import unknown_name
from pilein.lab.limits import Phases
from pilein.lab.scenarios import PREFIX, Scenario

FOLDER = "task_scenarios"
TABLE = "tasks.toml"
HASH = 16  # digits of a hash that are kept


class Task(Struct, frozen=True, dict=True):
    """Scenario to be played well for a number of phases or, as a `battle`, until it is decided.

    `id` is the task's name with its version, and `asks` describes the decision. `limit` is the maximum number of
    states for a solver, or 0 if the optimum is out of reach. `trains` names the task on which a learner may train,
    or is "" for the task itself. `digest` is the beginning of the SHA-256 of the scenario's file.

    Examples:
        >>> import pilein
        >>> task = pilein.task("pilein/parry-v0")
        >>> task.level, task.scenario.ruleset, task.is_solved
        ('T0', 'scorched', True)
    """

    id: str
    level: str
    asks: str
    file: str
    digest: str
    phases: Phases = 1
    battle: bool = False
    limit: int = 0
    trains: str = ""

    @property
    def is_solved(self) -> bool:
        """Whether the optimum is known, so that `pilein.solve` accepts the task."""
        return self.limit > 0

    @cached_property
    def scenario(self) -> Scenario:
        """Scenario of the task.

        Raises:
            BadRuleset: the file has been changed.
        """
        text = (files("pilein.lab") / FOLDER / self.file).read_text(encoding="utf-8")
        if sha256(text.encode()).hexdigest()[:HASH] != self.digest:
            raise BadRuleset(
                "the scenario of this task has been changed since the task was published",
                file=self.file,
                remedy="publish the changed scenario as a new version of the task",
            )
        return Scenario.from_text(text)


@cache
def tasks() -> tuple[Task, ...]:
    """Return all tasks, starting with the smallest."""
    content = tomllib.loads((files("pilein.lab") / TABLE).read_text(encoding="utf-8"))
    return tuple(convert(one, Task) for one in content["task"])


def task(name: str | Task) -> Task:
    """Return the task with this name, like "pilein/parry-v0" or "parry-v0". A task is returned unchanged.

    Raises:
        UnknownRule: there is no such task.
    """
    if isinstance(name, Task):
        return name
    known, wanted = {one.id: one for one in tasks()}, str(name)
    found = known.get(wanted if wanted.startswith(PREFIX) else PREFIX + wanted)
    if found is None:
        raise unknown_name(wanted, known, "task")
    return found


def task_of(given: Any) -> Task | None:  # noqa: ANN401 - a scenario, a path, a task or its name
    """Return the task that is given directly or by name, or None if the argument is a scenario or a file."""
    if isinstance(given, Task):
        return given
    return task(given) if isinstance(given, str) and given.startswith(PREFIX) else None
