"""A fight small enough to solve by hand, between an invulnerable hunter and two prey that break easily."""

from typing import Any

from pilein.lab.scenarios import Scenario

PROFILES: dict[str, dict[str, Any]] = {
    "hunter": {"WS": 3, "S": 3, "T": 10, "W": 1, "I": 4, "A": 1, "Ld": 10},
    "prey": {"WS": 3, "S": 1, "T": 3, "W": 1, "I": 3, "A": 1, "Ld": 7},
}


def unit(name: str, side: str, models: int, **keys: Any) -> dict[str, Any]:
    weapons = ["hand weapon"]
    return {
        "name": name,
        "side": side,
        "formation": "skirmish",
        "profile": name,
        "models": models,
        "weapons": weapons,
    } | keys


def hunt(prey: int = 2, **keys: Any) -> Scenario:
    """Return the scenario of one hunter against the given number of prey in the press. `keys` are added to the
    hunter.
    """
    units = [unit("hunter", "red", 1, **keys), unit("prey", "blue", prey)]
    return Scenario.from_dict(
        {
            "ruleset": "scrollhammer",
            "active": "red",
            "profiles": PROFILES,
            "unit": units,
            "press": {"pairs": [["hunter", "prey"]]},
        }
    )
