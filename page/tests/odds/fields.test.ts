import { describe, expect, test } from "vitest";
import { faultAt, placeOf } from "../../src/odds/faults";
import { explained, labelOf, matching, problemOf, statusesOf, wordsOf } from "../../src/odds/fields";
import { answerFor, strayAnswers, withAnswer } from "../../src/odds/fixed";
import type { Fault, Field, Word } from "../../src/protocol/messages";
import { aField } from "./samples";

const field = (values: Partial<Field>): Field => aField({ words: "weapon skill", ...values });
const word = (name: string, words: string, topic = "weapons"): Word => ({
    type: "Word",
    name,
    words,
    topic,
    sentences: [],
});
const fault = (key: string, reason: string, remedy = ""): Fault => ({ type: "Fault", key, reason, remedy, line: 1 });

describe("fields", () => {
    test("a wrong number is explained at once", () => {
        expect(problemOf(field({}), "14")).toBe("too large: write a number from 1 to 10");
        expect(problemOf(field({}), "0")).toBe("too small: write a number from 1 to 10");
        expect(problemOf(field({}), "many")).toBe("not a number: write one from 1 to 10");
        expect(problemOf(field({ most: null }), "0")).toBe("too small: write a number, 1 or more");
        for (const fine of ["", " ", "1", "10", "3.0"]) expect(problemOf(field({}), fine)).toBe("");
    });

    test("labels and explanations are in words", () => {
        expect(labelOf("has_fought")).toBe("has fought");
        expect(explained(field({}))).toBe("weapon skill (1 to 10)");
        expect(explained(field({ usual: 1 }))).toBe("weapon skill (1 to 10; usually 1)");
        expect(explained(field({ kind: "flag", least: null, most: null, usual: false }))).toBe("weapon skill");
    });

    test("what has happened to a unit are the keys that only this game has", () => {
        const fields = ["name", "models", "place", "charged", "files"].map((key) => field({ key }));
        expect(statusesOf(fields).map((one) => one.key)).toEqual(["charged", "files"]);
    });

    test("words are found by name first, then by meaning, and own ones come first", () => {
        const words = [word("bow", "range 24"), word("long bow", "range 30"), word("sling", "like a bow")];
        expect(matching(words, "bow").map((one) => one.name)).toEqual(["bow", "long bow", "sling"]);
        expect(matching(words, "range 30").map((one) => one.name)).toEqual(["long bow"]);
        const all = wordsOf([...words, word("fear", "x", "rules")], "weapons", ["bow", "claws"]);
        expect(all.map((one) => one.name)).toEqual(["bow", "claws", "long bow", "sling"]);
    });
});

describe("faults", () => {
    const faults = [
        fault("unit[1].weapons[2]", "there is no weapon 'sord'", "did you mean 'sword'?"),
        fault("unit[1].models", "0 is less than 1", "write a number from 1 to 500"),
        fault("profiles.levy.WS", "14 is too large"),
    ];

    test("stand at their field, those of a list at the list", () => {
        expect(faultAt(faults, ["unit", 0, "weapons"])).toBe("there is no weapon 'sord'; did you mean 'sword'?");
        expect(faultAt(faults, ["unit", 0, "models"])).toBe("0 is less than 1; write a number from 1 to 500");
        expect(faultAt(faults, ["profiles", "levy", "WS"])).toBe("14 is too large");
        expect(faultAt(faults, ["unit", 0])).toBe("");
        expect(faultAt(faults, ["unit", 1, "models"])).toBe("");
    });

    test("are told by the names that the form shows", () => {
        const scenario = { unit: [{ name: "guards" }, { name: "levies" }] };
        expect(placeOf("unit[2].models", scenario)).toBe("levies: models");
        expect(placeOf("unit[1].weapons[2]", scenario)).toBe("guards: weapons 2");
        expect(placeOf("profiles.hill_king.WS", scenario)).toBe("hill king: WS");
        expect(placeOf("active", scenario)).toBe("active");
        expect(placeOf("", scenario)).toBe("");
    });
});

describe("answers given beforehand", () => {
    test("that nobody is asked for are found, so that they can be removed", () => {
        const answers = ["HO-01=hold", "red:HO-01=hold", "green:HO-01=hold", "HO-99=hold", "junk"];
        expect(strayAnswers(answers, ["HO-01"], ["red", "blue"])).toEqual(["green:HO-01=hold", "HO-99=hold", "junk"]);
    });

    test("are kept for each side, and one for both holds until a side has its own", () => {
        const answers = withAnswer(["WAB-FL-02=hold"], "WAB-CC-03", "red", "yes");
        expect(answers).toEqual(["WAB-FL-02=hold", "red:WAB-CC-03=yes"]);
        expect(answerFor(answers, "WAB-FL-02", "blue")).toBe("hold");
        expect(answerFor(answers, "WAB-CC-03", "blue")).toBe("");
        expect(withAnswer(answers, "WAB-CC-03", "red", "no")).toEqual(["WAB-FL-02=hold", "red:WAB-CC-03=no"]);
        expect(withAnswer(answers, "WAB-CC-03", "red", "")).toEqual(["WAB-FL-02=hold"]);
    });
});

describe("help for a field", () => {
    test("has no marks of markup in it, and says bounds once", () => {
        expect(explained(field({ words: "makes it a *block*, 1 to 500", least: 1, most: 500, usual: null }))).toBe(
            "makes it a block, 1 to 500",
        );
    });
});
