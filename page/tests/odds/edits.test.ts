import { describe, expect, test } from "vitest";
import { at, keyOf, withValue } from "../../src/odds/data";
import { differences } from "../../src/odds/differences";
import {
    freeName,
    inContact,
    modelsOf,
    pairsOf,
    sidesOf,
    unitsOf,
    withContact,
    withField,
    withOwnProfile,
    withoutUnit,
    withSideRenamed,
    withUnitCopied,
    withUnitRenamed,
} from "../../src/odds/edits";
import type { Field } from "../../src/protocol/messages";
import { aField, aScenario } from "./samples";

const skill = aField({ usual: 3 });

test("the models of a unit are the ordinary ones and those that differ", () => {
    expect(modelsOf({ profile: "guard", models: 8, members: [{ champion: true }, { models: 2 }] })).toBe(11);
    expect(modelsOf({ models: 8, members: [{ profile: "hero" }] })).toBe(1);
    expect(modelsOf({})).toBe(0);
});

describe("data", () => {
    test("a value is set on its way, tables are made, and nothing else changes", () => {
        const scenario = aScenario();
        const changed = withValue(scenario, ["profiles", "levy", "WS"], 5);
        expect(at(changed, ["profiles", "levy", "WS"])).toBe(5);
        expect(at(scenario, ["profiles", "levy", "WS"])).toBe(2);
        expect(changed.unit).toBe(scenario.unit);
        expect(withValue({}, ["press", "frontage"], 5)).toEqual({ press: { frontage: 5 } });
    });

    test("keys stay in their order, and undefined takes one away", () => {
        expect(Object.keys(withValue({ a: 1, b: 2, c: 3 }, ["b"], 9))).toEqual(["a", "b", "c"]);
        expect(withValue({ a: 1, b: [1, 2] }, ["b", 0], undefined)).toEqual({ a: 1, b: [2] });
        expect(withValue({ a: 1, b: 2 }, ["b"], undefined)).toEqual({ a: 1 });
    });

    test("the key of a path is the one that faults name", () => {
        expect(keyOf(["unit", 0, "weapons", 1])).toBe("unit[1].weapons[2]");
        expect(keyOf(["profiles", "levy", "WS"])).toBe("profiles.levy.WS");
    });
});

describe("edits", () => {
    test("a profile called like its only unit follows its name", () => {
        const called = withValue(aScenario(), ["unit", 0, "profile"], "levy");
        const shared = withUnitRenamed(withUnitRenamed(called, 1, "levy"), 1, "spearmen");
        expect(Object.keys(shared.profiles as object)).toEqual(["guard", "levy"]);
        const own = withUnitRenamed(withUnitRenamed(aScenario(), 1, "levy"), 1, "hill spearmen");
        expect(Object.keys(own.profiles as object)).toEqual(["guard", "hill_spearmen"]);
        expect(at(own, ["unit", 1, "profile"])).toBe("hill_spearmen");
    });

    test("what usually holds is not written", () => {
        const path = ["profiles", "levy", "WS"];
        expect(at(withField(aScenario(), path, skill, 3), path)).toBeUndefined();
        expect(at(withField(aScenario(), path, skill, 4), path)).toBe(4);
        expect(at(withField(aScenario(), path, skill, ""), path)).toBeUndefined();
        const flag: Field = { ...skill, kind: "flag", usual: false };
        expect(at(withField(aScenario(), ["unit", 0, "charged"], flag, false), ["unit", 0, "charged"])).toBeUndefined();
    });

    test("a unit is renamed wherever it is named", () => {
        const flanked = withValue(aScenario(), ["unit", 1, "flank"], "guards");
        const renamed = withUnitRenamed(flanked, 0, "watch");
        expect(pairsOf(renamed)).toEqual([["watch", "levies"]]);
        expect(at(renamed, ["unit", 1, "flank"])).toBe("watch");
        expect(at(renamed, ["unit", 0, "side"])).toBe("hills");
    });

    test("a side is renamed wherever it is named", () => {
        const renamed = withSideRenamed({ ...aScenario(), sides: { hills: { edge: "south" } } }, "hills", "north");
        expect(sidesOf(renamed)).toEqual(["north", "marches"]);
        expect(renamed.active).toBe("north");
        expect(renamed.sides).toEqual({ north: { edge: "south" } });
    });

    test("a copied unit has a name of its own and the same enemies; without it all is as before", () => {
        const more = withUnitCopied(aScenario(), 1);
        expect(pairsOf(more)).toEqual([
            ["guards", "levies"],
            ["guards", "levies 2"],
        ]);
        expect(withoutUnit(more, 2)).toEqual(aScenario());
    });

    test("a profile goes with the last unit that has it, and a shared one can be made one's own", () => {
        expect(Object.keys(withoutUnit(aScenario(), 1).profiles as object)).toEqual(["guard"]);
        const own = withOwnProfile(withUnitCopied(aScenario(), 1), 2);
        expect(at(own, ["unit", 2, "profile"])).toBe("levies_2");
        expect(at(own, ["profiles", "levies_2"])).toEqual(at(own, ["profiles", "levy"]));
        expect(freeName("levies 2", ["levies 2", "levies 3"])).toBe("levies 4");
    });

    test("contacts are made and undone", () => {
        const apart = withContact(aScenario(), "levies", "guards", false);
        expect(pairsOf(apart)).toEqual([]);
        expect(pairsOf(withContact(apart, "guards", "levies", true))).toEqual([["guards", "levies"]]);
    });

    test("without a table every unit is in contact with every enemy, and keeps its files", () => {
        const { press: _press, ...rest } = aScenario();
        const placed = withValue(rest, ["unit", 0, "place"], { x: 1, y: 2, facing: 0, files: 5 });
        const found = inContact({ ...placed, table: { width: 48 }, terrain: [{ kind: "open" }] });
        expect(found.press).toEqual({ pairs: [["guards", "levies"]] });
        expect(at(found, ["unit", 0])).toMatchObject({ files: 5 });
        expect(found).not.toHaveProperty("table");
        expect(at(found, ["unit", 0])).not.toHaveProperty("place");
    });
});

describe("differences", () => {
    test("two set-ups are compared in words", () => {
        const first = aScenario();
        const second = withValue(withValue(first, ["unit", 1, "models"], 24), ["unit", 0, "charged"], true);
        expect(differences(first, first)).toEqual([]);
        expect(differences(first, second)).toEqual(["guards: charged", "levies: models 28 → 24"]);
        expect(differences(first, withUnitCopied(first, 1))).toContain("with levies 2");
        expect(differences(first, withValue(first, ["profiles", "levy", "WS"], undefined))).toEqual([
            "levy: WS 2 → as usual",
        ]);
    });
});

test("a status of the own turn makes it the turn of that unit's side, and takes it from the other side", () => {
    const charged = aField({ key: "charged", kind: "flag", is_of_own_turn: true });
    const first = withField(aScenario(), ["unit", 0, "charged"], charged, true);
    expect(first.active).toBe("hills");
    const other = withField(first, ["unit", 1, "charged"], charged, true);
    expect(other).toEqual({
        ...aScenario(),
        active: "marches",
        unit: [unitsOf(aScenario())[0], { ...unitsOf(aScenario())[1], charged: true }],
    });
    expect(withField(other, ["unit", 1, "charged"], charged, false).active).toBe("marches");
    const wherever = { ...charged, is_of_own_turn: false };
    expect(withField(first, ["unit", 1, "charged"], wherever, true).active).toBe("hills");
});
