"""Possession: what a daemon weapon does to its bearer (CP-DW-01)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scorched.profile import NO_SAVE
from pilein.rulesets.scorched.rulebook import clause
from pilein.rulesets.scorched.saves.armour import armour_against
from pilein.rulesets.scorched.saves.blows import own_feel_no_pain
from pilein.rulesets.scorched.saves.losses import is_out, out_of_it, suffering
from pilein.rulesets.scorched.saves.save_dice import Blows, Save, SaveDice, Victim, outcome_of
from pilein.rulesets.scorched.state import NOT_COUNTED, Battle, Hand
from pilein.rulesets.scorched.steps import Step

NO_AP = 0


@clause(Step.POSSESS, "CP-DW-01", "CP-IX-08")
def possess(battle: Battle, table: Table, model: int) -> Battle:
    """CP-DW-01, CP-IX-08. Each attack die that finally shows a 1 inflicts a wound on the bearer.

    CP-IX-20. It does so even if the bearer shields.
    CP-R-50: as Roll Attacks ends, without saves; a bearer slain by it lands no hits and takes none. CP-IX-21. Feel No
    Pain is not rolled against instant death.
    """
    ones = sum(hand.ones for hand in battle.combat.hands if hand.model == model and hand.ones != NOT_COUNTED)
    battle = battle.fighting(hands=tuple([_uncounted(hand, model) for hand in battle.combat.hands]))
    if not ones or (model in battle.combat.shielding and not table.holds("CP-IX-20")):
        return battle
    reading = table.rule("CP-R-50")
    is_lethal = reading == "instant-death"
    saves: tuple[Save, ...] = ()
    if reading == "armour-save":
        need = armour_against(table, battle.traits(model).Sv, NO_AP, 0).need
        saves = (Save(need),) if need < NO_SAVE else ()
    is_denied = is_lethal and battle.traits(model).FNP < NO_SAVE and table.holds("CP-IX-21")
    ignore = NO_SAVE if is_denied else own_feel_no_pain(battle, table, model)
    blows = Blows(ones, saves=saves, ignore=ignore, is_lethal=is_lethal)
    ((wounds,),) = outcome_of(table, SaveDice((Victim(battle.wounds_left(model), (blows,)),), label="possession"))
    battle = suffering(battle, table, {model: wounds}, "from its daemon", "CP-DW-01")
    if is_out(battle, model) and reading != "with-others":
        return out_of_it(battle, model)
    return battle


def _uncounted(hand: Hand, model: int) -> Hand:
    """A hand whose ones matter no more."""
    return replace(hand, ones=NOT_COUNTED) if hand.model == model else hand
