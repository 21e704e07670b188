import type { Field, Words } from "../protocol/messages";
import { at, type Data, type Path, table, tables, text, texts, withValue } from "./data";

export type Pair = readonly [string, string];

export function unitsOf(scenario: Data): Data[] {
    return tables(scenario.unit);
}

/** All models of a unit: the ordinary ones and those that differ. */
export function modelsOf(unit: Data): number {
    const ordinary = unit.profile === undefined ? 0 : Number(unit.models ?? 0);
    return tables(unit.members).reduce((sum, one) => sum + Number(one.models ?? 1), ordinary);
}

/** The two sides, in the order in which units name them. */
export function sidesOf(scenario: Data): string[] {
    return [
        ...new Set(
            unitsOf(scenario)
                .map((unit) => text(unit.side))
                .filter(Boolean),
        ),
    ];
}

export function pairsOf(scenario: Data): Pair[] {
    const pairs = table(scenario.press).pairs;
    return Array.isArray(pairs)
        ? pairs
              .map((pair) => texts(pair))
              .filter((pair) => pair.length === 2)
              .map(asPair)
        : [];
}

function asPair(names: string[]): Pair {
    return [names[0]!, names[1]!];
}

export function isPress(scenario: Data): boolean {
    return "press" in scenario;
}

/** The names of the units that have this profile, as their own or for some of their models. */
export function usersOf(scenario: Data, profile: string): string[] {
    const uses = (unit: Data): boolean =>
        unit.profile === profile || tables(unit.members).some((member) => member.profile === profile);
    return unitsOf(scenario)
        .filter(uses)
        .map((unit) => text(unit.name));
}

/** A name that is not taken yet: with the next number behind it if need be. */
export function freeName(wanted: string, taken: readonly string[]): string {
    if (!taken.includes(wanted)) return wanted;
    const stem = wanted.replace(/[ _]\d+$/, "");
    for (let number = 2; ; number += 1) {
        const name = `${stem} ${number}`;
        if (!taken.includes(name)) return name;
    }
}

/** The scenario with a unit renamed, also wherever another key names it. */
export function withUnitRenamed(scenario: Data, place: number, name: string): Data {
    const old = text(at(scenario, ["unit", place, "name"]));
    const renamed = withValue(scenario, ["unit", place, "name"], name);
    const pairs = pairsOf(scenario).map((pair) => pair.map((one) => (one === old ? name : one)));
    const followed = isPress(scenario) ? withValue(renamed, ["press", "pairs"], pairs) : renamed;
    return withNamesFollowing(withProfileFollowing(followed, place, old), old, name);
}

/** A profile that is called like its only unit is called by its new name too. */
function withProfileFollowing(scenario: Data, place: number, old: string): Data {
    const unit = unitsOf(scenario)[place] ?? {};
    const [profile, wanted] = [text(unit.profile), text(unit.name).replaceAll(" ", "_")];
    const profiles = table(scenario.profiles);
    const isOwn = profile === old.replaceAll(" ", "_") && usersOf(scenario, profile).length === 1;
    if (!isOwn || !(profile in profiles) || wanted in profiles) return scenario;
    const followed = Object.entries(profiles).map(([name, one]) => [name === profile ? wanted : name, one]);
    const renamed = { ...scenario, profiles: Object.fromEntries(followed) };
    const members = tables(unit.members).map((one) => (one.profile === profile ? { ...one, profile: wanted } : one));
    const own = { ...unit, profile: wanted, ...("members" in unit && { members }) };
    return withValue(renamed, ["unit", place], own);
}

/** Statuses that name a unit, like `flank`, name it by its new name. */
function withNamesFollowing(scenario: Data, old: string, name: string): Data {
    const isName = (key: string, value: unknown): boolean =>
        value === old && !["name", "side", "profile"].includes(key);
    const follow = (unit: Data): Data =>
        Object.fromEntries(Object.entries(unit).map(([key, value]) => [key, isName(key, value) ? name : value]));
    return old === "" ? scenario : withValue(scenario, ["unit"], unitsOf(scenario).map(follow));
}

/** The scenario with a side renamed in every place. */
export function withSideRenamed(scenario: Data, old: string, name: string): Data {
    const units = unitsOf(scenario).map((unit) => (unit.side === old ? { ...unit, side: name } : unit));
    const sides = Object.entries(table(scenario.sides)).map(([side, value]) => [side === old ? name : side, value]);
    const goals = tables(scenario.objective).map((goal) => (goal.side === old ? { ...goal, side: name } : goal));
    return {
        ...scenario,
        unit: units,
        ...("active" in scenario && { active: scenario.active === old ? name : scenario.active }),
        ...("sides" in scenario && { sides: Object.fromEntries(sides) }),
        ...("objective" in scenario && { objective: goals }),
    };
}

/** The scenario without a unit, its places in the press, and profiles that nobody else has. */
export function withoutUnit(scenario: Data, place: number): Data {
    const gone = unitsOf(scenario)[place];
    const name = text(gone?.name);
    const less = withValue(scenario, ["unit", place], undefined);
    const pairs = pairsOf(scenario).filter((pair) => !pair.includes(name));
    const parted = isPress(scenario) ? withValue(less, ["press", "pairs"], pairs) : less;
    const profile = text(gone?.profile);
    return profile && usersOf(parted, profile).length === 0
        ? withValue(parted, ["profiles", profile], undefined)
        : parted;
}

