import { describe, expect, test } from "vitest";
import type { LibraryUnit } from "../../src/odds/library";
import type { Scenario } from "../../src/table/setup/scenario";
import { followed, parts } from "../../src/table/setup/scenario";
import { withNewcomer } from "../../src/table/setup/newcomers";
import { aBoard, aModel, aUnit } from "../fake";

const board = aBoard({
    units: [aUnit(0, 0), aUnit(1, 1)],
    models: [aModel(0, 0, { x: 24, y: 10, facing: 0 }), aModel(1, 1, { x: 24, y: 26, facing: 180 })],
});
const scenario: Scenario = {
    ruleset: "hoplon",
    unit: [
        { name: "a", side: "red", models: 1, positions: [[24, 10]] },
        { name: "b", side: "blue", models: 1, positions: [[24, 26]], facing: 180 },
    ],
};
const guards: LibraryUnit = {
    name: "guards",
    from: "",
    unit: { name: "guards", profile: "guard", models: 12, formation: "ranks", files: 4 },
    profiles: { guard: { base: "25mm square" } },
    weapons: {},
};

describe("a unit of the library on a table", () => {
    test("in ranks has a place with its front towards the enemy, off everybody", () => {
        const unit = parts(withNewcomer(scenario, board, "blue", guards), "unit")[2]!;
        const place = unit["place"] as Record<string, number>;
        expect(unit).not.toHaveProperty("files");
        expect(place).toMatchObject({ facing: 180, files: 4 });
        expect(Math.hypot(place["x"]! - 24, place["y"]! - 26)).toBeGreaterThan(2);
        expect(place["y"]).toBeLessThan(36);
    });

    test("that is loose has a place for each model", () => {
        const { files: _, ...unit } = guards.unit;
        const loose = { ...guards, unit: { ...unit, members: [{ models: 2 }] } };
        const found = parts(withNewcomer(scenario, board, "red", loose), "unit")[2]!;
        const positions = found["positions"] as number[][];
        expect(positions).toHaveLength(14);
        expect(new Set(positions.map(String)).size).toBe(14);
        expect(positions.every(([x, y]) => x! > 0 && x! < 48 && y! > 0 && y! < 36)).toBe(true);
    });

    test("of more models than a battle may have gets no places", () => {
        const { files: _, ...unit } = guards.unit;
        const host = { ...guards, unit: { ...unit, models: 4_000_000_000 } };
        expect(parts(withNewcomer(scenario, board, "red", host), "unit")[2]).not.toHaveProperty("positions");
    });
});

test("models that come by the form of a unit are given places, those that go lose theirs", () => {
    const hero = { ...scenario, unit: [{ ...parts(scenario, "unit")[0], members: [{ profile: "hero" }] }] };
    expect(parts(followed(scenario, hero), "unit")[0]!["positions"]).toHaveLength(2);
    expect(parts(followed(hero, scenario), "unit")[0]!["positions"]).toHaveLength(0);
    expect(followed(scenario, scenario)).toEqual(scenario);
});
