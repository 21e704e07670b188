import type { Client } from "../protocol/client";
import type { Game, UnitFound } from "../protocol/messages";
import { type Data, at, isData, table, tables, text, texts, withValue } from "./data";
import { freeName, isPress, pairsOf, unitsOf } from "./edits";

/** A unit that can be taken into a set-up, with all that it needs. */
export interface LibraryUnit {
    name: string;
    from: string; // the example it is from, "" for one's own
    unit: Data;
    profiles: Readonly<Record<string, unknown>>;
    weapons: Readonly<Record<string, unknown>>;
}

const PREFIX = "pilein.units.";
const OF_A_FIGHT = ["side", "place", "positions", "facing", "charged", "has_fought", "reserve"];

/** A unit of a scenario with its profiles and weapons, without what has happened to it or where it stands. */
export function takenFrom(scenario: Data, place: number, from: string): LibraryUnit {
    const unit = unitsOf(scenario)[place] ?? {};
    const members = tables(unit.members);
    const names = [unit, ...members].map((one) => text(one.profile)).filter(Boolean);
    const weapons = [unit, ...members].flatMap((one) => texts(one.weapons));
    const files = table(unit.place).files; // of a block on a table
    const kept = Object.entries({ ...(files === undefined ? {} : { files }), ...unit }).filter(
        ([key]) => !OF_A_FIGHT.includes(key),
    );
    return {
        name: text(unit.name),
        from,
        unit: Object.fromEntries(kept),
        profiles: picked(table(scenario.profiles), names),
        weapons: picked(table(scenario.weapons), weapons),
    };
}

function picked(all: Data, names: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** The scenario with a unit of the library on a side, in contact with all its enemies. */
export function withLibraryUnit(scenario: Data, side: string, taken: LibraryUnit): Data {
    const units = unitsOf(scenario);
    const name = freeName(
        taken.name,
        units.map((unit) => text(unit.name)),
    );
    const names = renamed(taken.profiles, table(scenario.profiles));
    const profiles = { ...table(scenario.profiles), ...moved(taken.profiles, names) };
    const follow = (one: Data): Data => {
        const profile = text(one.profile);
        return profile in names ? { ...one, profile: names[profile] } : one;
    };
    const members = tables(taken.unit.members).map(follow);
    const unit = { ...follow(taken.unit), name, side, ...(members.length && { members }) };
    const weapons = { ...taken.weapons, ...table(scenario.weapons) };
    const more = {
        ...scenario,
        profiles,
        ...(Object.keys(weapons).length && { weapons }),
        unit: [...units, unit],
    };
    if (!isPress(scenario)) return more;
    const enemies = units.filter((one) => one.side !== side).map((one) => text(one.name));
    return withValue(more, ["press", "pairs"], [...pairsOf(scenario), ...enemies.map((enemy) => [name, enemy])]);
}

/** New names for profiles whose name stands for other numbers here. */
function renamed(own: Readonly<Record<string, unknown>>, there: Data): Record<string, string> {
    return Object.fromEntries(
        Object.keys(own).map((name) => {
            const isSame = !(name in there) || JSON.stringify(there[name]) === JSON.stringify(own[name]);
            return [name, isSame ? name : freeName(name, Object.keys(there))];
        }),
    );
}

function moved(own: Readonly<Record<string, unknown>>, names: Record<string, string>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(own).map(([name, one]) => [names[name], one]));
}

/** Units whose name, example, weapons or rules hold all words that are looked for. */
export function searched(units: readonly LibraryUnit[], looked: string): LibraryUnit[] {
    const words = looked.toLowerCase().split(/\s+/).filter(Boolean);
    return units.filter(({ name, from, unit }) => {
        const all = [name, from, ...texts(unit.weapons), ...texts(unit.rules)].join(" ").toLowerCase();
        return words.every((word) => all.includes(word));
    });
}

/** All units of the unit files and the examples of a game, each once. */
export async function shippedUnits(desk: Pick<Client, "ask">, game: Game): Promise<LibraryUnit[]> {
    const found = new Map<string, LibraryUnit>();
    const add = (taken: LibraryUnit): void => {
        const key = JSON.stringify([taken.unit, at(taken.profiles, [text(taken.unit.profile)])]);
        if (!found.has(key)) found.set(key, taken);
    };
    (await desk.ask({ type: "AskUnits", ruleset: game.ruleset })).units.map(asTaken).forEach(add);
    for (const { name, title } of game.examples) {
        const { scenario } = await desk.ask({ type: "AskExample", name });
        if (scenario === null) continue;
        unitsOf(scenario).forEach((_, place) => {
            add(takenFrom(scenario, place, title));
        });
    }
    return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

function asTaken({ name, source, unit, profiles, weapons }: UnitFound): LibraryUnit {
    return { name, from: source, unit, profiles, weapons };
}

/** Take the units of an army list into this browser; the number taken, and the units that cannot fight. */
export async function imported(
    desk: Pick<Client, "ask">,
    ruleset: string,
    file: File,
): Promise<{ names: string[]; leftOut: readonly string[] }> {
    const content = await inBase64(file);
    const found = await desk.ask({ type: "AskImport", ruleset, name: file.name, content });
    const names = found.units.map(asTaken).flatMap((taken) => (saveUnit(ruleset, taken) ? [taken.name] : []));
    return { names, leftOut: found.left_out };
}

function inBase64(file: File): Promise<string> {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
        reader.onerror = () => reject(new Error("This file cannot be read."));
        reader.readAsDataURL(file);
    });
}

/** The units that this browser has saved for a game. */
export function ownUnits(ruleset: string): LibraryUnit[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + ruleset) ?? "[]");
        return Array.isArray(kept) ? kept.filter((one): one is LibraryUnit => isData(one) && isData(one.unit)) : [];
    } catch {
        return [];
    }
}

/** Save a unit; one of the same name is replaced. Whether the browser keeps it. */
export function saveUnit(ruleset: string, taken: LibraryUnit): boolean {
    const others = ownUnits(ruleset).filter((one) => one.name !== taken.name);
    return stored(ruleset, [...others, taken]);
}

export function forgetUnit(ruleset: string, name: string): void {
    stored(
        ruleset,
        ownUnits(ruleset).filter((one) => one.name !== name),
    );
}

function stored(ruleset: string, units: readonly LibraryUnit[]): boolean {
    try {
        localStorage.setItem(PREFIX + ruleset, JSON.stringify(units));
        return true;
    } catch {
        return false;
    }
}
