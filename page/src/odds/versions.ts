import type { Series } from "../chart/series";

/** What is told of a version of a set-up, with the letter of the version. */
export interface Version<T> {
    name: string;
    told: T;
}

/** What tells versions apart in charts: the first is drawn as areas, the others as lines. */
export function legendOf(others: readonly Version<unknown>[]): Series[] {
    const lines = others.map(({ name }, line) => ({ words: name, colour: "var(--text)", line }));
    return [{ words: "A", colour: "var(--quiet)" }, ...lines];
}
