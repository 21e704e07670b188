import { describe, expect, test } from "vitest";
import {
    columnsOf,
    howInWords,
    lossesInWords,
    points,
    quantile,
    sum,
    timesInHundred,
    verdict,
    withoutTail,
} from "../../src/odds/figures";
import { chance, chances, sampledOdds, someOdds } from "./samples";

describe("chances", () => {
    test("differences have signs", () => {
        expect([0.05, -0.05, 0.00001].map((one) => points(one))).toEqual(["+5.0", "−5.0", "±0.0"]);
    });

    test("times in a hundred add up", () => {
        expect(timesInHundred([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
        expect(sum(timesInHundred([0.516, 0.484, 0]))).toBe(100);
    });
});

describe("the verdict", () => {
    test("says who wins, and how", () => {
        expect(verdict(someOdds(0.84, 0.16))).toBe("Hills win 84 times in a hundred.");
        expect(verdict(someOdds(0.2, 0.8))).toBe("Marches win 80 times in a hundred.");
        expect(howInWords(someOdds(0.84, 0.16))).toBe("Mostly the enemy routs or is run down (84 %).");
    });

    test("says so where nobody is ahead, or nobody wins", () => {
        expect(verdict(someOdds(0.505, 0.495))).toContain("An even fight");
        expect(verdict(someOdds(0.2, 0.1))).toContain("Mostly undecided");
        expect(verdict(someOdds(0, 0))).toContain("Neither side wins");
        expect(verdict(someOdds(1, 0))).toBe("Hills always win.");
        expect(verdict(someOdds(0.9999, 0.0001))).toBe("Hills nearly always win.");
    });

    test("of games is about, and never always", () => {
        expect(verdict(sampledOdds(0.64, [0.52, 0.75], 40))).toBe("Hills win about 64 times in a hundred.");
        expect(verdict(sampledOdds(1, [0.9945, 1], 702))).toBe("Hills nearly always win.");
        expect(verdict(sampledOdds(1, [0.912, 1], 40))).toBe("Hills win at least 91 times in a hundred.");
        expect(verdict(sampledOdds(1, [0.207, 1], 1))).toBe("Hills win at least 20 times in a hundred.");
        expect(verdict(sampledOdds(0.505, [0.35, 0.66], 40))).toContain("About an even fight: hills about 51");
    });

    test("of games in which nobody won says how many there were", () => {
        const none = someOdds(0, 0, { is_exact: false, games: 40 });
        expect(verdict(none)).toBe("Neither side won any of 40 games.");
    });
});

describe("losses", () => {
    test("few losses have a column each", () => {
        expect(columnsOf([0.5, 0.25, 0.25])).toEqual([
            { least: 0, most: 0, chance: 0.5 },
            { least: 1, most: 1, chance: 0.25 },
            { least: 2, most: 2, chance: 0.25 },
        ]);
    });

    test("many are put together, none are left out, and no losses stand alone", () => {
        const losses = Array.from({ length: 31 }, () => 1 / 31);
        const columns = columnsOf(losses, 16);
        expect(columns.length).toBeLessThanOrEqual(16);
        expect(columns[0]).toMatchObject({ least: 0, most: 0 });
        expect(columns.at(-1)?.most).toBe(30);
        expect(sum(columns.map((column) => column.chance))).toBeCloseTo(1, 12);
    });

    test("a tail of what hardly ever happens is one column", () => {
        const columns = withoutTail(columnsOf([0.5, 0.4998, 0.0001, 0.0001]));
        expect(columns.map(({ least, most }) => [least, most])).toEqual([
            [0, 0],
            [1, 1],
            [2, 3],
        ]);
        expect(withoutTail(columnsOf([1, 0, 0]))).toHaveLength(1);
    });

    test("quantiles and words", () => {
        expect([0.05, 0.5, 0.95].map((share) => quantile([0.5, 0.25, 0.25], share))).toEqual([0, 0, 2]);
        const unit = {
            type: "UnitOdds" as const,
            unit: "guards",
            side: "hills",
            models: 2,
            mean_losses: { type: "Mean" as const, mean: 0.75, games: 0, low: null, high: null },
            fates: [],
        };
        expect(lossesInWords({ ...unit, losses: chances(0.5, 0.25, 0.25) })).toBe(
            "0.8 of 2 lost on average; half the time none, nine times in ten 0 to 2",
        );
        const unhurt = { ...unit, mean_losses: { ...unit.mean_losses, mean: 0.02 } };
        expect(lossesInWords({ ...unhurt, losses: chances(0.98, 0.02, 0) })).toBe(
            "almost never loses any: 0.0 of 2 lost on average",
        );
        expect(lossesInWords({ ...unit, losses: chances(0.3, 0.4, 0.3) })).toContain("half the time 1 or fewer, ");
        expect(lossesInWords({ ...unit, models: 1, losses: chances(0.6, 0.4) })).toBe("lost in 40.0 % of all fights");
    });

    test("of games say that they are about", () => {
        const mean_losses = { type: "Mean" as const, mean: 0.75, games: 40, low: 0.5, high: 1 };
        const fates = { type: "UnitOdds" as const, unit: "guards", side: "hills", models: 2, mean_losses, fates: [] };
        expect(lossesInWords({ ...fates, losses: chances(0.5, 0.25, 0.25) })).toBe(
            "about 0.8 (0.5 to 1.0) of 2 lost on average; in half of the games none, in nine of ten 0 to 2",
        );
        const kept = chance("", 1, [0.912, 1], 40);
        expect(lossesInWords({ ...fates, models: 1, losses: [kept] })).toBe("lost in at most 8.8 % of all fights");
    });
});
