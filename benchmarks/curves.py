"""Learning curves for docs/agents.md: mean regret of the learner by the number of games it has played against itself.

Run by `python -m benchmarks.curves docs/images/learning.svg` (extra `rl`). Regret is exact. Dashed lines show the
regret of `sensible`.
"""

import argparse
from math import ceil
from pathlib import Path

import pilein
from pilein.lab.drawing.chart import Curve, curves
from pilein.rl.learner import Learner

TASKS = ("pilein/parry-v0", "pilein/overseer-v0", "pilein/regroup-v0", "pilein/stand-v0", "pilein/converge-v0")
GAMES, EVERY = 6_000, 500
SEED = 1
TRAINED = range(0, GAMES + 1, EVERY)
COLOURS = ("#b5482f", "#2f6fb5", "#3a8f4d", "#8a5bb0", "#b08a2f")


def curve(name: str, colour: str) -> tuple[Curve, Curve]:
    """Return the learning curve of a task, and the regret of the sensible policy in it."""
    solver, learner = pilein.solve(name, exact=False, budget=None), Learner(pilein.task(name), seed=SEED)
    found: list[float] = []

    def reached(games: int) -> None:
        if games % EVERY == 0:
            found.append(float(solver.regret(learner).mean))

    learner.trained(GAMES, reached=reached)
    level = float(solver.regret("sensible").mean)
    lost = ", ".join(f"{one:.4f} after {games:,}" for games, one in zip(TRAINED, found, strict=True))
    print(f"{name}: {lost}; sensible {level:.4f}", flush=True)
    levels = (level,) * len(found)
    none = tuple((one, one) for one in found)
    return Curve(name, colour, tuple(found), none), Curve("sensible", colour, levels, none, is_level=True)


def main() -> None:
    """Train the learner, print the figures and draw the curves."""
    parser = argparse.ArgumentParser(description="Learning curves.")
    parser.add_argument("file", type=Path, metavar="FILE.svg")
    file = parser.parse_args().file
    drawn = [line for name, colour in zip(TASKS, COLOURS, strict=True) for line in curve(name, colour)]
    most = ceil(25 * max(share for one in drawn for share in one.shares)) / 25  # ticks at whole per cent
    labels = [f"{games:,}" for games in TRAINED]
    file.write_text(
        curves("Mean regret", "by games against itself (dashed: `sensible`)", labels, drawn, top=most), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
