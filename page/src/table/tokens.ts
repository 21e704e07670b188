/** The links of a table that this browser opened: the tokens of all seats, and which sides are played here. */
export interface Kept {
    tokens: [string, string, string];
    here: number[];
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

/** Whether the page with this token plays both sides. */
export function isAlone(table: string, token: string): boolean {
    const kept = keptOf(table);
    return kept !== null && kept.here.length > 1 && kept.tokens[0] === token;
}

/** The link to a seat. */
export function seatLink(page: Location, table: string, token: string): string {
    return `${page.href.split("#")[0]}#/table/${encodeURIComponent(table)}/${encodeURIComponent(token)}`;
}
