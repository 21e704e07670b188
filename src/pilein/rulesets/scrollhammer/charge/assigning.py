"""Which models go for which of several targets (SH-R-31 `assigned`)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.geometry.blocks import Block
from pilein.kernel.requests import Answer
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.ground.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


class Assignment(Struct, frozen=True, tag=True):
    """The target of each model, in the order of `models`; `nearest` is the one that each is nearest to."""

    side: int
    clause: str
    words: str
    models: tuple[int, ...]
    targets: tuple[int, ...]
    nearest: tuple[int, ...]

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Each model to the target nearest to it, then all to one and the same."""
        yield "each to the nearest target", self.nearest
        for target in self.targets:
            yield f"all to unit {target}", (target,) * len(self.models)

    def why_not(self, answer: Answer) -> str | None:
        """None if every model is assigned to a target."""
        if not isinstance(answer, tuple) or len(answer) != len(self.models):
            return f"the answer is {len(self.models)} targets, one for each model"
        strange = [one for one in answer if type(one) is not int or one not in self.targets]
        return f"{strange[0]!r} is no target of this charge" if strange else None


@clause(Step.ASSIGN)
def assign(battle: Battle, table: Table) -> Battle:
    """SH-R-31. Models go for the nearest enemy of any target; under `assigned` for the one named for each now."""
    charge = battle.charge
    assert charge is not None
    is_block = isinstance(battle.plane.standings[charge.unit], Block)
    if len(charge.targets) == 1 or is_block or table.rule("SH-R-31") != "assigned":
        return battle
    models = battle.plane.models(charge.unit)
    nearest = tuple(battle.setup.unit_of[foes_by_gap(battle, model, charge.targets)[0][1]] for model in models)
    words = "which model charges which target?"
    answer = table.choose(Assignment(battle.active, "SH-CH-01", words, models, charge.targets, nearest))
    return battle.charging(assigned=tuple(zip(models, answer, strict=True)))
