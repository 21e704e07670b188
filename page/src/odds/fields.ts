import type { Field, Word } from "../protocol/messages";

/** Keys of all games that the form shows in ways of their own, or leaves to the text. */
const OWN_WAYS: ReadonlySet<string> = new Set([
    ...["name", "side", "profile", "models", "formation", "weapons", "rules", "members"],
    ...["place", "positions", "facing", "use", "options", "base"],
]);

/** What has happened to a unit: the fields that only this game has. */
export function statusesOf(fields: readonly Field[]): Field[] {
    return fields.filter((field) => !OWN_WAYS.has(field.key) && field.kind !== "table");
}

export function fieldOf(fields: readonly Field[], key: string): Field | undefined {
    return fields.find((field) => field.key === key);
}

/** A key as a label: "has_fought" is "has fought"; capitals are the game's own. */
export function labelOf(key: string): string {
    return key.replaceAll("_", " ");
}

/** The limits of a number in words; "" if it has none. */
export function boundsOf(field: Field): string {
    const { least, most } = field;
    if (least !== null && most !== null) return `${least} to ${most}`;
    if (least !== null) return `${least} or more`;
    return most === null ? "" : `at most ${most}`;
}

/** A field with its limits and what holds without it, in one sentence. */
export function explained(field: Field): string {
    const usual = isSaid(field.usual) ? `usually ${String(field.usual)}` : "";
    const around = [boundsOf(field), usual].filter(Boolean).join("; ");
    const words = field.words.replaceAll("*", "");
    return words + (around && !words.includes(around) ? ` (${around})` : "");
}

function isSaid(usual: unknown): boolean {
    return (typeof usual === "number" || typeof usual === "string") && usual !== "";
}

/** What is wrong with a number as it is typed; "" if nothing is. An empty field is left to the engine. */
export function problemOf(field: Field, typed: string): string {
    if (field.kind !== "number" || typed.trim() === "") return "";
    const number = Number(typed);
    if (!Number.isFinite(number)) return `not a number: write one${within(field)}`;
    if (field.least !== null && number < field.least) return `too small: write a number${within(field)}`;
    if (field.most !== null && number > field.most) return `too large: write a number${within(field)}`;
    return "";
}

function within(field: Field): string {
    if (field.least !== null && field.most !== null) return ` from ${field.least} to ${field.most}`;
    return boundsOf(field) ? `, ${boundsOf(field)}` : "";
}

/** Words of a topic, with those that a scenario describes itself. */
export function wordsOf(words: readonly Word[], topic: string, own: readonly string[] = []): Word[] {
    const described = own.map((name): Word => ({
        type: "Word",
        name,
        words: "described in this set-up",
        topic,
        sentences: [],
    }));
    const names = new Set(own);
    return [...described, ...words.filter((word) => word.topic === topic && !names.has(word.name))];
}

/** Words that contain every part of what is typed, those whose name begins with it first. */
export function matching(words: readonly Word[], typed: string): Word[] {
    const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.filter((word) => {
        const all = `${word.name} ${word.words}`.toLowerCase();
        return parts.every((part) => all.includes(part));
    });
    const rank = (word: Word): number => {
        const name = word.name.toLowerCase();
        return name.startsWith(typed.toLowerCase()) ? 0 : parts.every((part) => name.includes(part)) ? 1 : 2;
    };
    return found.sort((one, other) => rank(one) - rank(other));
}
