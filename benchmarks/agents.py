"""Measure the tasks, baselines, ratings and speed of agents for the tables of docs/agents.md.

Run by `python -m benchmarks.agents tasks|baselines|learnt|ratings|speed`. Regret is exact, computed by `pilein.solve`.
Ratings come from games in both seats with common dice, and speed is measured in this process in CPU seconds.
"""

import argparse
import time
from collections.abc import Callable
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import numpy as np

import pilein
from pilein.agents.tabular import Tabular
from pilein.engine.lookahead import Playout
from pilein.engine.rulesets import ruleset_named
from pilein.lab.limits import phases_of
from pilein.lab.policies import PolicyOf
from pilein.lab.sampling import sampled
from pilein.rl.learner import Learner
from pilein.rl.playing import game_of

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "examples/scrollhammer/demo.toml"
COMPARED = ("pilein/parry-v0", "pilein/overseer-v0", "pilein/struck-v0")
NAMED = ("random", "first", "sensible", "flat:20", "flat:200", "flat:1000", "mcts:50", "mcts:200", "expectimax")
SLOTS = 64  # options of a question, as environments have by default
EPISODES = 8_000
GAMES = 6_000
LEARNT = {
    "pilein/parry-v0": GAMES,
    "pilein/overseer-v0": GAMES,
    "pilein/pack-v0": GAMES,
    "pilein/react-v0": 3_000,
    "pilein/regroup-v0": GAMES,
    "pilein/stand-v0": 3_000,
    "pilein/converge-v0": 3_000,
    "pilein/transfer-v1": 3_000,
    "pilein/struck-v0": GAMES,
}
PLAYERS = ("random", "first", "sensible", "mcts:50")
RATED = {  # players, and games of each pair in each seat
    "pilein/parry-v0": (PLAYERS, 100),
    "pilein/overseer-v0": (PLAYERS, 100),
    "pilein/stand-v0": (PLAYERS, 50),
    "pilein/boarding-v0": (PLAYERS[:3], 300),
    "examples/wab/panic.toml": (PLAYERS[:3], 300),
}
PAIRS = {
    "pilein/charge-v0": 200,
    "pilein/boarding-v0": 200,
    "pilein/lines-v0": 100,
    "pilein/skirmish-v0": 50,
    "pilein/battle-v0": 25,
}  # of games, one in each seat, in tasks that are not solved
KNOWN = "sensible"  # the best policy known there
NORMAL = 1.96  # standard errors of an interval of 95 %
DECISIONS = 20_000
MEASURED = {"pilein/parry-v0": 20_000, "pilein/fall-back-v0": 20_000, "pilein/charge-v0": 200}
TABLES_OF_MANY = {"pilein/lines-v0": 600, "pilein/skirmish-v0": 100}
FEW = 4  # options of a question, for learners on a table
VECTOR = 8  # environments
TURNS = 2  # each figure of a large table is the best of so many, which alternate
SEED = 1


def tasks() -> None:
    """Print size, optimum and spread of every task. The spread is the lead over the random policy, in both seats
    together, of best answers or, in a task that is not solved, of the best policy known.
    """
    print("| task | level | asks | states | lead of the first side | loss of `random`, both seats |")
    print("| --- | --- | --- | ---: | ---: | ---: |")
    for task in pilein.tasks():
        if not task.is_solved:
            print(f"| `{task.id}` | {task.level} | {task.asks} | | | {_spread(task.id)} |", flush=True)
            continue
        solver = pilein.solve(task, budget=None)
        lost = solver.regret("random")
        figures = f"{solver.states:,} | {float(solver.value()):+.4f} | {float(lost.first + lost.second):.3f}"
        print(f"| `{task.id}` | {task.level} | {task.asks} | {figures} |", flush=True)


def _spread(name: str) -> str:
    """Return the lead of the best policy known over the random policy in both seats together, with its 95 % interval,
    from pairs of games with common dice.
    """
    leads = pilein.tournament((KNOWN, "random"), name, games=PAIRS[name], seed=SEED, budget=None).leads
    pairs = [sum(two) for two in zip(leads[::2], leads[1::2], strict=True)]
    return f"{fmean(pairs):.2f} ± {NORMAL * stdev(pairs) / sqrt(len(pairs)):.2f}"


