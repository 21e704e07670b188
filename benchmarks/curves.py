"""Learning curves: mean regret of the learner after so many games against itself: the picture in docs/agents.md.

Run by `python -m benchmarks.curves docs/images/learning.svg` (extras `report` and `rl`). Regret is exact. Dashed
lines are the regret of `sensible`.
"""

import argparse
from pathlib import Path

import pilein
from pilein.lab.charts import Line, lines
from pilein.rl.learner import Learner

TASKS = ("pilein/parry-v0", "pilein/struck-v0", "pilein/overseer-v0")
GAMES, EVERY = 6_000, 500
SEED = 1


def curve(name: str) -> tuple[Line, Line]:
    """Return the learning curve of a task, and the regret of the sensible policy in it."""
    solver, learner = pilein.solve(name, exact=False, budget=None), Learner(pilein.task(name), seed=SEED)
    found: list[tuple[float, float]] = []

    def reached(games: int) -> None:
        if games % EVERY == 0:
            found.append((games, float(solver.regret(learner).mean)))

    learner.trained(GAMES, reached=reached)
    level = float(solver.regret("sensible").mean)
    print(
        f"{name}: {', '.join(f'{lost:.4f} after {games:,}' for games, lost in found)}; sensible {level:.4f}", flush=True
    )
    return Line(name, tuple(found)), Line(name, ((0, level), (GAMES, level)), is_level=True)


def main() -> None:
    """Train the learner, print the figures and draw the curves."""
    parser = argparse.ArgumentParser(description="Learning curves.")
    parser.add_argument("file", type=Path, metavar="FILE.svg")
    file = parser.parse_args().file
    drawn = lines("games against itself", "mean regret", [line for name in TASKS for line in curve(name)]).light
    file.write_text(drawn.replace("<svg ", '<svg style="background: white" ', 1), encoding="utf-8")


if __name__ == "__main__":
    main()
