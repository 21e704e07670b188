"""The movement rate of a WAB unit."""

from tests.checker.army import Army, Model

FAILED = ("failed their charge and moved", "failed its charge and moved")  # as told today, and until version 0.2.0


def rate(army: Army, unit: str) -> float:
    """Return the movement rate of the unit's slowest model, less the cost of armour (WAB-AR-13 to WAB-AR-15)."""
    return min(_rate(model) for model in army.units[unit].models)


def _rate(model: Model) -> float:
    armour, shield = model.values.get("armour", "none"), model.values.get("shield", "none")
    plate = model.values.get("barding", "none") in {"half plate", "full plate"}
    heavy = armour == "heavy" and shield in {"shield", "large shield", "pavise"}
    return model.value("M") - (armour in {"partial plate", "full plate"}) - heavy - plate
