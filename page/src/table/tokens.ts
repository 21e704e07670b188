import type { Opening } from "./opening";

/** The links of a table that this browser opened: the tokens of all seats, and which sides are played here. */
export interface Kept {
    tokens: [string, string, string];
    here: number[];
    words?: string; // the sides
    opened?: number; // when, in milliseconds
    opening?: Opening; // for a rematch
}

/** A table that this browser opened, and the link back to the seat. */
export interface OwnTable {
    table: string;
    words: string;
    opened: number;
    address: string;
}

const PREFIX = "pilein.table.";
const inMemory = new Map<string, Kept>();

export function keep(table: string, kept: Kept): void {
    inMemory.set(table, kept);
    try {
        localStorage.setItem(PREFIX + table, JSON.stringify(kept));
    } catch {
        // A browser that keeps nothing knows the table until the page is closed.
    }
}

export function keptOf(table: string): Kept | null {
    const known = inMemory.get(table);
    if (known !== undefined) return known;
    try {
        const text = localStorage.getItem(PREFIX + table);
        return text === null ? null : (JSON.parse(text) as Kept);
    } catch {
        return null;
    }
}

export function forget(table: string): void {
    inMemory.delete(table);
    try {
        localStorage.removeItem(PREFIX + table);
    } catch {
        // Nothing was kept.
    }
}

/** Tables opened here, newest first; `isServed`: those of earlier visits are still there. */
export function ownTables(isServed: boolean): OwnTable[] {
    const names = new Set([...inMemory.keys(), ...(isServed ? storedNames() : [])]);
    const found = [...names].flatMap((table) => {
        const kept = keptOf(table);
        if (kept === null) return [];
        const address = addressOf(table, kept.tokens[kept.here[0] ?? 2]!);
        return [{ table, words: kept.words || table, opened: kept.opened ?? 0, address }];
    });
    return found.toSorted((one, other) => other.opened - one.opened);
}

function storedNames(): string[] {
    try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
        return keys.map((key) => key.slice(PREFIX.length));
    } catch {
        return [];
    }
}

/** Whether the page with this token plays both sides. */
export function isAlone(table: string, token: string): boolean {
    const kept = keptOf(table);
    return kept !== null && kept.here.length > 1 && kept.tokens[0] === token;
}

/** The link to a seat. */
export function seatLink(page: Location, table: string, token: string): string {
    return page.href.split("#")[0] + addressOf(table, token);
}

export function addressOf(table: string, token: string): string {
    return `#/table/${encodeURIComponent(table)}/${encodeURIComponent(token)}`;
}
