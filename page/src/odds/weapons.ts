import type { Words } from "../protocol/messages";
import { type Data, table, tables, texts, withValue } from "./data";
import { freeName, unitsOf } from "./edits";

/** The names of the weapons that a set-up describes itself. */
export function ownWeapons(scenario: Data): string[] {
    return Object.keys(table(scenario.weapons));
}

/** The set-up with one more weapon of its own, for close combat where weapons say so, and of some shape. */
export function withNewWeapon(scenario: Data, words: Words): Data {
    const melee = words.weapon.find((field) => field.key === "melee" && field.usual !== true);
    const shape = words.weapon.find((field) => field.key === "shape")?.options[0];
    const plain = { ...(melee && { melee: true }), ...(shape !== undefined && { shape }) };
    return withValue(scenario, ["weapons", freeName("new weapon", ownWeapons(scenario))], plain);
}

/** The set-up with a weapon under another name, also with all who carry it. */
export function withWeaponRenamed(scenario: Data, old: string, name: string): Data {
    const weapons = Object.entries(table(scenario.weapons)).map(([key, one]) => [key === old ? name : key, one]);
    const renamed = { ...scenario, weapons: Object.fromEntries(weapons) };
    return withCarried(renamed, (carried) => carried.map((one) => (isSame(one, old) ? name : one)));
}

/** The set-up without a weapon of its own; nobody carries it any more. */
export function withoutWeapon(scenario: Data, name: string): Data {
    const less = withValue(scenario, ["weapons", name], undefined);
    const { weapons, ...rest } = less;
    const left = Object.keys(table(weapons)).length > 0 ? less : rest;
    return withCarried(left, (carried) => carried.filter((one) => !isSame(one, name)));
}

/** Whether two names mean one weapon: "power_sword" is "power sword". */
function isSame(one: string, other: string): boolean {
    return folded(one) === folded(other);
}

function folded(name: string): string {
    return name.replace(/[_ ]/g, "-").toLowerCase();
}

function withCarried(scenario: Data, change: (carried: string[]) => string[]): Data {
    const changed = (one: Data): Data => ("weapons" in one ? { ...one, weapons: change(texts(one.weapons)) } : one);
    const units = unitsOf(scenario).map((unit) => {
        const armed = changed(unit);
        return "members" in armed ? { ...armed, members: tables(armed.members).map(changed) } : armed;
    });
    return { ...scenario, unit: units };
}
