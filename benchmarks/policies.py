"""Measure the strength of the sensible policies in battles against the policies `first` and `random`, from
both seats.

Run by `python -m benchmarks.policies`; options are `--seeds 1..4`, `--rulesets wab,wwpd`, `--against first` and
`--processes 2`. For WAB the mirrored armies of `benchmarks.armies` are played. For the other games their examples on
a table are played, in which each side has the seat of either army once, so that a difference in strength between the
armies does not count.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pilein
from benchmarks.armies import SET_UPS, written

ROOT = Path(__file__).parents[1]
RULESETS = ("wab", "scrollhammer", "scorched", "warstrike", "wwpd")
RIVALS = ("first", "random")
SENSIBLE = "sensible"
PAIR = 2  # ends of a range of seeds


class Match(NamedTuple):
    """One battle, with the text of its scenario, the opponent of `sensible`, the seat of `sensible`, and the dice."""

    ruleset: str
    name: str
    text: str
    rival: str
    seat: int
    seed: int


class Score(NamedTuple):
    """Numbers of battles that the sensible policy won, lost and drew."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def and_one(self, result: str) -> "Score":
        """Return the score with the result of one more battle."""
        return self._replace(**{result: getattr(self, result) + 1})

    def __add__(self, other: object) -> "Score":
        """Return the sum of two scores."""
        assert isinstance(other, Score)
        return Score(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    def __str__(self) -> str:
        """Format the score, as in 7 : 2 : 1."""
        return f"{self.won} : {self.lost} : {self.drawn}"


def set_ups(ruleset: str) -> dict[str, str]:
    """Map the name of each set-up of a ruleset to its text."""
    if ruleset == "wab":
        return {name: written(one) for name, one in SET_UPS.items()}
    found = sorted((ROOT / "examples" / ruleset).glob("*.toml"))
    return {path.stem: path.read_text(encoding="utf-8") for path in found}


def matches(rulesets: tuple[str, ...], rivals: tuple[str, ...], seeds: range) -> list[Match]:
    """Return all battles to be played: one for each set-up, opponent, seat and seed."""
    return [
        Match(ruleset, name, text, rival, seat, seed)
        for ruleset in rulesets
        for name, text in set_ups(ruleset).items()
        for rival in rivals
        for seed in seeds
        for seat in (0, 1)
    ]


def played(match: Match) -> str:
    """Play a battle, and return whether the sensible policy won, lost or drew."""
    scenario = pilein.Scenario.from_text(match.text)
    policy = (SENSIBLE, match.rival) if match.seat == 0 else (match.rival, SENSIBLE)
    winner = pilein.battle(scenario, policy, seed=match.seed).winner
    if not winner:
        return "drawn"
    return "won" if winner == scenario.sides[match.seat].name else "lost"


def scores(given: list[Match], processes: int) -> dict[tuple[str, str, str], Score]:
    """Return the scores by ruleset, set-up and opponent."""
    found: dict[tuple[str, str, str], Score] = {}
    with ProcessPoolExecutor(processes) as pool:
        for match, result in zip(given, pool.map(played, given), strict=True):
            key = match.ruleset, match.name, match.rival
            found[key] = found.get(key, Score()).and_one(result)
    return found


def table(found: dict[tuple[str, str, str], Score], rivals: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of the table of scores: one for each set-up and one for each ruleset."""
    yield "| | set-up | " + " | ".join(f"against {rival}" for rival in rivals) + " |"
    yield "|" + " --- |" * (2 + len(rivals))
    for ruleset in dict.fromkeys(key[0] for key in found):
        names = dict.fromkeys(name for one, name, _ in found if one == ruleset)
        for name in names:
            yield f"| {ruleset} | {name} | " + " | ".join(str(found[ruleset, name, rival]) for rival in rivals) + " |"
        sums = [sum((found[ruleset, name, rival] for name in names), Score()) for rival in rivals]
        yield f"| {ruleset} | **all** | " + " | ".join(f"**{one}**" for one in sums) + " |"


def seeds_of(text: str) -> range:
    """Return the seeds that a string such as 3 or 1..4 describes."""
    ends = [int(one) for one in text.split("..")]
    if len(ends) > PAIR or ends[0] > ends[-1]:
        raise ValueError(text)
    return range(ends[0], ends[-1] + 1)


def main() -> None:
    """Play the battles requested on the command line, and print won : lost : drawn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=seeds_of, default=range(1, 5), help="one, or a range as 1..4")
    parser.add_argument("--rulesets", type=_names, default=RULESETS, help="parted by commas")
    parser.add_argument("--against", type=_names, default=RIVALS, help="policies, parted by commas")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    found = scores(matches(asked.rulesets, asked.against, asked.seeds), asked.processes)
    print("Sensible won : lost : drawn", f"(seeds {asked.seeds[0]} to {asked.seeds[-1]}).\n")
    print("\n".join(table(found, asked.against)))


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


if __name__ == "__main__":
    main()
