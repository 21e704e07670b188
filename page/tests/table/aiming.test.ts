import { describe, expect, test } from "vitest";
import type { Asked, Option } from "../../src/protocol/messages";
import { Aiming, aimed } from "../../src/table/play/aiming.svelte";
import { itemAt } from "../../src/table/play/picking.svelte";

function option(index: number, values: Partial<Option>): Option {
    return {
        type: "Option",
        index,
        words: "",
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

function question(values: Partial<Asked>): Asked {
    const nothing = { item_units: [], item_models: [], unit: null, kind: "one", options: [] };
    return { ...nothing, ...values } as unknown as Asked;
}

const charges = question({
    kind: "other",
    options: [
        option(0, { unit: 0, targets: [3], is_usual: true }),
        option(1, { unit: 0, targets: [4] }),
        option(2, { unit: 1, targets: [3] }),
        option(3, { unit: 0, targets: [3, 4] }),
        option(4, {}),
    ],
});

describe("a charge on the board", () => {
    test("a click on the charger looks at it, a click on its target is the answer", () => {
        const aiming = new Aiming(charges);
        expect(aiming.pick(0, -1)).toBe(null);
        expect(aiming.acting).toBe(0);
        expect(aiming.arrows.map(({ to }) => to)).toEqual([3, 4]);
        expect(aiming.pick(4, -1)?.index).toBe(1);
    });

    test("a target that only one unit can reach is the answer at once", () => {
        const only = question({ kind: "other", options: [option(0, { unit: 2, targets: [3] }), option(1, {})] });
        expect(aimed(only, -1, 3, -1).answer?.index).toBe(0);
        expect(aimed(only, -1, 2, -1).answer).toBe(null);
    });

    test("a second click on the charger or a click beside it lets it go", () => {
        expect(aimed(charges, 0, 0, -1).focus).toBe(-1);
        expect(aimed(charges, 0, -1, -1)).toEqual({ answer: null, focus: -1 });
    });

    test("with a charger in focus only its targets are lit as targets", () => {
        const aiming = new Aiming(charges);
        aiming.pick(1, -1);
        expect(aiming.lit.filter((one) => one.isTarget).map((one) => one.unit)).toEqual([3]);
    });
});

test("two options for the same enemy are one arrow, and a click on it does not choose between them", () => {
    const weapons = question({
        unit: 1,
        options: [option(0, { unit: 1, targets: [3] }), option(1, { unit: 1, targets: [3] })],
    });
    expect(new Aiming(weapons).arrows).toHaveLength(1);
    expect(aimed(weapons, -1, 3, -1).answer).toBe(null);
});

test("the unit that a question is about needs no click", () => {
    const shots = question({
        unit: 5,
        options: [option(0, { unit: 5, targets: [9] }), option(1, { unit: 5, targets: [10] })],
    });
    expect(aimed(shots, -1, 10, -1).answer?.index).toBe(1);
});

test("a combat is chosen by any of its units, a model by itself", () => {
    const combats = question({ options: [option(0, { unit: 0, targets: [3] }), option(1, { unit: 1, targets: [4] })] });
    expect(aimed(combats, -1, 4, -1).answer?.index).toBe(1);
    expect(aimed(combats, -1, 0, -1).answer?.index).toBe(0);
    const models = question({ options: [option(0, { models: [24] }), option(1, { models: [25] })] });
    expect(aimed(models, -1, 1, 25).answer?.index).toBe(1);
});

test("an item of a list is found by its model or its unit", () => {
    const asked = question({ item_models: [[20], [24], []], item_units: [[], [], [7]] });
    expect([itemAt(asked, 1, 24), itemAt(asked, 7, 3), itemAt(asked, 1, 99)]).toEqual([1, 2, -1]);
});
