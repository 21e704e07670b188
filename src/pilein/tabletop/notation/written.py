"""Writing of scenarios in the notation of scenario files, either as TOML values or as text."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import INCH, MM
from pilein.kernel.nearest import folded
from pilein.kernel.rulings import Reading
from pilein.tabletop.notation.ground import EVERYBODY, FILES
from pilein.tabletop.notation.rulings import STRUCK
from pilein.tabletop.objectives import Hold, Objective
from pilein.tabletop.scenario import Member, Profile, Scenario, Side, Terrain, Unit
from pilein.tabletop.vocabulary import Values, Vocabulary, defaults, weapons_of

Plain = dict[str, Any]
BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
DECIMALS = 6  # precision in inches: finer than a tick
MM_DECIMALS = 4  # precision in millimetres: one tick
HUNDREDTHS = 100


def written(scenario: Scenario, vocabulary: Vocabulary) -> Plain:
    """Convert a scenario to the values that its file contains, leaving out keys at their defaults."""
    own = weapons_of(vocabulary)
    carried = {folded(name) for unit in scenario.units for member in unit.members for name in member.weapons}
    found: Plain = {"ruleset": scenario.ruleset, "active": scenario.active}
    found |= {"round": scenario.round} if scenario.round != 1 else {}
    found |= {"turns": scenario.turns} if scenario.turns is not None else {}
    found["rulings"] = {key: _reading(one) for key, one in scenario.rulings.items()} | dict.fromkeys(
        scenario.struck, STRUCK
    )
    found["numbers"] = dict(scenario.numbers)
    found["sides"] = {side.name: values for side in scenario.sides if (values := _side(side, vocabulary))}
    found["profiles"] = {name: _profile(one, vocabulary) for name, one in scenario.profiles.items()}
    found["weapons"] = {
        name: _given(values, own.get(name) or defaults(vocabulary.weapon_keys))
        for name, values in scenario.weapons.items()
        if values != own.get(name) or folded(name) not in carried
    }
    found["unit"] = [_unit(unit, scenario, vocabulary) for unit in scenario.units]
    found |= _ground(scenario)
    found["objective"] = [_objective(one) for one in scenario.objectives]
    return {key: value for key, value in found.items() if value not in ({}, [])}


def as_toml(values: Mapping[str, Any]) -> str:
    """Format the values of a file as TOML text."""
    return "\n".join(_lines(values)) + "\n"


# --- values ------------------------------------------------------------------------------------------------------


def _given(values: Values, otherwise: Values) -> Plain:
    """Select the values that differ from the defaults."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value is not None and (name not in otherwise or value != otherwise[name])
    }


def _reading(reading: Reading) -> str | Plain:
    return reading.option if reading.number is None else {"option": reading.option, "n": reading.number}


def _side(side: Side, vocabulary: Vocabulary) -> Plain:
    return ({"edge": side.edge} if side.edge else {}) | _given(side.values, defaults(vocabulary.side_keys))


def _profile(profile: Profile, vocabulary: Vocabulary) -> Plain:
    found = _given(profile.values, defaults(vocabulary.characteristics))
    found |= {"base": _base(profile.base)} if profile.is_base_given else {}
    return found | ({"rules": list(profile.rules)} if profile.rules else {})


def _base(base: Base) -> str:
    width, depth = (_whole(round(length / MM, MM_DECIMALS)) for length in (base.width, base.depth))
    if base.kind == "round":
        return f"{width}mm"
    if base.kind == "rectangle" and width == depth:
        return f"{width}mm square"
    return f"{width}x{depth}mm" + (" oval" if base.kind == "oval" else "")


def _unit(unit: Unit, scenario: Scenario, vocabulary: Vocabulary) -> Plain:
    found: Plain = {"name": unit.name, "side": unit.side}
    found |= {"formation": unit.formation} if unit.formation else {}
    *others, last = (_member(member, scenario, vocabulary) for member in unit.members)
    is_main = last.keys() <= {"profile", "models", "weapons"} or (not others and _is_plain(last))
    found |= {key: value for key, value in last.items() if value != []} if is_main else {}
    members = others if is_main else [*others, last]
    found |= {"members": members} if members else {}
    return found | _given(unit.statuses, defaults(vocabulary.statuses)) | _stand(unit)


