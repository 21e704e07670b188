import { describe, expect, test } from "vitest";
import { at, labelled, nearest, rounded, ticks } from "../../src/chart/scale";

describe("an axis", () => {
    const scale = { from: 0, to: 10, start: 100, end: 200 };

    test("places a value between its ends, and at its start where both are the same", () => {
        expect(at(scale, 2.5)).toBe(125);
        expect(at({ ...scale, to: 0 }, 3)).toBe(100);
    });

    test("has round numbers written beside it, at most so many", () => {
        expect(ticks(0, 1, 5)).toEqual([0, 0.5, 1]);
        expect(ticks(0, 44, 5)).toEqual([0, 20, 40]);
        expect(ticks(-0.3, 0.3, 3)).toEqual([0]);
        expect(ticks(3, 3, 5)).toEqual([3]);
    });

    test("ends at a round number that has room for the highest value", () => {
        expect(rounded(0.43, 4)).toBeCloseTo(0.6);
        expect(rounded(0.2, 4)).toBeCloseTo(0.2);
        expect(rounded(1, 4)).toBe(1);
        expect(rounded(0, 4)).toBe(1);
    });

    test("finds the value nearest to a pointer", () => {
        expect(nearest([0, 4, 9], scale, 131)).toBe(1);
        expect(nearest([0, 4, 9], scale, -50)).toBe(0);
    });

    test("labels of many columns are thinned out", () => {
        expect(labelled(3)).toEqual([0, 1, 2]);
        expect(labelled(16)).toEqual([0, 4, 8, 11, 15]);
    });
});
