import { describe, expect, test } from "vitest";
import {
    chanceInShort,
    chanceInWords,
    complement,
    countInWords,
    isExact,
    meanInWords,
    percent,
    together,
    whiskersOf,
} from "../../src/lib/chances";
import { chance } from "../odds/samples";

describe("an exact chance", () => {
    test("is 0 or 100 % only if it is certain", () => {
        const shares = [0, 0.00001, 0.516, 0.99999, 1];
        expect(shares.map((one) => percent(one))).toEqual(["0 %", "< 0.1 %", "51.6 %", "> 99.9 %", "100 %"]);
        expect(shares.map((one) => percent(one, 0))).toEqual(["0 %", "< 1 %", "52 %", "> 99 %", "100 %"]);
    });

    test("has neither about nor whiskers", () => {
        expect(chanceInWords(chance("x", 0.5))).toBe("50.0 %");
        expect([chanceInShort(chance("x", 1)), chanceInShort(chance("x", 0))]).toEqual(["100 %", "0 %"]);
        expect(whiskersOf(chance("x", 0.5))).toBeNull();
        expect(isExact(chance("x", 0.5))).toBe(true);
    });
});

describe("a sampled chance", () => {
    test("is about, with its interval", () => {
        const sampled = chance("x", 0.64, [0.521, 0.748], 40);
        expect(chanceInWords(sampled, 0)).toBe("about 64 % (52 to 75)");
        expect(chanceInWords(sampled)).toBe("about 64.0 % (52.1 to 74.8)");
        expect(chanceInShort(sampled, 0)).toBe("about 64 %");
        expect(whiskersOf(sampled)).toEqual({ low: 0.521, high: 0.748 });
    });

    test("of what games always or never showed has its bound alone", () => {
        expect(chanceInWords(chance("x", 0, [0, 0.0399]))).toBe("at most 4.0 %");
        expect(chanceInWords(chance("x", 1, [0.2065, 1], 1), 0)).toBe("at least 20 %");
        expect(chanceInWords(chance("x", 1, [0.9981, 1], 2000), 0)).toBe("at least 99 %");
        expect(chanceInWords(chance("x", 0, [0, 0.0019], 2000), 0)).toBe("at most 1 %");
    });

    test("has the games that it was counted in", () => {
        expect(countInWords(chance("x", 0.75, [0.3, 0.95], 4))).toBe("3 of 4 games");
        expect(countInWords(chance("x", 0, [0, 0.79], 1))).toBe("0 of 1 game");
        expect(countInWords(chance("x", 0.5))).toBe("");
    });

    test("of several outcomes together has an interval too", () => {
        const both = together([chance("a", 0.3, [0.1, 0.5], 40), chance("b", 0.2, [0.1, 0.4], 40)]);
        expect(both).toMatchObject({ chance: 0.5, games: 40 });
        expect([both.low, both.high]).toEqual([expect.closeTo(0.352, 3), expect.closeTo(0.648, 3)]);
        expect(together([chance("a", 0.3), chance("b", 0.2)])).toMatchObject({ chance: 0.5, games: 0, low: null });
        expect(complement(chance("a", 1, [0.9, 1], 40))).toMatchObject({
            chance: 0,
            low: 0,
            high: expect.closeTo(0.1),
        });
    });
});

test("a mean of games has its interval", () => {
    const mean = { type: "Mean" as const, mean: 3.42, games: 0, low: null, high: null };
    expect(meanInWords(mean, 1)).toBe("3.4");
    expect(meanInWords({ ...mean, games: 40, low: 3.11, high: 3.73 }, 1)).toBe("about 3.4 (3.1 to 3.7)");
});
