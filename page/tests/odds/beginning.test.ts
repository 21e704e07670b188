import { describe, expect, test } from "vitest";
import { beginning, withNewUnit, withPlainProfile, withProfile } from "../../src/odds/beginning";
import { at, type Data } from "../../src/odds/data";
import { pairsOf, sidesOf, unitsOf } from "../../src/odds/edits";
import { aField, someWords } from "./samples";

const words = someWords({
    profile: [aField({ key: "WS", is_required: true, plain: 4 }), aField({ key: "BS", usual: 0 })],
    unit: [aField({ key: "formation", kind: "choice", options: ["phalanx", "skirmish"] })],
});
const names = (scenario: Data): unknown[] => unitsOf(scenario).map((unit) => unit.name);

describe("from nothing", () => {
    test("each side has a plain unit of its own profile, and they are in contact", () => {
        const scenario = beginning(words);
        expect(scenario.ruleset).toBe("hoplon");
        expect(sidesOf(scenario)).toEqual(["red", "blue"]);
        expect(scenario.active).toBe("red");
        expect(pairsOf(scenario)).toEqual([["blue unit", "red unit"]]);
        expect(scenario.profiles).toEqual({ red_unit: { WS: 4 }, blue_unit: { WS: 4 } });
        expect(unitsOf(scenario)[0]).toMatchObject({ profile: "red_unit", formation: "phalanx", models: 3 });
    });

    test("one more unit has a name and a profile of its own, and meets every enemy", () => {
        const scenario = withNewUnit(beginning(words), words, "red");
        expect(names(scenario)).toEqual(["red unit", "blue unit", "red unit 2"]);
        expect(pairsOf(scenario)).toContainEqual(["red unit 2", "blue unit"]);
        expect(at(scenario, ["profiles", "red_unit_2"])).toEqual({ WS: 4 });
    });

    test("without a formation and without required keys nothing is made up", () => {
        const scenario = beginning(someWords({}));
        expect(scenario.profiles).toEqual({ red_unit: {}, blue_unit: {} });
        expect(unitsOf(scenario)[0]).not.toHaveProperty("formation");
    });
});

describe("the profile of a unit", () => {
    test("another is chosen, and the one that nobody has any more goes", () => {
        const scenario = withProfile(beginning(words), 0, "blue_unit");
        expect(unitsOf(scenario).map((unit) => unit.profile)).toEqual(["blue_unit", "blue_unit"]);
        expect(Object.keys(scenario.profiles as Data)).toEqual(["blue_unit"]);
    });

    test("a new one is plain and named like the unit", () => {
        const shared = withProfile(beginning(words), 0, "blue_unit");
        const scenario = withPlainProfile(shared, words, 0);
        expect(unitsOf(scenario).map((unit) => unit.profile)).toEqual(["red_unit", "blue_unit"]);
    });
});
