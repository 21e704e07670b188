import { describe, expect, test } from "vitest";
import { namePlaces } from "../../src/board/names";
import { View } from "../../src/board/view.svelte";
import { applied } from "../../src/board/changes";
import {
    action,
    bearing,
    corners,
    extent,
    hull,
    length,
    nearestOn,
    outline,
    placed,
    sector,
    turned,
    turnedRound,
} from "../../src/board/geometry";
import { on, shade } from "../../src/board/marks";
import { drawnUnits, stateWords } from "../../src/board/picture";
import { aBoard, aModel, aUnit } from "../fake";

describe("angles are clockwise from up the table", () => {
    test("turning", () => {
        const [x, y] = turned([0, 1], 90);
        expect(x).toBeCloseTo(1);
        expect(y).toBeCloseTo(0);
        expect(turnedRound([2, 1], [2, 0], 180)[1]).toBeCloseTo(-1);
    });

    test("nearest point of lines", () => {
        const lines: [number, number][][] = [
            [
                [0, 0],
                [2, 0],
                [2, 2],
            ],
            [
                [5, 5],
                [5, 5],
            ],
        ];
        expect(nearestOn(lines, [1, 1])).toEqual([1, 0]);
        expect(nearestOn(lines, [3, 1])).toEqual([2, 1]);
        expect(nearestOn(lines, [9, 9])).toEqual([5, 5]);
    });

    test("bearing", () => {
        expect(bearing([0, 0], [1, 0])).toBe(90);
        expect(bearing([0, 0], [-1, 0])).toBe(270);
    });

    test("a sector of the front is above the middle", () => {
        expect(sector(-90, 90, 1)).toMatch(/^M0 0L-1 -/);
    });
});

describe("bases", () => {
    test("a rectangle turned by a quarter is as wide as it was deep", () => {
        const profile = { type: "Profile" as const, name: "horse", base: "rectangle", width: 1, depth: 2, role: "" };
        const xs = corners(profile, 0, 0, 90).map(([x]) => x);
        expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(2);
    });

    test("a round base is drawn by arcs", () => {
        expect(outline({ base: "round", width: 1, depth: 1 })).toContain("A0.5 0.5");
    });

    test("the hull of a square leaves out what is inside", () => {
        expect(hull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2]])).toHaveLength(4); // prettier-ignore
    });

    test("a path is as long as its parts", () => {
        expect(length([[0, 0], [3, 4], [3, 5]])).toBe(6); // prettier-ignore
    });
});

describe("the press", () => {
    const models = [...Array(7).keys()].map((number) => aModel(number, 0));
    const board = aBoard({
        table: null,
        models: [...models, aModel(7, 1)],
        units: [aUnit(0, 0, { files: 5, before: 7, left: 7 }), aUnit(1, 1, { files: 1, before: 1, left: 1 })],
    });

    test("units stand in their files on both sides of a line, facing each other", () => {
        const places = placed(board);
        expect(places.slice(0, 5).every((one) => one.y === -0.5)).toBe(true);
        expect(places.slice(5, 7).map((one) => [one.x, one.y])).toEqual([[-0.5, -1.5], [0.5, -1.5]]); // prettier-ignore
        expect(places[7]).toMatchObject({ x: 0, y: 0.5, facing: 180 });
    });

    test("ranks close up, and files stay", () => {
        const after = applied(board, { models: [], gone: [0, 1, 2], units: [] });
        expect(placed(after).slice(0, 4).every((one) => one.y === -0.5)).toBe(true); // prettier-ignore
    });

    test("the picture holds them all", () => {
        expect(extent(board).low).toBeLessThan(-1.5);
        expect(extent(aBoard())).toEqual({ left: 0, low: 0, right: 48, high: 36 });
    });
});

describe("what happened changes the board", () => {
    test("models move, fall and come; units change; the rest is the same", () => {
        const board = aBoard();
        const moved = aModel(1, 1, { x: 12, y: 11, facing: 90 });
        const fresh = aModel(5, 1, { x: 1, y: 1, facing: 0 });
        const after = applied(board, { models: [moved, fresh], gone: [0], units: [aUnit(1, 1, { fate: "fleeing" })] });
        expect(after.models).toEqual([moved, fresh]);
        expect(after.units[1]!.fate).toBe("fleeing");
        expect(after.units[0]).toBe(board.units[0]);
    });

    test("nothing makes no new board", () => {
        const board = aBoard();
        expect(applied(board, { models: [], gone: [], units: [] })).toBe(board);
    });
});

describe("units as they are drawn", () => {
    test("names stand away from the enemy", () => {
        const [lower, upper] = drawnUnits(aBoard());
        expect([lower!.isNameBelow, lower!.name]).toEqual([true, [10, 9.5]]);
        expect([upper!.isNameBelow, upper!.name]).toEqual([false, [10, 20.5]]);
    });

    test("units of a side have related colours; marks on them can be seen", () => {
        expect(shade("#c62828", 0)).toBe("#c62828");
        expect(shade("#c62828", 1)).not.toBe("#c62828");
        expect([on("#ffffff"), on("#000000")]).toEqual(["#1d1f22", "#ffffff"]);
    });

    test("losses and fates in words", () => {
        expect(stateWords(aUnit(0, 0))).toBe("10");
        expect(stateWords(aUnit(0, 0, { left: 4, fate: "fleeing", is_beaten: true }))).toBe("4 of 10, fleeing");
    });
});

test("names of units that stand behind each other do not lie on each other", () => {
    const models = [aModel(0, 0, { x: 10, y: 10 }), aModel(1, 1, { x: 10, y: 20 }), aModel(2, 2, { x: 10.2, y: 10 })];
    const board = aBoard({ units: [aUnit(0, 0), aUnit(1, 1), aUnit(2, 0)], models });
    const [first, , third] = namePlaces(drawnUnits(board), 25);
    expect(third!.y - first!.y).toBeGreaterThanOrEqual(0.47);
});

test("at first the part of the table with models in it is seen, then all of it", () => {
    const board = aBoard();
    expect(action(board)).toEqual({ left: 4, low: 4, right: 16, high: 26 });
    const view = new View();
    view.show(extent(board), action(board), [600, 440]);
    expect(view.inches([300, 220]).map(Math.round)).toEqual([10, 15]);
    view.whole();
    expect(view.dots([0, 36])[1]).toBeCloseTo(12);
    const under = view.inches([100, 100]);
    view.zoom(2, [100, 100]);
    expect(view.inches([100, 100])[0]).toBeCloseTo(under[0]);
});
