"""Moves of single models, made and logged in the same way for charges and pile-ins."""

from collections.abc import Iterator

from pilein.geometry.advances import Advance
from pilein.geometry.ticks import inches
from pilein.kernel.table import Table
from pilein.placement.question import Purpose, Question
from pilein.placement.rules import Rule, on_paths
from pilein.rulesets.wwpd.aims import Aim, Terms, aim_of
from pilein.rulesets.wwpd.events import StoodStill
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.ways import further_landings, moves_of, way_straight_on
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.placing import straight_lines, touching
from pilein.tabletop.movement.ways import body_at, gap_to

CHARGED, PILED_IN = "charged", "piled in"


def with_next_moved(
    battle: Battle, table: Table, terms: Terms, movers: tuple[int, ...], manner: str, clause_id: str
) -> tuple[Battle, int]:
    """Move the model that the player chooses to move next. Return the battle after the move, and the number of the
    model. If no model can move, the player is not asked.
    """
    if all(aim_of(battle, terms, model).way is None for model in movers):
        return moved_along(battle, table, movers[0], None, manner, clause_id), movers[0]
    side = battle.setup.side_of(movers[0])
    choice = Approach(side, clause_id, "which model moves next, and where to?", battle, terms, movers)
    answer = table.choose(choice)
    return moved_along(battle, table, answer[0], choice.way(answer), manner, clause_id), answer[0]


def moved_along(battle: Battle, table: Table, model: int, way: Advance | None, manner: str, clause_id: str) -> Battle:
    """Return the battle after a model has moved along a path, and log the move. The battle is unchanged if there is no
    path.
    """
    name = battle.unit(battle.unit_of(model)).name
    if way is None or way.place == battle.plane.place(model):
        if manner == CHARGED:
            table.tell(StoodStill(unit=name, count=1, models=(model,), clause=clause_id))
        return battle
    length, route = inches(way.route.length), way.route.points
    table.tell(Moved(unit=name, model=model, manner=manner, inches=length, route=route, clause=clause_id))
    return battle.on(moved_to(battle.plane, model, way.place))


# --- The question of which model moves next, and where (WW-CH-03, WW-PI-03, WW-EN-05) ------------------------------


LABELS = {
    "enemy": "to touch an enemy",
    "friend": "to touch a friend in contact",
    "near": "towards friends in contact",
    "toward": "towards the enemy",
}
DUTIES = {
    "enemy": "it must touch the nearest unengaged enemy that it can",
    "friend": "it must touch a friend that touches an enemy",
    "near": "it must come as near to its friends in contact as it can",
    "toward": "it must go straight towards the nearest unengaged enemy, or take the detour offered",
    "nobody": "it has nowhere to go",
}


class Approach(Question, frozen=True, tag=True):
    """Choice of the next move by one of several models, answered by (model, x, y, facing) in ticks and hundredths of a
    degree.
    """

    battle: Battle
    terms: Terms
    movers: tuple[int, ...]

    def purpose(self, model: int) -> Purpose:
        """Purpose of a model's move: the first purpose that the model can fulfil (WW-CH-03, WW-CH-05, WW-R-12)."""
        aim = aim_of(self.battle, self.terms, model)
        return Purpose(
            moves=moves_of(self.battle, self.terms.walk, model),
            words=DUTIES[aim.kind],
            label=LABELS.get(aim.kind, ""),
            best=aim.way,
            others=lambda: self._other_ways(model, aim),
            duty=lambda: self._duty(model, aim),
            may_stay=self.terms.may_stay or aim.way is None or self._may_stop_short(aim),
        )

    def _duty(self, model: int, aim: Aim) -> Rule | None:
        """Return the rule for the end of a model's move: it touches a model that it must touch, comes as near to such a
        model as the best place does, or ends on a path that leads towards the enemy.
        """
        plane = self.battle.plane
        if aim.kind in {"enemy", "friend"}:
            return touching(plane, aim.goals)
        if aim.way is None:
            return None
        if aim.kind == "near":
            return touching(plane, aim.goals, within=gap_to(plane, body_at(plane, model, aim.way.place), aim.goals))
        if not self._may_stop_short(aim):
            return on_paths([aim.way.route.points[-1:] * 2])
        straight = way_straight_on(self.battle, self.terms.walk, model, aim.goals)
        offered = [way.route.points for way in (aim.way, straight) if way is not None]
        return on_paths([*offered, *straight_lines(plane, model, aim.goals)])

    def _other_ways(self, model: int, aim: Aim) -> Iterator[Advance]:
        """Yield paths to other places in contact, or another path towards the enemy if the model may stop anywhere."""
        if aim.kind in {"enemy", "friend"}:
            yield from further_landings(self.battle, self.terms.walk, model, aim.goals)
        elif self._may_stop_short(aim):
            straight = way_straight_on(self.battle, self.terms.walk, model, aim.goals)
            yield from () if straight is None else (straight,)

    def _may_stop_short(self, aim: Aim) -> bool:
        """Whether a model may stop short. A charging model that reaches no enemy goes any distance towards the enemy
        (WW-R-12).
        """
        return aim.kind == "toward" and self.terms.stops_anywhere
