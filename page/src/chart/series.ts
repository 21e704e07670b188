/** What belongs together in a chart: areas of one colour or, with a number, one of several lines. */
export interface Series {
    words: string;
    colour: string;
    line?: number; // 0 for the first line
}

const DASHES = ["none", "7 3", "2 3", "10 3 2 3", "14 4"];

/** Dashes that tell one line of a chart from the others, without any colour. */
export function dashesOf(line: number): string {
    return DASHES[line % DASHES.length]!;
}
