import { expect, test } from "vitest";
import { setApart, setTogether } from "../../src/odds/apart";
import { unitsOf } from "../../src/odds/edits";
import { aBoard, aModel, aUnit } from "../fake";
import { aScenario, someWords } from "./samples";

const board = aBoard({
    table: null,
    units: [aUnit(0, 0, { name: "guards", files: 5 }), aUnit(1, 1, { name: "levies", files: 6 })],
    models: Array.from({ length: 18 }, (_, at) => aModel(at, at < 12 ? 0 : 1)),
});

test("units in contact are set apart for a charge: a block with its front to the enemy, loose models one by one", () => {
    const scenario = aScenario();
    const charged = unitsOf(scenario).map((unit, at) => {
        return { ...unit, charged: true, files: 5, formation: at === 0 ? "ranks" : "open" };
    });
    const found = setApart({ ...scenario, unit: charged }, board, { ...someWords({}), blocks: ["ranks"] }, [
        "guards",
        "levies",
    ]);
    expect(found).not.toHaveProperty("press");
    expect(found.table).toEqual({ width: 72, depth: 72 });
    const [guards, levies] = unitsOf(found) as Record<string, unknown>[];
    expect(guards).not.toHaveProperty("charged");
    expect(guards!["place"]).toEqual({ x: 36, y: 33, facing: 0, files: 5 });
    expect(levies).toMatchObject({ facing: 180 });
    expect(levies!["positions"]).toHaveLength(6);
    expect((levies!["positions"] as number[][]).every(([, y]) => y! > 38)).toBe(true);
});

test("two units of a table are set together without the others", () => {
    const { press: _press, ...scenario } = aScenario();
    const more = [...unitsOf(scenario), { name: "horse", side: "marches", profile: "levy", models: 3 }];
    const found = setTogether({ ...scenario, table: { width: 48, depth: 48 }, unit: more }, "guards", "horse");
    expect(unitsOf(found).map((unit) => unit.name)).toEqual(["guards", "horse"]);
    expect(found.press).toEqual({ pairs: [["guards", "horse"]] });
    expect(found).not.toHaveProperty("table");
});
