import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableMessage } from "../../src/protocol/replies";
import { Pacing, timeFor } from "../../src/table/pacing";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function happened(number: number, models: unknown[] = [{}]): TableMessage {
    return {
        type: "Happened",
        number,
        lines: [],
        models,
        gone: [],
        units: [],
        phase: 1,
        turn: 1,
    } as unknown as TableMessage;
}

test("moves are shown one after the other, what moves nobody at once", () => {
    const shown: number[] = [];
    const states: boolean[] = [];
    const pacing = new Pacing(
        (message) => shown.push((message as { number: number }).number),
        (isShowing) => states.push(isShowing),
    );
    for (const message of [happened(1), happened(2), happened(3, []), happened(4)]) pacing.hear(message);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(300);
    expect(shown).toEqual([1, 2]);
    vi.advanceTimersByTime(300);
    expect(shown).toEqual([1, 2, 3, 4]);
    vi.advanceTimersByTime(300);
    expect(states.at(-1)).toBe(false);
});

test("skipping shows all that waits, in order", () => {
    const shown: number[] = [];
    const pacing = new Pacing(
        (message) => shown.push((message as { number: number }).number),
        () => {},
    );
    for (const number of [1, 2, 3]) pacing.hear(happened(number));
    pacing.skip();
    expect(shown).toEqual([1, 2, 3]);
    vi.advanceTimersByTime(2000);
    expect(shown).toEqual([1, 2, 3]);
});

test("a question takes no time", () => {
    expect(timeFor({ type: "UndoWanted", number: 1, side: 0, words: "" })).toBe(0);
});
