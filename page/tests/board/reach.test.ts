import { expect, test } from "vitest";
import { pointAt, ringsOf, ringWords } from "../../src/board/reach";
import type { ChargePoint } from "../../src/protocol/messages";

function points(...chances: number[]): ChargePoint[] {
    return chances.map((arrives, at) => ({ type: "ChargePoint", distance: at + 1, arrives }));
}

test("a ring is the last distance with the chance", () => {
    expect(ringsOf(points(1, 0.95, 0.7, 0.5, 0.2, 0.05))).toEqual([
        { inches: 2, chance: 0.95 },
        { inches: 4, chance: 0.5 },
        { inches: 5, chance: 0.2 },
    ]);
});

test("equal rings are drawn once, and none where the chance is never so large", () => {
    expect(ringsOf(points(1, 1, 1)).map(ringWords)).toEqual(["3″ · 100 %"]);
    expect(ringsOf(points(0.3, 0.05)).map(ringWords)).toEqual(["1″ · 30 %"]);
    expect(ringsOf([])).toEqual([]);
});

test("a distance between two inches counts as the farther one", () => {
    expect(pointAt(points(1, 0.9, 0.8), 1.4)?.distance).toBe(2);
    expect(pointAt(points(1, 0.9), 2)?.distance).toBe(2);
    expect(pointAt(points(1, 0.9), 3)).toBeUndefined();
});
