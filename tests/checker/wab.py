"""Recalculate WAB games from the log, and check scores, dice, saves, losses, results, tests and the choice of the
player who is asked.
"""

from tests.checker import wab_charges, wab_flights, wab_moves
from tests.checker.army import Model
from tests.checker.dice import faces, made
from tests.checker.findings import Finding, Found
from tests.checker.trace import Plain, Trace
from tests.checker.wab_score import rounds

HIT = (  # rows: own WS 1 to 10; columns: theirs
    "4455666666",
    "3445566666",
    "3344556666",
    "3334455666",
    "3333445566",
    "3333344556",
    "3333334455",
    "3333333445",
    "3333333344",
    "3333333334",
)
WOUND = (  # rows: Strength; columns: Toughness
    "4566------",
    "34566-----",
    "234566----",
    "2234566---",
    "22234566--",
    "222234566-",
    "2222234566",
    "2222223456",
    "2222222345",
    "2222222234",
)
NEVER = 7
FOOT = {"none": 7, "light": 6, "heavy": 5, "partial plate": 4, "full plate": 3}
SHIELDS = {"shield": 1, "buckler": 1, "large shield": 2}


def findings(trace: Trace) -> Found:
    yield from _tests(trace)
    yield from _orders(trace)
    yield from _blows(trace)
    yield from _losses(trace)
    yield from wab_flights.findings(trace)
    for one in rounds(trace):
        yield from one.findings()
    yield from _generals(trace)
    yield from _penalties(trace)
    yield from _fears(trace)
    if trace.on_table:
        yield from wab_moves.findings(trace)
        yield from wab_charges.findings(trace)


def _tests(trace: Trace) -> Found:
    """WAB-LT-01, WAB-LT-02: a test is passed if the sum of 2D6 is no higher than the number needed."""
    for number, entry in trace.told("Tested"):
        before = trace.events[number - 1]
        if before["type"] == "Thrown" and before["kind"] == "Test":
            passed = sum(faces(before)) <= entry["need"]
            if passed != entry["passed"] and trace.army.is_default("WAB-R-92"):
                yield Finding("test", number, f"{faces(before)} on {entry['need']}: {entry['passed']}")


def _orders(trace: Trace) -> Found:
    """Check the order of moves in every movement phase."""
    for phase, last in _phases(trace):
        if trace.events[phase]["name"] == "movement":
            yield from _first_mover(trace, phase, last)


def _phases(trace: Trace) -> list[tuple[int, int]]:
    heads = [number for number, entry in trace.told("PhaseBegan")]
    return list(zip(heads, [*heads[1:], len(trace.events)], strict=True))


def _first_mover(trace: Trace, first: int, last: int) -> Found:
    """WAB-SEQ-04: players move their own troops and therefore choose the order."""
    asked = [one for one in trace.questions(first, last - 1) if one["clause"] == "WAB-SEQ-04"]
    units = {one["words"].split(":")[0] for one in asked if one["words"].split(":")[0] in trace.army.units}
    if any(option.startswith("wait") for one in asked for option in one["options"]):
        return  # in any order: it may wait for the others
    if len(units) > 1 and len(units) == len(asked) and not any("which" in one["words"] for one in asked):
        yield Finding("order of moves", first, f"nobody was asked which of {sorted(units)} moves first")


# --- blows and shots ---------------------------------------------------------------------------------------------


def _blows(trace: Trace) -> Found:
    """WAB-CC-07 to WAB-CC-12: scores to hit and to wound follow T5 and T6, saves follow T7 and T8, and each attack, hit
    and wound has one die.
    """
    for number, entry in trace.told("Struck"):
        thrown = trace.events[number - 1]
        own, foe = _alike(trace, entry["unit"]), _alike(trace, trace.army.unit_named(entry["foe"]))
        if own is None or foe is None or thrown["type"] != "Thrown" or thrown["label"] != "blows":
            continue
        afraid = any(one["unit"] == entry["unit"] for _, one in trace.told("StoodInFear"))
        hit, wound = int(HIT[own.value("WS") - 1][foe.value("WS") - 1]), _wound(own.value("S"), foe.value("T"))
        if not afraid and entry["hit"] != hit:
            yield Finding("to hit", number, f"WS {own.value('WS')} on {foe.value('WS')}: {hit}+, told {entry['hit']}+")
        if entry["wound"] != wound:
            yield Finding(
                "to wound", number, f"S {own.value('S')} on T {foe.value('T')}: {wound}+, told {entry['wound']}+"
            )
        yield from _dice(trace, number, entry["attacks"], wound, _save(foe, own.value("S")), thrown)


