import type { Book, Ruling, Sentence, Step } from "../protocol/messages";

/** Where a sentence, a ruling or a page of the book is read. */
export function addressOf(ruleset: string, key = ""): string {
    return `#/book/${encodeURIComponent(ruleset)}${key ? `/${encodeURIComponent(key)}` : ""}`;
}

export interface Chapter {
    title: string;
    sentences: Sentence[];
}

/** The sentences by chapter, in the order of the text. */
export function chaptersOf(book: Book): Chapter[] {
    const chapters: Chapter[] = [];
    for (const sentence of book.sentences) {
        const last = chapters.at(-1);
        if (last?.title === sentence.chapter) last.sentences.push(sentence);
        else chapters.push({ title: sentence.chapter, sentences: [sentence] });
    }
    return chapters;
}

export interface Branch {
    step: Step;
    steps: Branch[];
}

/** The order of play as a tree, by the depths of its steps. */
export function treeOf(steps: readonly Step[]): Branch[] {
    const top: Branch[] = [];
    const open: Branch[] = [];
    for (const step of steps) {
        while (open.length > 0 && open.at(-1)!.step.depth >= step.depth) open.pop();
        const branch = { step, steps: [] };
        (open.at(-1)?.steps ?? top).push(branch);
        open.push(branch);
    }
    return top;
}

/** The rulings about each sentence: those it names and those that name it. */
export function rulingsBySentence(book: Book): Map<string, string[]> {
    const found = new Map<string, string[]>(book.sentences.map((sentence) => [sentence.key, [...sentence.rulings]]));
    for (const ruling of book.rulings) {
        for (const key of ruling.sentences) {
            const known = found.get(key);
            if (known && !known.includes(ruling.key)) known.push(ruling.key);
        }
    }
    return found;
}

/** The sentences about each ruling: those it names and those that name it. */
export function sentencesByRuling(book: Book): Map<string, string[]> {
    const found = new Map<string, string[]>(book.rulings.map((ruling) => [ruling.key, [...ruling.sentences]]));
    for (const sentence of book.sentences) {
        for (const key of sentence.rulings) {
            const known = found.get(key);
            if (known && !known.includes(sentence.key)) known.push(sentence.key);
        }
    }
    return found;
}

/** The steps of the order of play in which a sentence is carried out. */
export function stepsBySentence(book: Book): Map<string, Step[]> {
    const found = new Map<string, Step[]>();
    for (const step of book.order_of_play) {
        for (const key of step.sentences) found.set(key, [...(found.get(key) ?? []), step]);
    }
    return found;
}

export interface Part {
    words: string;
    key: string | null;
}

const KEY = /\b[A-Z]{2,}(?:-[A-Z]+)*-\d+[a-z]?\b/g;

/** A text in parts: the IDs in it that the book knows can be followed. */
export function linked(words: string, known: (key: string) => boolean): Part[] {
    const parts: Part[] = [];
    let from = 0;
    for (const found of words.matchAll(KEY)) {
        if (!known(found[0])) continue;
        if (found.index > from) parts.push({ words: words.slice(from, found.index), key: null });
        parts.push({ words: found[0], key: found[0] });
        from = found.index + found[0].length;
    }
    if (from < words.length) parts.push({ words: words.slice(from), key: null });
    return parts;
}

export type Entry = { kind: "sentence"; key: string; of: Sentence } | { kind: "ruling"; key: string; of: Ruling };

/** All that can be searched, with the text that is searched. */
export function entriesOf(book: Book): { entry: Entry; text: string }[] {
    const sentences = book.sentences.map((of) => ({
        entry: { kind: "sentence" as const, key: of.key, of },
        text: `${of.key} ${of.words} ${of.chapter}`.toLowerCase(),
    }));
    const rulings = book.rulings.map((of) => ({
        entry: { kind: "ruling" as const, key: of.key, of },
        text: [of.key, of.words, ...of.options.flat()].join(" ").toLowerCase(),
    }));
    return [...sentences, ...rulings];
}

/** Entries with every word that is typed, those first whose ID is typed. */
export function search(entries: readonly { entry: Entry; text: string }[], typed: string): Entry[] {
    const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
    if (parts.length === 0) return [];
    const found = entries.filter(({ text }) => parts.every((part) => text.includes(part))).map(({ entry }) => entry);
    const rank = (entry: Entry): number => {
        const key = entry.key.toLowerCase();
        return key === parts[0] ? 0 : key.startsWith(parts[0]!) ? 1 : key.includes(parts[0]!) ? 2 : 3;
    };
    return found.sort((one, other) => rank(one) - rank(other));
}

/** What is played where a text leaves a case open: the words of the usual option. */
export function usualOf(ruling: Ruling): string {
    return ruling.options.find(([name]) => name === ruling.usual)?.[1] ?? ruling.usual;
}

/** The other options of a ruling, by name. */
export function othersOf(ruling: Ruling): [string, string][] {
    return ruling.options.filter(([name]) => name !== ruling.usual);
}

/** What a step says; the ID of its first sentence is shown beside it. */
export function wordsOf(step: Step): string {
    const start = `${step.sentences[0] ?? ""}. `;
    return step.sentences.length > 0 && step.words.startsWith(start) ? step.words.slice(start.length) : step.words;
}

export interface Mark {
    words: string;
    isFound: boolean;
}

/** A text in parts, those marked that are looked for. */
export function marked(words: string, typed: string): Mark[] {
    const parts = typed
        .split(/\s+/)
        .filter(Boolean)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (parts.length === 0) return [{ words, isFound: false }];
    const lower = typed.toLowerCase().split(/\s+/);
    return words
        .split(new RegExp(`(${parts.join("|")})`, "gi"))
        .filter(Boolean)
        .map((part) => ({ words: part, isFound: lower.includes(part.toLowerCase()) }));
}
