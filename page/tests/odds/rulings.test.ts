import { describe, expect, test } from "vitest";
import { choices, includedIn, isChosen, readingOf, rulingsWith, withReading } from "../../src/odds/rulings";
import type { Ruling } from "../../src/protocol/messages";
import { aScenario } from "./samples";

const ruling = (values: Partial<Ruling>): Ruling => ({
    ...{ type: "Ruling", key: "HO-R-01", words: "May a charge be blind?", usual: "default" },
    options: [
        ["default", "no"],
        ["blind", "yes, without sight"],
        ["limit", "within some inches"],
    ],
    ...{ sentences: [], numbered: ["limit"], number: 6, included_by: null },
    ...values,
});

describe("a ruling of a set-up", () => {
    test("is as usual until another option is chosen", () => {
        const chosen = withReading(aScenario(), ruling({}), { option: "blind", number: null });
        expect(readingOf(aScenario(), ruling({}))).toEqual({ option: "default", number: null });
        expect(chosen.rulings).toEqual({ "HO-R-01": "blind" });
        expect(readingOf(chosen, ruling({}))).toEqual({ option: "blind", number: null });
        expect(isChosen(chosen, ruling({}))).toBe(true);
    });

    test("as usual again, it leaves the text, and the section with the last one", () => {
        const chosen = withReading(aScenario(), ruling({}), { option: "blind", number: null });
        expect(withReading(chosen, ruling({}), { option: "default", number: null })).toEqual(aScenario());
    });

    test("a number is written where it is not the usual one", () => {
        const limited = withReading(aScenario(), ruling({}), { option: "limit", number: 9 });
        expect(limited.rulings).toEqual({ "HO-R-01": { option: "limit", n: 9 } });
        expect(readingOf(limited, ruling({}))).toEqual({ option: "limit", number: 9 });
        const usual = withReading(aScenario(), ruling({}), { option: "limit", number: 6 });
        expect(usual.rulings).toEqual({ "HO-R-01": "limit" });
    });
});

describe("a preset", () => {
    const preset = ruling({
        key: "HO-R-09",
        options: [
            ["default", "today's"],
            ["old", "as of old"],
        ],
        numbered: [],
    });
    const included_by = { type: "IncludedBy", ruling: "HO-R-09", option: "old", chooses: "blind" } as const;
    const included = ruling({ included_by });
    const chosen = withReading(aScenario(), preset, { option: "old", number: null });

    test("chooses for the rulings that it includes, and says so", () => {
        expect(readingOf(aScenario(), included).option).toBe("default");
        expect(readingOf(chosen, included).option).toBe("blind");
        expect(isChosen(chosen, included)).toBe(true);
        const told = includedIn([preset, included, ruling({ key: "HO-R-03" })], preset, "old");
        expect(told).toEqual([{ ruling: included, option: "blind", words: "yes, without sight" }]);
        expect(includedIn([preset, included], preset, "default")).toEqual([]);
    });

    test("gives way to a choice of the set-up, which is then written even if it is the usual one", () => {
        const usual = withReading(chosen, included, { option: "default", number: null });
        expect(usual.rulings).toEqual({ "HO-R-09": "old", "HO-R-01": "default" });
        expect(readingOf(usual, included).option).toBe("default");
        expect(withReading(usual, included, { option: "blind", number: null })).toEqual(chosen);
    });
});

describe("the list of rulings", () => {
    test("leaves out those with nothing to choose", () => {
        const settled = ruling({ key: "HO-R-02", options: [["default", "no"]], numbered: [] });
        const numbered = ruling({ key: "HO-R-03", options: [["default", "after 30"]], numbered: ["default"] });
        expect(choices([ruling({}), settled, numbered]).map((one) => one.key)).toEqual(["HO-R-01", "HO-R-03"]);
    });

    test("is searched by words of questions and options", () => {
        expect(rulingsWith([ruling({})], "SIGHT charge")).toHaveLength(1);
        expect(rulingsWith([ruling({})], "pursuit")).toHaveLength(0);
    });
});
