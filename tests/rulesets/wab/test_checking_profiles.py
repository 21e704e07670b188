"""Errors in WAB profiles and weapons, each reported with its line."""

import pytest

from pilein.kernel.errors import BadScenario
from pilein.rulesets.wab.checking import check
from pilein.rulesets.wab.vocabulary import VOCABULARY
from pilein.tabletop.loading import loads
from tests.rulesets.wab.test_checking import FAR, HEAD, NEAR, TABLE

LINE = 12
HORSE = '[profiles.horse]\nM = 8\nWS = 2\nS = 3\nT = 3\nI = 2\nLd = 5\nbase = "20mm square"\n'


def judge(line: str, more: str = HORSE) -> BadScenario | None:
    """Return the error in a file in which a line is added to the profile of the men and sections are added at the end,
    or None if there is no error.
    """
    text = HEAD.replace("Ld = 7\n", f"Ld = 7\n{line}\n").format(reds=NEAR, blues=FAR, formation="open") + TABLE + more
    try:
        check(loads(text, lambda _: VOCABULARY))
    except BadScenario as fault:
        return fault
    return None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("mount = 'hrose'", "there is no profile for the mount 'hrose'; did you mean 'horse'?"),
        ("mount = 'man'", "the mount 'man' has a mount of its own; name a profile that has no mount"),
        ("mounts = 3", "'man' has the key `mounts` but no mount; write mount = \"...\", or remove mounts"),
        (
            "barding = 'full plate'",
            "'man' has barding but is not mounted; write mounted = true, or remove barding",
        ),
        ("hates = ['horse', 'hores']", "there is no profile, troop type or unit 'hores'; did you mean 'horse'?"),
        (
            "hates = ['Parthians']",
            "there is no profile, troop type or unit 'Parthians'; name a profile, a troop type or a unit",
        ),
    ],
)
def test_profile_values_without_an_effect_are_reported_with_their_line(line: str, words: str) -> None:
    fault = judge(line)
    assert fault is not None
    assert f"{fault.message}; {fault.remedy}" == words
    assert fault.line == LINE


@pytest.mark.parametrize(
    "line",
    [
        "mount = 'horse'\nmounts = 2",
        "mounted = true\nbarding = 'half plate'",
        "type = 'heavy chariot'\nbarding = 'half cloth'",
        "hates = ['man', 'elephant', 'blues']",
    ],
)
def test_profile_values_with_an_effect_pass_validation(line: str) -> None:
    assert judge(line) is None


def test_a_weapon_that_neither_strikes_nor_shoots_is_refused() -> None:
    fault = judge("", HORSE + "[weapons.zap]\nshort_S = 4\n")
    assert fault is not None
    assert fault.message == "the weapon 'zap' can neither strike nor shoot"
    assert judge("", HORSE + "[weapons.zap]\nrange = 12\n[weapons.club]\nmelee = true\n") is None
