import { describe, expect, test } from "vitest";
import type { Asked, Option } from "../../src/protocol/messages";
import { bare, bareItems, chipsOf } from "../../src/table/play/chips";

function option(index: number, values: Partial<Option> = {}): Option {
    const nothing = { type: "Option" as const, words: "", answer: index, note: "", place: null, unit: null };
    return { ...nothing, index, is_usual: false, targets: [], models: [], ...values };
}

function question(values: Partial<Asked>): Asked {
    const nothing = { items: [], item_units: [], item_models: [], unit: null, kind: "one", options: [] };
    return { ...nothing, ...values } as unknown as Asked;
}

describe("buttons on the board", () => {
    test("stand for answers that no click on a unit gives, and for the usual one", () => {
        const charges = question({
            kind: "other",
            options: [
                option(0, { unit: 0, targets: [3] }),
                option(1, { unit: 0, targets: [4], is_usual: true }),
                option(2, { unit: 0, targets: [3, 4] }),
                option(3),
            ],
        });
        expect(bare(charges).map((one) => one.index)).toEqual([1, 2, 3]);
        expect(chipsOf(charges).map((one) => one.index)).toEqual([1, 2, 3, 0]);
    });

    test("stand for all answers about one unit, and for no place", () => {
        const reactions = question({ unit: 3, options: [option(0, { unit: 3 }), option(1, { unit: 3 })] });
        expect(bare(reactions)).toHaveLength(2);
        const place = { type: "Model" as const, number: 1, unit: 0, profile: 0, x: 1, y: 1, facing: 0, wounds_lost: 0 };
        expect(bare(question({ kind: "place", options: [option(0, { place, unit: 0 })] }))).toEqual([]);
    });

    test("the order of combats needs none: each has units of its own", () => {
        const combats = question({
            options: [option(0, { unit: 0, targets: [3], is_usual: true }), option(1, { unit: 1, targets: [4] })],
        });
        expect(bare(combats).map((one) => one.index)).toEqual([0]);
    });

    test("stand for items that are not on the board", () => {
        const several = question({ items: ["a", "b", "c"], item_units: [[0], [], []], item_models: [[], [7], []] });
        expect(bareItems(several)).toEqual([2]);
    });
});
