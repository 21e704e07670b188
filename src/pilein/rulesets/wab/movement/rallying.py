"""Rallying of fleeing units (WAB-RL)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.geometry.ticks import TURN
from pilein.kernel.requests import Answer, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import is_lone_character, is_skirmishing, strength
from pilein.rulesets.wab.columns import fitted, in_ranks, usual_files
from pilein.rulesets.wab.flight.flight import bearing_away_from
from pilein.rulesets.wab.movement_events import Rallied, Reformed
from pilein.rulesets.wab.nearness import nearest_enemy, units_within
from pilein.rulesets.wab.psychology.leadership import half_strength_deduction, passes
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step, clause
from pilein.rulesets.wab.turn import next_of
from pilein.tabletop.plane import Loose

KEEP: Answer = ()
PARTS = 2  # parts of an answer: facing and files


@clause(Step.RALLIES)
def rallies(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-04. In the second step of the movement phase fleeing units may rally, one after another."""
    units = battle.standing_units(battle.active)
    _rally_next(table, tuple(unit for unit in units if may_try_to_rally(battle, table, unit)))
    return battle


@clause(Step.NEXT_RALLY)
def next_rally(battle: Battle, table: Table, *units: int) -> Battle:
    """WAB-SEQ-04. Units that may rally try to do so one at a time, in the order that their owner chooses."""
    unit = next_of(battle, table, units, "which unit tries to rally next?")
    table.then(Step.RALLY, unit)
    _rally_next(table, tuple(other for other in units if other != unit))
    return battle


def _rally_next(table: Table, units: tuple[int, ...]) -> None:
    if units:
        table.then(Step.NEXT_RALLY if len(units) > 1 else Step.RALLY, *units)


def may_try_to_rally(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a fleeing unit may try to rally in its own movement phase (WAB-RL-01).

    It may not in the turn in which its flight began, except under WAB-R-46 `rally-same-turn`.
    """
    status = battle.status(unit)
    if not status.fleeing or is_too_few_to_rally(battle, table, unit):
        return False
    if status.move == "fled" and table.rule("WAB-R-46") != "rally-same-turn":
        return False
    return table.holds("WAB-RL-01")


def is_too_few_to_rally(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit has fewer than the five models it needs to rally. A lone character is exempt (WAB-RL-04,
    WAB-R-46).
    """
    is_too_few = strength(battle, table, unit) < table.number("WAB-RL-04") and not is_lone_character(battle, unit)
    return is_too_few and table.holds("WAB-RL-04")


@clause(Step.RALLY, "WAB-RL-02", "WAB-RL-03")
def rally(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-RL-02, WAB-RL-03. A unit rallies if it rolls its Leadership or less on 2D6. Otherwise it continues
    to flee.

    WAB-RL-08. A rallied unit can do nothing else in that turn.
    """
    words = f"{battle.unit(unit).name}: try to rally?"
    may_decline = table.rule("WAB-R-46") != "rally-must"
    if may_decline and not table.choose(yes_or_no(battle.side(unit), "WAB-RL-01", words, about=unit)):
        return battle
    if not passes(battle, table, unit, "rally", "WAB-RL-02", penalty=rally_deduction(battle, table, unit)):
        return battle
    table.tell(Rallied(unit=battle.unit(unit).name, clause="WAB-RL-02"))
    if not is_skirmishing(battle, unit):
        table.then(Step.RALLIED_REFORM, unit)
    battle = _in_order(battle, unit).having(unit, fleeing=False)
    return battle.having(unit, move="rallied") if table.holds("WAB-RL-08") else battle


def rally_deduction(battle: Battle, table: Table, unit: int) -> int:
    """Penalty on Leadership for the rally test: 1 at half strength or less (WAB-RL-05).

    An enemy within 8" adds 1 to any other penalty (WAB-RL-06).
    """
    deduction = half_strength_deduction(battle, unit)
    if deduction and not table.holds("WAB-RL-05"):
        deduction = 0
    enemies = battle.standing_units(1 - battle.side(unit))
    near = units_within(battle, table, unit, enemies, table.number("WAB-RL-06.near"))
    if near and table.holds("WAB-RL-06"):
        deduction += table.number("WAB-RL-06.penalty")
    return deduction


class RalliedReform(Struct, frozen=True):
    """Choice of a rallied unit's reform, answered by (facing, files) with the facing in hundredths of a degree, or by
    () for no reform.
    """

    side: int
    battle: Battle
    unit: int
    clause: str = "WAB-RL-07"

    @property
    def words(self) -> str:
        """Question that asks how a rallied unit reforms."""
        return f"{self.battle.unit(self.unit).name}: reform after rallying?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield reforms that face the nearest enemy or other directions, then the answer that keeps the present
        formation.
        """
        files = usual_files(self.battle, self.unit)
        for label, facing in self._facings():
            if self.why_not((facing, files)) is None:
                yield label, (facing, files)
        yield "as it stands", KEEP

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None."""
        if answer == KEEP and isinstance(answer, tuple):
            return None
        if not isinstance(answer, tuple) or len(answer) != PARTS or any(type(one) is not int for one in answer):
            return "the answer must be (facing, files), or () to keep the present formation"
        facing, files = answer
        if not 0 <= facing < TURN or not 1 <= files <= self.battle.living(self.unit):
            return (
                f"a facing must be from 0 to 35999, and the number of files from 1 to {self.battle.living(self.unit)}"
            )
        block = in_ranks(self.battle, self.unit, facing, files)
        return None if fitted(self.battle, self.unit, block) else "there is no room for that formation"

    def _facings(self) -> Iterator[tuple[str, int]]:
        enemy = nearest_enemy(self.battle, self.unit)
        if enemy != NOBODY:
            yield "facing the nearest enemy", (bearing_away_from(self.battle, self.unit, enemy) + TURN // 2) % TURN
        facing = self.battle.plane.place(self.battle.plane.models(self.unit)[0]).facing
        yield "facing about", (facing + TURN // 2) % TURN


@clause(Step.RALLIED_REFORM, "WAB-RL-07")
def rallied_reform(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-RL-07. A rallied unit may reform without a test or a musician (WAB-R-53)."""
    answer = table.choose(RalliedReform(battle.side(unit), battle, unit))
    if answer == KEEP:
        return battle
    facing, files = answer
    standing = fitted(battle, unit, in_ranks(battle, unit, facing, files))
    assert standing is not None, "an answer without room is not legal"
    name = battle.unit(unit).name
    table.tell(Reformed(unit=name, files=files, facing=facing / 100, clause="WAB-RL-07"))
    return battle.on(battle.plane.with_standing(unit, standing))


def _in_order(battle: Battle, unit: int) -> Battle:
    """Return rallied loose models to ranks that face the way the models ran. The models stay in place if there is no
    room.
    """
    if is_skirmishing(battle, unit) or not isinstance(battle.plane.standings[unit], Loose):
        return battle
    facing = battle.plane.place(battle.plane.models(unit)[0]).facing
    standing = fitted(battle, unit, in_ranks(battle, unit, facing, usual_files(battle, unit)))
    return battle if standing is None else battle.on(battle.plane.with_standing(unit, standing))
