import type { Fault } from "../protocol/messages";
import { keyOf, type Path } from "./data";

/** What is wrong at a path, or within the list there, in words; "" if nothing is. */
export function faultAt(faults: readonly Fault[], path: Path): string {
    const key = keyOf(path);
    return faults
        .filter((fault) => isAt(fault.key, key))
        .map(inWords)
        .join("; ");
}

function isAt(key: string, wanted: string): boolean {
    return key === wanted || (key.startsWith(`${wanted}[`) && !key.slice(wanted.length).includes("."));
}

/** A fault in one sentence, for people: a list of everything that a command knows is left out. */
export function inWords(fault: Pick<Fault, "reason" | "remedy">): string {
    const remedy = fault.remedy.replace(/[;,]? ?`pilein [^`]*`[^;]*/g, "").trim();
    return remedy ? `${fault.reason}; ${remedy}` : fault.reason;
}
