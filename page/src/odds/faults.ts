import type { Fault } from "../protocol/messages";
import { type Data, keyOf, type Path, text } from "./data";
import { capitalised } from "../lib/words";
import { unitsOf } from "./edits";
import { labelOf } from "./fields";

/** What is wrong at a path, or within the list there, in words; "" if nothing is. */
export function faultAt(faults: readonly Fault[], path: Path): string {
    const key = keyOf(path);
    return faults
        .filter((fault) => isAt(fault.key, key))
        .map(inFormWords)
        .join("; ");
}

function isAt(key: string, wanted: string): boolean {
    return key === wanted || (key.startsWith(`${wanted}[`) && !key.slice(wanted.length).includes("."));
}

/** The place of a fault in the words of the form: "levies: models" for `unit[2].models`; "" for the whole text. */
export function placeOf(key: string, scenario: Data): string {
    const unit = /^unit\[(\d+)\]/.exec(key);
    const name = unit ? text(unitsOf(scenario)[Number(unit[1]) - 1]?.name) : "";
    const steps = key.split(".").map((step) => labelOf(step.replace(/\[(\d+)\]/g, " $1")));
    if (name !== "") return [name, ...steps.slice(1)].join(": ");
    return (steps[0] === "profiles" ? steps.slice(1) : steps).join(": ");
}

/** A fault in one sentence. */
export function inWords(fault: Pick<Fault, "reason" | "remedy">): string {
    return fault.remedy ? `${fault.reason}; ${fault.remedy}` : fault.reason;
}

/** What the engine says of keys of a file, said of the fields of the form. */
const FIELDS: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
    [/^the key '(\w+)' is missing$/, (_, key) => `${labelOf(key!)} is missing`],
    [/\bwrite (\w+) = (\S+)( \(.*?\))?/g, (_, key, value) => `enter ${labelOf(key!)}, for example ${value}`],
    [/\bset active to (.+?) at the top of the file/g, (_, side) => `choose “its turn” for ${side}`],
    [/\bremove (charged|has_fought)\b/g, (_, key) => `untick ${labelOf(key!)}`],
    [/\bset (\w+) to (\w+)/g, (_, key, value) => `choose ${value} as ${labelOf(key!)}`],
    [/\bset (charged|\w+_\w+)\b/g, (_, key) => `tick ${labelOf(key!)}`],
    [/`?\b(\w+) = true`?/g, (_, key) => `tick ${labelOf(key!)}`],
    [/'(\w+_\w+)'/g, (_, name) => `'${labelOf(name!)}'`],
];

/** What the engine says, in words of the form. */
export function ofForm(words: string): string {
    return FIELDS.reduce((found, [pattern, replacement]) => found.replace(pattern, replacement), words);
}

/** A fault in one sentence that speaks of the form. */
export function inFormWords(fault: Pick<Fault, "reason" | "remedy">): string {
    return inWords({ reason: ofForm(fault.reason), remedy: ofForm(fault.remedy) });
}

/** Words of the engine as a sentence of their own. */
export function asSentence(words: string): string {
    return words === "" ? "" : `${capitalised(words)}${/[.!?]$/.test(words) ? "" : "."}`;
}
