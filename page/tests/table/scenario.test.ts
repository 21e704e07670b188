import { describe, expect, test } from "vitest";
import { movedBoard } from "../../src/table/setup/drag.svelte";
import { HERE, REMOTE, isAlone, playersOf, seatsPlayed, suggested } from "../../src/table/setup/players";
import * as scenario from "../../src/table/setup/scenario";
import { aBoard } from "../fake";

const block = { name: "guards", models: 10, place: { x: 20, y: 11, facing: 0, files: 5 } };
const loose = { name: "riders", models: 2, facing: 90, positions: [[10, 10], [12, 10, 45]] }; // prettier-ignore

describe("moving a unit", () => {
    test("a block moves and turns round the middle of its front", () => {
        const moved = scenario.movedUnit(block, { by: [1.234, -2], turn: -90 });
        expect(moved["place"]).toEqual({ x: 21.23, y: 9, facing: 270, files: 5 });
    });

    test("loose models turn round their middle, and each with its own facing", () => {
        const moved = scenario.movedUnit(loose, { by: [0, 1], turn: 90 });
        expect(moved["positions"]).toEqual([[11, 12], [11, 10, 135]]); // prettier-ignore
        expect(moved["facing"]).toBe(180);
    });

    test("a unit of the press has no place to move", () => {
        const press = { name: "levy", models: 10 };
        expect(scenario.movedUnit(press, { by: [1, 1], turn: 0 })).toBe(press);
    });

    test("the board shows the same until the engine has checked it", () => {
        const board = movedBoard(aBoard(), 0, [10, 10], { by: [2, 0], turn: 90 });
        expect(board.models[0]).toMatchObject({ x: 12, y: 10, facing: 90 });
        expect(board.models[1]).toEqual(aBoard().models[1]);
    });
});

describe("other changes", () => {
    test("files of blocks and of units in the press", () => {
        expect(scenario.filesOf(scenario.withFiles(block, 4))).toBe(4);
        expect(scenario.withFiles({ name: "levy", files: 6 }, 4)["files"]).toBe(4);
        expect(scenario.filesOf(loose)).toBeNull();
    });

    test("more loose models stand in a row, fewer leave from the end", () => {
        expect(scenario.withModels(loose, 3)["positions"]).toHaveLength(3);
        expect(scenario.withModels(loose, 1)["positions"]).toEqual([[10, 10]]);
        expect(scenario.withModels(block, 12)["models"]).toBe(12);
    });

    test("more models than can be played with get no places: the engine says so", () => {
        expect(scenario.withModels(loose, 99_999_999_999)["models"]).toBe(99_999_999_999);
        expect(scenario.withModels(loose, 99_999_999_999)["positions"]).toHaveLength(2);
    });

    test("a copy has a name of its own", () => {
        const copied = scenario.copyOfUnit(scenario.copyOfUnit({ unit: [block] }, 0), 0);
        expect(scenario.parts(copied, "unit").map((one) => one["name"])).toEqual(["guards", "guards 2", "guards 3"]);
    });

    test("terrain and objectives are added, moved and taken away", () => {
        let set = scenario.withMore({}, "terrain", scenario.newGround([48, 36], "difficult"));
        const ground = scenario.movedGround(scenario.parts(set, "terrain")[0]!, [1, 1]);
        expect(ground["polygon"]).toContainEqual([22, 17]);
        expect(scenario.withCorner(ground, 0, [5, 5.555])["polygon"]).toContainEqual([5, 5.56]);
        set = scenario.withPart(set, "terrain", 0, null);
        expect(scenario.parts(set, "terrain")).toEqual([]);
        expect(scenario.movedObjective(scenario.newObjective([48, 36]), [0, 2])).toMatchObject({ x: 24, y: 20 });
    });
});

describe("who plays", () => {
    test("persons are persons wherever they sit", () => {
        expect(playersOf([HERE, REMOTE])).toEqual(["", ""]);
        expect(playersOf(["sensible", HERE])).toEqual(["sensible", ""]);
    });

    test("both sides at one screen are played from one seat", () => {
        expect([isAlone([HERE, HERE]), isAlone([HERE, REMOTE])]).toEqual([true, false]);
        expect(seatsPlayed(["random", HERE])).toEqual([1]);
    });

    test("a policy that the game does not have is not kept", () => {
        expect(suggested([HERE, "clever"], ["first", "sensible"])).toEqual([HERE, "sensible"]);
    });
});
