import { expect, test } from "vitest";
import type { Profile } from "../../src/protocol/messages";
import { afterStep, aheadBy, frontOf, shiftBy, wheelTo } from "../../src/table/play/moving";

const TICKS = 1000;
const profile = (): Profile => ({ type: "Profile", name: "", base: "square", width: 1, depth: 1, role: "" });
const pair = [
    { number: 0, x: 10.5, y: 5.5, facing: 0 },
    { number: 1, x: 11.5, y: 5.5, facing: 0 },
];
const front = frontOf(pair, profile);

test("the front of a block has its corners", () => {
    expect(front).toEqual({ left: [10, 6], right: [12, 6], facing: 0 });
});

test("a block goes ahead as far as it is dragged, and never back", () => {
    expect(aheadBy(front, [3, 2], TICKS)).toEqual(["ahead", 2000]);
    expect(aheadBy(front, [0, -2], TICKS)).toEqual(["ahead", 0]);
    expect(afterStep(pair, ["ahead", 2000], front, TICKS).map(({ y }) => y)).toEqual([7.5, 7.5]);
});

test("dragging the left corner wheels on the right one, and the other way round", () => {
    expect(wheelTo(front, "left", [12, 8])).toEqual(["wheel", 9000]);
    expect(wheelTo(front, "right", [10, 8])).toEqual(["wheel", -9000]);
    expect(wheelTo(front, "left", [10, 5])).toEqual(["wheel", 0]);
    const [first] = afterStep(pair, ["wheel", 9000], front, TICKS);
    expect(first).toMatchObject({ facing: 90 });
    expect([first!.x, first!.y].map((one) => Math.round(one * 10) / 10)).toEqual([11.5, 7.5]);
});

test("loose models are shifted by bearing and distance", () => {
    expect(shiftBy([3, 0], TICKS)).toEqual(["shift", 9000, 3000]);
    const [first] = afterStep(pair, ["shift", 9000, 3000], front, TICKS);
    expect([first!.x, first!.y].map((one) => Math.round(one * 100) / 100)).toEqual([13.5, 5.5]);
});
