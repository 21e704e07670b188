import { describe, expect, test } from "vitest";
import {
    columnsOf,
    howInWords,
    labelled,
    lossesInWords,
    percent,
    points,
    quantile,
    reasonOf,
    sum,
    timesInHundred,
    verdict,
    withInterval,
    withoutTail,
} from "../../src/odds/figures";
import { chance, someOdds } from "./samples";

describe("chances", () => {
    test("what can happen is never 0 %, what may fail never 100 %", () => {
        expect([0, 0.00001, 0.516, 0.99999, 1].map((one) => percent(one))).toEqual([
            "0 %",
            "< 0.1 %",
            "51.6 %",
            "> 99.9 %",
            "100 %",
        ]);
    });

    test("a sampled chance has its interval", () => {
        expect(withInterval(chance("x", 0.5, [0.47, 0.53]))).toBe("50.0 % (47.0 to 53.0)");
        expect(withInterval(chance("x", 0.5))).toBe("50.0 %");
    });

    test("differences have signs", () => {
        expect([0.05, -0.05, 0.00001].map((one) => points(one))).toEqual(["+5.0", "−5.0", "±0.0"]);
    });

    test("a reason does not repeat the change beside which it stands", () => {
        const reason = "why noble, models 1 -> 2, is +35.32: SH-CR-09 decides 72.42 % of fights";
        expect(reasonOf({ reason })).toBe("SH-CR-09 decides 72.42 % of fights");
        expect(reasonOf({ reason: "" })).toBe("");
    });

    test("times in a hundred add up", () => {
        expect(timesInHundred([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
        expect(sum(timesInHundred([0.516, 0.484, 0]))).toBe(100);
    });
});

describe("the verdict", () => {
    test("says who wins, and how", () => {
        expect(verdict(someOdds(0.84, 0.16))).toBe("Hills wins 84 times in a hundred.");
        expect(verdict(someOdds(0.2, 0.8))).toBe("Marches wins 80 times in a hundred.");
        expect(howInWords(someOdds(0.84, 0.16))).toBe("Mostly the enemy routs or is run down (84 %).");
    });

    test("says so where nobody is ahead, or nobody wins", () => {
        expect(verdict(someOdds(0.505, 0.495))).toContain("An even fight");
        expect(verdict(someOdds(0.2, 0.1))).toContain("Mostly undecided");
        expect(verdict(someOdds(0, 0))).toContain("Neither side wins");
        expect(verdict(someOdds(1, 0))).toBe("Hills always wins.");
        expect(verdict(someOdds(0.9999, 0.0001))).toBe("Hills nearly always wins.");
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
            mean_losses: 0.75,
            fates: [],
        };
        expect(lossesInWords({ ...unit, losses: [0.5, 0.25, 0.25] })).toBe(
            "0.8 of 2 lost on average; half the time 0 or fewer, nine times in ten 0 to 2",
        );
        expect(lossesInWords({ ...unit, models: 1, losses: [0.6, 0.4] })).toBe("lost in 40.0 % of all fights");
    });

    test("labels of many columns are thinned out", () => {
        expect(labelled(3)).toEqual([0, 1, 2]);
        expect(labelled(16)).toEqual([0, 4, 8, 11, 15]);
    });
});
