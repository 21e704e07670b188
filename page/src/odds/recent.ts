import { type Data, isData, text } from "./data";
import { modelsOf, sidesOf, unitsOf } from "./edits";

/** A set-up that was left for another one, kept in this browser. */
export interface Recent {
    toml: string;
    title: string;
}

const KEY = "pilein.recent";
const MOST = 8;

/** The set-ups left last, newest first. */
export function recentOnes(): Recent[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
        const isOne = (one: unknown): one is Recent => isData(one) && text(one.toml) !== "" && text(one.title) !== "";
        return Array.isArray(kept) ? kept.filter(isOne) : [];
    } catch {
        return [];
    }
}

/** Keep a set-up that is left; the same text is kept once. */
export function remember(toml: string, scenario: Data): void {
    const title = titleOf(scenario);
    if (toml === "" || title === "") return;
    const others = recentOnes().filter((one) => one.toml !== toml);
    try {
        localStorage.setItem(KEY, JSON.stringify([{ toml, title }, ...others].slice(0, MOST)));
    } catch {
        // A browser that keeps nothing: Back still goes back.
    }
}

/** A set-up in a few words: "20 spearmen against 5 knights (scrollhammer)". */
export function titleOf(scenario: Data): string {
    const told = (side: string): string =>
        unitsOf(scenario)
            .filter((unit) => unit.side === side)
            .map((unit) => `${modelsOf(unit)} ${text(unit.name)}`)
            .join(", ");
    const sides = sidesOf(scenario).map(told);
    return sides.length ? `${sides.join(" against ")} (${text(scenario.ruleset)})` : "";
}
