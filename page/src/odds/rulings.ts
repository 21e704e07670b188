import type { Ruling } from "../protocol/messages";
import { at, type Data, isData, table, withValue } from "./data";

/** What is chosen for a ruling: an option, and its number if one is given. */
export interface Reading {
    option: string;
    number: number | null;
}

/** What a set-up chooses for a ruling; if it says nothing, what a preset chooses for it, or the usual option. */
export function readingOf(scenario: Data, ruling: Ruling): Reading {
    const given = at(scenario, ["rulings", ruling.key]);
    if (isData(given)) {
        return {
            option: String(given.option ?? unsaid(scenario, ruling)),
            number: typeof given.n === "number" ? given.n : null,
        };
    }
    return { option: typeof given === "string" ? given : unsaid(scenario, ruling), number: null };
}

/** The option of a ruling that holds unless the set-up names one. */
function unsaid(scenario: Data, ruling: Ruling): string {
    const preset = ruling.included_by;
    return preset && at(scenario, ["rulings", preset.ruling]) === preset.option ? preset.chooses : ruling.usual;
}

/** What an option of a ruling chooses for others as well: the rulings, each with its option and the option's words. */
export function includedIn(
    rulings: readonly Ruling[],
    ruling: Ruling,
    option: string,
): { ruling: Ruling; option: string; words: string }[] {
    return rulings.flatMap((one) => {
        const preset = one.included_by;
        if (!preset || preset.ruling !== ruling.key || preset.option !== option) return [];
        const words = one.options.find(([name]) => name === preset.chooses)?.[1] ?? "";
        return [{ ruling: one, option: preset.chooses, words }];
    });
}

/** The set-up with another reading of a ruling; one that holds unsaid is left out of the text. */
export function withReading(scenario: Data, ruling: Ruling, { option, number }: Reading): Data {
    const hasNumber = number !== null && ruling.numbered.includes(option) && number !== ruling.number;
    const plain = option === unsaid(scenario, ruling) ? undefined : option;
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

/** Whether a ruling is read otherwise than usual, or named by the set-up. */
export function isChosen(scenario: Data, ruling: Ruling): boolean {
    return ruling.key in table(scenario.rulings) || unsaid(scenario, ruling) !== ruling.usual;
}

/** The rulings whose words or options contain every part of what is typed. */
export function rulingsWith(rulings: readonly Ruling[], typed: string): Ruling[] {
    const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
    return rulings.filter((one) => {
        const all = [one.key, one.words, ...one.options.flat()].join(" ").toLowerCase();
        return parts.every((part) => all.includes(part));
    });
}
