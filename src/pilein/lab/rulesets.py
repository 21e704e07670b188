"""The rulesets as commands need them: found by name, imported only as far as asked for."""

from collections.abc import Callable
from importlib import import_module
from importlib.resources import files

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.charging import Charging
from pilein.engine.rules import Rules
from pilein.engine.signals import held
from pilein.kernel.nearest import unknown
from pilein.lab.rulebooks import complete
from pilein.tabletop.vocabulary import Vocabulary


class Ruleset(Struct, frozen=True):
    """Where to get a ruleset to play, the words of its scenario files, and a scenario to start from."""

    rules: Callable[[], Rules]
    vocabulary: Callable[[], Vocabulary]
    sample: Callable[[], str]


def _scrollhammer() -> Rules:
    from pilein.rulesets.scrollhammer import fates
    from pilein.rulesets.scrollhammer.charge_targets import declared
    from pilein.rulesets.scrollhammer.checking import check
    from pilein.rulesets.scrollhammer.opening import most_phases, next_phase, opened
    from pilein.rulesets.scrollhammer.rulebook import RULEBOOK
    from pilein.rulesets.scrollhammer.steps import Step

    return Rules(
        RULEBOOK,
        opened,
        next_phase,
        check,
        most_phases,
        fate=fates.fate,
        fates=fates.FATES,
        beaten=fates.BEATEN,
        decisive=fates.DECISIVE,
        results=fates.RESULTS,
        charging=Charging(Step.FIGHT_SUB_PHASE, declared),
    )


def _wab() -> Rules:
    from pilein.rulesets.wab import fates
    from pilein.rulesets.wab.charge_choice import declared
    from pilein.rulesets.wab.checking import check
    from pilein.rulesets.wab.opening import most_phases, next_phase, opened
    from pilein.rulesets.wab.rulebook import RULEBOOK
    from pilein.rulesets.wab.steps import Step

    return Rules(
        RULEBOOK,
        opened,
        next_phase,
        check,
        limit=most_phases,
        fate=fates.fate,
        fates=fates.FATES,
        left=fates.left,
        beaten=fates.BEATEN,
        decisive=fates.DECISIVE,
        results=fates.RESULTS,
        charging=Charging(Step.REMAINING_MOVES, declared),
    )


def _warstrike() -> Rules:
    from pilein.rulesets.warstrike import fates
    from pilein.rulesets.warstrike.checking import check
    from pilein.rulesets.warstrike.consolidation import declared
    from pilein.rulesets.warstrike.opening import clock, is_fighting, next_phase, opened
    from pilein.rulesets.warstrike.rulebook import RULEBOOK
    from pilein.rulesets.warstrike.steps import Step

    return Rules(
        RULEBOOK,
        opened,
        next_phase,
        check,
        is_fighting=is_fighting,
        clock=clock,
        fate=fates.fate,
        fates=fates.FATES,
        beaten=fates.BEATEN,
        decisive=fates.DECISIVE,
        charging=Charging(Step.BEGIN_CYCLE, declared),
    )


def _scorched() -> Rules:
    from pilein.rulesets.scorched import fates
    from pilein.rulesets.scorched.checking import check
    from pilein.rulesets.scorched.opening import next_phase, opened
    from pilein.rulesets.scorched.rulebook import RULEBOOK

    return Rules(
        RULEBOOK,
        opened,
        next_phase,
        check,
        fate=fates.fate,
        fates=fates.FATES,
        beaten=fates.BEATEN,
        decisive=fates.DECISIVE,
        charging="nobody charges in Scorched: its text begins where models already touch",
    )


def _wwpd() -> Rules:
    from pilein.rulesets.wwpd import fates
    from pilein.rulesets.wwpd.charging import declared
    from pilein.rulesets.wwpd.checking import check
    from pilein.rulesets.wwpd.opening import next_phase, opened
    from pilein.rulesets.wwpd.rulebook import RULEBOOK
    from pilein.rulesets.wwpd.steps import Step

    return Rules(
        RULEBOOK,
        opened,
        next_phase,
        check,
        fate=fates.fate,
        fates=fates.FATES,
        beaten=fates.BEATEN,
        decisive=fates.DECISIVE,
        charging=Charging(Step.PILE_IN, declared),
    )


def _packaged(name: str, rules: Callable[[], Rules]) -> Ruleset:
    """A ruleset whose words and sample stand in its package."""
    package = f"pilein.rulesets.{name}"

    def vocabulary() -> Vocabulary:
        with held():  # an exception out of a signal crashes the decoder of msgspec
            found: Vocabulary = import_module(f"{package}.vocabulary").VOCABULARY
        return found

    def loaded() -> Rules:
        with held():
            complete(name)  # every clause registers itself when its module is imported
            return rules()

    return Ruleset(loaded, vocabulary, lambda: files(package).joinpath("sample.toml").read_text(encoding="utf-8"))


RULESETS = {
    "scorched": _packaged("scorched", _scorched),
    "scrollhammer": _packaged("scrollhammer", _scrollhammer),
    "wab": _packaged("wab", _wab),
    "warstrike": _packaged("warstrike", _warstrike),
    "wwpd": _packaged("wwpd", _wwpd),
}


def rules(name: str) -> Rules:
    """The clauses of the ruleset of that name, ready to be played; raises UnknownRule as `ruleset` does."""
    found = ruleset(name)
    return replace(found.rules(), vocabulary=found.vocabulary())


def vocabulary(name: str) -> Vocabulary:
    """The words of the ruleset of that name; raises UnknownRule as `ruleset` does."""
    return ruleset(name).vocabulary()


def sample(name: str) -> str:
    """A commented scenario of the ruleset of that name; raises UnknownRule as `ruleset` does."""
    return ruleset(name).sample()


def ruleset(name: str) -> Ruleset:
    """The ruleset of that name.

    Raises:
        UnknownRule: there is none; suggests the nearest name.

    """
    if name not in RULESETS:
        raise unknown(name, RULESETS, "ruleset")
    return RULESETS[name]
