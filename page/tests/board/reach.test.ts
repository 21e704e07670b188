import { expect, test } from "vitest";
import type { Box, Point } from "../../src/board/geometry";
import { boxRound, freest, sizeOf } from "../../src/board/labels";
import { beyondWords, grownOutline, pointAt, ringPlaces, ringsOf, ringWords } from "../../src/board/reach";
import { chance } from "../odds/samples";
import type { ReachPoint } from "../../src/protocol/messages";

function points(...chances: number[]): ReachPoint[] {
    return chances.map((arrives, at) => ({
        type: "ReachPoint",
        distance: at + 1,
        arrives: chance("arrives", arrives),
    }));
}

test("a ring is the last distance with the chance", () => {
    expect(ringsOf(points(1, 0.95, 0.7, 0.5, 0.2, 0.05))).toEqual([
        { inches: 2, chance: chance("arrives", 0.95) },
        { inches: 4, chance: chance("arrives", 0.5) },
        { inches: 5, chance: chance("arrives", 0.2) },
    ]);
});

test("equal rings are drawn once, and none where the chance is never so large", () => {
    expect(ringsOf(points(1, 1, 1)).map(ringWords)).toEqual(["3″ · 100 %"]);
    expect(ringsOf(points(0.3, 0.05)).map(ringWords)).toEqual(["1″ · 30 %"]);
    expect(ringsOf([])).toEqual([]);
    const sampled = { ...points(1)[0]!, arrives: chance("arrives", 1, [0.94, 1], 60) };
    expect(ringsOf([sampled]).map(ringWords)).toEqual(["1″ · at least 94 %"]);
});

test("a distance between two inches counts as the farther one", () => {
    expect(pointAt(points(1, 0.9, 0.8), 1.4)?.distance).toBe(2);
    expect(pointAt(points(1, 0.9), 2)?.distance).toBe(2);
    expect(pointAt(points(1, 0.9), 3)).toBeUndefined();
});

const SEEN: Box = { left: -30, low: -30, right: 30, high: 30 };
const BASE: Point[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
];

test("words of rings stand on their lines, off models and off each other", () => {
    const rings = ringsOf(points(1, 1, 1, 0.9, 0.8, 0.05));
    const above: Box = { left: -5, low: 3, right: 5, high: 9 };
    const places = ringPlaces(rings, BASE, 1, [above], SEEN);
    expect(places[0]).toEqual([expect.closeTo(-1), expect.closeTo(-5)]);
    const [first, second] = places.map((place, at) => boxRound(place, sizeOf(ringWords(rings[at]!), 1)));
    expect(second!.left >= first!.right || second!.right <= first!.left || second!.low >= first!.high).toBe(true);
    expect(second!.low >= above.high || second!.left >= above.right || second!.high <= above.low).toBe(true);
});

test("words of rings stand where they are seen", () => {
    const [place] = ringPlaces(ringsOf(points(1, 1, 1)), BASE, 1, [], { ...SEEN, high: 2, low: -2 });
    expect(Math.abs(place![1])).toBeLessThan(2);
});

test("words go to the first place that is free, else where they cover least", () => {
    const taken = [boxRound([0, 0], [4, 4])];
    const size: Point = [2, 2];
    expect(freest([[0, 0], [5, 0], [9, 0]], size, taken)).toEqual([5, 0]); // prettier-ignore
    expect(freest([[0, 0], [2, 2]], size, taken)).toEqual([2, 2]); // prettier-ignore
});

test("a base grown by a ring keeps its sides and gets round corners", () => {
    expect(grownOutline({ base: "square", width: 2, depth: 2 }, 3)).toBe(
        "M-1 -4H1A3 3 0 0 1 4 -1V1A3 3 0 0 1 1 4H-1A3 3 0 0 1 -4 1V-1A3 3 0 0 1 -1 -4Z",
    );
    const round = grownOutline({ base: "round", width: 2, depth: 2 }, 3).slice(1, -1).split("L");
    for (const point of round) expect(Math.hypot(...(point.split(" ").map(Number) as Point))).toBeCloseTo(4);
});

test("what lies beyond the rings is told, of a sure charge its end alone", () => {
    const found = { points: points(1, 1, 1), is_complete: true };
    expect(beyondWords(ringsOf(found.points), found)).toBe("Beyond 3″ no charge arrives.");
    const falling = { points: points(1, 0.6, 0.2), is_complete: false };
    expect(beyondWords(ringsOf(falling.points), falling)).toBe(
        "Beyond the rings the chance falls below 90, 50 and 10 %.",
    );
});