def _is_plain(member: Plain) -> bool:
    """Whether a member could be written with the unit's own keys."""
    return member.keys() <= {"profile", "models", "weapons", "rules"}


def _member(member: Member, scenario: Scenario, vocabulary: Vocabulary) -> Plain:
    rules = [rule for rule in member.rules if rule not in scenario.profiles[member.profile].rules]
    found: Plain = {"profile": member.profile, "models": member.models, "weapons": list(member.weapons)}
    found |= {"rules": rules} if rules else {}
    return found | _given(member.values, defaults(vocabulary.member_keys))


def _stand(unit: Unit) -> Plain:
    if unit.place is not None:
        place = unit.place
        x, y = inches(place.x), inches(place.y)
        return {"place": {"x": x, "y": y, "facing": degrees(place.facing), "files": place.files}}
    return {} if unit.positions is None else {"positions": [_position(place) for place in unit.positions]}


def _position(place: Place) -> list[float]:
    facing = [degrees(place.facing)] if place.facing else []
    return [inches(place.x), inches(place.y), *facing]


def _ground(scenario: Scenario) -> Plain:
    if scenario.press is not None:
        given = scenario.press.frontage
        frontage = {} if given == FILES else {"frontage": EVERYBODY if given is None else given}
        return {"press": {"pairs": [list(pair) for pair in scenario.press.pairs], **frontage}}
    assert scenario.table is not None, "a fight is on a table or in the press"
    size = {"width": inches(scenario.table.width), "depth": inches(scenario.table.depth)}
    return {"table": size, "terrain": [_terrain(one) for one in scenario.terrain]}


def _terrain(one: Terrain) -> Plain:
    found: Plain = {"kind": one.kind, "polygon": [[inches(x), inches(y)] for x, y in one.polygon]}
    found |= {"blocks_sight": True} if one.blocks_sight else {}
    found |= {"name": one.name} if one.name else {}
    found |= {"height": inches(one.height)} if one.height else {}
    return found | ({"cover": one.cover} if one.cover != "none" else {})


def _objective(one: Objective) -> Plain:
    values = {name: getattr(one, name) for name in one.__struct_fields__}
    if isinstance(one, Hold):
        values |= {name: inches(values[name]) for name in ("x", "y", "radius")}
    return {"kind": str(one.__struct_config__.tag)} | {
        name: value for name, value in values.items() if value not in ("", False) or name in ("x", "y")
    }


def inches(length: int) -> float:
    """Convert a length from ticks to inches. Integral values become ints."""
    return _whole(round(length / INCH, DECIMALS))


def degrees(facing: int) -> float:
    """Convert a facing from hundredths of a degree to degrees. Integral values become ints."""
    return facing / HUNDREDTHS if facing % HUNDREDTHS else facing // HUNDREDTHS


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


# --- text --------------------------------------------------------------------------------------------------------


def _lines(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield plain keys first, then each table and each list of tables under its own heading."""
    tables = {key for key, value in values.items() if isinstance(value, dict) or _is_list_of_tables(value)}
    yield from _keys({key: value for key, value in values.items() if key not in tables})
    for key in (key for key in values if key in tables):
        value = values[key]
        if isinstance(value, list):
            for one in value:
                yield from ("", f"[[{_key(key)}]]", *_keys(one))
        elif key != "rulings" and all(isinstance(one, dict) for one in value.values()):
            for name, inner in value.items():
                yield from _table(f"{_key(key)}.{_key(name)}", inner)
        else:
            yield from ("", f"[{_key(key)}]", *_keys(value))


def _table(path: str, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table under its heading, followed by its nested tables."""
    nested = {key: value for key, value in values.items() if _is_tables_by_name(value)}
    yield from ("", f"[{path}]", *_keys({key: value for key, value in values.items() if key not in nested}))
    for key, tables in nested.items():
        for name, inner in tables.items():
            yield from _table(f"{path}.{_key(key)}.{_key(name)}", inner)


def _is_tables_by_name(value: Any) -> bool:  # noqa: ANN401 - a value of TOML
    return isinstance(value, dict) and bool(value) and all(isinstance(one, dict) for one in value.values())


def _is_list_of_tables(value: Any) -> bool:  # noqa: ANN401 - a value of TOML
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _keys(values: Mapping[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        yield f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:  # noqa: ANN401 - a value of TOML
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