def baselines() -> None:
    """Print the mean regret of each baseline in the solved tasks."""
    print(f"| policy | {' | '.join(f'`{name}`' for name in COMPARED)} |")
    print("| --- |" + " ---: |" * len(COMPARED))
    solvers = {name: pilein.solve(name, budget=None) for name in COMPARED}
    policies: dict[str, Callable[[str], PolicyOf]] = {name: lambda _, name=name: name for name in NAMED}  # type: ignore[misc]
    policies[f"tabular, {EPISODES:,} games"] = lambda task: Tabular(pilein.task(task)).trained(EPISODES, seed=SEED)
    policies[f"network, {GAMES:,} games"] = lambda task: Learner(pilein.task(task), seed=SEED).trained(GAMES)
    policies["optimum"] = lambda task: solvers[task].policy
    for name, policy in policies.items():
        regrets = [f"{float(solvers[task].regret(policy(task)).mean):.4f}" for task in COMPARED]
        print(f"| {name} | {' | '.join(regrets)} |", flush=True)


def learnt() -> None:
    """Print the mean regret of the learner, a small network over features, and of the sensible policy, in tasks of
    every level. In T6 and T7 the learner has trained on another task.
    """
    print("| task | level | trained on | games | CPU s | network | `sensible` |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: |")
    for name, games in LEARNT.items():
        task, solver = pilein.task(name), pilein.solve(name, exact=False, budget=None)
        school = pilein.task(task.trains or name)
        is_shared = school.scenario.ruleset != task.scenario.ruleset
        began = time.process_time()
        learner = Learner(school, seed=SEED, shared=is_shared).trained(games)
        seconds = time.process_time() - began
        policy = learner.under(task) if is_shared else learner
        lost = " | ".join(f"{float(solver.regret(one).mean):.4f}" for one in (policy, "sensible"))
        print(f"| `{name}` | {task.level} | `{school.id}` | {games:,} | {seconds:.0f} | {lost} |", flush=True)


def ratings() -> None:
    """Print the ratings of players in games of all rulesets, and how much each ruleset rewards skill."""
    tables = [
        pilein.tournament(
            players, str(ROOT / name) if name.endswith(".toml") else name, games=games, seed=SEED, budget=None
        )
        for name, (players, games) in RATED.items()
    ]
    print("| task | player | rating | 95 % | games |")
    print("| --- | --- | ---: | ---: | ---: |")
    for task, found in zip(RATED, tables, strict=True):
        for one in found.ratings:
            print(f"| `{task}` | {one.player} | {one.rating:+.0f} | {one.low:+.0f} to {one.high:+.0f} | {one.games} |")
    print("\n| ruleset | better | worse | skill: lead in % | 95 % |")
    print("| --- | --- | --- | ---: | ---: |")
    for found in tables:
        for skill in found.skill:
            between = f"{100 * skill.low:+.0f} to {100 * skill.high:+.0f}"
            print(f"| {skill.ruleset} | {skill.better} | {skill.worse} | {100 * skill.lead:+.1f} | {between} |")


def speed() -> None:
    """Print the number of decisions per second, and the times for copying and for loading a game."""
    print("| what | figure |")
    print("| --- | ---: |")
    for name, wanted in MEASURED.items():
        print(f"| decisions a second in `{name}`, positions remembered | {_decisions(name, wanted):,.0f} |", flush=True)
    for name, wanted in TABLES_OF_MANY.items():
        found = [
            (_decisions(name, wanted), _sampled(name, wanted), _decisions(name, wanted, FEW)) for _ in range(TURNS)
        ]
        listed, drawn, few = map(max, zip(*found, strict=True))
        print(f"| decisions a second in `{name}`, {SLOTS} options of a question listed | {listed:,.0f} |")
        print(f"| the same, one answer drawn by `Question.sample` | {drawn:,.0f} |")
        print(f"| the same, {FEW} options listed (`slots={FEW}`) | {few:,.0f} |", flush=True)
    print(f"| steps a second in {VECTOR} environments of `pilein/parry-v0` (`vector`), observed | {_vector():,.0f} |")
    print(f"| the same in `pilein/parry-v0` as a Gymnasium environment, with observations | {_solo():,.0f} |")
    game = pilein.Game(DEMO, ("sensible", "ask"), seed=SEED)
    saved = game.save()
    print(f"| copy of a game (`fork`), microseconds | {1e6 * _each(lambda: game.fork(3), 20_000):.1f} |")
    again = 1e3 * _each(lambda: pilein.Game.load(saved, ("sensible", "ask"), replay=False), 30)
    print(f"| `Game.load(..., replay=False)` of a table of 73 models, milliseconds | {again:.1f} |")
    if find_spec("pyspiel"):
        print(f"| OpenSpiel's backgammon, decisions a second | {_backgammon():,.0f} |")
    if find_spec("chess"):
        print(f"| PettingZoo's chess with observations, decisions a second | {_chess():,.0f} |")