/** The scenario with a copy of a unit, which stands in contact with the same enemies. */
export function withUnitCopied(scenario: Data, place: number): Data {
    const units = unitsOf(scenario);
    const model = units[place] ?? {};
    const name = freeName(
        text(model.name),
        units.map((unit) => text(unit.name)),
    );
    const more = withValue(scenario, ["unit"], units.toSpliced(place + 1, 0, { ...model, name }));
    if (!isPress(scenario)) return more;
    const copied = pairsOf(scenario).filter((pair) => pair.includes(text(model.name)));
    const pairs = copied.map((pair) => pair.map((one) => (one === text(model.name) ? name : one)));
    return withValue(more, ["press", "pairs"], [...pairsOf(scenario), ...pairs]);
}

/** The scenario in which a unit has a profile of its own, a copy of the one it shares. */
export function withOwnProfile(scenario: Data, place: number): Data {
    const unit = unitsOf(scenario)[place] ?? {};
    const name = freeName(text(unit.name).replaceAll(" ", "_"), Object.keys(table(scenario.profiles)));
    const copied = withValue(scenario, ["profiles", name], at(scenario, ["profiles", text(unit.profile)]));
    return withValue(copied, ["unit", place, "profile"], name);
}

const OF_A_HERO = ["champion", "leader", "hero"]; // what a single model of note is called, by ruleset

const BETTER = ["WS", "W", "A", "skill", "wounds"]; // numbers in which a hero is ahead of others by one

/** The scenario with a hero in a unit: a model with numbers of its own, the unit's with a few that are better. */
export function withHero(scenario: Data, place: number, words: Pick<Words, "member" | "profile">): Data {
    const flags = words.member.filter((field) => field.kind === "flag").map((field) => field.key);
    const unit = unitsOf(scenario)[place] ?? {};
    const members = tables(unit.members);
    const profile = freeName(`${text(unit.name).replaceAll(" ", "_")}_hero`, Object.keys(table(scenario.profiles)));
    const own = at(scenario, ["profiles", text(unit.profile)]) ?? at(scenario, ["profiles", text(members[0]?.profile)]);
    const flag = OF_A_HERO.find((one) => flags.includes(one) && members.every((member) => !(one in member)));
    const hero = { profile, ...(flag ? { [flag]: true } : { models: 1 }) };
    const better = Object.fromEntries(words.profile.flatMap((field) => improved(field, table(own)[field.key])));
    const added = withValue(scenario, ["profiles", profile], { ...table(own), ...better });
    return withValue(added, ["unit", place, "members"], [...members, hero]);
}

/** A number of a hero by its key, better by one than the given or usual one; none for what does not make a hero. */
function improved(field: Field, given: unknown): [string, number][] {
    const value = given ?? field.usual;
    if (!BETTER.includes(field.key) || typeof value !== "number") return [];
    return [[field.key, Math.max(value, Math.min(value + 1, field.most ?? Infinity))]];
}

/** The scenario in which two enemies are, or are no longer, in contact. */
export function withContact(scenario: Data, one: string, other: string, isTouching: boolean): Data {
    const others = pairsOf(scenario).filter((pair) => !(pair.includes(one) && pair.includes(other)));
    return withValue(scenario, ["press", "pairs"], isTouching ? [...others, [one, other]] : others);
}

export const ON_THE_TABLE = ["place", "positions", "facing"] as const;

/** The scenario without a table: every unit in contact with every enemy. */
export function inContact(scenario: Data): Data {
    const { table: _table, terrain: _terrain, objective: _objective, turns: _turns, sides: _sides, ...rest } = scenario;
    const units = unitsOf(scenario).map((unit) => ({ ...withFiles(unit) }));
    const [first] = sidesOf(scenario);
    const names = (isOurs: boolean): string[] =>
        units.filter((unit) => (unit["side"] === first) === isOurs).map((unit) => text(unit["name"]));
    const pairs = names(true).flatMap((own) => names(false).map((enemy) => [own, enemy]));
    return { ...rest, unit: units, press: { pairs } };
}

function withFiles(unit: Data): Data {
    const files = at(unit, ["place", "files"]);
    const less = ON_THE_TABLE.reduce<Data>((left, key) => withValue(left, [key], undefined), unit);
    return typeof files === "number" ? { ...less, files } : less;
}

/** The scenario with another value of a field; what usually holds is left out of the text. */
export function withField(scenario: Data, path: Path, field: Field, value: unknown): Data {
    const isUsual = value === field.usual || (field.kind === "flag" && value === false && field.usual !== true);
    const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
    const changed = withValue(scenario, path, isUsual || isEmpty ? undefined : value);
    return field.is_of_own_turn && value === true ? withTurnOf(changed, path) : changed;
}

/** The scenario in which it is the turn of a unit, by the path of a status that no unit of the other side can have. */
function withTurnOf(scenario: Data, path: Path): Data {
    const side = text(at(scenario, [...path.slice(0, 2), "side"]));
    if (side === "" || scenario.active === side) return scenario;
    const key = String(path.at(-1));
    const units = unitsOf(scenario).map((unit) => (unit.side === side ? unit : withValue(unit, [key], undefined)));
    return { ...withValue(scenario, ["active"], side), unit: units };
}
