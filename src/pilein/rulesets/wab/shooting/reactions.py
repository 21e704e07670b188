"""Stand and shoot, and fire and flee (WAB-RX-05, WAB-RX-10 to WAB-RX-12, WAB-R-10, WAB-R-59)."""

from pilein.dice import Total
from pilein.kernel.table import Table
from pilein.rulesets.wab.fight.closing_ranks import with_ranks_closed
from pilein.rulesets.wab.flight.flight import fled, flight_dice, is_slow
from pilein.rulesets.wab.movement_events import TookFlight
from pilein.rulesets.wab.psychology.friends_lost import has_general
from pilein.rulesets.wab.psychology.panic import has_lost_a_quarter
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step, clause


@clause(Step.STAND_AND_SHOOT, "WAB-RX-05")
def stand_and_shoot(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-RX-05. Stand-and-shoot fire is resolved immediately and casualties are removed."""
    table.then(Step.SHOOT, unit, charger, 1)
    table.then(Step.SHAKEN_CHARGER, charger)
    return battle


@clause(Step.SHAKEN_CHARGER)
def shaken_charger(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-59. Stand-and-shoot losses count separately and are tested for immediately. A charger that fails its test
    stops.

    The charger first closes its ranks. Under `sns-no-panic` the losses require no test.
    """
    if battle.status(unit).shot_down:
        battle = with_ranks_closed(battle, unit)
    if has_lost_a_quarter(battle, unit) and table.rule("WAB-R-59") != "sns-no-panic":
        table.then(Step.SHOT_PANIC, unit, 1)
    return battle


@clause(Step.FIRE_AND_FLEE, "WAB-RX-10")
def fire_and_flee(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-RX-10. Fire and flee combines stand and shoot with flee, so that the unit shoots first and then flees."""
    table.then(Step.STAND_AND_SHOOT, unit, charger)
    table.then(Step.FLEE_AFTER_FIRE, unit, charger)
    return battle


@clause(Step.FLEE_AFTER_FIRE)
def flee_after_fire(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-R-95. After the volley and its target's test, the unit begins to flee immediately."""
    table.tell(TookFlight(unit=battle.unit(unit).name, clause="WAB-RX-10"))
    battle = battle.having(unit, fleeing=True, sixes_only=False)
    if has_general(battle, unit):
        table.then(Step.ANSWER_AT_ONCE)
    return fled(battle, table, unit, charger, shortened_flight(battle, table, unit))


def shortened_flight(battle: Battle, table: Table, unit: int) -> int:
    """Roll the distance in inches that a fire-and-flee unit flees: a normal flight minus a reduction (WAB-RX-11).

    Under WAB-R-10 `reduced-dice` the unit rolls one die fewer instead.
    """
    dice = flight_dice(battle, table, unit)
    is_shorter = table.holds("WAB-RX-11")
    rolls_fewer = is_shorter and table.rule("WAB-R-10") == "reduced-dice"
    inches: int = table.roll(Total(dice.dice - 1, label="flight") if rolls_fewer else dice)
    return max(0, inches - reduction(battle, table, unit)) if is_shorter and not rolls_fewer else inches


def reduction(battle: Battle, table: Table, unit: int) -> int:
    """Roll the reduction: D6" for a rate of 6" or less, 2D6" for a higher rate, and always D6" under `reduction-d6-all`
    (WAB-RX-12).
    """
    if not table.holds("WAB-RX-12"):
        return 0
    fast = not is_slow(battle, table, unit) and table.rule("WAB-R-10") != "reduction-d6-all"
    inches: int = table.roll(Total(2 if fast else 1, label="reduction"))
    return inches
