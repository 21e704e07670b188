import { describe, expect, test } from "vitest";
import {
    addressOf,
    chaptersOf,
    entriesOf,
    linked,
    marked,
    rulingsBySentence,
    search,
    sentencesByRuling,
    stepsBySentence,
    othersOf,
    treeOf,
    usualOf,
    wordsOf,
} from "../../src/book/reading";
import type { Book, Sentence, Step } from "../../src/protocol/messages";

const sentence = (key: string, words: string, chapter: string, rulings: string[] = []): Sentence => ({
    ...{ type: "Sentence", key, words, chapter, clauses: [], rulings, short: "" },
});
const step = (words: string, depth: number, sentences: string[] = []): Step => ({
    ...{ type: "Step", key: words, words, depth, sentences },
});
const book: Book = {
    type: "Book",
    id: 1,
    ruleset: "hoplon",
    title: "Hoplon",
    sentences: [
        sentence("HO-CH-01", "A charge is declared.", "Charges", ["HO-R-01"]),
        sentence("HO-CH-02", "A charger moves twice its rate.", "Charges"),
        sentence("HO-ME-01", "Models in contact strike.", "Melee"),
    ],
    rulings: [
        {
            type: "Ruling",
            key: "HO-R-01",
            words: "May a charge be declared blind?",
            usual: "default",
            options: [
                ["default", "no"],
                ["blind", "yes, without sight"],
            ],
            sentences: ["HO-CH-01", "HO-CH-02"],
            numbered: [],
            included_by: null,
            number: null,
        },
    ],
    order_of_play: [step("Charges", 0), step("declare", 1, ["HO-CH-01"]), step("move", 1), step("Melee", 0)],
};

describe("the book", () => {
    test("sentences stand by chapter, in order", () => {
        expect(chaptersOf(book).map((chapter) => [chapter.title, chapter.sentences.length])).toEqual([
            ["Charges", 2],
            ["Melee", 1],
        ]);
    });

    test("the order of play is a tree", () => {
        const tree = treeOf(book.order_of_play);
        expect(tree.map((branch) => [branch.step.words, branch.steps.length])).toEqual([
            ["Charges", 2],
            ["Melee", 0],
        ]);
        expect(
            stepsBySentence(book)
                .get("HO-CH-01")
                ?.map((one) => one.words),
        ).toEqual(["declare"]);
    });

    test("sentences and rulings lead to each other, whichever names the other", () => {
        expect(rulingsBySentence(book).get("HO-CH-02")).toEqual(["HO-R-01"]);
        expect(rulingsBySentence(book).get("HO-ME-01")).toEqual([]);
        expect(sentencesByRuling(book).get("HO-R-01")).toEqual(["HO-CH-01", "HO-CH-02"]);
    });

    test("a ruling says what is played, and what else could be", () => {
        expect(usualOf(book.rulings[0]!)).toBe("no");
        expect(othersOf(book.rulings[0]!)).toEqual([["blind", "yes, without sight"]]);
    });

    test("a step does not repeat the ID that stands beside it", () => {
        expect(wordsOf(step("HO-CH-01. Declare.", 1, ["HO-CH-01"]))).toBe("Declare.");
        expect(wordsOf(step("Declare.", 1, ["HO-CH-01"]))).toBe("Declare.");
    });

    test("IDs in a text are links if the book knows them", () => {
        const parts = linked("as HO-CH-02, but not XX-01 says", (key) => key === "HO-CH-02");
        expect(parts).toEqual([
            { words: "as ", key: null },
            { words: "HO-CH-02", key: "HO-CH-02" },
            { words: ", but not XX-01 says", key: null },
        ]);
        expect(addressOf("hoplon", "HO-CH-02")).toBe("#/book/hoplon/HO-CH-02");
    });
});

describe("search", () => {
    const entries = entriesOf(book);
    const keys = (typed: string): string[] => search(entries, typed).map((entry) => entry.key);

    test("finds words and IDs in any order and case", () => {
        expect(keys("CHARGE declared")).toEqual(["HO-CH-01", "HO-R-01"]);
        expect(keys("ho-ch")).toEqual(["HO-CH-01", "HO-CH-02"]);
        expect(keys("without sight")).toEqual(["HO-R-01"]);
        expect(keys("elephants")).toEqual([]);
        expect(keys("  ")).toEqual([]);
    });

    test("marks what is found, whatever signs are typed", () => {
        expect(marked("A charge.", "charge")).toEqual([
            { words: "A ", isFound: false },
            { words: "charge", isFound: true },
            { words: ".", isFound: false },
        ]);
        expect(marked("a (b", "(").some((part) => part.isFound && part.words === "(")).toBe(true);
    });
});