def _dice(trace: Trace, number: int, attacks: int, wound: int, save: set[int], thrown: Plain) -> Found:
    groups = {group["label"]: group for group in thrown["groups"]}
    hit, wounds, saves = (groups.get(name) for name in ("hit", "wound", "save"))
    if hit is None or len(hit["faces"]) != attacks:
        yield Finding("dice", number, f"{hit} for {attacks} attacks")
        return
    due = made(hit) if wound < NEVER else 0
    if len(wounds["faces"] if wounds else ()) != due:
        yield Finding("dice", number, f"{due} hits, wounds rolled {wounds}")
    if saves and saves["need"] not in save:
        yield Finding("save", number, f"saved on {saves['need']}+, due {sorted(save)}")
    if saves and wounds and len(saves["faces"]) != made(wounds):
        yield Finding("dice", number, f"{made(wounds)} wounds, {len(saves['faces'])} saves")
    if wounds and made(wounds) and not saves and not any(one >= NEVER for one in save):
        yield Finding("save", number, f"no save rolled, due {sorted(save)}")


def _wound(strength: int, toughness: int) -> int:
    score = WOUND[strength - 1][toughness - 1]
    return NEVER if score == "-" else int(score)


def _save(foe: Model, strength: int) -> set[int]:
    """WAB-AR-02, WAB-AR-03, WAB-SV-02: return the scores that infantry may have to roll to make its saves in close
    combat. A model that uses a second weapon has no shield.
    """
    armour, more = FOOT[foe.values.get("armour", "none")], SHIELDS.get(foe.values.get("shield", "none"), 0)
    score = armour - more + max(0, strength - 3)
    return {min(NEVER, max(1, score))}


def _alike(trace: Trace, unit: str) -> Model | None:
    """Return one model of an infantry unit whose models are identical and have no special rules, or None for any other
    unit.
    """
    models = trace.army.units[unit].models
    first = models[0]
    known = first.values.get("type", "infantry") in {"infantry", "character"} and not first.values.get("mounted")
    plain = (
        known and not first.rules and not any(one.get("melee") or one["name"] == "hand weapon" for one in first.weapons)
    )
    same = all(_counting(one) == _counting(first) and one.rules == first.rules for one in models)
    return first if plain and same and first.values.get("armour", "none") in {"none", "light", "heavy"} else None


def _counting(model: Model) -> Plain:
    """Return the values of a profile that affect attacks, without the value that marks a character."""
    return {name: value for name, value in model.values.items() if name != "type"}


def _losses(trace: Trace) -> Found:
    """WAB-CR-01, WAB-R-85: unsaved wounds are inflicted, and a model is removed when they reach its Wounds."""
    unsaved: dict[str, int] = {}
    for number, entry in trace.told("Struck", "Fell", "CombatBegan"):
        if entry["type"] == "CombatBegan":
            unsaved = {}
        elif entry["type"] == "Struck" and trace.events[number - 1]["type"] == "Thrown":
            groups = {group["label"]: group for group in trace.events[number - 1]["groups"]}
            wounds = made(groups["wound"]) if "wound" in groups else 0
            saved = made(groups["save"]) if "save" in groups else 0
            unsaved[entry["foe"]] = unsaved.get(entry["foe"], 0) + wounds - saved
        elif entry["type"] == "Fell" and trace.on_table:
            mine = {foe: count for foe, count in unsaved.items() if trace.army.unit_named(foe) == entry["unit"]}
            unsaved = {foe: count for foe, count in unsaved.items() if foe not in mine}
            yield from _fell(trace, number, entry, mine)


def _fell(trace: Trace, number: int, entry: Plain, unsaved: dict[str, int]) -> Found:
    """WAB-CC-02: wounds on a character do not pass to the rank and file, and wounds on the rank and file do not pass to
    a character.
    """
    world, unit = trace.before(number), entry["unit"]
    due = fallen = 0
    for foe, count in unsaved.items():
        heroes = [one for one in world.living(unit) if one.values.get("type") == "character"]
        mixed = 0 < len(heroes) < len(world.living(unit))
        struck = [one for one in world.living(unit) if not mixed or (one in heroes) == (foe != unit)]
        due += min(count, sum(one.value("W", 1) - world.lost[one.number] for one in struck))
        fallen += min(count, len(struck))
    if entry["wounds"] != due and trace.army.is_default("WAB-R-88"):
        yield Finding("wounds", number, f"{unit} took {entry['wounds']}, due are {due} of {unsaved}")
    single = all(model.value("W", 1) == 1 for model in trace.army.units[unit].models)
    if single and entry["fallen"] != fallen:
        yield Finding("wounds", number, f"{unit} lost {entry['fallen']} models by {unsaved} wounds")