def _decisions(name: str, wanted: int, slots: int = SLOTS) -> float:
    """Return the number of random decisions per second, without observations. Beforehand, a tenth as many decisions are
    made as a warm-up.
    """
    task, rng = pilein.task(name), np.random.default_rng(SEED)
    game = game_of(task, slots, merge=task.scenario.press is not None)

    def play(count: int) -> None:
        while count > 0:
            game.begin(rng)
            while (offer := game.offer) is not None:
                game.answer(offer.answers[int(rng.integers(len(offer.answers)))])
                count -= 1

    play(wanted // 10)
    began = time.process_time()
    play(wanted)
    return wanted / (time.process_time() - began)


def _sampled(name: str, wanted: int) -> float:
    """Return the number of random decisions per second if answers are drawn without listing the options."""
    task, rng = pilein.task(name), Random(SEED)  # noqa: S311 - must be repeatable
    rules = ruleset_named(task.scenario.ruleset)
    opening = rules.opened(task.scenario)
    playout = Playout(rules, lambda _, choice: sampled(choice, rng), lambda sides: rng.randrange(sides) + 1)

    def play(count: int) -> None:
        playout.decisions = 0
        while playout.decisions < count:
            playout.to_the_end(opening, 1, phases_of(task.phases))

    play(wanted // 10)
    began = time.process_time()
    play(wanted)
    return playout.decisions / (time.process_time() - began)


def _vector() -> float:
    """Return the number of steps per second of CPU time of eight environments in one process."""
    import pilein.rl  # noqa: PLC0415 - the extra rl

    envs = pilein.rl.vector("pilein/parry-v0", VECTOR, "first", processes=False)
    envs.reset(seed=SEED)
    actions, steps = np.zeros(VECTOR, dtype=np.int64), DECISIONS // VECTOR
    for _ in range(steps // 10):
        envs.step(actions)
    began = time.process_time()
    for _ in range(steps):
        envs.step(actions)
    return steps * VECTOR / (time.process_time() - began)


def _solo() -> float:
    """Return the number of steps per second of an environment for one side."""
    import pilein.rl  # noqa: PLC0415 - the extra rl

    env = pilein.rl.make("pilein/parry-v0", "first")
    env.reset(seed=SEED)
    began = time.process_time()
    for _ in range(DECISIONS):
        if env.step(0)[2]:
            env.reset()
    return DECISIONS / (time.process_time() - began)


def _backgammon() -> float:
    import pyspiel  # noqa: PLC0415 - compared where it is installed

    game, rng, done = pyspiel.load_game("backgammon"), np.random.default_rng(SEED), 0
    began = time.process_time()
    while done < DECISIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            done += 1
    return done / (time.process_time() - began)


def _chess() -> float:
    from pettingzoo.classic import chess_v6  # noqa: PLC0415 - compared where it is installed

    env, rng, done = chess_v6.env(), np.random.default_rng(SEED), 0
    began = time.process_time()
    while done < DECISIONS // 20:
        env.reset(seed=SEED)
        for _ in env.agent_iter():
            observation, _, is_over, is_cut, _ = env.last()
            legal = None if is_over or is_cut else np.flatnonzero(observation["action_mask"])
            env.step(None if legal is None else int(rng.choice(legal)))
            done += 1
    return done / (time.process_time() - began)


def _each(act: Callable[[], object], times: int) -> float:
    """Return the CPU seconds of one call, as a mean over several calls."""
    act()
    began = time.process_time()
    for _ in range(times):
        act()
    return (time.process_time() - began) / times


TABLES = {"tasks": tasks, "baselines": baselines, "learnt": learnt, "ratings": ratings, "speed": speed}


def main() -> None:
    """Print the table named on the command line."""
    parser = argparse.ArgumentParser(description="Tables of docs/agents.md.")
    parser.add_argument("table", choices=TABLES)
    TABLES[parser.parse_args().table]()


if __name__ == "__main__":
    main()
