import { describe, expect, test } from "vitest";
import type { Asked, Line, Option } from "../../src/protocol/messages";
import * as answers from "../../src/table/play/answers";
import { pips } from "../../src/table/play/dice";
import { checkedSecret } from "../../src/table/play/secret";

function anOption(index: number, values: Partial<Option> = {}): Option {
    const words = `option ${index}`;
    return {
        type: "Option",
        index,
        words,
        answer: index,
        note: "",
        place: null,
        unit: null,
        is_usual: false,
        targets: [],
        models: [],
        ...values,
    };
}

function aQuestion(values: Partial<Asked>): Asked {
    return {
        type: "Asked",
        number: 1,
        question: 1,
        side: 0,
        clause: "",
        words: "",
        kind: "one",
        options: [],
        is_complete: true,
        items: [],
        item_answers: [],
        least: 1,
        most: 1,
        total: 0,
        ticks_per_inch: 0,
        item_units: [],
        item_models: [],
        unit: null,
        paces: [],
        steps: [],
        ...values,
    };
}

test("the usual option comes first, the others keep their order", () => {
    const options = [anOption(0), anOption(1), anOption(2, { is_usual: true })];
    expect(answers.usualFirst(options).map((one) => one.index)).toEqual([2, 0, 1]);
});

test("options are found by any of their words", () => {
    const option = anOption(0, { words: "Legionaries on levies", note: '3.9" away' });
    expect(answers.matches(option, "levies leg")).toBe(true);
    expect(answers.matches(option, "militia")).toBe(false);
});

describe("several", () => {
    const usual = anOption(0, { answer: [7, [1, 2]], is_usual: true });
    const asked = aQuestion({
        least: 2,
        most: 3,
        items: ["a", "b", "c"],
        item_answers: [[1, 2], 5, 7],
        options: [usual],
    });

    test("what is chosen is answered by its value, in the order of choosing", () => {
        expect(answers.severalAnswer(asked, [2, 0])).toEqual([7, [1, 2]]);
    });

    test("the policy's choice is the first suggestion", () => {
        expect(answers.usualChosen(asked)).toEqual([2, 0]);
    });

    test("too few and too many are told", () => {
        expect(answers.whyNotSeveral(asked, 1)).toBe("1 chosen, 2 to 3 needed");
        expect(answers.whyNotSeveral(asked, 3)).toBe("");
        expect(answers.whyNotSeveral(aQuestion({ least: 1, most: 1 }), 2)).toBe("2 chosen, 1 needed");
    });
});

describe("a division", () => {
    const asked = aQuestion({ total: 5, items: ["a", "b"] });

    test("adds up, in whole numbers", () => {
        expect(answers.whyNotSplit(asked, [2, 3])).toBe("");
        expect(answers.whyNotSplit(asked, [2, 1])).toBe("2 of 5 left to divide");
        expect(answers.whyNotSplit(asked, [4, 3])).toBe("2 more than the 5 to divide");
        expect(answers.whyNotSplit(asked, [4.5, 0.5])).toBe("each share is a whole number");
    });

    test("begins as the policy would divide", () => {
        const options = [anOption(0, { answer: [1, 4], is_usual: true })];
        expect(answers.usualShares({ ...asked, options })).toEqual([1, 4]);
        expect(answers.usualShares(asked)).toEqual([5, 0]);
    });
});

test("a placement is in ticks and hundredths of a degree", () => {
    expect(answers.placement({ model: 3, x: 1.5, y: 2, facing: -90 }, 1000)).toEqual([3, 1500, 2000, 27_000]);
    expect(answers.placement({ model: 3, x: 0, y: 0, facing: 359.999 }, 1000)[3]).toBe(0);
});

test("faces are read in any spelling, and counted", () => {
    expect(answers.facesTyped("5 3,6", 3)).toEqual({ faces: [5, 3, 6], reason: "" });
    expect(answers.facesTyped("536", 4).reason).toBe("3 typed, 4 needed");
    expect(answers.facesTyped("7", 1).reason).toBe("a die shows 1 to 6");
});

test("a roll says who threw", () => {
    const dice = [{ type: "DiceShown" as const, label: "to hit 4+", faces: [4], successes: [true] }];
    const line = {
        type: "Line",
        kind: "roll",
        text: "levies: to hit 4+  4  -> 1",
        sentences: [],
        rulings: [],
    } as const;
    expect(answers.thrower({ ...line, dice, side: null, heading: null } as unknown as Line)).toBe("levies");
    expect(answers.thrower({ ...line, text: "to hit 4+  4", dice } as unknown as Line)).toBe("");
});

test("a face has as many pips as it counts", () => {
    expect([1, 2, 3, 4, 5, 6].map((face) => pips(face).split("M").length - 1)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pips(9)).toBe("");
});

test("the secret of fair dice has the hash that was shown", async () => {
    const hash = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"; // of 32 zero bytes
    expect(await checkedSecret("00".repeat(32), hash)).toBe(true);
    expect(await checkedSecret("01".repeat(32), hash)).toBe(false);
});