def _generals(trace: Trace) -> Found:
    """WAB-LT-04, WAB-R-31: units near a General who is not fleeing use the General's Leadership, even if the General's
    unit is broken.
    """
    army = trace.army
    generals = [model for model in army.models if model.flags.get("general")]
    for number, entry in trace.told("Tested"):
        unit = army.units[entry["unit"]]
        if entry["test"] != "break" or unit.formation == "skirmish" or not trace.on_table:
            continue
        world = trace.before(number)
        own = max((model.value("Ld") for model in world.living(unit.name)), default=0)
        for general in generals:
            if general.side != unit.side or general.number not in world.places or general.unit == unit.name:
                continue
            near = any(world.gap(general.number, one.number) <= 12 for one in world.living(unit.name))
            if not near or general.value("Ld") <= own or _has_run(trace, number, general.unit):
                continue
            margin = _margin(trace, number, unit.name)
            asked = [one for one in trace.questions(trace.clause(number)[0], number) if one["clause"] == "WAB-LT-04"]
            if margin is not None and entry["need"] == own - margin and not asked:
                yield Finding(
                    "general", number, f"{unit.name} tested on {entry['need']}, the General's {general.value('Ld')}"
                )


def _penalties(trace: Trace) -> Found:
    """WAB-BR-02: a break test uses the Leadership of the unit or of its General, less the margin by which its side lost
    the combat.
    """
    for number, entry in trace.told("Tested"):
        models = trace.army.units[entry["unit"]].models
        margin = _margin(trace, number, entry["unit"])
        if entry["test"] != "break" or margin is None or any(one.rules for one in models) or trace.army.rulings:
            continue
        mates = [one for one in trace.army.models if one.side == models[0].side and one.flags.get("general")]
        known = {one.value("Ld") for one in (*models, *mates)}
        if entry["need"] + margin not in known:
            words = f"{entry['unit']} tested on {entry['need']}, having lost by {margin}; Leadership {sorted(known)}"
            yield Finding("penalty", number, words)


def _fears(trace: Trace) -> Found:
    """WAB-FE-02, WAB-FE-03: a unit flees if it fails its test against each charger it fears and one of them outnumbers
    it.

    A unit that passed its test against one charger, or that was not tested against all of them, may have stood
    against the rest.
    """
    charged: dict[str, list[str]] = {}
    passed: set[str] = set()
    for number, entry in trace.told("PhaseBegan", "ChargeDeclared", "Tested", "StoodInFear"):
        if entry["type"] == "PhaseBegan":
            charged, passed = {}, set()
        elif entry["type"] == "ChargeDeclared":
            charged.setdefault(entry["target"], []).append(entry["unit"])
        elif entry["type"] == "Tested":
            passed |= {entry["unit"]} if entry["test"] == "fear" and entry["passed"] else set()
        elif trace.on_table and trace.army.is_default("WAB-R-61"):
            feared = [foe for foe in charged.get(entry["unit"], ()) if _is_feared(trace, foe)]
            own, world = entry["unit"], trace.before(number)
            later = [one for one in trace.events[number : number + 9] if one.get("unit") == own]
            larger = [foe for foe in feared if len(world.living(foe)) > len(world.living(own))]
            if larger and own not in passed and not any(_is_saved(one) for one in later):
                yield Finding("fear", number, f"{own} stood, {len(world.living(own))} models charged by {larger}")


def _is_saved(later: Plain) -> bool:
    """Return whether a later event shows that the unit passed a test against another charger or took flight."""
    return later["type"] == "TookFlight" or (later["type"] == "Tested" and bool(later["passed"]))


def _is_feared(trace: Trace, foe: str) -> bool:
    return any({"fear", "terror"} & model.rules for model in trace.army.units[foe].models)


def _has_run(trace: Trace, number: int, unit: str) -> bool:
    """Return whether a unit is fleeing and has not rallied since."""
    fleeing = bool(trace.army.units[unit].keys.get("fleeing"))
    for place, entry in trace.told("TookFlight", "RanAway", "Rallied"):
        if place < number and entry["unit"] == unit:
            fleeing = entry["type"] != "Rallied"
    return fleeing


def _margin(trace: Trace, number: int, unit: str) -> int | None:
    """Return the margin by which the unit's side lost its combat in this phase, or None if it did not lose."""
    units: list[str] = []
    found = None
    for place, entry in trace.told("PhaseBegan", "CombatBegan", "CombatWon"):
        if place > number:
            break
        if entry["type"] == "PhaseBegan":
            found = None
        units = entry["units"] if entry["type"] == "CombatBegan" else units
        if entry["type"] == "CombatWon" and unit in units:
            found = int(entry["margin"])
    return found
