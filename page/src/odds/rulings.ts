import type { Ruling } from "../protocol/messages";
import { at, type Data, isData, table, withValue } from "./data";

/** What is chosen for a ruling: an option, and its number if one is given. */
export interface Reading {
    option: string;
    number: number | null;
}

/** What a set-up chooses for a ruling; the usual option if it says nothing. */
export function readingOf(scenario: Data, ruling: Ruling): Reading {
    const given = at(scenario, ["rulings", ruling.key]);
    if (isData(given)) {
        return { option: String(given.option ?? ruling.usual), number: typeof given.n === "number" ? given.n : null };
    }
    return { option: typeof given === "string" ? given : ruling.usual, number: null };
}

/** The set-up with another reading of a ruling; the usual one is left out of the text. */
export function withReading(scenario: Data, ruling: Ruling, { option, number }: Reading): Data {
    const hasNumber = number !== null && ruling.numbered.includes(option) && number !== ruling.number;
    const plain = option === ruling.usual ? undefined : option;
    const value = hasNumber ? { option, n: number } : plain;
    const changed = withValue(scenario, ["rulings", ruling.key], value);
    if (Object.keys(table(changed.rulings)).length > 0) return changed;
    const { rulings: _none, ...rest } = changed;
    return rest;
}

/** The rulings with something to choose. */
export function choices(rulings: readonly Ruling[]): Ruling[] {
    return rulings.filter((one) => one.options.length > 1 || one.numbered.length > 0);
}

export function isChosen(scenario: Data, ruling: Ruling): boolean {
    return ruling.key in table(scenario.rulings);
}

/** The rulings whose words or options contain every part of what is typed. */
export function rulingsWith(rulings: readonly Ruling[], typed: string): Ruling[] {
    const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
    return rulings.filter((one) => {
        const all = [one.key, one.words, ...one.options.flat()].join(" ").toLowerCase();
        return parts.every((part) => all.includes(part));
    });
}
