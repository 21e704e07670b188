"""Fights with models out of contact, and the results of their pile-ins. Lengths are in inches."""

from pilein.engine.script import Script
from pilein.geometry.ticks import inches, ticks
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.pile_in.pile_in import pile_ins
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, changed, fight_of

QUICK = changed(REAVER, I=4)  # strikes, and piles in, with the Guards


def fight(*units, step=4, fighting=None, **more):
    made = battle(*units, **more)
    return made.beginning(fight_of(fighting or tuple(range(len(units))), step=step))


def piled(made, *, dice=(), answers=None, step=None):
    """Play all pile-ins of a step. Without answers, the first candidate is chosen each time."""
    script = Script(RULESET, dice=dice, answers=answers, policy=first)
    after = script.begin(made, pile_ins, made.fight.step if step is None else step)
    script.assert_used_up()
    return after, script


def at(made, model):
    place = made.plane.place(model)
    return round(inches(place.x), 2), round(inches(place.y), 2)


def moves(script):
    return [(event.clause, event.model, round(event.inches, 2)) for event in script.events if isinstance(event, Moved)]


def asked(made, step=None, dice=()):
    questions = []

    def policy(choice):
        questions.append(choice)
        return first(choice)

    Script(RULESET, dice=dice, answers=None, policy=policy).begin(
        made, pile_ins, made.fight.step if step is None else step
    )
    return questions[0]


def why_not(choice, model, x, y, facing=0):
    return choice.why_not((model, ticks(x), ticks(y), facing * 100))


def two_apart(gap, foe=IMP, **more):
    """Return a battle of two units with one pair of models in contact. The second model of each unit is out of contact,
    and these two models are `gap` apart.
    """
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12.5, 10)])
    foes = U("blue", 1, [(foe, 2)], at=[(10, 11, 180), (12.5, 11 + gap, 180)])
    return fight(own, foes, **more)


def lone(gap, **more):
    """Return a battle in which a single-model unit stands `gap` from an enemy model while all other models of the
    combat are in contact.
    """
    own = U("red", 0, [(IMP, 1)], at=[(10, 10)]), U("lone", 0, [(GUARD, 1)], at=[(15, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (15, 11 + gap, 180)])
    return fight(*own, foes, **more)
