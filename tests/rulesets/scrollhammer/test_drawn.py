"""Forty sentences drawn by lot as fresh readers played them at their edges: those of charges."""

import pytest

from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.state import Status
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed
from tests.rulesets.scrollhammer.charging import guards, rank, reavers
from tests.rulesets.scrollhammer.drawn import Case, told

WOOD = [("difficult", [(11, 12), (15, 12), (15, 13), (11, 13)])]
EDGES = ("south", "north")
TWO = guards([(10, 10), (12, 10)])
NAMED, NAMED_TWO = [(0, 1), "hold"], [(0, 1, 2), "hold", "hold"]
CHARGED = ("guards 0 charged 5.0", "guards 1 charged 5.0")
CHARGES: dict[str, Case] = {
    "SH-CH-05 what another rule bars": Case(
        battle(guards([(10, 10)], status=Status(bars=("it is stunned",))), reavers([(10, 16)])), ()
    ),
    "SH-RE-03 SH-RE-04 who flees may be caught by the same charge": Case(
        battle(guards([(10, 10)]), reavers([(10, 16)]), edges=EDGES),
        (
            "reavers flees 1",
            "reavers 1 fell back 1.0",
            "guards rolls 11",
            "reavers fails to regroup",
            "reavers is scattered",
            "guards ends: no target is left",
        ),
        [1, 6, 5, 4, 4],
        [(0, 1), "flee"],
    ),
    "SH-RE-03 over the edge": Case(
        battle(guards([(10, 40)]), reavers([(10, 46)]), edges=EDGES),
        (
            "reavers flees 3",
            "reavers 1 fell back 1.5",
            "reavers leaves the table",
            "guards ends: nobody is left to charge",
        ),
        [3],
        [(0, 1), "flee"],
    ),
    "SH-RE-04 a later unit charges who got away from the first, without a reaction": Case(
        battle(guards([(10, 10)]), reavers([(10, 16)]), guards([(20, 17)], name="second"), edges=EDGES),
        (
            "reavers flees 3",
            "reavers 1 fell back 3.0",
            "guards rolls 3",
            "guards fails",
            "second rolls 10",
            "reavers passes to regroup",
            "second 2 charged 9.2",
        ),
        [3, 1, 2, 6, 4, 3, 4],
        [(0, 1), "flee", (2, 1)],
    ),
    "SH-FA-01 SH-RA-02 as far as the roll, every model": Case(
        battle(guards([(10, 10), (10, 8.5)]), reavers([(10, 17)])),
        ("guards rolls 6", "guards 0 charged 6.0", "guards 1 charged 6.0"),
        [3, 3],
        NAMED,
    ),
    "SH-FA-01 an inch short": Case(
        battle(guards([(10, 10), (10, 8.5)]), reavers([(10, 17)])), ("guards rolls 5", "guards fails"), [3, 2], NAMED
    ),
    "SH-FA-02 an inch short of the nearest corner": Case(
        battle(rank(10, 10, 10, 0, GUARD, 5, side=0, name="guards"), rank(5, 10, 16, 180)),
        ("guards rolls 5", "guards fails"),
        [2, 3],
        NAMED,
    ),
    "SH-RA-03 the slow one among swift ones": Case(
        battle(
            U(
                "guards",
                0,
                [(changed(GUARD, rules=(f"{one} Charge",)), 1) for one in ("Swift", "Slow")],
                at=[(10, 10), (11, 10)],
            ),
            reavers([(10, 14)]),
        ),
        ("guards rolls 2", "guards fails"),
        [2],
        NAMED,
    ),
    "SH-MC-01 one that has fled too far spoils the charge": Case(
        battle(guards([(10, 10), (20, 10)]), reavers([(10, 14)]), reavers([(20, 14)], name="far"), edges=EDGES),
        ("far flees 5", "far 3 fell back 5.0", "guards rolls 7", "guards fails"),
        [5, 3, 4],
        [(0, 1, 2), "hold", "flee"],
    ),
    "SH-MC-02 a named unit that nobody reaches": Case(
        battle(guards([(10, 10)]), reavers([(10, 14)]), reavers([(13, 14)], name="far")),
        ("guards rolls 12", "guards 0 charged 3.0", "guards leaves out far"),
        [6, 6],
        NAMED_TWO,
    ),
    "SH-MV-08 a gap a little narrower than the base": Case(
        battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(9.01, 12), (10.99, 12)], name="friends")),
        ("guards rolls 5", "guards fails"),
        [2, 3],
        NAMED,
    ),
    "SH-MV-08 a gap as wide as the base": Case(
        battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(9, 12), (11, 12)], name="friends")),
        ("guards rolls 5", "guards 0 charged 4.0"),
        [2, 3],
        NAMED,
    ),
    "SH-TE-03 one of two models through the wood is enough": Case(
        battle(TWO, reavers([(10, 16), (12, 16)]), grounds=WOOD),
        ("guards rolls 6", *CHARGED, "reavers passes to counter-attack"),
        [3, 3, 6, 3, 4],
        [*NAMED, first, first, True],
    ),
    "SH-TE-03 of two targets only that which is charged through the wood": Case(
        battle(TWO, reavers([(10, 16)], name="in the open"), reavers([(12, 16)], name="behind it"), grounds=WOOD),
        ("guards rolls 6", *CHARGED, "behind it fails to counter-attack"),
        [3, 3, 6, 4, 4],
        [*NAMED_TWO, first, first, True],
    ),
}


@pytest.mark.clause("SH-CH-05", "SH-RE-03", "SH-RE-04", "SH-FA-01", "SH-FA-02", "SH-RA-02", "SH-RA-03", "SH-MC-01")
@pytest.mark.clause("SH-MC-02", "SH-MV-08", "SH-TE-03")
@pytest.mark.parametrize("name", CHARGES)
def test_the_log_of_a_charge(name: str) -> None:
    assert told(CHARGES[name], charge_sub_phase) == CHARGES[name].told
