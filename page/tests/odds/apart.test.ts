import { expect, test } from "vitest";
import { setApart, setOnTable, setTogether } from "../../src/odds/apart";
import { unitsOf } from "../../src/odds/edits";
import { aBoard, aModel, aUnit } from "../fake";
import { aField, aScenario, someWords } from "./samples";

const board = aBoard({
    table: null,
    units: [aUnit(0, 0, { name: "guards", files: 5 }), aUnit(1, 1, { name: "levies", files: 6 })],
    models: Array.from({ length: 18 }, (_, at) => aModel(at, at < 12 ? 0 : 1)),
});

// The engine says which statuses only a unit in contact can have; the page knows none of them by name.
const words = someWords({
    unit: [aField({ key: "pressing", is_of_contact: true }), aField({ key: "tired" })],
    blocks: ["ranks"],
});

test("units in contact are set apart for a charge: a block with its front to the enemy, loose models one by one", () => {
    const scenario = aScenario();
    const charged = unitsOf(scenario).map((unit, at) => {
        return { ...unit, pressing: true, tired: true, formation: at === 0 ? "ranks" : "open" };
    });
    const found = setApart({ ...scenario, unit: charged }, board, words, ["guards", "levies"]);
    expect(found).not.toHaveProperty("press");
    expect(found.table).toEqual({ width: 72, depth: 72 });
    const [guards, levies] = unitsOf(found) as Record<string, unknown>[];
    expect(guards).not.toHaveProperty("pressing");
    expect(guards).toHaveProperty("tired", true);
    expect(guards!["place"]).toEqual({ x: 36, y: 33, facing: 0, files: 5 });
    expect(levies).toMatchObject({ facing: 180 });
    expect(levies!["positions"]).toHaveLength(6);
    expect((levies!["positions"] as number[][]).every(([, y]) => y! > 38)).toBe(true);
});

test("all units in contact are put on a table, each side in a line that faces the other", () => {
    const scenario = aScenario();
    const unit = [...unitsOf(scenario), { name: "horse", side: "marches", profile: "levy", models: 3, pressing: true }];
    const three = {
        ...board,
        units: [...board.units, aUnit(2, 1, { name: "horse", files: 3 })],
        models: [...board.models, ...[18, 19, 20].map((number) => aModel(number, 2))],
    };
    const formed = { ...scenario, unit: unit.map((one) => ({ ...one, formation: "ranks" })) };
    const found = setOnTable(formed, three, words);
    expect(found).not.toHaveProperty("press");
    expect(unitsOf(found).map((one) => one.name)).toEqual(["guards", "levies", "horse"]);
    const [guards, levies, horse] = unitsOf(found).map((one) => one["place"] as Record<string, number>);
    expect(guards).toMatchObject({ x: 36, y: 33, facing: 0 });
    expect([levies!["y"], horse!["y"]]).toEqual([39, 39]);
    const widths = (horse!["x"]! - levies!["x"]!) * 2;
    expect(widths).toBeGreaterThan(levies!["files"]! + horse!["files"]! - 1); // beside each other
    expect(unitsOf(found)[2]).not.toHaveProperty("pressing");
});

test("two units of a table are set together without the others", () => {
    const { press: _press, ...scenario } = aScenario();
    const more = [...unitsOf(scenario), { name: "horse", side: "marches", profile: "levy", models: 3 }];
    const found = setTogether({ ...scenario, table: { width: 48, depth: 48 }, unit: more }, "guards", "horse");
    expect(unitsOf(found).map((unit) => unit.name)).toEqual(["guards", "horse"]);
    expect(found.press).toEqual({ pairs: [["guards", "horse"]] });
    expect(found).not.toHaveProperty("table");
});
