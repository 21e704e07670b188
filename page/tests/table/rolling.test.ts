import { expect, test } from "vitest";
import { Rolling } from "../../src/table/play/rolling.svelte";

test("dice are entered one by one, never more than are needed, and taken away again", () => {
    const rolling = new Rolling(2);
    expect(rolling.isDone).toBe(false);
    for (const face of [5, 3, 6]) rolling.add(face);
    expect(rolling.typed).toEqual({ faces: [5, 3], reason: "" });
    rolling.drop();
    expect(rolling.text).toBe("5");
});

test("keys 1 to 6 enter dice and Backspace takes one away", () => {
    const rolling = new Rolling(3);
    expect(["1", "6", "Backspace", "2"].map((key) => rolling.key(key))).toEqual([true, true, true, true]);
    expect(["7", "0", "n", "Enter"].map((key) => rolling.key(key))).toEqual([false, false, false, false]);
    expect(rolling.typed.faces).toEqual([1, 2]);
});
